"""The split `fewshot`: demonstrations about entities that no question is about."""

import pytest
from painting_benchmark import works

from erbench_track.erbench_tasks.demonstrations import target
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.stored.manifest import Manifest
from erbench_track.erbench_tasks.stored.reader import GeneratedBenchmark
from erbench_track.erbench_tasks.stored.writer import export
from erbench_track.filters.erbench import ReadingFilter
from erbench_track.metrics.erbench import process_results


@pytest.fixture
def generated(tmp_path):
    """A folder with the items about 200 paintings."""
    export(works(tmp_path, 200), tmp_path / "items")
    return tmp_path / "items"


def split(folder, question_type, name):
    from datasets import load_dataset

    return load_dataset(str(folder), question_type, split=name)


@pytest.mark.long
def test_demonstrations_are_about_other_entities_than_the_questions(generated):
    asked = {doc["entity_id"] for kind in ("bn_yes", "mc", "mh_no")
             for doc in split(generated, kind, "test")}  # fmt: skip
    shown = {doc["entity_id"] for kind in ("bn_yes", "bn_no", "mc", "mh_yes", "mh_no")
             for doc in split(generated, kind, "fewshot")}  # fmt: skip
    assert len(asked) == 192
    assert len(shown) == 8
    assert not asked & shown


def test_basic_and_negated_questions_have_the_same_demonstrations_which_alternate(generated):
    yes, no = (split(generated, kind, "fewshot") for kind in ("bn_yes", "bn_no"))
    assert yes["id"] == no["id"]
    assert yes["answer"] == ["yes", "no"] * 4
    assert len(set(yes["entity_id"])) == 8


def test_a_demonstration_is_a_right_response(generated):
    for kind in ("bn_no", "mc", "mh_yes"):
        for doc in split(generated, kind, "fewshot"):
            read = ReadingFilter("robust").apply([[target(doc)]], [doc])
            scores = process_results(doc, list(read))
            assert scores["answer_accuracy"] == scores["rationale_accuracy"] == 1, target(doc)
    doc = split(generated, "mh_yes", "fewshot")[1]
    number = int(doc["entity"].split()[-1]) % 30
    painter, born = f"Painter {chr(65 + number % 26)}{number}", 1850 + number
    assert target(doc) == f"No. The painter is {painter}. The birth year is {born}."


def test_an_option_of_a_demonstration_stands_with_its_number():
    element = {"attribute": "museum", "values": ["Prado"], "match": "any"}
    doc = {"answer": "option 2", "options": ["It is new.", "It is in Rome"], "rationale": [element]}
    assert target(doc) == "Option 2: It is in Rome. The museum is Prado."
    last = {"answer": "none of the above", "options": ["It is new.", "None of the above."]}
    assert target({**last, "rationale": []}) == "Option 2: None of the above."
    several = {"attribute": "games", "values": ["1912", "1956", "2000"], "match": "all"}
    doc = {"answer": "yes", "options": [], "rationale": [several]}
    assert target(doc) == "Yes. The values of games are 1912, 1956 and 2000."


def test_a_demonstration_says_a_name_of_an_index_in_order():
    element = {"attribute": "painter", "values": ["Elm, Sir Odo", "Odo Elm"], "match": "any"}
    assert target({"answer": "yes", "options": [], "rationale": [element]}).endswith("is Odo Elm.")
    alone = {**element, "values": ["Elm, Ash"]}
    assert target({"answer": "yes", "options": [], "rationale": [alone]}).endswith("is Elm, Ash.")


def test_few_entities_are_all_asked_about(tmp_path):
    manifest = export(works(tmp_path, 19), tmp_path / "items")
    assert manifest.question_types["mc"].items == 19
    assert not GeneratedBenchmark.open(tmp_path / "items").fewshot


def test_the_largest_number_of_items_is_without_demonstrations(tmp_path):
    benchmark = works(tmp_path, 200)
    manifest = export(benchmark, tmp_path / "items", max_items=48)
    assert sum(part.items for part in manifest.question_types.values()) == 48
    assert benchmark.possible == 192 * 5
    assert {part.demonstrations for part in manifest.question_types.values()} == {8}
    fewer = export(benchmark, tmp_path / "fewer", max_items=20)
    of_types = [{name: part.demonstrations_digest for name, part in one.question_types.items()}
                for one in (manifest, fewer)]  # fmt: skip
    assert of_types[0] == of_types[1]


def test_the_embedded_domains_have_the_papers_demonstrations_and_ask_about_all(tmp_path):
    export(Benchmark.open("movie"), tmp_path / "items")
    types = Manifest.read(tmp_path / "items").question_types
    assert not any(part.demonstrations for part in types.values())


def test_a_dataset_with_demonstrations_opens_as_a_whole(generated):
    from datasets import load_dataset

    whole = load_dataset(str(generated))
    assert list(whole) == ["test"]
    assert len(whole["test"]) == 192 * 5
