"""A draft: relations and entries that a model wrote, each of which the database may refuse."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from .reply import EntryDraft, RelationDraft, Reply, as_json


@dataclass
class Draft:
    """What a model has written so far.

    Attributes:
        name: Name of the benchmark.
        personal_data: Why persons may be asked about; None if nobody says so.
        about: What all questions are about, if their wordings do not say it.
        relations: The relations, by name.
        entries: The entries, by id.
        dropped: Entries that were taken out, by id.
    """

    name: str
    personal_data: str | None = None
    about: str = ""
    relations: dict[str, RelationDraft] = field(default_factory=dict)
    entries: dict[str, EntryDraft] = field(default_factory=dict)
    dropped: dict[str, EntryDraft] = field(default_factory=dict)

    def take(self, reply: Reply) -> None:
        """Adds, replaces and takes out what a reply says."""
        self.about = reply.about or self.about
        for id_ in reply.drop:
            if id_ in self.entries:
                self.dropped[id_] = self.entries.pop(id_)
        self.relations |= {relation.name: relation for relation in reply.relations}
        for entry in reply.entries:
            self.entries[entry.id] = entry
            self.dropped.pop(entry.id, None)  # it was only written anew

    @property
    def parts(self) -> dict[str, dict[str, Any]]:
        """The specification of each entry by itself, by id."""
        return {id_: self.to_spec([id_]) for id_ in self.entries}

    def to_spec(self, ids: Iterable[str]) -> dict[str, Any]:
        """Returns the specification of some of the entries."""
        entries = [self.entries[id_] for id_ in ids]
        used = {entry.relation for entry in entries}
        relations = {n: one.to_spec() for n, one in self.relations.items() if n in used}
        questions = [entry.to_spec() for entry in entries]
        head = {"name": self.name, "about": self.about, "personal_data": self.personal_data}
        spec = {**head, "relations": relations, "questions": questions}
        return {name: value for name, value in spec.items() if value}

    def to_json(self, ids: Collection[str]) -> str:
        """Returns some of the entries, and all relations, in the form of a reply."""
        entries = [entry for id_, entry in self.entries.items() if id_ in ids]
        return as_json([*self.relations.values()], entries, self.about)
