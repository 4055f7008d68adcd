"""Choosing a judge by its name and its settings."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...core.errors import InputError, did_you_mean
from .lexical import LexicalJudge
from .nli import NLIJudge
from .openai_judge import OpenAIJudge
from .protocol import Judge, JudgeClass, Setting

JUDGES: dict[str, JudgeClass] = {
    "openai/MODEL": OpenAIJudge,
    "nli/PATH_OR_HUB_NAME": NLIJudge,
    "lexical": LexicalJudge,
}
"""The classes of judges by the form of their names: one entry registers a judge."""

*_first, _last = JUDGES
FORMS = f"{', '.join(_first)} or {_last}"
CACHE_FILE = "verdicts.sqlite"
_NAME = "ERBENCH_TRACK_JUDGE"


def judge_name(settings: Mapping[str, Any]) -> str:
    """Returns the name of the judge that settings ask for.

    Args:
        settings: They have it as `judge`, or do not have it.

    Returns:
        By default the environment variable ERBENCH_TRACK_JUDGE, else `lexical`: nothing is sent
        anywhere, and nothing is paid, unless the user asks for it.
    """
    return str(settings.get("judge") or os.environ.get(_NAME) or "lexical")


def is_named(settings: Mapping[str, Any]) -> bool:
    """Tells whether settings, or the environment, name a judge."""
    return bool(settings.get("judge") or os.environ.get(_NAME))


def open_judge(settings: Mapping[str, Any], cache_folder: Path | None = None) -> Judge:
    """Opens the judge that settings ask for.

    Args:
        settings: `judge` as in `FORMS`, and the `settings` of that judge's class. Settings that do
            not begin with `judge` are ignored.
        cache_folder: Where verdicts are kept unless `judge_cache` says so; None keeps none.

    Returns:
        The judge.

    Raises:
        InputError: There is no such judge or setting, a value is wrong, or a key or a package is
            missing.
    """
    name = judge_name(settings)
    kind, _, model = name.partition("/")
    for form, opened in JUDGES.items():
        registered, _, takes_model = form.partition("/")
        if kind == registered and bool(model) == bool(takes_model):
            options = _options(settings, opened.settings)
            cache = opened.settings.get("judge_cache")
            if cache is not None and cache_folder is not None:
                options.setdefault(cache.parameter, cache_folder / CACHE_FILE)
            return opened(*filter(None, [model]), **options)
    raise InputError(f"judge: {name!r} is unknown; give {FORMS}")


def _options(settings: Mapping[str, Any], taken: Mapping[str, Setting]) -> dict[str, Any]:
    """Returns the arguments that settings give; those of other judges are ignored."""
    known = ["judge", *(setting for judge in JUDGES.values() for setting in judge.settings)]
    for name in settings:
        if name.startswith("judge_") and name not in known:
            raise InputError(f"{name}: no such setting; {did_you_mean(name, known)}")
    return {
        setting.parameter: _value(name, settings[name], setting)
        for name, setting in taken.items()
        if settings.get(name) is not None
    }


def _value(name: str, value: Any, setting: Setting) -> Any:
    try:
        return setting.read(str(value).strip())
    except ValueError as error:
        raise InputError(f"{name}: {value!r} is not {error}") from error
