"""Publishing a generated benchmark, with its card, as a dataset on the Hugging Face Hub."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...core import croissant
from ...core.errors import InputError
from ...core.hub import check_license, check_repo_id, hub_errors, sign_in
from ...core.jinja import markdown_template
from ...core.suites.erbench import QUESTION_TYPES
from ...core.untrusted_text import one_line
from ..demonstrations import SPLIT
from ..items.item import Item, features
from ..items.prompts import with_prompts
from ..preview.preview import question_lines
from ..preview.signature import CHANGED
from ..spec.spec import DRAWN
from .manifest import FILE, Manifest
from .reader import GeneratedBenchmark, Shard
from .refusals import refuse_personal_items, refuse_unusable_images
from .task_names import TaskNames

if TYPE_CHECKING:
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
    from huggingface_hub.hf_api import RepoFile

CARD = "README.md"

# Files of an earlier version have such names; nothing else on the Hub is deleted.
_OURS = re.compile(rf"({'|'.join(QUESTION_TYPES)})/(test|fewshot)-\d{{5,}}-of-\d{{5,}}\.parquet")
_TAGS = ["erbench", "hallucination", "relational-database", "lm-evaluation-harness"]
_LINE = 500  # characters
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
        for name in benchmark.shards:
            shards = chain(*_splits(benchmark, name).values())
            files |= {f"{name}/{shard.path.name}": shard.path for shard in shards}
        return cls(repo_id, files, _unsigned(benchmark))

    @property
    def card(self) -> str:
        """The text of the dataset card."""
        content = self.files[CARD]
        return content.decode() if isinstance(content, bytes) else content.read_text("utf-8")

    @property
    def sizes(self) -> dict[str, int]:
        """Path in the repository to the size in bytes."""
        return {
            path: len(content) if isinstance(content, bytes) else content.stat().st_size
            for path, content in self.files.items()
        }


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

    here = {path: CommitOperationAdd(path, content) for path, content in files.items()}
    added = [
        operation
        for path, operation in here.items()
        if path not in remote or not _is_same(operation, remote[path])
    ]
    gone = sorted(path for path in remote if _OURS.fullmatch(path) and path not in files)
    return added, [CommitOperationDelete(path) for path in gone]


def _is_same(here: CommitOperationAdd, remote: RepoFile) -> bool:
    """Tells whether a file equals one on the Hub, by its size and hash; it is not downloaded."""
    from huggingface_hub.utils.sha import git_hash

    if here.upload_info.size != remote.size:
        return False
    if remote.lfs is not None:
        return here.upload_info.sha256.hex() == remote.lfs.sha256
    with here.as_file() as file:  # small, as it is in git
        return git_hash(file.read()) == remote.blob_id


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
    illustrated = benchmark.shards if manifest.images else ()
    kinds = (benchmark.distinct(name, "image_kind") for name in illustrated)
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
        drawn=sorted(set(DRAWN).intersection(chain.from_iterable(kinds))),
    )


def _metadata(benchmark: GeneratedBenchmark, license_id: str) -> str:
    """Returns the YAML block that the Hub and `datasets` read."""
    from huggingface_hub import DatasetCardData

    images = benchmark.manifest.images
    files = {name: _splits(benchmark, name) for name in benchmark.shards}
    data = DatasetCardData(
        language="en",
        license=license_id,
        pretty_name=f"ERBench: {one_line(benchmark.manifest.name)}",
        task_categories=["question-answering", *(["visual-question-answering"] if images else [])],
        size_categories=[size_category(benchmark.items)],
        tags=_TAGS,
        configs=[
            {
                "config_name": name,
                "data_files": [{"split": s, "path": f"{name}/{s}-*.parquet"} for s in splits],
            }
            for name, splits in files.items()
        ],
    )
    text: str = data.to_yaml()
    return text


def _croissant(benchmark: GeneratedBenchmark, license_id: str) -> bytes:
    """Returns what is in each split of each question type, for programs."""
    columns = with_prompts(features(benchmark.manifest.images))
    tables = {
        name if split == "test" else f"{name}-{split}": (f"{name}/{split}-*.parquet", columns)
        for name in benchmark.shards
        for split in _splits(benchmark, name)
    }
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
    splits = {"test": benchmark.shards, SPLIT: benchmark.fewshot}
    return {split: of[question_type] for split, of in splits.items() if question_type in of}


def size_category(items: int) -> str:
    """Returns the Hub's size category of a number of rows: `n<1K`, `1K<n<10K`, and so on."""
    bounds = ["1K", "10K", "100K", "1M", "10M", "100M", "1B"]
    lower = ["n", *(f"{bound}<n" for bound in bounds)]
    index = max(0, len(str(items)) - 3)
    return f"{lower[index]}<{bounds[index]}" if index < len(bounds) else "other"


def _example(row: Mapping[str, Any]) -> str:
    """Returns an item as lines of text; very long ones are cut."""
    image = {"bytes": None, "path": ""} if row.get("image") else None
    lines = question_lines(Item.from_row({**row, "image": image}))
    return "\n".join(one_line(line, _LINE) for line in lines)


def _dependencies(manifest: Manifest) -> str:
    return "\n".join(
        f"{one_line(relation)}: {one_line(dependency, _LINE)}"
        for relation, dependencies in manifest.functional_dependencies.items()
        for dependency in dependencies
    )
