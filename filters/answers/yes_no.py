"""Reading the answer to a yes/no question from sentences.

Every sentence that answers gives one verdict with a strength: a labelled or boxed answer and a
correction outweigh a conclusion ("so ..."), that outweighs the word a response opens with, that
outweighs what is said of the truth of the question's statement, and that outweighs saying that
such a thing exists. Of the strongest verdicts the last one counts.

A question may deny ("Is it true that there are no ..."): then saying that there is one is a *no*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .declining import declines
from .vocabulary import (
    declines_abroad,
    existence_abroad,
    opening_word,
    truth_abroad,
)
from .wording import Sentence, Wording

FINAL, CONCLUSION, OPENING, LATER, TRUTH, EXISTENCE, HEDGE = 60, 50, 40, 35, 30, 20, 10


class Verdict(NamedTuple):
    """What a sentence answers.

    Attributes:
        strength: How firmly; compared, never shown.
        position: Where in the response it says so.
        end: Where that ends.
        label: `yes`, `no` or `unsure`.
    """

    strength: int
    position: int
    end: int
    label: str


class Asked(NamedTuple):
    """What is known of a yes/no question.

    Attributes:
        denies: Whether its statement denies something.
        words: Its words in lower case that name things, and their other number.
        content: Its longer words, to recognise that a sentence repeats it.
    """

    denies: bool
    words: frozenset[str]
    content: frozenset[str]


_NEGATION = r"(?:no|not|never|none|nobody|nothing|neither|nor|without|no one|cannot)\b|n't\b"
_DENIES = re.compile(rf"\b(?:{_NEGATION})|n't\b")
_STOP = frozenset(
    [
        "is",
        "it",
        "true",
        "that",
        "there",
        "are",
        "no",
        "not",
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "was",
        "were",
        "did",
        "do",
        "does",
        "has",
        "have",
        "had",
        "who",
        "which",
        "where",
        "with",
        "for",
        "by",
        "from",
        "and",
        "or",
        "any",
        "be",
        "been",
        "as",
        "this",
        "these",
        "those",
        "than",
        "when",
        "what",
        "whose",
        "their",
        "his",
        "her",
        "its",
        "nor",
        "never",
    ]
)
_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")


@lru_cache(maxsize=8192)
def asked(question: str) -> Asked:
    """Reads a yes/no question.

    Args:
        question: It, in English; empty if unknown.
    """
    words = frozenset(_WORD.findall(question.lower())) - _STOP
    names = {word for word in words if word.isalpha()}
    numbers = {w[:-1] if w.endswith("s") else f"{w}s" for w in names}
    denies = _DENIES.search(question.lower().partition(" titled ")[0]) is not None
    if not denies:
        denies = re.search(r"\b(?:not|never)\b|n't\b", question.lower()) is not None
    things = names | numbers | _THINGS
    return Asked(denies, frozenset(things), words)


_THINGS = frozenset(
    [
        "such",
        "one",
        "ones",
        "any",
        "anyone",
        "anybody",
        "other",
        "others",
        "another",
        "match",
        "matches",
        "matching",
        "entry",
        "entries",
        "film",
        "films",
        "known",
        "existing",
        "record-breaking",
        "single",
    ]
)

# -- words that answer -------------------------------------------------------------------------

_FLUFF = re.compile(
    r"(?:[\s\"'(\[|\u2013\-\u2022+.,:;\u2026\u2192=]+|\d{1,2}[.)]\s|(?:well|so|ok|okay|alright|fine|good|great|right|sure|hmm+|ah|oh|um+|hi|hello|and"
    r"|then|verified|confirmed|honestly|frankly|sorry|unfortunately|fortunately|actually|in short|in brief|briefly|short version|overall"
    r"|to answer (?:your|the) question|to be (?:clear|precise|honest|sure)|on the whole|in fact|of course|without (?:a |any )?doubt"
    r"|to the best of my knowledge|as far as i (?:know|remember|recall|can tell)|i (?:believe|think|would say|'d say)(?: that)?(?: the answer is)?"
    r"|(?:based on|according to) (?:my|the|available|general)[^,.:;]{0,50}|simply put|no (?:problem|worries)"
    r"|good question|great question|gladly|thank you|thanks|if i (?:remember|recall) correctly|yes\s?/\s?no(?:\s?/\s?unsure)?|yes or no)(?=[\s,.:;!\u2013\u2026-])[!]?)+"
)
_CLOSED = re.compile(r"[\s\"')\]]*(?:[.,:;!\u2013\u2026|(/\u2192=+]|-|$|\n)")
_NUMBERED = re.compile(r"\.\s?\d")
_AFTER_NO = frozenset(
    [
        "it",
        "it's",
        "its",
        "there",
        "there's",
        "theres",
        "that",
        "that's",
        "thats",
        "this",
        "these",
        "those",
        "they",
        "he",
        "she",
        "i",
        "i'm",
        "we",
        "you",
        "the",
        "a",
        "an",
        "in",
        "at",
        "on",
        "as",
        "since",
        "because",
        "but",
        "not",
        "for",
        "according",
        "based",
        "actually",
        "although",
        "however",
        "unfortunately",
        "while",
        "his",
        "her",
        "by",
        "after",
        "when",
        "from",
        "to",
        "both",
        "all",
        "none",
        "nobody",
        "and",
    ]
)
_AFTER_NAME = re.compile(
    r"\s(?:is|was|are|were|has|had|sang|sings|released|recorded|performed|wrote|made|came|won|did|stars|starring|features|recorded|by)\b"
    r"(?!\s(?:the|my)\s(?:\w+\s)?answer|\s(?:correct|right)\b)"
)
_TITLE = re.compile(
    r"(?: [A-Z\d][\w'&-]*| (?:for|of|the|and|a|in|to|on|with|my|your))(?:,? [A-Z\d][\w'&-]*| (?:for|of|the|and|a|in|to|on|with|my|your)){0,6}[\"'*_]{0,2}"
    r"(?:,? \(|,? by |, (?:directed|written|recorded|released|a \d{4})| (?:is|was|has|had|came|stars|features|fits|matches|won|appeared)\b)"
)
_STANDING = r"(?<![\w'-])(?P<word>yes|yep|yeah|no|nope|unsure|affirmative|negative|positive)(?![\w'-])(?!\s?(?:/|or\b))"
_CONCLUDED = re.compile(
    r"(?:(?:\b(?:so|thus|therefore|hence|then|conclusion|consequently|accordingly|but|summary|whole|all|short|final|finally|also|answer|indeed|say|it's|is|be|stay|stays|remains|with|fine|good|tl;?dr)|[:\u2192=])"
    r"[\s,:\"'(\u2013\u2192=>-]{1,6}(?:(?:that's|that is|this is|it's|it is|it must be|the answer is|i (?:would |must |have to |'d )?(?:rather )?say|my answer is|still|again|then|just|simply|definitely|clearly|firmly) ){0,3}"
    rf"(?P<article>a |an )?(?:clear |definite |firm |resounding |simple |confident )?[\"'(]?)(?:{_STANDING})(?=[\"')\]]{{0,2}}\s*(?:[.,:;!?\u2013)|-]|$|\n|[^\x00-\x7f]))",
)
_STANDS = re.compile(
    r"\bthe \"?(?P<word>yes|no)\"? (?:stands|still stands|remains|is right|is correct)"
)
_OR_NOT = re.compile(
    r"^\W*(?:or|but maybe|maybe|or maybe|or is it)\s(?:a )?(?:yes|no|not)\b[^?]{0,20}\?"
)
_BOTH = re.compile(
    r"\b(?:yes and no|both yes and no|neither yes nor no|yes, and no|yes, but also no|no and yes)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided that|assuming|had (?:it|he|she|they|the)|were (?:it|he|she)|in case|would have been|it depends|depending on|whether)\b"
)
_OTHERS = re.compile(
    r"\b(?:some|many|people|others|one (?:might|may|could)|you (?:may|might|will)|older|earlier|previous|often|commonly|sometimes|critics|rumou?rs?|sources?|websites?)\b[^.]{0,60}"
    r"\b(?:say|says|said|answer|answers|answered|read|claim|claims|claimed|think|believe|argue|suggest|assume)\b"
)
_CORRECTS = re.compile(
    r"\b(?:wait|correction|corrected|scratch that|strike that|on second thought|second thoughts|hold on|hang on|let me (?:correct|reconsider|rethink|rephrase|re-?check|double-?check|check again|fix)"
    r"|i (?:was|am|stand) (?:wrong|mistaken|corrected|in error)|i made (?:a|an) (?:mistake|error)|my (?:mistake|apologies|bad|first statement)|i (?:have|need|must|want|should) (?:to )?(?:correct|revise|retract)"
    r"|edit|update|oops|i apologi[sz]e|apologies|i'd rather say|upon (?:further |closer )?(?:reflection|review|consideration|inspection)|looking at it again|thinking about it (?:again|more)"
    r"|disregard|ignore (?:my|what)|i take that back|i misspoke|actually, (?:no|yes)|rather than my)\b|\bactually\b(?=\s*[,:\u2013])|\.\.\.\s*actually|^\W*(?:but )?actually\b"
)
_CONCLUDES = re.compile(
    r"^[\W\d]*(?:and |but )?(?:so|thus|therefore|hence|consequently|accordingly|in conclusion|to conclude|conclusion|in summary|to sum(?:mari[sz]e)? (?:up)?|summary|overall|as a result|this means|that means"
    r"|which means|in short|in the end|ultimately|all in all|given (?:this|that)|finally|it follows|on the whole|tl;?dr)\b"
    r"|[,;:\u2013\u2192]\s*(?:and )?(?:so|thus|hence|therefore)\s|\btherefore\b|\bhence\b"
)

# -- labels ------------------------------------------------------------------------------------

_NOUN = (
    r"(?:answer|verdict|conclusion|decision|judge?ment|tl;?dr|result|final response|antwort|respuesta|r\u00e9ponse|resposta|risposta|antwoord|odpowied\u017a|cevap|jawaban|tr\u1ea3 l\u1eddi|\u0111\u00e1p \u00e1n"
    r"|\u043e\u0442\u0432\u0435\u0442|\u0627\u0644\u0625\u062c\u0627\u0628\u0629|\u0627\u0644\u062c\u0648\u0627\u0628|\u062c\u0648\u0627\u0628|\u0909\u0924\u094d\u0924\u0930|\u0989\u09a4\u09cd\u09a4\u09b0)"
)
_LABEL = re.compile(
    rf"(?:^|(?<=[.!?;|]\s)|\s{{2}})[\s\"'|(\[>\u2013-]*(?P<before>(?:(?:the|my|so|thus|therefore|hence|and|short|quick|final|correct|right|overall|direct|edit|correction|update|revised|corrected|new|la|el|die)[\s:,]+){{0,5}})"
    rf"{_NOUN}\b(?:\s(?:to|for|in)\s[^:.\n]{{0,40}})?\s*(?:[:=\u2013\u2192|-]|\bis\b)[\s:]*"
    r"|(?:\u6700\u7ec8\u7b54\u6848|\u7b54\u6848|\u56de\u7b54|\u7ed3\u8bba|\u7b54\u3048|\u89e3\u7b54|\u7d50\u8ad6|\uc815\ub2f5|\ub2f5\ubcc0?|\uacb0\ub860)(?:\u662f|\u306f|\uc740|\ub294)?\s*:?\s*"
)
_STATED = re.compile(
    r"\b(?:answer|verdict|response|reply|conclusion)\b(?P<between>[^.:;?!\n]{0,60}?)\b(?:is|be|remains|stays|becomes|was|being|stands at|should read)\b(?: (?:therefore|thus|hence|then|still|actually|simply|clearly|definitely|indeed|again|now|in fact|a|an|clear|:))*[\s:,\"'(]*"
    + _STANDING
)
_FIELD = re.compile(
    r"[\"']?(?:final_?)?(?:answer|verdict|result|response|label|conclusion|decision|judge?ment|prediction)[\"']\s*:\s*(?:[\"'](?P<text>[^\"\n]{0,200})|(?P<bare>true|false|yes|no|null|none))"
    r"|<(?:final_?)?(?:answer|verdict|result|label|conclusion|decision)>(?P<tagged>[^<]{0,200})<",
    re.IGNORECASE,
)
_BOXED = re.compile(r"\\boxed\s?\{(?P<text>(?:[^{}\n]|\{[^{}\n]{0,100}\}){0,200})\}")

# -- truth -------------------------------------------------------------------------------------

_RIGHT = r"true|correct|right|accurate|valid|the case|so|a fact|affirmative|positive|confirmed|justified|well-founded"
_WRONG = r"false|incorrect|wrong|inaccurate|untrue|invalid|mistaken|erroneous|a misconception|a mistake|an error|a myth|a lie|negative|refuted|disproved|disproven|unfounded|misleading|contradicted|rejected"
_ADJECTIVE = rf"(?:(?P<right>{_RIGHT})|(?P<wrong>{_WRONG}))\b"
_CLAIM = r"(?:statement|claim|assertion|premise|proposition|assumption|sentence|allegation|contention|hypothesis|supposition|idea|notion)"
_MODS = r"(?P<mods>(?:\s(?:not|indeed|actually|in fact|therefore|thus|hence|however|simply|definitely|absolutely|completely|certainly|clearly|factually|quite|entirely|probably|likely|partly|to be|be|been|also|really|far from|anything but|by no means|hardly|a|the|still|then)\b,?){0,5})"
_TRUTH = re.compile(
    rf"(?P<subject>\b(?:that|this|it|which|status)|\b(?:the|this|that|your|such a|any)\s(?:[a-z-]+\s){{0,2}}{_CLAIM}\b(?P<clause>[^.!?\n]{{0,240}}?))"
    rf"\s?(?P<verb>'s|\bis|\bwas|\bisn't|\bwasn't|\bseems|\bappears|\bwould be|\bmust be|\bhas to be|\bcannot be|\bcan't be|\bthereby|\bis thereby)\b{_MODS}\s{_ADJECTIVE}"
    rf"(?!\s(?:answer|name|title|about|album|song|film|movie|person|one\b))"
)
_HOLDS = re.compile(
    rf"\b(?:that|this|it|{_CLAIM})\b(?P<clause>[^.!?\n]{{0,240}}?)\s(?P<negated>(?:does not|doesn't|did not|didn't|cannot|can't|do not) )?(?P<adverb>[a-z]+ly )?(?:hold|holds|stand|stands)(?P<up>\s(?:up|true|water|good))?(?=\W|$)"
)
_BARE_TRUTH = re.compile(
    r"(?:(?P<not>not|hardly|that's not|that is not|it's not) (?:quite |exactly |at all |entirely )?)?(?:(?P<right>true|correct|right|exactly|precisely|absolutely|certainly|definitely|indeed|of course|agreed|confirmed|undoubtedly|without (?:a )?doubt|quite so|naturally|totally|for sure)"
    r"|(?P<wrong>false|incorrect|wrong|untrue|inaccurate|mistaken|by no means|not at all|far from it|on the contrary|quite the (?:opposite|contrary)|absolutely not|certainly not|definitely not|of course not|i don't think so|i disagree|i'm afraid not|probably not|i think not|never|anything but))\b"
    r"(?P<negated>,? not\b)?(?=[\s\"')]*(?:[.,:;!\u2013|-]|$|\n)|\s(?:so|there|it|they|he|she|yes|no|given|because|since|as)\b)"
)
_COURTESY = re.compile(
    r"\W*(?:sure|certainly|absolutely|of course|definitely|right|great)\b[!,.]?\s*(?:here|let|i'd|i'll|i will|i can|happy|glad|let's|below|happy to|thank|to answer|allow|i am|i'm happy)"
)
_CONFIRM = re.compile(
    r"\bi (?:can |do |hereby )?(?P<verb>confirm|agree|disagree|deny)\b(?P<that>\sthat\b)?"
)
_REFUTED = re.compile(
    rf"\b(?:{_CLAIM})\b[^.!?\n]{{0,120}}\b(?:must|has to|should|can|needs to) be (?:rejected|denied|refuted|dismissed)"
)

# -- existence ---------------------------------------------------------------------------------

_AUX = r"(?:is|are|was|were|has|have|had|does|did|do|exists?|existed|seems?|appears?|must|could|can|may|might|would|should|will)"
_ADVERBS = r"(?:(?:indeed|actually|in fact|really|also|therefore|thus|hence|certainly|definitely|does|been|be|to|seem|appear|exists?|existed|ever|simply|just|currently|was|is|in|reality|at least|apparently|still|obviously|of course|clearly|likely|probably|then|absolutely|both|exactly|only|a total of|,)\s?)"
_THERE = re.compile(
    rf"\bthere(?:(?P<s>'s)|\s(?P<aux>{_AUX}))(?P<nt>n't)?\s?(?P<mid>{_ADVERBS}{{0,5}})(?P<not>(?:not|never)\b\s?)?(?P<mid2>{_ADVERBS}{{0,3}})(?P<rest>[^.!?\n]{{0,80}})"
)
_EXISTS = re.compile(
    r"(?P<subject>[^.!?\n]{0,80}?)\b(?P<negated>(?:does not|doesn't|do not|don't|did not|didn't|never|not) (?:seem to |appear to |actually )?)?(?P<does>(?:does|do|did) (?:indeed |in fact |actually )?)?exist(?:s|ed)?\b(?P<none>,? not\b)?"
)
_FITS = re.compile(
    r"(?P<subject>[^.!?\n]{0,100}?)\b(?P<negated>(?:does not|doesn't|do not|don't|did not|didn't|not|never) )?(?:actually |perfectly |exactly |fully |indeed )?(?:fit|fits|fitted|match|matches|matched|meet|meets|met|satisf(?:y|ies|ied)|fulfil(?:s|ls|led|l)?|matching|answers?)"
    r"(?:\s(?:all|both|each|every)(?:\sof)?)?(?:\s(?:the|these|those|this|that|your|its|of|given|three|two|four))*\s(?:description|criteria|criterion|conditions?|requirements?|bill|parameters|details|specifications|question|profile)\b"
)
_NOBODY = re.compile(
    r"\b(?P<none>nobody|no one|none|no such|nothing)\b|\b(?P<some>(?:of course |indeed )?(?:somebody|someone) did)\b"
)
_FOUND = re.compile(
    r"\bi (?:could not|couldn't|cannot|can't|did not|didn't|have not|found) (?:find |found )?(?:any|no|none)\b(?! (?:information|info|data|records?|evidence|details?|sources?|results?|reliable|mention|indication|credible|specific information))"
)
_DETERMINED = re.compile(r"\bno (?P<noun>(?:[\w-]+ ?){1,3})")
_NO_CASE = frozenset(
    [
        "doubt",
        "question",
        "wonder",
        "problem",
        "worries",
        "need",
        "surprise",
        "mistake",
        "ambiguity",
        "contradiction",
        "reason",
        "shortage",
        "lack",
        "denying",
        "way",
        "matter",
    ]
)
_EMOJI_YES, _EMOJI_NO = (
    "\u2705\u2714\u2713\u2611\U0001f44d\U0001f197\U0001f7e2",
    "\u274c\u2716\u2717\u2718\U0001f44e\U0001f6ab\U0001f534\u26d4",
)
_EMOJI = re.compile(rf"[\s\"'(\[|\u2013:-]*(?:(?P<yes>[{_EMOJI_YES}])|(?P<no>[{_EMOJI_NO}]))")
_TAG = re.compile(
    r",? (?:is|are|was|were|do|does|did|has|have)n't (?:it|there|they|he|she)\s*\?\W*$"
)


def verdicts(of: Wording, sentences: list[Sentence], question: str) -> Iterator[Verdict]:
    """Yields what the sentences of a response answer.

    Args:
        of: The response.
        sentences: The sentences of the part that answers.
        question: The question; empty if unknown.
    """
    yield from _in_fields(of, asked(question))
    reader = _Reader(asked(question), of)
    for sentence in sentences:
        yield from reader.read(sentence)


def _in_fields(of: Wording, about: Asked) -> Iterator[Verdict]:
    """Reads boxes and the fields of JSON and XML."""
    raw = of.raw
    if (
        '":' not in raw
        and "boxed" not in raw
        and "':" not in raw
        and "</" not in raw
        and '" :' not in raw
    ):
        return
    for pattern in (_FIELD, _BOXED):
        for found in pattern.finditer(raw, of.start, of.end):
            group = found.lastgroup or "text"
            start, end = found.span(group)
            label = _value(of.plain[start:end], about)
            if label:
                yield Verdict(FINAL, start, end, label)


def _value(text: str, about: Asked) -> str | None:
    """Reads the value of a field or a label."""
    text = re.sub(r"^\s*(?:text|mathrm|textbf|mathbf)?\s*", "", text)
    text = text.strip(" \"'.\n")
    if not text or text in ("null", "none", "n/a", "-"):
        return "unsure" if text else None
    word = opening_word(text)
    if word and (not text[word[1] :].strip() or _CLOSED.match(text, word[1])):
        return word[0]
    reader = _Reader(about, None)
    sentence = Sentence(0, len(text), text, text, True, True)
    found = max(reader.read(sentence), key=lambda v: v.strength, default=None)
    return found.label if found else None


class _Reader:
    """Reads sentence after sentence: a verdict can depend on what was said before."""

    def __init__(self, about: Asked, of: Wording | None) -> None:
        self.about = about
        self.of = of
        self.opened = False  # whether an answer was given
        self.corrected = False
        self.after_question = False
        self.said: list[str] = []

    def read(self, sentence: Sentence) -> list[Verdict]:
        """Returns the verdicts of the next sentence, at most one of each strength."""
        text = sentence.text
        tagged = _TAG.search(text)
        if sentence.asks and not tagged:
            return self._read_question(sentence)
        if tagged:
            text = text[: tagged.start()] + "."
        correction = _CORRECTS.search(text) if self.said or self.of else None
        corrects = correction is not None
        found = self._labelled(sentence, text) or self._worded(sentence, text)
        self.after_question = False
        if corrects or self.corrected:
            self.corrected = self.corrected or (corrects and bool(self.said))
            if self.corrected:
                found = [
                    v._replace(strength=max(v.strength, FINAL)) for v in found if v.strength > HEDGE
                ]
        self.said += [v.label for v in found if v.strength > HEDGE]
        return found

    def _read_question(self, sentence: Sentence) -> list[Verdict]:
        self.after_question = not re.search(
            r"\b(?:is|was) (?:it|that|this|there)\b.{0,12}\?|\bdid (?:nobody|anyone)", sentence.text
        )
        if self.said and _OR_NOT.match(sentence.text):
            return [Verdict(FINAL, sentence.start, sentence.end, "unsure")]
        return []

    # -- labels

    def _labelled(self, sentence: Sentence, text: str) -> list[Verdict]:
        label = _LABEL.search(text)
        if label:
            strength = (
                FINAL if label["before"] or self.said or sentence.start > 200 else OPENING + 5
            )
            if "final" in (label["before"] or "") or (
                self.of and sentence.start > self.of.start + 5
            ):
                strength = FINAL
            rest = text[label.end() :]
            answer = self._first_word(rest, sentence, label.end()) or self._statement(
                rest, sentence
            )
            if answer:
                return [answer._replace(strength=strength)]
        stated = _STATED.search(text)
        if stated and not self._set_aside(text, stated.start("word")):
            return [self._verdict(FINAL, sentence, stated.span("word"), _label(stated["word"]))]
        stands = _STANDS.search(text)
        if stands:
            return [self._verdict(FINAL, sentence, stands.span(), stands["word"])]
        return []

    # -- words

    def _worded(self, sentence: Sentence, text: str) -> list[Verdict]:
        found: list[Verdict] = []
        both = _BOTH.search(text)
        if both and not re.match(r"\s*(?:so|therefore)", text):
            return [
                self._verdict(OPENING if not self.said else HEDGE, sentence, both.span(), "unsure")
            ]
        concluded = self._concluded(sentence, text)
        if concluded:
            found.append(concluded)
        word = self._first_word(text, sentence, 0)
        if word:
            if concluded and concluded.position <= word.position:
                return found
            strength = self._strength_of_word(sentence, text)
            found.append(word._replace(strength=strength))
            return found
        statement = self._statement(text, sentence)
        if statement and not concluded:
            if _CONCLUDES.search(text) and statement.label != "unsure":
                statement = statement._replace(strength=CONCLUSION - 1)
            found.append(statement)
        return found

    def _strength_of_word(self, sentence: Sentence, text: str) -> int:
        if self.after_question:
            return HEDGE + 1
        if sentence.fills_line and len(text.strip()) < 12 and self.said:
            return CONCLUSION
        if _CONCLUDES.search(text[:40]):
            return CONCLUSION
        if not self.said:
            return OPENING
        return OPENING if sentence.opens_line or len(text.strip(" .!\n")) < 5 else LATER

    def _concluded(self, sentence: Sentence, text: str) -> Verdict | None:
        for found in _CONCLUDED.finditer(text):
            start = found.start("word")
            if self._set_aside(text, start) or (
                re.search(
                    r"\b(?:not|isn't|there(?:'s| is| are)|say|answer(?:ed)?) $|n't $",
                    text[max(0, start - 10) : start],
                )
                and "say" not in text[max(0, start - 8) : start]
            ):
                continue
            if found["word"] == "no" and _NUMBERED.match(text, found.end("word")):
                continue
            return self._verdict(CONCLUSION, sentence, found.span("word"), _label(found["word"]))
        return None

    def _first_word(self, text: str, sentence: Sentence, offset: int) -> Verdict | None:
        """Reads the answer word that a text begins with."""
        start = 0
        emoji = _EMOJI.match(text)
        if emoji and (not self.said):
            label = "yes" if emoji["yes"] else "no"
            rest = opening_word(text, _past_fluff(text, emoji.end()))
            return self._verdict(
                OPENING,
                sentence,
                (offset + emoji.start(), offset + emoji.end()),
                rest[0] if rest else label,
            )
        for start in dict.fromkeys((_past_blank(text), _past_fluff(text, 0))):
            word = opening_word(text, start)
            if word and self._answers(text, start, word, sentence, offset):
                return self._verdict(OPENING, sentence, (offset + start, offset + word[1]), word[0])
        return None

    def _answers(
        self, text: str, start: int, word: tuple[str, int], sentence: Sentence, offset: int
    ) -> bool:
        """Tells whether a word at the start of a sentence answers, or is part of something else."""
        label, end = word
        said = text[start:end]
        if self._set_aside(text, start):
            return False
        if re.match(r"n+o+$", said) and _NUMBERED.match(text, end):
            return False
        raw = sentence.raw[offset:] if len(sentence.raw) == len(sentence.text) else text
        if _TITLE.match(raw, end):
            return False
        quoted = text[start - 1 : start] == '"' and text[end : end + 1] == '"'
        starred = (
            raw[start - 1 : start] == "*"
            and raw[max(0, start - 2) : start - 1] != "*"
            and raw[end : end + 1] == "*"
            and raw[end + 1 : end + 2] != "*"
        )
        if (quoted or starred) and not re.match(r"[\"*]\s*(?:[.!\u2013:]|$)", raw[end : end + 6]):
            return False
        if _CLOSED.match(text, end):
            return not re.match(r",? (?:woman|country)", text[end : end + 12])
        if _AFTER_NAME.match(text, end):
            return False
        if label == "unsure":
            return True
        if label == "yes":
            return (
                said in ("yes", "yeah", "yep", "yup")
                or re.match(r"y+e+s+$|yse$", said) is not None
                or not said.isascii()
                or text[end : end + 1] == '"'
            )
        if re.match(r"n+o+(?:pe)?$", said) or said == "nah":
            return self._no_answers(text, end)
        return False

    def _no_answers(self, text: str, end: int) -> bool:
        following = _WORD.findall(text[end : end + 60])[:2]
        if re.match(r"\s(?:es|hay|lo|se|puedo|tengo|existe|estoy|hubo|me)\b", text[end:]):
            return False
        if not following or following[0] in _AFTER_NO:
            return True
        taken = self.about.words | _NO_CASE | _NOTHING
        return not any(word in taken for word in following)

    # -- statements

    def _statement(self, text: str, sentence: Sentence) -> Verdict | None:
        """Reads what a sentence says of the truth of the statement, or of what exists."""
        if self._others_say(text) or re.match(r"\W*(?:if|whether)\b", text):
            return self._conditional(text, sentence)
        bare = (
            None
            if _COURTESY.match(text)
            else _BARE_TRUTH.match(text, _past_blank(text))
            or _BARE_TRUTH.match(text, _past_fluff(text, 0))
        )
        if bare and not self.said:
            right = (bare["right"] is not None) != bool(bare["not"] or bare["negated"])
            existence = self._existence(text[bare.end() :])
            if (
                existence is None
                or bare["wrong"]
                or bare["negated"]
                or bare["right"] in ("true", "correct", "right", "exactly")
            ):
                return self._verdict(OPENING, sentence, bare.span(), _yes_no(right))
            return self._verdict(OPENING, sentence, bare.span(), self._of_world(existence))
        truth = self._truth(text)
        if truth is not None:
            return self._verdict(TRUTH, sentence, (0, len(text)), _yes_no(truth))
        existence = self._existence(text)
        if existence is not None:
            return self._verdict(EXISTENCE, sentence, (0, len(text)), self._of_world(existence))
        return self._abroad(text, sentence)

    def _conditional(self, text: str, sentence: Sentence) -> Verdict | None:
        if re.search(r"\b(?:yes|no)\b", text) and _CONDITION.search(text):
            return self._verdict(HEDGE, sentence, (0, len(text)), "unsure")
        return None

    def _truth(self, text: str) -> bool | None:
        """Returns whether the statement of the question is said to hold."""
        for found in _TRUTH.finditer(text):
            right = found["right"] is not None
            if re.search(r"n't|cannot", found["verb"]) or re.search(
                r"\b(?:not|far from|anything but|by no means|hardly)\b", found["mods"]
            ):
                right = not right
            clause = found["clause"] or _clause_after(text, found.end())
            return self._with_clause(right, clause, text[: found.start()])
        holds = _HOLDS.search(text)
        if (
            holds
            and (holds["up"] or holds["clause"] is not None)
            and re.search(rf"{_CLAIM}|hold (?:up|true|water)|holds (?:up|true)", text)
        ):
            return self._with_clause(not holds["negated"], holds["clause"] or "", "")
        if _REFUTED.search(text):
            return False
        confirmed = _CONFIRM.search(text)
        if confirmed:
            right = confirmed["verb"] in ("confirm", "agree")
            return self._with_clause(right, text[confirmed.end() :], "")
        return None

    def _with_clause(self, right: bool, clause: str, before: str) -> bool:
        """Combines a verdict with the clause that it is about."""
        if re.search(r"\b(?:not|n't|never)\b[^,;]{0,30}$", before) and re.search(
            r"\b(?:think|believe|say|mean)\b", before
        ):
            right = not right
        if not re.search(r"\b(?:that|to (?:say|state|claim|assert|conclude|assume))\b", clause):
            return right
        denies = _DENIES.search(clause) is not None
        if denies == self.about.denies or (self._world(clause) is None and not denies):
            return right
        return not right

    def _world(self, clause: str) -> bool | None:
        return self._existence(clause)

    def _existence(self, text: str) -> bool | None:
        """Returns whether something that the question asks for is said to exist."""
        if "there" in text:
            for found in _THERE.finditer(text):
                exists = self._there(found)
                if exists is not None:
                    return exists
        if "exist" in text:
            found_exists = _EXISTS.search(text)
            if found_exists and "there" not in found_exists["subject"]:
                none = (
                    found_exists["negated"]
                    or found_exists["none"]
                    or _DENIES.search(found_exists["subject"])
                )
                return not none
        fits = _FITS.search(text)
        if fits:
            return not (fits["negated"] or _DENIES.search(fits["subject"]))
        if re.search(r"\bthat (?:fits|matches|qualifies)\s*[.!]?\s*$", text):
            return "nothing" not in text
        if _FOUND.search(text):
            return False
        return self._nobody(text)

    def _there(self, found: re.Match[str]) -> bool | None:
        if (
            found["aux"] in ("do", "does", "did")
            and "exist" not in found["mid"]
            and not found["rest"].strip().startswith("exist")
            and found["rest"].strip()
        ):
            return None
        negated = bool(found["nt"] or found["not"])
        rest = found["rest"].strip(" ,\"'")
        if not rest or rest[0] in ":;\u2013-(":
            return not negated
        words = _WORD.findall(rest)[:5]
        if not words:
            return not negated
        if words[0] in ("no", "none", "nobody", "nothing", "not", "zero", "neither"):
            if words[0] in ("none", "nobody"):
                return False
            return (
                False
                if len(words) == 1
                or (
                    any(w in self.about.words for w in words[1:4])
                    and words[1] not in _NO_CASE | _NOTHING
                )
                else None
            )
        if words[0] in (
            "only",
            "enough",
            "insufficient",
            "also",
            "several",
            "many",
            "plenty",
        ) and not any(w in self.about.words for w in words[1:3]):
            return None
        if words[0] in ("one", "some", "at", "such", "any", "exactly", "two", "three") or any(
            w in self.about.words for w in words[:3]
        ):
            return not negated
        return (
            not negated
            if words[0] in ("a", "an") and any(w in self.about.words for w in words[1:5])
            else None
        )

    def _nobody(self, text: str) -> bool | None:
        who = _NOBODY.search(text)
        if who and who["some"]:
            return True
        if who and who["none"] == "no such":
            return False
        if who and re.match(r"\W*(?:none|nobody|no one|nothing)\b(?! other than)", text):
            return False
        determined = _DETERMINED.match(text, _past_blank(text))
        if determined:
            words = determined["noun"].split()
            if (
                words[0] not in _NO_CASE | _NOTHING
                and any(w in self.about.words for w in words[:3])
                and words[0] not in ("longer", "other")
            ):
                return False
        return None

    def _abroad(self, text: str, sentence: Sentence) -> Verdict | None:
        if self.said or declines_abroad(text):
            return None
        if text.isascii() and not _FOREIGN.search(text):
            return None
        truth = truth_abroad(text)
        if truth is not None:
            return self._verdict(TRUTH, sentence, (0, len(text)), _yes_no(truth))
        existence = existence_abroad(text)
        if existence is not None:
            return self._verdict(EXISTENCE, sentence, (0, len(text)), self._of_world(existence))
        return None

    # -- helpers

    def _of_world(self, exists: bool) -> str:
        return _yes_no(exists != self.about.denies)

    def _others_say(self, text: str) -> bool:
        return _OTHERS.search(text) is not None

    def _set_aside(self, text: str, position: int) -> bool:
        """Tells whether what stands there is conditional, or said by others."""
        before = text[:position]
        if before.count('"') % 2 and not re.search(
            r"(?:\b(?:is|be|say|answer|remains)|[:\u2192])\s*[\"(]*\s*$", before
        ):
            return True
        return _CONDITION.search(before) is not None or _OTHERS.search(before) is not None

    def _verdict(
        self, strength: int, sentence: Sentence, span: tuple[int, int], label: str
    ) -> Verdict:
        return Verdict(strength, sentence.start + span[0], sentence.start + span[1], label)


_NOTHING = frozenset(
    [
        "idea",
        "information",
        "info",
        "data",
        "evidence",
        "clue",
        "record",
        "records",
        "details",
        "sources",
        "definitive",
        "clear",
        "reliable",
        "specific",
        "answer",
        "access",
        "knowledge",
        "official",
        "mention",
        "indication",
    ]
)
_FOREIGN = re.compile(
    r"\b(?:es|hay|est|il|el|la|le|das|ist|der|dat|niet|een|no es|non|il y|nie|tidak|bu|saya|yang)\b"
)
_BLANK = re.compile(r"[\s\"'(\[|\u2013\u2022+=\u2192:-]*")


def _past_blank(text: str) -> int:
    found = _BLANK.match(text)
    return found.end() if found else 0


def _past_fluff(text: str, start: int) -> int:
    found = _FLUFF.match(text, start)
    return found.end() if found else start


def _clause_after(text: str, position: int) -> str:
    rest = text[position : position + 160]
    found = re.match(
        r"[\s,]*(?:that|to (?:say|state|claim|assert|conclude|assume)(?: that)?)\b[^,;:]*", rest
    )
    return found[0] if found else ""


def _label(word: str) -> str:
    if word in ("unsure",):
        return word
    return "no" if word in ("no", "nope", "negative") else "yes"


def _yes_no(right: bool) -> str:
    return "yes" if right else "no"


def declined(sentences: list[Sentence]) -> Sentence | None:
    """Returns the last sentence that declines to answer."""
    for sentence in reversed(sentences):
        if declines(sentence.text) or declines_abroad(sentence.text):
            return sentence
    return None
