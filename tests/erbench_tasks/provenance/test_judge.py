"""What Wikidata's qualifiers and missing values mean for a value of the table."""

import pytest

from erbench_track.core.wikidata.items import Statement
from erbench_track.core.wikidata.values import Reference, Special, Time, Value
from erbench_track.erbench_tasks.provenance.judge import END, START, Placed, Verdict, judge
from erbench_track.erbench_tasks.spec.wikidata import WikidataAttribute

LABELS = {"Q1": "Ada", "Q2": "Bob", "Q3": "Cid"}
ADA, BOB, CID = map(Reference, LABELS)


def of(value: Value, rank: str = "normal", **years: int) -> Placed:
    said = {START: years.get("start"), END: years.get("end")}
    qualifiers = {p: [Time(y, 0, 0, 9, False)] for p, y in said.items() if y is not None}
    return "Q9, P57", Statement(value, rank, qualifiers)


def judged(values, *statements, **attribute):
    several = [values] if isinstance(values, str) else values
    mapping = WikidataAttribute.model_validate({"property": "P57", **attribute})
    said = [[value] for value in several]
    found = judge("director", mapping, said, statements, lambda id_: [LABELS[id_]])
    return found[0] if isinstance(values, str) else found


def test_a_value_that_wikidata_has_agrees_and_another_one_differs():
    assert judged("Ada", of(ADA)).verdict is Verdict.AGREES
    wrong = judged("Bob", of(ADA))
    assert wrong.verdict is Verdict.DIFFERS
    assert (wrong.says, wrong.statements[0][0]) == ("Ada (Q1)", "Q9, P57")


def test_one_of_several_true_values_is_enough_whatever_its_rank():
    assert judged("Bob", of(ADA, "preferred"), of(BOB)).verdict is Verdict.AGREES


def test_what_wikidata_does_not_know_cannot_be_told():
    unstated, unknown = judged("Ada"), judged("Ada", of(BOB), of(Special.UNKNOWN))
    assert (unstated.verdict, unstated.reason) == (Verdict.UNTOLD, "Wikidata has no value")
    assert (unknown.verdict, unknown.reason) == (Verdict.UNTOLD, "the two cannot be compared")


def test_no_value_differs_from_any_value():
    found = judged("Ada", of(Special.NONE))
    assert (found.verdict, found.says) == (Verdict.DIFFERS, "that there is none")


def test_what_an_incomplete_list_lacks_cannot_be_told():
    found = judged("Ada", of(BOB), incomplete=True)
    assert (found.verdict, found.reason) == (Verdict.UNTOLD, "Wikidata's list may be incomplete")


def test_where_another_value_of_the_row_agrees_a_further_one_cannot_be_told():
    found = judged(["Ada", "Cid"], of(ADA), of(BOB))
    assert [each.verdict for each in found] == [Verdict.AGREES, Verdict.UNTOLD]
    both = judged(["Cid", "Dan"], of(ADA))
    assert [each.verdict for each in both] == [Verdict.DIFFERS] * 2


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ("Ada", Verdict.DIFFERS),
        ("Bob", Verdict.AGREES),
        ("Cid", Verdict.AGREES),  # nobody says when
        ("Dan", Verdict.DIFFERS),
    ],
)
def test_a_statement_counts_at_its_time(value, verdict):
    statements = of(ADA, start=2010, end=2018), of(BOB, start=2018), of(CID)
    assert judged(value, *statements, at="2019-09").verdict is verdict


def test_if_no_statement_says_that_it_holds_at_the_time_it_cannot_be_told():
    others = judged("Ada", of(ADA, end=2018), of(BOB, start=2020), at="2019-09")
    assert (others.verdict, others.reason) == (
        Verdict.UNTOLD,
        "Wikidata has only values of other times",
    )
    undated = judged("Ada", of(BOB), at="2019-09")
    assert (undated.verdict, undated.reason) == (
        Verdict.UNTOLD,
        "no statement says when it holds",
    )


def test_a_year_in_which_it_ends_or_begins_counts():
    assert judged("Ada", of(ADA, end=2019), at="2019-09").verdict is Verdict.AGREES
    assert judged("Ada", of(ADA, start=2019), at="2019-09").verdict is Verdict.AGREES
