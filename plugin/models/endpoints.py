"""What a chat endpoint is sent: what the task asks for, except for what the endpoint refuses.

lm_eval decides by the model's name: for names with `o1`, `o3`, `o4` or `5` its class for OpenAI
leaves `stop` out and sends temperature 1, and its other classes send `max_tokens` to all. Here the
endpoint decides. Before anything else it is asked the longest prompt once; what it refuses is left
out, or goes by its other name, and that is said and recorded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.errors import InputError
from ...core.untrusted_text import printable
from ...filters.text.thinking import visible
from ..compat import ask_once, change_payloads

_BOUNDS = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_OPTIONAL = ("chat_template_kwargs", "seed", "top_p", "stop", "temperature")
_TOO_LONG = re.compile(r"too large|too long|at most|exceed|maximum context|context length", re.I)
_MOST_STOPS = 4
_LEAST = 64  # tokens
_MOST_SHOWN = 200  # characters of what an endpoint says
_HOPELESS = {
    401: "refuses the key in OPENAI_API_KEY",
    403: "refuses the key",
    404: "is not there",
}


class Endpoint:
    """A chat endpoint of lm_eval, with what it refuses.

    Attributes:
        cut: How many replies ended at their bound although something can be read of them.
    """

    def __init__(self, model: Any, watch: Callable[[str], None], thinks: bool | None) -> None:
        """Changes what a model sends from now on.

        Args:
            model: A model of lm_eval of which `compat.is_endpoint` holds.
            watch: Takes lines about what is sent.
            thinks: What a server that applies a chat template is to set `enable_thinking` to;
                None to say nothing of it.
        """
        self.cut = 0
        self._model = model
        self._watch = watch
        self._switch = (
            {} if thinks is None else {"chat_template_kwargs": {"enable_thinking": thinks}}
        )
        self._left_out: dict[str, str] = {}
        self._renamed: dict[str, str] = {}
        self._bound: int | None = None
        self._sent: list[dict[str, Any]] = []
        self._settled: set[str] = set()
        self._thinks = False
        self._generate = model.generate_until
        change_payloads(model, self._payload, self._see)
        model.generate_until = self.generate_until

    def generate_until(self, requests: Sequence[Any], **options: Any) -> list[str]:
        """Answers requests as the model does, after one trial for each kind of settings."""
        for settings in {json.dumps(of.args[1], sort_keys=True): of for of in requests}:
            if settings not in self._settled:
                same = [of for of in requests if json.dumps(of.args[1], sort_keys=True) == settings]
                self._settle(max(same, key=lambda of: len(str(of.args[0]))))
                self._settled.add(settings)
        return list(self._generate(requests, **options))

    def record(self) -> dict[str, Any]:
        """Returns what the results record: what was sent, left out and why, and what came back."""
        found = {"url": self._model.base_url, "sent": self._sent, "left_out": self._left_out}
        return {**found, "thinks": self._thinks, "cut_off": self.cut}

    def _payload(self, made: dict[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
        """Returns a request as the task wants it, without what the endpoint refuses."""
        stops = made.get("stop") or wanted.get("until") or ()
        stop = [text for text in ([stops] if isinstance(stops, str) else stops) if text]
        sent = {**self._switch, **made, "temperature": wanted.get("temperature", 0)}
        sent = {name: of for name, of in sent.items() if name not in ("stop", "max_gen_toks")}
        if stop:
            sent["stop"] = stop[:_MOST_STOPS]
        for name in self._left_out:
            sent.pop(name, None)
        for name, other in self._renamed.items():
            if name in sent:
                sent[other] = sent.pop(name)
        for name in _BOUNDS.keys() & sent.keys():
            sent[name] = min(sent[name], self._bound or sent[name])
        return sent

    def _settle(self, request: Any) -> None:
        """Asks until the endpoint refuses nothing of what it is sent, and says what that is."""
        while True:
            prompt, settings = request.args
            payload, status, said = ask_once(self._model, prompt, settings)
            if status not in (400, 422):
                break
            if not self._gives_way(payload, said):
                raise self._refusal(f"refuses the request (HTTP {status}): {self._short(said)}")
        if status in _HOPELESS:
            raise self._refusal(f"{_HOPELESS[status]} (HTTP {status}): {self._short(said)}")
        sent = {name: of for name, of in payload.items() if name not in ("messages", "prompt")}
        self._sent.append(sent)
        left_out = "".join(f"; without {n}: {why}" for n, why in self._left_out.items())
        self._watch(f"{self._model.base_url} is sent {json.dumps(sent)}{left_out}")

    def _gives_way(self, payload: Mapping[str, Any], said: str) -> bool:
        """Changes what is sent after a refusal; returns whether there was anything to change."""
        bound = next(name for name in _BOUNDS if name in payload)
        if _TOO_LONG.search(said) and payload[bound] > _LEAST:
            self._bound = payload[bound] // 2
        elif bound not in self._renamed.values() and re.search(rf"\b{bound}\b", said):
            self._renamed[bound] = _BOUNDS[bound]
        else:
            left = [name for name in _OPTIONAL if name in payload]
            named = [name for name in left if re.search(rf"\b{name}\b", said)]
            for name in (named or left)[:1]:
                self._left_out[name] = self._short(said)
            return bool(left)
        return True

    def _see(self, outputs: Any) -> None:
        """Notes whether replies were cut off, and whether the model thinks out of sight."""
        for output in outputs if isinstance(outputs, list) else [outputs]:
            choices = output.get("choices") if isinstance(output, dict) else None
            for choice in choices if isinstance(choices, list) else ():
                if not isinstance(choice, dict):
                    continue
                said = choice.get("message")
                message = said if isinstance(said, dict) else {}
                text = str(message.get("content") or choice.get("text") or "")
                self.cut += choice.get("finish_reason") == "length" and bool(visible(text).text)
                self._thinks |= bool(message.get("reasoning_content") or message.get("reasoning"))

    def _refusal(self, reason: str) -> InputError:
        return InputError(f"--model_args: base_url={self._model.base_url}: {reason}")

    def _short(self, said: str) -> str:
        """Returns what the endpoint says in one line, without the key if it repeats that."""
        try:
            body = json.loads(said)
            error = body.get("error", body)
            said = str(error["message"] if isinstance(error, dict) else error)
        except (ValueError, AttributeError, KeyError, TypeError):
            pass
        key = self._model.api_key
        return printable(said.replace(key, "[key]") if key else said)[:_MOST_SHOWN]
