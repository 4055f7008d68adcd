"""From chains to questions: the wordings of Table 5, nested and dated (Appendix B.1)."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.track_tasks.questions.question import (
    LATER_COLUMNS,
    Fact,
    Question,
    question_features,
)
from erbench_track.track_tasks.wiki.chains import Hop
from erbench_track.track_tasks.wiki.graph.graph import Entity
from erbench_track.track_tasks.wiki.graph.properties import other_properties, properties
from erbench_track.track_tasks.wiki.questions import question_of

PAPER = Path(__file__).resolve().parents[4] / "shared" / "seeds"
TEXTS = st.text(min_size=1, max_size=12)


def entity(id_, label):
    return Entity(id_, label, frozenset())


def chain(*steps, head="Ann"):
    """Builds a chain from (property, object's label) pairs."""
    hops, subject = [], entity("Q1", head)
    for number, (property_, label) in enumerate(steps, start=2):
        object_ = entity(f"Q{number}", label)
        hops.append(Hop(subject, properties()[property_], object_))
        subject = object_
    return tuple(hops)


def test_the_34_properties_have_the_wordings_of_table_5_to_the_letter():
    papers = sorted(PAPER.glob("004_*.txt")) if PAPER.is_dir() else []
    if not papers:
        pytest.skip("the paper is not at ../shared/seeds")
    rows = re.findall(r"^\| (P\d+) \| (.+?) \| (.+?) \| (.+?) \|$", papers[0].read_text(), re.M)
    assert {
        id_: (row.question, row.attributive, row.cloze) for id_, row in properties().items()
    } == {id_: tuple(texts) for id_, *texts in rows}
    assert len(rows) == 34


def test_every_wording_has_its_places():
    for row in properties().values():
        assert row.question.count("[S]") == row.attributive.count("[S]") == 1
        assert (row.cloze.count("[S]"), row.cloze.count("[O]")) == (1, 1)
        assert row.question.endswith("?")
    assert not other_properties() & properties().keys()


def test_attributive_phrases_are_nested_and_the_last_hop_asks():
    question = question_of(
        chain(("P26", "Ben"), ("P27", "Chile"), ("P36", "Santiago")), "2025-09", "a test"
    )
    assert question.question == (
        "By Sep. 2025, what is the capital of the country of citizenship of "
        "the person who is married to Ann?"
    )
    assert question.answer == "Santiago"
    assert question.facts == (
        Fact("Ann is married to Ben.", "By Sep. 2025, who is Ann married to?", "Ben"),
        Fact(
            "Ben is a citizen of Chile.",
            "By Sep. 2025, what is the country of citizenship of Ben?",
            "Chile",
        ),
        Fact(
            "The capital of Chile is Santiago.",
            "By Sep. 2025, what is the capital of Chile?",
            "Santiago",
        ),
    )
    assert question.as_of == "2025-09"
    assert json.loads(question.detail)["triples"][1] == {
        "subject": {"id": "Q2", "label": "Ben"},
        "property": {"id": "P27", "label": "country of citizenship"},
        "object": {"id": "Q3", "label": "Chile"},
    }


def test_further_right_answers_are_accepted_of_the_fact_and_of_the_question():
    hops = chain(("P26", "Ben"), ("P106", "poet"))
    open_ = (hops[0], hops[1]._replace(accepted=("singer",), any_right=True))
    question = question_of(open_, "2025-09", "a test")
    strict = question_of(hops, "2025-09", "a test")
    assert (question.accepted, question.any_right) == (("singer",), True)
    assert (question.facts[1].accepted, question.facts[1].any_right) == (("singer",), True)
    assert question.facts[0] == strict.facts[0]
    assert question.facts[1].fact_id != strict.facts[1].fact_id
    assert question.id != strict.id
    assert Question.from_row(question.to_row()) == question


def test_a_question_of_an_older_dataset_has_one_right_answer_and_its_id():
    strict = question_of(chain(("P26", "Ben"), ("P27", "Chile")), "2025-09", "a test")
    row = {name: of for name, of in strict.to_row().items() if name not in LATER_COLUMNS}
    row["facts"] = [
        {name: of for name, of in fact.items() if name not in LATER_COLUMNS}
        for fact in row["facts"]
    ]
    assert Question.from_row(row) == strict
    assert Question(**{**row, "facts": strict.facts, "id": ""}).id == strict.id


def test_a_label_that_looks_like_a_place_stays_as_it_is():
    question = question_of(chain(("P26", "[S]"), head="[O]"), "2025-09", "a test")
    assert question.facts[0].fact == "[O] is married to [S]."
    assert question.question == "By Sep. 2025, who is [O] married to?"


@given(st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=4), TEXTS, TEXTS)
def test_a_question_goes_through_a_row_and_back(facts, text, answer):
    question = Question("wiki", text, answer, tuple(Fact(*fact) for fact in facts), "", "a test")
    row = question.to_row()
    assert Question.from_row(row) == question
    assert list(row) == list(question_features())
    assert row["id"] == question.id


@given(st.tuples(TEXTS, TEXTS, TEXTS), st.tuples(TEXTS, TEXTS, TEXTS))
def test_facts_have_one_id_exactly_if_all_their_texts_are_equal(one, other):
    assert (Fact(*one).fact_id == Fact(*other).fact_id) == (one == other)
