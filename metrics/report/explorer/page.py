"""The explorer in the page: bars of outcomes, and where the records of the responses lie."""

from __future__ import annotations

import base64
import gzip
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ....core.files import write_text
from ....core.jinja import environment
from ....core.page_scripts import data_block
from .outcomes import OUTCOMES, title_of
from .routes import named

if TYPE_CHECKING:
    from markupsafe import Markup

_MOST_INSIDE = 3_000_000  # characters of records in the page: more lie in files beside it
_FOLDER = "samples"


@dataclass
class Task:
    """A run's task and condition, for all models.

    Attributes:
        name: The name that a route has.
        group: What it asks about: `Movie`, `WIKI`.
        label: How it asks: `BN(N)`, `Append, KAS=10`.
        number: Its number.
        is_track: Whether it is one of TRACK's.
        counts: For each model's label, how many of its responses have which outcome.
    """

    name: str
    group: str
    label: str
    number: int
    is_track: bool
    counts: dict[str, Counter[str]] = field(default_factory=dict)


class Shown(NamedTuple):
    """A model in the page.

    Attributes:
        label: Its label.
        source: The number of its responses, which two readings may share.
        is_other: Whether it shows the second reading of these.
        reading: The first reading.
    """

    label: str
    source: int
    is_other: bool
    reading: str


class Compressed:
    """A JSON list that is compressed as it grows."""

    def __init__(self) -> None:
        """Starts an empty list."""
        self._content = BytesIO()
        self._file = gzip.GzipFile(fileobj=self._content, mode="wb", mtime=0)
        self._before = b"["

    def append(self, value: Any) -> None:
        """Adds what JSON can hold."""
        text = json.dumps(value, separators=(",", ":"), allow_nan=False)  # ASCII: half pairs too
        self._file.write(self._before + text.encode())
        self._before = b","

    def base64(self) -> str:
        """Ends the list, and returns it as text."""
        self._file.write(b"]" if self._before == b"," else b"[]")
        self._file.close()
        return base64.b64encode(self._content.getvalue()).decode()


@dataclass(frozen=True)
class Explorer:
    """What the page shows of the responses.

    Attributes:
        tasks: The tasks, with how many responses have which outcome.
        models: The models.
        differing: Of how many responses the two readings have different outcomes.
        parts: The compressed records, by name; none where they are left out.
    """

    tasks: Sequence[Task]
    models: Sequence[Shown]
    differing: int
    parts: Mapping[str, str]

    @property
    def has_samples(self) -> bool:
        """Whether the responses are there."""
        return bool(self.parts)

    @property
    def has_files(self) -> bool:
        """Whether the records are in files beside the page, as there are too many for it."""
        return sum(map(len, self.parts.values())) > _MOST_INSIDE

    @property
    def inside(self) -> Mapping[str, str]:
        """The records that are in the page."""
        return {} if self.has_files else self.parts

    @property
    def present(self) -> list[str]:
        """The outcomes that there are."""
        every = {o for task in self.tasks for counts in task.counts.values() for o in counts}
        return [outcome for outcome in OUTCOMES if outcome in every]

    @property
    def script(self) -> str:
        """The script; empty if there is nothing to explore."""
        if not self.has_samples:
            return ""
        return environment(autoescape=False).get_template("report/explorer.js.jinja").render()

    @property
    def data(self) -> Markup:
        """What the script needs to know."""
        described = {
            "outcomes": [[name, title_of(name, False), title_of(name, True)] for name in OUTCOMES],
            "tasks": {
                task.number: {
                    "name": named(task.name),
                    "title": f"{task.group} {task.label}",
                    "track": task.is_track,
                }
                for task in self.tasks
            },
            "order": [task.number for task in self.tasks],
            "models": [
                {
                    "label": named(model.label),
                    "source": model.source,
                    "other": model.is_other,
                    "reading": model.reading,
                }
                for model in self.models
            ],
            "files": {name: f"{_FOLDER}/{name}.js" for name in self.parts if self.has_files},
        }
        return data_block("explorer-data", described)

    def title(self, outcome: str) -> str:
        """Returns what people call an outcome, in the words of TRACK if there is nothing else."""
        return title_of(outcome, all(task.is_track for task in self.tasks))

    def meaning(self, outcome: str) -> str:
        """Says what an outcome means, for the suites that were run."""
        suites = {task.is_track for task in self.tasks}
        texts = {"ERBench": OUTCOMES[outcome].erbench, "TRACK": OUTCOMES[outcome].track}
        said = {name: text for name, text in texts.items() if text and (name == "TRACK") in suites}
        if len(said) == 1:
            return next(iter(said.values()))
        return " ".join(f"{name}: {text}" for name, text in said.items())

    def write_files(self, folder: Path) -> None:
        """Writes the records that are not in the page into files beside it.

        Args:
            folder: Where the page is.
        """
        for name, text in self.parts.items() if self.has_files else ():
            script = f'erbenchSamples("{name}","{text}");\n'
            write_text(folder / _FOLDER / f"{name}.js", script)
