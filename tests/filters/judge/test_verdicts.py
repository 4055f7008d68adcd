"""Reading what a judge replies: the last label that it states, or no verdict."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.judge.verdicts import ENTAILMENT, YES_NO, read_verdict, read_verdicts


@pytest.mark.parametrize(
    "reply",
    [
        "Yes",
        "yes.",
        "**Yes**",
        "'Yes'",
        "_Yes_",
        "[[yes]]",
        "Yes, both are the film of 1999.",
        "Yes because they agree.",
        "Correctness: Yes",
        "**Verdict:** Yes",
        "| Verdict | yes |",
        "<verdict>yes</verdict>",
        "So the result is \\boxed{yes}",
        "Final answer:\n\nYes",
        "The verdict is 'yes'.",
        "No movie is named in either answer, so yes.",
        "No movie is named in either answer. Yes.",
        "No, wait.\nYes, they agree.",
        "Is it the same? The answer: no. On second thought, the answer is yes.",
        '{"verdict": "yes"}',
        '{"Verdict": " YES. "}',
        '{"explanation": "One says the answer: no.", "verdict": "yes"}',
        'Here it is:\n```json\n{"explanation": "}{", "verdict": "yes"}\n```\nI hope it helps.',
        '{"verdict": "no"} Wait. {"verdict": "yes"}',
        '{"explanation": "It says: no.", "verdict": "yes", "more": "cut o',
        "<think>No. Verdict: no</think>Yes",
    ],
)
def test_the_last_label_that_is_stated_counts(reply):
    assert read_verdict(reply, YES_NO).holds is True


@pytest.mark.parametrize(
    ("reply", "holds"),
    [
        ("entailment", True),
        ("Entailment: the response says so", True),
        ("Not entailment", False),
        ("not_entailment", False),
        ("Verdict: not entailment.", False),
        ("The verdict is not entailment, though entailment was close.", False),
        ('{"verdict": "not-entailment"}', False),
        ("This is not an entailment.", None),
        ("contradiction", None),
    ],
)
def test_not_entailment_is_not_entailment(reply, holds):
    assert read_verdict(reply, ENTAILMENT).holds is holds


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("<think>yes</think>", "empty"),
        ("No movie is named in either answer.", "states no verdict"),
        ("They agree in every respect.", "states no verdict"),
        ("Yes or no", "states no verdict"),
        ("Yes and no.", "states no verdict"),
        ("It isn't yes", "states no verdict"),
        ("Nope, nothing of note.", "states no verdict"),
        ("Yes. Final answer: maybe", "'maybe', not yes or no"),
        ("Answer: maybe", "'maybe', not yes or no"),
        ('{"verdict": "partly"}', "'partly', not yes or no"),
        ('{"verdict": true}', "'True', not yes or no"),
        ('{"verdict": "yes"} Correction: {"verdict": "unsure"}', "'unsure', not yes or no"),
        ('{"explanation": "yes"}', "states no verdict"),
        ('{"verdict": "ye', "states no verdict"),
        ('{"explanation": "The reply to it says: no. Answer: yes', "states no verdict"),
    ],
)
def test_what_states_no_offered_label_is_unjudged_with_the_reason(reply, reason):
    verdict = read_verdict(reply, YES_NO)
    assert verdict.is_unjudged
    assert reason in verdict.explanation


def test_the_explanation_is_kept():
    reply = json.dumps({"explanation": "Both say Rome.", "verdict": "yes"})
    assert read_verdict(reply, YES_NO).explanation == "Both say Rome."


LABELS = st.sampled_from([("yes", True), ("no", False)])
# Prose in which no label can stand: it has none of the letters n and y.
PROSE = st.text(st.sampled_from("abcdefgh ijklm.,:;!?()[]{}'\"*_-\n\u201c0123"), max_size=200)


@given(PROSE, LABELS, st.sampled_from(["Verdict: {}", "**Verdict:** {}.", '{{"verdict": "{}"}}']))
def test_whatever_stands_before_a_final_verdict_does_not_change_it(prose, label, form):
    text, holds = label
    assert read_verdict(f"{prose}\n\n{form.format(text)}", YES_NO).holds is holds


@given(PROSE)
def test_prose_without_a_label_has_no_verdict(prose):
    assert read_verdict(prose, YES_NO).is_unjudged


@given(st.text(max_size=300), LABELS)
def test_no_explanation_can_change_the_verdict_beside_it(explanation, label):
    text, holds = label
    reply = json.dumps({"explanation": explanation, "verdict": text})
    assert read_verdict(reply, YES_NO).holds is holds


@given(st.lists(LABELS, min_size=1, max_size=6))
def test_of_several_stated_labels_the_last_one_counts(labels):
    reply = "\n".join(f"Verdict: {text}" for text, _ in labels)
    assert read_verdict(reply, YES_NO).holds is labels[-1][1]


@given(st.text(), st.integers(1, 5))
def test_any_text_can_be_read(text, count):
    assert read_verdict(text, YES_NO).holds in (True, False, None)
    assert len(read_verdicts(text, count, ENTAILMENT)) == count


def entries(labels, start=1):
    return [{"number": n, "verdict": label} for n, label in enumerate(labels, start)]


@given(st.lists(st.booleans(), min_size=2, max_size=9), st.randoms(), st.data())
def test_numbered_verdicts_are_found_in_any_form_and_order(holds, random, data):
    labels = ["entailment" if each else "not entailment" for each in holds]
    numbered = list(enumerate(labels, start=1))
    random.shuffle(numbered)
    shuffled = [{"number": n, "verdict": label, "explanation": "1. yes"} for n, label in numbered]
    form = data.draw(st.sampled_from([
        json.dumps({"verdicts": shuffled}),
        json.dumps(shuffled),
        "\n".join(map(json.dumps, shuffled)),
        json.dumps({str(n): label for n, label in numbered}),
        json.dumps(labels),
        "\n".join(f"{n}. {label}" for n, label in numbered),
        "\n".join(f"**Statement {n}:** {label.title()} - for a reason" for n, label in numbered),
        "\n".join(f"{n}) It says 3.5 of it.\nVerdict: {label}" for n, label in numbered),
        "| # | verdict |\n" + "\n".join(f"| {n} | {label} |" for n, label in numbered),
    ]))  # fmt: skip
    assert [verdict.holds for verdict in read_verdicts(form, len(holds), ENTAILMENT)] == holds


@pytest.mark.parametrize(
    ("reply", "expected", "reason"),
    [
        (json.dumps({"verdicts": entries(["entailment"])}), [True, None], "no verdict on stat"),
        ("1. entailment\n1. not entailment\n2. entailment", [None, True], "more than one"),
        ("1. entailment\n1. entailment\n2. entailment", [None, True], "more than one"),
        (json.dumps(entries(["entailment"] * 3)), [None, None], "a statement 3, they are 1 to 2"),
        (json.dumps(entries(["entailment"] * 2, 0)), [None, None], "a statement 0"),
        ('["entailment"]', [None, None], "states no verdicts"),
        ("entailment", [None, None], "states no verdicts"),
        ("", [None, None], "empty"),
        (json.dumps(entries(["entailment", "perhaps"])), [True, None], "'perhaps', not entail"),
    ],
)
def test_a_statement_without_exactly_one_verdict_is_unjudged(reply, expected, reason):
    verdicts = read_verdicts(reply, 2, ENTAILMENT)
    assert [verdict.holds for verdict in verdicts] == expected
    assert all(reason in verdict.explanation for verdict in verdicts if verdict.is_unjudged)


@pytest.mark.parametrize(
    "reply",
    ["\n-" * 100_000, ". " * 100_000, "[{" * 100_000, '{"a":' * 40_000, "yes " * 50_000,
     "answer: " * 25_000, "\n1. yes" * 15_000, " " * 200_000 + "x", "verdict" + " " * 190_000],
)  # fmt: skip
def test_a_reply_that_never_ends_is_read_in_no_time(reply):
    start = time.perf_counter()
    read_verdict(reply, YES_NO)
    read_verdicts(reply, 3, ENTAILMENT)
    assert time.perf_counter() - start < 60
