"""Files of the entities that a model knows (Section 4, Appendix B.2).

`{"movie": {"bn": [...], "mc": [...], "mh": [...]}, ...}`: for each domain the entity ids, by the
kind of question that the assessment was for; questions with images have a domain of their own, such
as `movie_mm`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..core.errors import InputError
from ..core.json_files import read_json


def read_known_entities(path: Path, domain: str, question_type: str) -> set[str]:
    """Reads which entities a model knows, for one type of question.

    Args:
        path: A known-entity file, or a JSON list of entity ids.
        domain: The domain of the questions.
        question_type: Their type.

    Returns:
        Entity ids, as text.

    Raises:
        InputError: The file is missing or malformed, or is about another domain or type.
    """
    content = read_json(path)
    if isinstance(content, list):
        return _ids(path, content)
    if not isinstance(content, dict):
        raise InputError(f"{path}: expected a list of entity ids, or an object of them by domain")
    kind = question_type.split("_")[0]
    # Where multi-hop questions have no assessment of their own, the concatenated prompt counts.
    for wanted in dict.fromkeys((kind, "bn" if kind == "mh" else kind)):
        for name, kinds in content.items():
            if re.sub(r"_\dhop$", "", name) == domain and wanted in kinds:
                return _ids(path, kinds[wanted])
    has = ", ".join(f"{name}.{kind}" for name, kinds in content.items() for kind in kinds)
    raise InputError(f"{path}: no known entities of {domain}.{kind}; it has {has or 'none'}")


def _ids(path: Path, ids: Any) -> set[str]:
    if not isinstance(ids, list) or not all(isinstance(entity, str | int) for entity in ids):
        raise InputError(f"{path}: expected a list of entity ids")
    return {str(entity) for entity in ids}
