"""A graph in two tab-separated files: its claims, and beside them the types of its entities."""

from __future__ import annotations

import csv
import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from ....core.errors import InputError, file_problem
from .graph import Claim, Entity
from .properties import DATA, other_properties, properties

COLUMNS = ("subject", "subject_label", "property", "object", "object_label")
TYPE_COLUMNS = ("entity", "type")
EMBEDDED = DATA / "graph.tsv"
_AS_OF = re.compile(r"#\s*as[ _]of:\s*(\d{4}-\d{2})\b")
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
    """

    def __init__(self, path: Path, name: str | None = None, as_of: str | None = None) -> None:
        """Reads a graph.

        Args:
            path: Claims, with the columns of `COLUMNS`; `PATH.types.tsv` beside it has
                `TYPE_COLUMNS`, where a class may have its superclasses as types. A line with
                `#` is a comment, and `# as_of: 2025-09` says when the facts hold.
            name: How the questions name their source; by default the file's name.
            as_of: When the facts hold, instead of what the file says.

        Raises:
            InputError: A file is missing, or a line of it is malformed.
        """
        self.name = name or path.name
        self.as_of = as_of or ""
        self.omitted: Counter[str] = Counter()
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
                continue
            (fields,) = csv.reader([line], delimiter="\t", quoting=csv.QUOTE_NONE)
            fields = [field.strip() for field in fields]
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


def embedded_graph() -> TsvGraph:
    """Returns the graph that the package includes."""
    return TsvGraph(EMBEDDED, name="erbench-track's embedded graph, after Wikidata")


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8") as file:
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
