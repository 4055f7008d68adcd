"""Publishing a generated benchmark, with its card, as a dataset on the Hugging Face Hub."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import croissant
from ...core.errors import InputError
from ...core.hub import check_license, check_repo_id, hub_errors, sign_in
from ...core.jinja import markdown_template
from ...core.suites.erbench import QUESTION_TYPES
from ...core.untrusted_text import one_line
from ..demonstrations import SPLIT
from ..items.item import features
from ..items.prompts import with_prompts
from ..preview.signature import CHANGED
from ..spec.spec import DRAWN
from .manifest import FILE, Manifest
from .personal_items import refuse_personal_items
from .reader import GeneratedBenchmark, Shard
from .task_names import TaskNames
from .unusable_images import refuse_unusable_images

if TYPE_CHECKING:
    from datasets import DatasetInfo
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
    from huggingface_hub.hf_api import RepoFile

CARD = "README.md"

# Files of an earlier version have such names; nothing else on the Hub is deleted.
_OURS = re.compile(rf"({'|'.join(QUESTION_TYPES)})/(test|fewshot)-\d{{5,}}-of-\d{{5,}}\.parquet")
_CHUNK = 1 << 20
_TAGS = ["erbench", "hallucination", "relational-database", "lm-evaluation-harness"]
_VALUE = 500  # characters of a value of the database in an example
_VALUES = 8  # values of a list in an example
_SIGN = "erbench-track preview SPEC --database DB --sign NAME, then generate again"


@dataclass(frozen=True)
class Publication:
    """What a benchmark is published as.

    Attributes:
        repo_id: `USER/NAME` of the dataset.
        files: Path in the repository to the file, or to the text itself.
        unsigned: Why it is not sent, if nobody has signed what it asks; else empty.
    """

    repo_id: str
    files: Mapping[str, Path | bytes]
    unsigned: str = ""

    @classmethod
    def prepare(cls, folder: Path, repo_id: str, license_id: str) -> Publication:
        """Checks a benchmark and writes its card, without a request.

        Args:
            folder: A folder that `erbench-track generate erbench` wrote; it is not changed.
            repo_id: `USER/NAME` of the dataset.
            license_id: The licence, by the Hub's id.

        Raises:
            InputError: The id or the licence is wrong, the folder is not as its record says, or it
                holds personal data without a reason, or images that nobody can be shown.
        """
        check_repo_id(repo_id, "--repo-id")
        benchmark = GeneratedBenchmark.open(folder)
        refuse_personal_items(benchmark)
        refuse_unusable_images(benchmark)
        files: dict[str, Path | bytes] = {
            CARD: dataset_card(benchmark, repo_id, license_id).encode(),
            FILE: folder / FILE,
            croissant.FILE: _croissant(benchmark, license_id),
        }
        for question_type, shards in benchmark.shards.items():
            every = [*shards, *filter(None, [benchmark.fewshot.get(question_type)])]
            files |= {f"{question_type}/{shard.path.name}": shard.path for shard in every}
        return cls(repo_id, files, _unsigned(benchmark))

    @property
    def card(self) -> str:
        """The text of the dataset card."""
        content = self.files[CARD]
        return content.decode() if isinstance(content, bytes) else content.read_text("utf-8")

    @property
    def sizes(self) -> dict[str, int]:
        """Path in the repository to the size in bytes."""
        return {path: _size(content) for path, content in self.files.items()}


def _unsigned(benchmark: GeneratedBenchmark) -> str:
    manifest, before = benchmark.manifest, benchmark.manifest.signed_before
    why = f"{before}, and {CHANGED}" if before else "nobody has signed what it asks"
    return "" if manifest.signed or manifest.of_package else f"{benchmark.folder}: {why}: {_SIGN}"


@dataclass(frozen=True)
class Published:
    """The result of publishing.

    Attributes:
        url: The dataset's page.
        sent: Number of files that were new or changed.
        deleted: Number of files of an earlier version that are gone.
    """

    url: str
    sent: int
    deleted: int


def publish(
    publication: Publication,
    *,
    private: bool = False,
    revision: str | None = None,
    message: str = "Publish the benchmark",
    tell: Callable[[str], None] = lambda line: None,
) -> Published:
    """Makes the dataset on the Hub equal to a benchmark, in at most one commit.

    What the Hub has already is not sent, so that an interrupted call can be repeated.

    Args:
        publication: What to publish.
        private: Whether only its owner may see the dataset.
        revision: A branch, which is made if there is none; by default `main`.
        message: The commit's first line.
        tell: Gets a line about each step.

    Raises:
        InputError: Nobody has signed what it asks, the Hub cannot be reached or refuses, or the
            dataset is public although `private` is asked for.
    """
    if publication.unsigned:
        raise InputError(publication.unsigned)
    from huggingface_hub.hf_api import RepoFile

    api, repo_id = sign_in(), publication.repo_id
    with hub_errors(api, repo_id):
        tell(f"opening {repo_id}")
        head = _open_dataset(api, repo_id, private, revision)
        tell("comparing")
        tree = api.list_repo_tree(repo_id, recursive=True, revision=revision, repo_type="dataset")
        remote = {entry.path: entry for entry in tree if isinstance(entry, RepoFile)}
        added, deleted = _changes(publication.files, remote)
        if added or deleted:
            tell(f"sending {len(added)} of {len(publication.files)} files")
            # The Hub checks the card before any file is sent.
            api.create_commit(
                repo_id,
                [*added, *deleted],
                commit_message=message,
                repo_type="dataset",
                revision=revision,
                parent_commit=head,
            )
    return Published(f"{api.endpoint}/datasets/{repo_id}", len(added), len(deleted))


def _open_dataset(api: HfApi, repo_id: str, private: bool, revision: str | None) -> str | None:
    """Makes the dataset and the branch if there is none; returns the branch's last commit."""
    # Left open unless asked for: an organisation may make its datasets private by default.
    api.create_repo(repo_id, repo_type="dataset", private=private or None, exist_ok=True)
    info = api.dataset_info(repo_id)
    if private and not info.private:
        raise InputError(
            f"--private: {repo_id} exists and is public; make it private in its settings first"
        )
    if revision is None:
        return info.sha
    api.create_branch(repo_id, branch=revision, repo_type="dataset", exist_ok=True)
    return api.dataset_info(repo_id, revision=revision).sha


def _changes(
    files: Mapping[str, Path | bytes], remote: Mapping[str, RepoFile]
) -> tuple[list[CommitOperationAdd], list[CommitOperationDelete]]:
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete

    added = [
        CommitOperationAdd(path, content)
        for path, content in files.items()
        if path not in remote or not _is_same(content, remote[path])
    ]
    gone = sorted(path for path in remote if _OURS.fullmatch(path) and path not in files)
    return added, [CommitOperationDelete(path) for path in gone]


def _is_same(content: Path | bytes, remote: RepoFile) -> bool:
    """Tells whether a file equals one on the Hub, by its size and hash; it is not downloaded."""
    if _size(content) != remote.size:
        return False
    if remote.lfs is not None:
        return _digest(hashlib.sha256(), content) == remote.lfs.sha256
    # How git names a file's content.
    start = hashlib.sha1(f"blob {remote.size}\0".encode(), usedforsecurity=False)
    return _digest(start, content) == remote.blob_id


def _digest(digest: hashlib._Hash, content: Path | bytes) -> str:
    for chunk in [content] if isinstance(content, bytes) else _chunks(content):
        digest.update(chunk)
    return digest.hexdigest()


def _chunks(path: Path) -> Iterable[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk


def _size(content: Path | bytes) -> int:
    return len(content) if isinstance(content, bytes) else content.stat().st_size


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
        has_demonstrations=bool(benchmark.fewshot),
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
        size_categories=[size_category(benchmark.items)],
        tags=_TAGS,
        configs=[
            {
                "config_name": name,
                "data_files": [
                    {"split": split, "path": f"{name}/{split}-*.parquet"}
                    for split in _splits(benchmark, name)
                ],
            }
            for name in benchmark.shards
        ],
    )
    infos = {
        name: _info(_splits(benchmark, name), benchmark.manifest.images)
        for name in benchmark.shards
    }
    DatasetInfosDict(infos).to_dataset_card_data(data)
    text: str = data.to_yaml()
    return text


def _croissant(benchmark: GeneratedBenchmark, license_id: str) -> bytes:
    """Returns what is in each split of each question type, for programs."""
    tables = {}
    for name in benchmark.shards:
        for split, shards in _splits(benchmark, name).items():
            table = name if split == "test" else f"{name}-{split}"
            info = _info({split: shards}, benchmark.manifest.images)
            tables[table] = (f"{name}/{split}-*.parquet", info.features)
    return croissant.croissant(
        name=benchmark.manifest.name,
        description=f"{benchmark.items} questions about the contents of a relational database.",
        version=benchmark.manifest.version,
        license_id=license_id,
        cite_as=markdown_template("erbench/citation.bib.jinja").render(),
        tables=tables,
    )


def _splits(benchmark: GeneratedBenchmark, question_type: str) -> dict[str, list[Shard]]:
    """Returns the files of each split of a question type."""
    shown = benchmark.fewshot.get(question_type)
    return {"test": benchmark.shards[question_type], **({SPLIT: [shown]} if shown else {})}


def _info(splits: Mapping[str, list[Shard]], images: bool) -> DatasetInfo:
    from datasets import DatasetInfo

    every = [shard for shards in splits.values() for shard in shards]
    return DatasetInfo(
        features=with_prompts(features(images)),
        splits=[
            {
                "name": name,
                "num_bytes": sum(shard.uncompressed for shard in shards),
                "num_examples": sum(shard.rows for shard in shards),
            }
            for name, shards in splits.items()
        ],
        download_size=sum(shard.size for shard in every),
        dataset_size=sum(shard.uncompressed for shard in every),
    )


def size_category(items: int) -> str:
    """Returns the Hub's size category of a number of rows: `n<1K`, `1K<n<10K`, and so on."""
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
