"""Rules decide what they can, and a judge the rest."""

from erbench_track.filters.judge.protocol import Entailment, Equivalence, Verdict
from erbench_track.filters.judge.rules_first import RulesFirst, same_math


class Recorder:
    name = "recorder"

    def __init__(self):
        self.asked = []

    def judge(self, requests):
        self.asked += requests
        return [
            tuple(Verdict(False, "judged") for _ in getattr(request, "statements", "x"))
            for request in requests
        ]

    def record(self):
        return {"judge": self.name}


def test_equal_answers_are_decided_by_a_rule_and_others_by_the_judge():
    judge = Recorder()
    first = RulesFirst(judge, {(Equivalence, "math"): same_math})
    requests = [
        Equivalence("math", "q", "1/2", "0.5"),
        Equivalence("math", "q", "3", "4"),
        Equivalence("wiki", "q", "3", "3"),
    ]
    verdicts = [verdict for (verdict,) in first.judge(requests)]
    assert [verdict.holds for verdict in verdicts] == [True, False, False]
    assert "math-verify" in verdicts[0].explanation
    assert judge.asked == requests[1:]
    assert first.record() == {"judge": "recorder", "decided_by_rules": 1}


def test_of_several_statements_only_the_open_ones_take_the_judges_verdict():
    def some(request):
        return (Verdict(True, "ruled"), None)

    judge = Recorder()
    first = RulesFirst(judge, {(Entailment, "code"): some})
    (verdicts,) = first.judge([Entailment("code", "q", "r", ("a", "b"))])
    assert [verdict.explanation for verdict in verdicts] == ["ruled", "judged"]


def test_nothing_is_asked_where_rules_decide_everything():
    judge = Recorder()
    first = RulesFirst(judge, {(Equivalence, "math"): same_math})
    first.judge([Equivalence("math", "q", "2", "2")])
    assert judge.asked == []
