"""Questions as tables: the documents of lm_eval's tasks, with the prompts that they get."""

import pytest

from erbench_track.api import Benchmark, InputError, load_items
from erbench_track.core.suites.erbench import DOMAIN_NAMES
from erbench_track.erbench_tasks.generator import Benchmark as Generator
from erbench_track.erbench_tasks.items.prompts import prompts_of
from erbench_track.erbench_tasks.stored.writer import export

OTHERS = [pytest.param(name, marks=pytest.mark.slow) for name in DOMAIN_NAMES if name != "movie"]


@pytest.mark.parametrize("domain", ["movie", *OTHERS])
def test_a_model_reads_the_same_words_as_in_lm_eval(tasks, domain):
    for question_type in Benchmark.open(domain).question_types:
        kind = question_type.replace("mh", "2hop" if domain == "movie" else "3hop")
        name = f"erbench_{domain}_{kind}"
        task = tasks.load([name])["tasks"][name]
        items = load_items(domain, question_type)
        docs = list(task.test_docs())
        assert items["id"].tolist() == [doc["id"] for doc in docs]
        for system, prompt, doc in zip(items["system"], items["prompt"], docs, strict=True):
            assert prompt == task.doc_to_text(doc)
            assert f"{system}\n\n" * bool(system) == (task.config.description or "")


def columns_of(*rows):
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_an_item_with_a_passage_is_asked_with_it():
    row = {"question_type": "bn_yes", "question": "Is it?", "options": [], "context": "A river."}
    made = prompts_of(columns_of(row, {**row, "context": ""}))
    assert made["prompt"] == ["A river.\n\nQ: Is it?\nA:", "Q: Is it?\nA:"]
    assert made["system"][0].startswith("The first few passages are hints")
    assert made["system"][1].startswith("Answer the following question in yes or no, and then")
    multiple_choice = {**row, "question_type": "mc", "options": ["It is long.", "It is wide."]}
    assert prompts_of(columns_of(multiple_choice))["prompt"] == [
        "A river.\n\nQ: Is it?\nOption 1: It is long.\nOption 2: It is wide.\nA:"
    ]


def test_a_generated_benchmark_has_the_prompts_as_columns_and_is_opened(toy, tmp_path):
    import pandas as pd

    export(Generator.open(toy / "benchmark.yaml"), tmp_path / "made")
    benchmark = Benchmark.open(tmp_path / "made")
    assert benchmark.name == "city"
    for question_type in benchmark.question_types:
        stored = pd.read_parquet(tmp_path / "made" / question_type)
        items = benchmark.items(question_type)
        assert stored[["id", "system", "prompt"]].equals(items[["id", "system", "prompt"]])
    with pytest.raises(InputError, match="its questions are made already"):
        Benchmark.open(tmp_path / "made", database="other.sqlite")


def test_a_specification_of_ones_own_is_opened(toy):
    benchmark = Benchmark.open(toy / "benchmark.yaml")
    assert benchmark.name == "city"
    items = benchmark.items(benchmark.question_types[0])
    assert set(items["domain"]) == {"city"}
    assert "Q: " in items["prompt"][0]


def test_choices_are_those_of_lm_evals_metadata():
    few = load_items("movie", "mc", sample_entities=5, nota=1.0)
    assert set(few["answer"]) == {"none of the above"}
    assert few["entity_id"].nunique() <= 5


def test_questions_about_images_say_where_the_image_is():
    items = load_items("soccer_mm", "bn_yes", sample_entities=2)
    assert all(image["path"].endswith(".png") for image in items["image"])
    assert items["prompt"][0].startswith("Q: ")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("movies", "mc"), "movies"),
        (("movie", "bn"), "movie: no 'bn' questions; known: bn_yes, bn_no"),
        (("movie", "mh"), "movie: no 'mh' questions; known: bn_yes"),
        (("airport", "mh_yes"), "airport: no mh_yes items"),
    ],
)
def test_what_there_is_not_is_refused(given, said):
    with pytest.raises(InputError) as refused:
        load_items(*given)
    assert str(refused.value).startswith(said)
