"""What a study would take, stage by stage, counted before anything is sent or paid.

Prompts are the real ones. How many facts they hold depends on what the model knows: as long as a
scenario has no gap dataset, the two ends are a model that knows every fact and one that knows none.
How long replies are is not known either, only how long they may be.
"""

from __future__ import annotations

import logging
import math
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lm_eval.tasks import TaskManager

from ...core.chat.budget import CHARACTERS_PER_TOKEN, TOKENS_OF_A_REPLY, Prices, read_prices
from ...core.errors import InputError, first_line
from ...core.suites.track import SCENARIOS
from ...filters.judge.choose import judge_name
from ...filters.judge.prompts import calls_of
from ...filters.judge.protocol import Entailment, Equivalence, JudgeRequest, TestsPass
from ...track_tasks.gaps import Gap, GapManifest, Gaps, facts_fingerprint
from ...track_tasks.injection.memory import announce
from ..compat import mark_checked
from ..hook.register import tasks_dir
from ..tasks.task_classes import RULES
from .generation import Thinking, bounds, choose_thinking, merged
from .models import read_model_args, with_thinking
from .plan import Stage
from .stage_run import is_complete
from .study import Study, check_metadata, large_scopes

_TEXTS = 256  # that a tokenizer gets at once
_ROUNDS = 6  # of MeLLo, by default
_CHATS = "chat"  # in lm_eval's names of the kinds of chat endpoints


class Range(NamedTuple):
    """A number between two ends; `most` is None where it has no bound that is known."""

    least: float
    most: float | None

    def plus(self, other: Range) -> Range:
        """Returns the sum of two ranges."""
        bounded = self.most is not None and other.most is not None
        most = (self.most or 0) + (other.most or 0) if bounded else None
        return Range(self.least + other.least, most)

    def written(self, form: Callable[[float], str] = "{:,.0f}".format) -> str:
        """Writes both ends, or one number where they are the same."""
        if self.most is None:
            return f"from {form(self.least)}"
        ends = dict.fromkeys([form(self.least), form(self.most)])
        return " to ".join(ends)


NOTHING = Range(0, 0)


class Needs(NamedTuple):
    """What a stage takes.

    Attributes:
        prompts: Prompts to the model.
        sent: Tokens in them.
        received: Tokens that the model may write.
        judge_calls: Calls of a judge that is paid for.
        judge_sent: Tokens in them.
        judge_received: Tokens that the judge may write.
    """

    prompts: Range = NOTHING
    sent: Range = NOTHING
    received: Range = NOTHING
    judge_calls: Range = NOTHING
    judge_sent: Range = NOTHING
    judge_received: Range = NOTHING

    def plus(self, other: Needs) -> Needs:
        """Returns the needs of both."""
        return Needs(*(one.plus(two) for one, two in zip(self, other, strict=True)))

    def cost(self, prices: Prices | None, judge_prices: Prices | None) -> Range:
        """Returns what it costs; nothing is counted for what has no price."""
        total = NOTHING
        for of, sent, received in (
            (prices, self.sent, self.received),
            (judge_prices, self.judge_sent, self.judge_received),
        ):
            if of is not None:
                bounded = sent.most is not None and received.most is not None
                most = of.of(sent.most or 0, received.most or 0) if bounded else None
                total = total.plus(Range(of.of(sent.least, received.least), most))
        return total


class Tokenizer(NamedTuple):
    """How tokens are counted.

    Attributes:
        name: What counts them, for people.
        lengths: Counts the tokens of each of several texts.
        render: Makes a prompt of chat messages.
        thinking: Whether the model thinks, which decides how long its replies may be.
    """

    name: str
    lengths: Callable[[Sequence[str]], list[int]]
    render: Callable[..., str]
    thinking: Thinking = Thinking()


def dry_run(study: Study, prices: Prices | None = None) -> list[str]:
    """Counts what is left of a study. Nothing is sent, and nothing is written.

    Args:
        study: The study.
        prices: The model's, per million tokens sent and received.

    Returns:
        A table, and what it does not say, as lines for a terminal.

    Raises:
        InputError: A setting is wrong, or questions cannot be read.
    """
    logging.getLogger("lm_eval").setLevel(logging.ERROR)
    check_metadata(study)
    judge_prices = study.metadata.get("judge_prices")
    of_judge = read_prices("judge_prices", str(judge_prices)) if judge_prices is not None else None
    tokenizers: dict[bool | None, Tokenizer] = {}
    needs: dict[str, Needs] = {}
    with tempfile.TemporaryDirectory() as folder:
        counter = _Counter(study, Path(folder), tokenizers)
        for stage in study.stages:
            done = is_complete(stage, study.run)
            needs[stage.name] = Needs() if done else counter.needs(stage)
    return [
        *_table(needs, prices, of_judge),
        *(f"- {line}" for line in _remarks(study, tokenizers, prices, of_judge)),
    ]


class _Counter:
    """Counts what stages take."""

    def __init__(
        self, study: Study, folder: Path, tokenizers: dict[bool | None, Tokenizer]
    ) -> None:
        self._study = study
        self._folder = folder
        self._tokenizers = tokenizers
        self._probed: dict[str, list[dict[str, Any]]] = {}

    def needs(self, stage: Stage) -> Needs:
        if stage.model_class:
            announce(stage.method.removeprefix("probe_"))
        if not stage.needs_gaps:
            return self._counted(stage, None)
        kept = self._study.gaps(stage.scenario)
        if kept.exists():
            return self._counted(stage, kept)
        least, most = (self._counted(stage, self._gaps(stage, known)) for known in (True, False))
        return Needs(*(Range(a.least, b.most) for a, b in zip(least, most, strict=True)))

    def _gaps(self, stage: Stage, known: bool) -> Path:
        """Writes what a model would know that knows every fact, or none."""
        path = self._folder / f"{stage.scenario}-{known}.parquet"
        if not path.exists():
            if stage.scenario not in self._probed:
                (probe, *_) = [s for s in self._study.stages if s.scenario == stage.scenario]
                self._probed[stage.scenario] = list(self._task(probe, None).test_docs())
            names = ("fact_id", "fact", "probe_question", "probe_answer")
            facts = [
                Gap(
                    **{name: doc[name] for name in names},
                    known=known,
                    knowledge_confidence=float(known),
                    responses=(),
                )
                for doc in self._probed[stage.scenario]
            ]
            ids = facts_fingerprint(fact.fact_id for fact in facts)
            manifest = GapManifest(
                scenario=stage.scenario, model="", identity="", facts_fingerprint=ids
            )
            Gaps(manifest, facts).write(path)
        return path

    def _task(self, stage: Stage, gaps: Path | None) -> Any:
        given = {name: of for name, of in self._study.metadata.items() if "judge" not in name}
        given |= {**self._study.model_args, **stage.metadata, "judge": "lexical"}
        if gaps is not None:
            given["gaps"] = str(gaps)
            if gaps.parent == self._folder:
                given.setdefault("model", "any")  # whose gaps they are cannot and need not be told
        manager = TaskManager(include_defaults=False, include_path=[tasks_dir()], metadata=given)
        return mark_checked(manager).load([stage.task])["tasks"][stage.task]

    def _settings(self, stage: Stage, thinking: Thinking) -> dict[str, Any]:
        """Returns the generation settings that the study would give the task."""
        given = read_model_args(self._study.options.get("gen_kwargs") or "", "--gen_kwargs")
        return merged(bounds(stage, thinking, self._study.model_args.get("max_length")), given)

    def _counted(self, stage: Stage, gaps: Path | None) -> Needs:
        try:
            task = self._task(stage, gaps)
        except InputError as error:
            if "there is nothing to inject" in str(error):
                return Needs()
            raise
        tokenizer = self._tokenizer(stage.thinks)
        task.set_config("generation_kwargs", self._settings(stage, tokenizer.thinking), update=True)
        options = self._study.options
        task.build_all_requests(
            system_instruction=options.get("system_instruction"),
            apply_chat_template=bool(options.get("apply_chat_template")),
            chat_template=tokenizer.render,
        )
        requests = task.instances
        repeats = [request.repeats or 1 for request in requests]
        lengths = tokenizer.lengths([str(request.args[0]) for request in requests])
        prompts = sum(repeats)
        sent = sum(n * times for n, times in zip(lengths, repeats, strict=True))
        bound = task.config.generation_kwargs.get("max_gen_toks", 256)
        needs = Needs(Range(prompts, prompts), Range(sent, sent), Range(0, prompts * int(bound)))
        if stage.method == "mello":
            needs = _with_rounds(needs, self._study.class_args.get(stage.model_class, {}))
        docs = [request.doc for request in requests]
        return needs.plus(self._judged(docs, max(repeats, default=1), int(bound)))

    def _tokenizer(self, thinks: bool | None) -> Tokenizer:
        if thinks not in self._tokenizers:
            self._tokenizers[thinks] = _tokenizer(self._study, thinks)
        return self._tokenizers[thinks]

    def _judged(self, docs: Sequence[Mapping[str, Any]], repeats: int, bound: int) -> Needs:
        """Counts calls: at least one of each distinct question, at most one of each response."""
        settings = self._study.metadata
        if not judge_name(settings).startswith("openai/"):
            return Needs()
        per_call = settings.get("judge_facts_per_call", "one")
        calls, sent = NOTHING, NOTHING
        for doc in docs:
            for request in _requests(doc, settings.get("answer_pass") == "judge"):
                asked = [len(call.prompt()) for call in calls_of(request, {}, per_call)]
                ruled = (type(request), getattr(request, "scenario", "")) in RULES
                most = len(asked) * repeats
                calls = calls.plus(Range(0 if ruled else len(asked), most))
                tokens = sum(asked) / CHARACTERS_PER_TOKEN
                answers = len(asked) * bound
                sent = sent.plus(Range(0 if ruled else tokens, (tokens + answers) * repeats))
        received = Range(0, (calls.most or 0) * TOKENS_OF_A_REPLY)
        return Needs(judge_calls=calls, judge_sent=sent, judge_received=received)


def _requests(doc: Mapping[str, Any], judges_programs: bool) -> Iterator[JudgeRequest]:
    """Yields what a judge may be asked about a response that is not there yet."""
    scenario = doc["scenario"]
    if "facts" not in doc:
        yield Equivalence(scenario, doc["probe_question"], "", doc["probe_answer"], probes=True)
        return
    if not SCENARIOS[scenario].runs_code:
        yield Equivalence(scenario, doc["question"], "", doc["answer"])
    elif judges_programs:
        yield TestsPass(doc["question"], "", "", doc["detail"])
    facts = tuple(fact["fact"] for fact in doc["facts"])
    yield Entailment(scenario, doc["question"], "", facts)


def _with_rounds(needs: Needs, arguments: Mapping[str, Any]) -> Needs:
    """Adds MeLLo's own questions: two per round at most, whose tokens depend on the replies."""
    rounds = int(arguments.get("rounds", _ROUNDS))
    most = (needs.prompts.most or 0) * (1 + 2 * rounds)
    return needs._replace(
        prompts=Range(2 * needs.prompts.least, most),
        sent=Range(needs.sent.least, None),
        received=Range(0, None),
    )


# Tokens


class _Unloaded:
    """A local model that is not loaded: its tokenizer, and the arguments of its chat template."""

    def __init__(self, tokenizer: Any, arguments: Mapping[str, Any]) -> None:
        self.tokenizer = tokenizer
        self.chat_template_args = dict(arguments.get("chat_template_args") or {})
        self.enable_thinking = arguments.get("enable_thinking")

    def apply_chat_template(
        self, messages: Sequence[Mapping[str, str]], add_generation_prompt: bool = True
    ) -> str:
        switch = {} if self.enable_thinking is None else {"enable_thinking": self.enable_thinking}
        return str(
            self.tokenizer.apply_chat_template(
                list(messages),
                tokenize=False,
                add_generation_prompt=add_generation_prompt,
                **self.chat_template_args,
                **switch,
            )
        )

    def lengths(self, texts: Sequence[str]) -> list[int]:
        starts = range(0, len(texts), _TEXTS)
        found = (self.tokenizer(list(texts[at : at + _TEXTS]))["input_ids"] for at in starts)
        return [len(tokens) for some in found for tokens in some]


def _tokenizer(study: Study, thinks: bool | None) -> Tokenizer:
    """Returns the model's tokenizer; without one, an estimate that says so."""
    arguments = with_thinking(study.model_args, thinks)
    chats = bool(study.options.get("apply_chat_template"))
    at_endpoint = Thinking(may_think=chats and _CHATS in study.kind)
    name = arguments.get("tokenizer") or arguments.get("pretrained")
    if not name:
        return _estimate(f"--model {study.kind} names no tokenizer", at_endpoint)
    from transformers import AutoTokenizer

    options = {key: arguments[key] for key in ("revision", "subfolder") if key in arguments}
    trusted = bool(arguments.get("trust_remote_code"))
    try:
        found = AutoTokenizer.from_pretrained(str(name), trust_remote_code=trusted, **options)
    except (OSError, ValueError, ImportError) as error:
        reason = f"the tokenizer of {name} cannot be loaded ({first_line(error)})"
        return _estimate(reason, at_endpoint)
    model = _Unloaded(found, arguments)
    thinking = at_endpoint
    if chats and _CHATS not in study.kind:
        thinking = choose_thinking(model, thinks, study.model_args)
    name = f"the tokenizer of {name}"
    return Tokenizer(name, model.lengths, model.apply_chat_template, thinking)


def _estimate(reason: str, thinking: Thinking) -> Tokenizer:
    def lengths(texts: Sequence[str]) -> list[int]:
        return [math.ceil(len(text) / CHARACTERS_PER_TOKEN) for text in texts]

    def render(messages: Sequence[Mapping[str, str]], add_generation_prompt: bool = True) -> str:
        return "\n".join(f"{turn['role']}: {turn['content']}" for turn in messages)

    how = f"estimated, {CHARACTERS_PER_TOKEN} characters each, as {reason}"
    return Tokenizer(how, lengths, render, thinking)


# What is shown


_HEADER = ("Stage", "Prompts", "Tokens sent", "Tokens received", "Judge calls", "Judge tokens sent")


def _table(
    needs: Mapping[str, Needs], prices: Prices | None, of_judge: Prices | None
) -> Iterator[str]:
    total = Needs()
    for each in needs.values():
        total = total.plus(each)
    has_prices = prices is not None or of_judge is not None
    rows: list[tuple[str, ...]] = [(*_HEADER, "Cost") if has_prices else _HEADER]
    for name, each in {**needs, "total": total}.items():
        received = each.received._replace(least=each.received.most or 0)
        at_most = "up to " if received.most else ""
        cells = [
            each.prompts.written(),
            each.sent.written(),
            f"{at_most}{received.written()}" if received.most is not None else "not bounded",
            each.judge_calls.written(),
            each.judge_sent.written(),
        ]
        cost = [each.cost(prices, of_judge).written("{:,.2f}".format)] if has_prices else []
        rows.append((name, *cells, *cost))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        first, *rest = (
            f"{cell:<{width}}" if place == 0 else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join([first, *rest])


def _remarks(
    study: Study,
    tokenizers: Mapping[bool | None, Tokenizer],
    prices: Prices | None,
    of_judge: Prices | None,
) -> Iterable[str]:
    yield "This was a dry run: nothing was sent, judged or written."
    for name in dict.fromkeys(of.name for of in tokenizers.values()):
        yield f"Tokens of the model: {name}."
    yield from (
        f"{stage.name}: complete, nothing is left."
        for stage in study.stages
        if is_complete(stage, study.run)
    )
    yield from (
        f"{stage.name}: {count:,} replies are there already, and are not asked for again."
        for stage in study.stages
        if (count := _replies(stage, study.run)) and not is_complete(stage, study.run)
    )
    yield from large_scopes(study)
    if any(s.needs_gaps and not study.gaps(s.scenario).exists() for s in study.stages):
        yield (
            "What is injected depends on what the model knows: the first number is for one that "
            "knows every fact, the last for one that knows none. After the probe it is exact."
        )
    judge = judge_name(study.metadata)
    if judge.startswith("openai/"):
        yield (
            "Judge: at least a call per fact probed, at most one per reply; rules, equal replies "
            f"and the cache save calls. Its tokens are estimated ({CHARACTERS_PER_TOKEN} "
            "characters each), with replies of up to the model's bound."
        )
    else:
        yield f"The judge {judge} runs here: it makes no calls that are paid for."
    yield from _remarks_on_methods(study)
    if _CHATS in study.kind:
        yield "An endpoint is asked one prompt more for each kind of settings: what does it refuse?"
    if prices is None:
        yield "The model's cost is not counted: give --prices SENT,RECEIVED per million tokens."
    if of_judge is None and judge.startswith("openai/"):
        yield (
            "The judge's cost is not counted: give --metadata "
            """'{"judge_prices": "SENT,RECEIVED"}' per million tokens."""
        )


def _remarks_on_methods(study: Study) -> Iterator[str]:
    methods = {stage.method for stage in study.stages}
    if "mello" in methods:
        yield (
            "mello: asks questions of its own, two per round at most; the tokens of these are not "
            "counted."
        )
    if methods & {"ft_ck", "probe_ft_ck"}:
        yield "ft_ck: trains adapters before it answers, which takes time but no tokens."


def _replies(stage: Stage, run: Path) -> int:
    """Counts the replies that an interrupted stage has left."""
    return sum(sum(1 for _ in path.open("rb")) for path in stage.journals(run) if path.is_file())
