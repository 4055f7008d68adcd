"""What Wikidata's ranks, qualifiers and missing values mean for a value of the table."""

import pytest

from erbench_track.core.wikidata.values import Reference, Special, Time, Value
from erbench_track.erbench_tasks.provenance.compare import Match, Said
from erbench_track.erbench_tasks.provenance.judge import END, START, Facts, Verdict, judge
from erbench_track.erbench_tasks.provenance.records import Names, Rank, Statement
from erbench_track.erbench_tasks.spec.wikidata import WikidataAttribute

LABELS = {"Q1": "Ada", "Q2": "Bob", "Q3": "Cid", "Q4": "animated film", "Q5": "drama"}
ABOVE = {"Q4": {"Q4", "Q202866"}, "Q5": {"Q5"}}


def names_of(id_: str) -> Names:
    return Names(LABELS[id_], (LABELS[id_],))


FACTS = Facts(names_of, lambda id_: ABOVE.get(id_, ()), lambda *_: Match.INCOMPARABLE)


def of(value: Value, rank: Rank = "normal", **years: int) -> Statement:
    said = {START: years.get("start"), END: years.get("end")}
    qualifiers = {p: [Time(y, 0, 0, 9, False)] for p, y in said.items() if y is not None}
    return Statement("Q9", "P57", value, rank, qualifiers)


ADA, BOB, CID = Reference("Q1"), Reference("Q2"), Reference("Q3")


def judged(values, *statements, **attribute):
    several = [values] if isinstance(values, str) else values
    mapping = WikidataAttribute.model_validate({"property": "P57", **attribute})
    said = [Said(value, (value,)) for value in several]
    found = judge("director", mapping, said, statements, FACTS)
    return found[0] if isinstance(values, str) else found


def test_a_value_that_wikidata_has_agrees_and_another_one_contradicts():
    assert judged("Ada", of(ADA)).verdict is Verdict.AGREES
    wrong = judged("Bob", of(ADA))
    assert wrong.verdict is Verdict.CONTRADICTS
    assert (wrong.says, wrong.where) == ("Ada (Q1)", "Q9, P57, normal rank")


def test_one_of_several_true_values_is_enough():
    assert judged("Bob", of(ADA), of(BOB)).verdict is Verdict.AGREES


def test_a_value_of_normal_rank_agrees_and_the_preferred_one_is_named():
    found = judged("Bob", of(BOB), of(ADA, "preferred"))
    assert (found.verdict, found.note) == (Verdict.AGREES, "Wikidata prefers Ada (Q1)")


def test_a_deprecated_value_is_no_agreement():
    found = judged("Bob", of(ADA), of(BOB, "deprecated"))
    assert found.verdict is Verdict.CONTRADICTS
    assert "deprecated" in found.note
    only = judged("Bob", of(BOB, "deprecated"))
    assert (only.verdict, only.note) == (Verdict.NOT_STATED, "only deprecated")


def test_what_wikidata_does_not_know_is_no_contradiction():
    assert judged("Ada").verdict is Verdict.NOT_STATED
    assert judged("Ada", of(Special.UNKNOWN)).verdict is Verdict.NOT_COMPARABLE
    assert judged("Ada", of(BOB), of(Special.UNKNOWN)).verdict is Verdict.NOT_LISTED


def test_no_value_contradicts_any_value():
    found = judged("Ada", of(Special.NONE))
    assert (found.verdict, found.says) == (Verdict.CONTRADICTS, "that there is none")


def test_of_an_incomplete_list_nothing_is_contradicted():
    assert judged("Ada", of(BOB), incomplete=True).verdict is Verdict.NOT_LISTED


def test_where_another_value_of_the_row_agrees_a_further_one_is_not_listed():
    found = judged(["Ada", "Cid"], of(ADA), of(BOB))
    assert [each.verdict for each in found] == [Verdict.AGREES, Verdict.NOT_LISTED]
    both = judged(["Cid", "Dan"], of(ADA))
    assert [each.verdict for each in both] == [Verdict.CONTRADICTS] * 2


@pytest.mark.parametrize(
    ("value", "verdict", "note"),
    [
        ("Ada", Verdict.CONTRADICTS, "Wikidata has the table's value of another time"),
        ("Bob", Verdict.AGREES, ""),
        ("Cid", Verdict.AGREES, ""),  # nobody says when
        ("Dan", Verdict.CONTRADICTS, ""),
    ],
)
def test_a_statement_counts_at_its_time(value, verdict, note):
    statements = of(ADA, start=2010, end=2018), of(BOB, start=2018), of(CID)
    found = judged(value, *statements, at="2019-09")
    assert (found.verdict, found.note) == (verdict, note)


def test_if_all_statements_are_of_other_times_nothing_is_stated():
    found = judged("Ada", of(ADA, end=2018), of(BOB, start=2020), at="2019-09")
    assert (found.verdict, found.note) == (Verdict.NOT_STATED, "only of other times")


def test_if_no_statement_says_when_it_holds_nothing_is_contradicted():
    assert judged("Ada", of(BOB), at="2019-09").verdict is Verdict.NOT_LISTED


def test_a_year_in_which_it_ends_or_begins_counts():
    assert judged("Ada", of(ADA, end=2019), at="2019-09").verdict is Verdict.AGREES
    assert judged("Ada", of(ADA, start=2019), at="2019-09").verdict is Verdict.AGREES


def test_a_value_can_stand_for_classes():
    mapping = {"classes": {"animation": "Q202866"}, "otherwise": "other"}
    animated, drama = of(Reference("Q4")), of(Reference("Q5"))
    assert judged("animation", animated, drama, **mapping).verdict is Verdict.AGREES
    assert judged("other", drama, **mapping).verdict is Verdict.AGREES
    wrong = judged("animation", drama, **mapping)
    assert (wrong.verdict, wrong.says, wrong.note) == (
        Verdict.CONTRADICTS, "drama (Q5)", "that is other",
    )  # fmt: skip
    assert judged("other", animated, drama, **mapping).says == "animated film (Q4)"
    assert judged("animation", drama, classes={"animation": "Q202866"}).verdict is (
        Verdict.NOT_COMPARABLE
    )
