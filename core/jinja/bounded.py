"""Users' templates: rendered in a sandbox whose work is counted, so that none runs without end.

What is counted is steps, not seconds: a template that is refused is refused on every machine. Each
step costs one unit and the size of what goes into it, and what can enlarge a text (`*`, `center`,
`replace`, `join`, formats) costs the size of its result before that is made. Filters and methods
that are not known to be bounded this way are not there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import unwrap
from typing import Any, cast

from jinja2 import nodes, pass_context
from jinja2.compiler import CodeGenerator, Frame
from jinja2.exceptions import SecurityError, TemplateNotFound, TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from ..errors import InputError, first_line

MOST_CHARACTERS = 100_000  # of a template, and of what is rendered
_MOST_WORK = 2_000_000
_MOST_BITS = 15_000  # Python writes numbers of 4,300 digits
_LOADING = 1_000
_CALLING = 10
_LINEAR_FILTERS = {
    "abs", "capitalize", "count", "d", "default", "dictsort", "e", "escape", "filesizeformat",
    "first", "float", "forceescape", "groupby", "int", "items", "last", "length", "list", "lower",
    "map", "max", "min", "reject", "rejectattr", "reverse", "round", "safe", "select",
    "selectattr", "sort", "string", "striptags", "title", "trim", "truncate", "unique", "upper",
    "urlencode", "wordcount",
}  # fmt: skip
_LINEAR_METHODS = {
    "capitalize", "casefold", "count", "date", "day_name", "encode", "endswith", "find", "get",
    "index", "is_integer", "isalnum", "isalpha", "isascii", "isdecimal", "isdigit", "islower",
    "isnumeric", "isocalendar", "isoformat", "isoweekday", "isspace", "istitle", "isupper",
    "items", "keys", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind",
    "rindex", "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strftime",
    "strip", "swapcase", "time", "timetuple", "title", "total_seconds", "upper", "values",
    "weekday", "cycle", "changed", "next", "current", "reset",
}  # fmt: skip


def _by_width(text: object, *widths: object, **more: object) -> int:
    lines = 1 + str(text).count("\n") + str(text).count("\t")
    return lines * sum(_length(width) for width in (*widths, *more.values()))


def _length(width: object) -> int:
    return abs(width) if isinstance(width, int) else len(str(width))


def _by_replacing(text: object, old: object, new: object, *_: object, **__: object) -> int:
    return str(text).count(str(old)) * len(str(new))


def _by_joining(between: object, parts: Any) -> int:
    return len(str(between)) * len(parts)


def _by_formatting(text: object, *values: object, **named: object) -> int:
    """Bounds a text that is formatted: each value may be there as often as there are places."""
    form = str(text)
    if re.search(r"%[^%a-zA-Z]*\*|\{[^{}]*\{", form):
        raise SecurityError("a width that is itself a value is not possible in a template")
    widths = sum(int(digits[:9]) for digits in re.findall(r"\d+", form))
    return widths + (form.count("{") + form.count("%")) * weigh([values, named])


# What a result may be larger than all that it is made of, by filter and method.
_GROWING: dict[str, Callable[..., int]] = {
    "center": _by_width,
    "expandtabs": _by_width,
    "format": _by_formatting,
    "format_map": _by_formatting,
    "indent": _by_width,
    "join": _by_joining,
    "ljust": _by_width,
    "replace": _by_replacing,
    "rjust": _by_width,
    "round": lambda number, *_, **__: weigh(number),
    "zfill": _by_width,
}
_FILTERS_THAT_GROW = {"center", "format", "indent", "replace"}


def weigh(value: Any) -> int:
    """Returns the size of a value: characters of texts, with everything that is in containers."""
    total, remaining = 0, [value]
    while remaining and total <= _MOST_WORK:
        value = remaining.pop()
        if isinstance(value, str | bytes):
            total += len(value)
        elif isinstance(value, dict):
            remaining += [*value.keys(), *value.values()]
        elif isinstance(value, list | tuple | set | frozenset):
            remaining += value
        total += 1
    return total


class BoundedEnvironment(ImmutableSandboxedEnvironment):
    """A sandbox for templates that nobody has read before they are rendered."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "**", "%"})

    def __init__(self, **options: Any) -> None:
        """Takes Jinja's options, but for `optimized` and `finalize`."""
        super().__init__(**options, optimized=False, finalize=_shown)
        self.code_generator_class = _Counting
        self._left = _MOST_WORK
        del self.globals["lipsum"]
        own, self.filters = self.filters, {"join": self._counted_join, "sum": _sum}
        self.add_filters({name: own[name] for name in _LINEAR_FILTERS | _FILTERS_THAT_GROW})
        tests: dict[str, Any] = self.tests
        self.tests = {name: self._counted(name, each) for name, each in tests.items()}

    def add_filters(self, filters: Mapping[str, Callable[..., Any]]) -> None:
        """Adds filters whose work is linear in the size of what they are given.

        Args:
            filters: Name to function.
        """
        self.filters |= {name: self._counted(name, each) for name, each in filters.items()}

    def spend(self, units: int) -> None:
        """Takes work off what a template may still do.

        Raises:
            SecurityError: It has done that much.
        """
        self._left -= units
        if self._left < 0:
            raise SecurityError("makes too long a text, or takes too many steps")

    @contextmanager
    def guarded(self, where: str) -> Iterator[None]:
        """Turns what goes wrong with a template into one line, and counts its work from zero.

        Args:
            where: The template, for errors.

        Raises:
            InputError: Anything went wrong.
        """
        self._left = _MOST_WORK
        try:
            yield
        except InputError:
            raise
        except TemplateSyntaxError as error:
            raise InputError(f"{where}, line {error.lineno}: {error.message}") from error
        except TemplateNotFound as error:
            raise InputError(f"{where}: no such template: {error}") from error
        except RecursionError as error:
            raise InputError(f"{where}: is nested too deeply, or calls itself") from error
        except Exception as error:  # whatever a filter, an operator or a value's own method raises
            raise InputError(f"{where}: {first_line(error)}") from error

    def joined(self, chunks: Iterable[str], where: str) -> str:
        """Returns what a template makes, as one text without space around it.

        Args:
            chunks: What its function yields.
            where: The template, for errors.

        Raises:
            InputError: It raises anything, does not end, is too long, or is no text.
        """
        with self.guarded(where):
            text = self.concat(chunks).strip()
            if len(text) > MOST_CHARACTERS:
                raise SecurityError(f"makes {len(text):,} characters, more than a question has")
            if not text.isascii():
                text.encode()
            return text

    def concat(self, chunks: Iterable[str]) -> str:
        """Joins texts, as compiled templates do."""
        return "".join(self.each(chunks))

    def each(self, values: Any) -> Any:
        """Counts the steps of a loop."""
        for value in values:
            self.spend(weigh(value) if isinstance(value, str) else 1)
            yield value

    def made(self, value: Any) -> Any:
        """Counts a list, tuple or dictionary that the template writes down."""
        self.spend(weigh(value))
        return value

    def parse(self, source: str, *args: Any, **kwargs: Any) -> nodes.Template:
        """Parses a template that is not too long."""
        if len(source) > MOST_CHARACTERS:
            long = f"the template has {len(source):,} characters, more than {MOST_CHARACTERS:,}"
            raise TemplateSyntaxError(long, 1)
        return super().parse(source, *args, **kwargs)

    def get_template(self, *args: Any, **kwargs: Any) -> Any:
        """Loads a template, one that is included too."""
        self.spend(_LOADING)
        return super().get_template(*args, **kwargs)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Lets only known methods be called."""
        is_known = attr in _LINEAR_METHODS or attr in _GROWING or not callable(value)
        return is_known and super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Counts an operation, and refuses one whose result is too large."""
        self.spend(weigh(left) + weigh(right) + _grown(operator, left, right))
        return super().call_binop(context, operator, left, right)

    def call(__self, __context: Any, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805
        """Calls a method, a macro or a function of Jinja's."""
        called = unwrap(__obj) if callable(__obj) else __obj
        bound = getattr(called, "__self__", None)
        given = args if bound is None else (bound, *args)
        __self.spend(_CALLING + weigh(list(given)) + weigh(kwargs))
        growing = _GROWING.get(getattr(called, "__name__", "")) if bound is not None else None
        if growing is not None:
            __self.spend(growing(*given, **kwargs))
        return super().call(__context, __obj, *args, **kwargs)

    def _counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        grown = _GROWING.get(name)
        skipped = 1 if hasattr(function, "jinja_pass_arg") else 0

        @wraps(function)  # with Jinja's marks
        def counted(*args: Any, **kwargs: Any) -> Any:
            self.spend(1 + weigh(args[skipped:]) + weigh(kwargs))
            if grown is not None:
                self.spend(grown(*args[skipped:], **kwargs))
            return function(*args, **kwargs)

        return counted

    def _counted_join(self, values: Iterable[Any], d: str = "", attribute: Any = None) -> str:
        if attribute is not None:
            values = (self.getitem(value, attribute) for value in values)
        return self.concat(
            text
            for index, value in enumerate(values)
            for text in ((str(d), str(value)) if index else (str(value),))
        )


def _grown(operator: str, left: Any, right: Any) -> int:
    if operator == "%" and isinstance(left, str | bytes):
        return _by_formatting(left, right)
    if operator in ("*", "**") and isinstance(left, int) and isinstance(right, int):
        bits = left.bit_length()
        if (bits * abs(right) if operator == "**" else bits + right.bit_length()) > _MOST_BITS:
            raise SecurityError("makes too large a number")
        return 1
    if operator == "*":
        factor, value = (left, right) if isinstance(left, int) else (right, left)
        return abs(factor) * weigh(value) if isinstance(factor, int) else 1
    return 1


def _sum(values: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
    if attribute is not None or not isinstance(start, int | float):
        raise SecurityError("`sum` adds numbers, and has no arguments in a template")
    return sum(values, start)


@pass_context  # so that constants are not rendered when a template is compiled
def _shown(context: Any, value: Any) -> Any:
    context.environment.spend(weigh(value))
    return value


class _Counting(CodeGenerator):
    """Has loops, comparisons, `~`, slices and lists counted by the code of a template."""

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802
        node.iter = _through("each", node.iter)
        super().visit_For(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        node.nodes = [_through("made", each) for each in node.nodes]
        super().visit_Concat(node, frame)

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:  # noqa: N802
        node.expr = _through("made", node.expr)
        for operand in node.ops:
            operand.expr = _through("made", operand.expr)
        super().visit_Compare(node, frame)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:  # noqa: N802
        self._made(super().visit_Getitem, node, frame)

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        self._made(super().visit_List, node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self._made(super().visit_Dict, node, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        if node.ctx == "load":
            self._made(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def _made(self, visit: Callable[..., None], node: nodes.Node, frame: Frame) -> None:
        self.write("environment.made(")
        visit(node, frame)
        self.write(")")


def _through(method: str, expr: nodes.Node) -> nodes.Expr:
    """Returns a call of the environment's method with the expression's value."""
    return nodes.Call(nodes.EnvironmentAttribute(method), [cast(nodes.Expr, expr)], [], None, None)
