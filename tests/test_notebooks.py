"""The notebooks run from top to bottom, and are stored without what they printed."""

import json
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parent.parent / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def run(path):
    names: dict = {}
    for cell in cells(path):
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), path.name, "exec"), names)  # noqa: S102
    return names


def test_there_is_one_that_scores_and_one_that_compares():
    assert [path.stem for path in NOTEBOOKS] == ["compare", "score"]


def test_the_first_scores_as_its_text_says(capsys):
    names = run(FOLDER / "score.ipynb")
    scored = names["scored"]
    assert len(scored) == 100
    assert scored["answer_accuracy"].mean() == 1
    assert scored["rationale_accuracy"].sum() == 1
    assert capsys.readouterr().out == "right yes\n"


def test_the_second_compares_as_its_text_says():
    names = run(FOLDER / "compare.ipynb")
    found = names["compare"](names["runs"]["knows"], names["runs"]["yes"], "consistent_accuracy")
    (row,) = found.to_dict("records")
    assert row["only_first"] > 30
    assert row["only_second"] == 0
    assert row["p_holm"] < 0.001


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_nothing_that_was_printed_is_stored(path):
    for cell in cells(path):
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
