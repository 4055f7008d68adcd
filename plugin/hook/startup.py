"""The start-up hook: what `erbench_track.pth` imports at every Python start.

It is installed as a module of its own, `erbench_track_startup`, so that a Python start reads one
small file and nothing of the package. It adds one finder that waits for `lm_eval.tasks.manager`;
without lm_eval nothing else ever happens. `ERBENCH_TRACK_AUTOLOAD=0` switches it off.
"""

import os
import sys

_WAITS_FOR = "lm_eval.tasks.manager"


class RegisterWithLmEval:
    """A meta path finder that calls `register()` once lm_eval's task manager is imported."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN206
        """Finds the task manager as if this finder did not exist, and prepares its loader."""
        if fullname != _WAITS_FOR:
            return None
        sys.meta_path.remove(cls)
        from importlib.util import find_spec

        spec = find_spec(fullname)
        if spec is not None and spec.loader is not None:
            _call_after_import(spec.loader)
        return spec


def _call_after_import(loader) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    exec_module = loader.exec_module

    def exec_module_and_register(module) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
        exec_module(module)
        try:
            from erbench_track.plugin.hook.register import register_or_warn
        except ImportError as error:
            sys.stderr.write(f"erbench-track: its tasks cannot be found, reinstall it: {error}\n")
        else:
            register_or_warn()

    loader.exec_module = exec_module_and_register


if os.environ.get("ERBENCH_TRACK_AUTOLOAD", "1") != "0" and _WAITS_FOR not in sys.modules:
    sys.meta_path.insert(0, RegisterWithLmEval)
