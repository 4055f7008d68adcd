"""Yes/no columns as statements: `is_capital`, `discontinued`, `host_won`, `penalty_shootout`."""

from __future__ import annotations

from . import lexicon
from .asked import Attribute, Thing
from .wording import article, denied, inverted, preposition
from .words import head, is_plural

_ADJECTIVES = lexicon.words_of(
    "able absent abstract accessible active adult alive ambidextrous amateur amphibious annual"
    " antique aquatic artificial available bilingual blind broken built carnivorous compatible"
    " compulsory contagious current dead deaf deciduous digital domestic dormant edible electric"
    " exclusive experimental explicit extant extinct female fictional final free frozen full"
    " global habitable handed hidden historic illegal inactive independent indoor inert"
    " instrumental international invasive known landlocked legal legendary live lost magnetic"
    " male mandatory married migratory military mobile mythical native navigable nocturnal"
    " nuclear obligatory obsolete official open optional organic outdoor paid partial permanent"
    " poisonous portable private professional public radioactive rare recyclable recurring"
    " refundable reusable sacred seasonal secret seismic single soluble solid sold stolen sunk"
    " synthetic tame temporary toxic tropical unique urban valid vegan vegetarian venomous"
    " verified visible volatile waterproof wild winged written"
)
_NO_ADJECTIVES = lexicon.words_of("breed seed speed feed weed moped bed shed media")
_ADDED = lexicon.words_of("allowed available included needed permitted provided required")
_UNCOUNTED = lexicon.words_of(
    "access accommodation admission air colour color coverage electricity energy food insurance"
    " light music parking play power seating shelter smoking sound storage support time transport"
    " treatment water"
)
_STORED = lexicon.words_of("flag indicator yn bool boolean ind status")


def property_of(this: str, of: Attribute, flag: Attribute) -> tuple[str, str]:
    """Returns a yes/no attribute as a question, and its denial.

    Args:
        this: What it is an attribute of, as a question names it.
        of: The same as an attribute.
        flag: The attribute.
    """
    words = flag.words.split()
    is_marked = len(words) > 1 and words[-1] in _STORED
    words = words[:-1] if is_marked else words
    thing = of.thing or Thing(of.words)
    if words[-1] in ("won", "win", "lost", "lose") and len(words) > 1 and words[0] != "is":
        return _won(this, of, words)
    if len(words) > 1 and words[-1] in _ADDED:
        verb, rest = f"is {words[-1]}", f"for {this}"
        return inverted(" ".join(words[:-1]), verb, rest), denied(" ".join(words[:-1]), verb, rest)
    said = _predicate(words, thing)
    if not said or (is_marked and said.startswith("have ")):
        said = f'the description "{" ".join(words)}"'
        return f"Does {said} apply to {this}?", f"{said} does not apply to {this}"
    if said.startswith("have "):
        did = ("Did", "did") if thing.is_event else ("Does", "does")
        return f"{did[0]} {this} {said}?", f"{this} {did[1]} not {said}"
    be = "was" if thing.is_event or words[0] == "was" else "is"
    return inverted(this, f"{be} {said}", ""), denied(this, f"{be} {said}", "")


def _won(this: str, of: Attribute, words: list[str]) -> tuple[str, str]:
    """Tells who won: `host_won`."""
    who, verb = " ".join(words[:-1]), "win" if words[-1] in ("won", "win") else "lose"
    there = f"{preposition(of)} {this}"
    return f"Did the {who} {verb} {there}?", f"the {who} did not {verb} {there}"


def _predicate(words: list[str], thing: Thing) -> str:
    """Returns what is said after *is*, or *have* and what is had; empty if neither is sure."""
    if words[0] in ("has", "have") and len(words) > 1:
        return f"have {_with_article(words[1:])}"
    rest = words[1:] if words[0] in ("is", "was", "are") and len(words) > 1 else words
    last = rest[-1]
    if rest[0] in ("in", "on", "under", "at", "for") or _is_adjective(last):
        return " ".join(rest)
    is_kind = last == head(thing.noun) or (
        thing.is_person and {last, "".join(rest)} & lexicon.PERSONS
    )
    goal = thing.noun == "goal" and last == "penalty"
    if is_kind or goal or last == "member" or (rest != words and last in lexicon.every_word()):
        return _with_article(rest)
    if thing.is_event and last in lexicon.EVENTS | lexicon.words_of("time shootout replay"):
        return f"have {_with_article(rest)}"
    return f"have {' '.join(rest)}" if is_plural(last) and rest == words else ""


def _is_adjective(word: str) -> bool:
    if word in _ADJECTIVES:
        return True
    return word.endswith(("ed", "ous", "able", "ible")) and word not in _NO_ADJECTIVES


def _with_article(words: list[str]) -> str:
    text = " ".join(words)
    return text if is_plural(words[-1]) or words[-1] in _UNCOUNTED else article(text)
