"""What simulated models have in common: rates, draws, and saying that they are simulated."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar

from lm_eval.api.model import LM

from .processes import ProcessGroup


class SimulatedBase(ProcessGroup, LM):  # type: ignore[misc]
    """A model that draws from configured rates.

    Attributes:
        name: What it is called in messages and as a tokenizer.
        rates: Name of each rate to its value, in [0, 1].
        seed: Seed of the draws.
    """

    name: ClassVar[str]

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
        """Draws under a rate; equal questions get equal draws.

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

    def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Not supported: it can generate only."""
        raise NotImplementedError(f"{self.name} answers generate_until tasks of its suite only")

    def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
        """Not supported: it can generate only."""
        raise NotImplementedError(f"{self.name} answers generate_until tasks of its suite only")
