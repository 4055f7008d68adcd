"""What `--metadata` says is known, is right, and is used; else the user is told in one line."""

import inspect
import json
import re
from pathlib import Path

import pytest
from lm_eval.config.evaluate_config import EvaluatorConfig
from lm_eval.tasks import TaskManager

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.dataset import load
from erbench_track.plugin.hook.register import tasks_dir
from erbench_track.plugin.models.simulated import SimulatedLM
from erbench_track.plugin.scoring import scoring
from erbench_track.plugin.tasks.settings import (
    ERBENCH_SETTINGS,
    JUDGE_SETTINGS,
    NAMES,
    TRACK_SETTINGS,
    check_run,
)
from erbench_track.track_tasks.dataset import load_probes, load_questions

ROOT = Path(__file__).parent.parent.parent.parent
FOREIGN = {"task": "ruler", "class": "x.y.Z", "metadata": {"version": 1.0}}


@pytest.fixture
def check(tasks, monkeypatch, caplog):
    """Checks what is given to tasks as on a command line; returns what was warned about."""
    monkeypatch.delenv("ERBENCH_TRACK_JUDGE", raising=False)

    def run(names, given, arguments=(), others=()):
        caplog.clear()
        files = [{**tasks.task_index[name].cfg} for name in names.split(",")]
        check_run([*files, *others], given, arguments)
        return [re.sub("^--metadata: (\\w+): .*", "\\1", line) for line in caplog.messages]

    return run


def refusal(check, *run, **options):
    with pytest.raises(InputError) as refused:
        check(*run, **options)
    line = str(refused.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("sample_entites", "sample_entities"),
        ("Nota", "nota"),
        ("known-entities", "known_entities"),
        ("jugde", "judge"),
        ("judge_max_call", "judge_max_calls"),
        ("question_cont", "question_count"),
    ],
)
@pytest.mark.parametrize("others", [(), (FOREIGN,)])
@pytest.mark.parametrize("arguments", [(), None])
def test_a_misspelled_key_is_refused_with_the_right_one(check, written, meant, others, arguments):
    for task in ("erbench_movie_mc", "track_wiki"):
        line = refusal(check, task, {written: 5}, arguments, others=others)
        assert line == f"--metadata: {written!r} is unknown; did you mean {meant!r}?"


def test_a_key_that_belongs_to_nobody_is_refused_with_what_the_tasks_take(check):
    line = refusal(check, "erbench_movie_bn_yes", {"colour": 1})
    assert line == (
        "--metadata: 'colour' is unknown; these tasks take benchmark, database, official, "
        "question_seed, sample_entities, popularity, known_entities, dataset, judge"
    )


def test_keys_of_other_tasks_and_of_unknown_origin_are_passed_on_with_a_warning(check):
    given = {"max_seq_lengths": [4096], "pretrained": "x"}
    assert check("erbench_movie_mc", given, others=[FOREIGN]) == ["max_seq_lengths"]
    assert check("erbench_movie_mc", given, None) == ["max_seq_lengths"]


def test_arguments_of_the_model_are_not_ours_to_judge(check):
    given = {"pretrained": "x", "dtype": "auto", "attn_implementation": "eager", "judg": 1}
    assert check("erbench_movie_mc", given, given) == []


def test_arguments_of_a_loaded_model_class_are_known_where_the_model_is_not(check):
    from lm_eval.models.huggingface import HFLM

    assert "pretrained" in inspect.signature(HFLM.__init__).parameters
    assert check("erbench_movie_mc", {"pretrained": "x", "dtype": "auto"}, None) == []


def test_runs_without_a_task_of_ours_are_left_alone():
    check_run([FOREIGN], {"sample_entites": 5, "nota": "x"}, ())


@pytest.mark.parametrize(
    ("tasks_of_run", "given", "unused"),
    [
        ("erbench_movie_bn_yes", {"nota": 0.5}, ["nota"]),
        ("erbench_movie_bn_yes,erbench_movie_mc", {"nota": 0.5}, []),
        ("erbench_movie_known_bn", {"judge": "lexical"}, ["judge"]),
        ("erbench_movie_mc", {"judge_max_calls": 5}, ["judge_max_calls"]),
        ("erbench_movie_mc", {"judge_max_calls": 5, "judge": "lexical"}, ["judge_max_calls"]),
        ("erbench_movie_mc", {"judge_max_calls": 5, "judge": "openai/x"}, []),
        ("erbench_movie_mc", {"strict_judge": True}, ["strict_judge"]),
        ("track_wiki", {"strict_judge": True}, []),
        ("erbench_movie_mc", {"passages": "column"}, ["passages"]),
        ("erbench_movie_mc_ka", {"passages": "column"}, []),
        ("erbench_movie_mc_mm", {"images": "folder"}, []),
        ("erbench_movie_mc", {"dataset": "x", "sample_entities": 5}, ["sample_entities"]),
        ("erbench_movie_mc", {"dataset": "x", "known_entities": "y"}, []),
        ("erbench_movie_mc", {"gaps": "x"}, ["gaps"]),
        ("erbench_movie_mc,track_wiki", {"gaps": "x"}, []),
        ("track_wiki_probe", {"gaps": "x", "only_conflicts": True}, ["gaps", "only_conflicts"]),
        ("track_wiki_probe_ft_ck", {"gaps": "x", "kas": 10}, []),
        ("track_wiki", {"kas": 10}, ["kas"]),
        ("track_wiki_append", {"kas": 10}, []),
        ("track_wiki", {"answer_pass": "judge"}, ["answer_pass"]),
        ("track_code", {"answer_pass": "judge", "sandbox": "weak", "sandbox_workers": 1}, []),
        ("track_code_probe", {"sandbox": "weak"}, ["sandbox"]),
        ("track_wiki", {"dataset": "x", "question_seed": 1}, ["question_seed"]),
        ("track_wiki", {"kas": None, "nota": None}, []),
    ],
)
def test_a_setting_that_no_task_of_the_run_takes_is_named_once(check, tasks_of_run, given, unused):
    assert check(tasks_of_run, given) == unused


@pytest.mark.parametrize(
    ("task", "given", "told"),
    [
        ("erbench_movie_mc", {"sample_entities": "five"}, "sample_entities: 'five' is not a whole"),
        ("erbench_movie_mc", {"sample_entities": 0}, "sample_entities: 0 is not a whole number"),
        ("erbench_movie_mc", {"sample_entities": True}, "sample_entities: True is not a whole"),
        ("erbench_movie_mc", {"question_seed": -1}, "question_seed: -1 is not a whole number from"),
        ("erbench_movie_mc", {"nota": 1.5}, "nota is 1.5; expected a share from 0 to 1"),
        ("erbench_movie_mc", {"nota": "x"}, "nota is 'x'; expected a share from 0 to 1"),
        ("erbench_movie_mc", {"database": 5}, "database: 5 is not a text"),
        ("erbench_movie_mc_ka", {"passages": "web"}, "passages: 'web' is not one of wikipedia, co"),
        ("erbench_movie_mc", {"judge": "openai/x", "judge_max_calls": "many"}, "judge_max_calls: "),
        ("track_wiki", {"strict_judge": "no"}, "strict_judge: 'no' is not true or false"),
        ("track_wiki", {"only_conflicts": 1}, "only_conflicts: 1 is not true or false"),
        ("track_wiki_append", {"kas": 0}, "kas: 0 is no whole number from 1"),
        ("track_wiki", {"question_count": "x"}, "question_count: 'x' is no whole number from 1"),
        ("track_code", {"answer_pass": "guess"}, "answer_pass: 'guess' is not one of run, judge"),
        ("track_code", {"sandbox": "none"}, "sandbox: 'none' is not one of bubblewrap, weak"),
    ],
)
def test_a_wrong_value_is_one_line_that_names_the_key(check, task, given, told):
    assert told in refusal(check, task, given)


def test_every_setting_is_what_a_task_or_the_loader_of_its_documents_takes():
    """The list has every parameter of the loaders that no task file sets, and only these."""
    of_tasks = {"answer_pass", "thinking_is_reasoning", "sandbox", "sandbox_workers"}
    of_files = {"domain", "question_type", "default_nota", "augmented", "multimodal"}
    of_files |= {"scenario", "open_book", "memory"}
    for loaders, listed in (
        ([load], ERBENCH_SETTINGS),
        ([load_probes, load_questions], TRACK_SETTINGS),
    ):
        parameters = [p for one in loaders for p in inspect.signature(one).parameters.values()]
        taken = {p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD}
        assert {setting.name for setting in listed} == (taken - of_files) | (
            of_tasks if listed is TRACK_SETTINGS else set()
        )


@pytest.mark.parametrize(
    ("page", "listed"),
    [
        ("tasks.md", ERBENCH_SETTINGS),
        ("tasks.md", TRACK_SETTINGS),
        ("judges.md", JUDGE_SETTINGS),
    ],
)
def test_the_reference_shows_the_list(page, listed):
    text = (ROOT / "docs" / "reference" / page).read_text(encoding="utf-8")
    plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    rows = "".join(f"| `{setting.name}` | {setting.meaning} |\n" for setting in listed)
    assert rows in plain, f"the table of {page} should be\n{rows}"


@pytest.fixture
def own_task(tmp_path):
    """Writes a task file of the user's, and returns what checks it."""

    def write(line):
        base = tasks_dir() / "erbench" / "erbench_movie_mc.yaml"
        (tmp_path / "mine.yaml").write_text(f"include: {base}\ntask: mine\n{line}\n")
        manager = TaskManager(include_defaults=False, include_path=str(tmp_path))
        check_run([manager.task_index["mine"].cfg], {}, ())

    return write


def test_what_a_file_of_the_users_tells_our_loader_is_checked(own_task):
    given = "dataset_kwargs: {domain: movie, question_type: mc, "
    own_task(f"{given}sample_entities: 5, default_nota: 0.2}}")
    with pytest.raises(InputError, match=r"^mine: dataset_kwargs: 'sample' is unknown; known"):
        own_task(f"{given}sample: 5}}")
    own_task("metadata: {version: 2.0, note: mine, nota: 0.2}")
    with pytest.raises(InputError, match=r"mine: metadata: 'sample_entites' is unknown; did you m"):
        own_task("metadata: {sample_entites: 5}")


@pytest.fixture
def configured(monkeypatch):
    """Configures a run as the command line does; lm_eval's own tasks take seconds to index."""
    init = TaskManager.__init__

    def only_ours(manager, **options):
        init(manager, **{**options, "include_defaults": False})

    monkeypatch.setattr(TaskManager, "__init__", only_ours)

    def run(**options):
        config = EvaluatorConfig(
            model="erbench-simulated", include_path=str(tasks_dir()), **options
        )
        return config._configure()

    return run


@pytest.mark.parametrize(
    "named",
    ["erbench_movie", ["erbench_movie_*"], str(tasks_dir() / "erbench" / "erbench_movie_mc.yaml")],
)
def test_the_command_line_checks_before_a_model_is_loaded(configured, named, caplog):
    arguments = {"known": 0.5, "colour": "red", "nota": 0.3}
    run = configured(tasks=named, model_args=arguments, metadata={"sample_entities": 5})
    manager = run.process_tasks(run.metadata)
    assert manager.metadata == {**arguments, "sample_entities": 5}
    assert "--metadata" not in caplog.text
    run = configured(tasks=named, metadata={"colour": "red"})
    with pytest.raises(InputError, match="'colour' is unknown; these tasks take benchmark"):
        run.process_tasks(run.metadata)


def test_a_run_from_python_is_checked_before_its_documents_are_made(evaluate):
    with pytest.raises(InputError, match="did you mean 'sample_entities'"):
        evaluate(SimulatedLM(), ["erbench_movie"], {"sample_entites": 5})


def test_an_inline_group_and_its_members_are_checked():
    manager = TaskManager(
        include_defaults=False, include_path=tasks_dir(), metadata={"sample_entites": 5}
    )
    member = {"task": "erbench_movie_mc", "num_fewshot": 2}
    with pytest.raises(InputError, match="did you mean 'sample_entities'"):
        manager.load([{"group": "mine", "task": [member]}])


def test_recorded_responses_take_no_setting_of_documents(
    evaluate, tmp_path, refused, caplog, capsys
):
    results = evaluate(SimulatedLM(), ["erbench_movie_mc"], limit=3, bootstrap_iters=0)
    lines = [
        json.dumps({"doc_id": s["doc_id"], "doc": s["doc"], "resps": s["resps"]})
        for s in results["samples"]["erbench_movie_mc"]
        if s["filter"] == "robust"
    ]
    path = tmp_path / "samples_erbench_movie_mc.jsonl"
    path.write_text("\n".join(lines))
    capsys.readouterr()
    score = ("score", path, "--task", "erbench_movie_mc", "--metadata")
    told = refused(*score, '{"judge_max_cals": 3}')
    assert "'judge_max_cals' is unknown; did you mean 'judge_max_calls'?" in told
    assert "'pretrain' is unknown; these tasks take judge" in refused(*score, '{"pretrain": "x"}')
    scoring.score([path], "erbench_movie_mc", metadata={"sample_entities": 3, "judge": "lexical"})
    assert "sample_entities: no task of this run takes it: their questions exist" in caplog.text
    assert "judge:" not in caplog.text


def test_the_settings_of_the_commands_are_checked(refused, tmp_path):
    study = ("track", "--model", "track-simulated", "-o", tmp_path / "run", "--metadata")
    assert "did you mean 'question_seed'?" in refused(*study, '{"question_sed": 1}')
    assert "a study has --kas for that" in refused(*study, '{"kas": 10}')
    quality = ("quality", "wiki", "-o", tmp_path / "out", "--judge", "lexical", "--metadata")
    assert "'judge_cashe' is unknown here; did you mean" in refused(*quality, '{"judge_cashe": 1}')
    assert "'kas' is unknown here; known: judge," in refused(*quality, '{"kas": 1}')


def test_the_names_of_settings_are_not_those_of_what_lm_eval_gives_tasks():
    assert not {*NAMES} & {"version", "config_source", "task", "seed", "pretrained", "tokenizer"}
