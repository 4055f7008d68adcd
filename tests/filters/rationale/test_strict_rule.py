"""The strict rule: the value is named as a fact, in any of its spellings."""

import gzip
import json
import runpy
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strict_shares import strict_shares

from erbench_track.core.values.words import plain
from erbench_track.filters.rationale.clauses import denied, plain_negations
from erbench_track.filters.rationale.mentions import Passage, mentions
from erbench_track.filters.readings import PAPER

ROOT = Path(__file__).resolve().parents[3]
QUESTION = "Is there a ferry that sailed in 1931 with Odo Marsh as captain?"
FERRY = {"hop": 1, "attribute": "ferry", "values": ["Silver Heron"], "match": "any"}
DOC = {
    "question_type": "bn_yes",
    "question": QUESTION,
    "answer": "yes",
    "options": [],
    "rationale": [FERRY],
}

# Two words that are neither negations nor endings of a clause.
NAME = st.builds(
    lambda first, last: f"{first}or {last}as".title(),
    st.text("bdfgklmprt", min_size=4, max_size=7),
    st.text("bdfgklmprt", min_size=4, max_size=7),
)
AFFIRMED = ("It is {}.", "The right one, as people say, is {}, of course.", "Many like {} a lot.")
DENIED = (
    "It is not {}.",
    "There has never been any {} here.",
    "Nobody says that, and neither {} nor others do.",
    "They took the bus instead of {}.",
    "It isn't {}.",
)


def spans(text, value):
    return mentions(Passage.of(text), value)


def is_right(text, answer="yes", **changes):
    return strict_shares(text, answer, {**DOC, **changes}) == [1.0]


def test_values_are_found_where_the_golden_cases_say(golden):
    for case in golden("strict_mentions.json"):
        text = plain(case["text"])
        found = [text[start:end] for start, end in spans(text, case["value"])]
        if isinstance(case["found"], str):
            assert found == [case["found"]], case
        else:
            assert bool(found) is bool(case["found"]), case


def test_a_mention_is_the_values_own_name_where_the_golden_cases_say(golden):
    for case in golden("own_names.json"):
        element = {"hop": 1, "match": "any", "question": "", **case}
        doc = {"answer": "option 1", "rationale": [element]}
        assert strict_shares(case["text"], "option 1", doc)[0] == float(case["own"]), case


def test_rationales_are_judged_as_the_golden_cases_say(golden):
    for case in golden("strict_rationales.json"):
        assert is_right(case["text"], case["answer"]) is case["right"], case


@given(NAME, st.sampled_from(AFFIRMED))
def test_a_value_in_a_plain_sentence_is_a_fact(name, sentence):
    text = sentence.format(name)
    assert [text[start:end] for start, end in spans(text, name)] == [name]
    assert is_right(text, rationale=[{**FERRY, "values": [name]}])


@given(NAME, st.sampled_from(DENIED))
def test_a_denied_value_is_no_fact(name, sentence):
    text = sentence.format(name)
    passage = Passage.of(text)
    assert [denied(plain_negations(passage).lowered, span) for span in mentions(passage, name)] == [
        True
    ]
    assert not is_right(text, rationale=[{**FERRY, "values": [name]}])


@given(NAME, st.sampled_from(DENIED), st.sampled_from(AFFIRMED))
def test_a_value_that_is_affirmed_elsewhere_is_a_fact(name, denial, sentence):
    text = f"{denial.format(name)} {sentence.format(name)}"
    assert is_right(text, rationale=[{**FERRY, "values": [name]}])


@given(NAME)
def test_the_order_and_initials_of_a_name_do_not_matter(name):
    first, last = name.split()
    for text in (
        f"{last} {first}",
        f"{last}, {first}",
        f"{first[0]}. {last}",
        f"{first} Q. {last}",
    ):
        assert spans(f"It is {text}.", name), text
    assert spans(f"It is {name}.", f"{last}, {first}")
    assert spans(f"It is {name}.", f"{first[0]}. {last}")


@given(NAME, st.sampled_from([str.upper, str.lower, str.title]))
def test_case_and_accents_do_not_matter(name, changed):
    accented = name.replace("a", "á").replace("o", "ö")
    assert spans(f"It is {changed(accented)}.", name)
    assert spans(f"It is {changed(name)}.", accented)


@given(NAME, st.integers(min_value=0, max_value=12), st.sampled_from("bdfgklmprt"))
def test_a_longer_word_is_another_word(name, at, letter):
    at = min(at, len(name))
    assume(name[max(at - 1, 0) : at + 1].strip() == name[max(at - 1, 0) : at + 1])
    grown = name[:at] + letter * 3 + name[at:]
    assert not spans(f"It is {grown}.", name)


@given(st.integers(min_value=0, max_value=9999), st.integers(min_value=0, max_value=99999))
def test_a_number_is_itself_or_nothing(value, other):
    assert bool(spans(f"It was {other}.", str(value))) == (value == other)


@given(st.text(), st.text())
def test_a_mention_is_a_part_of_the_text(text, value):
    passage = Passage.of(text)
    assert len(passage.text) == len(passage.lowered)
    for start, end in mentions(passage, value):
        assert 0 <= start < end <= len(passage.text)


@given(st.text(), st.text(), st.sampled_from(["yes", "no", "unsure", "unparseable"]))
def test_any_text_gets_a_verdict(text, value, answer):
    share = strict_shares(text, answer, {**DOC, "rationale": [{**FERRY, "values": [value]}]})
    assert share in ([0.0], [1.0])


def test_all_values_of_an_element_count_each():
    years = {"hop": 1, "attribute": "year", "values": ["1908", "1948"], "match": "all"}
    doc = {"answer": "yes", "rationale": [years, {**years, "values": []}]}
    assert strict_shares("In 1908 and in 1984.", "yes", doc) == [0.5, 0.0]


def test_what_a_chain_ends_in_is_not_held_against_its_hops():
    """That the city never hosted is no denial that it is the city."""
    text = "The club is in Arvenport, but Arvenport did not host in 1931."
    city = [{"hop": 1, "attribute": "city", "values": ["Arvenport"], "match": "any"}]
    assert is_right(text, "no", question_type="mh_yes", rationale=city)
    assert not is_right(text, "no", question_type="bn_yes", rationale=city)


def test_the_strict_rule_agrees_with_people_as_the_targets_say(official):
    """Overall, in each domain, and nowhere less than the paper's rule but for one response.

    In one cell people labelled the same case ("it was released in another year by X") once as right
    and once as wrong.
    """
    folder = official("erbench_replay")
    script = runpy.run_path(str(ROOT / "benchmarks" / "human_agreement.py"))
    rows = list(script["labelled"](folder))
    assert len(rows) >= 1000
    below = []
    for model, domain, chosen, target in script["cells"](rows):
        paper, strict = script["agreement"](chosen)
        if strict < max(target, paper - 1 / len(chosen)):
            below.append((model, domain, paper, strict))
    assert below == []


@pytest.mark.parametrize("model", ["gpt35", "gemini"])
def test_the_papers_verdict_stays_what_it_was(official, model):
    path = official(f"erbench_replay/{model}/human.jsonl.gz")
    read = runpy.run_path(str(ROOT / "benchmarks" / "human_agreement.py"))["read_json_lines"]
    rows = [row for _, row in read(path)]
    found = [PAPER.supports(PAPER.read(row["resps"][0][0], row["doc"]), row["doc"]) for row in rows]
    assert found == [bool(row["reference"]["r"]) for row in rows]


def test_the_benchmark_prints_each_cell(tmp_path, capsys, monkeypatch):
    (tmp_path / "toy").mkdir()
    row = {"doc": {**DOC, "domain": "ferry"}, "resps": [["Yes. It is not Silver Heron."]]}
    row["human_rationale_correct"] = 0
    (tmp_path / "toy" / "human.jsonl").write_text(json.dumps(row))
    script = runpy.run_path(str(ROOT / "benchmarks" / "human_agreement.py"))
    assert list(script["labelled"](tmp_path)) == []
    with gzip.open(tmp_path / "toy" / "human.jsonl.gz", "wt") as file:
        file.write(json.dumps(row))
    monkeypatch.setattr("sys.argv", ["human_agreement.py", str(tmp_path)])
    script["main"]()
    printed = capsys.readouterr().out
    assert "toy         ferry            1     0.0%   100.0%    97.0%\n" in printed
    assert "<-- below" not in printed


@pytest.mark.parametrize(
    "part",
    [
        "Silver Heron, ",
        "Silver Heron or ",
        '"Silver Heron ',
        "not ",
        "(",
        "Odo Marsh's ",
        "\n",
        "A",
    ],
)
def test_a_text_of_a_million_letters_is_judged(part):
    """In seconds; what grows with their square would take hours."""
    text = part * (1_000_000 // len(part)) + " It is Silver Heron."
    assert strict_shares(text, "no", DOC) in ([0.0], [1.0])


FILM = {
    "question": "Is there a movie, released in 1931, starring Ana Vale "
    "where Odo Marsh is the director?",
    "rationale": [{"hop": 1, "attribute": "title", "values": ["Silver Heron"], "match": "any"}],
}


@pytest.mark.parametrize(
    ("said", "right"),
    [
        (
            "Ana Vale starred in Silver Heron in 1931, but it was directed by Ana Vale herself.",
            False,
        ),
        ("Odo Marsh made Silver Heron in 1931, but it stars Bo Lund, not Ana Vale.", False),
        ("In 1931 Ana Vale starred in Silver Heron, which was directed by Odo Marsh.", True),
    ],
)
def test_a_text_that_denies_the_question_gives_the_value_all_that_is_asked(said, right):
    text = f"There is no movie released in 1931 starring Ana Vale. {said}"
    assert is_right(text, "no", **FILM) is right


def test_a_title_has_no_plural():
    heron = [{**FILM["rationale"][0], "values": ["Heron"], "kind": "title"}]
    question = FILM["question"]
    assert is_right("It is Heron, from 1931.", question=question, rationale=heron)
    assert not is_right("It is Herons, from 1931.", question=question, rationale=heron)


@pytest.mark.parametrize("text", ["It is AT&amp;T.", "It is AT&T."])
def test_html_entities_stand_for_their_letters(text):
    carrier = [{**FERRY, "values": ["AT&amp;T"], "kind": "other"}]
    assert is_right(text, rationale=carrier)


def test_what_a_question_calls_a_thing_may_be_left_out_of_its_name():
    mill = [{**FERRY, "attribute": "name", "values": ["Tarn Windmill"]}]
    question = "Is there a windmill that Odo Marsh built?"
    assert is_right("Yes, Odo Marsh built Tarn.", question=question, rationale=mill)
    assert not is_right("Yes, Odo Marsh built a tarn.", question=question, rationale=mill)


def test_a_denied_value_of_an_option_is_no_fact():
    element = {"hop": 1, "attribute": "opened", "values": ["1995-07-08"], "match": "any"}
    doc = {"question": "Which is false?", "answer": "option 1", "rationale": [element]}
    assert strict_shares("It opened on July 8, 1995.", "option 1", doc) == [1.0]
    assert strict_shares("It did not open on July 8, 1995.", "option 1", doc) == [0.0]
