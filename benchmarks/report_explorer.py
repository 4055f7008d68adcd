"""Measures the report's explorer: how long it takes to write and to open, and to answer a filter.

    python benchmarks/report_explorer.py --responses 50000

The responses are made up: two models, each asked the same questions about films. The browser is
Debian's Chromium, driven by playwright, at the page as it lies on the disk.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from erbench_track.filters.erbench import ReadingFilter
from erbench_track.filters.text.injection_trace import said
from erbench_track.metrics.erbench import process_results
from erbench_track.metrics.report.report import make_report, write_report
from erbench_track.metrics.responses.collection import explore

DATE = "2026-01-02T03-04-05.000000"
TASKS = {"erbench_movie_bn_yes": "yes", "erbench_movie_bn_no": "no"}
MODELS = ("first", "second")
WORDS = ["the", "a", "of", "film", "director", "year", "born", "star", "not", "it", "and", "was"]
# Each is a filter that a person sets, as the part of the link after `#`.
FILTERS = {
    "a task": "/erbench_movie_bn_no/",
    "an outcome": "first/erbench_movie_bn_no/hallucinated",
    "readings differ": "//?differ=1",
    "one wrong, one right": "first//?versus=better:second",
    "a word in any response": "//?q=director+year",
    "a word that is rare": "//?q=film+number+12345",
    "everything": "//",
}


def lines(model: str, answer: str, count: int) -> Iterator[dict[str, Any]]:
    """Yields the lines of a samples file, as both readings have them."""
    draw = random.Random(f"{model} {answer}")  # noqa: S311 -- made-up text
    rows = []
    for number in range(count):
        title = f"Film number {number}"
        said_ = " ".join(draw.choices(WORDS, k=60))
        named = f"It is {title}. " if draw.random() < 0.5 else ""
        text = f"{draw.choice(['Yes', 'No', 'I am not sure'])}. {named}{said_}."
        element = {"hop": 1, "attribute": "title", "values": [title], "match": "any"}
        doc = {
            "id": f"{answer}/{number}",
            "domain": "movie",
            "question_type": f"bn_{answer}",
            "entity_id": number,
            "entity": title,
            "question": f"Is there a film of the year {1900 + number % 120} with {title}?",
            "options": [],
            "answer": answer,
            "rationale": [element],
            "popularity": number,
        }
        rows.append((doc, text))
    for reading in ("robust", "paper"):
        found = ReadingFilter(reading).apply([[text] for _, text in rows], [doc for doc, _ in rows])
        for number, ((doc, text), extracted) in enumerate(zip(rows, found, strict=True)):
            recorded = {"resps": [[text]], "filtered_resps": [extracted], "filter": reading}
            yield {"doc_id": number, "doc": doc, **recorded, **process_results(doc, [extracted])}


def write_runs(folder: Path, responses: int) -> None:
    count = responses // (len(MODELS) * len(TASKS))
    for model in MODELS:
        (folder / model).mkdir(parents=True)
        for task, answer in TASKS.items():
            with (folder / model / f"samples_{task}_{DATE}.jsonl").open("w") as file:
                file.writelines(json.dumps(line) + "\n" for line in lines(model, answer, count))


def timed(what: str, work: Callable[[], Any]) -> Any:
    start = time.perf_counter()
    done = work()
    print(f"{what:42} {time.perf_counter() - start:8.2f} s")
    return done


def measure_page(page_file: Path, repeats: int) -> None:
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        opened, explored = [], []
        for _ in range(repeats):
            start = time.perf_counter()
            page.goto(page_file.as_uri())
            opened.append(time.perf_counter() - start)
            page.goto("about:blank")
            start = time.perf_counter()
            page.goto(page_file.as_uri() + "#//")
            page.wait_for_selector("#explorer .card")
            explored.append(time.perf_counter() - start)
            page.wait_for_timeout(1500)
            filters = {name: _filter_time(page, hash_) for name, hash_ in FILTERS.items()}
            page.goto("about:blank")
        print(f"{'page opens':42} {statistics.median(opened):8.2f} s")
        print(f"{'page opens at its responses':42} {statistics.median(explored):8.2f} s")
        for name, took in filters.items():
            print(f"{'filter: ' + name:42} {took:8.0f} ms")
        browser.close()


def _filter_time(page: Any, hash_: str) -> float:
    """Returns how long it takes from the change of the link to the next frame, in milliseconds."""
    return float(
        page.evaluate(
            """hash => new Promise((done) => {
            const start = performance.now();
            addEventListener("hashchange", () => requestAnimationFrame(() =>
                setTimeout(() => done(performance.now() - start), 0)), { once: true });
            location.hash = hash;
        })""",
            hash_,
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--responses", type=int, default=50_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--runs", type=Path, help="runs of your own, instead of made-up ones")
    settings = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs, out = settings.runs or Path(folder) / "runs", Path(folder) / "report"
        if settings.runs is None:
            timed("made-up runs", lambda: write_runs(runs, settings.responses))
        report = timed("tables", lambda: make_report([runs]))
        explorer = timed("responses read and packed", lambda: explore(report.models, said))
        out.mkdir()
        timed("report written", lambda: write_report(report, out, explorer))
        total = sum(counts.total() for task in explorer.tasks for counts in task.counts.values())
        size = sum(path.stat().st_size for path in out.rglob("*.js"))
        page = (out / "report.html").stat().st_size
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{total:,} responses, page {page / 1e6:.1f} MB, files beside it {size / 1e6:.1f} MB")
        print(f"{'peak memory':42} {peak:8.0f} MiB")
        measure_page(out / "report.html", settings.repeats)


if __name__ == "__main__":
    main()
