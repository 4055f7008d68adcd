"""The report: the paper's tables with intervals, from lm_eval's own files."""

import csv
import gzip
import io
import json
import math
import random
import re
import statistics
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_page import RATES, Page, plots_of, sample, shown_in, without_scripts

from erbench_track.cli.main import main
from erbench_track.core.errors import InputError
from erbench_track.core.suites.task_metadata import ErbenchMetadata, as_metadata
from erbench_track.metrics.report.comparisons import compare_runs
from erbench_track.metrics.report.grid import Figure
from erbench_track.metrics.statistics.intervals import (
    Z95,
    Estimate,
    cluster_standard_error,
    decimal,
    estimate,
    wilson_interval,
)
from erbench_track.metrics.unreadable import warning

DATE = "2026-01-02T03-04-05.000000"


def write(folder, task, samples, date=DATE, **results):
    """Writes a run as lm_eval does."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"samples_{task}_{date}.jsonl"
    lines = [json.dumps({"doc_id": i, **sample}) + "\n" for i, sample in enumerate(samples)]
    path.write_text("".join(lines))
    if results:
        (folder / f"results_{date}.json").write_text(json.dumps(results))
    return path


class Done(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def report(*arguments, folder):
    """Runs the command in this process, as it would run in a folder."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["erbench-track", "report", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
    return Done(end.value.code, out.getvalue(), err.getvalue())


@pytest.fixture
def make(tmp_path):
    """Runs the command on `out` and reads a table's rows by model, task and metric."""

    def run(*arguments, out="out"):
        done = report(out, "-o", "report", "--overwrite", *arguments, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        return tmp_path / "report"

    return run


def table(folder, name):
    with (folder / f"{name}.csv").open(newline="") as file:
        return {(r["model"], r["task"], r["metric"]): r for r in csv.DictReader(file)}


def column(folder, name, task, metric="answer_accuracy", model="m"):
    row = table(folder, name)[model, task, metric]
    return row["estimate"], row["n"]


# Tables


def choosing(entity, told, domain="movie"):
    """Makes a sample of multiple choice; if it is told, the options say which one is false."""
    made, false = sample(entity), entity % 3
    options = ["It is false." if told and place == false else "It is so." for place in range(3)]
    made["doc"] |= {"options": options, "answer": f"option {false + 1}", "domain": domain}
    return made


def test_what_the_options_alone_tell_stands_beside_the_accuracy(tmp_path, make):
    folder = tmp_path / "out" / "m"
    write(folder, "erbench_movie_mc", [choosing(n, told=True) for n in range(90)])
    write(folder, "erbench_soccer_mc", [choosing(n, False, "soccer") for n in range(90)])
    write(folder, "erbench_book_mc", [choosing(n, True, "book") for n in range(20)])
    write(folder, "erbench_movie_bn_yes", [sample(n) for n in range(90)])
    made = make()
    found = {k[1]: r for k, r in table(made, "table18").items() if k[2] == "prior"}
    assert found.keys() == {"erbench_movie_mc", "erbench_soccer_mc"}
    assert float(found["erbench_movie_mc"]["estimate"]) == 1
    assert float(found["erbench_soccer_mc"]["estimate"]) < 0.6
    assert "a classifier answers rightly" in (made / "report.md").read_text()


def test_table_18_has_every_rate_of_all_entities_with_its_interval(tmp_path, make):
    samples = [sample(1), sample(2, right=0.0), sample(3, right=0.0, missing=1.0, rationale=0.0)]
    write(tmp_path / "out" / "m", "erbench_movie_bn_yes", [*samples, sample(4)])
    folder = make()
    found = {k[2]: r["estimate"] for k, r in table(folder, "table18").items()}
    assert found == {
        "answer_accuracy": "0.5",
        "rationale_accuracy": "0.75",
        "answer_rationale_accuracy": "0.5",
        "hallucination_rate": "0.25",
        "missing_rate": "0.25",
    }
    # Wilson, 2 of 4, by hand: (.5 + z²/8)/(1 + z²/4) ± z/(1 + z²/4) sqrt(.0625 + z²/64)
    assert ".50 [.15, .85]" in (folder / "report.md").read_text()
    assert not (folder / "table2.csv").exists()
    assert "Table 2: Single-hop questions" in (folder / "report.md").read_text()
    assert "no known entities are given" in (folder / "report.html").read_text()


def test_a_measure_that_does_not_apply_is_averaged_over_the_others(tmp_path, make):
    samples = [sample(1), sample(2, rationale=None), sample(3, rationale=0.0), sample(4)]
    samples[3]["rationale_accuracy"] = float("nan")
    write(tmp_path / "out" / "m", "erbench_movie_mc", samples)
    folder = make()
    assert column(folder, "table18", "erbench_movie_mc", "rationale_accuracy") == ("0.5", "2")
    assert column(folder, "table18", "erbench_movie_mc") == ("1.0", "4")


def test_tables_2_and_17_are_over_own_and_common_entities(tmp_path, make):
    """`a` knows 0..29 and is right about 0..9; `b` knows 5..39 and is right from 20 on."""
    for model, right in (("a", range(10)), ("b", range(20, 50))):
        samples = [sample(i, right=float(i in right)) for i in range(50)]
        write(tmp_path / "out" / model, "erbench_movie_bn_no", samples)
    (tmp_path / "a.json").write_text(json.dumps({"movie": {"bn": list(range(30)), "note": "x"}}))
    (tmp_path / "b.json").write_text(json.dumps({"movie": {"bn": [str(i) for i in range(5, 40)]}}))
    folder = make("--known", "a=a.json", "--known", "b=b.json")
    task = "erbench_movie_bn_no"
    assert column(folder, "table18", task, model="a") == ("0.2", "50")
    assert column(folder, "table2", task, model="a") == (str(round(10 / 30, 6)), "30")
    assert column(folder, "table2", task, model="b") == (str(round(20 / 35, 6)), "35")
    assert column(folder, "table17", task, model="a") == ("0.2", "25")
    assert column(folder, "table17", task, model="b") == ("0.4", "25")
    counts = {k[0]: (r["estimate"], r["n"]) for k, r in table(folder, "table13").items()}
    expected = {"a": "30", "b": "35", "# Total": "50", "# Common": "25"}
    assert counts == {name: (count, "50") for name, count in expected.items()}


def test_a_model_that_knows_fewer_than_20_entities_is_na_and_does_not_narrow_the_common(
    tmp_path, make
):
    for model, known in (("a", 19), ("b", 20)):
        write(tmp_path / "out" / model, "erbench_movie_mc", [sample(i) for i in range(40)])
        (tmp_path / f"{model}.json").write_text(json.dumps({"movie": {"mc": list(range(known))}}))
    folder = make("--known", "a=a.json", "--known", "b=b.json")
    for name in ("table2", "table17"):
        assert column(folder, name, "erbench_movie_mc", model="a")[0] == ""
        assert column(folder, name, "erbench_movie_mc", model="b") == ("1.0", "20")
    assert "| a | A | n/a |" in (folder / "report.md").read_text()


def test_known_entities_are_found_in_the_models_own_runs(tmp_path, make):
    out = tmp_path / "out" / "m"
    for name in ("bn_yes", "mc"):
        samples = [sample(i, right=float(i < 10)) for i in range(40)]
        write(out, f"erbench_movie_{name}", samples)
    doc = sample(0)["doc"]
    robust = {"filter": "robust"}
    bn = [{"doc": {**doc, "entity_id": i}, "known": float(i < 20), **robust} for i in range(40)]
    mc = [
        {"doc": {**doc, "entity_id": i}, "known": float(prompt == 0 or i < 25), **robust}
        for i in range(40)
        for prompt in range(3)
    ]
    write(out, "erbench_movie_known_bn", bn)
    write(out, "erbench_movie_known_mc", mc)
    folder = make()
    assert column(folder, "table2", "erbench_movie_bn_yes") == ("0.5", "20")
    assert column(folder, "table2", "erbench_movie_mc") == ("0.4", "25")
    assert table(folder, "table13")["m", "movie_mc", "known_entities"]["estimate"] == "25"


def test_multi_hop_tables_have_a_figure_per_hop_and_tell_whose_entities(tmp_path, make):
    def hops(entity, first, second):
        name = "rationale_given_previous" if first else "rationale_given_not_previous"
        more = {
            "answer_rationale_accuracy_hop1": first,
            "answer_rationale_accuracy_hop2": second,
            f"{name}_hop2": second,
        }
        return sample(entity, rationale=(first + second) / 2, **more)

    samples = [hops(i, 1.0, float(i < 3)) for i in range(5)] + [
        hops(i, 0.0, 0.0) for i in (5, 6, 7)
    ]
    out = tmp_path / "out" / "m"
    write(out, "erbench_movie_2hop_yes", samples)
    write(out, "erbench_movie_2hop_no_cot", samples, **{"n-shot": {"erbench_movie_2hop_no_cot": 8}})
    folder = make()
    task = "erbench_movie_2hop_yes"
    hop = "answer_rationale_accuracy_hop"
    assert column(folder, "table4", task, f"{hop}1") == ("0.625", "8")
    assert column(folder, "table4", task, f"{hop}2") == ("0.375", "8")
    assert column(folder, "table4", task, "rationale_accuracy") == ("0.5", "8")
    assert column(folder, "table4", "erbench_movie_2hop_no_cot") == ("1.0", "8")
    assert column(folder, "table21", task, "rationale_given_previous_hop2") == ("0.6", "5")
    assert column(folder, "table21", task, "rationale_given_not_previous_hop2") == ("", "3")
    text = (folder / "report.md").read_text()
    assert "Over all entities: m." in text
    assert re.search(r"AR-ext \| \.62 \[\.\d\d, \.\d\d\] / \.38 \[\.\d\d, \.\d\d\]", text)


def test_few_shot_runs_have_a_table_of_their_own(tmp_path, make):
    out, task = tmp_path / "out" / "m", "erbench_movie_bn_yes"
    write(out, task, [sample(i, right=0.0) for i in range(4)], **{"n-shot": {task: 0}})
    later = DATE.replace("2026", "2027")
    write(out, task, [sample(i) for i in range(4)], date=later, **{"n-shot": {task: 8}})
    folder = make()
    assert column(folder, "table18", task) == ("0.0", "4")
    assert column(folder, "table23", task) == ("1.0", "4")
    assert table(folder, "table23")["m", task, "answer_accuracy"]["condition"] == "8-shot"
    assert "over all entities" in (folder / "report.md").read_text()


def test_the_newest_file_of_a_task_counts_and_the_others_are_named(tmp_path, make):
    out, task = tmp_path / "out" / "m", "erbench_movie_mc"
    old = write(out, task, [sample(1, right=0.0)])
    later = DATE.replace("2026", "2027")
    new = write(out, task, [sample(1)], date=later, model_name="org/m", lm_eval_version="0.4.13")
    new.with_suffix(".jsonl.gz").write_bytes(gzip.compress(new.read_bytes()))
    new.unlink()
    write(out, "hellaswag", [])
    folder = make()
    assert column(folder, "table18", task, model="org/m") == ("1.0", "1")
    for text in ((folder / "report.md").read_text(), (folder / "report.html").read_text()):
        assert f"{old.name}: there is a newer file of this task" in text
        assert "samples_hellaswag" in text
        assert "0.4.13" in text
        assert "out/m" in text
    assert make(out="out/m")


def test_a_document_that_is_repeated_for_a_second_filter_counts_once(tmp_path, make):
    samples = [{**sample(1), "doc_id": 7, "filter": name} for name in ("a", "b")]
    write(tmp_path / "out" / "m", "erbench_movie_mc", samples)
    folder = make("--reading", "paper")
    assert column(folder, "table18", "erbench_movie_mc") == ("1.0", "1")


# What else the paper has


def with_passage(entity, named, **more):
    return sample(entity, passage_names_value=float(named), **more)


def test_table_24_is_over_the_entities_that_are_asked_about_with_and_without_passages(
    tmp_path, make
):
    """Entities 0..29 are known, 10..39 have passages."""
    folder = tmp_path / "out" / "m"
    write(folder, "erbench_movie_bn_yes", [sample(i, right=float(i < 20)) for i in range(50)])
    write(folder, "erbench_movie_bn_yes_ka", [with_passage(i, i % 2) for i in range(10, 40)])
    known = [{**sample(i), "known": float(i < 30)} for i in range(50)]
    write(folder, "erbench_movie_known_bn", known)
    made = make()
    assert column(made, "table24", "erbench_movie_bn_yes") == ("0.5", "20")
    assert column(made, "table24", "erbench_movie_bn_yes_ka") == ("1.0", "20")
    named = "passage_names_value"
    assert column(made, "table24", "erbench_movie_bn_yes_ka", named) == ("0.5", "20")
    assert ("m", "erbench_movie_bn_yes", named) not in table(made, "table24")
    assert column(made, "table18", "erbench_movie_bn_yes")[1] == "50"
    assert ("m", "erbench_movie_bn_yes_ka", "answer_accuracy") not in table(made, "table18")
    text = (made / "report.md").read_text()
    assert "Movie, w/o KA BN(Y) | Movie, w/ KA BN(Y)" in text


def test_a_vote_of_several_responses_stands_beside_a_single_one(tmp_path, make):
    folder = tmp_path / "out" / "m"
    write(folder, "erbench_soccer_mc", [sample(i, right=float(i < 1)) for i in range(4)])
    write(folder, "erbench_soccer_mc_sc", [sample(i, right=float(i < 2)) for i in range(3)])
    made = make()
    found = table(made, "erbenchself-consistency")
    rows = [found["m", f"erbench_soccer_mc{of}", "answer_accuracy"] for of in ("", "_sc")]
    assert [(row["n"], row["condition"]) for row in rows] == [("3", ""), ("3", "w/ SC")]
    assert [float(row["estimate"]) for row in rows] == pytest.approx([1 / 3, 2 / 3], abs=1e-6)


def test_multiple_choice_is_shown_by_what_the_false_option_is_about(tmp_path, make):
    def of(entity, attribute, rationale):
        one = sample(entity, rationale=rationale)
        rationale_asked = [{"hop": 1, "attribute": attribute, "values": ["x"], "match": "any"}]
        one["doc"] |= {"options": ["a", "b"], "rationale": rationale_asked}
        return one

    samples = [of(1, "director", 1.0), of(2, "director", 0.0), of(3, "birth_year", 0.0)]
    nothing = sample(4, rationale=None)
    nothing["doc"] |= {"options": ["a", "b"], "rationale": []}
    write(tmp_path / "out" / "m", "erbench_movie_mc", [*samples, nothing])
    made = make()
    task, r = "erbench_movie_mc", "rationale_accuracy"
    assert column(made, "erbenchbyattribute", task, f"{r}_director") == ("0.5", "2")
    assert column(made, "erbenchbyattribute", task, f"{r}_birth_year") == ("0.0", "1")
    assert "Movie director | Movie birth year" in (made / "report.md").read_text()


def test_table_19_compares_r_with_the_judge_and_sorts_where_they_differ(tmp_path, make):
    """Of 8: 4 agree, 2 are accepted by R alone, one with a wrong answer, and 2 by the judge."""
    cases = [
        (1, 1, 1), (1, 1, 1), (0, 0, 1), (0, 0, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1), (0, 1, 0),
    ]  # fmt: skip
    samples = [
        sample(i, rationale=float(r), right=float(a), judged_rationale_accuracy=float(judged))
        for i, (r, judged, a) in enumerate(cases)
    ]
    samples.append(sample(8, unjudged=1.0))
    write(tmp_path / "out" / "m", "erbench_movie_bn_yes", samples)
    found = {key[2]: row["estimate"] for key, row in table(make(), "table19").items()}
    assert found == {
        "judge_agreement": "0.5",
        "disagreement_unrelated": "0.125",
        "disagreement_contradiction": "0.125",
        "disagreement_resolution": "0.125",
        "disagreement_other": "0.125",
    }


def test_what_a_model_knows_is_found_for_multi_hop_questions_too(tmp_path, make):
    folder = tmp_path / "out" / "m"
    write(folder, "erbench_movie_2hop_yes", [sample(i) for i in range(40)])
    known = [{**sample(i), "known": float(i < 30)} for i in range(40)]
    write(folder, "erbench_movie_known_2hop", known)
    made = make()
    assert column(made, "table4", "erbench_movie_2hop_yes") == ("1.0", "30")
    assert column(made, "table16", "movie_2hop_mh", "known_entities") == ("30", "40")


# Readings


@pytest.mark.parametrize(("options", "right"), [([], "1.0"), (["--reading", "paper"], "0.5")])
@pytest.mark.parametrize("first", ["robust", "paper"])
def test_a_report_shows_one_of_the_two_readings(tmp_path, make, options, right, first):
    """lm_eval writes all documents with what the first filter found, then with the second's."""
    found = {
        "robust": [{**sample(i), "doc_id": i} for i in range(4)],
        "paper": [{**sample(i, right=i % 2), "doc_id": i, "filter": "paper"} for i in range(4)],
    }
    second = "paper" if first == "robust" else "robust"
    write(tmp_path / "out" / "m", "erbench_movie_mc", [*found[first], *found[second]])
    folder = make(*options)
    row = table(folder, "table18")["m", "erbench_movie_mc", "answer_accuracy"]
    shown = options[-1] if options else "robust"
    assert (row["estimate"], row["n"], row["reading"]) == (right, "4", shown)
    for name in ("report.md", "report.html"):
        text = (folder / name).read_text()
        assert f"Reading: {shown}." in text
        assert "scored before" not in text
        assert "Warning" not in text


def test_a_report_shows_both_readings_in_rows_below_each_other(tmp_path, make):
    robust = [{**sample(i), "doc_id": i} for i in range(30)]
    paper = [{**sample(i, right=i % 2, filter="paper"), "doc_id": i} for i in range(30)]
    known = [{**of, "known": float(of["doc_id"] < 25)} for of in robust]
    known += [{**of, "known": float(of["doc_id"] < 21)} for of in paper]
    for model in ("m", "n"):
        write(tmp_path / "out" / model, "erbench_movie_bn_yes", [*robust, *paper])
        write(tmp_path / "out" / model, "erbench_movie_known_bn", known)
    folder = make("--reading", "both")
    task = "erbench_movie_bn_yes"
    theirs = "m (PAPER'S READING)"
    assert column(folder, "table18", task) == ("1.0", "30")
    assert column(folder, "table18", task, model=theirs) == ("0.5", "30")
    assert column(folder, "table17", task)[1] == "25"
    assert column(folder, "table17", task, model=theirs)[1] == "21"
    pairs = table(folder, "erbenchcomparisonsa")
    assert {name for name, *_ in pairs} == {"m vs. n", f"{theirs} vs. n (PAPER'S READING)"}
    text = (folder / "report.md").read_text()
    assert "Reading: robust." in text
    assert "Reading: paper." in text


def test_a_run_without_the_papers_reading_stands_once_if_both_are_wanted(tmp_path, make):
    write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(i) for i in range(3)])
    old = [{**sample(i), "filter": "erbench"} for i in range(3)]
    write(tmp_path / "out" / "old", "erbench_movie_mc", old)
    rows = table(make("--reading", "both"), "table18")
    assert {name for name, *_ in rows} == {"m", "old (PAPER'S READING)"}


@pytest.mark.parametrize("options", [[], ["--reading", "robust"], ["--reading", "paper"]])
def test_a_run_of_before_there_were_two_readings_is_the_papers_and_says_so(tmp_path, make, options):
    old = [{**sample(i), "filter": "erbench", "rationale_accuracy_strict": 0.0} for i in range(3)]
    write(tmp_path / "out" / "old", "erbench_movie_mc", old)
    write(tmp_path / "out" / "old", "erbench_movie_known_mc", [{**old[0], "known": 1.0}])
    write(tmp_path / "out" / "new", "erbench_movie_mc", [sample(i) for i in range(3)])
    done = report("out", "-o", "report", *options, folder=tmp_path)
    named = options[-1:] != ["paper"]
    label = "old (PAPER'S READING)" if named else "old"
    rows = table(tmp_path / "report", "table18")
    assert rows[label, "erbench_movie_mc", "rationale_accuracy"]["estimate"] == "1.0"
    assert rows[label, "erbench_movie_mc", "answer_accuracy"]["reading"] == "paper"
    note = f"{label}: scored before there were two readings, so these are the paper's: "
    texts = [done.stdout, (tmp_path / "report" / "report.md").read_text()]
    note += "erbench_movie_known_mc, erbench_movie_mc. "
    assert all((note in text.replace("\\", "")) == named for text in texts)
    if named:
        assert rows["new", "erbench_movie_mc", "answer_accuracy"]["reading"] == "robust"
    else:  # the new one was read by one filter only, which is not the one asked for
        assert "no paper reading in it: run" in texts[1]


def test_responses_that_cannot_be_read_are_warned_about_with_the_remedy(tmp_path, make):
    def read(*unreadable):
        return [
            sample(i, unreadable_rate=some, truncated_rate=float(i < 1 and some))
            for i, some in enumerate(unreadable)
        ]

    out = tmp_path / "out"
    write(out / "m", "erbench_movie_bn_yes", read(1.0, 0.0, 0.0, 0.0))
    write(out / "m", "erbench_movie_mc", read(1.0, 1.0, 0.0, 0.0))
    write(out / "m", "erbench_movie_bn_no", read(0.0, 0.0))
    write(out / "fine", "erbench_movie_mc", read(0.0, 0.0, 0.0, 0.0))
    done = report("out", "-o", "report", folder=tmp_path)
    said = warning(3 / 8, 2 / 8, "m, erbench_movie_mc and 1 other task")
    assert done.stderr == f"warning: {said}\n"
    assert (
        f"**Warning:** {said.replace('<', '&lt;').replace('`', chr(92) + '`')}"
        in (tmp_path / "report" / "report.md").read_text()
    )
    page = Page((tmp_path / "report" / "report.html").read_text())
    assert "warning" in [value for name, value in page.attributes if name == "class"]


def test_a_reading_that_there_is_not_is_refused(tmp_path):
    done = report("out", "-o", "report", "--reading", "fair", folder=tmp_path)
    assert done.returncode == 2
    assert all(name in done.stderr for name in ("fair", "robust", "paper"))


def test_accuracy_by_the_share_of_none_of_the_above(tmp_path, make):
    out = tmp_path / "out" / "m"
    write(out, "erbench_movie_mc", [sample(i) for i in range(4)])
    task = "erbench_movie_mc_nota"
    some = [sample(i, right=float(i > 1)) for i in range(4)]
    some[0]["doc"]["answer"] = "none of the above"
    write(out, task, some, date=DATE.replace("2026", "2025"))  # counted: a quarter
    declared = {"configs": {task: {"metadata": {"nota": 0.5}}}}
    write(out, task, [sample(i, right=0.0) for i in range(4)], **declared)
    folder = make()
    with (folder / "figure2.csv").open(newline="") as file:
        found = [(r["condition"], r["estimate"]) for r in csv.DictReader(file)]
    expected = [("", "1.0"), ("25% none of the above", "0.5"), ("50% none of the above", "0.0")]
    assert found == expected
    points = shown_in(plots_of(folder)["none_of_the_above"])
    assert [(each["x"], each["y"]) for each in points] == [("0%", 1), ("25%", 0.5), ("50%", 0)]


def test_the_simulated_model_is_marked_in_every_table(tmp_path, make):
    write(tmp_path / "out" / "sim", "erbench_movie_mc", [sample(1, simulated=1.0)])
    folder = make()
    assert {key[0] for key in table(folder, "table18")} == {"sim (SIMULATED)"}
    models = {each["model"] for spec in plots_of(folder).values() for each in shown_in(spec)}
    assert models == {"sim (SIMULATED)"}


def test_tasks_of_any_name_are_shown_if_their_metadata_say_what_they_ask(tmp_path, make):
    """`export-tasks --prefix mine` names tasks differently."""
    asked = as_metadata(ErbenchMetadata("movie", "mc"))
    declared = {"configs": {"mine_movie_mc": {"metadata": asked}}}
    write(tmp_path / "out" / "m", "mine_movie_mc", [sample(1)], **declared)
    assert column(make(), "table18", "mine_movie_mc") == ("1.0", "1")


def test_a_database_of_ones_own_is_a_column_after_the_papers(tmp_path, make):
    city = [sample(1)]
    city[0]["doc"]["domain"] = "city"
    write(tmp_path / "out" / "m", "erbench_city_mc", city)
    write(tmp_path / "out" / "m", "erbench_soccer_mc", [{**sample(1), "doc": {"entity_id": 1}}])
    assert "| Soccer BN(Y)" not in (text := (make() / "report.md").read_text())
    assert "| Soccer MC | City MC |" in text


# What answers are worth


def answered(entity, answer, right, wording=0, **more):
    """A sample whose answer was recorded; the right one is `yes`, `no` or an option."""
    measures = {"missing": float(answer == "unsure")} | more
    found = sample(entity, right=float(answer == right), **measures)
    found["doc"] |= {"id": f"{right}/{entity}/{wording}", "variant": wording, "answer": right}
    found["filtered_resps"] = [json.dumps({"answer": answer})]
    return found


def ask(folder, basic, negated, mc=()):
    """Writes runs of basic and negated questions, and of multiple-choice ones in wordings."""
    wordings = [(i, a, n) for i, some in enumerate(mc) for n, a in enumerate(some)]
    runs = {
        "bn_yes": [answered(i, a, "yes") for i, a in enumerate(basic)],
        "bn_no": [answered(i, a, "no") for i, a in enumerate(negated)],
        "mc": [answered(i, a, "option 1", n) for i, a, n in wordings],
    }
    for kind, samples in runs.items():
        if samples:
            write(folder, f"erbench_movie_{kind}", samples)


BOTH = "erbench_movie_bn_yes + erbench_movie_bn_no"


def test_a_model_that_always_says_yes_is_consistent_about_nothing(tmp_path, make):
    ask(tmp_path / "out" / "m", ["yes"] * 20, ["yes"] * 20)
    ask(tmp_path / "out" / "n", ["yes"] * 20, ["no"] * 18 + ["unsure", "yes"])
    folder = make()
    found = {key: row["estimate"] for key, row in table(folder, "erbenchconsistency").items()}
    assert found == {
        ("m", BOTH, "consistent_accuracy"): "0.0",
        ("m", BOTH, "contradiction_rate"): "1.0",
        ("n", BOTH, "consistent_accuracy"): "0.9",
        ("n", BOTH, "contradiction_rate"): "0.05",
    }
    assert "| m | Contradictory (↓) | 1.0 [.84, 1.0] |" in (folder / "report.md").read_text()


def test_a_model_that_always_says_yes_is_right_about_half_of_all_premises(tmp_path, make):
    for name, said in (("m", ["yes"] * 20), ("n", ["no"] * 15 + ["unsure"] * 5)):
        folder = tmp_path / "out" / name
        write(folder, "erbench_movie_bn_yes", [answered(i, "yes", "yes") for i in range(20)])
        altered = [answered(i, a, "no") for i, a in enumerate(said)]
        for one in altered:
            del one["rationale_accuracy"], one["answer_rationale_accuracy"]
        write(folder, "erbench_movie_bn_altered", altered)
    folder = make()
    found = {key: row["estimate"] for key, row in table(folder, "erbenchfalsepremises").items()}
    basic, altered = "erbench_movie_bn_yes", "erbench_movie_bn_altered"
    assert found["m", f"{basic} + {altered}", "answer_accuracy"] == "0.5"
    assert found["n", f"{basic} + {altered}", "answer_accuracy"] == "0.875"
    assert found["n", altered, "missing_rate"] == "0.25"
    # Nothing is asked of the rationale, so that nobody is wrong about it.
    assert not any(key[1:] == (altered, "rationale_accuracy") for key in found)
    assert "BN(Y)+BN(F)" in (folder / "report.md").read_text()
    assert "bn_altered" not in (folder / "table18.csv").read_text()


def test_a_report_without_false_premises_does_not_speak_of_them(tmp_path, make):
    ask(tmp_path / "out" / "m", ["yes"] * 3, ["no"] * 3)
    assert "false premises" not in (make() / "report.md").read_text()


def test_three_wordings_of_an_option_are_one_question(tmp_path, make):
    named = [["option 1"] * 3, ["option 1", "option 2", "option 1"], ["option 3"] * 3]
    ask(tmp_path / "out" / "m", [], [], named)
    rows = table(make(), "erbenchconsistency")
    found = [(r["metric"], r["estimate"], r["n"], r["entities"]) for r in rows.values()]
    assert found == [
        ("consistent_accuracy", "0.333333", "3", "3"),
        ("contradiction_rate", "0.333333", "3", "3"),
    ]


def test_older_runs_have_no_answers_to_compare_and_say_how_to_get_them(tmp_path, make):
    """Their `filtered_resps` is a printed Python dictionary, which is not evaluated."""
    out = tmp_path / "out" / "m"
    ask(out, ["yes"] * 3, ["no"] * 3)
    for path in out.iterdir():
        printed = path.read_text().replace('"{\\"answer\\": \\"yes\\"}"', "\"{'answer': 'yes'}\"")
        path.write_text(printed.replace('"robust"', '"erbench"'))
    folder = make()
    label = "m (PAPER'S READING)"
    rows = table(folder, "erbenchconsistency")
    assert rows[label, BOTH, "consistent_accuracy"]["estimate"] == "1.0"
    assert rows[label, BOTH, "contradiction_rate"]["estimate"] == ""
    text = (folder / "report.md").read_text()
    assert f"n/a: {label} was scored before there were two readings" in text
    assert f"| {label} | Contradictory (↓) | n/a |" in text


def test_what_is_attempted_and_what_is_not_has_a_table_and_a_plot(tmp_path, make):
    rest = [*["yes"] * 5, "no", "no", "unsure", "unsure"]
    readable = {"unreadable_rate": 0.0, "truncated_rate": 0.0}
    samples = [answered(i, answer, "yes", **readable) for i, answer in enumerate(rest)]
    cut = answered(9, "unparseable", "yes", unreadable_rate=1.0, truncated_rate=1.0)
    cut["hallucination_rate"] = 0.0  # by the robust reading
    write(tmp_path / "out" / "m", "erbench_movie_bn_yes", [*samples, cut])
    folder = make()
    rows = table(folder, "erbenchattempts")
    found = {key[2]: (float(row["estimate"]), row["n"]) for key, row in rows.items()}
    assert found == {
        "answer_accuracy": (0.5, "10"),
        "correct_given_attempted": (pytest.approx(5 / 7, abs=1e-6), "7"),
        "f_score": (pytest.approx(10 / 17, abs=1e-6), "10"),
        "net_score": (0.3, "10"),
        "abstention_rate": (0.3, "10"),
        "missing_rate": (0.2, "10"),
        "unreadable_rate": (0.1, "10"),
        "truncated_rate": (0.1, "10"),
    }
    assert "Abstention against accuracy" in (folder / "report.html").read_text()


def test_runs_under_other_conditions_stand_apart_in_these_tables(tmp_path, make):
    out = tmp_path / "out" / "m"
    ask(out, ["yes"] * 4, ["no"] * 4)
    later, tasks = DATE.replace("2026", "2027"), ("erbench_movie_bn_yes", "erbench_movie_bn_no")
    shots = {"n-shot": dict.fromkeys(tasks, 8)}
    for task, right in zip(tasks, ("yes", "no"), strict=True):
        some = [answered(i, "yes", right) for i in range(4)]
        write(out, task, some, date=later, **shots)
    text = (make() / "report.md").read_text()
    assert "| Movie BN(Y)+BN(N) | Movie, 8-shot BN(Y)+BN(N) |" in text
    assert re.search(r"m \| Consistent \| 1\.0 \[.*\] \| \.00 \[", text)


# Two models


def test_two_models_are_compared_on_the_questions_that_both_answered(tmp_path, make):
    right, wrong = "option 1", "option 2"
    ask(tmp_path / "out" / "a", ["yes"] * 25, ["no"] * 25, [[right] * 3] * 30)
    mc = [[right] * 3] * 18 + [[wrong] * 3] * 6
    ask(tmp_path / "out" / "b", ["yes"] * 30, ["yes"] * 30, mc)
    folder = make()
    rows = table(folder, "erbenchcomparisonsa")
    found = {key[1:]: row for key, row in rows.items() if key[0] == "a vs. b"}
    assert len(found) == len(rows) == 3 * 6
    difference = found["erbench_movie_mc", "answer_accuracy_difference"]
    assert (difference["estimate"], difference["n"], difference["entities"]) == ("0.25", "72", "24")
    assert found["erbench_movie_mc", "answer_accuracy_only_first"]["estimate"] == "18"
    # Six entities differ, all in favour of one: 2 / 2^6, not 2 / 2^18; Holm: times two.
    assert found["erbench_movie_mc", "answer_accuracy_mcnemar_p"]["estimate"] == "0.03125"
    assert found["erbench_movie_mc", "answer_accuracy_mcnemar_p_holm"]["estimate"] == "0.0625"
    detectable = float(found["erbench_movie_mc", "answer_accuracy_detectable"]["estimate"])
    assert detectable == pytest.approx(2.80159 * math.sqrt(0.25 * 0.75 / 23), rel=1e-4)
    same = "erbench_movie_bn_yes"
    # None of 25 differ; Bonett and Price: 1.96 * sqrt((1/27 + 1/27) / 27)
    assert found[same, "answer_accuracy_difference"]["low"] == "-0.10266"
    assert found[same, "answer_accuracy_detectable"]["estimate"] == ""
    consistent = table(folder, "erbenchcomparisonsconsistent")["a vs. b", BOTH,
                       "consistent_accuracy_difference"]  # fmt: skip
    assert (consistent["estimate"], consistent["n"]) == ("1.0", "25")
    text = (folder / "report.md").read_text()
    assert "adjusted for the 3 comparisons of this table" in text
    assert re.search(r"erbench_movie_bn_no \| \*\*\+100\.0\*\* \[", text)  # significant
    assert re.search(r"erbench_movie_mc \| \+25\.0 \[", text)  # p (Holm) is .06


def test_models_that_answered_other_questions_or_were_read_otherwise_are_not_compared(
    tmp_path, make
):
    out = tmp_path / "out"
    ask(out / "a", ["yes"] * 3, ["no"] * 3)
    write(out / "b", "erbench_movie_bn_yes", [answered(i, "yes", "yes") for i in range(5, 9)])
    old = [{**answered(i, "yes", "yes"), "filter": "erbench"} for i in range(3)]
    write(out / "c", "erbench_movie_bn_yes", old)
    folder = make()
    assert not list(folder.glob("erbenchcomparisons*"))
    assert (
        "no two models answered the same questions, read in the same way"
        in (folder / "report.md").read_text()
    )


def test_a_single_model_is_compared_with_nothing_and_nothing_is_said_of_it(tmp_path, make):
    ask(tmp_path / "out" / "a", ["yes"] * 3, ["no"] * 3)
    assert "comparisons" not in (make() / "report.md").read_text()


def test_runs_are_compared_from_python_by_any_measure(tmp_path):
    ask(tmp_path / "a", ["yes"] * 8, ["no"] * 8)
    ask(tmp_path / "b", ["yes"] * 4 + ["unsure"] * 4, ["no"] * 8)
    (found,) = [each for each in compare_runs([tmp_path], "missing_rate") if each.found.only_second]
    assert (found.task, found.first, found.second) == ("erbench_movie_bn_yes", "a", "b")
    assert found.found.difference.value == -0.5
    assert (found.found.p, found.p_holm) == (0.125, 0.25)
    (found,) = compare_runs([tmp_path], "consistent_accuracy")
    assert found.found.difference.value == 0.5
    with pytest.raises(InputError, match="measure 'accuracy': expected one of answer_accuracy"):
        compare_runs([tmp_path], "accuracy")


# The page


def test_the_page_is_well_formed_and_loads_nothing(tmp_path, make):
    for kind in ("bn_yes", "bn_no", "mc"):
        write(tmp_path / "out" / "m", f"erbench_movie_{kind}", [sample(1), sample(2)])
    folder = make()
    text = (folder / "report.html").read_text()
    page = Page(text)
    assert page.tags.count("figure") == len(plots_of(folder)) == 3
    assert set(re.findall(r"https?://[^\"' ]+", without_scripts(text))) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }
    assert not {"link", "img", "iframe"} & set(page.tags)
    assert "src" not in dict(page.attributes)
    ids = [value for name, value in page.attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert page.targets <= set(ids)
    assert page.files
    assert all((folder / file).is_file() for file in page.files)
    assert "prefers-color-scheme: dark" in text
    assert 'name="viewport"' in text
    assert 'title="n = 2, 2 entities"' in text


def test_text_of_the_files_is_never_markup(tmp_path, make):
    name = "<script>alert(1)</script>|[x](y)\n`{{ 7*7 }}"
    write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(1)], model_name=name)
    folder = make()
    page = without_scripts((folder / "report.html").read_text())
    assert "<script>" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "{{ 7*7 }}" in page
    text = (folder / "report.md").read_text()
    assert "<script" not in text
    assert "&lt;script>alert(1)&lt;/script>\\|[x]\\(y) \\`{{ 7\\*7 }}" in text


# What the user can mend


def known(content):
    def prepare(folder):
        write(folder / "out" / "m", "erbench_movie_mc", [sample(1)])
        (folder / "known.json").write_text(content)
        return ["out", "--known", "m=known.json"]

    return prepare


def lines(content):
    def prepare(folder):
        (folder / "out").mkdir()
        (folder / "out" / "samples_erbench_movie_mc.jsonl").write_bytes(content)
        return ["out"]

    return prepare


def empty(folder):
    (folder / "out").mkdir()
    return ["out"]


def other_model(folder):
    return ["out", "--known", f"n={known('{}')(folder)[2]}"]


GOOD = json.dumps(sample(1)).encode() + b"\n"
BAD = [
    (lambda folder: ["nowhere"], "nowhere: no such folder"),
    (empty, "out: no samples_*.jsonl"),
    (lines(GOOD + b"{\n"), "samples_erbench_movie_mc.jsonl, line 2: not valid JSON"),
    (lines(GOOD + b"3\n"), "line 2: expected a JSON object"),
    (lines(b'{"doc": {}}\n'), "line 1: no 'doc' with an 'entity_id'"),
    (lines(GOOD.replace(b'y": 1.0', b'y": "x"', 1)), "line 1: 'answer_accuracy' is not a number"),
    (lines(GOOD.replace(b'y": 1.0', b'y": 1e9', 1)), "line 1: 'answer_accuracy' is not a number"),
    (lines(b"\xff\n"), "samples_erbench_movie_mc.jsonl, line 1: not UTF-8"),
    (lines(b'{"doc": {"entity_id": 1}}\n'), "no scored samples"),
    (known("[1]"), "known.json: expected a JSON object"),
    (known("{"), "known.json, line 1: not valid JSON"),
    (known('{"movie": {"bn": "1"}}'), "known.json: movie.bn is not a list"),
    (known('{"movie": [1]}'), "known.json: no known entities"),
    (other_model, "no run of this model; there are runs of m"),
    (lambda folder: [*known("{}")(folder)[:2], "m"], "expected MODEL=FILE"),
    (lambda folder: [*known("{}")(folder)[:2], "m=none.json"], "none.json: cannot be read"),
]


@pytest.mark.parametrize(("prepare", "message"), BAD)
def test_what_the_user_can_mend_is_one_line_and_nothing_is_written(tmp_path, prepare, message):
    done = report(*prepare(tmp_path), "-o", "report", folder=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert not [path for path in tmp_path.iterdir() if "report" in path.name]


def test_a_report_that_is_there_is_kept_unless_asked_otherwise(tmp_path, make):
    write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(1)])
    folder = make()
    (folder / "report.html").write_text("mine")
    done = report("out", "-o", "report", folder=tmp_path)
    assert done.returncode == 2
    assert "--overwrite" in done.stderr
    assert (folder / "report.html").read_text() == "mine"
    assert (make() / "report.html").read_text() != "mine"


def test_the_runs_are_never_overwritten_by_their_report(tmp_path):
    path = write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(1)])
    for folder in ("out", "out/m"):
        done = report("out", "-o", folder, "--overwrite", folder=tmp_path)
        assert done.returncode == 2
        assert "give another folder" in done.stderr
        assert path.exists()


def test_a_name_that_is_no_text_is_still_written(tmp_path, make):
    write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(1)], model_name="m\ud800")
    assert "m?" in (make() / "report.html").read_text()


# Recorded responses of a real model


def test_the_papers_cells_of_a_recorded_model_are_found(official, tmp_path, make):
    """Table 2, Movie, GPT-3.5: binary questions to .01."""
    from erbench_track.plugin.scoring import result_files, scoring

    expected = json.loads(official("erbench_replay/expected.json").read_text())["table2"]["gpt35"]
    for kind in ("bn_yes", "bn_no"):
        task = f"erbench_movie_{kind}"
        recorded = official(f"erbench_replay/gpt35/{task}.jsonl.gz")
        result_files.save(scoring.score([recorded], task, model_name="gpt35"), tmp_path / "out")
    known = f"gpt35={official('erbench_replay/gpt35/known.json')}"
    folder = make("--known", known, "--reading", "paper")
    letters = {"A": RATES[0], "R": RATES[1], "AR": RATES[2], "H": "hallucination_rate"}
    for kind in ("bn_yes", "bn_no"):
        for letter, metric in letters.items():
            found = column(folder, "table2", f"erbench_movie_{kind}", metric, "gpt35")
            assert float(found[0]) == pytest.approx(expected["movie"][kind][letter], abs=0.01)
            assert found[1] == "1352"


# Intervals

clusters = st.lists(
    st.integers(1, 4).flatmap(lambda n: st.tuples(st.just(n), st.floats(0, n))), min_size=1
)


@given(clusters)
def test_an_interval_holds_its_mean_and_stays_between_0_and_1(some):
    found = estimate(some)
    assert found.n == sum(n for n, _ in some)
    assert found.entities == len(some)
    if len(some) == 1:
        assert found.low is None
        assert found.high is None
    else:
        assert 0 <= found.low <= found.value + 1e-12
        assert found.value - 1e-12 <= found.high <= 1


@given(st.lists(st.floats(0, 1), min_size=2))
def test_for_single_samples_the_cluster_error_is_the_plain_standard_error(values):
    plain = statistics.stdev(values) / math.sqrt(len(values))
    found = cluster_standard_error([(1, value) for value in values])
    assert found == pytest.approx(plain, abs=1e-9)


@given(st.lists(st.floats(0, 1), min_size=2), st.integers(1, 5))
def test_repeating_every_sample_of_an_entity_narrows_nothing(values, times):
    once = cluster_standard_error([(1, value) for value in values])
    repeated = cluster_standard_error([(times, times * value) for value in values])
    assert repeated == pytest.approx(once, abs=1e-9)


@given(st.integers(1, 500), st.data())
def test_the_score_interval_is_symmetric_in_success_and_failure(n, data):
    k = data.draw(st.integers(0, n))
    low, high = wilson_interval(k, n)
    assert 0 <= low <= k / n <= high <= 1
    other = wilson_interval(n - k, n)
    assert (1 - high, 1 - low) == pytest.approx(other)


def test_the_score_interval_is_the_textbooks():
    """Newcombe 1998, Statistics in Medicine 17: 81 of 263, and 0 of 20."""
    assert wilson_interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson_interval(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)


@pytest.mark.parametrize("share", [0.05, 0.5, 0.9])
@pytest.mark.parametrize("paraphrases", [1, 3])
def test_about_95_percent_of_intervals_hold_the_true_share(share, paraphrases):
    """Paraphrases agree four times of five, so that samples of an entity are not independent."""
    rng = random.Random(7)  # noqa: S311 -- a simulation

    def entity():
        first = rng.random() < share
        answers = [
            first if rng.random() < 0.8 else rng.random() < share for _ in range(paraphrases)
        ]
        return paraphrases, sum(answers)

    trials = [estimate([entity() for _ in range(150)]) for _ in range(1000)]
    covered = sum(found.low <= share <= found.high for found in trials) / len(trials)
    assert covered == pytest.approx(0.95, abs=0.025)


def test_where_all_are_right_the_interval_still_has_a_width():
    found = estimate([(3, 3.0)] * 10)
    assert found == Estimate(1.0, pytest.approx(wilson_interval(10, 10)[0]), 1.0, 30, 10)
    assert Figure("", "", "", found, 30).interval == "[.72, 1.0]"
    assert found.low == pytest.approx(10 / (10 + Z95**2))


def test_figures_are_written_as_the_paper_writes_them():
    assert [decimal(x) for x in (0.0, 0.854, 0.999, 1.0)] == [".00", ".85", "1.0", "1.0"]
    assert estimate([]) is None


# Popularity


def by_quarter(folder, task, metric="answer_accuracy"):
    """Returns the figures of a task from the least popular quarter to the most popular one."""
    with (folder / "erbenchpopularity.csv").open(newline="") as file:
        rows = [r for r in csv.DictReader(file) if (r["task"], r["metric"]) == (task, metric)]
    return [(row["condition"], row["estimate"], row["n"]) for row in rows]


def ranked(entity, popularity, **more):
    found = sample(entity, **more)
    return {**found, "doc": {**found["doc"], "popularity": popularity}}


def test_a_r_and_h_are_shown_by_quarter_of_popularity(tmp_path, make):
    """Of entities 0..39, as popular as their number, those from 20 on are known."""
    samples = [ranked(i, i, right=float(i >= 20), rationale=float(i >= 30)) for i in range(40)]
    write(tmp_path / "out" / "m", "erbench_movie_bn_yes", samples)
    folder, task = make(), "erbench_movie_bn_yes"
    quarters = ("least popular quarter", "2nd quarter", "3rd quarter", "most popular quarter")
    assert by_quarter(folder, task) == [
        *zip(quarters, ("0.0", "0.0", "1.0", "1.0"), ["10"] * 4, strict=True),
        ("all quarters", "0.5", "40"),
    ]
    rationales = by_quarter(folder, task, "rationale_accuracy")
    assert [value for _, value, _ in rationales] == ["0.0", "0.0", "0.0", "1.0", "0.25"]
    assert [v for _, v, _ in by_quarter(folder, task, "hallucination_rate")] == [
        "1.0", "1.0", "0.0", "0.0", "0.5",
    ]  # fmt: skip
    text = (folder / "report.md").read_text()
    assert "A, most popular quarter | 1.0 [.72, 1.0]" in text  # Wilson: 10 of 10
    assert "Popularity in Movie: 0 to 9, 10 to 19, 20 to 29, 30 to 39." in text
    assert "least popular quarter" in (folder / "report.html").read_text()


def test_quarters_are_those_of_all_models_and_tasks_of_a_dataset(tmp_path, make):
    """A model that was asked about the most popular half only has no figure for the other one."""
    every = [ranked(i, i) for i in range(40)]
    write(tmp_path / "out" / "a", "erbench_movie_bn_yes", every)
    write(tmp_path / "out" / "b", "erbench_movie_bn_yes", every[20:])
    write(tmp_path / "out" / "b", "erbench_movie_mc", [*every[20:], sample(99)])
    folder = make()
    sizes = [int(n) for _, _, n in by_quarter(folder, "erbench_movie_bn_yes")]
    assert sizes == [10, 10, 10, 10, 40, 0, 0, 10, 10, 20]
    assert [n for _, _, n in by_quarter(folder, "erbench_movie_mc")] == ["0", "0", "10", "10", "20"]
    assert "30 to 39; 1 entities have none." in (folder / "report.md").read_text()


def test_entities_that_are_equally_popular_are_in_one_quarter(tmp_path, make):
    samples = [ranked(i, 5 if i < 30 else 9) for i in range(40)]
    write(tmp_path / "out" / "m", "erbench_movie_bn_yes", samples)
    folder = make()
    sizes = [n for _, _, n in by_quarter(folder, "erbench_movie_bn_yes")]
    assert sizes == ["0", "30", "0", "10", "40"]
    assert "Popularity in Movie: none, 5 to 5, none, 9 to 9." in (folder / "report.md").read_text()


def test_without_popularity_there_is_no_table_of_it(tmp_path, make):
    write(tmp_path / "out" / "m", "erbench_movie_bn_yes", [sample(1), ranked(2, None)])
    folder = make()
    assert not (folder / "erbenchpopularity.csv").exists()
    assert "popularity" not in (folder / "report.md").read_text()


@pytest.mark.parametrize("popularity", ["12", float("nan"), [1]])
def test_a_popularity_that_is_no_number_is_refused(tmp_path, popularity):
    path = write(tmp_path / "out" / "m", "erbench_movie_bn_yes", [ranked(1, popularity)])
    done = report("out", "-o", "report", folder=tmp_path)
    assert done.returncode == 2
    assert f"{path.name}, line 1: 'doc.popularity' is not a number" in done.stderr


# The responses


def test_responses_are_left_out_on_request_and_the_page_says_so(tmp_path):
    write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(1), sample(2, right=0.0)])
    sizes = {}
    for name, more in (("with", []), ("without", ["--no_samples"])):
        done = report("out", "-o", name, *more, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        page = (tmp_path / name / "report.html").read_text()
        sizes[name] = len(page)
        assert ("were left out (<code>--no_samples</code>)" in page) == bool(more)
        assert ('href="#m/' in page) == (not more)
        assert "right, for the right reason: 1 of 2 (50.0%)" in page
    assert sizes["without"] < sizes["with"]


# What stands beside each other


def asked_about(entity, question, **more):
    found = sample(entity, **more)
    found["doc"] |= {"id": f"bn/{entity}", "question": question}
    return found


def test_models_that_were_asked_different_questions_are_warned_about_and_not_ranked(tmp_path):
    """Two databases use the same ids for other questions, which are easier."""
    for model, of, right in (("a", "film", 1.0), ("b", "film", 1.0), ("c", "song", 0.0)):
        samples = [asked_about(i, f"Is there a {of} {i}?", right=right) for i in range(40)]
        write(tmp_path / "out" / model, "erbench_movie_bn_yes", samples)
    done = report("out", "-o", "report", folder=tmp_path)
    assert done.stderr.startswith(
        "warning: movie bn_yes: different questions were asked of a, b and of c (0% of the "
    )
    text = (tmp_path / "report" / "report.md").read_text()
    assert "Movie BN(Y) (≠ questions)" in text
    assert "**Warning:** movie bn_yes" in text
    assert "**1.0**" not in text
    pairs = {name for name, *_ in table(tmp_path / "report", "erbenchcomparisonsa")}
    assert pairs == {"a vs. b"}


def test_a_few_questions_that_one_model_was_not_asked_are_no_other_data(tmp_path):
    for model, count in (("a", 40), ("b", 38)):
        samples = [asked_about(i, f"Is there a film {i}?") for i in range(count)]
        write(tmp_path / "out" / model, "erbench_movie_bn_yes", samples)
    assert report("out", "-o", "report", folder=tmp_path).stderr == ""


def test_all_domains_stand_together_before_the_single_ones(tmp_path, make):
    for domain, right in (("movie", 30), ("soccer", 10)):
        samples = [sample(i, right=float(i < right)) for i in range(40)]
        for one in samples:
            one["doc"]["domain"] = domain
        write(tmp_path / "out" / "m", f"erbench_{domain}_bn_yes", samples)
    folder = make()
    assert (
        "| All domains BN(Y) | Movie BN(Y) | Soccer BN(Y) |" in (folder / "report.md").read_text()
    )
    both = "erbench_movie_bn_yes + erbench_soccer_bn_yes"
    assert column(folder, "table18", both) == ("0.5", "80")


def test_a_model_that_was_not_asked_about_all_domains_has_no_figure_for_them(tmp_path, make):
    soccer = sample(1)
    soccer["doc"]["domain"] = "soccer"
    write(tmp_path / "out" / "m", "erbench_movie_bn_yes", [sample(1)])
    write(tmp_path / "out" / "n", "erbench_movie_bn_yes", [sample(1)])
    write(tmp_path / "out" / "n", "erbench_soccer_bn_yes", [soccer])
    rows = table(make(), "table18")
    both = "erbench_movie_bn_yes + erbench_soccer_bn_yes"
    assert {name for name, task, _ in rows if task == both} == {"n"}


def test_both_readings_of_the_same_responses_stand_in_one_table(tmp_path, make):
    robust = [{**sample(i), "doc_id": i} for i in range(4)]
    paper = [{**sample(i, right=i % 2, filter="paper"), "doc_id": i} for i in range(4)]
    write(tmp_path / "out" / "m", "erbench_movie_mc", [*robust, *paper])
    for options in ((), ("--reading", "paper")):
        folder = make(*options)
        with (folder / "erbenchreadings.csv").open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["metric"] == "answer_accuracy"]
        found = [(row["reading"], row["estimate"], row["n"]) for row in rows]
        assert found == [("robust", "1.0", "4"), ("paper", "0.5", "4")]
    assert not (make("--reading", "both") / "erbenchreadings.csv").exists()


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ((range(20), range(15, 35)), "-"),
        ((range(20), range(20, 40)), "n/a: no entity is known to all models in Movie MC."),
        ((range(5), range(5)), "n/a: no model knows 20 entities in Movie MC."),
    ],
)
def test_the_note_of_table_17_says_why_nothing_is_in_it(tmp_path, make, known, told):
    options = []
    for model, ids in zip("ab", known, strict=True):
        write(tmp_path / "out" / model, "erbench_movie_mc", [sample(i) for i in range(40)])
        (tmp_path / f"{model}.json").write_text(json.dumps({"movie": {"mc": list(ids)}}))
        options += ["--known", f"{model}={model}.json"]
    (text,) = re.findall(r"## Table 17.*?\n\n(.*?)\n\n", (make(*options) / "report.md").read_text())
    assert (told in text) == told.startswith("n/a")
    assert text.count("n/a: no") == told.startswith("n/a")


def test_a_model_without_a_name_is_called_by_its_kind(tmp_path, make):
    """lm_eval draws eight characters for it, in each run anew."""
    for number, drawn in enumerate(("a1b2c3d4", "zz9zz9zz")):
        config = {"model": "erbench-simulated", "model_args": {"p": 0.5}}
        task = ("erbench_movie_bn_yes", "erbench_movie_bn_no")[number]
        write(tmp_path / "out" / drawn, task, [sample(1)], model_name=drawn, config=config)
    assert {name for name, *_ in table(make(), "table18")} == {"erbench-simulated"}


def test_a_model_whose_name_looks_as_if_drawn_keeps_it(tmp_path, make):
    config = {"model": "hf", "model_args": "pretrained=llama3b8"}
    write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(1)], model_name="llama3b8",
          config=config)  # fmt: skip
    assert {name for name, *_ in table(make(), "table18")} == {"llama3b8"}


def test_reading_many_samples_says_how_far_it_is(tmp_path, monkeypatch):
    from erbench_track.core import progress

    monkeypatch.setattr(progress, "_BETWEEN_LINES", -1.0)
    write(tmp_path / "out" / "m", "erbench_movie_mc", [sample(i) for i in range(150)])
    assert "Reading runs (kB): " in report("out", "-o", "report", folder=tmp_path).stderr


def test_each_table_has_a_latex_file_with_its_figures(tmp_path, make):
    write(tmp_path / "out" / "m_1", "erbench_movie_mc", [sample(i) for i in range(40)])
    write(tmp_path / "out" / "n%", "erbench_movie_mc", [sample(i, right=0.0) for i in range(40)])
    folder = make()
    assert {p.stem for p in folder.glob("*.tex")} == {p.stem for p in folder.glob("*.csv")}
    source = (folder / "table18.tex").read_text()
    assert r"m\_1 & A & \textbf{1.0} {\scriptsize {[}.91, 1.0{]}} \\" in source
    assert r"n\% & A & .00 {\scriptsize {[}.00, .09{]}} \\" in source
    assert r"\bottomrule" in source
