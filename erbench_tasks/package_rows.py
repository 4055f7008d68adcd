"""Rows of a table that come from a file of an installed Python package.

`TABLE.yaml` beside `schema.sql` names the package, the file and the columns, and may take a sample.
The sample depends on the rows alone: each is ranked by a hash, so that rows which a later version
of the package adds displace few others.
"""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from importlib.metadata import PackageNotFoundError, distribution
from io import StringIO
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from .errors import InputError


class PackageRows(BaseModel):
    """What to take from the file.

    Attributes:
        package: Name of the package. It is looked up, never imported: a folder's YAML file is not
            trusted to name code.
        file: A CSV file that the package installs, as its list of files names it.
        columns: Column of the table to column of the file.
        distinct: Columns of the file; rows that share a value of one with another are left out.
        sample: Number of rows to take; None takes all.
        seed: Decides which.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    package: str
    file: str
    columns: dict[str, str]
    distinct: list[str] = []
    sample: int | None = None
    seed: int = 0

    @classmethod
    def read(cls, path: Path) -> PackageRows:
        """Reads the YAML file.

        Raises:
            InputError: It cannot be read, or a field is wrong.
        """
        try:
            return cls.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
        except (OSError, yaml.YAMLError, ValidationError) as error:
            raise InputError(f"{path}: not a description of a package's rows: {error}") from error

    def rows(self, columns: list[str]) -> list[list[str | None]]:
        """Returns the rows in the order of the table's columns; an empty cell is None.

        Raises:
            InputError: The package is not installed, or its file lacks a column.
        """
        try:
            every = list(csv.DictReader(StringIO(self._text())))
            wanted = [self.columns[column] for column in columns]
            chosen = self._sampled(self._once(every))
            return [[row[name] or None for name in wanted] for row in chosen]
        except PackageNotFoundError as error:
            raise InputError(
                f"the package {self.package!r} is not installed: pip install {self.package}"
            ) from error
        except (OSError, KeyError) as error:
            raise InputError(f"{self.package}: {self.file} cannot be read ({error})") from error

    def _text(self) -> str:
        for path in distribution(self.package).files or []:
            if path.as_posix() == self.file:
                return Path(str(path.locate())).read_text(encoding="utf-8")
        raise InputError(f"{self.package}: this package has no file {self.file!r}")

    def _once(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        """Keeps the rows with no empty cell whose distinct columns have values of their own."""
        complete = [row for row in rows if all(row[name] for name in self.columns.values())]
        for name in self.distinct:
            counts = Counter(row[name] for row in complete)
            complete = [row for row in complete if counts[row[name]] == 1]
        return complete

    def _sampled(self, rows: list[dict[str, str]]) -> list[dict[str, str]]:
        def rank(row: dict[str, str]) -> str:
            content = "\x1f".join([str(self.seed), *(row[name] for name in self.columns.values())])
            return hashlib.sha256(content.encode()).hexdigest()

        return sorted(rows, key=rank)[: self.sample]
