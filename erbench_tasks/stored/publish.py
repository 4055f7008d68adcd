"""Publishing a generated benchmark as a dataset on the Hugging Face Hub."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.errors import InputError
from ...core.hub import check_repo_id, hub_errors, sign_in
from ...core.suites.erbench import QUESTION_TYPES
from .card import dataset_card
from .manifest import FILE
from .reader import GeneratedBenchmark

if TYPE_CHECKING:
    from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
    from huggingface_hub.hf_api import RepoFile

CARD = "README.md"

# Files of an earlier version have such names; nothing else on the Hub is deleted.
_OURS = re.compile(rf"({'|'.join(QUESTION_TYPES)})/test-\d{{5,}}-of-\d{{5,}}\.parquet")
_CHUNK = 1 << 20


@dataclass(frozen=True)
class Publication:
    """What a benchmark is published as.

    Attributes:
        repo_id: `USER/NAME` of the dataset.
        files: Path in the repository to the file, or to the text itself.
    """

    repo_id: str
    files: Mapping[str, Path | bytes]

    @classmethod
    def prepare(cls, folder: Path, repo_id: str, license_id: str) -> Publication:
        """Checks a benchmark and writes its card, without a request.

        Args:
            folder: A folder that `erbench-track generate erbench` wrote; it is not changed.
            repo_id: `USER/NAME` of the dataset.
            license_id: The licence, by the Hub's id.

        Raises:
            InputError: The id or the licence is wrong, or the folder is not as its record says.
        """
        check_repo_id(repo_id, "--repo-id")
        benchmark = GeneratedBenchmark.open(folder)
        files: dict[str, Path | bytes] = {
            CARD: dataset_card(benchmark, repo_id, license_id).encode(),
            FILE: folder / FILE,
        }
        for question_type, shards in benchmark.shards.items():
            files |= {f"{question_type}/{shard.path.name}": shard.path for shard in shards}
        return cls(repo_id, files)

    @property
    def card(self) -> str:
        """The text of the dataset card."""
        content = self.files[CARD]
        return content.decode() if isinstance(content, bytes) else content.read_text("utf-8")

    @property
    def sizes(self) -> dict[str, int]:
        """Path in the repository to the size in bytes."""
        return {path: _size(content) for path, content in self.files.items()}


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
        InputError: The Hub cannot be reached or refuses, or the dataset is public although
            `private` is asked for.
    """
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
