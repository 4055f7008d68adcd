"""The metric columns of all tasks: the one list of them.

A column needs an entry here and a line in `metrics/erbench.py` or `metrics/track.py` that computes
it; `make tasks` then writes it into the files of all tasks and groups that have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["answers", "hops", "images", "passages", "known", "probes", "questions"]
"""What a task measures: ERBench's answers, the hops of their chains, answers about images or with
passages, known entities; TRACK's probed facts and its questions."""


@dataclass(frozen=True)
class MetricColumn:
    """A number that lm_eval averages.

    Attributes:
        name: Its name; one per hop has the hop's number appended.
        kinds: Which tasks have it.
        higher_is_better: Its direction.
        in_groups: Whether groups average it over their tasks.
        title: What the report's tables call it; empty if they do not show it.
        chain_title: What tables of multi-hop questions call it.
        first_hop: From which hop on there is one for each; 0 if it is not one per hop.
        comment: What a reader of the task files should know.
    """

    name: str
    kinds: tuple[Kind, ...]
    higher_is_better: bool = True
    in_groups: bool = True
    title: str = ""
    chain_title: str = ""
    first_hop: int = 0
    comment: str = ""


_EVERY_KIND: tuple[Kind, ...] = ("answers", "known", "probes", "questions")

COLUMNS = (
    MetricColumn("answer_accuracy", ("answers",), title="A", chain_title="A"),
    MetricColumn("rationale_accuracy", ("answers",), title="R", chain_title="R-ext"),
    MetricColumn("answer_rationale_accuracy", ("answers",), title="AR"),
    MetricColumn("hallucination_rate", ("answers",), False, title="H (↓)", chain_title="H (↓)"),
    MetricColumn("missing_rate", ("answers",), False, title="M (↓)", chain_title="M (↓)"),
    MetricColumn("unreadable_rate", _EVERY_KIND, False),
    MetricColumn("truncated_rate", _EVERY_KIND, False),
    MetricColumn("net_score", ("answers",)),
    MetricColumn(
        "correct_given_attempted",
        ("answers",),
        in_groups=False,
        comment="Groups would weight it by questions that were not attempted.",
    ),
    MetricColumn("known", ("known", "probes")),
    MetricColumn("known_unless_no", ("known",)),
    MetricColumn("knowledge_confidence", ("probes",)),
    MetricColumn("known_at_half", ("probes",)),
    MetricColumn("answer_pass", ("questions",), title="AP"),
    MetricColumn("full_knowledge_entailment", ("questions",), title="FKE"),
    MetricColumn("holistic_pass", ("questions",), title="HP"),
    MetricColumn("facts_injected", ("questions",), in_groups=False),
    MetricColumn("has_injected_facts", ("questions",), in_groups=False),
    MetricColumn(
        "judged_rationale_accuracy",
        ("answers",),
        comment="""Where a judge was asked: `--metadata '{"judge": "openai/MODEL"}'`.""",
    ),
    MetricColumn("unjudged", ("answers", "probes", "questions"), False),
    MetricColumn("programs_not_run", ("questions",), False, in_groups=False),
    MetricColumn("programs_forged", ("questions",), False, in_groups=False),
    MetricColumn("programs_unaltered", ("questions",), False, in_groups=False),
    MetricColumn("rationale_accuracy_hop", ("hops",), first_hop=1),
    MetricColumn("answer_rationale_accuracy_hop", ("hops",), first_hop=1, chain_title="AR-ext"),
    MetricColumn("rationale_given_previous_hop", ("hops",), first_hop=2),
    MetricColumn("rationale_given_not_previous_hop", ("hops",), first_hop=2),
    MetricColumn(
        "passage_names_value",
        ("passages",),
        False,
        comment="Share of the questions whose passage has the value that is asked for: what "
        "copying from it could give.",
    ),
    MetricColumn(
        "synthetic_images",
        ("images",),
        False,
        comment="Only questions about drawn images have this one, so that no table of them can be "
        "taken for one of real images.",
    ),
    MetricColumn(
        "simulated",
        _EVERY_KIND,
        False,
        comment="Only the simulated model's responses have this one: a real model's tables never "
        "show it.",
    ),
)


NOT_IN_GROUPS = {column.name for column in COLUMNS if not column.in_groups}
"""Metrics that leave documents out by design, so that a group's weights would be wrong."""


def columns_of(kinds: tuple[Kind, ...], hops: int = 0) -> Iterator[MetricColumn]:
    """Yields the columns of a task, with one for each hop where there is one per hop.

    Args:
        kinds: What the task measures.
        hops: Number of hops of its questions.
    """
    for column in COLUMNS:
        if not set(column.kinds) & set(kinds):
            continue
        if not column.first_hop:
            yield column
        for hop in range(column.first_hop, hops + 1) if column.first_hop else ():
            yield replace(column, name=f"{column.name}{hop}")


def metric_list(kinds: tuple[Kind, ...], hops: int = 0) -> list[dict[str, Any]]:
    """Returns a task's `metric_list`; its arguments are those of `columns_of`."""
    return [
        {"metric": of.name, "aggregation": "mean", "higher_is_better": of.higher_is_better}
        for of in columns_of(kinds, hops)
    ]


def group_metric_list(metrics: Iterable[str]) -> list[dict[str, Any]]:
    """Returns a group's `aggregate_metric_list`: means over the questions of all its tasks.

    It names no filter, so that lm_eval takes those by which a task of the group has the metric.

    Args:
        metrics: Names of its tasks' metrics, in their order; each may be there several times.
    """
    return [
        {"metric": name, "aggregation": "mean", "weight_by_size": True}
        for name in dict.fromkeys(metrics)
        if name not in NOT_IN_GROUPS
    ]
