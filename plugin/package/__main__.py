"""`python -m erbench_track`: the same as `erbench-track`."""

from .cli.main import main

if __name__ == "__main__":
    main()
