"""Question wordings: Jinja files whose blocks are rendered one by one, in a sandbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from jinja2 import Template, nodes
from jinja2.exceptions import TemplateNotFound
from jinja2.meta import find_undeclared_variables
from jinja2.runtime import Context

from ...core.errors import InputError
from ...core.jinja import TEMPLATES, users_environment
from ...filters.rationale.countries import code_of
from ...filters.rationale.inverted_names import article_first, in_order

Row = Mapping[str, Any]
Render = Callable[[Row], str]
T = TypeVar("T")


def with_article_by_letter(noun: str) -> str:
    """Puts the indefinite article before a noun: `an animation`, `a non-animation`."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def ordinal(number: int) -> str:
    """Writes an ordinal number in digits: `1st`, `12th`, `122nd`."""
    is_teen = number % 100 // 10 == 1
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


# Names of so few letters may be abbreviations: UEFA.
_ABBREVIATED = 4
# What is in lower case inside a name.
_SMALL = {
    "a", "al", "an", "and", "at", "by", "da", "de", "del", "der", "di", "do", "dos", "du", "e",
    "el", "et", "for", "from", "in", "la", "las", "le", "les", "los", "of", "on", "or", "the",
    "to", "und", "van", "von", "with", "y", "zu",
}  # fmt: skip
# Consonants that are no initials.
_TITLES = {"dr", "ft", "jr", "mr", "mrs", "ms", "mt", "sr", "st"}
_ROMAN = re.compile(r"x?(?:i{1,3}|iv|vi{0,3}|ix)")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")


def as_name(text: Any) -> str:
    """Writes a name with capitals if it has none, or nothing else: `new york`, `louis xiv`, `PERU`.

    Python's and Jinja's *title case* also writes *Isle Of Man*, *Usa* and *Mclaren*.
    """
    name = str(text)
    if name == name.upper() and (len(name) > _ABBREVIATED or (len(name) > 3 and code_of(name))):
        name = name.lower()
    if name != name.lower():
        return name
    if len(name) <= 3 and code_of(name):
        return name.upper()
    return _WORD.sub(lambda found: _with_capitals(found, len(name)), name)


def _with_capitals(found: re.Match[str], end: int) -> str:
    word, is_inside = found[0], found.start() > 0 and found.end() < end
    if word in _SMALL and is_inside:
        return word
    are_initials = word not in _TITLES and not set(word) & set("aeiouy") and word.isascii()
    if are_initials or (found.start() and _ROMAN.fullmatch(word)):
        return word.upper()
    before = word[:2] if word[:1] in "dlo" and word[1:2] in ("'", "\u2019") else ""
    if before and (before[0] == "o" or not found.start()):
        before = before.capitalize()
    rest = word[len(before) :]
    return before + rest[:1].upper() + rest[1:]


# Names that have the article, by a word in them or whole; and those that stay as they are.
_WITH_THE = re.compile(
    r"\b(?:republic|kingdom|states|emirates|federation|union|islands|isle|commonwealth)\b"
    r"|^(?:us|usa|uk|uae|ussr|u\.s\.a?\.|netherlands|philippines|bahamas|gambia|maldives|comoros"
    r"|seychelles|ivory coast|holy see|vatican|dr congo)$",
    re.IGNORECASE,
)
_OF_ITSELF = re.compile(r",|\(|\d|^(?:the|korea|congo)\b", re.IGNORECASE)
# *Congo, The Democratic Republic of the*, as lists that are sorted have it.
_INVERTED = re.compile(r"([^,]+), (?:The )?((?:[A-Z][\w.'-]*,? )+of(?: the)?)")
_MIDNIGHT = re.compile(r"(?<=^\d{4}-\d\d-\d\d)[ T]00:00(?::00(?:\.0+)?)?(?:Z|\+00:?00)?$")
# Countries that share their name with a state, or with their capital.
_NEED_NOUN = {"DJ", "GE", "GT", "KW", "LU", "PA"}


def as_country(text: Any) -> str:
    """Says a country as a sentence does: `France`, `the Netherlands`, `the country Georgia`."""
    name = as_name(text)
    if inverted := _INVERTED.fullmatch(name):
        return f"the {inverted[2]} {inverted[1]}"
    if _OF_ITSELF.search(name):
        is_definite = name.lower().startswith("the ")
        return f"the {name[4:]}" if is_definite else f"the country {name}"
    if _WITH_THE.search(name):
        return f"the {name}"
    needs_noun = name.isupper() or code_of(name) in ("", *_NEED_NOUN)
    return f"the country {name}" if needs_noun else name


def as_date(value: Any) -> str:
    """Says a date without the midnight that some databases write behind it."""
    return _MIDNIGHT.sub("", str(value))


def _with_noun(text: Any, noun: str) -> str:
    from ..english.own_names import with_noun  # most specifications do without the English words

    return with_noun(str(text), noun)


def _with_article(text: Any, noun: str) -> str:
    from ..english.own_names import with_article  # as above

    return with_article(str(text), noun)


class Wordings:
    """Loads templates from the specification's folder, then from the embedded ones.

    Attributes:
        files: Name of each file that was loaded to its text.
    """

    def __init__(self, folder: Path) -> None:
        """Prepares the sandbox.

        Args:
            folder: The folder of the specification.
        """
        self.files: dict[str, str] = {}
        self._env = users_environment(folder)
        self._env.add_filters(
            {
                "article_first": lambda title: article_first(str(title)),
                "as_country": as_country,
                "as_date": as_date,
                "as_name": as_name,
                "in_order": lambda name: in_order(str(name)),
                "ordinal": ordinal,
                "with_article": with_article_by_letter,
                "with_definite_article": _with_article,
                "with_noun": _with_noun,
            }
        )

    def blocks(
        self, template: str | Mapping[str, str], names: Sequence[str], variables: Iterable[str]
    ) -> list[Render]:
        """Returns one function per block that renders it from a tuple.

        Args:
            template: Name of the template file, or the blocks themselves: name to text.
            names: The blocks that it must have.
            variables: The names that it may use.

        Returns:
            Functions from a tuple to text, in the order of `names`.

        Raises:
            InputError: It is missing or malformed, lacks a block, or uses another name.
        """
        variables = set(variables)
        if isinstance(template, str):
            return _each(names, self._in_file(template, variables), template)
        texts = _each(names, template, "template")
        shown = (f"template, block {name!r}" for name in names)
        return [self.inline(text, variables, w) for text, w in zip(texts, shown, strict=True)]

    def used(self, template: str | Mapping[str, str], names: Iterable[str]) -> list[str]:
        """Returns those of some names that a template uses in any of its blocks.

        Args:
            template: Name of a template file that was loaded, or the blocks themselves.
            names: The names.
        """
        sources = [self.files[template]] if isinstance(template, str) else template.values()
        used = set[str]().union(*map(self._variables, sources))
        return [name for name in names if name in used]

    def _variables(self, source: str) -> set[str]:
        return find_undeclared_variables(self._env.parse(source))

    def inline(self, source: str, variables: Iterable[str], where: str) -> Render:
        """Returns a function that renders a template given as text from a tuple.

        Args:
            source: The template.
            variables: The names that it may use.
            where: Where it stands, for errors.

        Raises:
            InputError: It is malformed, or uses another name.
        """
        with self._env.guarded(where):
            tree = self._env.parse(source)
            _check_variables(tree, where, set(variables))
            template = self._env.from_string(source)
        return _plain(tree.body) or self._renderer(template.root_render_func, template, where)

    def _in_file(self, template: str, variables: set[str]) -> dict[str, Render]:
        """Returns every block of a file."""
        source, path = self._source(template)
        with self._env.guarded(path):
            tree = self._env.parse(source)
            _check_variables(tree, path, variables)
            loaded = self._env.get_template(template)
            self.files[template] = source
        bodies = {block.name: block.body for block in tree.find_all(nodes.Block)}
        return {
            name: _plain(bodies.get(name, []))
            or self._renderer(render, loaded, f"{path}, block {name!r}")
            for name, render in loaded.blocks.items()
        }

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
        self, render: Callable[[Context], Iterator[str]], template: Template, where: str
    ) -> Render:
        # shared: the row itself is the context. Nothing else is needed, and a copy is slow.
        return lambda row: self._env.joined(
            render(template.new_context(dict(row), shared=True)), where
        )


def _each(names: Sequence[str], found: Mapping[str, T], where: str) -> list[T]:
    for name in names:
        if name not in found:
            raise InputError(f"{where}: no block {name!r} in this template")
    return [found[name] for name in names]


def _check_variables(tree: nodes.Template, path: str, variables: set[str]) -> None:
    undefined = find_undeclared_variables(tree) - variables
    for name in tree.find_all(nodes.Name):
        if name.name in undefined:
            known = ", ".join(sorted(variables))
            raise InputError(
                f"{path}, line {name.lineno}: undefined variable {name.name!r} (known: {known})"
            )


def _plain(body: Sequence[nodes.Node]) -> Render | None:
    """Returns what renders a text with plain variables, ten times as fast as Jinja does.

    Returns:
        None if the text has anything else, such as a filter.
    """
    parts = [part for node in body for part in getattr(node, "nodes", [None])]
    if not parts or not all(isinstance(part, nodes.TemplateData | nodes.Name) for part in parts):
        return None
    pattern = "".join(
        f"{{{part.name}}}" if isinstance(part, nodes.Name) else _escaped(part.data)
        for part in parts
    )
    return lambda row: pattern.format_map(row).strip()


def _escaped(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
