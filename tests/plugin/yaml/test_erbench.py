"""The task files: all are indexed, load, and ask what the paper asks."""

import re
import shutil
from pathlib import Path

import pytest
import yaml

from erbench_track.core.errors import InputError
from erbench_track.core.suites.erbench import DOMAINS
from erbench_track.core.suites.task_metadata import metadata_of
from erbench_track.plugin.hook.register import tasks_dir
from erbench_track.plugin.tasks.task_files import task_files, write_task_files, written_files

SYSTEM_PROMPT = (
    "Answer the following question in yes or no, and then explain why. "
    "Say unsure if you don't know and then explain why."
)


@pytest.fixture(scope="module")
def movie(tasks):
    return tasks.load(["erbench_movie"])


@pytest.fixture(scope="module")
def every_task(tasks):
    """All tasks of ERBench by name."""
    names = [name for name in tasks.all_subtasks if name.startswith("erbench_")]
    return {name: tasks.load([name])["tasks"][name] for name in names}


def test_the_task_files_are_those_that_the_lists_make():
    """`make tasks` brings them up to date."""
    folder = tasks_dir()
    found = {*folder.rglob("*.yaml"), *written_files(folder)}
    assert {str(path.relative_to(folder)): path.read_text() for path in found} == task_files()


def test_files_of_what_the_lists_no_longer_have_are_deleted(tmp_path):
    shutil.copytree(tasks_dir(), tmp_path / "yaml")
    before = {path: path.read_text() for path in (tmp_path / "yaml").rglob("*") if path.is_file()}
    gone = tmp_path / "yaml" / "erbench" / "erbench_chess.yaml"
    gone.write_text((tasks_dir() / "erbench" / "erbench_book.yaml").read_text())
    assert write_task_files(tmp_path / "yaml") == [gone]
    after = {path: path.read_text() for path in (tmp_path / "yaml").rglob("*") if path.is_file()}
    assert after == before


@pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain.name)
def test_a_domain_has_every_file_that_its_tasks_read(domain):
    package = tasks_dir().parent.parent
    data = package / "erbench_tasks" / "data" / domain.name
    assert (data / "benchmark.yaml").is_file()
    assert (data / "multimodal.yaml").is_file() == domain.has_images
    assert (package / "templates" / "training" / f"{domain.name}.jinja").is_file()
    shown = ["binary", "multiple_choice", *([f"{domain.chain.hops}hop"] if domain.chain else [])]
    for kind in shown:
        assert (tasks_dir() / "erbench" / f"_{domain.name}_{kind}_demonstrations").is_file()


@pytest.mark.long
def test_the_metadata_of_a_task_say_what_its_documents_ask(every_task):
    for name, task in every_task.items():
        said = metadata_of("", task.config.metadata)
        assert said == metadata_of(name), name
        doc = task.eval_docs[0]
        assert (said.domain, said.question_type) == (doc["domain"], doc["question_type"])
        # What assesses a chain asks for all that is along it at once.
        steps = "," if doc["question_type"] == "known_mh" else ";"
        chain = doc["fd"].partition("->")[2] if steps == "," else doc["fd"]
        assert said.hops == (chain.count(steps) + 1 if said.hops else 0)
        assert (said.variant == "mm") == ("image" in doc)
        assert (said.variant == "ka") == bool(doc["context"])


@pytest.mark.long
def test_every_task_file_is_indexed_and_loads(tasks, every_task):
    """lm_eval passes over a broken file in silence, so the files are counted."""
    files = sorted(tasks_dir().rglob("*.yaml"))
    assert len(files) == len({*tasks.all_tasks} - {*tasks.all_tags})
    for path in files:
        name = path.stem
        assert name in tasks.all_tasks, path
        if re.search(
            "_(append(_t)?|ft_ck|mello)$", name
        ):  # needs to be told what the model does not know
            with pytest.raises(InputError, match="gaps: missing"):
                tasks.load([name])
            continue
        loaded = {name: every_task[name]} if name in every_task else tasks.load([name])["tasks"]
        assert loaded
        for task in loaded.values():
            assert len(task.eval_docs) > 100


def test_shared_bases_are_never_listed_as_tasks():
    assert all(not path.name.startswith("_") for path in tasks_dir().rglob("*.yaml"))


def test_the_group_has_the_three_question_types_and_means_weighted_by_size(movie):
    assert movie["group_map"] == {
        "erbench_movie": ["erbench_movie_bn_yes", "erbench_movie_bn_no", "erbench_movie_mc"]
    }
    for metric in movie["groups"]["erbench_movie"].aggregate_metric_list:
        assert metric.weight_by_size
        assert metric.aggregation == "mean"


@pytest.mark.parametrize("question_type", ["bn_yes", "bn_no"])
def test_a_binary_prompt_is_the_papers_system_prompt_and_the_question(movie, question_type):
    task = movie["tasks"][f"erbench_movie_{question_type}"]
    doc = task.eval_docs[0]
    prompt = task.fewshot_context(doc, num_fewshot=0)
    assert prompt == f"{SYSTEM_PROMPT}\n\nQ: {doc['question']}\nA:"


def test_a_chat_template_gets_the_system_prompt_as_the_system_message(movie):
    task = movie["tasks"]["erbench_movie_bn_yes"]
    doc = task.eval_docs[0]
    seen = []

    def chat_template(messages, add_generation_prompt):
        seen.extend(messages)
        return "rendered"

    task.fewshot_context(
        doc,
        num_fewshot=1,
        apply_chat_template=True,
        fewshot_as_multiturn=True,
        chat_template=chat_template,
    )
    assert [message["role"] for message in seen] == ["system", "user", "assistant", "user"]
    assert seen[0]["content"].strip() == SYSTEM_PROMPT
    assert seen[2]["content"].startswith("Yes, the movie, among various movies Al Pacino")
    assert seen[3]["content"].strip() == f"Q: {doc['question']}\nA:"


def test_a_multiple_choice_prompt_numbers_its_options(movie):
    task = movie["tasks"]["erbench_movie_mc"]
    doc = task.eval_docs[0]
    first, second, third = doc["options"]
    assert task.fewshot_context(doc, num_fewshot=0) == (
        f"Q: {doc['question']}\nOption 1: {first}\nOption 2: {second}\nOption 3: {third}\nA:"
    )


def test_the_demonstrations_are_the_papers_in_its_order(movie):
    task = movie["tasks"]["erbench_movie_bn_no"]
    prompt = task.fewshot_context(task.eval_docs[0], num_fewshot=8)
    questions = [line for line in prompt.splitlines() if line.startswith("Q: ")]
    assert len(questions) == 9
    assert questions[0].startswith("Q: Is there a movie, released in 1975, starring Al Pacino")
    assert questions[7].startswith("Q: Is there a movie, released in 1982, starring Dustin")
    assert '"Tootsie".\n\nQ: Is it true that there are no movies' in prompt


def test_a_task_with_fewer_demonstrations_than_asked_for_shows_all(movie):
    """Table 32 has three for multiple choice, Table 27 eight: a group is run with one number."""
    task = movie["tasks"]["erbench_movie_mc"]
    eight = task.fewshot_context(task.eval_docs[0], num_fewshot=8)
    assert eight == task.fewshot_context(task.eval_docs[0], num_fewshot=3)
    assert eight.count("\nA: Option") == 3
    two = task.fewshot_context(task.eval_docs[0], num_fewshot=2)
    assert two.count("\nA: Option") == 2


def test_no_demonstration_is_an_item_of_the_benchmark(every_task):
    for name, task in every_task.items():
        if not re.search("_known_|_mm$", name):
            asked = {doc["question"] for doc in task.eval_docs}
            assert not asked & {demo["question"] for demo in task.fewshot_docs()}, name


def test_no_demonstration_names_a_movie_of_the_benchmark(movie):
    for task in movie["tasks"].values():
        shown = " ".join(demo["question"] + demo["demonstration"] for demo in task.fewshot_docs())
        entities = {doc["entity"] for doc in task.eval_docs}
        assert not [entity for entity in entities if f'"{entity}"' in shown]


def test_binary_tasks_show_eight_demonstrations_and_multiple_choice_two_to_four(every_task):
    """Section 4.5 and Appendix C.2."""
    for name, task in every_task.items():
        if re.search("_known_|_mm$", name):
            continue
        shown = list(task.fewshot_docs())
        if "_mc" in name:
            assert 2 <= len(shown) <= 4, name
            assert all(2 <= len(demo["options"]) <= 4 for demo in shown), name
        else:
            assert len(shown) == 8, name
            answers = [demo["demonstration"].split()[0].strip(",.").lower() for demo in shown]
            assert answers.count("yes") == answers.count("no") == 4, name


def test_chain_of_thought_tasks_always_show_their_demonstrations(every_task):
    task = every_task["erbench_movie_2hop_yes_cot"]
    assert task.config.num_fewshot == 8
    prompt = task.fewshot_context(task.eval_docs[0], num_fewshot=8)
    assert prompt.count("The answer is yes.") == prompt.count("The answer is no.") == 4
    assert task.eval_docs[:] == every_task["erbench_movie_2hop_yes"].eval_docs[:]


def test_the_group_of_all_domains_has_every_single_and_multi_hop_task(tasks):
    loaded = tasks.load(["erbench"])
    chains = [domain for domain in DOMAINS if domain.chain]
    assert len(loaded["tasks"]) == 3 * len(DOMAINS) + 2 * len(chains)


def test_none_of_the_above_is_right_for_the_share_asked_for(tasks):
    from lm_eval.tasks import TaskManager

    def answers(task, metadata=None):
        manager = TaskManager(
            include_defaults=False, include_path=tasks_dir(), metadata=metadata or {}
        )
        docs = manager.load([task])["tasks"][task].eval_docs
        assert {doc["options"][-1] for doc in docs} == {"None of the above."}
        return {(doc["entity_id"], doc["variant"]): doc["answer"] for doc in docs}

    def share(some):
        return [*some.values()].count("none of the above") / len(some)

    for nota in (0.0, 0.3, 1.0):
        assert abs(share(answers("erbench_movie_mc", {"nota": nota})) - nota) < 0.08
    assert 0.1 < share(answers("erbench_movie_mc_nota")) < 0.3
    low, high = (answers("erbench_movie_mc", {"nota": nota}) for nota in (0.2, 0.6))
    # Which films are asked about depends on which of them have a false option.
    assert len(low.keys() & high.keys()) > 0.5 * len(low)
    assert all(
        high.get(key, answer) == answer
        for key, answer in low.items()
        if answer == "none of the above"
    )


def test_decoding_is_greedy_and_a_blank_line_does_not_end_it(movie):
    for task in movie["tasks"].values():
        decoding = task.config.generation_kwargs
        assert (decoding["do_sample"], decoding["temperature"]) == (False, 0.0)
        assert "\n\n" not in decoding["until"]


def test_metadata_points_a_task_at_another_benchmark_database_or_dataset(tasks, toy, tmp_path):
    from lm_eval.tasks import TaskManager

    from erbench_track.erbench_tasks.generator import Benchmark
    from erbench_track.erbench_tasks.stored.writer import export

    def entities(metadata):
        manager = TaskManager(include_defaults=False, include_path=tasks_dir(), metadata=metadata)
        task = manager.load(["erbench_movie_bn_yes"])["tasks"]["erbench_movie_bn_yes"]
        return {doc["entity"] for doc in task.eval_docs}

    spec = str(toy / "benchmark.yaml")
    assert entities({"benchmark": spec}) == {"Budapest", "Paris", "Rome"}
    with (toy / "city.csv").open("a") as file:
        file.write("Tulln,Austria,1100,Tiber\n")
    assert entities({"benchmark": spec, "database": str(toy)}) == {
        "Budapest", "Paris", "Rome", "Tulln",
    }  # fmt: skip
    export(Benchmark.open(spec), tmp_path / "items")
    assert entities({"dataset": str(tmp_path / "items")}) == {
        "Budapest", "Paris", "Rome", "Tulln",
    }  # fmt: skip


def test_no_argument_of_a_model_is_taken_for_one_of_the_questions():
    """lm_eval passes the model's arguments to the dataset as well."""
    import inspect

    from lm_eval.models.api_models import TemplateAPI
    from lm_eval.models.huggingface import HFLM

    from erbench_track.erbench_tasks.dataset import load
    from erbench_track.plugin.models.simulated import SimulatedLM

    ours = set(inspect.signature(load).parameters) - {"_"}
    for model in (SimulatedLM, HFLM, TemplateAPI):
        assert not ours & set(inspect.signature(model.__init__).parameters), model


def test_a_seed_of_the_model_does_not_change_the_questions(tasks):
    from lm_eval.tasks import TaskManager

    manager = TaskManager(
        include_defaults=False, include_path=tasks_dir(), metadata={"seed": 1234, "pretrained": "x"}
    )
    load = lambda m: m.load(["erbench_movie_mc"])["tasks"]["erbench_movie_mc"].eval_docs[:20]  # noqa: E731
    assert load(manager) == load(tasks)


def test_our_tasks_can_be_mixed_with_others_in_a_group_of_the_users(tmp_path, tasks):
    from lm_eval.tasks import TaskManager

    (tmp_path / "suite.yaml").write_text(
        yaml.safe_dump({"group": "my_suite", "task": ["erbench_movie_bn_yes", "my_task"]})
    )
    (tmp_path / "my_task.yaml").write_text(
        "task: my_task\ndataset_path: json\n"
        f"dataset_kwargs: {{data_files: {{test: {tmp_path / 'mine.jsonl'}}}}}\n"
        "test_split: test\noutput_type: generate_until\ndoc_to_text: q\ndoc_to_target: a\n"
        "generation_kwargs: {until: ['.']}\n"
        "metric_list: [{metric: exact_match, aggregation: mean, higher_is_better: true}]\n"
    )
    (tmp_path / "mine.jsonl").write_text('{"q": "1+1?", "a": "2"}\n')
    manager = TaskManager(include_defaults=False, include_path=[tasks_dir(), Path(tmp_path)])
    loaded = manager.load(["my_suite"])
    assert set(loaded["tasks"]) == {"erbench_movie_bn_yes", "my_task"}
