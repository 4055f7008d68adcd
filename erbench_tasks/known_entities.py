"""Known-entity files: which entities a model knows, to ask about those only (Section 4)."""

from __future__ import annotations

import re
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from ..core.errors import InputError
from ..core.json_files import read_json

_Ids = list[str | int]
_Known = dict[str, dict[str, _Ids]]  # by domain and kind of question
_FILE = TypeAdapter[_Ids | _Known](_Ids | _Known)


def read_known_entities(path: Path, domain: str, question_type: str) -> set[str]:
    """Reads which entities a model knows, for one type of question (Section 4, Appendix B.2).

    `{"movie": {"bn": [...], "mc": [...], "mh": [...]}, ...}` has the entity ids of each domain by
    the kind of question that the assessment was for; questions with images have a domain of their
    own, such as `movie_mm`.

    Args:
        path: A known-entity file, or a JSON list of entity ids.
        domain: The domain of the questions.
        question_type: Their type.

    Returns:
        Entity ids, as text.

    Raises:
        InputError: The file is missing or malformed, or is about another domain or type.
    """
    try:
        content = _FILE.validate_python(read_json(path), strict=True)
    except ValidationError as error:
        what = "expected a list of entity ids, or an object of them by domain and kind"
        raise InputError(f"{path}: {what}") from error
    if isinstance(content, list):
        return set(map(str, content))
    kind = question_type.split("_")[0]
    # Where multi-hop questions have no assessment of their own, the concatenated prompt counts.
    for wanted in dict.fromkeys((kind, "bn" if kind == "mh" else kind)):
        for name, kinds in content.items():
            if re.sub(r"_\dhop$", "", name) == domain and wanted in kinds:
                return set(map(str, kinds[wanted]))
    has = ", ".join(f"{name}.{kind}" for name, kinds in content.items() for kind in kinds)
    raise InputError(f"{path}: no known entities of {domain}.{kind}; it has {has or 'none'}")
