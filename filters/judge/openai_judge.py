"""A judge behind an OpenAI-compatible endpoint: OpenAI, vLLM, TGI, Ollama, `transformers serve`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, ClassVar

from ...core.chat.budget import Budget, Prices
from ...core.chat.client import ChatClient
from ...core.errors import InputError
from .cache import Judged, VerdictCache
from .pool import Pool
from .prompts import Call, FactsPerCall, calls_of, job_of, prompt_version
from .protocol import (
    COUNT,
    Entailment,
    Equivalence,
    FinalAnswer,
    JudgeRequest,
    Setting,
    TestsPass,
    Verdict,
    number,
)


def _facts_per_call(text: str) -> str:
    if text not in ("one", "all"):
        raise ValueError("'one' or 'all'")
    return text


def _cache(text: str) -> Path | None:
    return None if text.lower() in ("none", "false", "") else Path(text).expanduser()


class OpenAIJudge:
    """Asks a model, once for equal requests, and keeps its verdicts.

    A response without text is not sent: it has no answer and entails nothing.

    Attributes:
        name: `openai/` and the model.
        reads_answers: It can be asked for a `FinalAnswer`.
        settings: Its settings in `--metadata`.
    """

    reads_answers = True
    settings: ClassVar[Mapping[str, Setting]] = {
        "judge_url": Setting("base_url", str, "the endpoint (default: `OPENAI_BASE_URL`)"),
        "judge_concurrency": Setting("concurrency", COUNT, "calls at the same time"),
        "judge_timeout": Setting(
            "timeout",
            number("a number of seconds", float, 0.001),
            "seconds that a call may take",
        ),
        "judge_max_retries": Setting(
            "max_retries",
            number("a whole number from 0", int, 0),
            "how often a call is repeated after a temporary failure (429, 5xx, a lost connection)",
        ),
        "judge_max_calls": Setting(
            "max_calls",
            number("a whole number from 0", int, 0),
            "a budget: most calls; what exceeds it is unjudged",
        ),
        "judge_max_cost": Setting(
            "max_cost",
            number("a sum from 0", float, 0),
            "a budget: most to spend, by `judge_prices`; what exceeds it is unjudged",
        ),
        "judge_prices": Setting(
            "prices", Prices.read, "`sent,received`, per million tokens, for the cost"
        ),
        "judge_cache": Setting("cache", _cache, "the file that keeps verdicts, or `none`"),
        "judge_facts_per_call": Setting(
            "facts_per_call",
            _facts_per_call,
            "`one`, or `all` facts of a response in one call",
        ),
        "judge_temperature": Setting(
            "temperature", number("a temperature from 0", float, 0), "sampling temperature"
        ),
    }

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        *,
        cache: Path | None = None,
        concurrency: int = 16,
        timeout: float = 60.0,
        max_retries: int = 6,
        max_calls: int | None = None,
        max_cost: float | None = None,
        prices: Prices | None = None,
        facts_per_call: FactsPerCall = "one",
        temperature: float = 0.0,
    ) -> None:
        """Reads OPENAI_API_KEY, and OPENAI_BASE_URL unless given; nothing is sent yet.

        Args:
            model: Name of the model at the endpoint.
            base_url: Address of the endpoint, such as `http://localhost:8000/v1`.
            cache: File that keeps verdicts; None keeps nothing.
            concurrency: Most requests under way at once.
            timeout: Seconds for one request.
            max_retries: How often a request is sent again after HTTP 408, 409, 429, 5xx, a broken
                connection or no reply in time.
            max_calls: Most requests to send; the rest is unjudged.
            max_cost: Most to spend, in the currency of `prices`; the rest is unjudged.
            prices: Per million tokens sent and received.
            facts_per_call: Whether the statements of an `Entailment` share a request.
            temperature: Left out if the server refuses it.

        Raises:
            InputError: A setting is wrong, the key is missing, or `openai` is not installed.
        """
        if max_cost is not None and prices is None:
            raise InputError(
                "judge_max_cost: needs judge_prices, such as 0.25,2 (per million tokens sent and "
                "received)"
            )
        if concurrency < 1:
            raise InputError(f"judge_concurrency: {concurrency} is less than 1")
        self.name = f"openai/{model}"
        self._facts_per_call = facts_per_call
        # What a verdict depends on besides the prompt; the same model may be served at other URLs.
        self._settings = {"model": model, "temperature": temperature}
        self._client = ChatClient(
            model,
            base_url,
            timeout=timeout,
            max_retries=max_retries,
            temperature=temperature,
            budget=Budget(max_calls, max_cost, prices),
        )
        self._cache = VerdictCache(cache, model)
        self._pool = Pool(self._client, self._cache, concurrency)
        self._cached = 0
        self._unjudged = 0
        self._answers_asked = self._answers_given = 0
        self._versions: dict[str, str] = {}

    def judge(self, requests: Sequence[JudgeRequest]) -> list[tuple[Verdict, ...]]:
        """Judges requests.

        Args:
            requests: What to judge.

        Returns:
            For each request its verdicts: one per statement of an `Entailment`, else one.

        Raises:
            InputError: The endpoint refuses the key or the model; earlier verdicts are kept.
        """
        plans = [None if _is_silent(request) else self._calls(request) for request in requests]
        answers = self._answers(call for plan in plans if plan is not None for call in plan)
        judged = [
            _says_nothing(request)
            if plan is None
            else tuple(verdict for call in plan for verdict in answers[call.key].verdicts)
            for request, plan in zip(requests, plans, strict=True)
        ]
        verdicts = list(chain.from_iterable(judged))
        self._unjudged += sum(verdict.is_unjudged for verdict in verdicts)
        self._answers_asked += sum(isinstance(request, FinalAnswer) for request in requests)
        self._answers_given += sum(bool(verdict.holds and verdict.answer) for verdict in verdicts)
        return judged

    def record(self) -> Mapping[str, Any]:
        """Returns what the results record about the judge, without the key."""
        budget = self._client.budget
        return {
            "judge": self.name,
            "url": self._client.url,
            **self._settings,
            "facts_per_call": self._facts_per_call,
            "prompt_versions": dict(sorted(self._versions.items())),
            "calls": budget.calls,
            "cached": self._cached,
            "unjudged": self._unjudged,
            "answers_asked": self._answers_asked,
            "answers_given": self._answers_given,
            "prompt_tokens": budget.prompt_tokens,
            "completion_tokens": budget.completion_tokens,
            "cost": round(budget.cost, 6) if budget.prices else None,
        }

    def _calls(self, request: JudgeRequest) -> list[Call]:
        template = job_of(request).template
        self._versions[template] = prompt_version(template)
        return list(calls_of(request, self._settings, self._facts_per_call))

    def _answers(self, calls: Iterable[Call]) -> dict[str, Judged]:
        different = {call.key: call for call in calls}
        with self._cache.opened():
            answers = self._cache.find(list(different))
        self._cached += len(answers)
        missing = [call for key, call in different.items() if key not in answers]
        return answers | self._pool.run(missing) if missing else answers


def _is_silent(request: JudgeRequest) -> bool:
    return (
        isinstance(request, Equivalence | Entailment | TestsPass) and not request.response.strip()
    )


def _says_nothing(request: JudgeRequest) -> tuple[Verdict, ...]:
    count = len(request.statements) if isinstance(request, Entailment) else 1
    return (Verdict(False, "the response is empty"),) * count
