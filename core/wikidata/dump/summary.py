"""What a pass over a dump found: the manifest of the store that it made."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError
from ...untrusted_text import read_text

FORMAT = 2
MANIFEST = "manifest.json"

Watch = Callable[[int, int], None]


class DumpSummary(NamedTuple):
    """What a pass over a dump found; also the store's manifest.

    Attributes:
        source: Name of the dump's file; `-` for a pipe.
        size: Bytes of that file; None for a pipe.
        name: How questions name their source, `Wikidata, dump of 2025-09-01`.
        as_of: Year and month when the facts hold, `2025-09`.
        items: Items that were read.
        others: Properties and lexemes; nothing of them is kept.
        claims: Claims that are kept.
        malformed: Lines that are not entities; they are left out.
        malformed_at: Offset of the first of these in the decompressed dump; -1 if there is none.
        malformed_why: What is wrong with it.
        truncated_at: None for a whole dump; else the offset in the decompressed dump where it
            could not be read any further. The store holds what came before.
        damage: Why it could not be read any further; empty for a whole dump.
        date: Day of the dump, `2025-09-01`, as far as it is known.
        classes: Ids of the classes that are told apart.
        statements: Ids of the properties whose statements are kept, to those of their qualifiers.
    """

    source: str
    size: int | None
    name: str
    as_of: str
    items: int
    others: int
    claims: int
    malformed: int
    malformed_at: int
    malformed_why: str
    truncated_at: int | None
    damage: str
    date: str
    classes: list[str]
    statements: dict[str, list[str]]

    def to_json(self) -> str:
        """Returns the manifest of a store."""
        return json.dumps({"format": FORMAT, **self._asdict()}, indent=1) + "\n"

    def warnings(self) -> list[str]:
        """Returns what a user should know, in sentences; nothing if all went well."""
        found = []
        if self.truncated_at is not None:
            found.append(
                f"{self.source}: truncated at byte {self.truncated_at:,} of the decompressed dump "
                f"({self.damage}); the store holds the {self.items:,} items before that"
            )
        if self.malformed:
            found.append(
                f"{self.source}: lines that are no entities were left out: {self.malformed:,}, the "
                f"first at byte {self.malformed_at:,} of the decompressed dump: "
                f"{self.malformed_why}"
            )
        return found


def read_manifest(folder: Path) -> DumpSummary:
    """Returns the findings of the pass that made a store.

    Raises:
        InputError: It is not a store, or one of a newer version.
    """
    path = folder / MANIFEST
    text = read_text(path, "; make a store with erbench-track wikidata DUMP -o FOLDER")
    try:
        content: dict[str, Any] = json.loads(text)
        version = content.pop("format")
        if version != FORMAT:
            raise InputError(
                f"{path}: the format of the store is {version!r}, this version of erbench-track "
                f"reads {FORMAT}; make it again from the dump"
            )
        return DumpSummary(**content)
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        raise InputError(f"{path}: not the manifest of a store; make it again") from error
