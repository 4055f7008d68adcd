"""Prints how the code is laid out: modules, lines, circles, arrows between folders.

    python benchmarks/house.py            # this checkout
    python benchmarks/house.py d47d869    # a commit beside this checkout

Lazy imports count, and so do imports for type checking. A folder is a package; what lies deeper in
it is a folder of its own.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import tarfile
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "core", "templates", "filters", "metrics", "erbench_tasks", "track_tasks", "api", "harnesses",
    "plugin", "cli",
)  # fmt: skip
PACKAGE = "erbench_track"
SHORT = 60  # lines

Arrows = Mapping[str, set[str]]


class House:
    """The modules of a checkout, and who imports whom.

    Attributes:
        files: Dotted name of each module, without the package's, to its file; an `__init__` has
            the name of its folder.
        imports: Each module to the modules that it imports.
    """

    def __init__(self, root: Path) -> None:
        """Reads a checkout.

        Args:
            root: Its folder.
        """
        self.files = {
            _module(path.relative_to(root)): path
            for folder in FOLDERS
            for path in sorted((root / folder).rglob("*.py"))
            if "data" not in path.relative_to(root).parts
        }
        self.imports: dict[str, set[str]] = {
            name: set(self._imported(name)) - {name} for name in self.files
        }

    def folder_of(self, module: str) -> str:
        """Returns the folder that a module lies in."""
        return module if self._is_folder(module) else module.rpartition(".")[0]

    def modules(self) -> list[str]:
        """Returns all modules but the folders' own."""
        return [name for name in self.files if not self._is_folder(name)]

    def lines(self, modules: Iterable[str]) -> int:
        """Returns how many lines some modules have together."""
        return sum(self.files[name].read_text(encoding="utf-8").count("\n") for name in modules)

    def folder_arrows(self) -> dict[str, set[str]]:
        """Returns each folder with the other folders that its modules import."""
        arrows: dict[str, set[str]] = defaultdict(set)
        for name, imported in self.imports.items():
            arrows[self.folder_of(name)] |= {self.folder_of(other) for other in imported}
        return {folder: others - {folder} for folder, others in arrows.items()}

    def importers(self) -> Counter[str]:
        """Returns by how many modules each module is imported."""
        return Counter(other for imported in self.imports.values() for other in imported)

    def _is_folder(self, module: str) -> bool:
        return self.files[module].name == "__init__.py"

    def _imported(self, name: str) -> Iterator[str]:
        for node in ast.walk(ast.parse(self.files[name].read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                bases = [(alias.name, "") for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = self._base(name, node)
                bases = [(base, alias.name) for alias in node.names]
            else:
                continue
            for base, attribute in bases:
                yield from self._found(base, attribute)

    def _base(self, name: str, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = [PACKAGE, *name.split(".")]
        depth = len(parts) - node.level + self._is_folder(name)
        return ".".join([*parts[:depth], *([node.module] if node.module else [])])

    def _found(self, base: str, attribute: str) -> Iterator[str]:
        for dotted in (f"{base}.{attribute}", base):
            name = dotted.removeprefix(f"{PACKAGE}.")
            if dotted != name and name in self.files:
                yield name
                return


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def circles(arrows: Arrows) -> list[list[str]]:
    """Returns the groups of nodes that reach one another (Tarjan's components of two or more).

    Args:
        arrows: Each node with those that it points to.
    """
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in sorted(arrows.get(node, ())):
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            place = stack.index(node)
            if len(component := stack[place:]) > 1:
                found.append(sorted(component))
            del stack[place:]

    for node in sorted(arrows):
        if node not in order:
            visit(node)
    return found


def figures(house: House) -> Iterator[tuple[str, int]]:
    """Yields what the table shows of a checkout."""
    modules = house.modules()
    importers = house.importers()
    beside = Counter(house.folder_of(name) for name in modules)
    tops = {
        (name.split(".")[0], other.split(".")[0])
        for name, imported in house.imports.items()
        for other in imported
    }
    yield "modules", len(modules)
    yield "lines in modules", house.lines(house.files)
    yield "modules with one importer", sum(importers[name] == 1 for name in modules)
    yield f"modules under {SHORT} lines", sum(house.lines([name]) < SHORT for name in modules)
    yield "folders", len(beside)
    yield "most modules beside each other", max(beside.values())
    yield "arrows between modules", sum(map(len, house.imports.values()))
    yield "arrows between folders", sum(map(len, house.folder_arrows().values()))
    yield "arrows between top folders", sum(one != other for one, other in tops)
    yield "circles of modules", len(circles(house.imports))
    yield "circles of folders", len(circles(house.folder_arrows()))


def checkout(commit: str, folder: Path) -> Path:
    """Unpacks a commit's files.

    Args:
        commit: What git calls it.
        folder: Where to; it is returned.
    """
    archive = folder / "commit.tar"
    subprocess.run(["git", "archive", "-o", str(archive), commit], cwd=ROOT, check=True)  # noqa: S607
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder


def main() -> None:
    """Prints the figures of this checkout, beside those of a commit if one is given."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit", nargs="?", help="a commit to compare with, such as d47d869")
    commit = parser.parse_args().commit
    now = dict(figures(House(ROOT)))
    with tempfile.TemporaryDirectory() as folder:
        before = dict(figures(House(checkout(commit, Path(folder))))) if commit else {}
    print(f"{'':32}{commit or '':>10}{'now':>10}")
    for name, value in now.items():
        print(
            f"{name:32}{before.get(name, ''):>10,}{value:>10,}"
            if before
            else f"{name:32}{value:>20,}"
        )


if __name__ == "__main__":
    main()
