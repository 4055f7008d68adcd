"""Prompts and replies of a draft, in a file: it goes on where it was, and can be made again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ...core.chat.client import ChatClient
from ...core.errors import InputError
from ...core.files import write_text
from ...core.untrusted_text import read_text

_VERSION = 1


@dataclass(frozen=True)
class Letter:
    """A prompt and its reply.

    Attributes:
        stage: What for: `draft`, `repair 1`, `critic`.
        model: The model at its endpoint.
        prompt: What was sent.
        reply: What came back.
        prompt_tokens: Tokens sent, as the endpoint reports them; 0 if it does not.
        completion_tokens: Tokens received, likewise.
    """

    stage: str
    model: str
    prompt: str
    reply: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Correspondence:
    """Asks models, and keeps what they reply as it comes.

    Attributes:
        path: The file.
        settings: What the draft depends on besides the database.
        letters: What was asked so far, in order.
    """

    def __init__(
        self,
        path: Path,
        settings: Mapping[str, Any],
        client: Callable[[str], ChatClient] | None,
        recorded: Sequence[Letter] = (),
    ) -> None:
        """Takes the replies that are there already, if they are of this draft.

        Args:
            path: The file.
            settings: What the draft depends on besides the database.
            client: Returns what asks a model of a name; None if nothing is to be asked.
            recorded: Letters of another file.

        Raises:
            InputError: The file is of another draft.
        """
        self.path = path
        self.settings = dict(settings)
        self.letters: list[Letter] = []
        self._client = client
        self._clients: dict[str, ChatClient] = {}
        self._recorded = list(recorded)
        if path.exists() and not recorded:
            settings_there, self._recorded = read_file(path)
            if settings_there != self.settings:
                raise InputError(
                    f"{path}: it has the replies of another draft; give another --output, or "
                    "--overwrite"
                )

    def ask(self, stage: str, model: str, prompt: str, schema: dict[str, Any]) -> str:
        """Returns the reply to a prompt: that which is in the file, or else the model's.

        Raises:
            InputError: The endpoint fails; or nothing may be asked, and no reply is there.
        """
        letter = next((x for x in self._recorded if (x.model, x.prompt) == (model, prompt)), None)
        if letter is None:
            letter = self._asked(stage, model, prompt, schema)
        else:
            self._recorded.remove(letter)
        self.letters.append(letter)
        every = [asdict(one) for one in (*self.letters, *self._recorded)]
        content = {"version": _VERSION, "settings": self.settings, "letters": every}
        write_text(self.path, json.dumps(content, ensure_ascii=False, indent=1) + "\n")
        return letter.reply

    def _asked(self, stage: str, model: str, prompt: str, schema: dict[str, Any]) -> Letter:
        if self._client is None:
            raise InputError(
                f"--from: it has no reply to the prompt of this {stage}: the database, or this "
                "program, is another one than then; draft it anew with --author"
            )
        client = self._clients.setdefault(model, self._client(model))
        budget = client.budget
        before = budget.prompt_tokens, budget.completion_tokens
        reply = client.reply(prompt, schema)
        sent, received = budget.prompt_tokens - before[0], budget.completion_tokens - before[1]
        return Letter(stage, model, prompt, reply, sent, received)


def read_file(path: Path) -> tuple[dict[str, Any], list[Letter]]:
    """Reads the settings and the letters of a draft.

    Raises:
        InputError: It is no such file.
    """
    try:
        content = json.loads(read_text(path))
        if content["version"] != _VERSION:
            raise ValueError("of another version")
        return dict(content["settings"]), [Letter(**letter) for letter in content["letters"]]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise InputError(f"{path}: not the replies of a draft: {type(error).__name__}") from error
