"""From what a user asks of Wikidata to a folder with a database and its specification."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import NamedTuple

from ...core.errors import InputError
from ...core.files import new_folder, write_text
from ...core.optional import optional_dependency
from ...core.progress import progress
from ...core.wikidata.items import ItemSource
from ...core.wikidata.sparql.client import WIKIDATA
from .database import write_database
from .domain import Domain, domain_names, domain_path, read_domain
from .specification import check_questions, specification


class Prepared(NamedTuple):
    """What was written.

    Attributes:
        specification: The file.
        database: The SQLite file.
        lines: What the user should know.
    """

    specification: Path
    database: Path
    lines: list[str]


@dataclass(frozen=True)
class WikidataOptions:
    """What a user asks of Wikidata.

    Attributes:
        domain: Name of a domain, or a file.
        count: Number of items of its first table; None for all.
        store: A store of a dump; None for the query service.
        endpoint: Another query service.
        contact: The user's mail address or URL, for the query service.
        resume: Whether answers of an interrupted run are used.
    """

    domain: str | None = None
    count: int | None = None
    store: Path | None = None
    endpoint: str | None = None
    contact: str | None = None
    resume: bool = False

    def given(self) -> str:
        """Returns the first option that is given, as it is typed."""
        names = ("--domain", "-n", "--wikidata", "--endpoint", "--contact", "--resume")
        return next(name for name, value in zip(names, astuple(self), strict=True) if value)

    def prepared(self, output: Path, seed: int, *, overwrite: bool = False) -> Prepared:
        """Writes a folder beside the output with the database and its specification.

        Args:
            output: Folder of the items; this one is `OUTPUT.wikidata`.
            seed: Decides which items are drawn.
            overwrite: Whether an existing folder may be replaced.

        Raises:
            InputError: The options do not go together, or the source gives no answer.
        """
        if self.domain is None:
            names = ", ".join(domain_names())
            raise InputError(f"--domain: missing; name one ({names}), or give a file")
        domain, path = read_domain(self.domain), domain_path(self.domain)
        wordings = check_questions(domain, path)
        folder = output.with_name(f"{output.name}.wikidata")
        database = f"{domain.name}.sqlite"
        with new_folder(folder, overwrite=overwrite or self.resume) as draft:
            with (
                self._source(output, domain) as source,
                progress(f"Items of Wikidata ({domain.name})", self.count or 0) as advance,
            ):
                found = write_database(domain, source, draft / database, self.count, seed, advance)
            texts = {**wordings, f"{domain.name}.yaml": specification(domain, source.name)}
            for name, text in texts.items():
                write_text(draft / name, text)
        *lines, said = found.lines(domain.main)
        lines.append(f"{said} in {folder}")
        if self.count is not None and found.items[domain.main] < self.count:
            lines.append(f"warning: {self.count:,} are wanted, there are no more")
        return Prepared(folder / f"{domain.name}.yaml", folder / database, lines)

    @contextmanager
    def _source(self, output: Path, domain: Domain) -> Iterator[ItemSource]:
        if self.store is not None:
            if taken := [name for name in (self.endpoint, self.contact) if name]:
                raise InputError(f"--wikidata: a store needs no query service ({taken[0]})")
            with optional_dependency("reading a store of Wikidata", "wikidata"):
                from ...core.wikidata.dump.source import StoreSource
            store = StoreSource(self.store)
            for name, table in domain.tables.items():
                store.check(domain.wanted(name), table.classes)
            yield store
            return
        from ...core.wikidata.sparql.source import SparqlSource

        cache = output.with_name(f"{output.name}.sparql-cache")
        with SparqlSource(
            self.endpoint or WIKIDATA, cache, resume=self.resume, contact=self.contact
        ) as source:
            yield source
