"""Reading the answer to a multiple-choice question that asks for the false option.

The words around the name of an option (`references.py`) say how it is meant: called *false*, called
*true*, *chosen* as the answer, or only named. From strong to weak: a label or a correction
(`marks.py`); a conclusion; "the false option"; an option that is called false or chosen; one that
the response or a line opens with; one that is "also" false; the one that is left when all others
are called true; one that is only named. A verdict without a name is about the option named last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .answer import option_label
from .marks import CONCLUDES, CONCLUSION, CORRECTS, FINAL, LABEL, Claim, marked
from .references import Mention, offered
from .vocabulary import FALSE
from .wording import Sentence, Wording, is_finished

THE_FALSE_ONE, CALLED_FALSE, OPENING, WEAK, LEFT, NAMED = 45, 40, 35, 30, 25, 10

_FALSE = (
    r"(?:(?:false|incorrect|inaccurate|wrong)(?:ly)?|untrue|erroneous|mistaken|mistake|error"
    r"|odd one out|(?:doesn't|does not) (?:fit|match|hold|belong)|contradicts?)"
)
_TRUE = (
    r"(?:(?:true|correct|accurate|right)(?:ly)?(?! answer)|fine|okay|ok|valid|fits"
    r"|checks? out|holds?(?: up)?|matches|factual|verified|confirmed)"
)
_ONE = r"(?:option|statement|one|claim|choice|answer|item)"
_JUDGEMENT = re.compile(
    r"(?P<not>(?:\b(?:not|never|neither|nor|hardly|far from)|n't)(?: \w+){0,2} )?(?:(?<!\w)"
    rf"(?:(?P<false>{_FALSE})|(?P<true>{_TRUE}))(?![\w'-])|(?P<abroad>{FALSE})"
    r"|[\u274c\u2716\u2717\u2718]|(?P<tick>[\u2705\u2714\u2713\u2611]))"
)
_REJECTS = re.compile(r"\b(?:not|nor|neither)(?: the)?[\s\"'(]*$")
_THE_FALSE_ONE = re.compile(rf"\bthe (?:only )?{_FALSE} {_ONE}\b")
_CHOOSES = re.compile(
    r"(?:\b(?:it's|it is|that's|i(?:'d| would|'ll)? (?:say|choose|pick|select|go (?:with|for))"
    rf"|(?:{_ONE}|selection)(?: is| would be| should be| has to be| must be|:)|leaves?(?: us with)?"
    r"|left with|must be|has to be|would be|so|thus|hence|therefore|conclusion:?)|[\u2192=])"
    r"[\s,:\"'(\[]*(?:(?:the|only|either|it's|it is|then|most|likely|probably)\s)*$"
)
_EXCEPT = re.compile(
    r"\b(?:all|everything|every|each)\b[^.;]{0,60}\b(?:except|but|besides|apart from|other than)"
    r"(?: for)?(?: the)?[\s\"'(]*$"
)
_NONE = re.compile(
    rf"\bnone of (?:the |these |those |them |all )?(?:above|[^.;]{{0,40}}\b{_FALSE})"
    rf"|\bno (?:\w+ )?{_FALSE}(?: {_ONE}|\b)|\bno (?:inaccurac|errors?\b|mistakes?\b)"
    rf"|\b(?:neither|none) (?:is|are|{_ONE}|of)\b[^.;]{{0,30}}\b{_FALSE}"
    r"|\b(?:all|both|each)(?: (?:of|the|these|those|them|given|listed|above|two|three|four"
    rf"|{_ONE}s?)){{0,6}} (?:is|are|seems?|appears?)(?: to be)?(?: \w+)? {_TRUE}(?!\w)"
    rf"|\beverything(?: \w+){{0,3}} (?:is|seems|checks|looks) (?:{_TRUE}|out)\b|^\W*none\W*$"
)
_ALSO = re.compile(r"\b(?:also|as well|additionally|similarly)\b")
_ASIDE = re.compile(r"\b(?:others?|rest|remaining|question|if|whether)\b")
_NOT_ALL = re.compile(r"\b(?:others?|else|rest|remaining|except|but|besides|apart)\b")


def claims(reply: Wording, sentences: Sequence[Sentence], options: Sequence[str]) -> list[Claim]:
    """Returns what a response settles on, at each place where it does.

    Args:
        reply: The response.
        sentences: Its sentences.
        options: Texts of the options, in order.

    Returns:
        Claims of `option N` and `none of the above`; of several options at once, `unsure` where it
        is one *or* the other, else `contradictory`.
    """
    return _Reader(reply, options).read(sentences)


class _Reader:
    """Reads sentence after sentence, and remembers how each option was judged."""

    def __init__(self, reply: Wording, options: Sequence[str]) -> None:
        self.reply = reply
        self.texts = options
        self.options = offered(tuple(options))
        self.claims: list[Claim] = []
        self.judged: dict[int, bool] = {}
        self.opening: frozenset[int] = frozenset()  # what the response names first
        self.topic: int | None = None  # what it named last
        self.the_false_one: frozenset[int] = frozenset()
        self.corrected = False
        self.walks = False  # through the options, line by line

    def read(self, sentences: Sequence[Sentence]) -> list[Claim]:
        """Returns the claims of all sentences, and what follows from them together."""
        for value in marked(self.reply):
            self._take_value(value)
        named = [(sentence, self.options.mentions(sentence)) for sentence in sentences]
        for find in (self.options.repeated, self.options.about):
            if not any(mentions for _, mentions in named):
                named = [(sentence, sorted(find(sentence))) for sentence in sentences]
        leading = {some[0].numbers for _, some in named if some and some[0].leads}
        self.walks = len(leading) > 1
        for sentence, mentions in named:
            self._read_sentence(sentence, mentions)
        # The only option that is not called true; none if all are.
        left = [n for n, _ in enumerate(self.texts, start=1) if not self.judged.get(n)]
        if is_finished(self.reply) and len(left) <= 1 and all(self.judged.values()):
            self._note(LEFT, (self.reply.end, self.reply.end), sum(left))
        return self.claims

    def _read_sentence(self, sentence: Sentence, mentions: list[Mention]) -> None:
        text = sentence.text
        if CORRECTS.search(text) and (self.claims or self.judged):
            self.corrected = True
            self.judged.clear()
            self.topic = None
        label = LABEL.search(text)
        none = _NONE.search(text)
        if sentence.asks:
            self.topic = min(mentions[0].numbers) if len(mentions) == 1 else None
        elif label and self._take_value(sentence.after(label.end())):
            return
        elif none and not _NOT_ALL.search(text[none.start() : none.start() + 80]):
            strength = CONCLUSION if CONCLUDES.search(text) else CALLED_FALSE
            self._note(strength, sentence.placed(*none.span()), 0)
        elif mentions:
            self._read_mentions(sentence, mentions)
        elif self.topic and self.topic not in self.judged and not _ASIDE.search(text):
            kind = _judgement(text)
            if kind:
                self._take(sentence, Mention(0, len(text), frozenset([self.topic]), False), kind)

    def _read_mentions(self, sentence: Sentence, mentions: list[Mention]) -> None:
        starts = [mention.start for mention in mentions[1:]] + [len(sentence.text)]
        position = 0
        for mention, end in zip(mentions, starts, strict=True):
            before = sentence.text[position : mention.start]
            after = sentence.text[mention.end : end]
            self._take(sentence, mention, self._kind(before, after, mention, len(mentions) == 1))
            position = mention.end

    def _kind(self, before: str, after: str, mention: Mention, alone: bool) -> str | None:
        """Returns how the options between two texts are meant; None if they are only named."""
        if _EXCEPT.search(before):
            return "false" if _judgement(after + before) == "true" else None
        if _REJECTS.search(before):
            return "true"
        is_answer = "correct answer" in before[-24:] + after[:24]
        chosen = is_answer or _CHOOSES.search(before) is not None
        judged = _judgement(after) or (_judgement(before) if alone and not chosen else None)
        if judged:
            return judged
        # After "Option 1 is the wrong option", "the correct answer" is an option that is true.
        if is_answer and self.the_false_one - mention.numbers:
            return "true"
        return "chosen" if chosen else None

    def _take(self, sentence: Sentence, mention: Mention, kind: str | None) -> None:
        """Takes how options are meant in a sentence."""
        span = sentence.placed(mention.start, mention.end)
        numbers, opens = mention.numbers, not self.opening
        self.opening = self.opening or numbers
        if kind == "true":
            self.judged.update(dict.fromkeys(numbers, True))
            self.topic = None
            return
        if len(self.opening) == 1 and self.opening < numbers:
            numbers = self.opening  # of several that are called false, the first is the answer
        number = min(numbers) if len(numbers) == 1 else None
        self.topic = number if kind or opens or mention.leads else None
        if kind:
            self.judged.update(dict.fromkeys(numbers, False))
            if _THE_FALSE_ONE.search(sentence.text):
                self.the_false_one = numbers
            self._note(_strength(sentence.text), span, number)
        elif number and not (self.walks and (number == 1 or not opens)):
            strength = OPENING if opens or mention.leads or self.corrected else NAMED
            self._note(strength, span, number)

    def _take_value(self, value: Sentence) -> bool:
        """Takes the option that a label's value names first; tells whether it names one."""
        mentions = self.options.mentions(value) or sorted(self.options.repeated(value))
        if _NONE.search(value.text):
            self._note(FINAL, (value.start, value.end), 0)
            return True
        for mention in mentions[:1]:
            only = min(mention.numbers) if len(mention.numbers) == 1 else None
            self._note(FINAL, (value.start, value.end), only)
        return len(mentions) > 0

    def _note(self, strength: int, span: tuple[int, int], number: int | None) -> None:
        """Adds a claim: of an option, of none (0), or of several that are not told apart (None)."""
        if number is not None:
            label = option_label(number, self.texts)
        else:
            label = "unsure" if " or " in self.reply.plain[slice(*span)] else "contradictory"
        firm = self.corrected and strength > NAMED
        self.claims.append(Claim(FINAL if firm else strength, *span, label))


def _strength(text: str) -> int:
    """Returns how firmly a sentence calls an option false, or chooses it."""
    if _ALSO.search(text):
        return WEAK
    if CONCLUDES.search(text):
        return CONCLUSION
    return THE_FALSE_ONE if _THE_FALSE_ONE.search(text) else CALLED_FALSE


def _judgement(text: str) -> str | None:
    """Returns the first judgement in a text, `true` or `false`; None if there is none."""
    match = _JUDGEMENT.search(text)
    if match is None:
        return None
    return "true" if bool(match["true"] or match["tick"]) != bool(match["not"]) else "false"
