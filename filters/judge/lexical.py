"""A judge that is a rule, not a model: the default.

It compares words, numbers, values and calls. It understands nothing: a paraphrase fails, and a
sentence that has all words of a fact in another order passes. Of several right answers it accepts
those that the dataset names, and no other. Its verdicts are for trying things
out and for comparing runs of the same kind; papers need a model. Instructions to a judge in a
response have no effect, since it follows none.
"""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from ...core.errors import first_line
from ...core.suites.track import SCENARIOS
from ..text.final_answers import same_entity, same_value
from ..text.sentences import content, is_negative, sentences
from .live_code import entry_points, live_code
from .protocol import (
    Accepted,
    Entailment,
    Equivalence,
    Factuality,
    FinalAnswer,
    JudgeRequest,
    Necessity,
    SameRationale,
    Setting,
    TestsPass,
    Verdict,
)

_FENCED = re.compile(r"```[\w+-]*[ \t]*\n(.*?)```", re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_NAME = re.compile(
    r"`?\b([A-Za-z_]\w*(?:\.\w+)*)\s*\(|`([A-Za-z_]\w*(?:\.\w+)*)`|\b(\w+\.\w+[\w.]*\w)"
)
_MARKED_CALL = re.compile(r"`([A-Za-z_]\w*(?:\.\w+)*)\s*\(")
_ARGUMENTS = re.compile(r"`[\w.]+\(([^`]*)\)`")
_QUOTING = re.compile(r'^In the problem ".*": ', re.DOTALL)  # which the question says already
_MOST_READ = 20_000  # characters of a snippet
_USUAL_ALIASES = {
    "np": "numpy",
    "pd": "pandas",
    "plt": "matplotlib.pyplot",
    "sns": "seaborn",
    "tf": "tensorflow",
}


def same_call(response: str, reference: str) -> bool:
    """Tells whether the last code in a response has the call of the reference.

    The function (with import aliases resolved), the number of positional arguments and the names of
    the others have to be the same; a formal name may stand by position in one and by name in the
    other. A variable of the reference stands for any argument, everything else for itself.

    Args:
        response: The model's text.
        reference: A call, or another expression.
    """
    wanted = _parsed(reference.strip().strip("`"))
    found = _parsed(_last_code(response))
    if wanted is None or found is None or not wanted.body:
        return False
    last = wanted.body[-1]
    if not isinstance(last, ast.Expr | ast.Assign):
        return False
    names = _aliases(found)
    expected = _aliases(wanted)
    return any(
        _same(last.value, expected, node, names)
        for node in ast.walk(found)
        if isinstance(node, ast.expr)
    )


def uses(response: str, statement: str, question: str = "") -> bool | None:
    """Tells whether the code of a response uses what a statement documents.

    Args:
        response: The model's text. Comments, string literals and dead code do not count as use, nor
            does a call of the very function with a keyword that the statement's call lacks: nothing
            says that there is such a parameter.
        statement: Documentation, which names a function, a method or an attribute.
        question: What was asked; it may name the functions to write.

    Returns:
        None if the statement names nothing, or the code is not Python.
    """
    named = _MARKED_CALL.search(statement) or _NAME.search(statement)
    tree = _live(_all_code(response), question)
    if named is None or tree is None:
        return None
    name = next(group for group in named.groups() if group)
    wanted, keywords = _resolved(name, _USUAL_ALIASES), _keywords(statement[named.start() :])
    return any(
        _names_the_same(wanted, used) and (used != wanted or _may_take(call, keywords))
        for used, call in _used(tree, _aliases(tree))
    )


def _live(code: str, question: str) -> ast.Module | None:
    tree = _parsed(code)
    try:
        return tree and live_code(tree, entry_points(question, tree))
    except RecursionError:
        return None


def _keywords(statement: str) -> set[str]:
    """Returns the names in the brackets of the call that a statement begins with."""
    inside = _ARGUMENTS.match(statement)
    return set(re.findall(r"[A-Za-z_]\w*", inside[1])) if inside else set()


def _may_take(call: ast.Call | None, keywords: set[str]) -> bool:
    passed = {one.arg for one in call.keywords if one.arg} if call else set()
    return not keywords or passed <= keywords


def _same(
    wanted: ast.expr, expected: dict[str, str], found: ast.expr, names: dict[str, str]
) -> bool:
    if not (isinstance(wanted, ast.Call) and isinstance(found, ast.Call)):
        return ast.dump(wanted) == ast.dump(found)
    called = _dotted(wanted.func, expected), _dotted(found.func, names)
    if called[0] is None or called[1] is None or not _names_the_same(called[0], called[1]):
        return False
    options = [{arg.arg: arg.value for arg in call.keywords} for call in (wanted, found)]
    arguments = [_without_self(call.args) for call in (wanted, found)]
    pairs = [*zip(*arguments, strict=False)]
    for one, other in ((0, 1), (1, 0)):  # a formal name by position, and by name in the other call
        for argument in arguments[one][len(pairs) :]:
            name = argument.id if isinstance(argument, ast.Name) else None
            if name not in options[other]:
                return False
            options[one][name] = argument
    if options[0].keys() != options[1].keys():
        return False
    pairs += [(value, options[1][name]) for name, value in options[0].items()]
    return all(_same_argument(one, other) for one, other in pairs)


def _without_self(arguments: Sequence[ast.expr]) -> list[ast.expr]:
    """Leaves out the object that an unbound method is called with: `DataFrame.max(self)`."""
    first = arguments[0] if arguments else None
    is_self = isinstance(first, ast.Name) and first.id == "self"
    return list(arguments[is_self:])


def _same_argument(wanted: ast.expr, found: ast.expr) -> bool:
    return isinstance(wanted, ast.Name) or ast.dump(wanted) == ast.dump(found)


def _names_the_same(wanted: str, found: str) -> bool:
    """Tells whether two dotted names end alike; the object of a method may have any name."""
    if wanted == found or found.endswith(f".{wanted}") or wanted.endswith(f".{found}"):
        return True
    owner = wanted.rpartition(".")[0].rpartition(".")[2]
    is_method = owner[:1].isupper() or owner in {"df", "self", "obj"}
    return is_method and wanted.rpartition(".")[2] == found.rpartition(".")[2] and "." in found


def _used(tree: ast.AST, aliases: dict[str, str]) -> Iterator[tuple[str, ast.Call | None]]:
    """Yields each dotted name, and the call that it is the function of."""
    calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            # A method chained to a call, as in `frame.dropna().mean()`, has no other name.
            yield _dotted(node, aliases) or f"_.{node.attr}", calls.get(id(node))
        elif isinstance(node, ast.Name):
            yield aliases.get(node.id, node.id), calls.get(id(node))


def _dotted(node: ast.expr, aliases: dict[str, str]) -> str | None:
    if isinstance(node, ast.Name):
        return aliases.get(node.id, node.id)
    if isinstance(node, ast.Attribute):
        owner = _dotted(node.value, aliases)
        return None if owner is None else f"{owner}.{node.attr}"
    return None


def _aliases(tree: ast.AST) -> dict[str, str]:
    found = dict(_USUAL_ALIASES)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.asname: alias.name for alias in node.names if alias.asname}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    return found


def _resolved(name: str, aliases: dict[str, str]) -> str:
    first, dot, rest = name.partition(".")
    return f"{aliases.get(first, first)}{dot}{rest}"


def _parsed(code: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in a model's code
            return ast.parse(textwrap.dedent(code[-_MOST_READ:]).strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _last_code(response: str) -> str:
    fenced, inline = _FENCED.findall(response), _INLINE.findall(response)
    return fenced[-1] if fenced else inline[-1] if inline else response


def _all_code(response: str) -> str:
    fenced = [textwrap.dedent(code) for code in _FENCED.findall(response)]
    return "\n".join(fenced) if fenced else response


_RULES = 5  # version: raise it with every change that affects a verdict
_SAME = {"entity": same_entity, "call": same_call, "value": same_value}


class LexicalJudge:
    """Judges by rules, the same on every machine and in every run."""

    name = "lexical"
    settings: ClassVar[Mapping[str, Setting]] = {}

    def __init__(self) -> None:
        """Counts nothing yet."""
        self._verdicts: Counter[bool | None] = Counter()

    def judge(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        """Judges requests.

        Args:
            requests: What to judge.

        Returns:
            For each request its verdicts: one per statement of an `Entailment`, else one.
        """
        known = {request: _verdicts_or_none(request) for request in dict.fromkeys(requests)}
        self._verdicts.update(v.holds for request in requests for v in known[request])
        return [known[request] for request in requests]

    def record(self) -> Mapping[str, Any]:
        """Returns what the results record about the judge: that it is a rule, not a model."""
        return {
            "judge": self.name,
            "kind": "a lexical rule, no model",
            "rules_version": _RULES,
            "verdicts": self._verdicts.total(),
            "unjudged": self._verdicts[None],
        }


def _verdicts_or_none(request: JudgeRequest) -> tuple[Verdict, ...]:
    """Judges a request; one that no rule can read never costs the others."""
    try:
        return _verdicts(request)
    except (ArithmeticError, RecursionError, TypeError, ValueError) as error:
        count = len(request.statements) if isinstance(request, Entailment) else 1
        return (Verdict(None, f"the rule cannot read it: {first_line(error)}"),) * count


def _verdicts(request: JudgeRequest) -> tuple[Verdict, ...]:
    if isinstance(request, Equivalence):
        is_same = _SAME[SCENARIOS[request.scenario].answers]
        right = (request.reference, *request.accepted.texts)
        same = any(is_same(request.response, reference) for reference in right)
        return (_verdict(same, f"the final answer is {'' if same else 'not '}the reference"),)
    if isinstance(request, SameRationale):
        return (_same_rationale(request),)
    if isinstance(request, FinalAnswer):
        return (Verdict(None, "a lexical rule cannot tell what a response answers"),)
    if isinstance(request, Factuality):
        return (Verdict(None, "a lexical rule cannot tell facts from errors"),)
    if isinstance(request, Necessity):
        return (Verdict(None, "a lexical rule cannot tell what a question needs"),)
    if isinstance(request, TestsPass):
        return (Verdict(None, "a lexical rule cannot tell whether unit tests would pass"),)
    return tuple(_any_entailed(request, *each) for each in request.each())


def _same_rationale(request: SameRationale) -> Verdict:
    named = content(request.entity) | content(request.attributes)
    missing = content(request.reference) - named - content(request.response)
    return _verdict(not missing, _missing(missing) if missing else "all its words are said")


def _any_entailed(request: Entailment, statement: str, accepted: Accepted) -> Verdict:
    first = _entailed(request, statement)
    others = (_entailed(request, other) for other in accepted.texts)
    return first if first.holds else next((other for other in others if other.holds), first)


def _entailed(request: Entailment, statement: str) -> Verdict:
    if SCENARIOS[request.scenario].runs_code:
        used = uses(request.response, statement, request.question)
        if used is not None:
            return _verdict(used, f"the code {'uses' if used else 'does not use'} it")
    statement = _QUOTING.sub("", statement)
    wanted = content(statement)
    if not wanted:
        return Verdict(None, "the statement has no content word")
    negative = is_negative(statement)
    verdict = _verdict(False, _missing(wanted - content(request.response)))
    for sentence in _places(request.response, wanted):  # what is said last counts
        denied = is_negative(sentence) != negative
        verdict = _verdict(not denied, f"{'denied' if denied else 'said'} in {sentence[:200]!r}")
    return verdict


def _places(response: str, wanted: set[str]) -> Iterator[str]:
    """Yields the sentences that have all of some words; a question asserts nothing."""
    for sentence in sentences(response):
        if not sentence.endswith("?") and wanted <= content(sentence):
            yield sentence


def _missing(words: set[str]) -> str:
    if not words:
        return "its words are not together in one sentence"
    return f"without {', '.join(sorted(words)[:5])}"


def _verdict(holds: bool, explanation: str) -> Verdict:
    return Verdict(holds, f"by a lexical rule: {explanation}")
