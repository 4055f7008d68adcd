"""The dataset card of a published benchmark."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...core.hub import check_license
from ...core.jinja import markdown_template
from ...core.untrusted_text import one_line
from ..items.item import features
from ..spec.spec import DRAWN
from .manifest import Manifest
from .reader import GeneratedBenchmark, Shard
from .task_names import TaskNames

if TYPE_CHECKING:
    from datasets import DatasetInfo

_TAGS = ["erbench", "hallucination", "relational-database", "lm-evaluation-harness"]
_VALUE = 500  # characters of a value of the database in an example
_VALUES = 8  # values of a list in an example


def dataset_card(benchmark: GeneratedBenchmark, repo_id: str, license_id: str) -> str:
    """Returns the text of a benchmark's README.md on the Hub.

    Args:
        benchmark: The benchmark; values of its database are shown literally, never as Markdown.
        repo_id: `USER/NAME` of the dataset, for the commands that it shows.
        license_id: The licence, by the Hub's id.

    Raises:
        InputError: The Hub does not know the licence, or an item cannot be read.
    """
    check_license(license_id)
    manifest = benchmark.manifest
    names = TaskNames.of(manifest)
    free = names if not names.collisions() else TaskNames.of(manifest, "my")
    return markdown_template("dataset_card.md.jinja").render(
        metadata=_metadata(benchmark, license_id),
        manifest=manifest,
        items=benchmark.items,
        types=list(benchmark.shards),
        repo_id=repo_id,
        prefix_option="" if free is names else " --prefix my",
        group=free.group,
        examples={name: _example(benchmark.first(name)) for name in benchmark.shards},
        dependencies=_dependencies(manifest),
        drawn=sorted(_image_kinds(benchmark) & set(DRAWN)),
    )


def _image_kinds(benchmark: GeneratedBenchmark) -> set[str]:
    """Returns where the images are from."""
    if not benchmark.manifest.images:
        return set()
    types = benchmark.shards
    return set[str]().union(*(benchmark.distinct(name, "image_kind") for name in types))


def _metadata(benchmark: GeneratedBenchmark, license_id: str) -> str:
    """Returns the YAML block that the Hub and `datasets` read."""
    from datasets.info import DatasetInfosDict
    from huggingface_hub import DatasetCardData

    data = DatasetCardData(
        language="en",
        license=license_id,
        pretty_name=f"ERBench: {one_line(benchmark.manifest.name)}",
        task_categories=[
            "question-answering",
            *(["visual-question-answering"] if benchmark.manifest.images else []),
        ],
        size_categories=[_size_category(benchmark.items)],
        tags=_TAGS,
        configs=[
            {
                "config_name": name,
                "data_files": [{"split": "test", "path": f"{name}/test-*.parquet"}],
            }
            for name in benchmark.shards
        ],
    )
    infos = {
        name: _info(shards, benchmark.manifest.images) for name, shards in benchmark.shards.items()
    }
    DatasetInfosDict(infos).to_dataset_card_data(data)
    text: str = data.to_yaml()
    return text


def _info(shards: list[Shard], images: bool) -> DatasetInfo:
    from datasets import DatasetInfo

    size = sum(shard.uncompressed for shard in shards)
    rows = sum(shard.rows for shard in shards)
    return DatasetInfo(
        features=features(images),
        splits=[{"name": "test", "num_bytes": size, "num_examples": rows}],
        download_size=sum(shard.size for shard in shards),
        dataset_size=size,
    )


def _size_category(items: int) -> str:
    """Names the Hub's size category: `n<1K`, `1K<n<10K`, and so on."""
    bounds = ["1K", "10K", "100K", "1M", "10M", "100M", "1B"]
    below = 1000
    for index, bound in enumerate(bounds):
        if items < below:
            return f"{bounds[index - 1]}<n<{bound}" if index else f"n<{bound}"
        below *= 10
    return "other"


def _example(row: Mapping[str, Any]) -> str:
    """Returns an item as lines of text; very long values are cut."""
    options = [f"Option {number}: {_cut(text)}" for number, text in enumerate(row["options"], 1)]
    return "\n".join(
        [
            *([f"Passage: {_cut(row['context'])}"] if row["context"] else []),
            *([f"Image: {_cut(row['image_kind'])}"] if row.get("image_kind") else []),
            f"Q: {_cut(row['question'])}",
            *options[:_VALUES],
            f"Answer: {_cut(row['answer'])}",
            *map(_mention, row["rationale"][:_VALUES]),
        ]
    )


def _mention(element: Mapping[str, Any]) -> str:
    """Says what a right rationale mentions at one hop."""
    values = element["values"]
    shown = [_cut(value) for value in values[:_VALUES]]
    more = [f"and {len(values) - _VALUES} more"] if len(values) > _VALUES else []
    wanted = "" if len(values) == 1 else "all of " if element["match"] == "all" else "one of "
    return (
        f"Its rationale must mention (hop {element['hop']}, {_cut(element['attribute'])}): "
        f"{wanted}{' / '.join(shown + more)}"
    )


def _cut(text: str) -> str:
    return one_line(text, _VALUE)


def _dependencies(manifest: Manifest) -> str:
    return "\n".join(
        f"{one_line(relation)}: {one_line(dependency, _VALUE)}"
        for relation, dependencies in manifest.functional_dependencies.items()
        for dependency in dependencies
    )
