"""How many labels say yes, and how far annotators agree (TRACK, Appendix E.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from ...metrics.statistics.agreement import Counts, Statistic, cohen_kappa, count, f1, with_interval
from ...metrics.statistics.intervals import Estimate, estimate
from .annotations import TASKS, Annotation, Item, Task

ALL = "all"  # the scenarios, or the judges, together
_Cell: TypeAlias = tuple[Task, str]  # a task and a scenario


class Share(NamedTuple):
    """How often an annotator says yes.

    Attributes:
        judge: The annotator.
        task: `factuality` or `necessity`.
        scenario: `all` for all of them together.
        yes: Number of labels that say yes.
        no: Number of labels that say no, the unjudged ones among them where these count as no.
        unjudged: Number of items without a verdict.
        estimate: The share of yes, with its interval over questions; None without labels.
    """

    judge: str
    task: str
    scenario: str
    yes: int
    no: int
    unjudged: int
    estimate: Estimate | None


class Agreement(NamedTuple):
    """How far two annotators agree on what both have annotated.

    Attributes:
        first: An annotator; `all` for all judges, whose pairs with the second one are pooled.
        second: Another annotator.
        task: `factuality` or `necessity`.
        scenario: `all` for all of them together.
        counts: Who said what.
        unjudged: Number of items that are left out because one of them has no verdict; 0 where
            that counts as no.
        f1: F1 score of the label yes.
        kappa: Cohen's kappa.
    """

    first: str
    second: str
    task: str
    scenario: str
    counts: Counts
    unjudged: int
    f1: Statistic
    kappa: Statistic


def shares(annotations: Iterable[Annotation], *, unjudged_as_no: bool = False) -> list[Share]:
    """Counts labels, per annotator, task and scenario.

    Args:
        annotations: Of any annotators.
        unjudged_as_no: Counts a failure of a judge as no, as the paper's authors do.
    """
    by_annotator: dict[str, dict[_Cell, list[Annotation]]] = defaultdict(lambda: defaultdict(list))
    for each in annotations:
        for scenario in dict.fromkeys((each.scenario, ALL)):
            by_annotator[each.judge][each.item.task, scenario].append(each)
    return [
        _share(judge, *cell, groups[cell], unjudged_as_no)
        for judge, groups in by_annotator.items()
        for cell in sorted(groups, key=_rank)
    ]


def agreements(
    judged: Sequence[Annotation], human: Sequence[Annotation] = (), *, unjudged_as_no: bool = False
) -> list[Agreement]:
    """Compares every two annotators, and all judges together with each person.

    Args:
        judged: Labels of judges.
        human: Labels of people.
        unjudged_as_no: Counts a failure of a judge as no, as the paper's authors do.

    Returns:
        One per task, scenario and two annotators who have items in common.
    """
    by_annotator: dict[str, list[Annotation]] = defaultdict(list)
    for each in (*judged, *human):
        by_annotator[each.judge].append(each)
    couples = [
        (first, second, by_annotator[first], by_annotator[second])
        for first, second in combinations(by_annotator, 2)
    ]
    judges = dict.fromkeys(each.judge for each in judged)
    if len(judges) > 1:
        people = dict.fromkeys(each.judge for each in human)
        couples += [(ALL, person, list(judged), by_annotator[person]) for person in people]
    return [
        _agreement(first, second, cell, groups[cell], unjudged_as_no)
        for first, second, some, others in couples
        for groups in [_grouped(_pairs(some, others))]
        for cell in sorted(groups, key=_rank)
    ]


def by_question(annotations: Iterable[Annotation]) -> list[Annotation]:
    """Returns labels of whole questions, as in Appendix E.2 for necessity.

    Args:
        annotations: Labels of judges, of every fact of a question.

    Returns:
        One per judge, task and question: yes if all labels are yes, no if one is no, and unjudged
        otherwise.
    """
    groups: dict[tuple[str, str, str], list[Annotation]] = defaultdict(list)
    for each in annotations:
        groups[each.judge, each.item.question_id, each.item.task].append(each)
    return [
        some[0]._replace(item=some[0].item._replace(fact_id=""), label=_all_yes(some))
        for some in groups.values()
    ]


def _all_yes(annotations: Sequence[Annotation]) -> bool | None:
    labels = {each.label for each in annotations}
    if False in labels:
        return False
    return None if None in labels else True


def _share(
    judge: str, task: str, scenario: str, some: Sequence[Annotation], unjudged_as_no: bool
) -> Share:
    clusters: dict[str, list[bool]] = defaultdict(list)
    for each in some:
        if each.label is not None or unjudged_as_no:
            clusters[each.item.question_id].append(bool(each.label))
    yes = sum(map(sum, clusters.values()))
    no = sum(map(len, clusters.values())) - yes
    unjudged = sum(each.label is None for each in some)
    found = estimate([(len(labels), sum(labels)) for labels in clusters.values()])
    return Share(judge, task, scenario, yes, no, unjudged, found)


class _LabelPair(NamedTuple):
    first: Annotation
    second: Annotation


def _pairs(some: Sequence[Annotation], others: Sequence[Annotation]) -> Iterator[_LabelPair]:
    by_item: dict[Item, list[Annotation]] = defaultdict(list)
    for each in others:
        by_item[each.item].append(each)
    for first in some:
        for second in by_item.get(first.item, ()):
            if first.checks in ("", second.judge) and second.checks in ("", first.judge):
                yield _LabelPair(first, second)


def _grouped(pairs: Iterable[_LabelPair]) -> dict[_Cell, list[_LabelPair]]:
    groups: dict[_Cell, list[_LabelPair]] = defaultdict(list)
    for pair in pairs:
        for scenario in dict.fromkeys((pair.first.scenario or pair.second.scenario, ALL)):
            groups[pair.first.item.task, scenario].append(pair)
    return groups


def _rank(cell: _Cell) -> tuple[int, bool, str]:
    task, scenario = cell
    return TASKS.index(task), scenario == ALL, scenario


def _agreement(
    first: str, second: str, cell: _Cell, pairs: Sequence[_LabelPair], unjudged_as_no: bool
) -> Agreement:
    clusters: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    unjudged = 0
    for one, other in pairs:
        if (one.label is None or other.label is None) and not unjudged_as_no:
            unjudged += 1
        else:
            clusters[one.item.question_id].append((bool(one.label), bool(other.label)))
    counts = [count(labels) for labels in clusters.values()]
    total = Counts(*(sum(column) for column in zip(*counts, strict=True)))
    return Agreement(
        first,
        second,
        *cell,
        total,
        unjudged,
        with_interval(f1, counts),
        with_interval(cohen_kappa, counts),
    )
