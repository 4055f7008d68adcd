"""Responses to questions about films, read and scored as lm_eval does, for the explorer."""

import json

from erbench_track.core.json_text import read_extraction
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.filters.text.injection_trace import said
from erbench_track.metrics.erbench import process_results
from erbench_track.metrics.report.report import make_report, write_report
from erbench_track.metrics.responses.collection import explore

DATE = "2026-01-02T03-04-05.000000"
FILMS = [f"The {word} of Lake {number}" for number, word in enumerate(["Night", "Song"] * 15)]


def film(number, kind="bn_no", title=None):
    """A question about a film; `kind` `mc` has options."""
    title = FILMS[number] if title is None else title
    negated = " no" if kind == "bn_no" else ""
    doc = {
        "id": f"{kind}/{number}",
        "domain": "movie",
        "question_type": kind,
        "entity_id": number,
        "entity": title,
        "question": f"Is it true that there are{negated} films by Ann Other number {number}?",
        "options": [],
        "answer": "no" if negated else "yes",
        "rationale": [{"hop": 1, "attribute": "title", "values": [title], "match": "any"}],
        "popularity": float(number),
    }
    if kind == "mc":
        options = [f"It was shot in {1900 + number}.", "It is silent.", "It is long."]
        element = {"hop": 1, "attribute": ["year", "sound"][number % 2], "values": ["1999"]}
        doc |= {"options": options, "answer": "option 1", "variant": 0}
        doc["rationale"] = [{**element, "match": "any"}]
    return doc


def scored(doc, response, doc_id, **more):
    """Both lines of a sample, as the two readings have it."""
    lines = []
    for reading in ("robust", "paper"):
        (found,) = ReadingFilter(reading).apply([[response]], [doc])
        measures = process_results(doc, [found])
        line = {"doc_id": doc_id, "doc": doc, "resps": [[response]], "filtered_resps": [found]}
        lines.append({**line, "filter": reading, **measures, **more})
        assert read_extraction(found)["reading"] == reading
    return lines


def write_run(folder, model, task, lines):
    """Writes a run as lm_eval does."""
    folder = folder / model
    folder.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / f"samples_{task}_{DATE}.jsonl").write_text(text)
    results = {"model_name": model, "configs": {}}
    (folder / f"results_{DATE}.json").write_text(json.dumps(results))


def careful(number):
    return f"<think>Which film?</think>No, there is one: {FILMS[number]} is by Ann Other."


def careless(number):
    """Right, right for no reason, wrong, or with the title where it is no answer."""
    return (
        f"No, {FILMS[number]} is by Ann Other.",
        "No, that is not true at all.",
        "Yes, there are no such films.",
        f"Yes, it is true. She did not make {FILMS[number]} or any other film.",
        "I do not know.",
    )[number % 5]


def two_models(folder):
    """Writes runs of a careful and of a careless model."""
    for model, says in (("careful", careful), ("careless", careless)):
        for kind, task in (("bn_no", "erbench_movie_bn_no"), ("mc", "erbench_movie_mc")):
            lines = [
                line
                for number in range(len(FILMS))
                for line in scored(
                    film(number, kind),
                    says(number) if kind == "bn_no" else "Option 1. It was shot in 1999.",
                    number,
                )
            ]
            write_run(folder, model, task, lines)


def write_page(runs, folder, **settings):
    """Writes the report of runs, with their responses; returns the page."""
    report = make_report([runs], **settings)
    folder.mkdir()
    write_report(report, folder, explore(report.models, said))
    return folder / "report.html"
