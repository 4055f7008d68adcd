"""Prompts and replies of a draft, in a file: it goes on where it was, and can be made again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from ...core.chat.client import ChatClient
from ...core.errors import InputError
from ...core.files import write_text
from ...core.untrusted_text import read_text


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Letter(_Part):
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


class Settings(_Part):
    """What a draft depends on besides the database.

    Attributes:
        name: Name of the benchmark.
        author: The model that writes.
        critic: The model that reads the questions.
        on: The day on which it was begun.
        instructions: What the user wants; empty if they do not say so.
        language: The language of the questions; empty for English.
        tables: The tables to ask about; none for all.
        schema_name: The schema of the tables; None is the default one.
        values: Whether values are sent.
        public_persons: Why persons may be asked about; None if nobody says so.
    """

    name: str
    author: str
    critic: str
    on: date
    instructions: str = ""
    language: str = ""
    tables: list[str] = []
    schema_name: str | None = None
    values: bool = True
    public_persons: str | None = None


class Record(_Part):
    """What is kept of a draft: enough to go on with it, or to make it again."""

    version: Literal[1] = 1
    settings: Settings
    letters: list[Letter]

    @classmethod
    def read(cls, path: Path) -> Record:
        """Reads the file of a draft.

        Raises:
            InputError: It is no such file.
        """
        try:
            return cls.model_validate_json(read_text(path))
        except ValidationError as error:
            problem = error.errors()[0]
            field = ".".join(map(str, problem["loc"])) or "the file"
            reason = f"not the replies of a draft: {field}: {problem['msg']}"
            raise InputError(f"{path}: {reason}") from error


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
        settings: Settings,
        client: Callable[[str], ChatClient] | None,
        recorded: Sequence[Letter] = (),
    ) -> None:
        """Writes nothing before the first reply.

        Args:
            path: The file.
            settings: What the draft depends on besides the database.
            client: Returns what asks a model of a name; None if nothing is to be asked.
            recorded: Letters of this draft that there are already.
        """
        self.path = path
        self.settings = settings
        self.letters: list[Letter] = []
        self._client = client
        self._clients: dict[str, ChatClient] = {}
        self._recorded = list(recorded)

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
        record = Record(settings=self.settings, letters=[*self.letters, *self._recorded])
        write_text(self.path, record.model_dump_json(indent=1) + "\n")
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
        return Letter(
            stage=stage, model=model, prompt=prompt, reply=reply, prompt_tokens=sent,
            completion_tokens=received,
        )  # fmt: skip
