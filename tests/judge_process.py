"""Judges numbered answers in a process of its own: judge_process.py URL CACHE COUNT CONCURRENCY."""

import sys
from pathlib import Path

from erbench_track.filters.judge.openai_judge import OpenAIJudge
from erbench_track.filters.judge.protocol import Equivalence

if __name__ == "__main__":
    url, cache, count, concurrency = sys.argv[1:]
    judge = OpenAIJudge("m", url, cache=Path(cache), concurrency=int(concurrency))
    requests = [Equivalence("wiki", "q", f"answer {n}", "r") for n in range(int(count))]
    verdicts = judge.judge(requests)
    print(sum(verdict.holds is True for (verdict,) in verdicts), judge.record()["calls"])
