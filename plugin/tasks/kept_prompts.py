"""Prompts that reach the model as the task's file has them, whatever lm_eval does on the way.

A chat template may know no system role, or pass over it; lm_eval then drops the instruction. And
`--cache_requests` keeps prompts under a name that says nothing of the documents in them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Messages = Sequence[Mapping[str, str]]
ChatTemplate = Callable[..., Any]
_PROBE = "what the system says"


def loses_system_role(template: ChatTemplate) -> bool:
    """Tells whether a chat template leaves out what the system says.

    Args:
        template: Renders messages; an endpoint's is applied by its server, and is not known.
    """
    said = template([{"role": "system", "content": _PROBE}, {"role": "user", "content": "?"}])
    return isinstance(said, str) and _PROBE not in said


def with_instruction_in_user_turn(template: ChatTemplate) -> ChatTemplate:
    """Returns a chat template that puts what the system says before the user's first words.

    Args:
        template: Renders messages, but not those of the system.
    """

    def rendered(messages: Messages, **options: Any) -> Any:
        system, *rest = messages
        if system["role"] != "system" or not rest:
            return template(messages, **options)
        first, *others = rest
        content = f"{system['content'].rstrip()}\n\n{first['content']}"
        return template([{**first, "content": content}, *others], **options)

    return rendered


def fingerprint(task: Any, options: Mapping[str, Any]) -> str:
    """Returns what tells the requests of a task from all others that bear its name.

    Args:
        task: A task of lm_eval, with its documents.
        options: How its requests are built.

    Returns:
        Hexadecimal digits that depend on the documents, the file of the task with what was given
        to it, the choice of documents and the chat template.
    """
    digest = hashlib.sha256()
    template = options.get("chat_template")
    rendered = template([{"role": "user", "content": _PROBE}]) if template else ""
    about = [task.dump_config(), options.get("samples"), rendered]
    digest.update(json.dumps(about, default=str, sort_keys=True).encode())
    for split, documents in sorted(task.dataset.items()):
        for document in documents:
            digest.update(f"{split} {document!r}".encode())
    return digest.hexdigest()[:16]
