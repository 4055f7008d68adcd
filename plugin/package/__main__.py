"""`python -m erbench_track`: the same as `erbench-track`."""

from erbench_track.cli.main import main

if __name__ == "__main__":
    main()
