"""`--model erbench-simulated`: answers from the item itself, with configured probabilities.

It is a calibration instrument for the whole pipeline: what goes in as a probability must come
out as a rate. It is not a language model; every response of it says so, and so does the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from lm_eval.api.instance import Instance
from lm_eval.api.model import LM

from ...core.errors import InputError
from ...core.folding import FoldedText
from ...filters.erbench import SIMULATED_MARK
from ...filters.text.answers import NONE_OF_THE_ABOVE
from ..processes import ProcessGroup


class SimulatedBase(ProcessGroup, LM):  # type: ignore[misc]
    """A model that draws from configured rates.

    Attributes:
        name: Its name in messages, and that of its tokenizer.
        suite: The suite whose tasks it answers.
        columns: Columns of a document of that suite; one of them is enough.
        rates: Name of each rate to its value, in [0, 1].
        seed: Seed of the draws.
    """

    name: ClassVar[str]
    suite: ClassVar[str]
    columns: ClassVar[frozenset[str]]

    def __init__(self, rates: Mapping[str, float], seed: int) -> None:
        """Checks the rates.

        Args:
            rates: Name of each rate to its value.
            seed: Seed of the draws.

        Raises:
            ValueError: A rate is not in [0, 1].
        """
        super().__init__()
        for name, rate in rates.items():
            if not 0.0 <= float(rate) <= 1.0:
                raise ValueError(f"{self.name}: {name}={rate!r} is not in [0, 1]")
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
            if self.columns.isdisjoint(request.doc):
                raise self._not_mine(request)

    def _not_mine(self, request: Instance) -> InputError:
        return InputError(
            f"--model {self.name}: answers the tasks of {self.suite} only; "
            f"{request.task_name} is not one of them"
        )

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Not supported: it can only generate."""
        raise self._not_mine(requests[0])

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Not supported: it can only generate."""
        raise self._not_mine(requests[0])


_WRONG_RATIONALES = ("I made this rationale up.", "A guess.", "...", "")


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
    columns = frozenset({"entity_id"})
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
        **_: Any,
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
            **_: lm_eval's batch size and device, which do not matter here.

        Raises:
            ValueError: A probability is not in [0, 1].
        """
        rates = {
            "known": known,
            "answer": answer,
            "rationale": rationale,
            "recovery": recovery,
            "unsure": unsure,
            "guess": guess,
        }
        super().__init__(rates, simulation_seed)

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
        knows = self._knows(doc["entity_id"])
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

    def _knows(self, entity_id: str) -> bool:
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
