"""What keeps a generated benchmark from being published: personal data, unusable images."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from ...core.errors import InputError
from ...core.untrusted_text import one_line
from ..images.normalise import NotAnImage, check_finished
from ..privacy.asked import REMEDY
from ..privacy.personal import LinkedTable, PersonalData, personal_column, personal_tables
from ..privacy.values import personal_texts, personal_values
from .manifest import TableRecord
from .reader import AGAIN, GeneratedBenchmark

# The items of each question type that are looked at.
_MOST = 400
# How the types of columns begin that count things.
_NUMBERS = ("INT", "BIGINT", "SMALLINT", "TINYINT", "NUMERIC", "DECIMAL", "FLOAT", "DOUBLE", "REAL")
# What is personal, and why.
Found = tuple[str, PersonalData]


def refuse_personal_items(benchmark: GeneratedBenchmark) -> None:
    """Stops if a benchmark holds personal data, and its record gives no reason.

    Judges the tables and columns of the record, and a sample of the items.

    Args:
        benchmark: The benchmark.

    Raises:
        InputError: It does; or an item cannot be read.
    """
    manifest = benchmark.manifest
    if manifest.personal_data is not None:
        return
    for judged in (_of_schema(manifest.tables), _of_items(benchmark)):
        for what, data in judged:
            raise InputError(
                f"{benchmark.folder}: {what} is personal data ({data}): it is not published unless "
                f"the specification says why this may be asked, with {REMEDY}; generate it again"
            )


def _of_schema(tables: Mapping[str, TableRecord]) -> Iterator[Found]:
    """Judges the names in the record."""
    linked = {name: _linked(name, record) for name, record in tables.items()}
    for name, data in personal_tables(linked.values()).items():
        yield f"the table {name}", data
    for name, record in tables.items():
        for column in record.columns.keys() - set(record.unasked):
            values = ["0"] if record.columns[column].upper().startswith(_NUMBERS) else []
            if held := personal_column(column, values, of_people=linked[name].is_of_people):
                yield f"{name}.{column}", held


def _linked(name: str, record: TableRecord) -> LinkedTable:
    links = record.foreign_keys.items()
    keys = [(columns.split(", "), target.rpartition("(")[0]) for columns, target in links]
    return LinkedTable(name, list(record.columns), record.primary_key, keys)


def _of_items(benchmark: GeneratedBenchmark) -> Iterator[Found]:
    """Judges what the questions say, and what a rationale must mention."""
    texts: dict[str, list[str]] = defaultdict(list)
    values: dict[str, list[str]] = defaultdict(list)
    for question_type in benchmark.shards:
        for row in benchmark.sample(question_type, _MOST):
            texts[row["fd"]].append(" ".join([row["question"], *row["options"]]))
            for element in row["rationale"]:
                values[element["attribute"]] += element["values"][:1]
    for attribute, some in values.items():
        if found := personal_values(some):
            share = f"by {found[1]:.0%} of the values in its items"
            yield f"the attribute {attribute}", PersonalData(found[0], share)
    for fd, some in texts.items():
        if found := personal_texts(some):
            share = f"in {found[1]:.0%} of their texts"
            yield f"what the questions of {one_line(fd)} say", PersonalData(found[0], share)


def refuse_unusable_images(benchmark: GeneratedBenchmark) -> None:
    """Stops if an image of a benchmark cannot be shown to a model, or is a path.

    Args:
        benchmark: The benchmark, with or without images.

    Raises:
        InputError: There is such an image; or an item cannot be read.
    """
    for path, item, image in benchmark.images():
        try:
            _check(image)
        except NotAnImage as error:
            raise InputError(
                f"{path}: item {item}: its image cannot be shown: {error}; {AGAIN}"
            ) from error


def _check(image: dict[str, Any]) -> None:
    if image["bytes"] is None:  # a path would have others show any file of their machine
        raise NotAnImage("it is a path, not in the dataset")
    name = image["path"] or ""
    if PurePath(name).name != name:
        raise NotAnImage(f"it names a path of this machine, {name!r}")
    check_finished(image["bytes"])
