"""Simulated models, which answer from the item itself with configured probabilities.

`--model erbench-simulated` is for ERBench; `--model track-simulated` knows, follows and reasons.
They are calibration instruments for the whole pipeline: what goes in as a probability must come out
as a rate. They are not language models; every response says so, and so does the table.
"""

from __future__ import annotations

import json
import random
from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from lm_eval.api.instance import Instance
from lm_eval.api.model import LM

from ...core.errors import InputError, did_you_mean
from ...core.folding import FoldedText
from ...core.suites.track import SCENARIOS
from ...erbench_tasks.items.item import check_doc
from ...filters.answers.answer import NONE_OF_THE_ABOVE
from ...filters.extraction import SIMULATED_MARK
from ...track_tasks.questions.question import check_track_doc
from ..processes import ProcessGroup

_WRONG_RATIONALES = ("I made this rationale up.", "A guess.", "...", "")
_WRONG = "nothing that is known to me"


# What lm_eval gives every model, what names a run, and the switch of a chat template.
_NO_MATTER = {
    "batch_size", "max_batch_size", "device", "model", "pretrained", "revision",
    "chat_template_args",
}  # fmt: skip


def _is_rate(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0.0 <= value <= 1.0


def _check_texts(record: Mapping[str, Any], *names: str) -> None:
    for name in names:
        if not isinstance(record.get(name), str):
            raise InputError(f"field 'doc.{name}' is missing or no str")


class SimulatedBase(ProcessGroup, LM):  # type: ignore[misc]
    """A model that draws from configured rates.

    Attributes:
        name: Its name in messages, and that of its tokenizer.
        suite: The suite whose tasks it answers.
        rates: Name of each rate to its value, in [0, 1].
        seed: Seed of the draws.
    """

    name: ClassVar[str]
    suite: ClassVar[str]

    def __init__(
        self, rates: Mapping[str, float], seed: int, others: Mapping[str, Any] | None = None
    ) -> None:
        """Checks the model's arguments.

        Args:
            rates: Name of each rate to its value.
            seed: Seed of the draws.
            others: Further arguments, which may only be those that do not matter here.

        Raises:
            InputError: A rate is not in [0, 1], or there is no such argument.
        """
        super().__init__()
        known = (*rates, "simulation_seed")
        for name in (others or {}).keys() - _NO_MATTER:
            raise InputError(
                f"--model_args: {self.name} has no argument {name!r}; {did_you_mean(name, known)}"
            )
        for name, rate in rates.items():
            if not _is_rate(rate):
                raise InputError(f"--model_args: {self.name}: {name}={rate!r} is not in [0, 1]")
        self.rates = {name: float(rate) for name, rate in rates.items()}
        self.seed = seed

    def draw(self, rate: str, about: str) -> bool:
        """Draws with the probability of a rate; equal questions get equal draws.

        Args:
            rate: Name of the rate.
            about: What the draw decides.
        """
        draws = random.Random(f"{self.seed}/{rate}/{about}")  # noqa: S311 -- not secret
        return draws.random() < self.rates[rate]

    def get_model_info(self) -> dict[str, Any]:
        """Returns what lm_eval writes into the results' configuration."""
        return {"simulated": True, **self.rates, "simulation_seed": self.seed}

    @property
    def tokenizer_name(self) -> str:
        """Names the chat format, for lm_eval's request cache."""
        return self.name

    def apply_chat_template(
        self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True
    ) -> str:
        """Joins the messages."""
        return "\n".join(f"{turn['role']}: {turn['content']}" for turn in chat_history)

    def check_suite(self, requests: Sequence[Instance]) -> None:
        """Checks that the tasks are those of its suite.

        Args:
            requests: What is asked.

        Raises:
            InputError: A task is not.
        """
        for request in requests:
            try:
                self.check_document(request.doc)
            except InputError as error:
                raise self._not_mine(request, f" ({error})") from error

    @abstractmethod
    def check_document(self, doc: Mapping[str, Any]) -> None:
        """Checks that a document is of its suite.

        Args:
            doc: The document.

        Raises:
            InputError: A field that decides about the answer is missing, or of another type.
        """

    def _not_mine(self, request: Instance, why: str = "") -> InputError:
        return InputError(
            f"--model {self.name}: answers the tasks of {self.suite} only; "
            f"{request.task_name} is not one of them{why}"
        )

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Not supported: it can only generate."""
        raise self._not_mine(requests[0])

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Not supported: it can only generate."""
        raise self._not_mine(requests[0])


class SimulatedLM(SimulatedBase):
    """Answers each item right or wrong by a draw that depends on the item and the seed alone.

    With probability `unsure` it says so. Else, if it knows the entity (probability `known`, one
    draw per entity), its answer is right with probability `answer`, and its rationale,
    independently, is right at the first hop with probability `rationale`; at each later hop with
    probability `rationale` if the hop before was right, else `recovery`. Of an unknown entity it
    guesses the answer (right with probability `guess`) and has no right rationale. Asked whether
    it knows an entity, it tells the truth.
    """

    name = "erbench-simulated"
    suite = "ERBench"
    MULTIMODAL = True  # it is also asked about images, but does not look at them

    def __init__(
        self,
        known: float = 0.9,
        answer: float = 0.9,
        rationale: float = 0.8,
        recovery: float = 0.1,
        unsure: float = 0.05,
        guess: float = 0.5,
        simulation_seed: int = 0,
        **others: Any,
    ) -> None:
        """Configures the model.

        Args:
            known: Probability in [0, 1] that it knows an entity.
            answer: Probability in [0, 1] of a right answer about a known entity.
            rationale: Probability in [0, 1] of a right rationale about a known entity.
            recovery: Probability in [0, 1] of a right hop after a wrong one.
            unsure: Probability in [0, 1] of saying that it is unsure.
            guess: Probability in [0, 1] of a right answer about an unknown entity.
            simulation_seed: Seed of the draws.
            **others: lm_eval's batch size and device, which do not matter here.

        Raises:
            InputError: A probability is not in [0, 1], or there is no such argument.
        """
        rates = {
            "known": known,
            "answer": answer,
            "rationale": rationale,
            "recovery": recovery,
            "unsure": unsure,
            "guess": guess,
        }
        super().__init__(rates, simulation_seed, others)

    def expected_rates(self, hops: int = 1) -> dict[str, float]:
        """Returns the metrics that this configuration has in expectation.

        Args:
            hops: Number of hops of the questions, all of which have a value at each hop.
        """
        rates = self.rates
        sure, knows = 1 - rates["unsure"], rates["known"]
        right = sure * (knows * rates["answer"] + (1 - knows) * rates["guess"])
        by_hop = [rates["rationale"]]
        for _ in range(hops - 1):
            before = by_hop[-1]
            by_hop.append(before * rates["rationale"] + (1 - before) * rates["recovery"])
        every_hop = rates["rationale"] ** hops
        expected = {
            "answer_accuracy": right,
            "rationale_accuracy": sure * knows * sum(by_hop) / hops,
            "answer_rationale_accuracy": sure * knows * rates["answer"] * every_hop,
            "hallucination_rate": sure - right,
            "missing_rate": rates["unsure"],
        }
        if hops > 1:
            for hop, rate in enumerate(by_hop, start=1):
                expected[f"rationale_accuracy_hop{hop}"] = sure * knows * rate
        return expected

    def check_document(self, doc: Mapping[str, Any]) -> None:
        """Checks that a document is an item."""
        _check_texts(doc, "id", "entity_id", "question_type")
        check_doc(doc)

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Answers each request from its document; a repeated request gets another draw."""
        self.check_suite(requests)
        asked: Counter[str] = Counter()
        responses = []
        for request in requests:
            responses.append(self._respond(request.doc, asked[request.doc["id"]]))
            asked[request.doc["id"]] += 1
        return responses

    def _respond(self, doc: dict[str, Any], repeat: int = 0) -> str:
        draws = random.Random(f"{self.seed}/{doc['id']}/{repeat}")  # noqa: S311 -- not secret
        knows = self.knows(doc["entity_id"])
        if doc["question_type"].startswith("known"):
            return f"{'Yes' if knows else 'No'}. {SIMULATED_MARK}"
        if draws.random() < self.rates["unsure"]:
            return f"Unsure. {SIMULATED_MARK}"
        right = draws.random() < self.rates["answer" if knows else "guess"]
        answer = doc["answer"] if right else _wrong_answer(doc)
        named = self._named(doc["rationale"], draws) if knows else []
        rationale = "; ".join(named) + "." if named else _wrong_rationale(doc, answer)
        return f"{answer.capitalize()}. {rationale} {SIMULATED_MARK}"

    def _named(self, elements: Sequence[dict[str, Any]], draws: random.Random) -> list[str]:
        """Draws which hops are right, and returns the values that say so."""
        named: list[str] = []
        rate = self.rates["rationale"]
        for element in elements:
            mentioned = draws.random() < rate
            rate = self.rates["rationale" if mentioned else "recovery"]
            if mentioned:
                named += element["values"] if element["match"] == "all" else element["values"][:1]
        return named

    def knows(self, entity_id: str) -> bool:
        """Tells whether it knows an entity."""
        draws = random.Random(f"{self.seed}/knows/{entity_id}")  # noqa: S311 -- not secret
        return draws.random() < self.rates["known"]


def _wrong_answer(doc: dict[str, Any]) -> str:
    if not doc["options"]:
        return "no" if doc["answer"] == "yes" else "yes"
    options = [f"option {number}" for number in range(1, len(doc["options"]) + 1)]
    others = [option for option in [*options, NONE_OF_THE_ABOVE] if option != doc["answer"]]
    return others[0]


def _wrong_rationale(doc: dict[str, Any], answer: str) -> str:
    """Returns a rationale that mentions no accepted value, not even by accident."""
    values = [value for element in doc["rationale"] for value in element["values"]]
    for text in _WRONG_RATIONALES:
        whole = FoldedText.of(f"{answer}. {text} {SIMULATED_MARK}")
        if not any(whole.contains(value) for value in values):
            return text
    return ""


class TrackSimulatedLM(SimulatedBase):
    """Answers each prompt by draws that depend on the fact, the question and the seed alone.

    It knows a fact with probability `p` (one draw per fact): then every response to its probing
    question is right, else each is wrong. In its reasoning it states a fact of the question if it
    knows it, or if the *prompt* holds it and it follows (probability `q`, one draw per question
    and fact). If it states all of them, it reasons correctly with probability `r`, and then its
    answer is right; otherwise the answer is right by coincidence with probability `luck`.
    """

    name = "track-simulated"
    suite = "TRACK"

    def __init__(
        self,
        p: float = 0.6,
        q: float = 0.8,
        r: float = 0.9,
        luck: float = 0.0,
        simulation_seed: int = 0,
        **others: Any,
    ) -> None:
        """Configures the model.

        Args:
            p: Probability in [0, 1] that it knows a fact.
            q: Probability in [0, 1] that it follows an injected fact that it does not know.
            r: Probability in [0, 1] that it reasons correctly from all facts.
            luck: Probability in [0, 1] of a right answer otherwise.
            simulation_seed: Seed of the draws.
            **others: lm_eval's batch size and device, which do not matter here.

        Raises:
            InputError: A probability is not in [0, 1], or there is no such argument.
        """
        super().__init__({"p": p, "q": q, "r": r, "luck": luck}, simulation_seed, others)

    def expected_rates(self, hops: Sequence[int], open_book: bool = False) -> dict[str, float]:
        """Returns the metrics that this configuration has in expectation.

        Args:
            hops: Number of facts of each question.
            open_book: Whether the unknown facts of each question are injected.
        """
        rates = self.rates
        stated = rates["p"]
        if open_book:
            stated += (1 - rates["p"]) * rates["q"]
        entailed = sum(stated**count for count in hops) / len(hops)
        passed = entailed * (rates["r"] + (1 - rates["r"]) * rates["luck"])
        return {
            "full_knowledge_entailment": entailed,
            "holistic_pass": passed,
            "answer_pass": passed + (1 - entailed) * rates["luck"],
        }

    def knows(self, fact_id: str) -> bool:
        """Tells whether it knows a fact."""
        return self.draw("p", fact_id)

    def check_document(self, doc: Mapping[str, Any]) -> None:
        """Checks that a document is a question, or that of a probe."""
        if doc.get("scenario") not in SCENARIOS:
            raise InputError(f"field 'doc.scenario' is none of {', '.join(SCENARIOS)}")
        check_track_doc(doc, doc["scenario"])
        _check_texts(doc, "id")
        for fact in doc.get("facts") or [doc]:
            _check_texts(fact, "fact_id", "probe_answer")

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Answers each request from its document and its prompt."""
        self.check_suite(requests)
        asked: Counter[str] = Counter()
        responses = []
        for request in requests:
            # A continued run asks only for what is missing; `idx` says how many came before.
            repeat = request.idx + asked[request.doc["id"]]
            asked[request.doc["id"]] += 1
            response = self._respond(request.doc, request.args[0], repeat)
            self.cache_hook.add_partial("generate_until", request.args, response)
            responses.append(response)
        return responses

    def _respond(self, doc: dict[str, Any], prompt: str, repeat: int) -> str:
        if "probe_question" in doc:
            return f"{self._recalled(doc, repeat)} {SIMULATED_MARK}"
        stated = [self._states(doc["id"], fact, prompt) for fact in doc["facts"]]
        is_right = all(stated) and self.draw("r", doc["id"])
        said = [fact for fact, is_said in zip(doc["facts"], stated, strict=True) if is_said]
        write = _in_code if SCENARIOS[doc["scenario"]].runs_code else _in_words
        return write(doc, said, is_right or self.draw("luck", doc["id"]))

    def _recalled(self, doc: dict[str, Any], repeat: int) -> str:
        if self.knows(doc["fact_id"]):
            # A call is marked as code, so that the text beside it is not taken for code.
            is_call = SCENARIOS[doc["scenario"]].answers == "call"
            return f"`{doc['probe_answer']}`" if is_call else str(doc["probe_answer"])
        draws = random.Random(f"{self.seed}/wrong/{doc['fact_id']}/{repeat}")  # noqa: S311
        return f"{_WRONG} ({draws.choice('abc')})"

    def _states(self, question_id: str, fact: dict[str, str], prompt: str) -> bool:
        if self.knows(fact["fact_id"]):
            return True
        follows = self.draw("q", f"{question_id}/{fact['fact_id']}")
        return follows and f"- {fact['fact']}\n" in prompt


def _in_words(doc: dict[str, Any], said: Sequence[dict[str, str]], is_right: bool) -> str:
    steps = [fact["fact"] for fact in said]
    steps += ["A step escapes me."] * (len(doc["facts"]) - len(said))
    answer = doc["answer"] if is_right else _WRONG
    return f"{SIMULATED_MARK}\n" + "\n".join(steps) + f"\nAnswer: {answer}"


def _in_code(doc: dict[str, Any], said: Sequence[dict[str, str]], is_right: bool) -> str:
    """Writes a program that is right or returns nothing, and names the calls of the facts.

    A right program has calls of its own, whatever the model states: if `luck` is above 0, facts
    that it did not state may be entailed.
    """
    detail = json.loads(doc["detail"])
    wrong = f"def {detail['entry_point']}(*_, **__):\n    return None\n"
    # Imports of its own, since the solution may use a library's name for something else.
    lines = [f"import {name.partition('.')[0]}" for name in detail["libs"]]
    lines += [fact["probe_answer"] for fact in said] or ["pass"]
    named = "def facts_that_are_used(**names):\n" + "".join(f"    {line}\n" for line in lines)
    named += "used = facts_that_are_used\n"  # else it would be dead code
    program = detail["solution"] if is_right else wrong
    return f"{SIMULATED_MARK}\n```python\n{program}\n\n{named}```\n"
