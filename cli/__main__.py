"""`python -m erbench_track.cli`: the same as `erbench-track`."""

from .main import main

main()
