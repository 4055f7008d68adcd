"""Fixtures: a toy database, a tiny Llama, official data where it exists."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")

import pytest

ROOT = Path(__file__).resolve().parent.parent
OFFICIAL = ROOT.parent / "shared" / "data"

TOY_SCHEMA = """\
pragma foreign_keys = on;
create table river (name text primary key);
create table city (
  name text not null,
  country text not null,
  founded integer not null check (typeof(founded) = 'integer'),
  river text not null references river (name),
  primary key (name, country)
);
create table city_alias (alias text primary key, city text not null);
"""
TOY_ROWS = {
    "river": "name\nDanube\nSeine\nTiber\n",
    "city": (
        "name,country,founded,river\n"
        "Budapest,Hungary,1873,Danube\n"
        "Linz,Austria,799,Danube\n"
        "Paris,France,250,Seine\n"
        "Rome,Italy,753,Tiber\n"
        "Vienna,Austria,881,Danube\n"
    ),
    "city_alias": "alias,city\nRoma,Rome\nWien,Vienna\n",
}
TOY_SPEC = """\
name: city
relations:
  city:
    tables: [city, river]
    attributes:
      name: city.name
      country: city.country
      founded: city.founded
      river: river.name
    entity: [name, country]
aliases:
  name: {table: city_alias, match: {name: city}}
questions:
  - type: binary
    relation: city
    fd: country, river -> name
    template: city.jinja
  - type: multiple_choice
    relation: city
    fd: name -> country, river
    templates: [city_mc.jinja]
"""
TOY_TEMPLATES = {
    "city.jinja": (
        "{% block basic %}Is there a city in {{ country }} on the {{ river }}?{% endblock %}\n"
        "{% block negated %}Is there no city in {{ country }} on the {{ river }}?{% endblock %}\n"
    ),
    "city_mc.jinja": (
        "{% block question %}Which is false of {{ name }}?{% endblock %}\n"
        "{% block country %}It is in {{ country }}.{% endblock %}\n"
        "{% block river %}It lies on the {{ river }}.{% endblock %}\n"
    ),
}


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A folder with a database of cities, its specification and its templates."""
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "schema.sql").write_text(TOY_SCHEMA)
    (folder / "benchmark.yaml").write_text(TOY_SPEC)
    for name, text in TOY_TEMPLATES.items():
        (folder / name).write_text(text)
    for table, rows in TOY_ROWS.items():
        (folder / f"{table}.csv").write_text(rows)
    return folder


@pytest.fixture
def official() -> Callable[[str], Path]:
    """Finds official data; the test is skipped where there is none."""

    def find(relative: str) -> Path:
        path = OFFICIAL / relative
        if not path.exists():
            pytest.skip(f"no official data at ../shared/data/{relative}")
        return path

    return find


@pytest.fixture(scope="session")
def tasks() -> Any:
    """A task manager that knows our tasks only (lm_eval's own take ten seconds to index)."""
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.register import register, tasks_dir

    register()
    return TaskManager(include_defaults=False, include_path=tasks_dir())


@pytest.fixture(scope="session")
def evaluate(tasks: Any) -> Callable[..., dict[str, Any]]:
    """Runs lm_eval in this process."""
    from lm_eval import simple_evaluate
    from lm_eval.tasks import TaskManager

    from erbench_track.plugin.register import tasks_dir

    def run(model: Any, names: list[str], metadata: dict[str, Any] | None = None, **options: Any):
        manager = tasks
        if metadata:
            manager = TaskManager(
                include_defaults=False, include_path=tasks_dir(), metadata=metadata
            )
        options.setdefault("bootstrap_iters", 1000)
        return simple_evaluate(model=model, tasks=names, task_manager=manager, **options)

    return run


@pytest.fixture(scope="session")
def tiny_llama(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A randomly initialised two-layer Llama with a freshly trained tokenizer."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("tiny_llama")
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<s>", "</s>", "<pad>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator(["Is there a movie? Yes. No. Unsure. Option 1:"] * 8, trainer)
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>"
    )
    fast.chat_template = (
        "{% for message in messages %}[{{ message.role }}] {{ message.content }}\n{% endfor %}"
        "{% if add_generation_prompt %}[assistant]{% endif %}"
    )
    fast.save_pretrained(folder)
    torch.manual_seed(0)
    config = LlamaConfig(
        vocab_size=len(fast),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        max_position_embeddings=4096,
        bos_token_id=0,
        eos_token_id=1,
        pad_token_id=2,
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return folder


@pytest.fixture
def golden() -> Callable[[str], list[dict[str, Any]]]:
    """Reads a file of golden cases."""
    return lambda name: json.loads((Path(__file__).parent / "golden" / name).read_text())
