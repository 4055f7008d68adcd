"""Question wordings: Jinja files whose blocks are rendered one by one, in a sandbox."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined, Template, TemplateError, nodes
from jinja2.exceptions import TemplateNotFound, TemplateSyntaxError
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import SandboxedEnvironment

from .errors import InputError
from .relation import Row

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
Render = Callable[[Row], str]


def with_article(noun: str) -> str:
    """Puts the indefinite article before a noun: `an animation`, `a non-animation`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


class Wordings:
    """Loads templates from the specification's folder, then from the embedded ones."""

    def __init__(self, folder: Path) -> None:
        """Prepares the sandbox.

        Args:
            folder: The folder of the specification.
        """
        self._env = SandboxedEnvironment(
            loader=FileSystemLoader([folder, TEMPLATES]),
            undefined=StrictUndefined,
            autoescape=False,
        )
        self._env.filters["with_article"] = with_article

    def blocks(self, template: str, names: Iterable[str], variables: Iterable[str]) -> list[Render]:
        """Returns one function per block that renders it from a tuple.

        Args:
            template: Name of the template file.
            names: The blocks that it must have.
            variables: The names that it may use.

        Returns:
            Functions from a tuple to text, in the order of `names`.

        Raises:
            InputError: The file is missing or malformed, lacks a block, or uses another name.
        """
        loaded = self._load(template, set(variables))
        missing = [name for name in names if name not in loaded.blocks]
        if missing:
            raise InputError(f"{loaded.filename}: no block {missing[0]!r} in this template")
        return [_renderer(loaded, name) for name in names]

    def inline(self, source: str, variables: Iterable[str], where: str) -> Render:
        """Returns a function that renders a template given as text from a tuple.

        Args:
            source: The template.
            variables: The names that it may use.
            where: Where it stands, for errors.

        Raises:
            InputError: It is malformed, or uses another name.
        """
        try:
            _check_variables(self._env.parse(source), where, set(variables))
            template = self._env.from_string(source)
        except TemplateSyntaxError as error:
            raise InputError(f"{where}, line {error.lineno}: {error.message}") from error

        def from_row(row: Row) -> str:
            try:
                return template.render(row).strip()
            except TemplateError as error:
                raise InputError(f"{where}: {error.message}") from error

        return from_row

    def _load(self, template: str, variables: set[str]) -> Template:
        path = template
        try:
            source, path, _ = self._env.loader.get_source(self._env, template)  # type: ignore[union-attr, assignment]
            _check_variables(self._env.parse(source), path, variables)
            return self._env.get_template(template)
        except TemplateNotFound as error:
            raise InputError(
                f"{template}: no such template, neither beside the specification nor in {TEMPLATES}"
            ) from error
        except TemplateSyntaxError as error:
            raise InputError(f"{path}, line {error.lineno}: {error.message}") from error


def _check_variables(tree: nodes.Template, path: str, variables: set[str]) -> None:
    undefined = find_undeclared_variables(tree) - variables
    for name in tree.find_all(nodes.Name):
        if name.name in undefined:
            known = ", ".join(sorted(variables))
            raise InputError(
                f"{path}, line {name.lineno}: undefined variable {name.name!r} (known: {known})"
            )


def _renderer(template: Template, block: str) -> Render:
    render = template.blocks[block]

    def from_row(row: Row) -> str:
        try:
            # shared: the row itself is the context. Nothing else is needed, and a copy is slow.
            return "".join(render(template.new_context(dict(row), shared=True))).strip()
        except TemplateError as error:
            raise InputError(f"{template.filename}, block {block!r}: {error.message}") from error

    return from_row
