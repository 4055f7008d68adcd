"""`python -m erbench_track`: the same as `erbench-track`."""

import runpy

runpy.run_module(f"{__package__}.cli", run_name="__main__", alter_sys=True)
