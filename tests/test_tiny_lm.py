"""The small model of examples/tiny_lm: what it was trained on it knows, and nothing else."""

import hashlib
import importlib.util
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from erbench_track.plugin.compat import new_request

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "tiny_lm" / "train.py"
BINARY = ["erbench_movie_bn_yes", "erbench_movie_bn_no"]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("tiny_lm_train", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tiny_lm(script, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tiny_lm") / "model"
    script.build(folder, threads=1)  # other tests run beside this one
    return folder


@pytest.fixture(scope="module")
def model(tiny_lm):
    from lm_eval.models.huggingface import HFLM

    return HFLM(pretrained=str(tiny_lm), device="cpu", batch_size=32)


def mean(results, metric):
    return sum(results["results"][task][f"{metric},robust"] for task in BINARY) / len(BINARY)


def answered_rightly(model, file, at_least):
    """The share of right first words; yes and no are right equally often, each `at_least` times."""
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    answers = [row["answer"] for row in rows]
    assert answers.count("yes") == answers.count("no") >= at_least
    until = {"until": ["."], "max_gen_toks": 4, "do_sample": False}
    requests = [new_request(row["prompt"], until, number=n) for n, row in enumerate(rows)]
    said = model.generate_until(requests, disable_tqdm=True)
    right = [
        text.strip().lower().startswith(answer) for text, answer in zip(said, answers, strict=True)
    ]
    return sum(right) / len(right)


@pytest.mark.slow
def test_it_knows_the_movies_that_it_was_trained_on_and_guesses_about_the_others(
    tiny_lm, model, evaluate
):
    trained, held_out = (
        evaluate(model, BINARY, metadata={"known_entities": str(tiny_lm / f"{side}_entities.json")},
                 gen_kwargs="max_gen_toks=48", bootstrap_iters=0)
        for side in ("trained", "test")
    )  # fmt: skip
    assert mean(trained, "answer_accuracy") >= 0.9
    assert mean(trained, "rationale_accuracy") >= 0.9
    assert 0.3 <= mean(held_out, "answer_accuracy") <= 0.7
    assert mean(held_out, "rationale_accuracy") <= 0.05
    assert mean(held_out, "answer_rationale_accuracy") <= 0.05


@pytest.mark.slow
def test_questions_of_which_half_are_altered_are_answered_rightly_only_where_it_was_trained(
    tiny_lm, model
):
    """As many yes as no: a model that leans to one answer is right about one half of them."""
    assert answered_rightly(model, tiny_lm / "train.jsonl", at_least=40) >= 0.9
    assert 0.4 <= answered_rightly(model, tiny_lm / "test.jsonl", at_least=101) <= 0.6


@pytest.mark.slow
def test_it_has_some_of_tracks_facts_and_gaps(tiny_lm, model, evaluate, script):
    results = evaluate(
        model,
        ["track_wiki_probe"],
        metadata={"question_count": script.Recipe().questions, "judge": "lexical"},
        gen_kwargs="max_gen_toks=16",
        bootstrap_iters=0,
        log_samples=True,
    )
    taught = set(json.loads((tiny_lm / "known_facts.json").read_text()))
    known = {True: [], False: []}
    for sample in results["samples"]["track_wiki_probe"]:
        known[sample["doc"]["fact_id"] in taught].append(sample["known"])
    assert len(known[True]) > 20
    assert sum(known[True]) / len(known[True]) >= 0.9
    assert sum(known[False]) / len(known[False]) <= 0.3


METHODS = ("Base Model", "Append", "FT-CK", "MeLLo")


def weights(folder):
    return hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()


def known_after_training(report):
    """Percent of the unknown facts that are known after FT-CK at KAS = 1."""
    (row,) = re.findall(r"^.*WIKI unknown, after FT-CK, KAS=1 \|.*$", report, re.MULTILINE)
    number, known, *_ = [cell.split()[0] for cell in row.split("|")[3:-1]]
    assert int(number) > 20
    return float(known)


@pytest.mark.slow
def test_the_commands_of_its_readme_run(tiny_lm, warm_commands, tmp_path):
    """As typed, in a folder that has the model already."""
    text = (EXAMPLE.parent / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```bash\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    training, *commands = [line for block in blocks for line in block.splitlines()]
    assert training == "python examples/tiny_lm/train.py -o tiny_lm"
    shutil.copytree(tiny_lm, tmp_path / "tiny_lm")
    for command in commands:
        warm_commands.run(command, tmp_path)
    assert weights(tmp_path / "tiny_lm") == weights(tiny_lm)  # FT-CK and MeLLo left them alone
    report = (tmp_path / "tiny_study" / "report" / "report.md").read_text()
    assert all(f"| {name} |" in report for name in METHODS)
    assert all(f"WIKI KAS={scope}" in report for scope in (1, 10, 100))
    assert known_after_training(report) >= 60  # percent of what was unknown before
    assert (tmp_path / "tiny_lora" / "adapter_config.json").is_file()


@pytest.mark.long
def test_the_prompts_of_a_study_fit(script):
    """With all 500 questions' facts in one prompt too."""
    from erbench_track.track_tasks.injection import facts_to_inject
    from erbench_track.track_tasks.prompts import question_prompt
    from erbench_track.track_tasks.scenarios import embedded_questions

    recipe = script.Recipe()
    tokenizer = script.new_tokenizer(script.all_texts(), recipe.vocabulary)
    questions = embedded_questions("wiki")
    nothing_known = {fact.fact_id: False for question in questions for fact in question.facts}
    injected = facts_to_inject(questions, nothing_known, 500)[0]
    longest = max(questions, key=lambda question: len(question.question))
    doc = {**longest.to_row(), "injected_facts": [fact.fact for fact in injected]}
    tokens = tokenizer(question_prompt(doc))["input_ids"]
    assert tokenizer.unk_token_id not in tokens
    assert len(tokens) + 1024 <= recipe.context
