"""Two runs on the same questions: as the report compares them."""

import pytest
from scored_runs import write_run
from track_runs import answer, write

from erbench_track.api import InputError, compare, load_items, read_run, score
from erbench_track.metrics.report.comparisons import compare_runs

METRICS = ("answer_accuracy", "answer_rationale_accuracy", "consistent_accuracy")


@pytest.fixture(scope="module")
def folders(evaluate, tmp_path_factory):
    made = tmp_path_factory.mktemp("runs")
    return [write_run(evaluate, made / str(known), known) for known in (0.5, 0.9)]


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("reading", ["robust", "paper"])
def test_folders_are_compared_as_the_report_compares_them(folders, metric, reading):
    found = compare(*folders, metric, reading)
    expected = compare_runs(folders, metric, reading)
    assert len(found) == len(expected) > 0
    for row, pair in zip(found.to_dict("records"), expected, strict=True):
        assert (row["task"], row["first"], row["second"]) == (pair.task, pair.first, pair.second)
        assert row["difference"] == pair.found.difference.value
        assert (row["low"], row["high"]) == (pair.found.difference.low, pair.found.difference.high)
        assert row["only_first"] == pair.found.only_first
        assert row["only_second"] == pair.found.only_second
        assert (row["p"], row["p_holm"]) == (pair.found.p, pair.p_holm)


@pytest.mark.parametrize("metric", METRICS)
def test_tables_are_compared_as_the_folders_that_they_were_read_from(folders, metric):
    of_folders = compare(*folders, metric)
    of_tables = compare(*map(read_run, folders), metric)
    numbers = ["difference", "low", "high", "n", "only_first", "only_second", "p", "p_holm"]
    ordered = [found.sort_values("task")[["task", *numbers]] for found in (of_folders, of_tables)]
    assert ordered[0].to_dict("records") == ordered[1].to_dict("records")


def test_two_runs_of_one_model_are_compared_with_each_other(folders):
    again = compare(folders[0], folders[0])
    assert set(again["difference"]) == {0.0}
    assert set(again["p"]) == {1.0}


def test_scored_tables_need_no_names():
    items = load_items("movie", "bn_yes").head(40)
    said = [["Yes." if number < most else "No." for number in range(40)] for most in (35, 20)]
    one, other = (score(items.assign(response=responses)) for responses in said)
    (row,) = compare(one, other).to_dict("records")
    assert (row["first"], row["second"]) == ("run_a", "run_b")
    assert (row["n"], row["only_first"], row["only_second"]) == (40, 15, 0)
    assert row["difference"] == 0.375
    assert row["p"] == pytest.approx(2 * 0.5**15)


def test_runs_without_common_questions_are_refused():
    items = load_items("movie", "bn_yes").head(40)
    scored = score(items.assign(response="Yes."))
    with pytest.raises(InputError, match="no task with the same questions in common"):
        compare(scored.head(10), scored.tail(10))


def test_runs_of_track_are_refused_with_the_command_that_compares_them(tmp_path):
    write(tmp_path / "model", "track_wiki", [answer(1), answer(2, passed=False)])
    run = tmp_path
    for given in (run, read_run(run)):
        with pytest.raises(InputError, match="run_a: has responses of TRACK only; `erbench-track"):
            compare(given, given)
    with pytest.raises(InputError, match="row 0: this is a question of TRACK, whose responses"):
        score(read_run(run))


def test_a_table_without_scores_and_an_unknown_metric_are_refused():
    items = load_items("movie", "bn_yes").head(4)
    with pytest.raises(InputError, match="run_a: this table lacks the columns answer_accuracy"):
        compare(items, items)
    with pytest.raises(InputError, match="measure 'accuracy': expected one of answer_accuracy"):
        compare(items, items, "accuracy")
