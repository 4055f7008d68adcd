"""Which sentences of a solution can be facts: those that need nothing but the problem.

A solution talks to its reader ("Let's simplify those solutions even further"), tries things out and
refers to what it said before. None of this is a fact: a fact is a complete sentence with a result
that can be asked for, and that anyone who knows the problem can check. The rules know words and
arithmetic, no meanings: `erbench-track quality` is for what they let pass. They rather leave a fact
out than keep a sentence that is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import sympy as sp

from .families.problem import Formula, read_value

BLANK = "____"

SOLVER = "speaks of the solver, or gives an instruction"
REFERS = "refers to another step"
UNSURE = "tries something out"
LETTER = "uses a letter that the problem does not define"
NO_RESULT = "states no result of its own that can be asked for"
FRAGMENT = "is no complete sentence"
TOO_LONG = "is longer than 1,000 characters"
_MOST_CHARACTERS = 1000
_MOST_OF_EQUATION = 60
WRONG = "has arithmetic that does not hold"

_NUMBER = r"(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)%?"
_UNIT = r"(?:\s?(?!x\b)[A-Za-z]+(?:/[A-Za-z]+)?)?"
_TERM = rf"[($€£]*{_NUMBER}{_UNIT}\)*"
_SIGN = r"\s*[-+*/x\u00d7\u00f7\u00b7\u2013\u2212]\s*"
_SIDE = rf"{_TERM}(?:{_SIGN}{_TERM})*"
_CALCULATION = re.compile(rf"{_SIDE}(?:\s*=\s*{_SIDE})*\s*=\s*[$€£]?-?{_NUMBER}")
_FORMULA = re.compile(r"\$[^$]+\$")
_PLAIN_RESULT = re.compile(rf"=\s*(?P<right>[$€£]?-?{_NUMBER}(?:[-+*/]?[\w^()]+)*)(?=[\s.,;]*$|\s)")
_BOXED = re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]*\})*)\}")

_LABEL = re.compile(r"^(?:\[[^\]]*\]|step \d+\s*[:.]|[-*•]|\d+[.)]\s)\s*", re.IGNORECASE)
_OPENING = re.compile(
    r"^(?:(?:right|yes|yeah|ok|okay|well|sure|indeed|great|good|alright)[.,!]\s+"
    r"|(?:so(?! far)|thus|then|therefore|hence|finally|next|now|and|but|also|lastly|consequently"
    r"|in total|first|second|third|after that|as a result|(?:this|that|which|it) means(?: that)?"
    r"|it follows that|in other words|(?:i|we)(?: also)? (?:know|see|find|recall)(?: that)?)\b,?"
    r"\s+)+",
    re.IGNORECASE,
)
_DERIVED = re.compile(
    r"^[^?]*?\b(?:i|we)(?: can)?(?: then)? (?:get|have|obtain|find|see)(?: that)?[,:]?\s+"
    r"(?P<rest>\S.*)$"
    r"|^[^?]*?[,.] ?(?:which|this) (?:gives|yields)(?: us| me)?(?: that)?\s+(?P<given>\S.*)$",
    re.IGNORECASE,
)
_COMMENT = re.compile(
    r",? (?:so|which|since|because|where|when|by) .*$|, (?:as|or|and so|and \w+ing) .*$"
)
_ALSO = re.compile(r"\b(?:also|then|now|therefore|thus|just) (?=[a-z$\d])")

_PERSON = re.compile(
    r"\b(?i:i'm|i'll|i've|we|we'll|we've|us|our|my|me|let|lets|let's|you|your)\b|\bI\b|\bto find\b"
)
_INSTRUCTION = re.compile(
    r"^(?:to|find|add|subtract|multiply|divide|calculate|determine|take|use|note|notice|remember|recall"
    r"|convert|simplify|write|set|consider|define|count|compare|apply|draw|start|check|look|express"
    r"|double|halve|evaluate|remove|sum|call|plug|\w+ing)\b",
    re.IGNORECASE,
)
_CONTEXT = re.compile(
    r"^(?:they|its|their|them|both|one|all|such|another|only|which|that|further)\b(?! of the )"
    r"|^it\b(?! (?:will |would )?(?:takes?|took|costs?)\b)"
    r"|\bthis\b(?! (?:day|week|month|year|morning|afternoon|evening|season|time)\b)"
    r"|\b(?:these|those|previous|previously|above|earlier|former|latter|similarly|likewise|again"
    r"|so far|still|instead|other|another|respectively|corresponding|steps?|they|them|their)\b"
    r"|\bsame\b(?! (?:as|remainder|base|number|colou?r|way))"
    r"|\bthat(?:'s| (?:is|was|number|amount|value|total|sum|result|much|many|means|gives"
    r"|day|time)\b)",
    re.IGNORECASE,
)
_DEFINITE = re.compile(
    r"\bthe (?:\w+ )?(?:equations?|expressions?|formulas?|inequalit(?:y|ies)|results?|sides?|terms?"
    r"|factors?|identity|cases?|options?|answers?|question|diagram|numerator|denominator|variables?"
    r"|coefficients?|pattern|method|approach|regions?|solutions?|roots?)\b",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:maybe|might|perhaps|probably|suppose|assum\w+|guess\w*|wonder\w*|try|tried|trying|seems?"
    r"|looks? like|wait|hmm+|actually|however|possibl[ey]|could|mistake|wrong|choose|for example"
    r"|doesn't|isn't|aren't|can't|cannot|(?:is|are|does|do|was) not)\b|, not\b|[?:]\.?$",
    re.IGNORECASE,
)
_CONDITIONAL = re.compile(
    r"\b(?:if|let|lets|let's|set|setting|suppose|assum\w+|try|trying|tried|cases?|when|where|pick|choose"
    r"|want|would|could|might|maybe|not|guess\w*|test\w*|example|unless|either|at|for|defin\w+|call"
    r"|form|plug|substitut\w+)\b",
    re.IGNORECASE,
)
_LAYOUT = re.compile(r"\\begin|\\\\|\\\[|\[asy\]|\n\s*\n")
_COMMAND = re.compile(r"\\(?:text|mbox|mathrm|operatorname)\s*\{[^{}]*\}|\\[A-Za-z]+")
_TIMES = re.compile(r"(?<=[\d)%])\s*x\s*(?=[\d$(.])")
_LETTER = re.compile(
    r"(?<![A-Za-z'\u2019])(?:[B-HJ-Zb-z]|[aAI](?=\s*[=+*/^_()<>-])|(?<=[=+*/^(-])[aAI])"
    r"(?![A-Za-z'\u2019])"
)
_GREEK = re.compile(r"\\(?:alpha|beta|gamma|delta|theta|phi|lambda|mu|omega)\b")
_FRACTION = re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}")
_SIGNS = str.maketrans("\u00d7\u00f7\u00b7\u2013\u2212", "*/*--")
_RUN = re.compile(r"[\d.+*/()=% -]*=[\d.+*/()=% -]*")
_PART_OF_MORE = re.compile(
    rf"[-/^(*+\d{{,]{BLANK}|[-/^(*+]\s{BLANK}|{BLANK}\s?[/^*(\d]|because {BLANK}"
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|has|have|had|equals?|gives?|becomes?|makes?|means|must|can|will|holds?"
    r"|contains?|lies?|satisf\w+|costs?|gets?|needs?|\w+ed)\b",
    re.IGNORECASE,
)
_JOINING = {"and", "or", "so", "if", "then", "for", "all"}
_NO_SENTENCE = re.compile(r"^[^:=$]*:\s*[$(\d]|^[A-Za-z' ]+\s?=")


class Candidate(NamedTuple):
    """What is left of a step.

    Attributes:
        sentence: The sentence; empty if it cannot be a fact.
        blanked: The sentence with `BLANK` in place of its result.
        reason: Why it cannot be a fact; empty if it can.
    """

    sentence: str
    blanked: str = ""
    reason: str = ""


def candidate(step: str, problem: str) -> Candidate:
    """Returns what a step states, if it can be understood by who knows the problem only.

    Args:
        step: A step of a solution.
        problem: The problem.
    """
    if len(step) > _MOST_CHARACTERS:
        return Candidate("", reason=TOO_LONG)
    as_it_is = _judged(_statement(step), problem)
    if as_it_is.sentence:
        return as_it_is
    formula = _judged(_last_formula(step), problem)
    return formula if formula.sentence else as_it_is


def _judged(sentence: str, problem: str) -> Candidate:
    blanked = _blanked(sentence, problem)
    found = (
        (UNSURE, _LAYOUT.search(sentence) or _UNSURE.search(sentence)),
        (SOLVER, _INSTRUCTION.search(sentence)),
        (objection(sentence), objection(sentence)),
        (REFERS, _DEFINITE.search(sentence)),
        (LETTER, _letters(sentence) - _letters(problem)),
        (FRAGMENT, _NO_SENTENCE.search(sentence) or _has_no_verb(sentence)),
        (WRONG, not _adds_up(sentence)),
        (NO_RESULT, not re.search(r"[A-Za-z]", blanked) or _PART_OF_MORE.search(blanked)),
    )
    reason = next((reason for reason, matched in found if matched), "")
    return Candidate("", reason=reason) if reason else Candidate(sentence, blanked)


def objection(sentence: str) -> str:
    """Returns why a sentence does not stand alone, by its words; empty if it may."""
    return SOLVER if _PERSON.search(sentence) else REFERS if _CONTEXT.search(sentence) else ""


def _has_no_verb(sentence: str) -> bool:
    """Whether words stand around an equation without making a sentence of it."""
    around, equations = re.subn(r"\$[^$]*[=<>]\s*[^\s$][^$]*\$", " ", sentence)
    words = set(re.findall(r"[a-z]+", around.lower())) - _JOINING
    return bool(equations and words and not _VERB.search(around))


def _last_formula(step: str) -> str:
    """The last equation of a step that holds whatever is tried: a sentence by itself.

    The value of a letter alone may be one of several, or tried out.
    """
    found = [each[0] for each in _FORMULA.finditer(step.replace("$$", "$")) if "=" in each[0]]
    formulas = [each for each in found if not re.match(r"[$]\s*[A-Za-z]\s*=", each)]
    if _CONDITIONAL.search(step):
        return ""
    return f"{re.sub(r'[.,;:]+[$]$', '$', formulas[-1])}." if formulas else ""


def value_set(sentence: str) -> tuple[str, sp.Expr] | None:
    """Returns the letter and the value that a sentence gives it, if it is a linear equation."""
    plain = _FRACTION.sub(r"((\1)/(\2))", sentence).strip("$. ")
    left, _, right = plain.partition("=")
    if "^" in plain or len(plain) > _MOST_OF_EQUATION:
        return None
    try:
        equation = sp.Integer(0) + _read(left) - _read(right)
    except (ValueError, RecursionError, MemoryError):
        return None
    letters = list(equation.free_symbols)
    if len(letters) != 1 or not equation.is_polynomial(*letters) or sp.degree(equation) != 1:
        return None
    return letters[0].name, sp.solve(equation, letters[0])[0]


def _read(side: str) -> sp.Expr:
    return read_value(side.strip(), Formula(side))


def _statement(step: str) -> str:
    """Removes labels, openings and what leads to a result ("Dividing by 2, we get ...")."""
    text = _BOXED.sub(r"\1", _LABEL.sub("", step.strip())).replace("$$", "$")
    derived = _DERIVED.match(text)
    if derived:
        text = _COMMENT.sub("", derived["rest"] or derived["given"])
    text = _ALSO.sub("", _OPENING.sub("", " ".join(text.split()) if "\n\n" not in text else text))
    text = re.sub(r"[.,]\$", "$", text.rstrip(" .,;"))
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _letters(text: str) -> set[str]:
    """The letters that stand for something, in formulas and between signs."""
    return {*_LETTER.findall(_COMMAND.sub(" ", _TIMES.sub(" * ", text))), *_GREEK.findall(text)}


def _adds_up(sentence: str) -> bool:
    """Whether all calculations with nothing but numbers hold, up to rounding."""
    plain = re.sub(r"[$€£,]", "", _TIMES.sub("*", sentence))
    plain = plain.translate(_SIGNS)
    for run in _RUN.finditer(plain):
        around = plain[: run.start()][-1:] + run[0][:1], run[0][-1:] + plain[run.end() :][:1]
        if any(re.search(r"[\w\\^{}|][\d.(]|[\d.)%][\w\\^{}|]", each) for each in around) or (
            run[0].strip()[0] in "+*/=)" or run[0].strip()[-1] in "+-*/=("
        ):
            continue  # only a part of a calculation
        values = [value for part in run[0].split("=") if (value := _value(part)) is not None]
        if any(abs(value - values[0]) * 100 > abs(values[0]) for value in values):
            return False
    return True


def _value(calculation: str) -> Fraction | None:
    tokens = re.findall(rf"{_NUMBER}|[-+*/()]", calculation)
    try:
        value, rest = _sum(tokens)
    except (IndexError, ValueError, ZeroDivisionError):
        return None
    return None if rest else value


def _sum(tokens: list[str]) -> tuple[Fraction, list[str]]:
    value, rest = _product(tokens)
    while rest and rest[0] in "+-":
        other, after = _product(rest[1:])
        value, rest = (value + other if rest[0] == "+" else value - other), after
    return value, rest


def _product(tokens: list[str]) -> tuple[Fraction, list[str]]:
    value, rest = _factor(tokens)
    while rest and rest[0] in "*/":
        other, after = _factor(rest[1:])
        value, rest = (value * other if rest[0] == "*" else value / other), after
    return value, rest


def _factor(tokens: list[str]) -> tuple[Fraction, list[str]]:
    first, rest = tokens[0], tokens[1:]
    if first == "(":
        value, rest = _sum(rest)
        return value, rest[1:]
    number = Fraction(first.removesuffix("%"))
    return (number / 100 if first.endswith("%") else number), rest


def _blanked(sentence: str, problem: str) -> str:
    """Puts a blank in place of the result; empty if there is none, or only bare arithmetic."""
    if not re.search(r"[A-Za-z]", _COMMAND.sub("", sentence)):
        return ""
    formulas = [each for each in _FORMULA.finditer(sentence) if re.search(r"=\s*[^\s$]", each[0])]
    if formulas:
        return _formula(sentence, formulas[-1], problem)
    ways: tuple[Callable[[str, str], str], ...] = (_calculation, _equation, _number)
    return next((found for way in ways if (found := way(sentence, problem))), "")


def _formula(sentence: str, last: re.Match[str], problem: str) -> str:
    """The right side of a formula, or all of it where words say what it is."""
    inner = last[0][1:-1]
    left, _, _ = inner.rpartition("=")
    is_bound = re.search(
        re.escape(left.strip()) + r"\s*(?:\\(?:le|ge|leq|geq|lt|gt)\b|[<>])", problem
    )
    if is_bound or inner.strip() in problem:
        return ""
    new = f"${left.rstrip()} = {BLANK}$" if _letters(inner) else BLANK
    return f"{sentence[: last.start()]}{new}{sentence[last.end() :]}"


def _calculation(sentence: str, problem: str) -> str:
    """All of the last calculation with numbers: `$3 x 5 = $15`."""
    found = list(_CALCULATION.finditer(sentence))
    if not found or not re.search(r"[A-Za-z]{3,}", sentence[: found[-1].start()]):
        return ""
    return f"{sentence[: found[-1].start()]}{BLANK}{sentence[found[-1].end() :]}"


def _equation(sentence: str, problem: str) -> str:
    """The right side of the last equation."""
    found = list(_PLAIN_RESULT.finditer(sentence))
    if not found:
        return ""
    return f"{sentence[: found[-1].start('right')]}{BLANK}{sentence[found[-1].end('right') :]}"


def _number(sentence: str, problem: str) -> str:
    """A last number that the problem does not state."""
    known = set(re.findall(_NUMBER, problem))
    found = list(re.finditer(rf"(?<![\w.^_{{]){_NUMBER}(?![\w^}}])", sentence))
    if (
        not found
        or found[-1][0] in known
        or not re.search(r"\b(?:is|are|was|were|has)\b", sentence)
    ):
        return ""
    return f"{sentence[: found[-1].start()]}{BLANK}{sentence[found[-1].end() :]}"
