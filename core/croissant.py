"""Croissant: what is in a data set of Parquet files, for programs (`croissant.json`).

The format is MLCommons' (http://mlcommons.org/croissant/1.0). It names files by patterns, and each
column by its path in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datasets import Features

FILE = "croissant.json"
_VERSION = "http://mlcommons.org/croissant/1.0"
_TERMS = (
    *("citeAs", "column", "equivalentProperty", "extract", "field", "fileObject", "fileProperty"),
    *("fileSet", "format", "includes", "isLiveDataset", "jsonPath", "key", "md5", "parentField"),
    *("path", "recordSet", "references", "regex", "repeated", "replace", "samplingRate"),
    *("separator", "source", "subField", "transform"),
)
# The standard's own context, which readers compare with theirs.
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in _TERMS},
}
_TYPES = {"string": "sc:Text", "bool": "sc:Boolean", "int": "sc:Integer", "float": "sc:Float"}


def croissant(
    *,
    name: str,
    description: str,
    version: str,
    license_id: str,
    cite_as: str,
    tables: Mapping[str, tuple[str, Features]],
) -> bytes:
    """Returns the text of `croissant.json`, which has no date, so that it changes with the data.

    Args:
        name: The data set's name.
        description: What is in it.
        version: Of what made it.
        license_id: The licence, by its id.
        cite_as: A BibTeX entry.
        tables: By the name of each: the pattern of its Parquet files, which lie beside or below
            `croissant.json`, and its columns.
    """
    written = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": _VERSION,
        "name": name,
        "description": description,
        "version": version,
        "license": license_id,
        "citeAs": cite_as,
        "distribution": [_file_set(table, pattern) for table, (pattern, _) in tables.items()],
        "recordSet": [_record_set(table, features) for table, (_, features) in tables.items()],
    }
    return (json.dumps(written, indent=1, ensure_ascii=False) + "\n").encode()


def _file_set(table: str, pattern: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": f"{table}-files",
        "name": f"{table}-files",
        "encodingFormat": "application/x-parquet",
        "includes": pattern,
    }


def _record_set(table: str, features: Features) -> dict[str, Any]:
    fields = list(_fields(table, features))
    return {"@type": "cr:RecordSet", "@id": table, "name": table, "field": fields}


def _fields(table: str, features: Features) -> Iterator[dict[str, Any]]:
    for name, feature in features.items():
        source = {"fileSet": {"@id": f"{table}-files"}, "extract": {"column": name}}
        yield _field(f"{table}/{name}", feature, source)


def _field(name: str, feature: Any, source: Mapping[str, Any]) -> dict[str, Any]:
    """Describes a column, or a part of one."""
    from datasets import Image, List

    field = {"@type": "cr:Field", "@id": name, "name": name}
    if isinstance(feature, List):
        return {**_field(name, feature.feature, source), "repeated": True}
    if isinstance(feature, dict):
        parts = [
            _field(f"{name}/{part}", of, {**source, "transform": {"jsonPath": part}})
            for part, of in feature.items()
        ]
        return {**field, "subField": parts}
    if isinstance(feature, Image):
        image = {**source, "transform": {"jsonPath": "bytes"}}
        return {**field, "dataType": "sc:ImageObject", "source": image}
    return {**field, "dataType": _type(feature.dtype), "source": dict(source)}


def _type(dtype: str) -> str:
    return next(kind for start, kind in _TYPES.items() if dtype.startswith(start))
