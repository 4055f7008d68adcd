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
        assert found == ([case["found"]] if case["found"] else []), case


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


def test_long_lists_of_airports_and_players_are_judged():
    airport = {**FERRY, "attribute": "airport name", "values": ["Tarn Airport Schippol"]}
    player = {**FERRY, "attribute": "player name", "values": ["Odo Marsh", "O. Marsh", "Marsh"]}
    text = "Schippol Airport " * 20_000
    assert strict_shares(text, "yes", {**DOC, "rationale": [airport]}) in ([0.0], [1.0])
    text = "Marsh " * 60_000
    assert strict_shares(text, "no", {**DOC, "rationale": [player]}) in ([0.0], [1.0])


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


def test_of_two_names_of_a_place_one_is_enough():
    airport = [{**FERRY, "attribute": "name", "values": ["Tarn Air Terminal/Loxley Field"]}]
    assert is_right("That is Loxley Field, near Tarn.", rationale=airport)
    assert not is_right("That is a field near Tarn.", rationale=airport)


@pytest.mark.parametrize(
    ("value", "said", "found"),
    [
        ("Real Elmton CF", "Real Elmton", True),
        ("FC Elm Rovers", "Elm Rovers", True),
        ("AC Elmton", "Inter Elmton", False),  # another club of the town
        ("Elmton FC", "Elmton", False),
        ("Elmton Circuit", "Elmton", True),
        ("Elm Ash Brewing Co.", "Elm Ash", True),
        ("Elm Brewing", "Elm", False),
    ],
)
def test_what_only_says_which_kind_of_thing_a_name_is_of_may_be_left_out(value, said, found):
    assert bool(spans(f"It was {said}, of course.", value)) is found


@pytest.mark.parametrize(
    ("value", "said", "found"),
    [
        ("Ines A. Elmworth", "Ines Elmworth", True),
        ("Ines K. Le Elm", "Ines Le Elm", True),
        ("Ines K. Le Elm", "Ines K. Le Elm", True),
        ("Ines Karla Elmworth", "Ines Elmworth", False),  # as the specification's `short` accepts
        ("Ines K. Le Elm", "Odo Le Elm", False),
        ("Col. Odo Elmworth", "Colonel Odo Elmworth", True),
        ("Det. Odo 'Bo' Elmworth", "Bo Elmworth", True),
        ("Det. Odo 'Bo' Elmworth", "Odo Elmworth", True),
        ("Agent Odo Elmworth", "Odo Elmworth", True),
        ("Alexander Elmworth", "Alex Elmworth", True),
        ("Bob Elmworth", "Robert Elmworth", True),
        ("Bob Elmworth", "Bill Elmworth", False),
        ("Robert", "Bob", False),
        ("Dr. Elmworth", "Elmworth", False),
        ("The Elmworth", "Elmworth", True),
        ("Vitamin A", "Vitamin B", False),
    ],
)
def test_initials_ranks_and_what_stands_beside_a_nickname_need_not_be_said(value, said, found):
    assert bool(spans(f"It was {said}, of course.", value)) is found
