"""When a fact is known (Appendix A.1)."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from erbench_track.filters.track import Group, Knowledge, knowledge_of

GROUPS = st.lists(
    st.builds(Group, st.just("x"), st.integers(1, 5), st.sampled_from([True, False, None])),
    min_size=1,
    max_size=6,
)


def groups(*counts):
    """Builds groups from (count, verdict) pairs."""
    return [Group(str(index), count, verdict) for index, (count, verdict) in enumerate(counts)]


def test_right_groups_are_merged():
    assert knowledge_of(groups((3, True), (3, True), (4, False))) == Knowledge(True, 0.6)


def test_a_tie_goes_to_the_right_answer():
    assert knowledge_of(groups((5, False), (5, True))) == Knowledge(True, 0.5)


def test_one_right_answer_among_ten_different_ones_is_known_as_the_paper_has_it():
    assert knowledge_of(groups((1, True), *[(1, False)] * 9)) == Knowledge(True, 0.1)


def test_a_more_frequent_wrong_answer_makes_it_unknown():
    assert knowledge_of(groups((4, True), (5, False), (1, False))) == Knowledge(False, 0.4)


def test_without_a_right_answer_it_is_unknown():
    assert knowledge_of(groups((1, False))) == Knowledge(False, 0.0)


@given(GROUPS)
def test_a_missing_verdict_matters_only_if_it_could_change_the_result(some):
    decided = knowledge_of(some)
    filled = {
        knowledge_of([g if g.equivalent is not None else replace(g, equivalent=v) for g, v in
                      zip(some, verdicts, strict=True)]).known
        for verdicts in _all_verdicts(len(some))
    }  # fmt: skip
    assert decided.known == (filled.pop() if len(filled) == 1 else None)
    assert (decided.confidence is None) == any(g.equivalent is None for g in some)


def _all_verdicts(count):
    if count == 0:
        return [[]]
    return [[v, *rest] for v in (True, False) for rest in _all_verdicts(count - 1)]


@given(GROUPS)
def test_confidence_is_the_share_of_right_responses(some):
    confidence = knowledge_of(some).confidence
    if confidence is not None:
        right = sum(g.count for g in some if g.equivalent)
        assert (
            confidence * sum(g.count for g in some) == right
            or abs(confidence - right / sum(g.count for g in some)) < 1e-12
        )
