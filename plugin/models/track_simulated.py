"""`--model track-simulated`: knows, follows and reasons with configured probabilities.

It is a calibration instrument for TRACK's two stages: what goes in as a probability must come out
as a rate. It is not a language model; every response of it says so, and so does the table.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

from lm_eval.api.instance import Instance

from ...core.suites.track import SCENARIOS
from ...filters.erbench import SIMULATED_MARK
from .simulated import SimulatedBase

_WRONG = "nothing that is known to me"


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
    columns = frozenset({"facts", "probe_question"})

    def __init__(
        self,
        p: float = 0.6,
        q: float = 0.8,
        r: float = 0.9,
        luck: float = 0.0,
        simulation_seed: int = 0,
        **_: Any,
    ) -> None:
        """Configures the model.

        Args:
            p: Probability in [0, 1] that it knows a fact.
            q: Probability in [0, 1] that it follows an injected fact that it does not know.
            r: Probability in [0, 1] that it reasons correctly from all facts.
            luck: Probability in [0, 1] of a right answer otherwise.
            simulation_seed: Seed of the draws.
            **_: lm_eval's batch size and device, which do not matter here.

        Raises:
            ValueError: A probability is not in [0, 1].
        """
        super().__init__({"p": p, "q": q, "r": r, "luck": luck}, simulation_seed)

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
    program = detail["solution"] if is_right else wrong
    return f"{SIMULATED_MARK}\n```python\n{program}\n\n{named}```\n"
