"""The paper's demonstrations, in their order (ERBench, Appendix C.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lm_eval.api.samplers import ContextSampler


class DemonstrationSampler(ContextSampler):  # type: ignore[misc]
    """Takes the first demonstrations.

    lm_eval's `first_n` refuses `--num_fewshot 8` for a group in which one task has eight
    demonstrations and another has three, as in the paper; this sampler then shows all three, and
    the task says so.
    """

    def sample(
        self, n: int, eval_doc: dict[str, Any] | None = None, df: Any = None, **_: Any
    ) -> Sequence[dict[str, Any]]:
        """Returns the first `n` demonstrations, or all if there are fewer.

        Args:
            n: How many are wanted.
            eval_doc: Not used: a demonstration is never an evaluated item.
            df: Not used: the demonstrations come from the task file.
            **_: Not used.

        Returns:
            The demonstrations, in the paper's order.
        """
        shown: Sequence[dict[str, Any]] = self.df[:n]
        return shown
