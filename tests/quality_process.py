"""Annotates numbered questions in a process of its own: quality_process.py URL FILE COUNT BATCH."""

import sys
from pathlib import Path

from erbench_track.filters.judge.openai_judge import OpenAIJudge
from erbench_track.track_tasks.quality.annotations import AnnotationFile, annotate, jobs_of
from erbench_track.track_tasks.questions.question import Fact, Question


def numbered(count):
    """Questions with one fact each, all of them different."""
    return [
        Question("wiki", f"Q{n}?", f"A{n}", (Fact(f"F{n}.", f"P{n}?", f"A{n}"),), "2025-09", "test")
        for n in range(count)
    ]


if __name__ == "__main__":
    url, path, number, batch = sys.argv[1:]
    jobs = jobs_of(numbered(int(number)), ["factuality"])
    annotate(jobs, OpenAIJudge("m", url), AnnotationFile(Path(path)), int(batch))
