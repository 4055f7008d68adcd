"""Reading the answer to a yes/no question from sentences.

Every sentence that answers gives a verdict with a strength: a labelled or boxed answer and a
correction outweigh a conclusion ("so ..."), that outweighs the word a response opens with, that
outweighs what is said of the truth of the question's statement, and that outweighs saying that
such a thing exists. Of the strongest verdicts the last one counts.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .declining import declines
from .statements import NO_DENIAL, Asked, asked, assertion, existence, truth
from .vocabulary import declines_abroad, existence_abroad, opening_word, truth_abroad
from .wording import Sentence, Wording, plain

FINAL, CONCLUSION, OPENING, LATER = 60, 50, 40, 35
TRUTH, EXISTENCE, ASSERTION, HEDGE = 30, 20, 10, 5


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


_LONGEST_CLAUSE = 400  # characters
_MOST_TRIED = 20  # places in a sentence
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_BLANK = re.compile(r"[\s\"'(\[|\u2013\u2022+=\u2192:-]*")
_FLUFF = re.compile(
    r"(?:[\s\"'(\[|\u2013\u2022+.,:;\u2026\u2192=-]+|\(?(?:\d{1,2}|[a-h])[.)]\s|(?:well|so|ok|okay"
    r"|alright|fine|good"
    r"|great|right|sure|hmm+|ah|oh|um+|hi|hello|and|then|verified|confirmed|probably|likely"
    r"|most likely|very likely|presumably|chances are|i guess|i suppose|honestly|frankly|sorry"
    r"|unfortunately|fortunately|actually|in short|in brief|briefly|short version|overall"
    r"|to answer (?:your"
    r"|the) question|to be (?:clear|precise|honest|sure)|on the whole|in fact|of course"
    r"|without (?:a |any )?"
    r"doubt|to the best of my knowledge|as far as i (?:know|remember|recall|can tell)|i (?:believe"
    r"|think"
    r"|would say|'d say)(?: that)?(?: the answer is)?|(?:based on|according to) (?:my|the|available"
    r"|general)"
    r"[^,.:;]{0,50}|simply put|no (?:problem|worries)|good question|great question|gladly|thank you"
    r"|thanks"
    r"|if i (?:remember|recall) correctly|yes\s?/\s?no(?:\s?/\s?unsure)?"
    r"|yes or no)(?=[\s,.:;!\u2013\u2026-])"
    r"!?)+"
)
_CLOSED = re.compile(r"[\s\"')\]]*(?:[.,:;!\u2013\u2026|(/\u2192=+]|-|$|\n)")
_PLAIN_YES = re.compile(r"y+e+s+$|yse$|yea[h]?$|y[eu]p$")
_PLAIN_NO = re.compile(r"n+o+(?:pe)?$|nah$")
_A_NUMBER = re.compile(r"\.\s?\d")
_AFTER_NO_WORDS = (
    "it it's its there there's theres that that's thats this these those they he she i i'm we you"
    " the a"
    " an in at on as since because but not for according based actually although however"
    " unfortunately"
    " while his her by after when from to both all none nobody and"
)
_AFTER_NO = frozenset(_AFTER_NO_WORDS.split())
# In Spanish a negation, in Portuguese "in the".
_NO_ABROAD = re.compile(
    r"\s(?:es|hay|lo|se|puedo|tengo|existe|estoy|hubo|me|filme|ano|livro|aeroporto|caso|entanto"
    r"|clube|mundo|brasil"
    r"|período|início|álbum)\b"
)
# "Yes sang it", "Nope is a film": the word is a name.
_NAME_ACTS = re.compile(
    r"[\"*_]{0,2}\s(?:is|was|are|were|has|had|sang|sings|released|recorded|performed|wrote|made"
    r"|came|won|did"
    r"|stars|starring|features|by)\b(?!\s(?:the|my)\s(?:\w+\s)?answer|\s(?:correct|right)\b)"
)
_TITLE_WORD = r"(?: [A-Z\d][\w'&-]*| (?:for|of|the|and|a|in|to|on|with|my|your))"
_TITLE = re.compile(
    rf"{_TITLE_WORD}(?:,?{_TITLE_WORD}){{0,6}}[\"'*_]{{0,2}}(?:,? \(|,? by |, (?:directed|written"
    rf"|recorded"
    r"|released|a \d{4})| (?:is|was|has|had|came|stars|features|fits|matches|won|appeared)\b)"
)
_ONLY_TITLE = re.compile(
    rf" (?!Way|Sir|Chance)[A-Z][\w'&-]*{_TITLE_WORD}{{1,6}}[\"'*_]{{0,2}}[.!]?\s*$"
)
_MAYBE_NOT = re.compile(r"\b(?:maybe|perhaps|possibly|or) not\b(?! only)")
_ANSWER_WORD = (
    r"(?<![\w-])(?<!\w')(?P<word>yes|yep|yeah|no|nope|unsure)(?![\w-]|'\w)(?!\s?(?:/|or\b))"
)
_CONCLUDED = re.compile(
    r"(?:\b(?:so|thus|therefore|hence|then|conclusion|consequently|accordingly|but|summary|whole"
    r"|all|short"
    r"|final|finally|answer|indeed|say|it's|it is|that's|stay|with|fine|good|tl;?dr)|[:\u2192=,])"
    r"[\s,:\"'(\u2013\u2192=>-]{1,6}(?:(?:that's|that is|this is|it's|it is|it must be"
    r"|the answer is|i"
    r"(?:'d| would| must| have to)?(?: rather)? (?:say|guess|think|believe|assume|suppose|bet"
    r"|answer|lean"
    r" towards|go with)|my answer is|probably|likely|most likely|i'm going with|let's say|still"
    r"|again|then|just|simply|definitely"
    r"|clearly|firmly) ){0,3}(?:a |an )?(?:clear |definite |firm |resounding |simple "
    r"|confident )?[\"'(]?"
    rf"{_ANSWER_WORD}(?=[\"')\]]{{0,2}}\s*(?:[.,:;!?\u2013)|-]|$|\n|[^\x00-\x7f])"
    r"|\s(?:from m[ey]|because|as|since|here|then|indeed|again)\b)"
)
_CONCLUDED_ABROAD = re.compile(
    r"\b(?:portanto|por (?:lo )?tanto|así que|donc|also|daher|deshalb|quindi|dunque|dus|więc"
    r"|следовательно|поэтому)"
    r"[\s,:\u2013]+(?:(?P<yes>sí|sim|oui|ja|sì|tak|да)|(?P<no>no|não|non|nein|nee|nie|нет))(?!\w)"
)
_FIRST_THOUGHT = re.compile(
    r"\b(?:at first (?:glance|sight|look|thought)|initially|originally|my (?:first|initial)"
    r"|first thought|going to (?:say|answer)"
    r"|about to say|used to|might seem|could seem|one would|tempting)\b"
)
_NOT_MEANT = re.compile(
    r"(?:\b(?:not|isn't|there(?:'s| is| are)|answered|me to answer|(?:reason|want|tempted|inclined"
    r"|like|easy|wrong|able"
    r"|unable|possible) to say)|n't|, \")\s?\"?$"
)
_STANDS = re.compile(
    r"\bthe \"?(?P<word>yes|no)\"? (?:stands|still stands|remains|is right|is correct)"
)
_OR_NOT = re.compile(
    r"^\W*(?:or|but maybe|maybe|or maybe|or is it)\s(?:a )?(?:yes|no|not)\b[^?]{0,20}\?"
)
_BOTH = re.compile(
    r"\b(?:yes and no|neither yes nor no|yes, and no|yes, but also no|no and yes|ni (?:sí"
    r"|oui) ni no)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|unless|provided that|assuming|had (?:it|he|she|they|the \w+) (?:been|had)|were (?:it"
    r"|he|she)"
    r"|in case|would have been|it depends|depending on|whether)\b"
)
_OTHERS_SAY = re.compile(
    r"\b(?:some|many|people|others|one (?:might|may|could)|you (?:may|might|will)|older|earlier"
    r"|previous|often"
    r"|commonly|sometimes|critics|rumou?rs?|sources?|websites?)\b[^.]{0,60}\b(?:say|says|said"
    r"|answer|answers"
    r"|answered|read|claim|claims|claimed|think|believe|argue|suggest|assume)\b"
)
_CORRECTS = re.compile(
    r"\b(?:wait|correction|corrected|scratch that|strike that|on second thought|second thoughts"
    r"|hold on"
    r"|hang on|let me (?:correct|reconsider|rethink|rephrase|re-?check|double-?check|check again"
    r"|fix)"
    r"|i (?:was|am|stand) (?:wrong|mistaken|corrected|in error)|i made (?:a|an) (?:mistake|error)"
    r"|my (?:mistake|apologies|bad|first statement)|i (?:have|need|must|want"
    r"|should) (?:to )?(?:correct|revise"
    r"|retract)|edit|update|oops|i apologi[sz]e|apologies|i'd rather say|upon (?:further |closer )?"
    r"(?:reflection|review|consideration|inspection)|looking at it again|thinking about it (?:again"
    r"|more)"
    r"|disregard|ignore (?:my|what)|i take that back|i misspoke)\b|\bactually\b(?=\s*[,:\u2013])"
    r"|\.\.\.\s*actually|^\W*(?:but )?actually\b"
)
_CORRECTION_WORDS = (
    "wait correction corrected scratch strike second hold hang reconsider rethink rephrase recheck"
    " check"
    " fix wrong mistaken error mistake apologies bad statement correct revise retract edit update"
    " oops"
    " apologize apologise rather reflection review consideration inspection again more disregard"
    " ignore take"
    " misspoke actually double"
)
_CORRECTION = frozenset(_CORRECTION_WORDS.split())
_CONCLUDES = re.compile(
    r"^[\W\d]*(?:and |but )?(?:so|thus|therefore|hence|consequently|accordingly|in conclusion"
    r"|to conclude"
    r"|conclusion|in summary|to sum(?:mari[sz]e)? (?:up)?|summary|overall|as a result|this means"
    r"|that means"
    r"|which means|in short|in the end|ultimately|all in all|given (?:this|that)|finally|it follows"
    r"|on the"
    r" whole|tl;?dr)\b|[,;:\u2013\u2192]\s*(?:and )?(?:so|thus|hence|therefore)\s|\btherefore\b"
    r"|\bhence\b"
)

# -- labels ------------------------------------------------------------------------------------

_LABELS = (
    r"(?:answer|verdict|conclusion|decision|judge?ment|tl;?dr|result|final response|antwort"
    r"|respuesta"
    r"|réponse|resposta|risposta|antwoord|odpowiedź|cevap|jawaban|trả lời|đáp án"
    r"|ответ|الإجابة|الجواب|جواب"
    r"|उत्तर|উত্তর)"
)
_LABEL = re.compile(
    r"(?:^|(?<=[.!?;|]\s)|\s{2})[\s\"'|(\[>\u2013-]{0,12}(?P<before>(?:(?:the|my|so|thus|therefore"
    r"|hence"
    r"|and|short"
    r"|quick|final|correct|right|overall|direct|edit|correction|update|revised|corrected|new|la|el"
    r"|die)"
    rf"[\s:,]+){{0,5}}){_LABELS}\b(?:\s(?:to|for|in)\s[^:.\n]{{0,40}})?\s*(?:[:=\u2013\u2192|-]"
    rf"|\bis\b)[\s:]*"
    r"|(?:最终答案|答案|回答|结论|答え|解答|結論|정답|답변?|결론)(?:是|は|은|는)?\s*:?\s*"
)
_STATED = re.compile(
    r"\b(?:guess|answer|verdict|response|reply|conclusion)\b(?:(?!\b(?:there|as|because"
    r"|since)\b)[^.:;?!\n]){0,60}?\b(?:is|be|remains|stays|becomes|was"
    r"|being|stands at|should read)\b(?: (?:therefore|thus|hence|then|still|actually|simply|clearly"
    r"|definitely"
    r"|indeed|again|now|in fact|a|an|clear|definite|firm|resounding|simple|confident|probably"
    r"|likely|most likely|:))*[\s:,\"'(]*"
    + _ANSWER_WORD.replace("unsure", "unsure|affirmative|negative|positive")
)
_FIELD = re.compile(
    r"[\"']?(?:final_?)?(?:answer|verdict|result|response|label|conclusion|decision|judge?ment"
    r"|prediction)"
    r"[\"']\s*:\s*(?:[\"'](?P<text>[^\"\n]{0,200})|(?P<bare>true|false|yes|no|null|none))"
    r"|<(?:final_?)?(?:answer|verdict|result|label|conclusion|decision)>(?P<tagged>[^<]{0,200})<"
    r"|\b(?:answer|verdict)\s?=\s?[\"'](?P<attribute>[^\"'\n]{0,100})[\"']",
    re.IGNORECASE,
)
_BOOLEAN = re.compile(
    r"\"\w{0,30}(?:true|correct|valid|accurate|holds?|(?P<exists>exists?"
    r"|found))\"\s*:\s*\"?(?P<value>true|false)\b",
    re.IGNORECASE,
)
_BOXED = re.compile(r"\\boxed\s?\{(?P<text>(?:[^{}\n]|\{[^{}\n]{0,100}\}){0,200})\}")
_CELL = re.compile(
    r"\|\s*(?:(?P<right>true|yes|correct)|(?P<wrong>false|no|incorrect|not true))\b[^"
    r"|]{0,40}\|?\s*$"
)

# -- a verdict without yes or no ---------------------------------------------------------------

_BARE = re.compile(
    r"(?:(?P<not>(?:probably |likely )?not|hardly|that's not|that is not|it's not) (?:quite "
    r"|exactly |at all"
    r" |entirely )?)?(?:(?P<right>true|correct|right|exactly|precisely|absolutely|certainly"
    r"|definitely|indeed"
    r"|of course|agreed|confirmed|undoubtedly|sure|i (?:think|believe|suppose|guess|would say) so"
    r"|you bet|almost certainly"
    r"|most likely|very likely|likely|probably|(?:it|so it) (?:seems|appears)(?: so)?|apparently so"
    r"|by all means|without (?:a )?doubt|quite so|naturally|totally|for sure)"
    r"|(?P<wrong>false|incorrect|wrong|untrue|inaccurate|mistaken|by no means|not at all"
    r"|far from it|on the"
    r" contrary|quite the (?:opposite|contrary)|absolutely not|certainly not|definitely not"
    r"|of course not"
    r"|i (?:don't|do not) (?:think|believe) so|not that i(?:'m| am)? (?:know of|aware of|can tell"
    r"|recall)|not to my"
    r" knowledge|not as far as i know|(?:most|very) likely not|likely not|(?:highly "
    r"|very )?unlikely|i disagree|i'm afraid not|probably not|i think not|never|anything but))\b"
    r"(?P<negated>,? not\b)?(?=[\s\"')]*(?:[.,:;!\u2013|-]|$|\n)"
    r"|\s(?:so|there|it|they|he|she|yes|no|given|because|since|as)\b)"
)
_FIRM = ("true", "correct", "right", "exactly", "precisely", "confirmed")
_COURTESY = re.compile(
    r"\W*(?:sure|certainly|absolutely|of course|definitely|right|great)\b[!,.]?\s*(?:here|let|i'd"
    r"|i'll|i will"
    r"|i can|happy|glad|below|thank|to answer|allow|i am|i'm happy|this is)"
)
_CONTRADICTS = re.compile(r"\W*(?:si\s?[,!]\s?(?:il|elle|c'|on)|doch\s?[,!.:]|doch\b|jo,)")
_YES_SIGNS, _NO_SIGNS = (
    "\u2705\u2714\u2713\u2611\U0001f44d\U0001f7e2",
    "\u274c\u2716\u2717\u2718\U0001f44e\U0001f6ab\U0001f534",
)
_SIGN = re.compile(rf"[\s\"'(\[|\u2013:-]*(?:(?P<yes>[{_YES_SIGNS}])|(?P<no>[{_NO_SIGNS}]))")
_TAG = re.compile(
    r",? (?:is|are|was|were|do|does|did|has|have)n't (?:it|there|they|he|she)\s*\?\W*$"
)
_ASKS_ITSELF = re.compile(
    r"\b(?:is|was) (?:it|that|this|there)\b.{0,12}\?|\bdid (?:nobody|anyone)|yes\?|no\?"
)
_FOREIGN = re.compile(
    r"\b(?:es|hay|est|il|el|la|le|das|ist|der|dat|niet|een|non|nie|tidak|bu|saya|yang)\b"
)
_PROMISES = frozenset(("if", "whether"))


def verdicts(of: Wording, sentences: Sequence[Sentence], question: str) -> Iterator[Verdict]:
    """Yields what a response answers, at each place where it does.

    Args:
        of: The response.
        sentences: The sentences of the part that answers.
        question: The question; empty if unknown.
    """
    reader = _Reader(asked(question), of)
    yield from reader.fields()
    for sentence in sentences:
        yield from reader.read(sentence)


class _Reader:
    """Reads sentence after sentence: a verdict can depend on what was said before."""

    def __init__(self, about: Asked, of: Wording) -> None:
        self.about = about
        self.of = of
        self.said = False
        self.corrected = False
        self.after_question = False

    def fields(self) -> Iterator[Verdict]:
        """Yields what boxes and the fields of JSON and XML say."""
        raw = self.of.raw
        if '"' in raw:
            yield from self._booleans()
        for pattern, sign in ((_FIELD, '"'), (_FIELD, "'"), (_BOXED, "boxed"), (_FIELD, "</")):
            if sign not in raw:
                continue
            for found in pattern.finditer(raw, self.of.start, self.of.end):
                start, end = found.span(found.lastgroup or "text")
                label = self._value(start, end)
                if label:
                    yield Verdict(FINAL, start, end, label)
            if pattern is _FIELD:
                return

    def _booleans(self) -> Iterator[Verdict]:
        """Yields what fields such as `"is_true": false` say."""
        for found in _BOOLEAN.finditer(self.of.raw, self.of.start, self.of.end):
            holds = found["value"].lower() == "true"
            label = self._of_world(holds) if found["exists"] else _yes_no(holds)
            yield Verdict(FINAL - 1, found.start(), found.end(), label)

    def _value(self, start: int, end: int) -> str | None:
        """Reads the value of a field or a box."""
        text = plain(self.of.raw[start:end]).strip(" \"'.\n")
        if text in ("null", "none", "n/a"):
            return "unsure"
        inner = _Reader(self.about, self.of)
        raw = self.of.raw[start:end]
        found = inner.read(Sentence(start, end, f"{text}\n", raw, True, True)) if text else []
        best = max(found, key=lambda verdict: verdict.strength, default=None)
        return best.label if best and best.strength > HEDGE else None

    def read(self, sentence: Sentence) -> list[Verdict]:
        """Returns the verdicts of the next sentence."""
        text = sentence.text
        tag = _TAG.search(text) if sentence.asks else None
        if sentence.asks and not tag and not self._answers_with_title(text):
            return self._read_question(sentence)
        words = frozenset(_WORD.findall(text))
        if tag:
            text = text[: tag.start()] + "."
        found = self._labelled(sentence, text, words) or self._worded(sentence, text, words)
        self.after_question = False
        if (self.said and not words.isdisjoint(_CORRECTION) and _CORRECTS.search(text)) or (
            found and not words.isdisjoint(_CORRECTION) and _CORRECTS.search(text)
        ):
            self.corrected = True
        if self.corrected:
            found = [v._replace(strength=FINAL) if HEDGE < v.strength < FINAL else v for v in found]
        self.said = self.said or any(verdict.strength > HEDGE for verdict in found)
        return found

    def _answers_with_title(self, text: str) -> bool:
        """Tells whether a sentence answers although it ends with the question mark of a title."""
        word = opening_word(text, _past(_BLANK, text))
        return word is not None and text[word[1] : word[1] + 1] in (",", ":") and len(text) > 30

    def _read_question(self, sentence: Sentence) -> list[Verdict]:
        if self.said and _OR_NOT.match(sentence.text):
            return [Verdict(FINAL, sentence.start, sentence.end, "unsure")]
        self.after_question = not _ASKS_ITSELF.search(sentence.text)
        return []

    # -- labels

    def _labelled(self, sentence: Sentence, text: str, words: frozenset[str]) -> list[Verdict]:
        label = _LABEL.search(text)
        if label:
            rest = text[label.end() :]
            inner = frozenset(_WORD.findall(rest))
            answer = self._first_word(rest, sentence, label.end()) or self._statement(
                rest, inner, sentence
            )
            if answer:
                opens = not label["before"] and sentence.start <= self.of.start + 5
                return [answer._replace(strength=OPENING + 5 if opens else FINAL)]
        stated = None if words.isdisjoint(_STATED_WORDS) else _STATED.search(text)
        if stated and self._is_stated(text, stated):
            return [self._verdict(FINAL, sentence, stated.span("word"), _label(stated["word"]))]
        stands = _STANDS.search(text) if "the " in text else None
        return [self._verdict(FINAL, sentence, stands.span(), stands["word"])] if stands else []

    def _is_stated(self, text: str, stated: re.Match[str]) -> bool:
        start, end = stated.span("word")
        if self._set_aside(text, start):
            return False
        return (
            _CLOSED.match(text, end) is not None
            or stated["word"] != "no"
            or self._no_answers(text, end)
        )

    # -- words

    def _worded(self, sentence: Sentence, text: str, words: frozenset[str]) -> list[Verdict]:
        both = _BOTH.search(text)
        if both:
            strength = HEDGE if self.said else OPENING
            return [self._verdict(strength, sentence, both.span(), "unsure")]
        concluded = None if words.isdisjoint(_ANSWERS) else self._concluded(sentence, text)
        word = self._first_word(text, sentence, 0)
        if word and not (concluded and concluded.position <= word.position):
            strength = self._strength_of_word(sentence, text)
            if _MAYBE_NOT.search(text):
                word = word._replace(label="unsure")
            return [word._replace(strength=strength), *([concluded] if concluded else [])]
        if concluded:
            return [concluded]
        statement = self._statement(text, words, sentence)
        if (
            statement
            and statement.strength <= TRUTH
            and declines(text)
            and words.isdisjoint(_REFUSES_CLAIM)
        ):
            but = text.rpartition("but ")[2]
            statement = None if declines(but) else self._statement(but, words, sentence)
        if statement and statement.strength >= EXISTENCE and _CONCLUDES.search(text):
            statement = statement._replace(strength=CONCLUSION - 1)
        abroad = None if statement else _CONCLUDED_ABROAD.search(text)
        if abroad:
            return [self._verdict(CONCLUSION, sentence, abroad.span(), abroad.lastgroup or "")]
        return [statement] if statement else []

    def _strength_of_word(self, sentence: Sentence, text: str) -> int:
        if self.after_question:
            return HEDGE + 1
        if _CONCLUDES.match(text):
            return CONCLUSION
        if not self.said:
            return OPENING
        if sentence.fills_line and len(text.strip()) < 12:
            return CONCLUSION
        return OPENING if sentence.opens_line or len(text.strip(" .!\n")) < 5 else LATER

    def _concluded(self, sentence: Sentence, text: str) -> Verdict | None:
        for found in itertools.islice(_CONCLUDED.finditer(text), _MOST_TRIED):
            start, end = found.span("word")
            quoted = text[start - 1 : start] == '"' and text[found.start()] in ":,\u2192="
            numbered = found["word"] == "no" and _A_NUMBER.match(text, end)
            comma = text[found.start()] == "," and not re.match(
                r"[\"')]*\s*(?:[:.!\u2013]|$)", text[end : end + 6]
            )
            before = text[max(0, start - 24) : start]
            if (
                quoted
                or numbered
                or comma
                or _NOT_MEANT.search(before)
                or self._set_aside(text, start)
            ):
                continue
            return self._verdict(CONCLUSION, sentence, (start, end), _label(found["word"]))
        return None

    def _first_word(self, text: str, sentence: Sentence, offset: int) -> Verdict | None:
        """Reads the answer word or the sign that a text begins with."""
        sign = None if self.said or text.isascii() else _SIGN.match(text)
        if sign:
            word = opening_word(text, _past(_FLUFF, text, sign.end()))
            label = word[0] if word else "yes" if sign["yes"] else "no"
            return self._verdict(OPENING, sentence, (offset, offset + sign.end()), label)
        blank = _past(_BLANK, text)
        for start in dict.fromkeys((blank, _past(_FLUFF, text))):
            word = opening_word(text, start)
            if word and self._answers(text, start, word, sentence.raw[offset:]):
                return self._verdict(OPENING, sentence, (offset + start, offset + word[1]), word[0])
        return None

    def _answers(self, text: str, start: int, word: tuple[str, int], raw: str) -> bool:
        """Tells whether a word at the start of a sentence answers, or is part of something else."""
        label, end = word
        said = text[start:end]
        negates = _PLAIN_NO.match(said) is not None
        if self._set_aside(text, start) or (negates and _A_NUMBER.match(text, end)):
            return False
        if (
            _TITLE.match(raw, end)
            or _ONLY_TITLE.match(raw, end)
            or _is_quoted(raw, start, end)
            or _NAME_ACTS.match(text, end)
        ):
            return False
        if _CLOSED.match(text, end):
            return not text.startswith((", woman", ", country"), end) and not (
                label == "yes" and self.about.denies and _CONTRADICTS.match(text)
            )
        if label == "unsure":
            return True
        if negates:
            return self._no_answers(text, end)
        return label == "yes" and (_PLAIN_YES.match(said) is not None or not said.isascii())

    def _no_answers(self, text: str, end: int) -> bool:
        """Tells whether a *no* without punctuation answers, and does not begin "no movie ..."."""
        if _NO_ABROAD.match(text, end):
            return False
        following = _WORD.findall(text[end : end + 60])[:2]
        if not following or following[0] in _AFTER_NO:
            return True
        return following[0] not in NO_DENIAL and self.about.things.isdisjoint(following)

    # -- statements

    def _statement(self, text: str, words: frozenset[str], sentence: Sentence) -> Verdict | None:
        """Reads what a sentence says of the statement in the question."""
        whole = (0, len(text))
        if (
            not words.isdisjoint(_PROMISES) and re.match(r"\W*(?:if|whether)\b", text)
        ) or _OTHERS_SAY.search(text):
            answers = not words.isdisjoint(("yes", "no")) and _CONDITION.search(text)
            return self._verdict(HEDGE, sentence, whole, "unsure") if answers else None
        bare = self._bare(text, sentence)
        if bare:
            return bare
        cell = _CELL.search(text) if "|" in text else None
        right = cell["right"] is not None if cell else truth(text, words, self.about)
        if right is not None:
            return self._verdict(TRUTH, sentence, whole, _yes_no(right))
        exists = existence(text, self.about)
        if exists is not None:
            return self._verdict(EXISTENCE, sentence, whole, self._of_world(exists))
        return self._abroad(text, sentence) or self._asserted(text, words, sentence)

    def _bare(self, text: str, sentence: Sentence) -> Verdict | None:
        """Reads "Correct.", "False!", "Of course not"."""
        if self.said:
            return None
        if self.about.denies and _CONTRADICTS.match(text):
            return self._verdict(OPENING, sentence, (0, len(text)), "no")
        bare = _BARE.match(text, _past(_BLANK, text)) or _BARE.match(text, _past(_FLUFF, text))
        if not bare:
            return None
        following = self.of.plain[sentence.start : sentence.end + 40]
        courteous = bare["right"] is not None and _COURTESY.match(following) is not None
        right = (bare["right"] is not None) != bool(bare["not"] or bare["negated"])
        exists = (
            None
            if bare["right"] in _FIRM or not right
            else existence(text[bare.end() :], self.about)
        )
        label = _yes_no(right) if exists is None else self._of_world(exists)
        return self._verdict(ASSERTION if courteous else OPENING, sentence, bare.span(), label)

    def _abroad(self, text: str, sentence: Sentence) -> Verdict | None:
        if self.said or (text.isascii() and not _FOREIGN.search(text)) or declines_abroad(text):
            return None
        right = truth_abroad(text)
        if right is not None:
            return self._verdict(TRUTH, sentence, (0, len(text)), _yes_no(right))
        exists = existence_abroad(text)
        if exists is not None:
            return self._verdict(EXISTENCE, sentence, (0, len(text)), self._of_world(exists))
        return None

    def _asserted(self, text: str, words: frozenset[str], sentence: Sentence) -> Verdict | None:
        if self.said or not text.rstrip(" \"')\n").endswith((".", "!")) or declines(text):
            return None
        last = text.rpartition(";")[2]
        holds = assertion(last, frozenset(_WORD.findall(last)), self.about)
        if holds is None:
            return None
        return self._verdict(ASSERTION, sentence, (0, len(text)), self._of_world(holds))

    # -- helpers

    def _of_world(self, exists: bool) -> str:
        return _yes_no(exists != self.about.denies)

    def _set_aside(self, text: str, position: int) -> bool:
        """Tells whether what stands there is conditional, or said by others."""
        before = text[max(0, position - _LONGEST_CLAUSE) : position]
        if not before.strip(" \"'"):
            return False
        if before.count('"') % 2 and not re.search(
            r"(?:\b(?:is|be|say|answer|remains)|[:\u2192])\s*[\"(]*\s*$", before[-20:]
        ):
            return True
        before = before.rpartition(" but ")[2]
        return any(of.search(before) for of in (_CONDITION, _OTHERS_SAY, _FIRST_THOUGHT))

    def _verdict(
        self, strength: int, sentence: Sentence, span: tuple[int, int], label: str
    ) -> Verdict:
        return Verdict(strength, sentence.start + span[0], sentence.start + span[1], label)


_REFUSES_CLAIM = frozenset(("support", "endorse", "accept"))
_STATED_WORDS = frozenset(("guess", "answer", "verdict", "response", "reply", "conclusion"))
_ANSWERS = frozenset(("yes", "yep", "yeah", "no", "nope", "unsure"))


def _past(pattern: re.Pattern[str], text: str, start: int = 0) -> int:
    found = pattern.match(text, start)
    return found.end() if found else start


def _is_quoted(raw: str, start: int, end: int) -> bool:
    """Tells whether a word stands in quotation marks or italics and a sentence goes on after it."""
    before, after = raw[max(0, start - 2) : start], raw[end : end + 2]
    quoted = (
        before[-1:] in '"\u201c\u00ab\u201e'
        and after[:1] in '"\u201d\u00bb\u201c'
        and bool(before and after)
    )
    starred = before[-1:] == "*" and before != "**" and after[:1] == "*" and after != "**"
    if not quoted and not starred:
        return False
    return re.match(r".\s*(?:[.!\u2013:\n`]|$)", raw[end : end + 6]) is None


def _label(word: str) -> str:
    if word == "unsure":
        return word
    return "no" if word in ("no", "nope", "negative") else "yes"


def _yes_no(right: bool) -> str:
    return "yes" if right else "no"
