"""Measures what a notebook waits for: the import, and 100 responses in a DataFrame.

    python benchmarks/api_speed.py

Each figure is the best of five processes, in seconds: on the clock, and of the processor's time,
which others on the machine hardly change. `import` is that of the names alone, pandas apart;
`score` is the first call in its process.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys

RUNS = 5
CODE = """
import json, time
import pandas
def now():
    return time.perf_counter(), time.process_time()
start = now()
from erbench_track.api import load_items, score
imported = now()
items = load_items("movie", "bn_yes").head(100)
text = "Yes, there is such a movie. It is called Titanic, and it was released in that year. " * 5
loaded = now()
assert len(score(items.assign(response=text))) == 100
marks = [start, imported, loaded, now()]
spans = [[b - a for a, b in zip(*pair)] for pair in zip(marks, marks[1:])]
print(json.dumps(dict(zip(["import", "load_items", "score"], spans))))
"""


def main() -> None:
    """Measures and prints."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    runs = [
        json.loads(
            subprocess.run(
                [sys.executable, "-c", CODE], capture_output=True, text=True, check=True
            ).stdout
        )
        for _ in range(RUNS)
    ]
    for name in runs[0]:
        clock, processor = (min(run[name][kind] for run in runs) for kind in (0, 1))
        print(f"{name:12}{clock:8.3f} s on the clock{processor:8.3f} s of processor time")


if __name__ == "__main__":
    main()
