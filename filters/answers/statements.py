"""What a sentence says of the statement that a yes/no question asks about.

It may call the statement true or false ("the claim that there are none is wrong"), or say that
what is asked for exists or not ("there is such a movie"), or repeat the statement or its denial.
The question may deny something itself ("Is it true that there are no ..."): the two are compared.
"""

from __future__ import annotations

import itertools
import re
from functools import lru_cache
from typing import NamedTuple


class Asked(NamedTuple):
    """What is known of a yes/no question.

    Attributes:
        denies: Whether its statement denies something.
        things: Its words in lower case that name things, in singular and plural.
        content: Its words in lower case that carry its meaning.
        tail: The last of them, which say what is asked of whom comes before.
    """

    denies: bool
    things: frozenset[str]
    content: frozenset[str]
    tail: frozenset[str]


_DENIES = re.compile(
    r"\b(?:no(?!\.\s?\d| (?:doubt|question|wonder|less than|other than|problem))|not|never|none"
    r"|nobody|nothing|neither|nor|without|no one|cannot)\b|n't\b"
)
_NAME = re.compile(
    r"\b(?:titled|named|called) .{1,120}?(?= that (?:was|were)\b| in \d{4}| released|\?|$)"
)
_WORD = re.compile(r"[^\W_]+(?:[.'][^\W_]+)*")
_STOP_WORDS = (
    "is it true that there are no not a an the of in on at to was were did do does has have had who"
    " which where with for by from and or any be been as this these those than when what whose"
    " their his her its nor never say says one"
)
_VERB_WORDS = (
    "sang sing sings released directed directs starring stars played plays wore published written"
    " located hosted born sung made found held won titled"
)
_THING_WORDS = (
    "such one ones any anyone anybody other others another match matches matching entry entries"
    " film"
    " films known existing single"
)
_STOP, _VERBS = frozenset(_STOP_WORDS.split()), frozenset(_VERB_WORDS.split())
_THINGS = frozenset(_THING_WORDS.split())
# "No doubt" and "no information" deny nothing that is asked for.
_NO_DENIAL_WORDS = (
    "doubt question wonder problem worries need surprise mistake ambiguity contradiction reason"
    " shortage lack denying way matter idea information info data evidence clue record records"
    " details sources definitive clear reliable specific answer access knowledge official mention"
    " indication longer other comment thanks"
)
NO_DENIAL = frozenset(_NO_DENIAL_WORDS.split())

# -- truth -------------------------------------------------------------------------------------

_RIGHT_WORDS = (
    "true|correct|right|accurate|valid|the case|so|a fact|affirmative|positive|confirmed|justified"
)
_WRONG_WORDS = (
    "false|incorrect|wrong|inaccurate|untrue|invalid|mistaken|erroneous|a misconception|a mistake"
    "|an"
    " error|a myth|a lie|negative|refuted|disproved|disproven|unfounded|misleading|contradicted"
    "|rejected"
)
_CLAIM = (
    r"(?:statement|claim|assertion|premise|proposition|assumption|sentence|allegation|contention"
    r"|hypothesis|supposition|idea|notion)"
)
_TRUTH_HINTS = frozenset(
    re.findall(
        r"\w+", f"{_RIGHT_WORDS}|{_WRONG_WORDS}|hold|holds|stand|stands|agree|disagree|confirm"
    )
) - {"a", "an", "the"} | {"deny", "dismissed", "denied", "support", "endorse", "accept"}
_TRUTH = re.compile(
    r"(?:\b(?:that|this|it|its|thats|which|status)"
    rf"|\b(?:(?:the|this|that|your|such a"
    rf"|any)\s(?:[a-z-]+\s){{0,2}})?{_CLAIM}\b(?P<clause>[^.!?\n]{{0,240}}?))"
    r"\s?(?P<verb>'s|(?<=ts)|\b(?:is|was|isn't|wasn't|seems|appears|thereby)"
    r"|\b(?:would|wouldn't|would not|won't|must|has to|cannot|can't|could not|couldn't) be)\b"
    r"(?P<adverbs>(?:\s(?:not|indeed|actually|in fact|therefore|thus|hence|however|simply"
    r"|definitely"
    r"|absolutely|completely|certainly|clearly|factually|quite|entirely|probably|likely|partly"
    r"|to be|be"
    r"|been|also|really|far from|anything but|by no means|hardly|a|the|still|then)\b,?){0,5})"
    rf"\s{{1,12}}(?:(?P<right>{_RIGHT_WORDS})|(?P<wrong>{_WRONG_WORDS}))\b(?!-)"
    r"(?!\s(?:answer|name|title|about|album|song|film|movie|person|one\b|there|here|in|at|on|next"
    r"|by"
    r"|near|outside|for))"
)
_HOLDS = re.compile(
    rf"\b(?:that|this|it|{_CLAIM})\b(?P<clause>[^.!?\n]{{0,240}}?)\s"
    r"(?P<negated>(?:does not|doesn't|did not|didn't|cannot|can't|do not) )?(?:[a-z]+ly )?"
    r"(?:holds?|stands?)(?:\s(?:up|true|water|good))?(?=\W|$)"
)
_REJECTED = re.compile(
    rf"\b{_CLAIM}\b[^.!?\n]{{0,120}}\b(?:must|has to|should|can|needs to) be (?:rejected|denied"
    r"|refuted|dismissed)"
)
_CONFIRMS = re.compile(
    r"\bi (?P<not>(?:cannot|can't|can not|do not|don't|would not|wouldn't) )?"
    r"(?:(?:can|do|would|have to|must|hereby|fully|completely|strongly) )*"
    r"(?P<verb>confirm|agree|disagree|deny)\b"
)
_UNSUPPORTED = re.compile(
    r"\bi(?:'m| am)? (?:unable to|not able to|cannot|can't|do not|don't) (?:support|endorse"
    r"|accept)\b"
)
_NOT = re.compile(r"n't|\b(?:not|cannot|far from|anything but|by no means|hardly)\b")
_NOT_THOUGHT = re.compile(
    r"(?:\bnot|n't|never)\b[^,;]{0,20}\b(?:think|believe|say|mean)\b[^,;]{0,20}$"
)
_MOST_TRIED = 20  # places in a sentence
_CLAUSE = re.compile(r"\b(?:that|to (?:say|state|claim|assert|conclude|assume|suggest))\b")
_CLAUSE_AFTER = re.compile(rf"[\s,]*{_CLAUSE.pattern}[^,;:]*")
_OPEN = re.compile(
    r"\b(?:whether|if|unless|impossible to|possible (?:that|to)|difficult to|determine|would mean"
    r"|could be"
    r"|provided that|assuming|suppose)\b"
)


def truth(text: str, words: frozenset[str], about: Asked) -> bool | None:
    """Tells whether a sentence says that the statement of the question holds.

    Args:
        text: The sentence in lower case.
        words: Its words.
        about: The question.

    Returns:
        None if it says nothing of that.
    """
    if words.isdisjoint(_TRUTH_HINTS):
        return None
    found = next(_TRUTH.finditer(text, 0, _opened(text)), None)
    if found:
        return _of_truth(found, text, about)
    if not words.isdisjoint(("hold", "holds", "stand", "stands")):
        holds = _HOLDS.search(text)
        if holds:
            return _combined(not holds["negated"], holds["clause"], about)
    if _REJECTED.search(text):
        return False
    if _UNSUPPORTED.search(text):
        return False
    confirms = _CONFIRMS.search(text)
    if confirms and confirms.end() <= _opened(text):
        agrees = (confirms["verb"] in ("confirm", "agree")) != bool(confirms["not"])
        return _combined(agrees, text[confirms.end() :], about)
    return None


def _opened(text: str) -> int:
    """Returns where a sentence begins to leave something open; behind its end if nowhere."""
    found = _OPEN.search(text)
    return found.start() if found else len(text) + 1


def _of_truth(found: re.Match[str], text: str, about: Asked) -> bool:
    negated = _NOT.search(f"{found['verb']} {found['adverbs']}") is not None
    if _NOT_THOUGHT.search(text[max(0, found.start() - 60) : found.start()]):
        negated = not negated
    after = _CLAUSE_AFTER.match(text, found.end(), found.end() + 200)
    clause = found["clause"] or (after[0] if after else "")
    return _combined((found["right"] is not None) != negated, clause, about)


def _combined(right: bool, clause: str, about: Asked) -> bool:
    """Combines a verdict with the clause that it is about, which can differ from the question."""
    if not _CLAUSE.search(clause):
        return right
    denies = _DENIES.search(clause) is not None
    repeats = denies == about.denies or (not denies and existence(clause, about) is None)
    return right == repeats


# -- existence ---------------------------------------------------------------------------------

_AUXILIARY = (
    r"(?:is|are|was|were|has|have|had|does|did|do|exists?|existed|seems?|appears?|must|could|can"
    r"|may"
    r"|might|would|should|will)"
)
_ADVERBS = (
    r"(?:(?:indeed|actually|in fact|really|also|therefore|thus|hence|certainly|definitely|does|been"
    r"|be|to"
    r"|seem|appear|exists?|existed|ever|simply|just|currently|was|is|in|reality|at least|apparently"
    r"|still"
    r"|obviously|of course|clearly|likely|probably|then|absolutely|both|exactly|a total of|,)\s?)"
)
_THERE = re.compile(
    rf"\bthere(?:'s|s\b|\s(?P<auxiliary>{_AUXILIARY}))(?P<nt>n't)?\s?(?P<adverbs>{_ADVERBS}{{0,5}})"
    rf"(?P<not>(?:not|never)\b\s?)?{_ADVERBS}{{0,3}}(?P<rest>[^.!?\n]{{0,80}})"
)
_EXISTS = re.compile(
    r"\b(?P<negated>(?:does not|doesn't|do not|don't|did not|didn't|never|not)"
    r" (?:seem to |appear to |actually )?)?exist(?:s|ed)?\b(?P<none>,? not\b)?"
)
_FITS = re.compile(
    r"\b(?P<negated>(?:does not|doesn't|do not|don't|did not|didn't|not|never) )?"
    r"(?:actually |perfectly |exactly |fully |indeed )?(?:fits?|fitted|match(?:es|ed|ing)?|meets?"
    r"|met"
    r"|satisf(?:y|ies|ied|ying)|fulfil(?:s|ls|led|l)?)"
    r"(?:\s(?:all|both|each|every)(?:\sof)?)?(?:\s(?:the|these|those|this|that|your|its|of|given"
    r"|three"
    r"|two|four))*\s(?:description|criteria|criterion|conditions?|requirements?|bill|parameters"
    r"|details"
    r"|specifications|profile)\b"
)
_MET = re.compile(
    r"\b(?P<none>no|not all) ?(?:of )?(?:the )?(?:criteria|conditions|requirements)"
    r"|\b(?:criteria|conditions|requirements|boxes) (?:is|are|were"
    r"|have been) (?P<not>not )?(?:all )?"
    r"(?:met|satisfied|fulfilled|ticked)|\bthat (?:fits|matches|qualifies)\s*[.!]?\s*$"
)
_FIT_WORDS = (
    "description criteria criterion condition conditions requirement requirements bill parameters"
    " details specifications profile boxes fits matches qualifies"
)
_FIT_HINTS = frozenset(_FIT_WORDS.split())
_FOUND_NONE = re.compile(
    r"\bi (?:could not|couldn't|cannot|can't|did not|didn't|have not|found) (?:find |found )?"
    r"(?:any|no|none)\b(?! (?:information|info|data|records?|evidence|details?|sources?|results?"
    r"|reliable"
    r"|mention|indication|credible|specific|reason))"
)
# As in: It did. He was not. They do.
_PRO_FORM = re.compile(
    r"\W*(?:it|he|she|they|that|one|the (?:director|city|player))(?:'s|\s(?:is|are|was|were|has"
    r"|have|had|do|does|did))"
    r"(?P<not>n't| not)?(?: indeed| in fact)?\s*(?:[,.:;!\u2013]|$|\n)"
)
_UNDOUBTED = re.compile(
    r"\W*(?:there is |there's |there can be )?no (?:doubt|question)\b|\W*without question\b"
)
_SOMEBODY = re.compile(r"\b(?:somebody|someone) did\b")
_NO_SUCH = re.compile(r"\bno such\b|^\W*(?:none|nobody|no one|nothing)\b(?! other than)")
_NO_THING = re.compile(r"\W*no (?P<noun>(?:[\w-]+ ?){1,3})")


def existence(text: str, about: Asked) -> bool | None:
    """Tells whether a sentence says that what is asked for exists.

    Args:
        text: The sentence in lower case.
        about: The question.

    Returns:
        None if it says nothing of that.
    """
    if "there" in text:
        opened = _opened(text)
        for found in itertools.islice(_THERE.finditer(text), _MOST_TRIED):
            said = _there(found, about) if found.start() < opened else None
            if said is not None:
                return said
    found_exists = _EXISTS.search(text) if "exist" in text else None
    if found_exists and found_exists.start() < _opened(text):
        subject = re.split(r"[:;,]", text[: found_exists.start()])[-1]
        if "there" not in subject:
            negated = found_exists["negated"] or found_exists["none"]
            return not (negated or _DENIES.search(subject))
    if " i " in f" {text}" and _FOUND_NONE.search(text):
        return False
    return _fits(text) if _fits(text) is not None else _nobody(text, about)


def _fits(text: str) -> bool | None:
    """Tells whether something is said to fit the question's description."""
    if _FIT_HINTS.isdisjoint(_WORD.findall(text)):
        return None
    fits = _FITS.search(text)
    if fits and fits.start() < _opened(text):
        return not (
            fits["negated"] or _DENIES.search(text[max(0, fits.start() - 80) : fits.start()])
        )
    met = _MET.search(text)
    return None if met is None else not (met["none"] or met["not"] or "nothing" in text)


def _there(found: re.Match[str], about: Asked) -> bool | None:
    rest = found["rest"].strip(" ,\"'")
    if found["auxiliary"] in ("do", "does", "did") and rest and "exist" not in found[0]:
        return None
    if found["auxiliary"] in ("may", "might", "could") and not found["not"]:
        return None
    positive = not (found["nt"] or found["not"])
    words = _WORD.findall(rest)[:5]
    if not words or rest[0] in ":;\u2013-(":
        return positive
    first, after = words[0], words[1:4]
    if first in ("none", "nobody"):
        return False
    if first in ("no", "nothing", "not", "zero", "neither"):
        denies = not after or (after[0] not in NO_DENIAL and not about.things.isdisjoint(after))
        return False if denies else None
    if first in ("one", "some", "at", "such", "any", "exactly", "two", "three"):
        return positive
    near = words[:3] if first not in ("a", "an") else words
    return positive if not about.things.isdisjoint(near) else None


def _nobody(text: str, about: Asked) -> bool | None:
    if _SOMEBODY.search(text) or _UNDOUBTED.match(text):
        return True
    pro_form = _PRO_FORM.match(text)
    if pro_form:
        return not pro_form["not"]
    if _NO_SUCH.search(text):
        return False
    no_thing = _NO_THING.match(text)
    if no_thing:
        words = no_thing["noun"].split()
        if words[0] not in NO_DENIAL and not about.things.isdisjoint(words):
            return False
    return None


# -- the statement itself ----------------------------------------------------------------------

_TAIL = 3
_LEAST_SHARED = 3  # words that a sentence has to share with the question to be about it
_DID_IT = re.compile(
    r"\b(?:did|(?:sang|released|performed|recorded|wrote|directed|made) (?:it|that|this)"
    r"|is just that|(?:is|lies|sits"
    r"|stands) (?:right )?there)\b"
    r"|\b(?:at|to|on|for) (?:this|these|that|those|the (?:given|specified|exact)|exactly (?:this"
    r"|these|that))"
    r" (?:very |exact |given )?(?:coordinates|location|point|position|spot|place)\b"
    r"|^\W*(?:that would be|you're thinking of|you are thinking of|you mean|you must mean|it's"
    r"|it is)\b"
    r"|^\W*the (?:film|movie|book|song|artist|band|singer|player|airport|one"
    r"|answer)\b[^.,;]{0,40}\bis\b"
)


def assertion(text: str, words: frozenset[str], about: Asked) -> bool | None:
    """Tells whether a sentence states what the question asks about as a fact, or denies it.

    Args:
        text: The sentence in lower case.
        words: Its words.
        about: The question.

    Returns:
        None if it shares too little with the question. This is the weakest evidence.
    """
    shared = len(about.content & words)
    if about.tail and about.tail <= words:
        shared = max(shared, len(about.content))
    did = _DID_IT.search(text) is not None
    if _OPEN.search(text):
        return None
    if not did and shared < min(_LEAST_SHARED, max(1, len(about.content) - 1)):
        return None
    if not _DENIES.search(text):
        return True
    return False if did or shared >= 0.5 * len(about.content) else None


# -- the question ------------------------------------------------------------------------------


@lru_cache(maxsize=8192)
def asked(question: str) -> Asked:
    """Reads a yes/no question.

    Args:
        question: It, in English; empty if unknown.
    """
    lower = question.lower()
    ordered = [word for word in _WORD.findall(lower) if word not in _STOP]
    content = frozenset(ordered)
    names = {word for word in content if word.isalpha()} - _VERBS
    other_number = {name[:-1] if name.endswith("s") else f"{name}s" for name in names}
    denies = _DENIES.search(_NAME.sub(" ", lower)) is not None
    return Asked(
        denies, frozenset(names | other_number | _THINGS), content, frozenset(ordered[-_TAIL:])
    )
