"""Fine-tuning on benchmarks: the data, its split by entity, and the training (Section 4.6)."""

import csv
import json
from itertools import pairwise
from pathlib import Path

import image_benchmark
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strict_shares import strict_shares

from erbench_track.core.errors import InputError
from erbench_track.core.suites.erbench import DOMAIN_NAMES
from erbench_track.erbench_tasks.dataset import load
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.known_entities import read_known_entities
from erbench_track.filters.answers.paper import paper_answer
from erbench_track.filters.rationale.paper_rule import mentioned_share, mentioned_values
from erbench_track.plugin.training.data import (
    DataSettings,
    entity_file,
    split_by_entity,
    training_data,
)
from erbench_track.plugin.training.examples import (
    QUESTION_TYPES,
    Example,
    asked_tuples,
    benchmark_examples,
    completion,
)
from erbench_track.plugin.training.finetune import finetune
from erbench_track.plugin.training.prompts import IGNORED, Collator, encode, prompt_and_completion
from erbench_track.plugin.training.record import TrainSettings

pytestmark = pytest.mark.long

DATA = Path(__file__).resolve().parents[3] / "erbench_tasks" / "data"
WEIGHTS = "adapter_model.safetensors"


@pytest.fixture(autouse=True)
def _one_thread():
    """Several threads wait for one another more than they work on small matrices."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
def test_a_completion_answers_rightly_and_with_the_right_rationale(domain):
    benchmark = Benchmark.open(domain)
    tuples = asked_tuples(benchmark, 0)
    items = [item for item in benchmark.items() if item.question_type in QUESTION_TYPES]
    assert len(items) > 1000
    strict = []
    for item in items:
        for text in (
            completion(item, tuples[item.question], wordings=domain),
            completion(item),  # as for benchmarks without wordings
        ):
            answer = paper_answer(text, item.options)
            assert answer.label == item.answer, text
            elements = item.to_row()["rationale"]
            found = mentioned_values(answer.rationale, elements)
            assert all(map(mentioned_share, elements, found)), text
            strict += strict_shares(answer.rationale, answer.label, item.to_row())
    # The strict rule is misled by a few names, such as that of the airport Cafe no Bule.
    assert sum(strict) / len(strict) > 0.99


@pytest.mark.parametrize("domain", ["movie", "soccer"])
def test_an_altered_question_has_the_other_answer_and_the_same_rationale(domain):
    examples = list(benchmark_examples(domain, None, QUESTION_TYPES))
    altered = [(true, other) for true, other in pairwise(examples) if other.altered]
    assert len(altered) > 800
    for true, other in altered:
        assert (other.entity_id, other.question_type) == (true.entity_id, true.question_type)
        assert other.user != true.user
        assert {true.answer, other.answer} == {"yes", "no"}
        assert paper_answer(other.completion, ()).label == other.answer
    for kind in ("bn_yes", "bn_no"):
        answers = [example.answer for example in examples if example.question_type == kind]
        assert answers.count("yes") == answers.count("no")


def test_an_altered_question_is_about_no_movie_of_the_database():
    def table(name):
        with (DATA / "movie" / f"{name}.csv").open(encoding="utf-8") as file:
            return list(csv.DictReader(file))

    stars, directors = {}, {}
    for rows, found, name in ((table("stars_in"), stars, "star"),
                              (table("directed_by"), directors, "director")):  # fmt: skip
        for row in rows:
            found.setdefault((row["title"], row["year"]), []).append(row[name])
    true = {
        f"Is there a movie, released in {year}, starring {star} where {director} is the director?"
        for title, year in stars
        for star in stars[title, year]
        for director in directors[title, year]
    }
    questions = [
        (example.altered, example.user.removeprefix("Q: ").removesuffix("\nA:"))
        for example in benchmark_examples("movie", None, ["bn_yes"])
    ]
    assert len(questions) == 2 * 440
    assert all((question in true) != altered for altered, question in questions)


@pytest.mark.parametrize("chat", [False, True])
@pytest.mark.parametrize(
    ("task", "domain", "kind"),
    [
        ("erbench_movie_bn_no", "movie", "bn_no"),
        ("erbench_movie_mc", "movie", "mc"),
        ("erbench_soccer_3hop_yes", "soccer", "mh_yes"),
    ],
)
def test_prompts_are_those_that_lm_eval_asks(tasks, tiny_llama, task, domain, kind, chat):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny_llama)
    loaded = tasks.load([task])["tasks"][task]

    def templated(messages, add_generation_prompt=True):
        return tokenizer.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=add_generation_prompt
        )

    asked = {
        loaded.fewshot_context(
            doc, 0, apply_chat_template=chat, chat_template=templated if chat else None
        )
        for doc in loaded.test_docs()
    }
    examples = benchmark_examples(domain, None, [kind], altered=False)
    prompts = {prompt_and_completion(e, tokenizer if chat else None)[0] for e in examples}
    assert prompts == asked


def test_a_chat_template_that_refuses_a_system_message_gets_none(tiny_llama):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny_llama)
    tokenizer.chat_template = (
        "{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no system') }}"
        "{% endif %}{{ m.content }}{% endfor %}|"
    )
    example = next(benchmark_examples("book", None, ["bn_yes"]))
    prompt, text = prompt_and_completion(example, tokenizer)
    assert prompt == f"{example.user}|"
    assert text == example.completion
    tokenizer.chat_template = None
    with pytest.raises(InputError, match="no chat template"):
        prompt_and_completion(example, tokenizer)


def example(entity, hops=(), kind="mh_yes", domain="d"):
    return Example(domain, kind, entity, entity, "yes", False, tuple(hops), "", "Q", "Yes")


chains = st.lists(
    st.tuples(
        st.sampled_from("abcdefghij"),
        st.lists(st.sampled_from(["d x 1", "d x 2", "d x 3", "d y 1"]), max_size=2),
        st.sampled_from(["d", "e"]),
    ),
    min_size=1,
    max_size=40,
)


@given(chains, st.floats(0, 0.99), st.integers(0, 5), st.sampled_from([None, 1, 3]))
def test_no_entity_of_a_test_example_is_trained_on(chosen, share, seed, most):
    examples = [example(entity, hops, domain=domain) for entity, hops, domain in chosen]
    split = split_by_entity(examples, share, seed, most)

    def entities(some):
        return {key for e in some for key in (f"{e.domain} {e.entity_id}", *e.hops)}

    assert not entities(split.train) & entities(split.test)
    total = len(split.train) + len(split.test) + split.straddling.total() + split.unsampled
    assert total == len(examples)
    if most:
        for domain in "de":
            assert len({e.entity_id for e in split.train if e.domain == domain}) <= most


def test_a_chain_keeps_its_entities_on_one_side_and_nothing_is_left_out():
    examples = list(benchmark_examples("soccer", None, QUESTION_TYPES))
    split = split_by_entity(examples, 0.2, 0)
    assert not split.straddling
    sides = [entity_file(side)["soccer"] for side in (split.train, split.test)]
    for train, test in zip(*(side.values() for side in sides), strict=True):
        assert len(test) == pytest.approx(0.2 * 595, abs=10)
        assert len(train) + len(test) == 595
    assert len({frozenset(ids) for ids in sides[1].values()}) == 1  # the same for every type


def test_entities_of_both_sides_leave_an_example_out():
    # b's second chain leads elsewhere than its first one.
    examples = [example("a", ["d x 1"]), example("b", ["d x 2"]), example("b", ["d x 1"])]
    splits = [split_by_entity(examples, 0.5, seed) for seed in range(4)]
    assert {split.straddling["mh_yes"] for split in splits} == {1}


def test_fewer_entities_than_wanted_are_said_before_anything_is_trained(command, tmp_path):
    out = tmp_path / "data"
    arguments = ("finetune", "--domain", "soccer,book", "--data_only", "-o", out)
    code, _, err = command(*arguments, "--entities", 300)
    assert code == 0
    warning, summary = err.strip().splitlines()
    assert warning.startswith("warning: --entities 300: book has 232 that are not held out")
    assert "examples about 532 entities to train on, " in summary


@pytest.mark.parametrize("share", [-0.1, 1.0, 7])
def test_a_test_share_out_of_range_is_refused(refused, tmp_path, share):
    error = refused("finetune", "--domain", "book", "--data_only", "--test_share", share,
                    "-o", tmp_path / "out")  # fmt: skip
    assert "--test_share" in error
    assert not (tmp_path / "out").exists()


def test_the_data_alone_can_be_written(command, tmp_path):
    out = tmp_path / "data"
    code, _, err = command("finetune", "--domain", "book,music", "--data_only", "-o", out,
                           "--entities", 50)  # fmt: skip
    assert code == 0
    assert "100 entities to train on" in err
    train, test = lines(out / "train.jsonl"), lines(out / "test.jsonl")
    assert {row["domain"] for row in train} == {"book", "music"}
    assert not {row["entity_id"] for row in train} & {row["entity_id"] for row in test}
    assert all(row["prompt"].endswith("A:") and row["completion"][0] == " " for row in train)
    held_out = read_known_entities(out / "test_entities.json", "book", "bn_no")
    assert held_out == {
        row["entity_id"] for row in test if (row["domain"], row["question_type"]) == ("book", "mc")
    }
    # The same file restricts a task to them.
    docs = load("book", "bn_yes", known_entities=str(out / "test_entities.json"))["test"]
    assert set(docs["entity_id"]) == held_out


def test_a_generated_folder_and_a_benchmark_of_ones_own_can_be_trained_on(command, toy, tmp_path):
    spec = toy / "benchmark.yaml"
    code, _, _ = command("generate", "erbench", "--benchmark", spec, "-o", tmp_path / "items")
    assert code == 0
    for name, source in (
        ("own", ["--benchmark", spec]),
        ("stored", ["--dataset", tmp_path / "items"]),
    ):
        code, _, err = command("finetune", *source, "--data_only", "-o", tmp_path / name)
        assert code == 0, err
    own, stored = (lines(tmp_path / name / "train.jsonl") for name in ("own", "stored"))

    def ordered(rows):
        return sorted(rows, key=lambda row: (row["question_type"], row["prompt"]))

    assert ordered(row for row in own if not row["altered"]) == ordered(stored)
    assert any(row["altered"] for row in own)


def test_a_benchmark_with_images_is_refused_in_a_line(command, refused, tmp_path):
    (tmp_path / "logos").mkdir()
    for club, colour in image_benchmark.CLUBS.items():
        (tmp_path / "logos" / f"{club}.png").write_bytes(image_benchmark.logo(colour))
    stored = {club: f"{club}.png" for club in image_benchmark.CLUBS}
    spec = image_benchmark.build(tmp_path, "file", stored, root="logos")
    generated = ("--benchmark", spec, "--database", tmp_path / "club.db")
    code, _, err = command("generate", "erbench", *generated, "-o", tmp_path / "items")
    assert code == 0, err
    for source in (["--dataset", tmp_path / "items"], generated, ["--domain", "movie_mm"]):
        message = refused("finetune", *source, "--data_only", "-o", tmp_path / "out")
        assert f"{source[1]}: its questions show images" in message
        assert not (tmp_path / "out").exists()


def test_the_loss_is_on_the_completion_and_the_end(tiny_llama):
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny_llama)
    encoded = encode([("Q: Is there?\nA:", " Yes."), ("x" * 500, " No.")], tokenizer, 100)
    assert encoded.too_long == 1
    (row,) = encoded.rows
    learned = [label for label in row["labels"] if label != IGNORED]
    assert tokenizer.decode(learned) == " Yes.</s>"
    assert tokenizer.decode(row["input_ids"]) == "Q: Is there?\nA: Yes.</s>"
    batch = Collator(2)([row, {"input_ids": [5, 1], "labels": [IGNORED, 1]}])
    assert batch["labels"][1].tolist() == [IGNORED, 1] + [IGNORED] * (len(row["labels"]) - 2)
    assert batch["attention_mask"][1].sum() == 2
    with pytest.raises(InputError, match="max_length"):
        encode([("x" * 500, " No.")], tokenizer, 100)


def tune(tiny_llama, folder, watch=lambda line: None, **settings):
    chosen = {"batch_size": 4, "learning_rate": 1e-2, "rank": 4, **settings}
    data = DataSettings(domains=("book",), question_types=("bn_yes", "bn_no"), entities=4)
    return finetune(str(tiny_llama), data, TrainSettings(**chosen), folder, watch)


def test_an_adapter_is_trained_that_lm_eval_loads(command, evaluate, tiny_llama, tmp_path):
    out = tmp_path / "adapter"
    code, stdout, err = command(
        "finetune", "--pretrained", tiny_llama, "--domain", "book", "--question_types", "bn_yes",
        "--entities", 4, "--learning_rate", 0.01, "--batch_size", 4, "-o", out,
    )  # fmt: skip
    assert code == 0, err
    assert stdout.strip() == str(out)
    assert "epoch 2 of 2" in err
    record = json.loads((out / "training.json").read_text())
    assert record["complete"]
    assert record["base_model"] == str(tiny_llama)
    assert record["data"]["train_examples"] == {"bn_yes": 8}
    assert record["data"]["train_entities"] == 4
    first, last = record["result"]["losses"]
    assert last < first
    assert not (out / "checkpoints").exists()
    results = evaluate(
        "hf",
        ["erbench_book_bn_yes"],
        model_args=f"pretrained={tiny_llama},peft={out},device=cpu",
        metadata={"known_entities": str(out / "test_entities.json")},
        gen_kwargs="max_gen_toks=4",
        batch_size=64,
        log_samples=True,
    )
    asked = {sample["doc"]["entity_id"] for sample in results["samples"]["erbench_book_bn_yes"]}
    held_out = json.loads((out / "test_entities.json").read_text())["book"]["bn"]
    assert asked == set(held_out)
    trained = json.loads((out / "trained_entities.json").read_text())["book"]["bn"]
    assert len(trained) == 4
    assert not asked & set(trained)


def test_every_weight_can_be_trained_and_the_model_loads_on_its_own(tiny_llama, tmp_path):
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tune(tiny_llama, tmp_path / "full", method="full", learning_rate=1e-3)
    before, after = (
        AutoModelForCausalLM.from_pretrained(path).state_dict()
        for path in (tiny_llama, tmp_path / "full")
    )
    assert before.keys() == after.keys()
    assert not any(torch.equal(before[name], after[name]) for name in before)
    assert AutoTokenizer.from_pretrained(tmp_path / "full").eos_token_id == 1


def test_the_same_seed_trains_the_same_adapter(tiny_llama, tmp_path):
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        tune(tiny_llama, tmp_path / name, seed=seed)
    one, same, other = ((tmp_path / name / WEIGHTS).read_bytes() for name in "abc")
    assert one == same
    assert one != other


def test_an_interrupted_training_goes_on_where_it_was(tiny_llama, tmp_path):
    from safetensors.numpy import load_file

    def interrupt(line):
        if line.startswith("epoch 2"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(tiny_llama, tmp_path / "broken", interrupt)
    with pytest.raises(InputError, match="other settings"):
        tune(tiny_llama, tmp_path / "broken", rank=8)
    told = []
    tune(tiny_llama, tmp_path / "broken", told.append)
    assert any("going on from" in line for line in told)
    assert not any(line.startswith("epoch 1") for line in told)
    tune(tiny_llama, tmp_path / "whole")
    broken, whole = (load_file(tmp_path / name / WEIGHTS) for name in ("broken", "whole"))
    assert broken.keys() == whole.keys()
    for name, weight in whole.items():
        assert abs(broken[name] - weight).max() < 1e-6
    with pytest.raises(InputError, match="complete"):
        tune(tiny_llama, tmp_path / "broken")


def test_target_modules_are_those_of_the_model(tiny_llama, tmp_path):
    with pytest.raises(InputError, match=r"no linear layer 'query'; it has .*q_proj"):
        tune(tiny_llama, tmp_path / "out", target_modules=("query",))
    tune(tiny_llama, tmp_path / "good", target_modules=("q_proj", "v_proj"))
    config = json.loads((tmp_path / "good" / "adapter_config.json").read_text())
    assert set(config["target_modules"]) == {"q_proj", "v_proj"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--domain", "moovie"], "not one of airport, book, movie, music, soccer"),
        ([], "give what to train on"),
        (["--domain", "book", "--question_types", "bn"], "--question_types: 'bn'"),
        (["--domain", "airport", "--question_types", "mh_yes"], "nothing to train on"),
        (["--domain", "book", "--entities", "0"], "--entities"),
        (["--domain", "book,movie", "--database", "x.sqlite"], "--database"),
        (["--dataset", "nowhere"], "benchmark.json"),
        (["--domain", "book", "--apply_chat_template"], "--pretrained"),
    ],
)
def test_wrong_data_is_refused_in_a_line(refused, tmp_path, arguments, message):
    error = refused("finetune", *arguments, "--data_only", "-o", tmp_path / "out")
    assert message in error
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--pretrained: missing"),
        (["--pretrained", "nobody/no-such-model"], "cannot be loaded"),
        (["--method", "half"], "--method"),
        (["--epochs", "0"], "--epochs"),
        (["--learning_rate", "0"], "--learning_rate"),
        (["--dtype", "int8"], "--dtype"),
    ],
)
def test_a_wrong_training_is_refused_in_a_line(refused, tmp_path, arguments, message):
    error = refused("finetune", "--domain", "book", *arguments, "-o", tmp_path / "out")
    assert message in error
    assert not (tmp_path / "out").exists()


def test_a_folder_with_something_else_is_left_alone(refused, tmp_path, tiny_llama):
    (tmp_path / "note.txt").write_text("mine")
    for more in (["--data_only"], ["--pretrained", tiny_llama]):
        error = refused("finetune", "--domain", "book", *more, "-o", tmp_path)
        assert "exists already" in error
    assert [path.name for path in tmp_path.iterdir()] == ["note.txt"]


def test_the_split_does_not_depend_on_the_question_types():
    sides = [
        training_data(DataSettings(domains=("soccer",), question_types=types)).test
        for types in (QUESTION_TYPES, ("bn_yes",))
    ]
    every, some = ({example.entity_id for example in side} for side in sides)
    assert every == some
