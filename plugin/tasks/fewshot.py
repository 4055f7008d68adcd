"""The paper's demonstrations, in their order (ERBench, Appendix C.2)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from lm_eval.api.samplers import ContextSampler

logger = logging.getLogger(__name__)


class DemonstrationSampler(ContextSampler):  # type: ignore[misc]
    """Takes the first demonstrations.

    lm_eval's `first_n` refuses `--num_fewshot 8` for a group in which one task has eight
    demonstrations and another has three, as in the paper; this sampler then shows all three.
    """

    _warned = False

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
        if n > len(self.df) and not self._warned:
            self._warned = True
            logger.warning(
                "%d demonstrations were asked for; all %d there are will be shown", n, len(self.df)
            )
        shown: Sequence[dict[str, Any]] = self.df[:n]
        return shown
