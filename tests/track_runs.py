"""Samples files of TRACK runs, made up, in the shape that lm_eval logs."""

import json

DATE = "2026-01-02T03-04-05.000000"


def fact(number):
    text = f"The capital of Land {number} is Town {number}."
    return {
        "fact_id": f"f{number}",
        "fact": text,
        "probe_question": f"What is the capital of Land {number}?",
        "probe_answer": f"Town {number}",
    }


def probe(number, known, confidence, scenario="wiki", **more):
    """A probed fact; `known` None: no verdict could be had."""
    measures = {"unjudged": 1.0}
    if known is not None:
        measures = {
            "known": float(known),
            "knowledge_confidence": confidence,
            "known_at_half": float(confidence >= 0.5),
            "unjudged": 0.0,
        }
    doc = {"id": f"p{number}", "scenario": scenario, **fact(number), "as_of": "", "source": "me"}
    return {"doc": doc, "resps": [["x"] * 10], "filtered_resps": ["x"], **measures, **more}


def answer(
    question,
    passed=True,
    entailed=(True, True),
    known=(),
    injected=(),
    kas=0,
    scenario="wiki",
    prompt=None,
    **more,
):
    """An answered question; `passed` or a fact that is None: no verdict could be had."""
    everything = None if None in entailed else all(entailed)
    everything = False if False in entailed else everything
    measures = {"unjudged": float(passed is None or everything is None)}
    if passed is not None:
        measures["answer_pass"] = float(passed)
    if everything is not None:
        measures["full_knowledge_entailment"] = float(everything)
    if passed is not None and everything is not None:
        measures["holistic_pass"] = float(passed and everything)
    extracted = {"answer": 'it\'s "x"', "answer_pass": passed, "facts_entailed": list(entailed)}
    text = f"What is it?\n{' '.join(injected)}" if prompt is None else prompt
    return {
        "doc": {
            "id": f"q{question}",
            "scenario": scenario,
            "question": "What is it?",
            "answer": "x",
            "facts": [
                {**fact(number), "fact_id": f"{question}/{number}"}
                for number in range(len(entailed))
            ],
            "as_of": "",
            "source": "me",
            "detail": "{}",
            "injected_facts": list(injected),
            "kas": kas,
            "known": list(known),
        },
        "arguments": {"gen_args_0": {"arg_0": text, "arg_1": {"until": []}}},
        "resps": [["x"]],
        "filtered_resps": [json.dumps(extracted)],  # as lm_eval logs an Extraction
        "facts_injected": float(len(injected)),
        "has_injected_facts": float(bool(injected)),
        **measures,
        **more,
    }


def write(folder, task, samples, date=DATE, **results):
    """Writes a run as lm_eval does."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"samples_{task}_{date}.jsonl"
    lines = [json.dumps({"doc_id": i, **sample}) + "\n" for i, sample in enumerate(samples)]
    path.write_text("".join(lines))
    if results:
        (folder / f"results_{date}.json").write_text(json.dumps(results))
    return path


def study(folder, method, kas, samples, scenario="wiki", date=DATE, model="m"):
    """Writes a run where a study leaves it."""
    task = f"track_{scenario}" if method == "closed_book" else f"track_{scenario}_{method}"
    place = folder / "out" / f"{scenario}_{method}_kas{kas}" / model
    return write(place, task, samples, date, model_name=model, lm_eval_version="0.4.13")


def injected(question, *passed, known=(False, True), kas=1, **more):
    """An answered question of an open-book run, with its gap in the prompt."""
    facts = [fact(number)["fact"] for number, flag in enumerate(known) if not flag]
    return answer(question, *passed, known=known, injected=facts, kas=kas, **more)


def full(folder, **more):
    """A study of one scenario with everything in it."""
    study(folder, "probe", 0, [probe(i, i % 3 > 0, i % 11 / 10, **more) for i in range(30)])
    study(folder, "closed_book", 0, [answer(i, i % 4 == 0, known=(False, True)) for i in range(12)])
    for kas in (1, 10):
        for method in ("append", "ft_ck"):
            samples = [injected(i, i % 3 > 0, (i % 5 > 0, i % 2 > 0), kas=kas) for i in range(12)]
            study(folder, method, kas, samples)
