"""What a study adds to the generation settings of the tasks' files: whether to think, and room.

Chat templates have switches for thinking, under several names. A study turns them off where there
are some, except for `append_t`; what the user sets stays. Some models think all the same.

The files' bounds (64 tokens for a name, up to the next question) fit models that do not know when
to stop, and short contexts. A model that thinks gets the paper's bounds (Appendix C), and nothing
ends its reply from within its thinking. So does every chat endpoint: it ends its replies itself,
and whether it thinks is decided by its server.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from ...core.suites.track import METHODS, PROBE
from ...filters.text.thinking import visible
from ..compat import chat_template_of, is_endpoint, set_template_arguments
from ..models.endpoints import Endpoint
from .plan import Stage

# The values that turn thinking off or on; None for the template's own.
_SWITCHES: Mapping[str, tuple[Any, Any]] = {
    "enable_thinking": (False, True),  # Qwen3, GLM 4.5, SmolLM3
    "thinking": (False, True),  # Granite 3.2, DeepSeek V3.1
    "thinking_budget": (0, None),  # Seed-OSS
    "reasoning_effort": ("low", None),  # gpt-oss, which cannot do without
}
_ALWAYS = "reasoning_effort"
_SIGNS = ("<think", "[THINK]", "\N{WHITE LEFT-POINTING TRIANGLE}think", "analysis<|message|>")
_VARIABLES = re.compile(r"\{[%{](.*?)[%}]\}", re.DOTALL)
_OPENING = re.compile(r"(<[^<>\s]{1,40}>|\[THINK\])\s*\Z")
_PROBES_BOUND, _QUESTIONS_BOUND = 4096, 8192  # tokens
_BOUNDS = frozenset(("max_gen_toks", "max_tokens", "max_new_tokens", "max_completion_tokens"))


@dataclass(frozen=True)
class Thinking:
    """Whether a model thinks before it replies.

    Attributes:
        may_think: Whether it may.
        switches: What the switches of its chat template are set to.
        opening: The mark of thinking that its chat template ends the prompt with, if it does.
    """

    may_think: bool = False
    switches: Mapping[str, Any] = field(default_factory=dict)
    opening: str = ""


@dataclass(frozen=True)
class Generation:
    """How the responses of a stage come about, besides lm_eval's settings.

    Attributes:
        thinking: Whether the model thinks.
        endpoint: What is sent to its endpoint, if it is behind one.
        accepts_unreadable: Whether to go on although too many replies cannot be read.
    """

    thinking: Thinking = field(default_factory=Thinking)
    endpoint: Endpoint | None = None
    accepts_unreadable: bool = False

    def record(self) -> dict[str, Any]:
        """Returns what the results record."""
        sent = {"endpoint": self.endpoint.record()} if self.endpoint else {}
        return {"thinking": asdict(self.thinking), **sent}


def choose_thinking(model: Any, thinks: bool | None, given: Mapping[str, Any]) -> Thinking:
    """Sets the switches of a model's chat template.

    Args:
        model: A model of lm_eval, or a class around one; it is asked with its chat template.
        thinks: Whether it is to think; None if the study does not compare that: it is not.
        given: The model's arguments; the switches among them stay as they are.

    Returns:
        What was chosen.
    """
    base = getattr(model, "base", model)
    if is_endpoint(base):
        return Thinking(may_think=True)
    template = chat_template_of(base)
    used = set(re.findall(r"\b[a-z_]+\b", " ".join(_VARIABLES.findall(template))))
    chosen = {name: of[bool(thinks)] for name, of in _SWITCHES.items() if name in used}
    own = {**given, **dict(given.get("chat_template_args") or {})}
    chosen |= {name: own[name] for name in _SWITCHES if name in own}
    set_template_arguments(base, chosen)
    cuts_itself = bool(given.get("think_end_token"))  # lm_eval cuts the thinking away
    opening = _opening(base) if template and not cuts_itself else ""
    is_off = any(name != _ALWAYS and not chosen[name] for name in chosen)
    has_signs = any(sign in template for sign in (*_SIGNS, _ALWAYS))
    return Thinking(bool(opening) or (has_signs and not is_off), chosen, opening)


def _opening(model: Any) -> str:
    """Returns the mark of a block of thinking that is open at the end of a prompt."""
    prompt = str(model.apply_chat_template([{"role": "user", "content": "?"}]))
    end = prompt.rpartition("?")[2]
    mark = _OPENING.search(end)
    return mark[1] if mark and visible(mark[1]).cut else ""


def bounds(stage: Stage, thinking: Thinking, longest: int | None) -> dict[str, Any]:
    """Returns generation settings that leave room for thinking, instead of those of the files.

    Args:
        stage: What is asked.
        thinking: Whether the model thinks.
        longest: Tokens that the model can read and write; None if that is not known.
    """
    if not thinking.may_think:
        return {}
    asks_for_facts = METHODS[stage.method or PROBE].asks_for_facts
    bound = _PROBES_BOUND if asks_for_facts else _QUESTIONS_BOUND
    return {"until": [], "max_gen_toks": min(bound, longest // 2) if longest else bound}


def merged(settings: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Returns settings with the user's in place of those for the same.

    Args:
        settings: As `bounds` returns them.
        given: The user's; a bound has several names.
    """
    own = {} if _BOUNDS.isdisjoint(given) else {"max_gen_toks"}
    return {name: of for name, of in settings.items() if name not in own} | dict(given)
