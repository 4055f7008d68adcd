"""Build commands that put the start-up hook (`erbench_track.pth`) beside the package.

lm_eval has no entry point for tasks, so a `.pth` file in site-packages is what lets
`lm_eval --tasks erbench_movie` work as typed. setuptools has no option for such a file:
a regular wheel gets it when the modules are copied, an editable one after it is packed.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path

from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

PTH_NAME = "erbench_track.pth"
PTH_LINE = "import erbench_track.plugin.startup\n"


class BuildPyWithStartUpHook(build_py):  # type: ignore[misc]
    """`build_py` that also writes the `.pth` file to the root of the wheel."""

    def run(self) -> None:
        """Copies the modules, then writes the hook beside them."""
        super().run()
        if not self.editable_mode:
            Path(self.build_lib, PTH_NAME).write_text(PTH_LINE, encoding="utf-8")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Lists the files of the wheel, the hook among them."""
        outputs: list[str] = super().get_outputs(include_bytecode)
        return [*outputs, str(Path(self.build_lib, PTH_NAME))]


class EditableWheelWithStartUpHook(editable_wheel):  # type: ignore[misc]
    """`editable_wheel` that also packs the `.pth` file, and lists it in RECORD."""

    def run(self) -> None:
        """Builds the editable wheel, then adds the hook to it."""
        super().run()
        for wheel in Path(self.dist_dir).glob("erbench_track-*.whl"):
            _add_to_wheel(wheel, PTH_NAME, PTH_LINE)


def _add_to_wheel(wheel: Path, name: str, text: str) -> None:
    with zipfile.ZipFile(wheel) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    record = next(member for member in members if member.endswith(".dist-info/RECORD"))
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=")
    line = f"{name},sha256={digest.decode()},{len(text)}\n"
    members[record] = line.encode() + members.pop(record)
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, content in {name: text.encode(), **members}.items():
            archive.writestr(member, content)
