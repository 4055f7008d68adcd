"""Which stages a study has, and where each leaves its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...core.suites.task_metadata import TrackMetadata
from ...core.suites.track import METHODS, MODEL_CLASSES, PROBE, SCENARIOS
from ...track_tasks.injection import check_scope

# Those that can be chosen: a study always begins with the probe.
_CHOICES = {name: method for name, method in METHODS.items() if name != PROBE}


@dataclass(frozen=True)
class Stage:
    """One run of one task.

    Attributes:
        name: Name of its folder.
        task: Name of its task.
        scenario: Its scenario.
        metadata: Metadata of its task, besides the study's own.
        thinks: Whether the model thinks; None where the study does not compare that.
        needs_gaps: Whether it needs the scenario's gap dataset.
        method: One of `METHODS`; empty for the probe.
    """

    name: str
    task: str
    scenario: str
    metadata: Mapping[str, Any] = field(default_factory=dict)
    thinks: bool | None = None
    needs_gaps: bool = True
    method: str = ""

    @property
    def model_class(self) -> str:
        """lm_eval's name of the class around the model; empty for the model as it is."""
        memory = METHODS[self.method].memory if self.method else ""
        return MODEL_CLASSES[memory] if memory else ""

    def results(self, run: Path) -> Path:
        """Returns the folder that appears when the stage is complete."""
        return run / self.name / "results"

    def journal(self, run: Path, rank: int = 0) -> Path:
        """Returns the file with the responses of one process."""
        return run / self.name / f"responses.rank{rank}.jsonl"

    def journals(self, run: Path) -> list[Path]:
        """Returns the files with responses of all processes, in this run or an earlier one."""
        return sorted((run / self.name).glob("responses.rank*.jsonl"))


def class_arguments(given: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Sorts arguments of methods by the model class that takes them.

    Args:
        given: Values by name, such as `ft_ck.rank`.

    Returns:
        Arguments by lm_eval's name of the model class.

    Raises:
        InputError: A name is not of that form, or the method has no model class.
    """
    arguments: dict[str, dict[str, Any]] = {}
    for name, value in given.items():
        method, _, argument = name.partition(".")
        if method not in MODEL_CLASSES or not argument:
            raise InputError(
                f"--method_args: {name!r} is unknown; expected METHOD.ARGUMENT=VALUE, such as "
                f"ft_ck.rank=16, of the methods {', '.join(MODEL_CLASSES)}"
            )
        arguments.setdefault(MODEL_CLASSES[method], {})[argument] = value
    return arguments


def plan(scenarios: Sequence[str], methods: Sequence[str], scopes: Sequence[object]) -> list[Stage]:
    """Plans a study.

    Args:
        scenarios: Names of scenarios.
        methods: Names of `METHODS`.
        scopes: Knowledge aggregation scopes, for the methods that inject facts.

    Returns:
        The stages in the order in which they are run: of each scenario the probe first.

    Raises:
        InputError: A name is unknown, or a scope is not a whole number of at least 1.
    """
    _check("--scenarios", scenarios, SCENARIOS)
    _check("--methods", methods, _CHOICES)
    checked = list(dict.fromkeys(map(check_scope, scopes)))
    compares_thinking = any(METHODS[method].thinks for method in methods)
    stages = []
    for scenario in scenarios:
        probed = None if not compares_thinking else False
        task = TrackMetadata(scenario, PROBE).name
        stages.append(Stage(f"{scenario}_{PROBE}", task, scenario, {}, probed, False))
        for method in methods:
            stages += _stages(scenario, method, checked, compares_thinking)
    return stages


def _stages(
    scenario: str, name: str, scopes: Sequence[int], compares_thinking: bool
) -> list[Stage]:
    method = METHODS[name]
    task = TrackMetadata(scenario, name).name
    thinks = method.thinks if compares_thinking else None
    if not method.injects:
        return [Stage(f"{scenario}_{name}", task, scenario, {}, thinks, method=name)]
    return [
        Stage(f"{scenario}_{name}_kas{scope}", task, scenario, {"kas": scope}, thinks, method=name)
        for scope in scopes
    ]


def _check(option: str, names: Sequence[str], known: Mapping[str, Any]) -> None:
    for name in names:
        if name not in known:
            raise InputError(f"{option}: {name!r} is not one of {', '.join(known)}")
    if not names:
        raise InputError(f"{option}: name at least one of {', '.join(known)}")
