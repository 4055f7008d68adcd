"""From a call in a solution to the generalised call, which stands for all like it (B.2)."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from typing import Any

from .library.entries import Entry

_POSITIONAL_ONLY, _POSITIONAL, _REST, _KEYWORD_ONLY, _KEYWORDS = range(5)


class DoesNotBind(ValueError):  # noqa: N818 -- an answer, not an error
    """A call does not fit the signature of the installed library."""


def generalised_call(entry: Entry, call: ast.Call, *, on_object: bool) -> str:
    """Writes a call with formal names instead of the source's expressions.

    The name is the canonical one. A method is written with its class and begins with `self`, as in
    `pandas.DataFrame.max(self, axis=axis)`: so it is valid Python that binds to the unchanged
    signature. Required parameters are always there, optional ones where the source passes them.
    What is passed by keyword stays a keyword argument, and its value becomes the parameter's name
    unless it is True, False or None.

    Args:
        entry: What is called; its parameters are known.
        call: The call in the source.
        on_object: Whether a method is called on an object, and not through its class.

    Returns:
        The call, such as `pandas.concat(objs, axis=axis)`.

    Raises:
        DoesNotBind: The source's call does not fit the signature.
    """
    signature = entry.signature()
    if signature is None:
        raise DoesNotBind(entry.name)
    parameters = list(signature.parameters.values())
    if entry.needs_self and parameters and parameters[0].kind in (_POSITIONAL_ONLY, _POSITIONAL):
        del parameters[0]
    positional = ["self"] if entry.needs_self else []
    passed = call.args if on_object or not entry.needs_self else call.args[1:]
    positional += _positional(parameters, passed, entry.name)
    keywords = dict(_keywords(parameters, call.keywords, set(positional), entry.name))
    _add_required(parameters, positional, keywords)
    text = ", ".join([*positional, *(f"{name}={value}" for name, value in keywords.items())])
    written = f"{entry.name}({text})"
    check_binds(signature, written)
    return written


def check_binds(signature: inspect.Signature, written: str) -> None:
    """Checks that a generalised call is valid Python that fits a signature.

    Raises:
        DoesNotBind: It is not, or does not.
    """
    try:
        call = ast.parse(written, mode="eval").body
    except SyntaxError as error:
        raise DoesNotBind(written) from error
    if not isinstance(call, ast.Call):
        raise DoesNotBind(written)
    arguments: list[Any] = [ast.unparse(argument) for argument in call.args]
    named = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    try:
        signature.bind(*arguments, **named)
    except TypeError as error:
        raise DoesNotBind(f"{written}: {error}") from error


def _positional(
    parameters: list[inspect.Parameter], passed: list[ast.expr], name: str
) -> list[str]:
    """Returns the formal names of the positional arguments."""
    plain = [one for one in parameters if one.kind in (_POSITIONAL_ONLY, _POSITIONAL)]
    rest = next((f"*{one.name}" for one in parameters if one.kind == _REST), None)
    starred = next((i for i, one in enumerate(passed) if isinstance(one, ast.Starred)), None)
    count = len(passed) if starred is None else starred
    if count > len(plain) and rest is None:
        raise DoesNotBind(f"{name}: takes no {count} arguments by position")
    named = [one.name for one in plain[:count]]
    return [*named, rest] if rest and (count > len(plain) or starred is not None) else named


def _keywords(
    parameters: list[inspect.Parameter], passed: list[ast.keyword], taken: set[str], name: str
) -> Iterator[tuple[str, str]]:
    by_name = {one.name: one for one in parameters}
    takes_any = any(one.kind == _KEYWORDS for one in parameters)
    for keyword in passed:
        if keyword.arg is None:  # `**options`: the keywords in it are not known
            continue
        one = by_name.get(keyword.arg)
        known = one is not None and one.kind in (_POSITIONAL, _KEYWORD_ONLY)
        if keyword.arg in taken or not (known or takes_any):
            raise DoesNotBind(f"{name}: takes no argument {keyword.arg!r}")
        yield keyword.arg, _value(keyword)


def _value(keyword: ast.keyword) -> str:
    constant = keyword.value.value if isinstance(keyword.value, ast.Constant) else keyword
    if constant is None or isinstance(constant, bool):
        return repr(constant)
    return str(keyword.arg)


def _add_required(
    parameters: list[inspect.Parameter], positional: list[str], keywords: dict[str, str]
) -> None:
    """Adds required parameters that are passed in a way that cannot be seen, such as `*values`."""
    before: list[str] = []
    for one in parameters:
        missing = one.default is inspect.Parameter.empty and one.kind not in (_REST, _KEYWORDS)
        if missing and one.name not in positional and one.name not in keywords:
            if one.kind == _KEYWORD_ONLY or not all(name in positional for name in before):
                keywords[one.name] = one.name
            else:
                is_rest = bool(positional) and positional[-1].startswith("*")
                positional.insert(len(positional) - is_rest, one.name)
        before.append(one.name)
