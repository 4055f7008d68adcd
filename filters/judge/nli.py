"""A local judge: a cross-encoder for natural language inference, through transformers.

The response is the premise, a statement the hypothesis. A response that is longer than the model
reads is cut into overlapping windows, and a statement holds if one of them entails it. The model
follows no instructions, so none in a response can sway it. It knows sentences, not code: judge the
code scenario with a language model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from ...core.errors import InputError, first_line
from ...core.optional import optional_dependency
from ...core.progress import progress
from .protocol import (
    COUNT,
    Entailment,
    Equivalence,
    Factuality,
    FinalAnswer,
    JudgeRequest,
    Necessity,
    SameRationale,
    Setting,
    TestsPass,
    Verdict,
)

_MOST_TOKENS = 512  # for a model that does not state its maximum length
_BATCH = 32
_OVERLAP = 0.25  # of a window
_UNKNOWABLE = Verdict(None, "a classifier of entailment cannot tell facts from errors")


class _SentencePair(NamedTuple):
    premise: str
    hypothesis: str


class NLIJudge:
    """Judges by whether a response entails a statement.

    An `Equivalence` holds if the response, after its question, entails that the answer is the
    reference; a `SameRationale` if the response entails the reference. What takes knowledge of the
    world (`Factuality`, `Necessity`) or has to be run (`TestsPass`) is unjudged.

    Attributes:
        name: `nli/` and the model.
        settings: Its settings in `--metadata`.
    """

    settings: ClassVar[Mapping[str, Setting]] = {
        "judge_batch_size": Setting("batch_size", COUNT, "batch size of a local classifier"),
        "judge_device": Setting("device", str, "device of a local classifier"),
    }

    def __init__(self, model: str, batch_size: int = _BATCH, device: str | None = None) -> None:
        """Loads the model.

        Args:
            model: A folder, or a name on the Hugging Face Hub.
            batch_size: Windows judged at once.
            device: Such as `cuda:0`; by default a GPU if there is one.

        Raises:
            InputError: It cannot be loaded, or is not a classifier with an entailment label.
        """
        with optional_dependency(f"the judge nli/{model}", "hf"):
            import torch
            import transformers  # noqa: F401 -- imported here to name what is missing

        self.name = f"nli/{model}"
        self._torch = torch
        self._tokenizer, self._model = _loaded(model)
        self._entailment = _entailment_index(model, self._model.config.id2label)
        self._device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._model.to(self._device).eval()
        self._batch_size = batch_size
        self._most_tokens = _most_tokens(self._tokenizer, self._model.config)
        self._windows = 0
        self._judged = 0
        self._unjudged = 0

    def judge(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        """Judges requests, equal ones once.

        Args:
            requests: What to judge.

        Returns:
            For each request its verdicts: one per statement of an `Entailment`, else one.
        """
        pairs = [_pairs(request) for request in requests]
        distinct = dict.fromkeys(pair for each in pairs for right in each for pair in right)
        verdicts = self._verdicts(list(distinct))
        unknowable = sum(map(_is_unknowable, requests))
        self._judged += sum(map(len, pairs)) + unknowable
        self._unjudged += unknowable
        return [
            (_UNKNOWABLE,)
            if _is_unknowable(request)
            else tuple(_any_of([verdicts[pair] for pair in right]) for right in each)
            for request, each in zip(requests, pairs, strict=True)
        ]

    def record(self) -> Mapping[str, Any]:
        """Returns what the results record about the judge."""
        return {
            "judge": self.name,
            "kind": "a local classifier for natural language inference",
            "entailment_label": self._model.config.id2label[self._entailment],
            "most_tokens": self._most_tokens,
            "verdicts": self._judged,
            "windows": self._windows,
            "unjudged": self._unjudged,
        }

    def _verdicts(self, pairs: Sequence[_SentencePair]) -> dict[_SentencePair, Verdict]:
        windows = [(pair, encoded) for pair in pairs for encoded in self._encoded(pair)]
        self._windows += len(windows)
        # Windows of similar length share a batch, which is padded to its longest.
        windows.sort(key=lambda window: len(window[1]["input_ids"]))
        best: dict[_SentencePair, tuple[bool, float]] = {}
        with progress("Judging", len(windows)) as advance:
            for start in range(0, len(windows), self._batch_size):
                batch = windows[start : start + self._batch_size]
                entailed = self._entailed([encoded for _, encoded in batch])
                for (pair, _), found in zip(batch, entailed, strict=True):
                    best[pair] = max(best.get(pair, found), found)
                advance(len(batch))
        return {
            pair: Verdict(holds, f"probability of entailment {probability:.3f}")
            for pair, (holds, probability) in best.items()
        }

    def _encoded(self, pair: _SentencePair) -> list[dict[str, list[int]]]:
        """Returns the windows of a premise, each with the hypothesis after it."""
        hypothesis = self._shortened(pair.hypothesis)
        ids = self._tokenizer(hypothesis, add_special_tokens=False)["input_ids"]
        special = self._tokenizer.num_special_tokens_to_add(pair=True)
        encoded = self._tokenizer(
            pair.premise,
            hypothesis,
            truncation="only_first",
            max_length=self._most_tokens,
            stride=int((self._most_tokens - len(ids) - special) * _OVERLAP),
            return_overflowing_tokens=True,
        )
        names = [name for name in self._tokenizer.model_input_names if name in encoded]
        count = len(encoded["input_ids"])
        return [{name: encoded[name][window] for name in names} for window in range(count)]

    def _shortened(self, hypothesis: str) -> str:
        """Cuts a hypothesis that would leave less than half of the window to the premise."""
        encoded = self._tokenizer(
            hypothesis, add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        ends = [end for _, end in encoded["offset_mapping"]]
        most = self._most_tokens // 2
        return hypothesis if len(ends) <= most else hypothesis[: ends[most - 1]]

    def _entailed(self, windows: list[dict[str, list[int]]]) -> list[tuple[bool, float]]:
        """Tells for each window whether entailment is its likeliest label, and how likely."""
        batch = self._tokenizer.pad(windows, return_tensors="pt").to(self._device)
        with self._torch.inference_mode():
            likely = self._model(**batch).logits.float().softmax(dim=-1).cpu()
        index = self._entailment
        return [(int(row.argmax()) == index, float(row[index])) for row in likely]


def _is_unknowable(request: JudgeRequest) -> bool:
    return isinstance(request, FinalAnswer | Factuality | Necessity | TestsPass)


def _any_of(verdicts: Sequence[Verdict]) -> Verdict:
    return next((verdict for verdict in verdicts if verdict.holds), verdicts[0])


def _pairs(request: JudgeRequest) -> tuple[tuple[_SentencePair, ...], ...]:
    """Returns for each statement the pairs of which one has to hold."""
    if isinstance(request, Entailment):
        return tuple(
            tuple(_SentencePair(request.response, text) for text in (statement, *accepted.texts))
            for statement, accepted in request.each()
        )
    if isinstance(request, Equivalence):
        premise = f"{request.question} {request.response}"
        right = (request.reference, *request.accepted.texts)
        return (tuple(_SentencePair(premise, f"The answer is {text}.") for text in right),)
    if isinstance(request, SameRationale):
        return ((_SentencePair(request.response, request.reference),),)
    return ()


def _loaded(model: str) -> tuple[Any, Any]:
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(model)
        classifier = AutoModelForSequenceClassification.from_pretrained(model)
    except (OSError, ValueError) as error:
        raise InputError(f"nli/{model}: cannot be loaded ({first_line(error)})") from error
    return tokenizer, classifier


def _entailment_index(model: str, labels: Mapping[int, str]) -> int:
    """Returns the index of the label for entailment, in upper or lower case."""
    found = [
        index
        for index, label in labels.items()
        if label.lower().replace("_", " ") in ("entailment", "entails", "entailed", "entail")
    ]
    if len(found) != 1:
        raise InputError(
            f"nli/{model}: none of its labels is 'entailment' ({', '.join(labels.values())}); "
            "give a classifier for natural language inference"
        )
    return int(found[0])


def _most_tokens(tokenizer: Any, config: Any) -> int:
    """Returns how many tokens the model reads at once."""
    most = [_MOST_TOKENS]
    if tokenizer.model_max_length < 1_000_000:  # otherwise it is not known
        most = [tokenizer.model_max_length]
    positions = getattr(config, "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        # RoBERTa's family counts its positions from after the padding token.
        offset = (config.pad_token_id or 0) + 1 if "roberta" in config.model_type else 0
        most.append(positions - offset)
    return min(most)
