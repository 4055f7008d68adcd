"""ERBench's plots have the tables' figures, of every model."""

import csv
import json

import pytest
from report_page import plots_of, sample, shown_in
from track_runs import write

from erbench_track.metrics.report.report import make_report
from erbench_track.metrics.report.report import plots_of as of_report

SIDES = "answers_and_rationales"
ENDS = ("png", "svg")


def ask(folder, model, kinds=("bn_yes", "mc"), right=0.7, count=30):
    for kind in kinds:
        some = [sample(i, float(i < right * count), float(i % 2)) for i in range(count)]
        write(folder / model, f"erbench_movie_{kind}", some, model_name=model)


def known(folder, count):
    path = folder / "known.json"
    path.write_text(json.dumps({"movie": {"bn": list(range(count)), "mc": list(range(count))}}))
    return path


def drawn(folder, *known_of):
    report = make_report([folder / "out"], known_of)
    return {plot.name: plot for plot in of_report(report)}


def test_points_and_intervals_are_those_of_the_tables(tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ask(tmp_path / "out", "m")
    assert command("report", "out", "-o", "report")[0] == 0
    with (tmp_path / "report" / "table18.csv").open(newline="") as file:
        rows = {(row["task"], row["metric"]): row for row in csv.DictReader(file)}
    points = shown_in(plots_of(tmp_path / "report")[SIDES])
    assert [point["panel"] for point in points] == ["Movie BN(Y)", "Movie MC"]
    for point, task in zip(points, ("erbench_movie_bn_yes", "erbench_movie_mc"), strict=True):
        for axis, metric in (("x", "answer_accuracy"), ("y", "rationale_accuracy")):
            row = rows[task, metric]
            for end, column in (
                (axis, "estimate"),
                (f"{axis}_low", "low"),
                (f"{axis}_high", "high"),
            ):
                assert point[end] == pytest.approx(float(row[column]), abs=1e-6)
            assert point[f"{axis}_said"].endswith("n = 30, 30 entities")


def test_a_model_whose_known_entities_are_not_given_stays_in_the_plots(tmp_path):
    ask(tmp_path / "out", "a")
    ask(tmp_path / "out", "b")
    file = known(tmp_path, 25)
    plot = drawn(tmp_path, f"a={file}")[SIDES]
    assert {point["model"] for point in plot.records} == {"a", "b"}
    assert plot.notes[0] == "Over all entities. Known entities are not given for all runs of b."
    both = drawn(tmp_path, f"a={file}", f"b={file}")[SIDES]
    assert both.notes[0] == "Over the entities that each model knows."
    assert {point["x_said"].rpartition(", ")[2] for point in both.records} == {"25 entities"}


def test_a_point_that_is_left_out_is_named(tmp_path):
    ask(tmp_path / "out", "a")
    ask(tmp_path / "out", "b")
    few, many = known(tmp_path, 5), tmp_path / "many.json"
    many.write_text(few.read_text().replace("4]", f"4, {', '.join(map(str, range(5, 25)))}]"))
    plot = drawn(tmp_path, f"a={few}", f"b={many}")[SIDES]
    assert {point["model"] for point in plot.records} == {"b"}
    assert plot.notes[-1] == "Left out, as a figure is n/a: a, Movie BN(Y); a, Movie MC."


def test_colours_and_legend_do_not_depend_on_who_is_in_a_plot(tmp_path):
    ask(tmp_path / "out", "a", kinds=("bn_yes",))
    hops = [sample(i, answer_rationale_accuracy_hop1=1.0) for i in range(5)]
    write(tmp_path / "out" / "b", "erbench_movie_2hop_yes", hops, model_name="b")
    plot = drawn(tmp_path)["hops"]
    color = plot.spec["spec"]["layer"][0]["encoding"]["color"]
    assert color["scale"]["domain"] == ["a", "b"]
    assert color["legend"]["values"] == ["b"]


@pytest.mark.parametrize("share", [0.0, 0.2])
def test_a_sweep_of_none_of_the_above_keeps_its_run_without_any(tmp_path, share):
    """The run of the task with this option in no question counts as 0%."""
    task = "erbench_movie_mc_nota"
    for place, nota in enumerate((share, 0.5)):
        declared = {"configs": {task: {"metadata": {"nota": nota}}}, "model_name": "m"}
        some = [sample(i, right=float(i > place)) for i in range(4)]
        date = f"202{place}-01-02T03-04-05.000000"
        write(tmp_path / "out" / "m", task, some, date, **declared)
    points = drawn(tmp_path)["none_of_the_above"].records
    assert [(point["x"], point["y"]) for point in points] == [(f"{share:.0%}", 0.75), ("50%", 0.5)]


def test_plots_are_written_as_files_where_asked_for(tmp_path, command, refused, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ask(tmp_path / "out", "m")
    assert command("report", "out", "-o", "report", "--plots", "png,svg")[0] == 0
    written = {path.name for path in (tmp_path / "report" / "plots").iterdir()}
    assert written == {f"{name}.{end}" for name in plots_of(tmp_path / "report") for end in ENDS}
    assert refused("report", "out", "-o", "other", "--plots", "png,pdf") == (
        "erbench-track: error: --plots png,pdf: 'pdf' is not one of png, svg\n"
    )
    assert not (tmp_path / "other").exists()
