"""The entry points through which lm_eval's task files get TRACK's documents."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.errors import InputError
from ..core.model_identity import model_identity
from .injection import check_scope, facts_to_inject
from .injection.memory import memory_feature, memory_of
from .questions.question import Fact, Question, probe_features, probes_of, question_features
from .scenarios import embedded_questions

if TYPE_CHECKING:
    from datasets import Dataset, Features

logger = logging.getLogger(__name__)


def load_probes(
    scenario: str,
    open_book: bool = False,
    memory: str = "",
    dataset: str | None = None,
    question_count: int | None = None,
    question_seed: int = 0,
    gaps: str | None = None,
    kas: int | str = 1,
    **model_arguments: Any,
) -> dict[str, Dataset]:
    """Returns the probing documents of a scenario: one per fact.

    Open book asks again for what the model did not know, with the facts that were injected beside
    it for its first question: this shows whether an injection took.

    lm_eval passes `--metadata` and the model's arguments as keywords.

    Args:
        scenario: One of `SCENARIOS`.
        open_book: Whether only unknown facts are asked for, and injected.
        memory: By which method, as for `load_questions`.
        dataset: Folder or Hub id of a dataset that `erbench-track generate` wrote; by default
            questions over the embedded source.
        question_count: How many questions' facts to probe: without a dataset, this many are
            generated (500 by default); of a dataset, the first ones are taken.
        question_seed: Decides which questions are generated.
        gaps: As for `load_questions`; only open book needs it.
        kas: As for `load_questions`.
        **model_arguments: As for `load_questions`.

    Returns:
        The split `test`.

    Raises:
        InputError: The dataset or the gap dataset is missing or malformed, is about other facts or
            another model, or a value is wrong.
    """
    from datasets import Dataset

    questions = _questions(scenario, dataset, question_count, question_seed)
    if not open_book:
        return {"test": Dataset.from_list(probes_of(questions), features=probe_features())}
    scope = check_scope(kas)
    if gaps is None:
        raise _without_gaps(scenario, "injection")
    injected = facts_to_inject(questions, _known(gaps, questions, model_arguments), scope)
    rows = injected_probes(questions, injected, memory, scope)
    if not rows:
        raise InputError(f"{gaps}: the model knows every fact; there is nothing to inject")
    return {"test": Dataset.from_list(rows, features=injected_probe_features())}


def load_questions(
    scenario: str,
    open_book: bool = False,
    memory: str = "",
    dataset: str | None = None,
    question_count: int | None = None,
    question_seed: int = 0,
    gaps: str | None = None,
    kas: int | str = 1,
    only_conflicts: bool = False,
    **model_arguments: Any,
) -> dict[str, Dataset]:
    """Returns the questions of a scenario, with the facts to inject.

    Args:
        scenario: One of `SCENARIOS`.
        open_book: Whether facts are injected.
        memory: How, if not in the prompt: `ft_ck` or `mello`; the model class of that name takes
            them from the document's column `memory`.
        dataset: As for `load_probes`.
        question_count: As for `load_probes`.
        question_seed: As for `load_probes`.
        gaps: What the model knows: a file that `erbench-track gaps` wrote. Open book needs it.
        kas: Knowledge aggregation scope: the number of questions whose unknown facts are injected
            together, at least 1.
        only_conflicts: Whether questions without an unknown fact are left out (Appendix D).
        **model_arguments: What identifies the model, and arguments that are meant for others.

    Returns:
        The split `test`.

    Raises:
        InputError: The dataset or the gap dataset is missing or malformed, is about other facts or
            another model, or a value is wrong.
    """
    questions = _questions(scenario, dataset, question_count, question_seed)
    scope = check_scope(kas)
    if gaps is None:
        if open_book or only_conflicts:
            raise _without_gaps(scenario, "injection" if open_book else "only_conflicts")
        nothing: list[list[Any]] = [[] for _ in questions]
        return {"test": _documents(questions, nothing, nothing, "", 0)}
    known = _known(gaps, questions, model_arguments)
    injected: list[list[Fact]] = [[] for _ in questions]
    if open_book:
        injected = facts_to_inject(questions, known, scope)
    flags = [[known[fact.fact_id] for fact in question.facts] for question in questions]
    kept = [i for i, of in enumerate(flags) if not only_conflicts or False in of]
    if not kept:
        raise InputError(f"{gaps}: the model knows every fact; only_conflicts leaves no question")
    documents = _documents(questions, injected, flags, memory, scope if open_book else 0)
    return {"test": documents.select(kept)}


def _questions(
    scenario: str, dataset: str | None, count: int | str | None, seed: int | str
) -> Sequence[Question]:
    wanted = None if count is None else check_count(count)
    if dataset is None:
        return embedded_questions(scenario, wanted, int(seed))
    found = _stored(dataset)
    if any(question.scenario != scenario for question in found):
        raise InputError(
            f"{dataset}: has questions of the scenario {found[0].scenario!r}, the task asks those "
            f"of {scenario!r}"
        )
    return found[:wanted]


def question_count(scenario: str, settings: Mapping[str, Any]) -> int:
    """Returns how many questions a run asks.

    Args:
        scenario: One of `SCENARIOS`.
        settings: `dataset`, `question_count` and `question_seed`, as for `load_questions`.

    Raises:
        InputError: As for `load_questions`.
    """
    dataset, count = settings.get("dataset"), settings.get("question_count")
    return len(_questions(scenario, dataset, count, settings.get("question_seed", 0)))


def check_count(count: object) -> int:
    """Returns a number of questions.

    Raises:
        InputError: It is not a whole number of at least 1.
    """
    if isinstance(count, bool) or not str(count).isdecimal() or int(str(count)) < 1:
        raise InputError(f"question_count: {count!r} is no whole number from 1")
    return int(str(count))


@lru_cache(maxsize=4)
def _stored(dataset: str) -> list[Question]:
    from .questions.stored import read_questions

    return without_empty_facts(read_questions(dataset), dataset)


def without_empty_facts(questions: Sequence[Question], source: str) -> list[Question]:
    """Skips facts that lack a text, and questions that have no other, and says how many.

    Args:
        questions: The questions.
        source: Where they come from, for the message.

    Raises:
        InputError: No question has a fact.
    """
    kept = [tuple(fact for fact in of.facts if all(map(str.strip, fact.texts))) for of in questions]
    skipped = sum(len(of.facts) - len(facts) for of, facts in zip(questions, kept, strict=True))
    if not any(kept):
        raise InputError(f"{source}: no fact has a text, a probing question and its answer")
    if skipped:
        logger.warning(
            "%s: %d facts without a text, a probing question or its answer are skipped, and %d "
            "questions that have no other fact",
            source, skipped, kept.count(()),
        )  # fmt: skip
    return [replace(of, facts=facts) for of, facts in zip(questions, kept, strict=True) if facts]


def _without_gaps(scenario: str, what: str) -> InputError:
    return InputError(
        f"gaps: missing; {what} needs to know what the model does not know. Run --tasks "
        f"track_{scenario}_probe --log_samples --output_path RUN, then "
        """`erbench-track gaps RUN -o gaps.parquet`, then give """
        """--metadata '{"gaps": "gaps.parquet"}'"""
    )


def _known(
    gaps: str, questions: Sequence[Question], model_arguments: dict[str, Any]
) -> dict[str, bool | None]:
    """Returns whether the model knows each fact, by its id."""
    from .gaps import Gaps, check_gaps

    read = Gaps.read(Path(gaps))
    identity = model_identity(model_arguments)
    if not identity:
        logger.warning("%s: whether it is of this model cannot be checked", gaps)
    check_gaps(read, Path(gaps), questions, identity)
    return read.known()


def _documents(
    questions: Sequence[Question],
    injected: Sequence[Sequence[Fact]],
    known: Sequence[Sequence[bool | None]],
    memory: str,
    scope: int,
) -> Dataset:
    from datasets import Dataset, Features, List, Value

    rows = [
        {
            **question.to_row(),
            "injected_facts": [fact.fact for fact in facts],
            "known": flags,
            "memory": memory_of(memory, facts),
            "kas": scope,
        }
        for question, facts, flags in zip(questions, injected, known, strict=True)
    ]
    extra = {"injected_facts": List(Value("string")), "known": List(Value("bool"))}
    extra |= {"memory": memory_feature(), "kas": Value("int32")}
    features = Features({**question_features(), **extra})
    return Dataset.from_list(rows, features=features)


def injected_probes(
    questions: Sequence[Question], injected: Sequence[Sequence[Fact]], memory: str, scope: int
) -> list[dict[str, Any]]:
    """Returns the probing documents of injected facts, with all that is injected beside each.

    Args:
        questions: The questions.
        injected: The facts that are injected with each; a fact that several have is asked for
            with those of the first.
        memory: How they are injected.
        scope: Number of questions whose facts are injected together (KAS).

    Returns:
        One document per injected fact, in the shape of `injected_probe_features()`.
    """
    beside: dict[str, Any] = {}
    last: Sequence[Fact] | None = None
    for facts in injected:
        if facts is last:  # the questions of a batch share one list
            continue
        last, together = facts, memory_of(memory, facts)
        for fact in facts:
            beside.setdefault(fact.fact_id, together)
    return [
        {**row, "memory": beside[row["fact_id"]], "kas": scope}
        for row in probes_of(questions)
        if row["fact_id"] in beside
    ]


def injected_probe_features() -> Features:
    """Returns the columns of a dataset of injected facts' probing documents and their types."""
    from datasets import Features, Value

    return Features({**probe_features(), "memory": memory_feature(), "kas": Value("int32")})
