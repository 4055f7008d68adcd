"""Choosing a judge by its name and its settings."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from ...core.chat.budget import Prices
from ...core.errors import InputError
from .lexical import LexicalJudge
from .protocol import Judge

T = TypeVar("T")
FORMS = "openai/MODEL, nli/PATH_OR_HUB_NAME or lexical"
CACHE_FILE = "verdicts.sqlite"
_NAME = "ERBENCH_TRACK_JUDGE"


def judge_name(settings: Mapping[str, Any]) -> str:
    """Returns the name of the judge that settings ask for.

    Args:
        settings: Has it as `judge`, or has none.

    Returns:
        By default what the environment has as ERBENCH_TRACK_JUDGE, else `lexical`: nothing is
        sent to anybody, and nothing paid, that nobody has asked for.
    """
    return str(settings.get("judge") or os.environ.get(_NAME) or "lexical")


def is_named(settings: Mapping[str, Any]) -> bool:
    """Tells whether settings, or the environment, name a judge."""
    return bool(settings.get("judge") or os.environ.get(_NAME))


def open_judge(settings: Mapping[str, Any], cache_folder: Path | None = None) -> Judge:
    """Opens the judge that settings ask for.

    Args:
        settings: `judge` as in `FORMS`. For an endpoint also `judge_url` (default:
            OPENAI_BASE_URL), `judge_concurrency`, `judge_timeout` (seconds), `judge_max_retries`,
            `judge_max_calls`, `judge_max_cost` with `judge_prices` (`sent,received` per million
            tokens), `judge_cache` (a file; `none` for none), `judge_facts_per_call` (`one` or
            `all`), `judge_temperature`; for a local classifier `judge_batch_size` and
            `judge_device`. What does not begin with `judge` is somebody else's.
        cache_folder: Where verdicts are kept unless `judge_cache` says so; None keeps none.

    Returns:
        The judge.

    Raises:
        InputError: There is no such judge or setting, a value is wrong, a key is missing, or a
            package.
    """
    name = judge_name(settings)
    kind, _, model = name.partition("/")
    if kind == "lexical" and not model:
        _check_names(settings, {})
        return LexicalJudge()
    if kind == "nli" and model:
        from .nli import NLIJudge

        return NLIJudge(model, **_options(settings, _NLI_SETTINGS))
    if kind == "openai" and model:
        from .openai_judge import OpenAIJudge

        options = _options(settings, _OPENAI_SETTINGS)
        if "cache" not in options and cache_folder is not None:
            options["cache"] = cache_folder / CACHE_FILE
        return OpenAIJudge(model, **options)
    raise InputError(f"judge: {name!r} is none; give {FORMS}")


def _options(
    settings: Mapping[str, Any], known: Mapping[str, tuple[str, Callable[[str], Any]]]
) -> dict[str, Any]:
    """Returns the arguments that settings give, by the names of the judge's parameters."""
    _check_names(settings, known)
    return {
        parameter: _value(setting, settings[setting], read)
        for setting, (parameter, read) in known.items()
        if settings.get(setting) is not None
    }


def _check_names(settings: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for setting in settings:
        if setting.startswith("judge_") and setting not in known and setting not in _ALL_SETTINGS:
            raise InputError(f"{setting}: no such setting; known: {', '.join(_ALL_SETTINGS)}")


def _value(setting: str, value: Any, read: Callable[[str], T]) -> T:
    try:
        return read(str(value).strip())
    except ValueError as error:
        raise InputError(f"{setting}: {value!r} is not {error}") from error


def _number(what: str, read: Callable[[str], T], least: float) -> Callable[[str], T]:
    def checked(text: str) -> T:
        try:
            number = read(text)
        except ValueError:
            raise ValueError(what) from None
        if not least <= float(number) < float("inf"):  # type: ignore[arg-type]
            raise ValueError(what)
        return number

    return checked


def _prices(text: str) -> Prices:
    try:
        prices = Prices(*map(float, text.strip("[]()").split(",")))
    except (TypeError, ValueError):
        raise ValueError("two prices per million tokens, such as 0.25,2") from None
    if not all(0 <= price < float("inf") for price in prices):
        raise ValueError("two prices that can be paid")
    return prices


def _facts_per_call(text: str) -> str:
    if text not in ("one", "all"):
        raise ValueError("'one' or 'all'")
    return text


def _cache(text: str) -> Path | None:
    return None if text.lower() in ("none", "false", "") else Path(text).expanduser()


_COUNT = _number("a whole number from 1", int, 1)
_OPENAI_SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "judge_url": ("base_url", str),
    "judge_concurrency": ("concurrency", _COUNT),
    "judge_timeout": ("timeout", _number("a number of seconds", float, 0.001)),
    "judge_max_retries": ("max_retries", _number("a whole number from 0", int, 0)),
    "judge_max_calls": ("max_calls", _number("a whole number from 0", int, 0)),
    "judge_max_cost": ("max_cost", _number("a sum from 0", float, 0)),
    "judge_prices": ("prices", _prices),
    "judge_cache": ("cache", _cache),
    "judge_facts_per_call": ("facts_per_call", _facts_per_call),
    "judge_temperature": ("temperature", _number("a temperature from 0", float, 0)),
}
_NLI_SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "judge_batch_size": ("batch_size", _COUNT),
    "judge_device": ("device", str),
}
_ALL_SETTINGS = ("judge", *_OPENAI_SETTINGS, *_NLI_SETTINGS)
