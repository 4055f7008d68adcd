"""A graph in tab-separated files: its claims, and beside them what is known of these.

`x.types.tsv` has the types of its entities. `x.qualifiers.tsv`, which may be missing, has for some
claims since when they hold and until when (Wikidata's qualifiers P580 and P582), and further values
that are true as well (`also`).
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from ....core.errors import InputError, file_problem
from ....core.untrusted_text import check_regular
from ....core.wikidata.items import END, START
from .graph import Claim, Entity
from .properties import DATA, other_properties, properties

COLUMNS = ("subject", "subject_label", "property", "object", "object_label")
TYPE_COLUMNS = ("entity", "type")
QUALIFIER_COLUMNS = ("subject", "property", "qualifier", "value")
ALSO = "also"
EMBEDDED = DATA / "graph.tsv"
_AS_OF = re.compile(r"#\s*as[ _]of:\s*(\d{4}-\d{2})\b")
_COMPLETE = re.compile(r"#\s*complete:\s*(P[\dP, ]*)$")
_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?")
# *Instance of* and *subclass of* may occur among the claims as well.
_TYPE_PROPERTIES = frozenset({"P31", "P279"})
_ID = re.compile(r"P[1-9]\d*")


class TsvGraph:
    """Reads the whole graph into memory.

    Attributes:
        name: How the questions name their source.
        as_of: Year and month when the facts hold; empty if the file does not say.
        classes: All classes that some entity has.
        omitted: How many claims have a property that no chain uses, by property.
        ended: How many claims do not hold at the time of `as_of`, by property.
    """

    def __init__(self, path: Path, name: str | None = None, as_of: str | None = None) -> None:
        """Reads a graph.

        Args:
            path: Claims, with the columns of `COLUMNS`; `PATH.types.tsv` beside it has
                `TYPE_COLUMNS`, where a class may have its superclasses as types. A line with
                `#` is a comment; `# as_of: 2025-09` says when the facts hold, and
                `# complete: P106, P800` that the file has all true values of such properties,
                which usually have several. `PATH.qualifiers.tsv` may have `QUALIFIER_COLUMNS`.
            name: How the questions name their source; by default the file's name.
            as_of: When the facts hold, instead of what the file says.

        Raises:
            InputError: A file is missing, or a line of it is malformed.
        """
        self.name = name or path.name
        self.as_of = as_of or ""
        self.omitted: Counter[str] = Counter()
        self.ended: Counter[str] = Counter()
        self._complete: set[str] = set()
        self._labels: dict[str, str] = {}
        self._types: dict[str, set[str]] = defaultdict(set)
        self._claims: dict[str, list[Claim]] = defaultdict(list)
        for where, row in self._rows(path, COLUMNS):
            self._add(where, row)
        if not self._claims:
            raise InputError(f"{path}: no claims in this file; expected {', '.join(COLUMNS)}")
        for where, (entity, type_) in self._rows(types_path(path), TYPE_COLUMNS):
            if not entity or not type_:
                raise InputError(f"{where}: field {'entity' if type_ else 'type'!r} is empty")
            self._types[entity].add(type_)
        self._qualify(qualifiers_path(path))
        self.classes: frozenset[str] | None = frozenset().union(*map(self._all_types, self._labels))

    def heads(self, seed: int) -> Iterator[str]:
        """Yields the subjects of all claims, shuffled."""
        subjects = sorted(self._claims)
        random.Random(f"heads/{seed}").shuffle(subjects)  # noqa: S311 -- not secret
        return iter(subjects)

    def claims(self, subjects: Collection[str]) -> Mapping[str, Sequence[Claim]]:
        """Returns the claims of some entities."""
        return {subject: self._claims[subject] for subject in subjects if subject in self._claims}

    def entities(self, ids: Collection[str]) -> Mapping[str, Entity]:
        """Returns the labels of some entities, and all their types."""
        return {
            id_: Entity(id_, self._labels[id_], self._all_types(id_))
            for id_ in ids
            if id_ in self._labels
        }

    def _all_types(self, entity: str) -> frozenset[str]:
        found: set[str] = set()
        ahead = list(self._types.get(entity, ()))
        while ahead:
            type_ = ahead.pop()
            if type_ not in found:
                found.add(type_)
                ahead += self._types.get(type_, ())
        return frozenset(found)

    def _add(self, where: str, row: Sequence[str]) -> None:
        subject, subject_label, property_, object_, object_label = row
        for name, value in zip(COLUMNS, row, strict=True):
            if not value and not name.endswith("_label"):
                raise InputError(f"{where}: field {name!r} is empty")
        self._name(where, subject, subject_label)
        self._name(where, object_, object_label)
        if property_ in _TYPE_PROPERTIES:
            self._types[subject].add(object_)
        elif property_ in properties():
            self._claims[subject].append(Claim(property_, object_))
        elif property_ in other_properties():
            self.omitted[property_] += 1
        else:
            raise InputError(f"{where}: {_unknown(property_)}")

    def _qualify(self, path: Path) -> None:
        """Reads the qualifiers of claims, if there are any, and leaves out claims that ended."""
        rows = self._rows(path, QUALIFIER_COLUMNS) if path.exists() else ()
        found: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        for where, (subject, property_, qualifier, value) in rows:
            _check_qualifier(where, qualifier, value)
            if property_ not in {claim.property for claim in self._claims.get(subject, ())}:
                raise InputError(f"{where}: {subject} has no claim with {property_}")
            found[subject, property_][qualifier].append(value)
        for subject, claims in self._claims.items():
            qualified = [(claim, found.get((subject, claim.property), {})) for claim in claims]
            self.ended.update(c.property for c, of in qualified if not self._holds(of))
            self._claims[subject] = [
                claim._replace(
                    also=tuple(of.get(ALSO, ())), is_complete=claim.property in self._complete
                )
                for claim, of in qualified
                if self._holds(of)
            ]

    def _holds(self, qualifiers: Mapping[str, Sequence[str]]) -> bool:
        """Tells whether a claim holds in the month of `as_of`, as far as its dates say."""
        if not self.as_of:
            return True
        return all(date[:7] <= self.as_of for date in qualifiers.get(START, ())) and all(
            date[:7] >= self.as_of[: len(date)] for date in qualifiers.get(END, ())
        )

    def _name(self, where: str, entity: str, label: str) -> None:
        known = self._labels.get(entity, "")
        if not known:
            self._labels[entity] = label
        elif label and label != known:
            raise InputError(f"{where}: {entity} is {label!r} here and {known!r} in a line before")

    def _rows(self, path: Path, columns: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
        """Yields the location of each row, and its fields; a header may give their order."""
        order: list[int] | None = None
        for number, line in enumerate(_lines(path), start=1):
            if line.startswith("#"):
                said = _AS_OF.match(line)
                self.as_of = self.as_of or (said[1] if said else "")
                complete = _COMPLETE.match(line)
                self._complete.update(re.findall(r"P\d+", complete[1]) if complete else ())
                continue
            fields = [field.strip() for field in line.split("\t")]
            if order is None and set(columns) <= set(fields):
                order = [fields.index(name) for name in columns]
                continue
            order = order or list(range(len(columns)))
            where = f"{path}, line {number}"
            if len(fields) <= max(order):
                raise InputError(
                    f"{where}: has {len(fields)} fields, expected {', '.join(columns)} "
                    "separated by tabs"
                )
            yield where, [fields[index] for index in order]


def types_path(path: Path) -> Path:
    """Returns the path of a graph's types: `x.types.tsv` beside `x.tsv`."""
    return path.with_name(f"{path.name.removesuffix('.tsv')}.types.tsv")


def qualifiers_path(path: Path) -> Path:
    """Returns the path of what qualifies a graph's claims: `x.qualifiers.tsv` beside `x.tsv`."""
    return path.with_name(f"{path.name.removesuffix('.tsv')}.qualifiers.tsv")


def embedded_graph(as_of: str | None = None) -> TsvGraph:
    """Returns the graph that the package includes.

    Args:
        as_of: When the facts hold, instead of what the file says.
    """
    return TsvGraph(EMBEDDED, "erbench-track's embedded graph, from general knowledge", as_of)


def _check_qualifier(where: str, qualifier: str, value: str) -> None:
    if qualifier not in (START, END, ALSO):
        raise InputError(
            f"{where}: field 'qualifier' is {qualifier!r}, expected {START} (start time), {END} "
            f"(end time) or {ALSO} (a further true value)"
        )
    if not value or (qualifier != ALSO and not _DATE.fullmatch(value)):
        wanted = "a label" if qualifier == ALSO else "a date such as 2024, 2024-07 or 2024-07-05"
        raise InputError(f"{where}: field 'value' is {value!r}, expected {wanted}")


def _lines(path: Path) -> Iterator[str]:
    check_regular(path)
    try:
        with path.open(encoding="utf-8-sig") as file:
            for line in file:
                if line.strip():
                    yield line.rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read ({file_problem(error)})") from error


def _unknown(property_: str) -> str:
    if not _ID.fullmatch(property_):
        return f"field 'property' is {property_!r}, expected a property id such as 'P36'"
    return (
        f"field 'property' is {property_!r}, an unknown property id: neither one of the "
        f"{len(properties())} that chains use ({', '.join(list(properties())[:3])}, ...) nor "
        "another common one; mend it, or remove the line"
    )
