"""Warnings of `generate`: what its items show as they pass."""

from types import SimpleNamespace

import pytest

from erbench_track.erbench_tasks.items.item import Item, RationaleElement
from erbench_track.erbench_tasks.lint.passing import Passing
from erbench_track.erbench_tasks.relations.omissions import Examples, Omissions
from erbench_track.erbench_tasks.spec.spec import BinarySpec


def made(text, value):
    rationale = (RationaleElement(1, "b", (value,)),)
    return Item("d", "bn_yes", 0, text, text, text, (), "yes", rationale, "a -> b")


@pytest.fixture
def passed():
    """Lets items pass, entry by entry; returns the warnings."""

    def look(*entries, left_out=None):
        question = BinarySpec(
            type="binary", relation="r", fd="a -> b", template={"basic": "x", "negated": "y"}
        )
        spec = SimpleNamespace(questions=[question] * len(entries))
        benchmark = SimpleNamespace(entry=0, spec=spec, omissions=Omissions())
        benchmark.omissions.left_out = left_out or {}
        passing = Passing(benchmark)

        def items():
            for benchmark.entry, entry in enumerate(entries):
                yield from entry

        assert list(passing.watch(items())) == [item for entry in entries for item in entry]
        return list(passing.warnings())

    return look


def good(count=50):
    return [
        made(f"Is there a builder of bridge {n:04}?", f"Builder {n % 25}") for n in range(count)
    ]


def test_an_entry_without_faults_gives_no_warning(passed):
    assert passed(good()) == []
    assert passed(good(9000)) == []


def test_each_entry_that_fails_gives_a_line(passed):
    leaking = [
        made(f"Did Builder {n % 25} build bridge {n}?", f"Builder {n % 25}") for n in range(50)
    ]
    vacuous = [made(f"Is there a region of bridge {n}?", "Upper Vale") for n in range(5000)]
    assert passed(good(), leaking, [], vacuous) == [
        "questions[1] (binary, r): value in the question: 50 of 50 (100.0%): "
        "'Builder 0' in: Did Builder 0 build bridge 0?",
        "questions[2] (binary, r): it has no questions",
        next(line for line in passed(vacuous) if "vacuous" in line).replace("[0]", "[3]"),
    ]


def test_a_text_that_is_asked_again_and_again_is_seen_however_many_there_are(passed):
    same = [made("Is there a builder of the bridge?", f"Builder {n}") for n in range(9000)]
    (line,) = passed(same)
    assert "asked twice with other values" in line


def test_an_entry_that_loses_many_questions_to_leave_out_gives_a_line(passed):
    examples = Examples()
    for n in range(60):
        examples.append(f"question {n}")
    left_out = {(0, "value_in_question"): examples}
    assert passed(good(), left_out=left_out) == ["questions[0] (binary, r): 60 of 110 are left out"]
