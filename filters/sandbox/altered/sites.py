"""What can be altered in a test module, and which assertions then cannot hold.

Only changes after which an honest program surely fails an assertion are made: if `x == 4` held,
then `x == 5` does not. An expected value is altered where it is written; one that is computed is
replaced, and a condition that has no such value becomes its opposite.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from .assertions import RAISING, Assertion
from .origins import Names
from .places import How, Place, alter, called, is_literal


@dataclass(frozen=True)
class _Expected:
    """An expression that says what is expected, and what it is compared with."""

    place: Place
    how: How
    actual: ast.AST | None = None


@dataclass
class Site:
    """Something that can be altered.

    Attributes:
        places: Expressions that are altered together.
        how: How they are altered.
        turn: Alters it where there are no such places.
        errors: Exceptions that the tests expect.
        breaks: Numbers of the assertions that cannot hold then.
        touches: Numbers of those of which nobody knows.
    """

    places: list[Place] = field(default_factory=list)
    how: How = "one"
    turn: Callable[[], None] | None = None
    errors: frozenset[str] = frozenset()
    breaks: set[int] = field(default_factory=set)
    touches: set[int] = field(default_factory=set)

    def change(self, rng: Random) -> None:
        """Alters it, in the syntax tree."""
        if self.turn:
            self.turn()
        for place in self.places:
            alter(place, self.how, rng, self.errors)


_Change = _Expected | Callable[[], None]
_EQUAL = frozenset((
    *("assertEqual", "assertEquals", "assertListEqual", "assertDictEqual", "assertSetEqual"),
    *("assertTupleEqual", "assertSequenceEqual", "assertMultiLineEqual", "assertCountEqual"),
    *("assert_equal", "assert_array_equal", "assert_index_equal", "assert_string_equal"),
    *("array_equal", "array_equiv"),
))  # fmt: skip
_NEAR = frozenset((
    *("assertAlmostEqual", "assertAlmostEquals", "assert_allclose", "assert_almost_equal"),
    *("assert_array_almost_equal", "assert_approx_equal", "allclose", "isclose"),
))  # fmt: skip
_FRAMES = frozenset(("assert_frame_equal", "assert_series_equal"))
_TOLERANCES = ("delta", "atol", "abs_tol", "rtol", "rel_tol")
_METHODS = frozenset(("equals", "startswith", "endswith"))
_OPPOSITES = (
    ("assertTrue", "assertFalse"),
    ("assertIn", "assertNotIn"),
    ("assertIs", "assertIsNot"),
    ("assertIsNone", "assertIsNotNone"),
    ("assertIsInstance", "assertNotIsInstance"),
    ("assertEqual", "assertNotEqual"),
    ("assertAlmostEqual", "assertNotAlmostEqual"),
    ("assertRegex", "assertNotRegex"),
    ("assertGreater", "assertLessEqual"),
    ("assertLess", "assertGreaterEqual"),
    ("assert_called_once", "assert_not_called"),
)
_OPPOSITE = dict(_OPPOSITES) | {second: first for first, second in _OPPOSITES}
_OPPOSITE |= {"assert_called": "assert_not_called", "assert_not_called": "assert_called"}
_MOCKS = {"patch", "Mock", "MagicMock", "AsyncMock"}
_CALLED_WITH = ("assert_called_with", "assert_called_once_with", "assert_any_call")
_NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Is: ast.IsNot, ast.In: ast.NotIn,
}  # fmt: skip
_NEGATED |= {second: first for first, second in _NEGATED.items()}


def sites_of(assertions: list[Assertion], names: Names) -> list[Site]:
    """Returns what can be altered in a test module, in a fixed order."""
    found = _Finder(names)
    changes = [(one, change) for one in assertions if (change := found.change(one)) is not None]
    for one in assertions:
        names.expect(_written_in(one))
    for one, change in changes:
        actual = change.actual if isinstance(change, _Expected) else None
        names.give([*(ast.walk(actual) if actual else ()), *found.given(one)])
    for _, change in changes:
        if isinstance(change, _Expected):
            names.expect_given(change.place.node)
    sites: dict[object, Site] = {}
    for one, change in changes:
        if isinstance(change, _Expected):
            _add(sites, one, change, assertions, names)
        else:
            sites[one.number] = Site(turn=change, breaks={one.number})
    expected = [site.places[0].node for site in sites.values() if site.how == "error"]
    for site in sites.values():
        site.touches -= site.breaks
        site.errors = frozenset(getattr(node, "id", "") for node in expected)
    return list(sites.values())


def _add(
    sites: dict[object, Site],
    one: Assertion,
    change: _Expected,
    assertions: list[Assertion],
    names: Names,
) -> None:
    """Adds what makes an assertion fail, unless other statements need it as it is."""
    caught = _caught(one, names)
    users = {number for load in caught for number in _users(load, assertions)}
    if not all(any(_users(load, assertions)) for load in caught):
        return
    places, changed = names.trace(change.place)
    written = all(is_literal(place.node) for place in places)
    if not written and _mocks(one) and (turn := _negation(one)):
        sites[one.number] = Site(turn=turn, breaks={one.number})
        return
    for key in changed:
        users |= {number for load in names.loads(key) for number in _users(load, assertions)}
    together = tuple((id(place.holder), place.field, place.position) for place in places)
    site = sites.setdefault(together, Site(places, change.how))
    site.how = change.how if site.how == "one" else site.how
    site.breaks.add(one.number)
    site.touches |= users


def _mocks(one: Assertion) -> bool:
    """Whether a test uses mocks: one of them in the place of a number is close to any other."""
    names = {getattr(n, "id", getattr(n, "attr", "")) for n in ast.walk(one.function)}
    return bool(names & _MOCKS)


def _negation(one: Assertion) -> Callable[[], None] | None:
    """Returns what turns an assertion into its opposite; None if it has none."""
    if isinstance(one.statement, ast.Assert):
        return _not(Place(one.statement, "test"))
    if one.call is not None and one.name in _OPPOSITE:
        return _renamed(one.call, _OPPOSITE[one.name])
    return None


def _not(place: Place) -> Callable[[], None]:
    return lambda: place.put(ast.UnaryOp(ast.Not(), place.node))


def _users(load: ast.AST, assertions: list[Assertion]) -> list[int]:
    """Returns the numbers of the assertions in which an expression stands."""
    return [one.number for one in assertions if any(n is load for n in _written_in(one))]


def _written_in(one: Assertion) -> Iterator[ast.AST]:
    """Yields the nodes of an assertion itself, without what happens in a `with`."""
    if isinstance(one.statement, ast.With | ast.AsyncWith):
        yield from ast.walk(one.statement.items[0].context_expr)
    else:
        yield from ast.walk(one.statement)


def _caught(one: Assertion, names: Names) -> list[ast.expr]:
    """Returns where the exception is used that `assertRaises(...) as name` caught."""
    if not isinstance(one.statement, ast.With | ast.AsyncWith):
        return []
    target = one.statement.items[0].optional_vars
    key = names.key(target) if target else None
    return names.loads(key) if key else []


class _Finder:
    """Finds how each assertion can be altered."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def given(self, one: Assertion) -> Iterator[ast.AST]:
        """Yields what an assertion itself hands to the program."""
        for node in _written_in(one):
            if isinstance(node, ast.Call) and self._names.depends(node.func):
                for part in (*node.args, *node.keywords):
                    yield from ast.walk(part)

    def change(self, one: Assertion) -> _Change | None:
        """Returns how an assertion is altered; None if that is not known."""
        if isinstance(one.statement, ast.Assert):
            return self._condition(Place(one.statement, "test"))
        call, name = one.call, one.name
        if call is None:
            return None
        if name in RAISING:
            return _Expected(Place(call, "args", 0), "error") if call.args else None
        if name in _CALLED_WITH:
            return self._called_with(call)
        if name == "assertTrue" and call.args:
            return self._condition(Place(call, "args", 0))
        if name == "assertFalse" and call.args and _is_compared(call.args[0], ast.NotEq):
            return self._condition(Place(call, "args", 0))
        if len(call.args) > 1 and (expected := self._compared(name, call)):
            return expected
        return _renamed(call, _OPPOSITE[name]) if name in _OPPOSITE else None

    def _compared(self, name: str, call: ast.Call) -> _Expected | None:
        """Returns what two arguments are compared for."""
        first, second = Place(call, "args", 0), Place(call, "args", 1)
        if name in _EQUAL or name in _NEAR:
            wide = any(keyword.arg in _TOLERANCES for keyword in call.keywords)
            return self._either(first, second, _how(name, wide))
        if name in _FRAMES:
            return self._either(first, second, "frame")
        if name in ("assertIsInstance", "isinstance"):
            return _Expected(second, "type", first.node)
        if name == "assertRegex":
            return _Expected(second, "pattern", first.node)
        return self._member(first, second) if name == "assertIn" else None

    def _either(self, first: Place, second: Place, how: How) -> _Expected:
        """Returns which of two equal sides is the expected one: it is written, or not given."""
        sides = sorted(
            (second, first),
            key=lambda side: (self._names.depends(side.node), not is_literal(side.node)),
        )
        return _Expected(sides[0], how, sides[1].node)

    def _member(self, member: Place, whole: Place) -> _Expected | None:
        if isinstance(whole.node, ast.List | ast.Tuple | ast.Set) and whole.node.elts:
            return _Expected(whole, "every", member.node)
        return _Expected(member, "far", whole.node) if is_literal(member.node) else None

    def _condition(self, place: Place) -> _Change:
        """Returns how something that is true is made false."""
        node = place.node
        if isinstance(node, ast.Compare):
            return self._comparison(node, place)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
            every = [self._condition(Place(node, "values", i)) for i in range(len(node.values))]
            return next((one for one in every if isinstance(one, _Expected)), every[0])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return lambda: place.put(node.operand)
        if isinstance(node, ast.Call):
            expected = self._call(node)
            if expected is not None:
                return expected
        return _not(place)

    def _comparison(self, node: ast.Compare, place: Place) -> _Change:
        left, right = Place(node, "left"), Place(node, "comparators", 0)
        if _is_compared(node, ast.Eq) or _is_compared(node, ast.NotEq):
            expected = self._either(left, right, "far")
            unequal = _is_compared(node, ast.NotEq) and not _is_false(place)
            return _opposite(node) if unequal else expected
        if _is_compared(node, ast.In) and (member := self._member(left, right)):
            return member
        return _opposite(node)

    def _call(self, node: ast.Call) -> _Expected | None:
        """Returns what a call that says yes or no compares with; None if it is not known."""
        name = called(node)
        if name in _METHODS and len(node.args) == 1 and isinstance(node.func, ast.Attribute):
            return _Expected(Place(node, "args", 0), "one", node.func.value)
        if name == "all" and isinstance(node.func, ast.Attribute) and not node.args:
            inner = node.func.value
            if _is_compared(inner, ast.Eq) and isinstance(inner, ast.Compare):
                return self._either(Place(inner, "left"), Place(inner, "comparators", 0), "far")
        known = name in _EQUAL or name in _NEAR or name == "isinstance"
        return self._compared(name, node) if known and len(node.args) > 1 else None

    def _called_with(self, call: ast.Call) -> _Change:
        if call.args and not isinstance(call.args[0], ast.Starred):
            return _Expected(Place(call, "args", 0), "one")
        return lambda: call.args.append(ast.copy_location(ast.Constant("other"), call))


def _how(name: str, wide: bool) -> How:
    if name in _EQUAL:
        return "one"
    return "beyond" if wide else "far"


def _is_compared(node: ast.AST, by: type[ast.cmpop]) -> bool:
    return isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], by)


def _is_false(place: Place) -> bool:
    return called(place.holder) == "assertFalse"


def _opposite(node: ast.Compare) -> Callable[[], None]:
    """Returns what turns each comparison of a chain around: none can be true if all were."""

    def turn() -> None:
        node.ops = [_NEGATED[type(operator)]() for operator in node.ops]

    return turn


def _renamed(call: ast.Call, name: str) -> Callable[[], None]:
    def rename() -> None:
        if isinstance(call.func, ast.Attribute):
            call.func.attr = name
        elif isinstance(call.func, ast.Name):
            call.func.id = name

    return rename
