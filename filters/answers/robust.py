"""The robust reading of an answer: what a careful person takes for the final one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .answer import Answer, Unreadable, option_label
from .declining import calls_tool, declines
from .options import LEFT, SEVERAL, UNDECIDED, choices
from .statements import Asked, asked
from .vocabulary import declines_abroad
from .wording import Sentence, Wording, is_finished, wording
from .yes_no import ASSERTION, FINAL, HEDGE, TRUTH, Verdict, verdicts

_WORD = re.compile(r"[^\W_]+")
_DELIBERATES = re.compile(
    r"\W{0,20}(?:okay|ok|alright|all right|hmm+|well|so)?[,.]?\s{0,3}(?:so )?(?:i need to|i have to"
    r"|let me (?:think|see|try"
    r"|recall|figure|start|work)|let's (?:think|see)|the user|we need to|we have to"
    r"|first,? i (?:need|should"
    r"|have)|i should|i'm trying|thinking process|here's (?:a|my) thinking)"
)
_SIGN = re.compile(r"[^\W_]|[^\x00-\x7f]")  # a letter, a digit, or a sign such as a tick
_SAYS = re.compile(r"[^\W\d_]|[^\x00-\x7f]|[^\s\d.,;]")
_SEPARATORS = " \t\n.,:;!*_`\"')]}|\u2013\u2014-"
_LONGEST_ANSWER = 20  # characters; a longer statement may name the value

# A response that opens with its answer, and has no word that could turn or repeat it.
_OPENS = re.compile(
    r"\s*(?:\*\*)?(Yes|No|Unsure)(?:\*\*)?(?:[,:;!](?=\s)|\.(?:\*\*)?(?=\s+\D|\s*\Z)|(?=\s*\Z))"
)
_CORRECTION_WORDS = (
    "wait correction corrected scratch strike thought thoughts hold hang reconsider rethink recheck"
    " mistake"
    " mistaken apologize apologies edit update oops reflection disregard ignore misspoke error"
    " boxed answer"
    " answers verdict"
)
_TURN_WORDS = (
    " yes yeah yep nope unsure conclusion conclude decision result response so thus therefore hence"
    " rather"
    " consequently accordingly summary summarize overall means ultimately finally short end tl"
    " follows whole"
    " actually"
)
_CHOICE_TURN_WORDS = (
    " true accurate right fine valid none both neither either options statements choices latter"
    " former leaves"
    " remaining"
)
_TURNS = frozenset((_CORRECTION_WORDS + _TURN_WORDS).split())
_CHOICE_TURNS = frozenset((_CORRECTION_WORDS + _CHOICE_TURN_WORDS).split())
_NO_AGAIN = re.compile(r"\bno\b(?=[\"')*\s]*(?:[^\w\s\"'*(]|$))|(?:and|or|not|say) no\b")
_ASKING = frozenset(["question", "user", "human", "instruction", "input", "prompt", "q"])
_NAMES_OTHERS = frozenset(
    ["first", "second", "third", "fourth", "last", "final", "other", "correct", "actually"]
)
_ASKS_ON = re.compile(
    r"(?:\n|\b)(?:question|user|human|instruction|input|prompt|q)\s?\d*\W{0,3}(?:[:\n]|\d)"
)
# "No. 12 Angry Men." is a no, unless "No. 12" turns out to be a number.
_NO_BEFORE_NUMBER = re.compile(r"[\W_]*(No)\.\s(?=\d{1,4}(?:\s?[A-Z]|[:.]|[-/]\d|\s?\[|\W*$))")
# "Option 1 is the wrong option. The correct answer is option 2": what is correct is true.
_CALLED_WRONG = re.compile(
    r"\boption\W{0,3}([1-9])\b[^.?!\n]{0,200}?\bis (?:therefore |thus |indeed )?the"
    r" (?:wrong|false|incorrect|inaccurate) (?:option|statement|choice|one)\b"
)
_TRUE_ONE = re.compile(r"\b(?:correct|right|true) (?:answer|option|statement|choice)\W+is\W*$")
_OPENS_WITH_OPTION = re.compile(
    r"\s*(?:A:\s*)?(?:The (?:in(?:accurate|correct)|false|wrong) (?:option"
    r"|statement)\b[^.:,;\n]{0,80}?"
    r"(?: is|:)\s+)?[*(]*[Oo]ption\s?(\d)(?![\w%]|[.,]\d)"
)
_OPTION = re.compile(r"\boptions?\W{0,3}(\d+)")
_OTHER_OPTION = re.compile(
    r"\b(?:first|second|third|fourth|last|final|other) (?:option|statement|claim|one|choice)\b"
    r"|(?<!\bthe )(?<!\bactual )\bcorrect\b|\bcorrect (?:option|answer|choice|one|statement)\b"
    r"|\bactually\s*[,:]"
)
_IS_NOT = re.compile(r"[*\s)]*(?:is|are|was) not|[*\s)]*(?:isn't|or|and|,? but)\b")
_LOWER_WORD = re.compile(r"[a-z']+")


def robust_answer(response: str, options: Sequence[str], question: str = "") -> Answer:
    """Reads the final answer of a response.

    Args:
        response: The visible text of a response.
        options: Texts of the options, in order; none for a yes/no question.
        question: The question. Without it, "That is false" can be misread where it denies.

    Returns:
        `yes`, `no`, `option N` or `none of the above`; `unsure` (missing) if it declines or leaves
        the answer open; `unparseable`, with the reason, if nothing can be read. The rationale is
        what follows an answer at the beginning, else all; without questions that it invents.
    """
    plain = _plain_choice(response, options) if options else _plain_answer(response)
    if plain:
        return plain
    if _SIGN.search(response) is None:
        return _unreadable(response, "no answer" if response.strip() else "empty")
    of = wording(response, question)
    found = _read(of, options, question)
    if found is None and of.end < len(response):
        of = of._replace(end=len(response))
        found = _read(of, options, question)
    return found or _unreadable(response, _reason(of))


def _plain_answer(response: str) -> Answer | None:
    """Reads a response that opens with its answer and does not come back to it."""
    opening = _OPENS.match(response)
    if opening is None:
        return None
    rest = response[opening.end() :].lower()
    words = frozenset(_LOWER_WORD.findall(rest))
    if not _TURNS.isdisjoint(words) or ("no" in words and _NO_AGAIN.search(rest)):
        return None
    if "~~" in rest or "<" in rest or "?" in rest or "```" in rest or _asks_on(rest, words):
        return None
    label = opening[1].lower()
    rationale = response[opening.end() :].strip(_SEPARATORS[:3]).lstrip(_SEPARATORS)
    return Answer(label, label == "unsure", rationale, "", opening.span(1))


def _asks_on(text: str, words: frozenset[str]) -> bool:
    """Tells whether a text goes on with invented questions."""
    return not _ASKING.isdisjoint(words) and _ASKS_ON.search(text) is not None


def _plain_choice(response: str, options: Sequence[str]) -> Answer | None:
    """Reads a response that opens with its option and names no other."""
    opening = _OPENS_WITH_OPTION.match(response)
    if opening is None or not 1 <= int(opening[1]) <= len(options):
        return None
    rest = response[opening.end() :].lower()
    words = frozenset(_LOWER_WORD.findall(rest))
    if not _CHOICE_TURNS.isdisjoint(words) or _IS_NOT.match(rest):
        return None
    others = "option" in rest and set(_OPTION.findall(rest)) - {opening[1]}
    if others or "~~" in rest or "<" in rest or "?" in rest[:20] or _asks_on(rest, words):
        return None
    if not _NAMES_OTHERS.isdisjoint(words) and _OTHER_OPTION.search(rest):
        return None
    return Answer(
        option_label(int(opening[1]), options), False, response.strip(), "", opening.span()
    )


def _read(of: Wording, options: Sequence[str], question: str) -> Answer | None:
    sentences = of.sentences()
    if options:
        return _read_choice(of, sentences, options)
    found = list(verdicts(of, sentences, question))
    if _deliberates(of):
        found = [v for v in found if v.strength >= FINAL and v.end > of.end - 6]
    least = HEDGE if is_finished(of) else ASSERTION
    winner = max(found, key=lambda verdict: (verdict.strength, verdict.position), default=None)
    if winner is None and (answered := _NO_BEFORE_NUMBER.match(of.raw, of.start)):
        return Answer("no", False, _rest(of, answered.end()), "", answered.span(1))
    if winner is None or winner.strength <= least:
        return _open(of, sentences, winner is not None and winner.strength <= HEDGE)
    if winner.strength < TRUTH and _doubts(sentences, winner, asked(question)):
        return _open(of, sentences, True)
    span = (winner.position, winner.end)
    return Answer(winner.label, winner.label == "unsure", _without_answer(of, winner), "", span)


def _read_choice(of: Wording, sentences: list[Sentence], options: Sequence[str]) -> Answer | None:
    found = [] if _deliberates(of) or _only_counts(of.raw) else choices(of, sentences, options)
    winner = max(found, key=lambda choice: (choice.strength, choice.position), default=None)
    if winner is None or (winner.strength <= LEFT and _declined(sentences)):
        return _open(of, sentences, False)
    called = _CALLED_WRONG.search(of.plain)
    if called and _TRUE_ONE.search(of.plain, max(winner.position - 60, 0), winner.position):
        winner = winner._replace(number=int(called[1]), position=called.start(), end=called.end(1))
    span = (winner.position, winner.end)
    if winner.number == UNDECIDED:
        return Answer("unsure", True, _rest(of, of.start), "", span)
    if winner.number == SEVERAL:
        return Answer("unparseable", False, _rest(of, of.start), "contradictory", span)
    return Answer(option_label(winner.number, options), False, _rest(of, 0), "", span)


def _only_counts(text: str) -> bool:
    """Tells whether there are different numbers, and nothing else."""
    return _SAYS.search(text) is None and len(set(re.findall(r"\d+", text))) > 1


def _doubts(sentences: Sequence[Sentence], winner: Verdict, about: Asked) -> bool:
    """Tells whether what is only said to exist, or not found, is called uncertain as well."""
    exists = (winner.label == "yes") != about.denies
    for sentence in sentences:
        if sentence.start <= winner.position < sentence.end:
            if exists:
                return False
            continue
        if declines(sentence.text) or declines_abroad(sentence.text):
            return True
    return False


def _open(of: Wording, sentences: Sequence[Sentence], hedges: bool) -> Answer | None:
    """Returns that the response leaves the answer open, if it says so."""
    declined = _declined(sentences)
    if declined is None and not hedges and not calls_tool(of.raw):
        return None
    span = (declined.start, declined.end) if declined else None
    return Answer("unsure", True, _rest(of, of.start), "", span)


def _declined(sentences: Sequence[Sentence]) -> Sentence | None:
    """Returns the last sentence that declines to answer."""
    for sentence in reversed(sentences):
        if declines(sentence.text) or declines_abroad(sentence.text):
            return sentence
    return None


def _without_answer(of: Wording, winner: Verdict) -> str:
    """Returns the text without the words that state the answer, which may be a value as well.

    A longer statement is kept: it may name the value.
    """
    start, end = winner.position, winner.end
    if end - start > _LONGEST_ANSWER:
        return _rest(of, 0)
    before, after = of.raw[of.start : start], of.raw[end : of.end]
    if not _WORD.search(of.plain, of.start, start):
        return after.lstrip(_SEPARATORS).rstrip()
    return f"{before}{after}".strip()


def _rest(of: Wording, start: int) -> str:
    return of.raw[start : of.end].strip()


def _deliberates(of: Wording) -> bool:
    """Tells whether it is thinking without marks that was cut off."""
    return _DELIBERATES.match(of.plain, of.start) is not None and not is_finished(of)


def _reason(of: Wording) -> Unreadable:
    if _deliberates(of):
        return "cut inside thinking"
    return "no answer" if is_finished(of) else "cut off"


def _unreadable(response: str, reason: Unreadable) -> Answer:
    said = "" if reason == "cut inside thinking" else response
    return Answer("unparseable", False, said, reason)
