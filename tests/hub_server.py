"""A small Hugging Face Hub on loopback: as much of it as publishing and loading a dataset asks."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import yaml
from loopback import LoopbackHandler, LoopbackServer

Files = dict[str, tuple[bytes, bool]]  # path to content, and whether it is stored as LFS
_ATTRIBUTES = {".gitattributes": (b"*.parquet filter=lfs diff=lfs merge=lfs -text\n", False)}
_DATE = "2026-01-01T00:00:00.000Z"


@dataclass
class Commit:
    """A commit of a branch: all files, and what it changed."""

    oid: str
    title: str
    files: Files
    added: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)


@dataclass
class Repo:
    """A dataset: its commits by branch, the first one made by the Hub."""

    private: bool
    branches: dict[str, list[Commit]]

    def find(self, revision: str) -> Commit | None:
        if revision in self.branches:
            return self.branches[revision][-1]
        every = (commit for commits in self.branches.values() for commit in commits)
        return next((commit for commit in every if commit.oid == revision), None)


class HubServer(LoopbackServer):
    """The Hub.

    Attributes:
        url: Its endpoint.
        token: The one that may write; `reader` is known and may not.
        repos: Id to dataset.
        objects: LFS objects by their SHA-256.
        uploaded: SHA-256 of each object that was sent, in order.
        requests: Method and path of each request, in order.
        cards: Each text that was to be validated.
        echo: Whether a refusal repeats the token that it refuses.
        uploads_left: Number of uploads that still succeed; None for any number.
        when_none_left: `drop` closes the connection of the next upload, `hold` lets it wait.
        waiting: Set once an upload waits.
        meanwhile: Called at each start of a commit, once the client has seen the branch.
    """

    def __init__(self, port: int = 0) -> None:
        super().__init__(_Handler, port=port)
        self.token = "hf_testWriterSecret0123456789"  # noqa: S105
        self.reader = "hf_testReaderSecret0123456789"
        self.repos: dict[str, Repo] = {}
        self.objects: dict[str, bytes] = {}
        self.uploaded: list[str] = []
        self.requests: list[tuple[str, str]] = []
        self.cards: list[str] = []
        self.echo = False
        self.uploads_left: int | None = None
        self.when_none_left = "drop"
        self.waiting = threading.Event()
        self.meanwhile: Callable[[], None] = lambda: None
        self.lock = threading.Lock()

    def add_file(self, repo_id: str, path: str, content: bytes) -> None:
        """Commits a file as its owner may do on the website."""
        commits = self.repos[repo_id].branches["main"]
        files = commits[-1].files | {path: (content, False)}
        commits.append(Commit(_oid(commits[-1].oid + path), "By hand", files, [path]))

    def commits(self, repo_id: str, branch: str = "main") -> list[Commit]:
        """Returns the commits that were pushed, without the Hub's own first one."""
        return self.repos[repo_id].branches[branch][1:]


def environment_of(url: str, home: Path) -> dict[str, str]:
    """Returns a user's environment whose Hub is at an address, without a token."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("HF_")}
    return kept | {
        "HF_ENDPOINT": url,
        "HF_HUB_OFFLINE": "0",
        "HF_HUB_DISABLE_XET": "1",
        "HF_HOME": str(home),
        "NO_PROXY": "127.0.0.1",
    }


class _RefusedError(Exception):
    def __init__(self, status: int, message: str, code: str = "") -> None:
        super().__init__(message)
        self.status, self.code = status, code


class _Handler(LoopbackHandler):
    server: HubServer

    def answer(self) -> None:
        split = urlsplit(self.path)
        self.query = parse_qs(split.query)
        self.body = self.read_body()
        method = "GET" if self.command == "HEAD" else self.command
        self.server.requests.append((self.command, split.path))
        try:
            for verb, pattern, answer in _ROUTES:
                found = re.fullmatch(pattern, split.path)
                if found and verb == method:
                    answer(self, *map(unquote, found.groups()))
                    return
            raise _RefusedError(404, f"no such page: {split.path}")
        except _RefusedError as refusal:
            said = str(refusal) + (f" ({self._bearer()})" if self.server.echo else "")
            headers = {"X-Error-Message": said}
            if refusal.code:
                headers["X-Error-Code"] = refusal.code
            self._send({"error": said}, refusal.status, headers)

    def _send(self, content: Any, status: int = 200, headers: dict[str, str] | None = None) -> None:
        body = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.reply(status, body, headers or {})

    def _bearer(self) -> str:
        return (self.headers.get("Authorization") or "").removeprefix("Bearer ")

    def _must_write(self) -> None:
        if self._bearer() not in (self.server.token, self.server.reader):
            raise _RefusedError(401, "Invalid credentials in Authorization header")
        if self._bearer() == self.server.reader:
            raise _RefusedError(403, "You don't have the rights to do this")

    def _repo(self, repo_id: str) -> Repo:
        repo = self.server.repos.get(repo_id)
        if repo is None or (repo.private and self._bearer() != self.server.token):
            raise _RefusedError(404, "Repository not found", "RepoNotFound")
        return repo

    def _commit_of(self, repo_id: str, revision: str) -> Commit:
        commit = self._repo(repo_id).find(revision)
        if commit is None:
            raise _RefusedError(404, f"Invalid rev id: {revision}", "RevisionNotFound")
        return commit

    def validate(self) -> None:
        card = json.loads(self.body)
        self.server.cards.append(card["content"])
        block = re.match(r"---\n(.*?)\n---\n", card["content"], re.DOTALL)
        data = yaml.safe_load(block[1]) if block else None
        errors = []
        if card["repoType"] != "dataset" or not isinstance(data, dict):
            errors.append({"message": "no metadata of a dataset"})
        elif not data.get("configs") or data.get("license") == "unlicense":
            errors.append({"message": '"license" must be one of ours'})
        self._send({"errors": errors, "warnings": []}, 400 if errors else 200)

    def create(self) -> None:
        self._must_write()
        asked = json.loads(self.body)
        assert asked["type"] == "dataset"
        repo_id = f"{asked['organization']}/{asked['name']}"
        url = {"url": f"{self.server.url}/datasets/{repo_id}"}
        if repo_id in self.server.repos:
            self._send(url, 409)
            return
        private = asked.get("private") or asked.get("visibility") == "private"
        first = Commit(_oid(repo_id), "initial commit", dict(_ATTRIBUTES))
        self.server.repos[repo_id] = Repo(bool(private), {"main": [first]})
        self._send(url)

    def branch(self, repo_id: str, name: str) -> None:
        self._must_write()
        repo = self._repo(repo_id)
        if name.startswith("refs/"):
            raise _RefusedError(400, f"Invalid reference for a branch: {name}")
        if name in repo.branches:
            raise _RefusedError(409, f"Reference already exists: refs/heads/{name}")
        repo.branches[name] = [repo.branches["main"][0]]
        self._send({})

    def info(self, repo_id: str, revision: str = "main") -> None:
        commit = self._commit_of(repo_id, revision)
        self._send(
            {
                "_id": "0",
                "id": repo_id,
                "author": repo_id.split("/")[0],
                "sha": commit.oid,
                "private": self._repo(repo_id).private,
                "gated": False,
                "disabled": False,
                "lastModified": _DATE,
                "createdAt": _DATE,
                "tags": [],
                "downloads": 0,
                "likes": 0,
                "siblings": [{"rfilename": path} for path in commit.files],
            }
        )

    def tree(self, repo_id: str, revision: str, folder: str = "") -> None:
        files = self._commit_of(repo_id, revision).files
        start = f"{folder}/" if folder else ""
        recursive = self.query.get("recursive", ["false"])[0].lower() in ("true", "1")
        entries: dict[str, dict[str, Any]] = {}
        for path in sorted(files):
            if not path.startswith(start):
                continue
            *parents, _ = path.removeprefix(start).split("/")
            for depth in range(1, len(parents) + 1):
                parent = start + "/".join(parents[:depth])
                entries[parent] = _folder(parent)
            entries[path] = _file(path, files[path])
        if folder and not entries:
            raise _RefusedError(404, f"{folder} does not exist", "EntryNotFound")
        shown = [
            entry
            for path, entry in entries.items()
            if recursive or "/" not in path.removeprefix(start)
        ]
        self._send(shown)

    def paths_info(self, repo_id: str, revision: str) -> None:
        files = self._commit_of(repo_id, revision).files
        if self.headers.get_content_type() == "application/json":
            paths = json.loads(self.body)["paths"]
        else:
            paths = parse_qs(self.body.decode()).get("paths", [])
        known = [_file(path, files[path]) for path in paths if path in files]
        folders = [
            _folder(path)
            for path in paths
            if path not in files and any(other.startswith(f"{path}/") for other in files)
        ]
        self._send([*known, *folders])

    def preupload(self, repo_id: str, revision: str) -> None:
        self._must_write()
        self.server.meanwhile()
        commit = self._commit_of(repo_id, revision)
        answers = []
        for file in json.loads(self.body)["files"]:
            path = file["path"]
            entry = _file(path, commit.files[path]) if path in commit.files else {}
            answers.append(
                {
                    "path": path,
                    "uploadMode": "lfs" if path.endswith(".parquet") else "regular",
                    "shouldIgnore": False,
                    "oid": entry.get("lfs", entry).get("oid"),
                }
            )
        self._send({"files": answers})

    def batch(self, repo_id: str) -> None:
        self._must_write()
        self._repo(repo_id)
        objects = []
        for wanted in json.loads(self.body)["objects"]:
            action = {
                name: {"href": f"{self.server.url}/lfs/{name}/{wanted['oid']}", "header": {}}
                for name in ("upload", "verify")
            }
            missing = wanted["oid"] not in self.server.objects
            objects.append(wanted | ({"actions": action} if missing else {}))
        self._send({"transfer": "basic", "objects": objects})

    def upload(self, oid: str) -> None:
        with self.server.lock:
            left = self.server.uploads_left
            if left is not None and left > 0:
                self.server.uploads_left = left - 1
        if left == 0 and self.server.when_none_left == "hold":
            self.server.waiting.set()
            self.server.closing.wait()
        if left == 0:
            self.close_connection = True
            return
        assert hashlib.sha256(self.body).hexdigest() == oid
        self.server.uploaded.append(oid)
        self.server.objects[oid] = self.body
        self._send(b"")

    def verify(self, oid: str) -> None:
        self._must_write()
        assert len(self.server.objects[oid]) == json.loads(self.body)["size"]
        self._send({})

    def commit(self, repo_id: str, branch: str) -> None:
        self._must_write()
        with self.server.lock:  # of two processes, one is the first
            self._commit(repo_id, branch)

    def _commit(self, repo_id: str, branch: str) -> None:
        head = self._commit_of(repo_id, branch)
        header, *operations = map(json.loads, self.body.splitlines())
        if header["value"].get("parentCommit", head.oid) != head.oid:
            raise _RefusedError(412, "A commit has happened since. Please refresh and try again.")
        made = Commit("", header["value"]["summary"], dict(head.files))
        for operation in operations:
            value = operation["value"]
            path = value["path"]
            if operation["key"] == "deletedFile":
                del made.files[path]
                made.deleted.append(path)
                continue
            is_lfs = operation["key"] == "lfsFile"
            content = (
                self.server.objects[value["oid"]] if is_lfs else base64.b64decode(value["content"])
            )
            made.files[path] = (content, is_lfs)
            made.added.append(path)
        made.oid = _oid(head.oid + repr(sorted(made.files.items())))
        self.server.repos[repo_id].branches[branch].append(made)
        url = f"{self.server.url}/datasets/{repo_id}/commit/{made.oid}"
        self._send({"success": True, "commitOid": made.oid, "commitUrl": url})

    def resolve(self, repo_id: str, revision: str, path: str) -> None:
        commit = self._commit_of(repo_id, revision)
        if path not in commit.files:
            raise _RefusedError(404, "Entry not found", "EntryNotFound")
        content, _ = commit.files[path]
        entry = _file(path, commit.files[path])
        etag = entry.get("lfs", entry)["oid"]
        headers = {"ETag": f'"{etag}"', "X-Repo-Commit": commit.oid, "Accept-Ranges": "bytes"}
        asked = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if not asked:
            self._send(content, headers=headers)
            return
        start, stop = int(asked[1]), int(asked[2] or len(content) - 1) + 1
        headers["Content-Range"] = f"bytes {start}-{stop - 1}/{len(content)}"
        self._send(content[start:stop], 206, headers)


def _oid(text: str) -> str:
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def _folder(path: str) -> dict[str, Any]:
    return {"type": "directory", "path": path, "oid": _oid(path), "size": 0}


def _file(path: str, stored: tuple[bytes, bool]) -> dict[str, Any]:
    content, is_lfs = stored
    start = b"blob %d\0" % len(content)
    oid = hashlib.sha1(start + content, usedforsecurity=False).hexdigest()
    entry = {"type": "file", "path": path, "size": len(content), "oid": oid}
    if is_lfs:
        sha256 = hashlib.sha256(content).hexdigest()
        entry["oid"] = _oid(f"pointer to {sha256}")
        entry["lfs"] = {"oid": sha256, "size": len(content), "pointerSize": 130}
    return entry


_ID = "([^/]+/[^/]+)"
_API = f"/api/datasets/{_ID}"
_ROUTES: list[tuple[str, str, Callable[..., None]]] = [
    ("POST", "/api/validate-yaml", _Handler.validate),
    ("POST", "/api/repos/create", _Handler.create),
    ("POST", f"{_API}/branch/([^/]+)", _Handler.branch),
    ("GET", _API, _Handler.info),
    ("GET", f"{_API}/revision/([^/]+)", _Handler.info),
    ("GET", f"{_API}/tree/([^/]+)", _Handler.tree),
    ("GET", f"{_API}/tree/([^/]+)/(.+)", _Handler.tree),
    ("POST", f"{_API}/paths-info/([^/]+)", _Handler.paths_info),
    ("POST", f"{_API}/preupload/([^/]+)", _Handler.preupload),
    ("POST", f"{_API}/commit/([^/]+)", _Handler.commit),
    ("POST", f"/datasets/{_ID}\\.git/info/lfs/objects/batch", _Handler.batch),
    ("PUT", "/lfs/upload/([0-9a-f]{64})", _Handler.upload),
    ("POST", "/lfs/verify/([0-9a-f]{64})", _Handler.verify),
    ("GET", f"/datasets/{_ID}/resolve/([^/]+)/(.+)", _Handler.resolve),
]
