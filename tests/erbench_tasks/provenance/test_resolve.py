"""Which item a row is about."""

import datetime

from erbench_track.core.wikidata.values import Reference, Time
from erbench_track.erbench_tasks.provenance.compare import Match, Said
from erbench_track.erbench_tasks.provenance.judge import Judged, Verdict
from erbench_track.erbench_tasks.provenance.records import Statement
from erbench_track.erbench_tasks.provenance.resolve import Candidate, resolve, score

CHANCE = {"year": 0.02, "director": 0.01, "country": 0.4}
SAME = (Verdict.AGREES, Match.SAME)
NEAR = (Verdict.CONTRADICTS, Match.NEAR)
OTHER = (Verdict.CONTRADICTS, Match.DIFFERENT)
UNSTATED = (Verdict.NOT_STATED, Match.INCOMPARABLE)
UNLISTED = (Verdict.NOT_LISTED, Match.DIFFERENT)


def candidate(item: str, **attributes) -> Candidate:
    judged = [
        Judged(name, Said("x", ("x",)), verdict, "y", f"{item}, P1, normal rank", match=match)
        for name, (verdict, match) in attributes.items()
    ]
    return Candidate(item, score(judged, CHANCE), judged)


def test_without_an_item_of_the_name_there_is_none():
    assert resolve([]).reason == "no item of the class has this name"


def test_of_two_films_of_one_title_the_other_attributes_decide():
    right = candidate("Q2", year=SAME, director=SAME)
    assert resolve([candidate("Q1", year=OTHER, director=OTHER), right]).candidate == right


def test_a_mistake_in_one_attribute_does_not_hide_the_item():
    for wrong in ({"year": NEAR}, {"year": OTHER}, {"director": OTHER}):
        right = candidate("Q2", **{"year": SAME, "director": SAME, **wrong})
        other = candidate("Q1", year=OTHER, director=OTHER)
        assert resolve([other, right]).candidate == right


def test_a_name_alone_decides_nothing_where_several_items_have_it():
    unknown = [candidate(item, year=UNSTATED) for item in ("Q1", "Q2")]
    assert resolve(unknown).reason == "Q1 and Q2 have this name, and nothing else fits"
    found = resolve([candidate("Q1", year=UNSTATED), candidate("Q2", year=OTHER)])
    assert found.candidate is None


def test_the_only_item_of_a_name_is_taken_unless_what_there_is_to_compare_differs():
    assert resolve([candidate("Q1", year=UNSTATED)]).candidate is not None
    assert resolve([candidate("Q1", year=NEAR)]).candidate is not None
    found = resolve([candidate("Q1", year=OTHER)])
    assert found.candidate is None
    assert found.reason == "Q1 has this name, but year is y: another one?"


def test_where_several_fit_and_each_says_otherwise_the_row_is_wrong_either_way():
    found = resolve(
        [candidate("Q1", year=SAME, director=OTHER), candidate("Q2", year=OTHER, director=SAME)]
    )
    assert found.candidate is None
    assert found.reason == "Q1 and Q2 fit equally well"
    assert len(found.either) == 2
    alike = resolve([candidate("Q1", year=SAME), candidate("Q2", year=SAME)])
    assert (alike.candidate, alike.either) == (None, ())


def test_agreement_on_what_many_rows_share_says_little():
    common = candidate("Q1", country=SAME).score
    assert 0 < common < candidate("Q1", year=SAME).score


def test_of_several_values_of_an_attribute_the_best_counts():
    assert candidate("Q1", director=SAME).score > 0 > candidate("Q1", director=UNLISTED).score
    both = [*candidate("Q1", director=SAME).judged, *candidate("Q1", director=UNLISTED).judged]
    assert score(both, CHANCE) == candidate("Q1", director=SAME).score


def test_who_was_born_in_another_year_is_somebody_else():
    def born(value):
        said = Said(datetime.date(1990, 1, 2), ("1990-01-02",))
        return Judged(
            "born", said, *OTHER[:1], "", "", (Statement("Q1", "P1", value),), Match.DIFFERENT
        )

    person = born(Time(1960, 5, 6, 11, False))
    thing = born(Reference("Q5"))
    assert score([person], {"born": 0.01}) < score([thing], {"born": 0.01}) < 0
