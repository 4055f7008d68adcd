"""A language model that repeats recorded responses, so that lm_eval itself scores them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from lm_eval.api.instance import Instance
from lm_eval.api.model import LM

from ...track_tasks.injection.memory import MODELS, announce
from .samples import Sample


class RecordedLM(LM):  # type: ignore[misc]
    """Gives each document's recorded responses, in their order."""

    def __init__(self, samples: Mapping[str, Sequence[Sample]]) -> None:
        """Takes the recordings.

        Args:
            samples: Task name to its samples; a document's id is its index among them.
        """
        super().__init__()
        self._samples = samples
        for method in MODELS:  # whether a recorded model took the facts, its responses say
            announce(method)

    def generate_until(self, requests: Sequence[Instance], disable_tqdm: bool = False) -> list[str]:
        """Returns the recorded responses."""
        given: Counter[tuple[str, int]] = Counter()
        responses = []
        for request in requests:
            key = (request.task_name, request.doc_id)
            responses.append(self._samples[request.task_name][request.doc_id].responses[given[key]])
            given[key] += 1
        return responses

    def loglikelihood(self, requests: Any) -> Any:
        """Not supported: likelihoods are not recorded."""
        raise NotImplementedError("only generated text is recorded")

    def loglikelihood_rolling(self, requests: Any) -> Any:
        """Not supported: likelihoods are not recorded."""
        raise NotImplementedError("only generated text is recorded")


class RecordedDocs(list[dict[str, Any]]):
    """Recorded documents exactly as they are, with the little that lm_eval asks of a dataset."""

    @property
    def features(self) -> dict[str, None]:
        """Names of the columns."""
        return dict.fromkeys(self[0])
