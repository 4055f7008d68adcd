"""The classes behind our task files.

`DistributedTask` makes several processes find what one finds, `JudgedTask` adds a judge, and
`ErbenchTask` and `TrackTask` say what that judge does in each benchmark.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, islice
from typing import Any

from ... import __version__
from ...core.errors import InputError
from ...core.files import cache_folder
from ...core.suites.erbench import ROBUST
from ...core.suites.track import SCENARIOS
from ...filters.erbench import RationaleJudgeFilter, ReadingFilter
from ...filters.judge.choose import is_named, open_judge
from ...filters.judge.protocol import Entailment, Equivalence, Judge, Verdict, added_up
from ...filters.judge.rules_first import Rule, RulesFirst, same_math
from ...filters.sandbox.pool import ProgramSandbox, choose_sandbox
from ...metrics.track import missing_fact
from ...metrics.unreadable import Unread, count_unread
from ...track_tasks.injection.memory import check_ready
from ..compat import (
    filter_pipelines,
    finish_gathered,
    prompt_of,
    replace_standard_errors,
    task_class,
    without_warnings,
)
from ..processes import gathered, process_number
from .advice import is_about_metadata, is_by_design
from .kept_prompts import fingerprint, loses_system_role, with_instruction_in_user_turn
from .standard_errors import standard_error, with_cluster

logger = logging.getLogger(__name__)


class Unmeasured(float):
    """Replaces a missing metric value while the values of all processes are gathered."""

    def __new__(cls) -> Unmeasured:
        """Makes a placeholder; it is not a number."""
        return super().__new__(cls, "nan")

    def __reduce__(self) -> tuple[type[Unmeasured], tuple[()]]:
        """Keeps its type on the way to another process."""
        return Unmeasured, ()


_ConfigurableTask: Any = task_class()


class DistributedTask(_ConfigurableTask):  # type: ignore[misc]
    """A configurable task that gives the same results in one process and in many.

    lm_eval 0.4.13 stops if a process has no document, and if a metric has values in one process
    but not in another, as happens to rates that leave out what could not be judged. So a process
    without a document asks the first one, which then does not count, and metrics without a value
    get a placeholder. Neither is left when lm_eval averages.

    NaN and lm_eval's aggregation `nanmean` would not do: a metric without any value would be a
    column of NaN, the mean of its group would be NaN, and standard errors would be bootstrapped.
    """

    _in_many_processes = False
    _has_own_documents = True

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: Its documents are not available.
        """
        super().__init__(config={key: value for key, value in config.items() if key != "class"})

    def download(self, *args: Any, **options: Any) -> None:
        """Loads the documents, without lm_eval's advice about custom datasets in general."""
        download = super().download
        with without_warnings(download, is_about_metadata):
            download(*args, **options)

    def build_all_requests(self, **options: Any) -> Any:
        """Builds the requests, or takes those that `--cache_requests` has kept of these documents.

        Args:
            **options: lm_eval's.
        """
        self.documents_of(options)  # notes which process this is, also where requests are kept ones
        if options.get("cache_requests"):  # lm_eval's name for them says nothing of documents
            name = f"{options.get('tokenizer_name', '')}-{fingerprint(self, options)}"
            options["tokenizer_name"] = name
        return super().build_all_requests(**options)

    def documents_of(self, options: Mapping[str, Any]) -> Iterator[tuple[int, Any]]:
        """Yields the documents that requests are built for, with the numbers that these have.

        Args:
            options: How requests are built.
        """
        shared = ("rank", "limit", "world_size", "samples")
        return self.doc_iterator(**{name: options[name] for name in shared if name in options})

    def doc_iterator(
        self,
        *,
        rank: int = 0,
        limit: int | None = None,
        world_size: int = 1,
        samples: list[int] | None = None,
    ) -> Iterator[tuple[int, Any]]:
        """Yields the documents of a process; the first of all documents if it has none.

        Args:
            rank: Number of the process.
            limit: How many documents there are for all processes.
            world_size: Number of processes.
            samples: Which documents, if not the first ones.
        """
        documents: Callable[..., Iterator[tuple[int, Any]]] = super().doc_iterator
        own = documents(rank=rank, limit=limit, world_size=world_size, samples=samples)
        first = list(islice(own, 1))
        self._in_many_processes, self._has_own_documents = world_size > 1, bool(first)
        replace_standard_errors(DistributedTask, standard_error, is_by_design)
        if self._in_many_processes:
            finish_gathered(DistributedTask, _without_placeholders)
            first = first or list(islice(documents(limit=limit, samples=samples), 1))
        return chain(first, own)

    def process_results(self, doc: Any, results: Any) -> dict[str, Any]:
        """Scores the responses to a document; among several processes, by every metric.

        Args:
            doc: The document.
            results: What the filters found.
        """
        scores = super().process_results(doc, results) if self._has_own_documents else {}
        scores = with_cluster(scores, doc)
        if not self._in_many_processes or getattr(self, "merges_documents", False):
            return scores
        names = [str(metric["metric"]) for metric in self.config.metric_list]
        return {**scores, **{name: Unmeasured() for name in names if name not in scores}}


def _without_placeholders(
    metrics: Mapping[Any, list[Any]], samples: Sequence[Mapping[str, Any]]
) -> tuple[dict[Any, list[Any]], list[dict[str, Any]]]:
    """Returns values and samples as in one process: filter by filter, in document order."""
    measured = {name: list(filter(_is_measured, values)) for name, values in metrics.items()}
    kept = [sample for sample in map(_measured, samples) if sample["metrics"]]
    filters = list(dict.fromkeys(sample["filter"] for sample in kept))
    kept.sort(key=lambda sample: (filters.index(sample["filter"]), sample["doc_id"]))
    return {name: values for name, values in measured.items() if values}, kept


def _is_measured(value: Any) -> bool:
    return not isinstance(value, Unmeasured)


def _measured(sample: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a sample without its placeholders."""
    kept = {name: value for name, value in sample.items() if _is_measured(value)}
    return {**kept, "metrics": [name for name in sample["metrics"] if name in kept]}


class JudgedTask(DistributedTask):
    """A task whose filters ask a judge, which is recorded beside the results.

    lm_eval's filters get no `--metadata`, which names the judge: the task hands it over.
    """

    _judge: Judge | None = None
    _pipelines: Sequence[Any] = ()

    @property
    def metadata(self) -> dict[str, Any]:
        """What `--metadata` and the task's file say."""
        return dict(self.config.metadata or {})

    @property
    def is_strict(self) -> bool:
        """Whether a missing verdict is an error."""
        return bool(self.metadata.get("strict_judge"))

    def open_judge(self) -> Judge:
        """Opens the judge that `--metadata` or the environment names, by default the lexical one.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        return open_judge(self.metadata, cache_folder("judge", "ERBENCH_TRACK_JUDGE_CACHE"))

    def judge_with(
        self,
        judge: Judge,
        arguments: Callable[[Any], Mapping[str, Any]],
        further: Mapping[str, Sequence[Callable[[], Any]]] | None = None,
    ) -> None:
        """Gives the filters a judge.

        Args:
            judge: The judge.
            arguments: Returns the arguments of a filter's class besides those in the task's file.
            further: Makes the filters that follow those of the file, by the name of the pipeline.
        """
        self._judge = judge
        self._pipelines = filter_pipelines(self, arguments, further or {})

    def build_all_requests(self, **options: Any) -> Any:
        """Builds the requests; the instruction is in each of them.

        Args:
            **options: lm_eval's.
        """
        template = options.get("chat_template")
        if template and loses_system_role(template):
            options["chat_template"] = with_instruction_in_user_turn(template)
            if self.config.description or options.get("system_instruction"):
                self._warn(
                    f"{self.config.task}: the chat template has no system role; the instruction "
                    "stands at the beginning of the user's turn"
                )
        return super().build_all_requests(**options)

    def apply_filters(self) -> Any:
        """Applies the filters, and records the judge and what is unreadable beside the results."""
        if self._judge is None:
            super().apply_filters()
        else:
            for pipeline in self._pipelines:
                pipeline.apply(self.instances)
            record = added_up(gathered(dict(self._judge.record())))
            self.set_config("metadata", {**self.metadata, "judged_by": record})
            self._say_who_judged(record)
        self.set_config("metadata", {**self.metadata, "scored_by": __version__})
        self._report_unreadable()

    def _say_who_judged(self, record: Mapping[str, Any]) -> None:
        """Says in the terminal by which judge the results are, and once if it is a rule."""
        from ...metrics.report.how_made import judge_of

        judge = judge_of(record)
        if process_number() == 0:
            logger.info("%s: judged by %s; %s", self.config.task, judge.title, judge.work)
            if judge.is_rule:
                _warn_once(f"Verdicts are by {judge.title}: figures to be published need a judge")

    def _report_unreadable(self) -> None:
        """Warns about responses that cannot be read, in the terminal and in the results."""
        own = self.instances if self._has_own_documents else []
        first = (next(iter(instance.filtered_resps.values())) for instance in own)
        counted = gathered(count_unread(first))
        text = Unread(*map(sum, zip(*counted, strict=True))).warning(str(self.config.task))
        if text:
            self._warn(text)

    def _warn(self, text: str) -> None:
        """Warns in the terminal and in the results."""
        if process_number() == 0:
            logger.warning("%s", text)
        warnings = [*self.metadata.get("warnings", ()), text]
        self.set_config("metadata", {**self.metadata, "warnings": warnings})


@lru_cache
def _warn_once(text: str) -> None:
    logger.warning("%s", text)


class ErbenchTask(JudgedTask):
    """A task of ERBench; a `judge` in `--metadata` judges rationales, and what no rule reads."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        super().__init__(config)
        if is_named(self.metadata):
            judge, strict = self.open_judge(), self.is_strict
            # One reading is enough: both hand the judge the same text.
            further = {ROBUST: [lambda: RationaleJudgeFilter(judge, strict)]}
            given = {"judge": judge, "strict": strict}
            self.judge_with(judge, lambda made: given if made is ReadingFilter else {}, further)

    def build_all_requests(self, **options: Any) -> Any:
        """Builds the requests; lm_eval would show items of the test itself as demonstrations.

        Args:
            **options: lm_eval's.

        Raises:
            InputError: Demonstrations are to be shown, and there are none.
        """
        shown = self.config.fewshot_config
        if self.config.num_fewshot and not (shown.samples or shown.split):
            raise InputError(
                f"--num_fewshot {self.config.num_fewshot}: {self.config.task} has no "
                "demonstrations; leave it out, or use a benchmark whose dataset has a split "
                "`fewshot` (generate and export it again; one of 20 entities is taken), or write "
                "some into a task file, under fewshot_config: samples:"
            )
        self._say_how_many_are_shown()
        return super().build_all_requests(**options)

    def _say_how_many_are_shown(self) -> None:
        """Warns if there are fewer demonstrations than are asked for, as in a part of a group."""
        wanted = self.config.num_fewshot or 0
        shown = min(wanted, len(self.sampler.df or ())) if wanted else 0
        if shown < wanted:
            self._warn(
                f"{self.config.task}: --num_fewshot {wanted}: it has {shown} demonstrations, and "
                f"all {shown} are shown"
            )


@cache
def _call_rule() -> Rule:
    from ...track_tasks.code.call_rule import CallRule  # has much to import

    return CallRule()


def _calls_entail(request: Entailment) -> tuple[Verdict | None, ...]:
    return _call_rule()(request)


RULES: dict[tuple[type, str], Rule] = {
    **{(Equivalence, of.name): same_math for of in SCENARIOS.values() if of.answers == "value"},
    **{(Entailment, of.name): _calls_entail for of in SCENARIOS.values() if of.runs_code},
}


class TrackTask(JudgedTask):
    """A task of TRACK, whose filters all ask the judge that `--metadata` names."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        """Builds the task as its file says.

        Args:
            config: The file's content.

        Raises:
            InputError: There is no such judge, or a setting of it is malformed.
        """
        super().__init__(config)
        judge = RulesFirst(self.open_judge(), RULES)
        self.judge_with(judge, lambda made: self._arguments(made, judge))

    def _arguments(self, made: Any, judge: Judge) -> dict[str, Any]:
        """Returns the arguments that a filter takes from the task; foreign filters take none."""
        takes_sandbox = getattr(made, "takes_sandbox", False)
        if not takes_sandbox and not getattr(made, "takes_judge", False):
            return {}
        sandbox = {"sandbox": self._open_sandbox()} if takes_sandbox else {}
        return {
            "judge": judge,
            "repeats": self.config.repeats,
            "strict": self.is_strict,
            "thinking_is_reasoning": bool(self.metadata.get("thinking_is_reasoning")),
            **sandbox,
        }

    def _open_sandbox(self) -> ProgramSandbox | None:
        """Opens the sandbox; None if the judge is to say whether programs would pass."""
        choice = self.metadata.get("answer_pass", "run")
        if choice not in ("run", "judge"):
            raise InputError(f"answer_pass: {choice!r} is not one of run, judge")
        return choose_sandbox(self.metadata) if choice == "run" else None

    def build_all_requests(self, **options: Any) -> Any:
        """Builds the requests, and checks that the facts reach the model, also out of a cache.

        Args:
            **options: lm_eval's.

        Raises:
            InputError: A fact that is to be injected is not in the prompt that will be sent, or it
                is for a model class that is not in use.
        """
        built = super().build_all_requests(**options)
        documents = dict(self.documents_of(options))
        for request in self.instances:
            _check_injection(documents.get(request.doc_id, request.doc), prompt_of(request.args[0]))
        return built


def _check_injection(question: Mapping[str, Any], prompt: Any) -> None:
    if method := (question.get("memory") or {}).get("method"):
        check_ready(method)
        return
    missing = missing_fact(prompt, question.get("injected_facts") or ())
    if missing is not None:
        raise InputError(
            f"question {question['id']}: the prompt does not hold the fact {missing!r} that is to "
            "be injected; does the task's doc_to_text still render injected_facts?"
        )
