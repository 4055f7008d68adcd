"""Which stages a study has, and where each leaves its files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...core.errors import InputError
from ...track_tasks.injection import check_scope
from ...track_tasks.injection.memory import MODELS
from ...track_tasks.scenarios import SCENARIOS

RUNS_CODE = frozenset({"code"})
"""Scenarios whose tasks run what the model writes."""


@dataclass(frozen=True)
class Method:
    """A way of asking the questions (Section 6.1).

    Attributes:
        suffix: What the task's name ends with.
        injects: Whether facts are injected, so that there is one stage per scope.
        thinks: Whether the chat template lets the model think.
        model_class: lm_eval's name of the class around the model that injects the facts; empty if
            they are in the prompt.
    """

    suffix: str
    injects: bool = True
    thinks: bool = False
    model_class: str = ""


METHODS: Mapping[str, Method] = {
    "closed_book": Method("", injects=False),
    "append": Method("_append"),
    "append_t": Method("_append_t", thinks=True),
    **{name: Method(f"_{name}", model_class=kind) for name, kind in MODELS.items()},
    "probe_ft_ck": Method("_probe_ft_ck", model_class=MODELS["ft_ck"]),
}


@dataclass(frozen=True)
class Stage:
    """One run of one task.

    Attributes:
        name: Name of its folder.
        task: Name of its task.
        scenario: Its scenario.
        metadata: What its task is told beyond the study's own metadata.
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
        return METHODS[self.method].model_class if self.method else ""

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
        given: Such as `ft_ck.rank` to its value.

    Returns:
        lm_eval's name of each model class to its arguments.

    Raises:
        InputError: A name is not of that form, or the method has no model class.
    """
    arguments: dict[str, dict[str, Any]] = {}
    for name, value in given.items():
        method, _, argument = name.partition(".")
        if method not in MODELS or not argument:
            raise InputError(
                f"--method_args: {name!r} is none; expected METHOD.ARGUMENT=VALUE, such as "
                f"ft_ck.rank=16, of the methods {', '.join(MODELS)}"
            )
        arguments.setdefault(MODELS[method], {})[argument] = value
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
        InputError: A name is unknown, or a scope is no whole number from 1.
    """
    _check("--scenarios", scenarios, SCENARIOS)
    _check("--methods", methods, METHODS)
    checked = list(dict.fromkeys(map(check_scope, scopes)))
    compares_thinking = any(METHODS[method].thinks for method in methods)
    stages = []
    for scenario in scenarios:
        probed = None if not compares_thinking else False
        stages.append(
            Stage(f"{scenario}_probe", f"track_{scenario}_probe", scenario, {}, probed, False)
        )
        for method in methods:
            stages += _stages(scenario, method, checked, compares_thinking)
    return stages


def _stages(
    scenario: str, name: str, scopes: Sequence[int], compares_thinking: bool
) -> list[Stage]:
    method = METHODS[name]
    task = f"track_{scenario}{method.suffix}"
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
            raise InputError(f"{option}: {name!r} is none of {', '.join(known)}")
    if not names:
        raise InputError(f"{option}: name at least one of {', '.join(known)}")
