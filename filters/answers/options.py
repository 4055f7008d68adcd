"""Reading the answer to a multiple-choice question that asks for the false option.

A response may name the option in many ways (number, letter, ordinal, sign, its text or what it is
about), and it may judge the others as well: "Option 1 is correct. Option 2 is not". So each
sentence is read as claims: this option is called false, that one true, one is chosen or only
named. A labelled answer outweighs a conclusion, that outweighs an option called false, that
outweighs the one that the response opens with, and that outweighs what is left by elimination.
"""
# ruff: noqa: RUF001 -- letters of many scripts

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...core.folding import fold
from .wording import Sentence, Wording, is_finished

FINAL, CONCLUSION, THE_FALSE_ONE, CALLED_FALSE = 60, 50, 45, 40
OPENING, BY_CONTENT, LEFT, ABOUT = 35, 30, 25, 10
NONE = 0
"""Stands for *none of the above* among the numbers of options."""
UNDECIDED, SEVERAL = -1, -2
"""Stand for options between which a response does not decide, and for several that it chooses."""

_NOUN = (
    r"(?:options?|statements?|choices?|claims?|answers?|items?|numbers?|no\.|nos\.|nr\.?|points?"
    r"|letters?|bullet|fact|entry|row|line"
    r"|affirmation|énoncé|opci[oó]n|alternativa|afirmaci[oó]n|proposition|aussage|antwort|nummer"
    r"|bewering|optie|stelling|вариант|опция|пункт|утверждение|номер|विकल्प|বিকল্প"
    r"|الخيار|العبارة|آپشن|选项|選項|選択肢|pilihan|opsi|nomor|seçenek|şık|odpowiedź|opcja"
    r"|stwierdzenie|letra|lettera|opzione|opção|affermazione|número|numero|phương án|đáp án|câu"
    r"|선택지|옵션|보기)"
)
_ORDINALS = {
    1:
        "first|1st|former|top|primera?|primeiro|première?|erste[nrs]?|prim[oa]|перв\\w+|birinci"
        "|eerste|pierwsz\\w+|पहल[ाीे]|الأول|پہلا|pertama|thứ nhất|প্রথম",
    2:
        "second|2nd|segund[oa]|deuxième|seconde?|zweite[nrs]?|second[oa]|втор\\w+|ikinci|tweede"
        "|drug(?:a|i|ą|ie|iej)|दूसर[ाीे]|الثاني|دوسرا|kedua|thứ hai|দ্বিতীয়",
    3:
        "third|3rd|tercer[oa]?|troisième|dritte[nrs]?|terceir[oa]|terz[oa]|трет\\w+|üçüncü|derde"
        "|trzeci\\w*|तीसर[ाीे]|الثالث|تیسرا|ketiga|thứ ba|তৃতীয়",
    4:
        "fourth|4th|cuart[oa]|quatrième|vierte[nrs]?|quart[oa]|четвё?е?рт\\w+|dördüncü|vierde"
        "|czwart\\w+|चौथ[ाीे]|الرابع|چوتھا|keempat|thứ tư|চতুর্থ",
    5: "fifth|5th|quint[oa]|cinquième|fünfte[nrs]?|beşinci|vijfde",
    6: "sixth|6th",
    -1:
        "last|latter|final|bottom|últim[oa]|dernière?|letzte[nrs]?|ultim[oa]|последн\\w+|sonuncu"
        "|laatste|ostatni\\w*|आख़?िरी|الأخير|آخری|terakhir|cuối cùng|最后|最後|마지막",
}  # fmt: skip
_ORDINAL = "|".join(
    rf"(?P<o{'L' if number < 0 else number}>{names})" for number, names in _ORDINALS.items()
)
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6}
_SPELLED = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_DIGITS = {c: n for n, c in enumerate("一二三四五六", start=1)}
_REFERENCE = re.compile(
    rf"(?<![\w.])(?:{_NOUN}\s?(?:is|no\.|number|nr\.|#"
    rf"|:)?[\s:#(\"'\[]{{0,4}}(?P<number>\d{{1,2}}(?![\d,.]*\d|[a-z_]|%)|[a-h](?=[\s.,:;)\]\"'!?]"
    rf"|$)|i{{1,3}}(?!\w)|iv(?!\w)|vi?(?!\w)|(?:one|two|three|four|five|six)(?=[\s\"')]*(?:[.,;:!?]"
    rf"|$|is\b|was\b))))"
    r"|(?<!\w)#\s?(?P<hash>\d{1,2})(?!\d)"
    r"|(?P<keycap>\d)\s?\u20e3|(?P<circled>[\u2460-\u2468\u2776-\u277e])"
    r"|第\s?(?P<cjk>[\d一二三四五六])|(?<!\d)(?P<counted>\d)\s?(?:번|番|号|號|নম্বর|नंबर|नम्बर)"
    rf"|(?<![\w-])(?:{_ORDINAL})(?=[\s\"')]*(?:[.,:;!?)\u2013]|-\s|$|\n)|\s(?:one|is|isn't|was"
    rf"|seems|appears|looks|and|or|given|listed|provided|angabe|шик|{_NOUN})"
    rf"|[^\x00-\x7f])(?!\s(?:answers?|numbers?)\b|\sdivisi)"
    r"|(?<![\w.,\u2013-])\((?P<bracketed>\d{1,2}|[a-h]|i{1,3}|iv|v)\)"
)
_LEADING = re.compile(
    r"[\s|\"'\u2013\u2022+([-]*(?P<number>\d{1,2}|[a-h]|i{1,3}|iv|v)(?:(?P<mark>[).:\]|])(?!\d)"
    r"|(?=\s*(?:$|\n|[\u2013,;!?\u2026=\u2192]|-\s|\.\.))"
    r"|(?=\s[\"'(\u2705\u2714\u2713\u274c\u2716\u2717\u2718])|(?=\s(?:is|and|was|because|as"
    r"|since)\b))"
)
_LONE = re.compile(r"(?<![\w.,/\u2013-])(?P<number>\d)(?![\w%/]|[.,:]\d)")
_FALSE = (
    r"false|incorrect(?:ly)?|inaccurate(?:ly)?|wrong(?:ly)?|untrue|erroneous|mistaken|mistake|error"
    r"|odd one(?: out)?|lie|misstated|off\b(?= )|impossible|nonsense"
    r"|doesn't (?:fit|match|hold|check out|belong|apply)|does not (?:fit|match|hold|check out"
    r"|belong|apply)|didn't|did not|contradicts?"
    r"|falsch\w*|incorrect[oa]s?|incorret[oa]|errad[oa]|erróne[oa]|sbagliat[oa]|errat[oa]|fals[oa]"
    r"|faux|fausse|inexacte?|erronée?|klopt niet|onjuist\w*|fout|błędn\w+|nieprawdziw\w+|fałszyw\w+"
    r"|невер\w+|ошиб\w+|неправил\w+|yanlış\w*|salah|keliru|tidak benar|không đúng|không chính xác"
    r"|sai(?!\w)"
)
_FALSE_JOINED = (
    "خاطئ|خطأ|غير صحيح|غلط|गलत|ভুল|错|錯|不正确|不正確|不对|不准确|不属实|誤り|誤っ|間違|正しく|잘못"
    "|틀린|틀렸|틀립|거짓|\u274c|\u2716|\u2717|\u2718|\U0001f44e|\U0001f534|\U0001f6ab"
)
_TRUE = (
    r"true|correct(?:ly)?|accurate(?:ly)?|right(?:ly)?|fine|okay|ok|valid|checks? out|holds?(?: up"
    r"| true)?|fits|matches|factual|verified|confirmed|truthful"
    r"|richtig\w*|korrekt\w*|stimmt|correct[oa]s?|corret[oa]|verdader[oa]|verdadeir[oa]|cert[oa]"
    r"|vrai|exacte?|juste|ver[oa]|corrett[oa]|klopt|juist|waar|poprawn\w+|prawdziw\w+|верн\w+"
    r"|правильн\w+|doğru\w*|benar|đúng"
)
_TRUE_JOINED = (
    "صحيح|درست|صحیح|सही|সঠিক|正确|正確|对的|正しい|맞|올바른|\u2705|\u2714|\u2713|\u2611|\U0001f44d"
    "|\U0001f7e2"
)
_JUDGEMENT = re.compile(
    rf"(?P<not>\b(?:not|n't|never|neither|nor|hardly|far from|no longer)(?: \w+){{0,2}} "
    rf"|n't (?:\w+ ){{0,2}})?(?:(?<!\w)(?:(?P<false>{_FALSE})|(?P<true>{_TRUE}))(?![\w'-])"
    rf"|(?P<false_joined>{_FALSE_JOINED})|(?P<true_joined>{_TRUE_JOINED}))"
)
_CHOSEN = r"(?:answer|choice|selection|pick|response|option to (?:choose|pick|select))"
_CALLED = re.compile(
    rf"(?:(?<!\w)(?:{_FALSE})(?!\w)|{_FALSE_JOINED})[^.;!?]{{0,90}}?(?:\b(?:is|are|be|was|were|es"
    rf"|est|ist|é|è|is|jest|adalah|là|remains|namely)\b|[:=\u2013\u2192]|是|は|هو"
    rf"|है)[\s\"'(:\[]*(?:(?:the|la|le|el|die|der|das|de|het|a|o|indeed|therefore|thus|clearly"
    rf"|definitely|probably|most likely|likely|actually)\s)*$"
    rf"|(?:{_FALSE}) (?:option|statement|one|claim|choice|answer|item)[\s\"'(:,\u2013\[]*$"
    rf"|(?<!\w)(?:falsch ist|неверен|неверен|неверно)\s*(?:die|der|das)?\s*$"
)
_CHOOSES = re.compile(
    rf"(?:\b(?:it's|it is|that's|that is|it has to be|it must be|this is|i(?:'d| would| will"
    rf"|'ll)? (?:say|choose|pick|select|go with|go for|opt for|vote)|i choose|i select"
    rf"|my {_CHOSEN} is|{_CHOSEN} (?:is|would be|should be|has to be|must be|:)"
    rf"|leaves?(?: us with)?|left with|must be|has to be|would be|so|thus|hence|therefore"
    rf"|conclusion:?)"
    r"|[\u2192=])[\s,:\"'(\[]*(?:(?:the|only|clearly|definitely|it's|it is|indeed|then)\s)*$"
)
_EXCEPT = re.compile(
    r"\b(?:all|everything|every|each|any)\b[^.;]{0,60}\b(?:except|but|besides|apart from|other than"
    r"|save)(?: for)?(?: the)?"
    r"[\s\"'(]*$"
)
_REJECTS_SUBJECT = re.compile(r"(?:\b(?:be|is|it's|nor|neither|not) the|\bnor)[\s\"'(]*$")
_DENIES = re.compile(r"\b(?:not|never|rather than|instead of)\b|n't\b")
_REJECTS = re.compile(
    r"\b(?:not|nor|neither|isn't|can't be|cannot be|couldn't be|rather than|instead of|except"
    r"|besides|apart from|other than|unlike|nor is it|it's not|it is not)(?: (?:is|it|be|the|on|in"
    r"|with|about))*[\s\"'(]*$"
)
_EITHER = re.compile(
    r"\b(?:either|(?:could|might|may) (?:also |well )?be|possibly|perhaps"
    r"|maybe)[\s\"'(]*(?:the\s)?$"
)
_MAY_BE = re.compile(
    r"[^.;,]{0,20}\b(?:could|might|may) (?:also |well |each |both )?be (?:the )?(?:false|wrong"
    r"|in(?:correct|accurate))"
)
_IS_TRUE = re.compile(r"[^.;]{0,20}\b(?:is|are) (?:correct|true|accurate)\b")
_IS_NOT = re.compile(r"[\s\"']*(?:isn't|is not|does not|doesn't|not)\W*$")
_OPPOSITE = {"true": "false", "false": "true"}
_WALKS = re.compile(
    r"\b(?:let's|let us|let me|i'll|evaluate|examine|analy[sz]e|go through|look at|check|consider"
    r"|each)\b"
)
_OTHERS_ARE_TRUE = re.compile(
    rf"\b(?:other|remaining|rest)\b[^.:;\n]{{0,40}}\b(?:is|are) (?:{_TRUE})\b"
)
_SIGNS_AROUND = 3  # characters of a sentence that names an option and nothing else
_JOINT = re.compile(
    r"[\s\"')(]*(?:,|and|or|&|/|,\s*and|,\s*or|und|oder|y|o|et|ou|e|和|と|nor|,\s*nor"
    r"|,\s*not)?[\s\"'(]*$"
)
_LEAVES = re.compile(
    r"\b(?:leaves?|remaining|remains|left|(?:by|process of) elimination|only other)\b"
    r"|has to be the (?:other|remaining)"
)
_CORRECTS = re.compile(
    r"\b(?:wait|correction|scratch that|strike that|on second thought|hold on|hang on"
    r"|let me (?:correct|reconsider|rethink|re-?check|double-?check|check)|i (?:was|am"
    r"|stand) (?:wrong|mistaken|corrected)|i made (?:a|an) (?:mistake|error)|edit|oops"
    r"|i apologi[sz]e|apologies|my (?:mistake|apologies|bad)|looking at it again|disregard"
    r"|i take that back|upon (?:further |closer )?(?:reflection|review|inspection)|actually, no)\b"
)
_CONCLUDES = re.compile(
    r"^[\W\d]*(?:and |but )?(?:so|thus|therefore|hence|consequently|in conclusion|conclusion"
    r"|in summary|summary|overall|in short|ultimately|finally|verdict|tl;?dr)\b|[,;:\u2013]\s*(?:so"
    r"|thus|hence|therefore)\s|\b(?:therefore|hence|thus)\b"
)
_NONE = re.compile(
    rf"\bnone of (?:the|these|those|them|all)?\s?(?:above|(?:\w+ ){{0,3}}(?:options?|statements?"
    rf"|choices?|claims?|answers?|them)?[^.;]{{0,30}}?\b(?:is|are|seems?|appears?"
    rf"|to be)?\s?(?:{_FALSE}))"
    rf"|\bno (?:\w+ )?(?:{_FALSE}) (?:option|statement|choice|claim|answer|one|information)"
    rf"|\bno (?:inaccurac|errors?\b|mistakes?\b|false)|\b(?:neither|none) (?:is|are|option"
    rf"|statement|of (?:the|these|them))[^.;]{{0,30}}(?:{_FALSE})"
    rf"|\b(?:all|both|each|every one)(?: (?:of|the|these|those|them|given|listed|above|provided|two"
    rf"|three|four|five|six|options?|statements?|choices?|claims?|are|facts))*,? (?:is|are|seem"
    rf"|appear|look|appears|seems)(?: to be)?(?: \w+)? (?:{_TRUE})(?!\w)"
    rf"|\beverything(?: \w+){{0,3}} (?:is|seems|appears|checks|looks) (?:{_TRUE}|out)\b"
    rf"|^\W*none\W*$"
    r"|\b(?:ninguna|aucune?|keine|nessuna|nenhuma) (?:de |der |des |delle |das )?(?:las |les "
    r"|opciones|optionen|options|aussagen|opzioni|opções)?|以上都不|没有错误"
)
_NOT_ALL = re.compile(r"\b(?:other|others|else|rest|remaining|except|but|besides|apart)\b")
_LABEL = re.compile(
    r"(?:^|(?<=[.!?;|]\s)|(?<=\s\s))[\s\"'|(\[>\u2013-]{0,12}(?P<before>(?:(?:the|my|so|thus|therefore"
    r"|hence|and|short|final|correct|right|edit|correction|update|revised|corrected|new|la|el|die"
    r"|best)[\s:,]+){0,5})"
    r"(?:answer|verdict|conclusion|choice|selection|antwort|respuesta|réponse|resposta|risposta"
    r"|antwoord|odpowiedź|cevap|jawaban|trả lời|đáp án|ответ|الإجابة|الجواب|جواب|उत्तर|উত্তর)"
    r"\b(?:\s(?:to|for|in)\s[^:.\n]{0,40})?\s*(?:[:=\u2013\u2192|-]|\bis\b)[\s:]*|(?:答案|回答|答え"
    r"|정답|답)(?:是|は|은|는)?\s*:?\s*"
)
_IS_ANSWER = re.compile(
    rf"\s*(?:is|are|would be|must be|was)\s(?:\w+\s){{0,2}}(?:correct\s|right\s|final\s"
    rf"|best\s)?{_CHOSEN}\b"
)
_FIELD = re.compile(
    r"[\"'](?:[a-z]+_)?(?:answer|option|choice|verdict|result|selection|response|label|inaccurate"
    r"|incorrect|false|wrong|statement)(?:_(?:option|answer|number|id|choice|statement"
    r"|index))?[\"']\s*:\s*(?:[\"'](?P<text>[^\"\n]{0,300})|(?P<bare>\d{1,2}|null|none))"
    r"|<(?:[a-z]+_)?(?:answer|option|choice|verdict|result)[^<>\n]{0,40}>(?P<tagged>[^<]{0,200})<",
    re.IGNORECASE,
)
_BOXED = re.compile(r"\\boxed\s?\{(?P<text>(?:[^{}\n]|\{[^{}\n]{0,200}\}){0,200})\}")
_STRUCK = re.compile(r"~~(?=[^\s~])(?P<text>[^~\n]{1,400})~~")
_WORD = re.compile(r"[^\W_]+(?:\.\d+)?")
_STOP = frozenset(
    [
        "the",
        "of",
        "is",
        "a",
        "an",
        "in",
        "was",
        "it",
        "he",
        "his",
        "she",
        "her",
        "by",
        "for",
        "to",
        "and",
        "that",
        "be",
        "during",
        "has",
        "have",
        "its",
        "with",
        "on",
        "at",
        "as",
        "named",
    ]
)
_STEM = 6
_YES_CELL = re.compile(r"\|\s*(?:(?P<yes>yes|true|ok|y)|(?P<no>no|false|n|x))\b[^|]*\|?\s*$")
_MONTH = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")


class Choice(NamedTuple):
    """An option that a response settles on.

    Attributes:
        strength: How firmly; compared, never shown.
        position: Where in the response it says so.
        end: Where that ends.
        number: The option, or `NONE`, `UNDECIDED` or `SEVERAL`.
    """

    strength: int
    position: int
    end: int
    number: int


class Reference(NamedTuple):
    """Where a sentence names an option; `by_content` if only by what the option is about."""

    start: int
    end: int
    number: int
    by_content: bool


class Mention(NamedTuple):
    """How a sentence means an option, or several together.

    Attributes:
        sentence: The sentence.
        start: Where in the response they are named.
        end: Where that ends.
        numbers: The options, in ascending order.
        kind: `false`, `true`, `chosen` (as the answer), `open` (as one of several), or None.
        is_first: Whether the response begins with them.
        by_content: Whether they are named only by what they are about.
    """

    sentence: Sentence
    start: int
    end: int
    numbers: tuple[int, ...]
    kind: str | None
    is_first: bool
    by_content: bool


class Offered(NamedTuple):
    """The options in the forms that they are recognised by.

    Attributes:
        texts: Their texts, folded.
        by_word: The number of the only option that has a word.
        by_stem: The number of the only option that has a word that begins so.
    """

    texts: tuple[str, ...]
    by_word: Mapping[str, int]
    by_stem: Mapping[str, int]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.texts)

    def about(self, word: str) -> int | None:
        """Returns the only option that a word belongs to."""
        return self.by_word.get(word) or self.by_stem.get(word[:_STEM])


@lru_cache(maxsize=8192)
def offered(options: tuple[str, ...]) -> Offered:
    """Prepares options for `choices`."""
    texts = tuple(fold(option).strip(" .") for option in options)
    words = [set(_WORD.findall(option.lower())) - _STOP for option in options]
    stems = [{w[:_STEM] for w in some if len(w) >= _STEM and w.isalpha()} for some in words]
    return Offered(texts, _holders(words), _holders(stems))


def _holders(sets: Sequence[set[str]]) -> dict[str, int]:
    """Returns, for each word that only one of some sets has, the number of that set."""
    counts = Counter(word for some in sets for word in some)
    return {w: n for n, some in enumerate(sets, start=1) for w in some if counts[w] == 1}


def choices(of: Wording, sentences: Sequence[Sentence], options: Sequence[str]) -> list[Choice]:
    """Returns what a response settles on, at each place where it does.

    Args:
        of: The response.
        sentences: Its sentences.
        options: Texts of the options, in order.
    """
    reader = _Reader(of, offered(tuple(options)))
    return reader.read(sentences)


class _Reader:
    """Reads sentence after sentence, and remembers how each option was judged."""

    def __init__(self, of: Wording, options: Offered) -> None:
        self.of = of
        self.options = options
        self.found: list[Choice] = []
        self.judged: dict[int, bool] = {}
        self.topic: int | None = None
        self.mentioned: set[int] = set()
        self.corrected = False
        self.walks = self.enumerates = False
        self.alternatives: set[int] = set()
        self.flips = False
        self.leaves: Sentence | None = None
        self.announced = False
        self.asked: int | None = None
        self.asked_whether_true = False
        self.opening = 0  # the option that the response opens with

    def read(self, sentences: Sequence[Sentence]) -> list[Choice]:
        self._read_fields()
        self._survey(sentences)
        for index, sentence in enumerate(sentences):
            self._read_sentence(sentence, index == 0)
        self._add_what_is_left(sentences)
        return self.found

    # -- the whole

    def _read_fields(self) -> None:
        raw = self.of.raw
        if '"' in raw or "boxed" in raw or "<" in raw:
            for pattern in (_FIELD, _BOXED):
                for found in pattern.finditer(raw, self.of.start, self.of.end):
                    start, end = found.span(found.lastgroup or "text")
                    number = self._value(self.of.plain[start:end], raw[start:end])
                    if number is not None:
                        self.found.append(Choice(FINAL, start, end, number))
            for found in _JUDGED_FIELD.finditer(raw, self.of.start, self.of.end):
                says_true = found["key"].lower() in ("true", "correct", "valid", "accurate")
                self.judged[int(found["number"])] = says_true == (found["value"].lower() == "true")
        if "~~" in raw:
            struck = [
                self._value(fold(found["text"]), found["text"]) for found in _STRUCK.finditer(raw)
            ]
            if len(struck) == 1 and struck[0]:
                found = next(_STRUCK.finditer(raw))
                self.found.append(Choice(BY_CONTENT, found.start(), found.end(), struck[0]))

    def _survey(self, sentences: Sequence[Sentence]) -> None:
        """Finds out whether the response goes through the options one by one."""
        leading = [
            reference.number
            for sentence in sentences
            if sentence.opens_line
            for reference in [
                self._leading(sentence) or next(iter(self._by_text(sentence.text)), None)
            ]
            if reference
        ]
        announced = _WALKS.search(self.of.plain, self.of.start, self.of.start + 120) is not None
        self.walks = len(set(leading)) > 1 or bool(announced and leading)
        in_order = len(leading) > 1 and leading[0] == 1 < leading[1]
        others = _OTHERS_ARE_TRUE.search(self.of.plain, self.of.start, self.of.end)
        self.enumerates = announced or (in_order and not others)

    def _add_what_is_left(self, sentences: Sequence[Sentence]) -> None:
        """Adds what follows from the judgements on all options together."""
        end = self.of.end
        if len(self.alternatives) > 1:
            self._note(CALLED_FALSE, end, end, UNDECIDED)
        false = [number for number, right in self.judged.items() if not right]
        true = {number for number, right in self.judged.items() if right}
        left = [n for n in range(1, self.options.size + 1) if n not in true]
        if len(false) == 1:
            self._note(BY_CONTENT, end, end, false[0])
        finished = is_finished(self.of)
        if self.leaves and not false:
            unnamed = [n for n in left if n not in self.mentioned]
            left = unnamed if len(unnamed) == 1 else left
        unheard = finished and left and left[0] not in self.mentioned
        if not false and len(left) == 1 and (self.leaves or unheard):
            self._note(CONCLUSION if self.leaves else LEFT, end, end, left[0])
        if not left and finished:
            self._note(LEFT, end, end, NONE)
        if not self.found and finished:
            self._add_only_subject(sentences)

    def _add_only_subject(self, sentences: Sequence[Sentence]) -> None:
        """Adds the only option whose subject is spoken of: a correction without a judgement."""
        about = [number for sentence in sentences if (number := self._subject(sentence.text))]
        if about and len(set(about)) == 1 and not self.judged.get(about[0]):
            first = next(s for s in sentences if self._subject(s.text))
            if not first.asks:
                self._note(ABOUT, first.start, first.end, about[0])

    def _subject(self, text: str) -> int | None:
        number = self._best_by_content(text)
        if number:
            return number
        for pattern, key in (
            (_MONTH, "month"),
            (_YEAR, "year"),
            (re.compile("published by"), "publisher"),
            (_YEAR, "released"),
        ):
            if pattern.search(text):
                holder = self.options.by_word.get(key)
                if holder:
                    return holder
        return None

    # -- a sentence

    def _read_sentence(self, sentence: Sentence, is_first: bool) -> None:
        text = sentence.text
        if _CORRECTS.search(text) and (self.found or self.judged):
            self.corrected = True
            self.judged.clear()
            self.topic = None
        if sentence.asks:
            self._take_question(sentence)
            return
        if self._answers_itself(sentence):
            return
        if _LEAVES.search(text):
            self.leaves = sentence
        if self._read_label(sentence):
            return
        if "|" in text and re.search(r"\b(?:false|incorrect|inaccurate|wrong)\?", text):
            self.flips = True
        none = _NONE.search(text)
        if none and not _NOT_ALL.search(text[none.start() :][:80]):
            self._note(
                CALLED_FALSE, sentence.start + none.start(), sentence.start + none.end(), NONE
            )
            return
        references = self._references(sentence, is_first)
        if not references:
            self.announced = _ANNOUNCES.search(text) is not None
            self._judge_topic(sentence)
            return
        self._read_groups(sentence, _groups(text, references), is_first)
        self.announced = False

    def _take_question(self, sentence: Sentence) -> None:
        """Remembers the option that the response asks itself about ("Option 1? No.")."""
        references = self._references(sentence, False)
        self.asked = references[0].number if len(references) == 1 else None
        self.asked_whether_true = _judgement(sentence.text) is True

    def _answers_itself(self, sentence: Sentence) -> bool:
        """Takes a *yes* or *no* to such a question; tells whether it was one."""
        asked, self.asked = self.asked, None
        answer = _YES_OR_NO.match(sentence.text) if asked else None
        if not asked or not answer:
            return False
        right = (answer["yes"] is not None) == self.asked_whether_true
        self.judged[asked] = right
        self.mentioned.add(asked)
        if not right:
            self._note(CALLED_FALSE, sentence.start, sentence.end, asked)
        return True

    def _read_label(self, sentence: Sentence) -> bool:
        label = _LABEL.search(sentence.text)
        if not label:
            return False
        rest = sentence.text[label.end() :]
        number = self._value(rest, sentence.raw[label.end() :])
        if number is None:
            return False
        position = sentence.start + label.end()
        self._note(FINAL, position, sentence.start + len(sentence.text.rstrip()), number)
        return True

    def _judge_topic(self, sentence: Sentence) -> None:
        """Gives a judgement without an option to the option that was named last."""
        judged = _judgement(sentence.text)
        if judged is not None and self.topic is not None and self.topic not in self.judged:
            self.judged[self.topic] = judged
            if not judged:
                the_one = _THE_FALSE_ONE.search(sentence.text)
                strength = THE_FALSE_ONE if the_one else CALLED_FALSE - 1
                self._note(strength, sentence.start, sentence.end, self.topic)

    def _read_groups(
        self, sentence: Sentence, groups: list[list[Reference]], is_first: bool
    ) -> None:
        text = sentence.text
        previous, last = 0, None
        for index, group in enumerate(groups):
            start, end = group[0].start, group[-1].end
            following = groups[index + 1][0].start if index + 1 < len(groups) else len(text)
            before, after = text[previous:start], text[end:following]
            alone, by_content = len(groups) == 1, group[0].by_content
            kind = self._kind(before, after, text, alone, by_content)
            if kind is None and last in _OPPOSITE and _IS_NOT.match(text, end, following):
                kind = _OPPOSITE[last]
            if self.announced and index == 0:
                kind = "false"
            last = kind or last
            self._take(
                Mention(
                    sentence,
                    sentence.start + start,
                    sentence.start + end,
                    tuple(sorted({reference.number for reference in group})),
                    kind,
                    is_first and index == 0,
                    group[0].by_content,
                )
            )
            previous = end

    def _kind(
        self, before: str, after: str, text: str, alone: bool, by_content: bool
    ) -> str | None:
        """Returns how the options between two texts are meant: see `Mention`."""
        if _EXCEPT.search(before):
            judged = _judgement(f"{after} {before}")
            return None if judged is None else "false" if judged else "true"
        if _REJECTS.search(before) and (not by_content or _REJECTS_SUBJECT.search(before)):
            return "true"
        if _EITHER.search(before) or _MAY_BE.match(after):
            return "open"
        cell = _YES_CELL.search(after) if "|" in text else None
        if cell:
            return "true" if (cell["yes"] is not None) != self.flips else "false"
        if _IS_ANSWER.match(after):
            return "chosen"
        if _CALLED.search(before) and not _IS_TRUE.match(after):
            return "false"
        judged = _judgement(after)
        if judged is None and alone and not _CHOOSES.search(before):
            judged = _judgement(before)
        if judged is not None:
            return "true" if judged else "false"
        if by_content and alone and _DENIES.search(text):
            return "false"
        return "chosen" if _CHOOSES.search(before) else None

    def _take(self, mention: Mention) -> None:
        """Takes how an option, or several together, are meant in a sentence."""
        self.mentioned.update(mention.numbers)
        if mention.kind == "true":
            self.judged.update(dict.fromkeys(mention.numbers, True))
            self.topic = None
            return
        number = mention.numbers[0] if len(mention.numbers) == 1 else SEVERAL
        self.topic = number if number > 0 else None
        if mention.is_first and number > 0 and not mention.by_content:
            self.opening = number
        if mention.kind == "open":
            self.alternatives.update(mention.numbers)
            if number > 0:
                self._note(BY_CONTENT, mention.start, mention.end, number)
        elif mention.kind:
            self._take_chosen(mention, number)
        elif number > 0:
            self._take_named(mention, number)

    def _take_chosen(self, mention: Mention, number: int) -> None:
        """Takes an option that is called false, or given as the answer."""
        text = mention.sentence.text
        if number > 0:
            self.judged[number] = False
        elif self.opening in mention.numbers:
            number = self.opening
        strength = THE_FALSE_ONE if _THE_FALSE_ONE.search(text) else CALLED_FALSE
        if _CONCLUDES.search(text) or self.leaves is mention.sentence:
            strength = CONCLUSION
        if (mention.by_content and not self.leaves) or _ALSO.search(text):
            strength = BY_CONTENT
        self._note(strength, mention.start, mention.end, number)

    def _take_named(self, mention: Mention, number: int) -> None:
        """Takes an option that is only named: an answer where nothing else is said."""
        said = len(mention.sentence.text.strip(" .\n\"'"))
        alone = said <= mention.end - mention.start + _SIGNS_AROUND
        strength = ABOUT
        if self.walks and (self.enumerates or not mention.is_first):
            return
        if mention.is_first or mention.sentence.opens_line:
            strength = OPENING
        elif alone:
            strength = CALLED_FALSE
        elif self.corrected:
            strength = OPENING
        elif self.found:
            return
        strength = min(strength, ABOUT) if mention.by_content and not alone else strength
        self._note(strength, mention.start, mention.end, number)

    def _note(self, strength: int, start: int, end: int, number: int) -> None:
        if self.corrected and strength > ABOUT:
            strength = max(strength, FINAL)
        self.found.append(Choice(strength, start, end, number))

    # -- references

    def _references(self, sentence: Sentence, is_first: bool) -> list[Reference]:
        """Returns where a sentence names options, in order."""
        text, raw = sentence.text, sentence.raw
        found = [r for match in _REFERENCE.finditer(text) if (r := self._reference(match, raw))]
        leading = (
            self._leading(sentence)
            if sentence.opens_line or is_first or re.match(r"\W*[a-h1-9]\W*$", text)
            else None
        )
        if leading and not any(r.start < leading.end for r in found):
            found.insert(0, leading)
        for match in _CAPITAL.finditer(raw):
            number_of = self._number("", match["letter"].lower())
            if number_of and not any(r.start <= match.start("letter") < r.end for r in found):
                found.append(Reference(*match.span("letter"), number_of, False))
        if (found or _CHOOSES_LONE.search(text)) and not _COUNTS.search(text):
            taken = [(r.start, r.end) for r in found]
            for match in _LONE.finditer(text):
                number = int(match["number"])
                if 1 <= number <= self.options.size and not any(
                    s <= match.start() < e for s, e in taken
                ):
                    before, after = (
                        text[max(0, match.start() - 30) : match.start()],
                        text[match.end() : match.end() + 30],
                    )
                    if _NEAR_REFERENCE_BEFORE.search(before) or _NEAR_REFERENCE_AFTER.match(after):
                        found.append(Reference(match.start(), match.end(), number, False))
            found.sort()
        if not found:
            found = self._by_text(text)
            named = {reference.number for reference in found}
            found = sorted([*found, *(r for r in self._by_content(text) if r.number not in named)])
        return found

    def _reference(self, match: re.Match[str], raw: str) -> Reference | None:
        group = match.lastgroup or ""
        value = match[group]
        number = self._number(group, value)
        if number is None:
            return None
        if group in ("number", "bracketed") and value.isalpha() and len(raw) >= match.end():
            written = raw[match.start(group) : match.end(group)]
            if (
                not written.isupper()
                and group == "number"
                and value in ("a", "i")
                and not re.match(r"\s*(?:[.,:;)\]\"'!]|is\b|$)", raw[match.end(group) :])
            ):
                return None
        return Reference(match.start(), match.end(), number, False)

    def _number(self, group: str, value: str) -> int | None:
        count = self.options.size
        if group in ("o1", "o2", "o3", "o4", "o5", "o6"):
            number = int(group[1])
            return number if number <= count else None
        if group == "oL":
            return count if value != "latter" or count == 2 else None
        if group == "circled":
            return (ord(value) - 0x2460 if value < "\u2776" else ord(value) - 0x2776) + 1
        if value in _SPELLED:
            return _SPELLED[value] if _SPELLED[value] <= count else None
        if value in _DIGITS:
            return _DIGITS[value]
        if value.isdecimal():
            number = int(value)
            return number if 1 <= number <= count else None
        if value in _ROMAN and (len(value) > 1 or value in "iv"):
            return _ROMAN[value] if _ROMAN[value] <= count else None
        number = ord(value[0]) - ord("a") + 1
        return number if 1 <= number <= count else None

    def _leading(self, sentence: Sentence) -> Reference | None:
        found = _LEADING.match(sentence.text)
        if not found:
            explicit = _REFERENCE.match(sentence.text, _blank(sentence.text))
            return self._reference(explicit, sentence.raw) if explicit else None
        value = found["number"]
        written = sentence.raw[found.start("number") : found.end("number")]
        if value.isalpha() and not written.isupper() and found["mark"] not in (")", ".", "]", ":"):
            return None
        if (
            value.isalpha()
            and written.isupper()
            and not found["mark"]
            and not re.match(r"\s*(?:$|\n|[\u2013,!-])", sentence.text[found.end() :])
        ):
            return None
        number = self._number("", value)
        return Reference(found.start("number"), found.end(), number, False) if number else None

    def _by_text(self, text: str) -> list[Reference]:
        """Returns the options whose whole text a sentence repeats."""
        folded = fold(text)
        found = [
            n for n, option in enumerate(self.options.texts, start=1) if option and option in folded
        ]
        if len(folded) != len(text):
            return [Reference(0, 0, n, False) for n in found]
        return sorted(
            Reference(
                start := folded.index(self.options.texts[n - 1]),
                start + len(self.options.texts[n - 1]),
                n,
                False,
            )
            for n in found
        )

    def _by_content(self, text: str) -> list[Reference]:
        """Returns the options that words of a sentence are about, where they are about any."""
        found: dict[int, Reference] = {}
        end = -2
        for word in _WORD.finditer(text):
            number = self.options.about(word[0])
            if number and number not in found and end + 1 != word.start():
                found[number] = Reference(word.start(), word.end(), number, True)
            end = word.end() if number else -2
        return list(found.values())

    def _best_by_content(self, text: str) -> int | None:
        about = Counter(n for word in set(_WORD.findall(text)) if (n := self.options.about(word)))
        best = about.most_common(2)
        is_one = len(best) == 1 or (len(best) == 2 and best[0][1] > best[1][1])
        return best[0][0] if is_one else None

    def _value(self, text: str, raw: str) -> int | None:
        """Reads a label's or a field's value, which names an option if anything."""
        text = re.sub(
            r"^[\s$]*(?:text|textbf|mathrm|mathbf)?[\s\"'(\[:{]*(?:the )?",
            lambda m: " " * len(m[0]),
            text,
        )
        if re.match(r"\s*(?:none|no false|no inaccurate|all (?:are|of))\b", text) and not re.match(
            r"\s*none[\s\"']*$", text
        ):
            return NONE
        lone = re.match(
            r"\s*(?:(?P<number>\d{1,2})(?![\w%]|[.,]\d)|(?P<letter>[a-h]|i{1,3}"
            r"|iv)(?=[\s.,:;)\]\"'!}]|$))",
            text,
        )
        if lone and (
            lone["number"]
            or raw[lone.start("letter") : lone.end("letter")].isupper()
            or len(text.strip(" .)\"'\n")) < 3
        ):
            return self._number("number", lone["number"] or lone["letter"])
        found = _REFERENCE.search(text[:160])
        if found and (reference := self._reference(found, raw)):
            return reference.number
        by_text = self._by_text(text)
        if len(by_text) == 1:
            return by_text[0].number
        return None


_JUDGED_FIELD = re.compile(
    r"\"(?:id|option|number|index|statement)\"\s*:\s*\"?(?:option )?(?P<number>\d)\b[^{}]{0,300}?\"\w{0,20}"
    r"(?P<key>true|correct|valid|accurate|false|incorrect|inaccurate|wrong)\"\s*:\s*\"?(?P<value>true|false)\b",
    re.IGNORECASE,
)
_COUNTS = re.compile(r"\b\d of (?:the|these|them|those)\b")
_YES_OR_NO = re.compile(r"\W*(?:(?P<yes>yes)|no)\b")
_CAPITAL = re.compile(
    r"(?:\b(?:[Gg]o with|[Cc]hoose|[Pp]ick|[Ss]elect|[Ii]s|[Bb]e|[Ii]t's|[Aa]nswer|[Nn]ot|[Nn]or"
    r"|[Oo]r|[Aa]nd|[Ss]o|[Pp]ossibly|[Pp]erhaps|[Mm]aybe)|[\u2192=:,])"
    r"\s+[\"'(]?(?P<letter>[A-H])(?=[\"')]?(?:[.,;:!?)]|$|\s(?:is|are|was)\b))"
)
_ANNOUNCES = re.compile(
    rf"\b(?:{_FALSE}) (?:option|statement|one|claim|choice|answer)\b[^.;!?]{{0,60}}(?:\b(?:is"
    rf"|would be)\s*)?:\s*$"
)
_THE_FALSE_ONE = re.compile(
    rf"\bthe (?:only )?(?:{_FALSE}) (?:option|statement|one|claim|choice|answer)\b"
)
_ALSO = re.compile(r"\b(?:also|as well|too|additionally|likewise|similarly)\b")
_CHOOSES_LONE = re.compile(
    r"(?:[\u2192=:\u2013,]|\b(?:is|it's|so|be|not|number|answer|choose|pick|and|leaves))\s*\(?\d\b"
    r"|^\W*\d\b"
)
_NEAR_REFERENCE_BEFORE = re.compile(
    r"(?:\b(?:options?|statements?|numbers?|choose|pick|and|or|not|nor|so|it's|leaves|answer is"
    r"|with|then|thus|hence|,|&)|[,\u2013:\u2192-])\s*\(?$|^\W*$"
)
_NEAR_REFERENCE_AFTER = re.compile(
    r"\s*(?:(?:is|are|was|and)\b|[\u2705\u2714\u2713\u274c\u2716\u2717\u2718])"
)


def _groups(text: str, references: list[Reference]) -> list[list[Reference]]:
    """Joins references that one verdict is about ("1 and 2 are correct")."""
    groups = [[references[0]]]
    for reference in references[1:]:
        between = text[groups[-1][-1].end : reference.start]
        same = reference.number == groups[-1][-1].number
        if (_JOINT.match(between) and not re.search(r"\bnot\b|\bnor\b", between)) or (
            same and _judgement(between) is None
        ):
            groups[-1].append(reference)
        else:
            groups.append([reference])
    return groups


def _judgement(text: str) -> bool | None:
    """Returns whether the first judgement in a text is *true*; None if there is none."""
    for found in _JUDGEMENT.finditer(text):
        if re.search(
            r"\b(?:would|should|could|might) (?:be|have been) $", text[: found.start()][-20:]
        ):
            continue
        right = bool(found["true"] or found["true_joined"])
        return right != bool(found["not"])
    return None


def _blank(text: str) -> int:
    found = re.match(r"[\s|\"'\u2013\u2022+(\[-]*", text)
    return found.end() if found else 0
