"""The figures of TRACK's tables, each from one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from ..statistics.intervals import Cluster, Estimate
from ..statistics.paired import Sums
from ..statistics.shared_facts import mean_estimate, rate_estimate
from .grid import Figure
from .track_runs import Answer, Probe, TrackRun

TENTHS = 10  # of KConf
ENTAILED = "entailed"
DIRECT_KNOWN = "direct_failure_known"
DIRECT_UNKNOWN = "direct_failure_unknown"
DIRECT = "direct_failure"  # whether the model knows the fact is unknown
PROPAGATED = "error_propagation"
MODES = {
    ENTAILED: "Entailed",
    DIRECT_KNOWN: "Direct failure, known fact",
    DIRECT_UNKNOWN: "Direct failure, unknown fact",
    DIRECT: "Direct failure, not split",
    PROPAGATED: "Error propagation",
}
_DIRECT = {True: DIRECT_KNOWN, False: DIRECT_UNKNOWN, None: DIRECT}
OUTCOMES = {ENTAILED: "Entailed", DIRECT: "Direct failure", PROPAGATED: "Error propagation"}
STATISTICS = {
    "questions": "Questions",
    "facts_per_question": "Facts per question",
    "question_length": "Words in a question",
    "probe_length": "Words in a probing question",
    "fact_length": "Words in a fact",
}


def failure_modes(entailed: Sequence[bool], known: Sequence[bool | None]) -> Counter[str]:
    """Counts the facts of a question by what became of them.

    The first fact that the reasoning does not entail is the direct failure; every later one that
    it does not entail either is error propagation.

    Args:
        entailed: Of each fact, in the order of the reasoning, whether it is entailed.
        known: Of each fact, whether the model knows it; empty if that is unknown.

    Returns:
        Number of facts by mode, one of `MODES`; they sum to the number of facts.
    """
    return Counter(
        _DIRECT[known[place] if known else None] if outcome == DIRECT else outcome
        for place, outcome in enumerate(_outcomes(entailed))
    )


def _outcomes(entailed: Sequence[bool]) -> list[str]:
    """Returns what became of each fact of a question, one of `OUTCOMES`."""
    return [
        ENTAILED if holds else DIRECT if all(entailed[:place]) else PROPAGATED
        for place, holds in enumerate(entailed)
    ]


Chosen = Callable[[Answer], bool]


def everything(_: Answer) -> bool:
    """Chooses every question."""
    return True


def rate(run: TrackRun, measure: str, chosen: Chosen = everything) -> Figure:
    """Returns HP, AP or FKE over those chosen questions for which all three are determined.

    All three are over the same questions, so that HP is never above AP or FKE.

    Args:
        run: The run.
        measure: One of `MEASURES`.
        chosen: Returns whether a question counts.
    """
    judged = [answer for answer in run.judged if chosen(answer)]
    unjudged = sum(map(chosen, run.answers)) - len(judged)
    found = rate_estimate([(1, answer.passes(measure)) for answer in judged], _facts(judged))
    figure = _figure(run, measure, found, len(judged), "percent", unjudged)
    values = {answer.question: (1, answer.passes(measure)) for answer in judged}
    facts = {answer.question: answer.facts for answer in judged}
    asked = {answer.question: hash(answer.facts) for answer in judged}
    return replace(figure, run=run.name, sums=Sums(values, asked, facts))


def modes(run: TrackRun) -> dict[str, Figure]:
    """Returns the share of facts by failure mode, over questions whose facts are all judged.

    Direct failures are split by whether the model knows the fact, if the documents say that.
    """
    judged = [answer for answer in run.answers if None not in answer.entailed]
    counts = [failure_modes([flag is True for flag in a.entailed], a.known) for a in judged]
    facts = sum(each.total() for each in counts)
    unsplit = any(each[DIRECT] for each in counts)
    hidden = {DIRECT_KNOWN, DIRECT_UNKNOWN} if not run.has_gaps else set() if unsplit else {DIRECT}
    unjudged = len(run.answers) - len(judged)
    figures = {}
    for mode in (mode for mode in MODES if mode not in hidden):
        found = rate_estimate([(each.total(), each[mode]) for each in counts], _facts(judged))
        figures[mode] = _figure(run, mode, found, facts, "percent", unjudged)
    return figures


def outcomes(run: TrackRun, known: bool) -> dict[str, Figure]:
    """Returns what became of the facts that the model knows, or of those that it does not.

    Args:
        run: The run.
        known: Which of the two.

    Returns:
        The share of these facts by outcome, over questions whose facts are all judged.
    """
    judged = [answer for answer in run.answers if answer.known and None not in answer.entailed]
    counts = [
        Counter(
            outcome
            for outcome, flag in zip(
                _outcomes([holds is True for holds in answer.entailed]), answer.known, strict=True
            )
            if flag is known
        )
        for answer in judged
    ]
    facts, which = sum(each.total() for each in counts), "known" if known else "unknown"
    figures = {}
    for outcome in OUTCOMES:
        found = rate_estimate([(each.total(), each[outcome]) for each in counts], _facts(judged))
        figures[outcome] = _figure(run, f"{outcome}_of_{which}", found, facts, "percent")
    return figures


def statistics(run: TrackRun) -> dict[str, Figure]:
    """Describes the questions of a run (Table 2): how many, how many facts, and how long."""
    lengths = [answer.lengths for answer in run.answers if answer.lengths]
    found = {
        "facts_per_question": [len(answer.entailed) for answer in run.answers],
        "question_length": [of.question for of in lengths],
        "probe_length": [length for of in lengths for length in of.probes],
        "fact_length": [length for of in lengths for length in of.facts],
    }
    count = len(run.answers)
    figures = {"questions": _count(run, "questions", count, count)}
    for metric, values in found.items():
        n = len(values)
        mean = Estimate(sum(values) / n, None, None, n, n) if values else None
        figures[metric] = _figure(run, metric, mean, n, "mean", over="")
    return figures


def gaps(run: TrackRun) -> Figure:
    """Counts the questions with a fact that the model does not know (Table 7)."""
    count = sum(answer.has_gap for answer in run.answers)
    return _count(run, "questions_with_gaps", count, sum(bool(a.known) for a in run.answers))


def programs(run: TrackRun) -> tuple[Figure, ...]:
    """Counts the programs that were run, are forged, and met tests that could not be altered."""
    ran = [answer for answer in run.answers if answer.forged is not None]
    found = {
        "programs": len(ran),
        "programs_forged": sum(bool(answer.forged) for answer in ran),
        "programs_unaltered": sum(bool(answer.unaltered) for answer in ran),
    }
    return tuple(_count(run, name, count, len(ran)) for name, count in found.items() if ran)


def facts_injected(run: TrackRun) -> Figure:
    """Returns the mean number of facts injected per question."""
    found = mean_estimate([(1, a.injected) for a in run.answers], _facts(run.answers))
    return _figure(run, "facts_injected", found, len(run.answers), "mean")


def with_injected(run: TrackRun) -> Figure:
    """Returns the share of questions with any injected fact."""
    found = rate_estimate([(1, a.injected > 0) for a in run.answers], _facts(run.answers))
    return _figure(run, "has_injected_facts", found, len(run.answers), "percent")


def knowledge(run: TrackRun) -> tuple[Figure, ...]:
    """Returns what a probe found: facts, share known by either rule, mean KConf, unjudged."""
    judged = [probe for probe in run.probes if probe.known is not None]
    figures = [_count(run, "facts", len(run.probes), len(run.probes))]
    for metric, value, form in (
        ("known", lambda probe: probe.known, "percent"),
        ("known_at_half", lambda probe: probe.known_at_half, "percent"),
        ("knowledge_confidence", lambda probe: probe.confidence, "mean"),
    ):
        clusters = _by_fact(judged, value)
        n = int(sum(count for count, _ in clusters))
        found = rate_estimate(clusters)
        figures.append(_figure(run, metric, found, n, form, len(run.probes) - n, "facts"))
    unjudged = len(run.probes) - len(judged)
    return *figures, _count(run, "unjudged", unjudged, len(run.probes))


def confidences(run: TrackRun) -> dict[tuple[str, int], Figure]:
    """Returns the shares of known and of unknown facts at each tenth of KConf (Figure 3)."""
    judged = [p for p in run.probes if p.known is not None and p.confidence is not None]
    return {
        (name, tenth): _figure(
            run,
            f"{name}_at_{tenth}",
            rate_estimate(_by_fact(judged, partial(_is_at, known=known, tenth=tenth))),
            len(judged),
            "percent",
            len(run.probes) - len(judged),
            "facts",
        )
        for tenth in range(TENTHS + 1)
        for name, known in (("known", True), ("unknown", False))
    }


def _is_at(probe: Probe, *, known: bool, tenth: int) -> bool:
    return probe.known is known and round((probe.confidence or 0) * TENTHS) == tenth


def _facts(answers: Sequence[Answer]) -> list[tuple[str, ...]]:
    return [answer.facts for answer in answers]


def _by_fact(probes: Sequence[Probe], value: Callable[[Probe], float | None]) -> list[Cluster]:
    """Sums over the questions that share a fact: its probes are not independent samples."""
    sums: dict[str, Cluster] = {}
    for probe in probes:
        count, total = sums.get(probe.fact_id, (0, 0))
        if (found := value(probe)) is not None:
            sums[probe.fact_id] = (count + 1, total + found)
    return [*sums.values()]


def _count(run: TrackRun, metric: str, count: int, of: int) -> Figure:
    number = Estimate(count, None, None, of, of)
    return _figure(run, metric, number, of, "count", over="")


def _figure(
    run: TrackRun,
    metric: str,
    found: Estimate | None,
    n: int,
    form: str,
    unjudged: int = 0,
    over: str = "questions",
) -> Figure:
    return Figure(run.task, run.condition, metric, found, n, form, unjudged, over)
