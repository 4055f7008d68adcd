"""What tests of labelling share: runs in lm_eval's shape, and people who label them."""

import json

from track_runs import DATE, answer, write

ERBENCH_TASK, TRACK_TASK = "erbench_movie_bn_yes", "track_wiki"


def response(number, right=True, named=True, paper=None, judged=None, text=None):
    """Returns a response as each reading finds it; by the paper's reading `named` may differ."""
    doc = {
        "id": f"i{number}",
        "entity_id": f"e{number // 2}",  # two questions about each
        "domain": "movie",
        "question_type": "bn_yes",
        "question": f"Is there a film {number}?",
        "options": [],
        "answer": "yes",
        "rationale": [
            {"hop": 1, "attribute": "movie title", "values": [f"Film {number}"], "match": "any"}
        ],
    }
    text = f"{'Yes' if right else 'No'}, Film {number if named else 0}." if text is None else text
    for reading, has_value in (("robust", named), ("paper", named if paper is None else paper)):
        measures = {
            "answer_accuracy": float(right),
            "rationale_accuracy": float(has_value),
            "answer_rationale_accuracy": float(right and has_value),
            "hallucination_rate": float(not right),
            "missing_rate": 0.0,
        }
        if judged is not None:
            measures["judged_rationale_accuracy"] = float(judged)
        found = {"answer": "yes", "hops": [{"share": float(has_value), "values": []}]}
        yield {
            "doc_id": number,
            "doc": doc,
            "resps": [[text]],
            "filter": reading,
            "filtered_resps": [json.dumps(found)],
            **measures,
        }


def write_run(folder, responses, task=ERBENCH_TASK, model=None, date=DATE):
    """Writes a run, and the results that name its model."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(row) for rows in responses for row in rows]
    (folder / f"samples_{task}_{date}.jsonl").write_text("\n".join(lines) + "\n")
    results = {"model_name": model or folder.name}
    (folder / f"results_{date}.json").write_text(json.dumps(results))
    return folder


def write_track_run(folder, verdicts):
    """Writes a run of TRACK: for each question whether it passed, and which facts are entailed."""
    samples = [answer(number, *verdict) for number, verdict in enumerate(verdicts)]
    write(folder, TRACK_TASK, samples, model_name=folder.name)
    return folder


def write_labels(path, key, drawn, responses, mark, person="anna", **changes):
    """Writes the labels of a person, who marks each response as `mark` says."""
    from erbench_track.metrics.audit.labels import stratum_code

    by_id = {response.id: response for response in responses}
    rows = []
    for of in drawn:
        said, rationale = mark(by_id[of.id])
        row = {
            "sample": key,
            "id": of.id,
            "stratum": stratum_code(key, of.stratum),
            "stratum_size": of.size,
            "probability": of.probability,
            "person": person,
            "answer": said,
            "rationale": rationale,
            "note": "",
        }
        rows.append({**row, **changes})
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
