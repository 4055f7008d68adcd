"""What a task asks, according to its metadata: `metadata: {erbench_track: {suite: ..., ...}}`.

lm_eval writes metadata into its results files, so that readers need not parse task names.
Files of runs without such metadata exist; `metadata_of` is the one place that understands names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from .erbench import MULTI_HOP, QUESTION_TYPES, TITLES, VARIANTS
from .track import CLOSED_BOOK, METHODS, SCENARIOS

KEY = "erbench_track"  # in the metadata, which the model's arguments share

CHANGES: Mapping[str, Mapping[float, str]] = {
    "erbench": {
        1.0: "The paper's questions, demonstrations and measures.",
        2.0: "Two readings of each response, `robust` and `paper`; one that cannot be read is "
        "counted as such; options and false premises do not give themselves away.",
        2.1: "What is false in an altered question is true of another row that shares what the "
        "specification says: a director of that decade, a nationality of that league. Title cards "
        "and crests are drawn more simply.",
    },
    "track": {
        1.0: "WIKI, CODE and MATH with the paper's prompts and measures.",
        1.1: "Thinking is cut away before a response is read; one that cannot be read is counted.",
        1.2: "Prompts say what is asked for, facts stand alone and accept every true value, probes "
        "read labelled and bold answers, and CODE knows a misspelt keyword from a call.",
    },
}
"""What is new in each version of a suite's tasks, the current one last.

A new one means that the same responses, or the same model, may score differently.
"""
VERSIONS = {suite: max(changes) for suite, changes in CHANGES.items()}


@dataclass(frozen=True, slots=True)
class ErbenchMetadata:
    """What one of ERBench's tasks asks.

    Attributes:
        domain: Name of the benchmark, such as `movie`.
        question_type: `bn_yes|bn_no|mc|mh_yes|mh_no|bn_altered|known_bn|known_mc|known_mh`.
        hops: Number of functional dependencies that its questions join, if all join equally many.
        variant: One of `VARIANTS`, or empty.
    """

    domain: str
    question_type: str
    hops: int = 0
    variant: str = ""

    @property
    def kind(self) -> str:
        """The part of the task's name after the domain: `bn_yes`, `2hop_no`, `known_2hop`."""
        chain = f"{self.hops}hop" if self.hops else "mh"
        asked = re.sub("(?:^|(?<=_))mh", chain, self.question_type)
        return f"{asked}_{self.variant}" if self.variant else asked

    @property
    def title(self) -> str:
        """What tables call it beside others of its benchmark: `BN(Y)`."""
        return TITLES[self.question_type]

    @property
    def name(self) -> str:
        """The name of an embedded domain's task."""
        return f"erbench_{self.domain}_{self.kind}"

    @property
    def tag(self) -> str:
        """What the tasks of all domains that ask the same have in common: `erbench_mc_nota`."""
        return "_".join(filter(None, ["erbench", self.question_type, self.variant]))


@dataclass(frozen=True, slots=True)
class TrackMetadata:
    """What one of TRACK's tasks asks.

    Attributes:
        scenario: One of `SCENARIOS`.
        method: One of `METHODS`.
    """

    scenario: str
    method: str = CLOSED_BOOK

    @property
    def title(self) -> str:
        """What tables call it beside other scenarios: `WIKI`."""
        return SCENARIOS[self.scenario].title

    @property
    def name(self) -> str:
        """The name of its task."""
        suffix = "" if self.method == CLOSED_BOOK else f"_{self.method}"
        return f"track_{self.scenario}{suffix}"

    @property
    def tag(self) -> str:
        """What the tasks of all scenarios that ask alike have in common: `track_append`."""
        return f"track_{self.method}"


TaskMetadata: TypeAlias = ErbenchMetadata | TrackMetadata


def as_metadata(task: TaskMetadata) -> dict[str, Any]:
    """Returns the metadata of a task file; what is empty is left out."""
    suite = "erbench" if isinstance(task, ErbenchMetadata) else "track"
    said = {name: value for name, value in asdict(task).items() if value}
    return {"version": VERSIONS[suite], KEY: {"suite": suite, **said}}


def metadata_of(name: str, metadata: Any = None) -> TaskMetadata | None:
    """Returns what a task asks.

    Args:
        name: Its name; all that there is for an older run.
        metadata: What lm_eval's results have as the task's metadata. It is not trusted.

    Returns:
        What it asks; None if it is not one of our tasks.
    """
    said = metadata.get(KEY) if isinstance(metadata, dict) else None
    return _from_name(name) if not isinstance(said, dict) else _from_metadata(said)


def _from_metadata(said: Mapping[str, Any]) -> TaskMetadata | None:
    fields = {name: value for name, value in said.items() if name != "suite"}
    try:
        made = _SUITES[said["suite"]](**fields)
    except (KeyError, TypeError):  # not ours, or of a later version
        return None
    is_ours = _is_erbench(made) if isinstance(made, ErbenchMetadata) else _is_track(made)
    return made if is_ours else None


_SUITES: Mapping[Any, type[ErbenchMetadata] | type[TrackMetadata]] = {
    "erbench": ErbenchMetadata,
    "track": TrackMetadata,
}
_ERBENCH_NAME = re.compile(
    r"erbench_(?P<domain>.+?)(?:_(?P<hops>\d)hop|_mh)?_"
    r"(?P<kind>bn_yes|bn_no|bn_altered|mc|yes|no|known_bn|known_mc"
    r"|known_(?:(?P<known_hops>\d)hop|mh))"
    rf"(?:_(?P<variant>{'|'.join(VARIANTS)}))?"
)


def _is_erbench(task: ErbenchMetadata) -> bool:
    return (
        isinstance(task.domain, str)
        and isinstance(task.hops, int)
        and task.question_type in QUESTION_TYPES
        and task.variant in ("", *VARIANTS)
    )


def _is_track(task: TrackMetadata) -> bool:
    return str(task.scenario) in SCENARIOS and str(task.method) in METHODS


def _from_name(name: str) -> TaskMetadata | None:
    if found := _ERBENCH_NAME.fullmatch(name):
        kind = re.sub(r"(?<=known_)\dhop", "mh", found["kind"])
        hops = int(found["hops"] or found["known_hops"] or 0)
        question_type = f"mh_{kind}" if f"mh_{kind}" in MULTI_HOP else kind
        return ErbenchMetadata(found["domain"], question_type, hops, found["variant"] or "")
    return _TRACK_NAMES.get(name)


_TRACK_NAMES: Mapping[str, TrackMetadata] = {
    task.name: task for task in (TrackMetadata(s, m) for s in SCENARIOS for m in METHODS)
}
