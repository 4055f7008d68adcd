"""Build commands that put the start-up hook beside the package.

lm_eval has no entry point for tasks, so a `.pth` file in site-packages is what lets
`lm_eval --tasks erbench_movie` work as typed. setuptools has no option for such a file: a
regular wheel gets it, and the module that it imports, when the modules are copied; an editable
one after it is packed.
"""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

from setuptools.command.build_py import build_py
from setuptools.command.editable_wheel import editable_wheel

STARTUP = Path(__file__).with_name("startup.py")
HOOK = {
    "erbench_track.pth": "import erbench_track_startup\n",
    "erbench_track_startup.py": STARTUP.read_text(encoding="utf-8"),
}


class BuildPyWithStartUpHook(build_py):  # type: ignore[misc]
    """`build_py` that also writes the hook to the root of the wheel."""

    def run(self) -> None:
        """Copies the modules, then writes the hook beside them."""
        super().run()
        if not self.editable_mode:
            for name, text in HOOK.items():
                Path(self.build_lib, name).write_text(text, encoding="utf-8")

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Lists the files of the wheel, the hook among them."""
        outputs: list[str] = super().get_outputs(include_bytecode)
        return [*outputs, *(str(Path(self.build_lib, name)) for name in HOOK)]


class EditableWheelWithStartUpHook(editable_wheel):  # type: ignore[misc]
    """`editable_wheel` that also packs the hook, and lists it in RECORD."""

    def run(self) -> None:
        """Builds the editable wheel, then adds the hook to it."""
        super().run()
        for wheel in Path(self.dist_dir).glob("erbench_track-*.whl"):
            _add_to_wheel(wheel, HOOK)


def _add_to_wheel(wheel: Path, files: Mapping[str, str]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    record = next(member for member in members if member.endswith(".dist-info/RECORD"))
    for name, text in files.items():
        members[name] = text.encode()
        digest = base64.urlsafe_b64encode(hashlib.sha256(members[name]).digest()).rstrip(b"=")
        members[record] += f"{name},sha256={digest.decode()},{len(members[name])}\n".encode()
    members[record] = members.pop(record)  # RECORD comes last
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
