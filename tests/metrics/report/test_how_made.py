"""How results were made stands in every report, and models of one name are told apart."""

import csv
import json
import pathlib

import pytest
from report_page import plots_of, shown_in
from track_runs import answer, probe, write

from erbench_track.core.suites.task_metadata import VERSIONS, as_metadata, metadata_of

LEXICAL = {"judge": "lexical", "kind": "a lexical rule, no model", "rules_version": 3,
           "verdicts": 9, "unjudged": 0, "decided_by_rules": 0}  # fmt: skip
MINI = {"judge": "openai/gpt-5-mini", "model": "gpt-5-mini", "temperature": 0.0,
        "prompt_versions": {"judge/entailment_wiki.jinja": "1a2b3c"}, "calls": 1234,
        "unjudged": 2, "cost": 0.5}  # fmt: skip


def results(task, judged_by, **arguments):
    """What lm_eval's results file says of a run."""
    asks = as_metadata(metadata_of(task))
    return {
        "model_name": "m",
        "model_source": "hf",
        "lm_eval_version": "0.4.13",
        "transformers_version": "5.0",
        "config": {"model": "hf", "model_args": arguments},
        "configs": {
            task: {
                "generation_kwargs": {"temperature": 0.7, "max_gen_toks": 64, "until": ["\n"]},
                "repeats": 10,
                "metadata": {"judged_by": judged_by, "scored_by": "0.1.0", **asks},
            }
        },
    }


def run(folder, task, samples, judged_by=MINI, **arguments):
    """Writes a run of a study."""
    stage = folder / task
    write(stage / "results" / "m", task, samples, **results(task, judged_by, **arguments))
    (stage / "stage.json").write_text("{}")


@pytest.fixture
def report(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def made(*folders):
        code, out, err = command("report", *folders, "-o", "report", "--overwrite")
        assert code == 0, err
        return out, *((tmp_path / "report" / f"report.{end}").read_text() for end in ("md", "html"))

    return made


def models(name="tracktable3"):
    with pathlib.Path(f"report/{name}.csv").open(newline="") as file:
        return list(dict.fromkeys(row["model"] for row in csv.DictReader(file)))


def test_the_judge_stands_in_the_terminal_the_page_and_the_markdown(tmp_path, report):
    run(tmp_path / "a", "track_wiki", [answer(i) for i in range(3)])
    for text in report("a"):
        assert "Judge of m: openai/gpt-5-mini; temperature 0.0, judge/entailment_wiki.jinja" in text
        assert "1a2b3c" in text


def test_a_report_says_when_with_what_and_with_which_settings_it_was_made(tmp_path, report):
    samples = [answer(0), {**answer(1), "resps": [[" \n"]]}]
    run(tmp_path / "a", "track_wiki", samples, pretrained="m", dtype="auto")
    _, markdown, page = report("a")
    row = next(line for line in markdown.splitlines() if line.startswith("| track_wiki |"))
    assert [cell.strip() for cell in row.strip("|").split(" | ")] == [
        "track_wiki", "2", "1", "0.0%", "2026-01-02",
        r"temperature 0.7, max gen toks 64, until '\\n', 10 replies each", "openai/gpt-5-mini",
        "1,234 calls, 2 without a verdict, cost 0.5",
    ]  # fmt: skip
    for text in (markdown, page):
        assert "hf pretrained=m,dtype=auto" in text
        assert f"erbench-track 0.1.0, transformers 5.0, task {VERSIONS['track']}" in text
    assert "facts: me" in markdown.lower()


def test_the_lexical_rule_is_never_called_a_judge(tmp_path, report):
    run(tmp_path / "a", "track_wiki", [answer(i) for i in range(3)], LEXICAL)
    run(tmp_path / "a", "track_wiki_probe", [probe(i, True, 1.0) for i in range(3)], LEXICAL)
    for text in report("a"):
        assert "Judge of m (A RULE, NO JUDGE): a rule, no judge (lexical); rules version 3" in text
    assert models() == models("trackknowledge") == ["m (A RULE, NO JUDGE)"]
    plots = plots_of(tmp_path / "report")
    assert len(plots) == 2
    for spec in plots.values():
        assert {each["model"] for each in shown_in(spec)} == {"m (A RULE, NO JUDGE)"}


def test_models_of_one_name_are_told_apart_by_their_arguments(tmp_path, report):
    for place, adapter in enumerate(("one", "two")):
        arguments = {"peft": adapter, "batch_size": place}
        content = results("track_wiki", MINI, **arguments)
        write(tmp_path / "out" / str(place), "track_wiki", [answer(place)], **content)
    report("out")
    assert models() == ["m [peft=one]", "m [peft=two]"]


@pytest.mark.parametrize("given", [("studies",), ("studies/a", "studies/b")])
def test_two_studies_of_one_model_stand_beside_each_other(tmp_path, report, given):
    for name, right in (("a", True), ("b", False)):
        run(tmp_path / "studies" / name, "track_wiki", [answer(i, right) for i in range(5)])
    report(*given)
    assert models() == ["m [a]", "m [b]"]


def test_two_judges_of_one_model_are_told_apart_by_the_study(tmp_path, report):
    run(tmp_path / "by_rule", "track_wiki", [answer(0)], LEXICAL)
    run(tmp_path / "judged", "track_math", [answer(0, scenario="math")])
    report("by_rule", "judged")
    assert models() == ["m [by_rule] (A RULE, NO JUDGE)", "m [judged]"]


def test_studies_of_different_scenarios_are_one_model(tmp_path, report):
    run(tmp_path / "a", "track_wiki", [answer(0)])
    run(tmp_path / "b", "track_math", [answer(0, scenario="math")])
    report("a", "b")
    assert models() == ["m"]


def test_a_run_by_hand_is_replaced_by_a_newer_one_as_before(tmp_path, report):
    for year, right in (("2026", False), ("2027", True)):
        date = f"{year}-01-02T03-04-05.000000"
        content = results("track_wiki", MINI, peft="one")
        write(tmp_path / "out" / year, "track_wiki", [answer(0, right)], date, **content)
    report("out")
    with pathlib.Path("report/tracktable3.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["estimate"] for row in rows] == ["1.0"] * 3


def test_responses_scored_again_are_those_of_the_model_that_gave_them(tmp_path, report):
    """`score` does not know the arguments."""
    probed = results("track_wiki_probe", MINI, peft="one")
    write(tmp_path / "out" / "a", "track_wiki_probe", [probe(0, True, 1.0)], **probed)
    scored = results("track_wiki", MINI)
    scored["config"]["model"] = "recorded"
    write(tmp_path / "out" / "b", "track_wiki", [answer(0)], **json.loads(json.dumps(scored)))
    report("out")
    assert models() == models("trackknowledge") == ["m"]
