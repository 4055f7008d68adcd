"""Question wordings: Jinja files whose blocks are rendered one by one, in a sandbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import Template, nodes
from jinja2.exceptions import TemplateNotFound
from jinja2.meta import find_referenced_templates, find_undeclared_variables
from jinja2.runtime import Context

from ...core.errors import InputError
from ...core.jinja import TEMPLATES, environment, users_environment
from ...core.values.countries import code_of

Row = Mapping[str, Any]
Render = Callable[[Row], str]
T = TypeVar("T")
# Where a template file is, the names that it uses with their lines, and block to what renders it.
_File = tuple[str, list[tuple[str, int]], dict[str, Render]]


def with_article_by_letter(noun: str) -> str:
    """Puts the indefinite article before a noun: `an animation`, `a non-animation`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def ordinal(number: int) -> str:
    """Writes an ordinal number in digits: `1st`, `12th`, `122nd`."""
    is_teen = number % 100 // 10 == 1
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


# Names that have the article, by a word in them or whole; and those that stay as they are.
_WITH_THE = re.compile(
    r"\b(?:republic|kingdom|states|emirates|federation|union|islands|isle|commonwealth)\b"
    r"|^(?:us|usa|uk|uae|ussr|u\.s\.a?\.|netherlands|philippines|bahamas|gambia|maldives|comoros"
    r"|seychelles|ivory coast|holy see|vatican|dr congo)$",
    re.IGNORECASE,
)
_OF_ITSELF = re.compile(r",|\(|\d|^(?:the|korea|congo)\b", re.IGNORECASE)
# Countries that share their name with a state, or with their capital.
_NEED_NOUN = {"DJ", "GE", "GT", "KW", "LU", "PA"}


def as_country(text: Any) -> str:
    """Says a country as a sentence does: `France`, `the Netherlands`, `the country Georgia`."""
    name = str(text)
    if _OF_ITSELF.search(name):
        is_definite = name.lower().startswith("the ")
        return f"the {name[4:]}" if is_definite else f"the country {name}"
    if _WITH_THE.search(name):
        return f"the {name}"
    needs_noun = name.isupper() or code_of(name) in ("", *_NEED_NOUN)
    return f"the country {name}" if needs_noun else name


_FILTERS: dict[str, Callable[..., str]] = {
    "as_country": as_country,
    "ordinal": ordinal,
    "with_article": with_article_by_letter,
}


class Wordings:
    """Loads templates from the specification's folder, then from the embedded ones.

    Attributes:
        files: Name of each file that was loaded to its text.
    """

    def __init__(self, folder: Path) -> None:
        self.files: dict[str, str] = {}
        self._read = cache(self._read_file)
        self._env = users_environment(folder)
        self._env.add_filters(_FILTERS)
        self._own = environment(autoescape=False, trim_blocks=False)
        self._own.filters |= _FILTERS

    def blocks(
        self, template: str | Mapping[str, str], names: Sequence[str], variables: Iterable[str]
    ) -> list[Render]:
        """Returns one function per block that renders it from a tuple.

        Args:
            template: Name of the template file, or the blocks themselves: name to text.
            names: The blocks that it must have.
            variables: The names that it may use.

        Raises:
            InputError: It is missing or malformed, lacks a block, or uses another name.
        """
        variables = set(variables)
        if isinstance(template, str):
            path, used, renders = self._read(template)
            _check_variables(used, path, variables)
            return _each(names, renders, template)
        texts = zip(names, _each(names, template, "template"), strict=True)
        return [self.inline(text, variables, f"template, block {name!r}") for name, text in texts]

    def used(self, template: str | Mapping[str, str], names: Iterable[str]) -> list[str]:
        """Returns those of some names that a template, of a loaded file or not, has anywhere."""
        sources = [self.files[template]] if isinstance(template, str) else template.values()
        used = set[str]().union(*map(self._variables, sources))
        return [name for name in names if name in used]

    def _variables(self, source: str) -> set[str]:
        tree = self._env.parse(source)
        # Jinja passes over names that it has itself, such as `range`; a column may be called so.
        names = {node.name for node in tree.find_all(nodes.Name)} & self._env.globals.keys()
        return find_undeclared_variables(tree) | names

    def texts(self, names: Iterable[str]) -> dict[str, str]:
        """Returns the texts of some files, and of those that they include, by name."""
        found: dict[str, str] = {}
        for name in (waiting := [*names]):
            found[name], path = self._source(name)
            with self._env.guarded(path):
                named = set(find_referenced_templates(self._env.parse(found[name])))
            waiting += [other for other in named if other and other not in waiting]
        return found

    def inline(self, source: str, variables: Iterable[str], where: str) -> Render:
        """Returns a function that renders a template, given as text, from a tuple.

        Raises:
            InputError: It is malformed, or uses a name that is none of the variables.
        """
        with self._env.guarded(where):
            tree = self._env.parse(source)
            _check_variables(_names(tree), where, set(variables))
            template = self._env.from_string(source)
        return _plain(tree.body) or self._renderer(template.root_render_func, template, where)

    def _read_file(self, template: str) -> _File:
        """Returns every block of a file."""
        source, path = self._source(template)
        is_own = Path(path).is_relative_to(TEMPLATES)
        with self._env.guarded(path):
            tree = self._env.parse(source)
            loaded = (self._own if is_own else self._env).get_template(template)
            self.files[template] = source
        bodies = {block.name: block.body for block in tree.find_all(nodes.Block)}
        renders = {
            name: _plain(bodies.get(name, []))
            or self._renderer(render, loaded, f"{path}, block {name!r}", is_own)
            for name, render in loaded.blocks.items()
        }
        return path, _names(tree), renders

    def _source(self, template: str) -> tuple[str, str]:
        """Returns the text and the path of a template file."""
        with self._env.guarded(template):
            try:
                source, path, _ = self._env.loader.get_source(self._env, template)  # type: ignore[union-attr]
            except TemplateNotFound as error:
                raise InputError(
                    f"{template}: no such template, neither beside the specification nor in "
                    f"{TEMPLATES}"
                ) from error
        return source, path or template

    def _renderer(
        self,
        render: Callable[[Context], Iterator[str]],
        template: Template,
        where: str,
        is_own: bool = False,
    ) -> Render:
        # shared: the row itself is the context. Nothing else is needed, and a copy is slow.
        if not is_own:
            context = partial(template.new_context, shared=True)
            return lambda row: self._env.joined(render(context(dict(row))), where)
        # To make a context takes longer than to render. Ours leave nothing in it, and their steps
        # need not be counted.
        once = template.new_context(shared=True)

        def trusted(row: Row) -> str:
            once.parent = dict(row)
            return "".join(render(once)).strip()

        return trusted


def _each(names: Sequence[str], found: Mapping[str, T], where: str) -> list[T]:
    for name in names:
        if name not in found:
            raise InputError(f"{where}: no block {name!r} in this template")
    return [found[name] for name in names]


def _names(tree: nodes.Template) -> list[tuple[str, int]]:
    """Returns the names that a row must define, each with its line."""
    undeclared = find_undeclared_variables(tree)
    return [(of.name, of.lineno) for of in tree.find_all(nodes.Name) if of.name in undeclared]


def _check_variables(used: list[tuple[str, int]], path: str, variables: set[str]) -> None:
    for name, line in used:
        if name not in variables:
            known = ", ".join(sorted(variables))
            raise InputError(f"{path}, line {line}: undefined variable {name!r} (known: {known})")


def _plain(body: Sequence[nodes.Node]) -> Render | None:
    """Returns what renders a text with plain variables alone, ten times as fast as Jinja does."""
    parts = [part for node in body for part in getattr(node, "nodes", [None])]
    if not parts or not all(isinstance(part, nodes.TemplateData | nodes.Name) for part in parts):
        return None
    pattern = "".join(
        f"{{{part.name}}}"
        if isinstance(part, nodes.Name)
        else part.data.replace("{", "{{").replace("}", "}}")
        for part in parts
    )
    return lambda row: pattern.format_map(row).strip()
