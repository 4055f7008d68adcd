"""Finding the words of a name among the words of a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rapidfuzz.distance import Levenshtein

from .name_forms import Form
from .words import Span, Word

# One letter may be wrong per so many letters of a word; a shorter one must be exact.
_LETTERS_PER_SLIP = 8
_WIDEST_GAP = 3


def find(found: Sequence[Word], form: Form) -> Iterator[Span]:
    """Finds a form of a name: its words however they are split, or with initials if a person's.

    Args:
        found: The words of a text.
        form: The form.

    Yields:
        Start and end of each.
    """
    whole = "".join(form.words)
    for index, word in enumerate(found):
        end = _spelled_out(found, index, whole) if whole.startswith(word.text) else None
        if end is None and form.person:
            end = _as_person(found, index, form.words)
        if end is not None:
            yield word.start, end


def _spelled_out(found: Sequence[Word], index: int, whole: str) -> int | None:
    """Returns where words end that make up a name, however they are split: "Spider-Man"."""
    so_far = found[index].text
    while len(so_far) < len(whole):
        index += 1
        if index == len(found) or not _follows(found, index):
            return None
        so_far += found[index].text
        if not whole.startswith(so_far):
            return None
    return found[index].end if so_far == whole else None


def _follows(found: Sequence[Word], index: int) -> bool:
    """Tells whether a word follows the one before closely, and is not one number with it."""
    before, word = found[index - 1], found[index]
    split_number = before.text[-1].isdigit() and word.text[0].isdigit()
    return word.start - before.end <= _WIDEST_GAP and not split_number


def _as_person(found: Sequence[Word], index: int, name: Sequence[str]) -> int | None:
    """Returns where a person's name ends, of which given names may be initials or be missing."""
    if not _same_given_name(found[index].text, name[0]):
        return None
    for at in range(index + 1, min(index + len(name) + 1, len(found))):
        if not _follows(found, at):
            return None
        if found[at].text == name[-1] and len(name[-1]) > 1:
            between = [word.text for word in found[index + 1 : at]]
            return found[at].end if _compatible(between, name[1:-1]) else None
    return None


def _same_given_name(one: str, other: str) -> bool:
    if len(one) == 1 or len(other) == 1:
        return one[0] == other[0]
    return one == other


def _compatible(middle: Sequence[str], expected: Sequence[str]) -> bool:
    """Tells whether middle names agree: only initials may be missing, or stand for the names."""
    if not expected:
        return all(len(name) == 1 for name in middle)
    if not middle:
        return all(len(name) == 1 for name in expected)
    return len(middle) == len(expected) and all(
        _same_given_name(*pair) for pair in zip(middle, expected, strict=True)
    )


def find_misspelled(found: Sequence[Word], name: Sequence[str]) -> Iterator[Span]:
    """Finds a name of which long words have a slip of the pen.

    Args:
        found: The words of a text.
        name: The words of the name.

    Yields:
        Start and end of each; first letters and numbers agree.
    """
    longest = max(range(len(name)), key=lambda index: len(name[index]))
    if not _slips(name[longest]):
        return
    for index in _near(found, name[longest]):
        window = found[max(index - longest, 0) : index - longest + len(name)]
        close = all(_follows(window, at) for at in range(1, len(window)))
        if close and len(window) == len(name) and all(map(_resembles, window, name)):
            yield window[0].start, window[-1].end


def _near(found: Sequence[Word], right: str) -> list[int]:
    """Returns the positions of words that resemble another one."""
    first, length, slips = right[0], len(right), _slips(right)
    return [
        index
        for index, (word, _, _) in enumerate(found)
        if word[0] == first
        and abs(len(word) - length) <= slips
        and word.isalpha()
        and Levenshtein.distance(word, right, score_cutoff=slips) <= slips
    ]


def _resembles(word: Word, right: str) -> bool:
    return word.text == right or bool(_near([word], right))


def _slips(word: str) -> int:
    return len(word) // _LETTERS_PER_SLIP if word.isalpha() else 0
