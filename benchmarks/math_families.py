"""Prints how long it takes to generate MATH's problems and to verify all their steps.

Run it on an idle machine: python benchmarks/math_families.py [--count 500] [--seed 0]
Target: 500 problems in less than 20 seconds, none of which fails its verification.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter

from erbench_track.track_tasks.math.families.family import families
from erbench_track.track_tasks.math.generate import generate_questions

TARGET_SECONDS_FOR_500 = 20.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    started = time.perf_counter()
    questions = generate_questions(arguments.count, arguments.seed)
    seconds = time.perf_counter() - started
    steps = (step for question in questions for step in json.loads(question.detail)["steps"])
    kinds = Counter(step["kind"] for step in steps)
    texts = len({question.question for question in questions})
    print(f"{len(families())} families, {texts} distinct problems, all verified")
    print(
        f"{kinds['principle'] + kinds['result']} facts, of which {kinds['principle']} are "
        f"principles; {kinds['operation']} single operations are no facts"
    )
    print(f"{seconds:.1f} s; {len(questions) / seconds:.0f} problems/s")
    target = TARGET_SECONDS_FOR_500 * max(1.0, arguments.count / 500)
    print(f"target < {target:.0f} s: {'met' if seconds < target else 'MISSED'}")


if __name__ == "__main__":
    main()
