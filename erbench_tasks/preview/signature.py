"""Signing a specification: what a signature covers, and how it gets into the file."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection
from contextlib import suppress
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from ...core.errors import InputError
from ...core.files import write_bytes
from ...core.untrusted_text import read_text
from ..spec.reduced import without_comments
from ..spec.spec import BenchmarkSpec, Signature
from ..spec.spec_file import parse_spec
from ..spec.wording import Wordings

CHANGED = "changed since: preview it again, and sign"


def fingerprint(spec: BenchmarkSpec, folder: Path) -> str:
    """Returns 32 hexadecimal digits that depend on what a specification asks.

    Comments, layout and data do not count; nor do defaults, as later versions have further fields.

    Raises:
        InputError: A template in its folder is missing or malformed.
    """
    says = spec.model_dump(mode="json", exclude={"signed"}, exclude_defaults=True)
    texts = Wordings(folder).texts({name for of in spec.questions for name in of.template})
    files = {name: without_comments(text) for name, text in texts.items()}
    content = json.dumps([says, files], sort_keys=True).encode()
    return hashlib.sha256(content, usedforsecurity=False).hexdigest()[:32]


def changed_since(spec: BenchmarkSpec, path: Path) -> str:
    """Says that what a file asks is not what was signed; empty if it is, or nobody has signed."""
    if spec.signed is None or spec.signed.fingerprint == fingerprint(spec, path.parent):
        return ""
    return f"{spec.signed}, and {CHANGED}"


def sign(spec: BenchmarkSpec, path: Path, by: str, on: date, entries: Collection[int]) -> Signature:
    """Writes a signature into a specification's file, the rest of which stays as it is.

    Entries of `questions` whose indices are not among those that are signed become comments.

    Raises:
        InputError: The file is another one by now, cannot be edited so, or cannot be written.
    """
    if parse_spec(read_text(path), str(path)) != spec:
        raise InputError(f"{path}: it was changed meanwhile: preview it again, and sign")
    asked = [entry for index, entry in enumerate(spec.questions) if index in entries]
    signed = spec.model_copy(update={"questions": asked})
    signature = Signature(by=by, on=on, fingerprint=fingerprint(signed, path.parent))
    others = set(range(len(spec.questions))) - set(entries)
    text = _edited(path.read_bytes().decode(), signature, others)
    said = None
    with suppress(InputError):
        said = parse_spec(text, "")
    if said != signed.model_copy(update={"signed": signature}):
        raise InputError(
            f"{path}: it cannot be signed as it is laid out: write each field and each entry of "
            "questions on lines of its own, and in no entry that is signed an alias of another one"
        )
    target = path.resolve()  # a link stays one
    mode = target.stat().st_mode
    write_bytes(target, text.encode())
    target.chmod(mode)
    return signature


def _edited(text: str, signature: Signature, unsigned: Collection[int]) -> str:
    """Returns a text with a signature, and some entries as comments; wrong if it is unusual."""
    top: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    fields = {key.value: (key.start_mark.index, value) for key, value in top.value}
    newline = "\r\n" if "\r\n" in text else "\n"
    name = json.dumps(signature.by, ensure_ascii=False)
    said = f'{{by: {name}, on: {signature.on}, fingerprint: "{signature.fingerprint}"}}'
    if "signed" in fields:
        start, value = fields["signed"]
        last = value if value.flow_style else value.value[-1][1]  # a comment may follow
        edits = [(start, last.end_mark.index, f"signed: {said}")]
    else:
        end = top.end_mark.index
        gap = newline * (2 - text[:end].replace("\r", "")[-2:].count("\n"))
        edits = [(end, end, f"{gap}{' ' * top.start_mark.column}signed: {said}{newline}")]
    questions = fields["questions"][1]
    dashes = [text.rfind("-", 0, entry.start_mark.index) for entry in questions.value]
    for index, (dash, end) in enumerate(pairwise([*dashes, questions.end_mark.index])):
        if index in unsigned:
            begin = text.rfind("\n", 0, dash) + 1
            column = dash - begin
            lines = re.sub(rf"(?m)^( {{0,{column}}})(?!\s*(#|$))", r"\1# ", text[begin:end])
            edits.append((begin, end, f"{' ' * column}# not {signature}{newline}{lines}"))
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text
