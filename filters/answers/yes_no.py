"""Reading the answer to a yes/no question from sentences.

Each place that answers is a claim. From strong to weak: a label or a correction (`marks.py`); a
conclusion ("So the answer is no"), and a line that is nothing but *yes* or *no*; the word that the
response opens with; a yes or no that a later sentence opens with; a verdict on the question's
statement; that there is such a thing or none (`statements.py`); a mere "certainly". Of a sentence
that opens with *yes* or *no*, only what it concludes is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .declining import declines
from .marks import CONCLUDES, CONCLUSION, CORRECTS, FINAL, LABEL, LABELS, Claim, marked
from .statements import Asked, statement
from .vocabulary import NO, YES
from .wording import Sentence, Wording

OPENING, LATER, ASSENT = 40, 35, 15

_SHORT = 12  # characters of a line that is nothing but an answer
_CLOSED = r"(?=[\s\"')\]]*(?:[.,:;!\u2013\u2026|(/\u2192=+-]|$|\n))"
# Before these words *yes* and *no* answer without punctuation, and begin no title or "no movie".
_GOES_ON = (
    r"(?=\s(?:it|it's|there|that|that's|this|these|they|he|she|i|we|the|an?|in|as|since|because"
    r"|but|for|according|based|although|however)\b)"
)
_FLUFF = re.compile(
    r"(?:[\s\"'(\[|\u2013\u2022+.,:;\u2026\u2192=>-]+|\(?(?:\d{1,2}|[a-h])[.)]\s|(?:well|so|okay|ok"
    r"|alright|hmm+|ah|oh|hi|hello|and|then|good|great|sure|certainly|probably|(?:most )?likely"
    r"|i (?:guess|suppose|believe|think|would say)(?: that)?|honestly|sorry|actually|sadly|overall"
    r"|unfortunately|in (?:short|brief|fact)|of course|without (?:a )?doubt|(?:great|good) question"
    r"|to (?:answer (?:your|the) question|be (?:clear|precise|honest)|the best of my knowledge)"
    r"|as far as i know|(?:based on|according to) [^,.:;\n]{1,60}|thank you[^.,\n]{0,20}"
    r"|yes\s?/\s?no(?:\s?/\s?unsure)?|yes or no)(?=[\s,.:;!\u2013\u2026-]))+"
)
_BLANK = re.compile(r"[\s\"'(\[|\u2013\u2022-]*")
_WORD = re.compile(
    r"(?:(?P<unsure>unsure|uncertain|unknown|not sure|maybe|perhaps|yes and no|n/a|null|none|idk)"
    r"|(?P<not>not (?:quite |exactly )?)?(?:(?P<yes>yes|yep|yeah|yup|y|true|correct|right|exactly"
    r"|precisely|agreed|confirmed|accurate)|(?P<no>no+|nope|nah|n|false|incorrect|wrong|untrue"
    rf"|inaccurate)))(?![\w/-]|'\w)(?:{_CLOSED}|(?:(?<=yes)|(?<=\bno)){_GOES_ON})"
    rf"|(?:(?P<yes_abroad>{YES})|(?P<no_abroad>{NO})){_CLOSED}"
    "|(?P<tick>[\u2705\u2714\u2713\u2611\U0001f44d])|(?P<cross>[\u274c\u2716\u2717\u2718\U0001f44e])"
)
_ASSENT = re.compile(
    r"(?P<no>i (?:don't|do not) (?:think|believe) so|by no means|far from it|(?:very )?unlikely"
    r"|not (?:at all|really|that i|to my|as far)|none that|i'm afraid not)\b|(?:certainly|indeed"
    r"|absolutely|definitely|of course|sure|(?:most |very |almost )?(?:likely|probably|certainly)"
    r"|i (?:think|believe|guess) so|you bet)(?P<not>,? not\b)?(?=[\s\"')]*(?:[.,:;!\u2013-]|$|\n))"
)
_BRIDGE = (
    r"(?:the|my|a|an|i|i'd|am|it|it's|that|that's|answer|is|be|would|should|must|have|has|to|make"
    r"|say|guess|think|go|with|clear|definite|definitive|firm|resounding|simple|probably|likely"
    r"|most|still|therefore|thus|final|correct|best|rather)"
)
_CONCLUDED = re.compile(
    rf"(?:\b(?:so|thus|therefore|hence|then|consequently|but|summary|short|finally|indeed|it's"
    r"|that's|i'd|i'm going with|i(?: must| would)? (?:say|answer)|let's say|make (?:it|that)"
    rf"|{LABELS}(?:[^.:;?!\n]{{0,60}}?\b(?:is|be|was|remains|stays|stands)\b)?)"
    rf"|[\u2192=])[\s,:\"'(\u2013>-]{{1,6}}(?:{_BRIDGE}[\s,:\"'(]{{1,3}}){{0,8}}"
    r"(?:(?P<yes>yes|yep|affirmative)|(?P<no>no|nope|negative)|(?P<unsure>unsure))(?![\w/-]|'\w)"
    r"(?!\sor\b)(?=[\"')\]]{0,3}\s*(?:[.,:;!\u2013)|-]|$|\n)|\s(?:from m[ey]|because|as|since)\b)"
)
_SUPPOSES = re.compile(r"(?<!so )\bif\b(?!.{0,300}\bso\b)")


def claims(reply: Wording, sentences: Sequence[Sentence], about: Asked) -> list[Claim]:
    """Returns what a response answers, at each place where it does.

    Args:
        reply: The response.
        sentences: The sentences of the part that answers.
        about: The question.
    """
    earlier: list[Claim] = []
    corrected = False
    for sentence in sentences:
        if sentence.asks and not _WORD.match(sentence.text):
            continue
        turn = None if corrected else CORRECTS.search(sentence.text)
        if turn:
            before = sentence._replace(text=sentence.text[: turn.start()])
            earlier += _claims_of(before, about, earlier)
            corrected = bool(earlier)
        rest = sentence.after(turn.end()) if turn and corrected else sentence
        own = _claims_of(rest, about, earlier)
        earlier += [claim._replace(strength=FINAL) for claim in own] if corrected else own
    values = [_claims_in(value, about)[:1] for value in marked(reply)]
    return [*earlier, *(claim._replace(strength=FINAL) for value in values for claim in value)]


def _claims_of(sentence: Sentence, about: Asked, before: Sequence[Claim]) -> list[Claim]:
    """Returns the claims of a sentence: its label's value, or what it says without a label."""
    label = LABEL.search(sentence.text)
    labelled = _claims_in(sentence.after(label.end()), about) if label else []
    if labelled:
        return [labelled[0]._replace(strength=FINAL)]
    own = _claims_in(sentence, about)
    if before and own and own[0].strength == OPENING:
        alone = sentence.opens_line and len(sentence.text.strip()) < _SHORT
        firm = alone or CONCLUDES.search(sentence.text[:_SHORT])
        own[0] = own[0]._replace(strength=CONCLUSION if firm else LATER)
    return [claim for claim in own if claim.strength > ASSENT or not before]


def _claims_in(sentence: Sentence, about: Asked) -> list[Claim]:
    """Returns the claims of a sentence: the word that opens it, and what it concludes or says."""
    text = sentence.text
    opening = _opening(sentence)
    concluded = [] if _SUPPOSES.search(text) else list(_CONCLUDED.finditer(text))
    if concluded:
        label = concluded[-1].lastgroup or ""
        span = sentence.placed(*concluded[-1].span(label))
        return [*opening, Claim(CONCLUSION, *span, label)]
    concludes = CONCLUDES.search(text) is not None
    if opening and not concludes:
        return opening
    after_doubt = text.rpartition("but ")[2] if declines(text) else ""
    if after_doubt and declines(after_doubt):
        return opening
    verdict = statement(after_doubt or text, about)
    assent = None if opening or verdict else _ASSENT.match(text.lstrip(" \"'"))
    if assent:
        verdict = ASSENT, _yes_no(not (assent["no"] or assent["not"]))
    if verdict is None:
        return opening
    strength = CONCLUSION - 1 if concludes else verdict[0]
    return [*opening, Claim(strength, sentence.start, sentence.end, verdict[1])]


def _opening(sentence: Sentence) -> list[Claim]:
    """Reads the word or the sign that a sentence begins with."""
    for pattern in (_BLANK, _FLUFF):
        blank = pattern.match(sentence.text)
        match = _WORD.match(sentence.text, blank.end()) if blank else None
        if match:
            right = any(match[name] for name in ("yes", "yes_abroad", "tick"))
            label = "unsure" if match["unsure"] else _yes_no(right != bool(match["not"]))
            return [Claim(OPENING, *sentence.placed(*match.span()), label)]
    return []


def _yes_no(right: bool) -> str:
    return "yes" if right else "no"
