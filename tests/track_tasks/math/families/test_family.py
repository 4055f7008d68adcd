"""MATH's problem families: what they make is right, worded well, and checked by other routes."""

import dataclasses
import json
import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache

import math_answers
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.math import generate
from erbench_track.track_tasks.math.families import family as registry
from erbench_track.track_tasks.math.families import principles
from erbench_track.track_tasks.math.families.family import Draw, Family, families
from erbench_track.track_tasks.math.families.problem import (
    NotVerifiedError,
    Principle,
    Problem,
    Sentence,
    read_value,
    written,
)
from erbench_track.track_tasks.math.generate import generate_questions
from erbench_track.track_tasks.scenarios import embedded_questions

SEEDS = range(10)
FAMILIES = {family.name: family for family in families()}
RECOMPUTED = sorted(name for name in FAMILIES if hasattr(math_answers, name))
every_family = pytest.mark.parametrize("name", sorted(FAMILIES))


@cache
def problem_of(name, seed):
    return FAMILIES[name].instance(random.Random(f"{name}/{seed}"))  # noqa: S311


def problems(name, seeds=SEEDS):
    return [problem_of(name, seed) for seed in seeds]


@pytest.fixture(scope="module")
def questions():
    return embedded_questions("math")


def test_the_families_are_of_eight_topics():
    topics = {"algebra", "geometry", "number theory", "counting", "probability", "sequences"}
    assert {family.topic for family in FAMILIES.values()} == topics | {"rates", "calculus"}


@every_family
def test_problems_have_three_to_eight_verified_facts_and_differ(name):
    made = problems(name)
    for problem in made:
        problem.verify()
        assert 3 <= len(problem.facts) <= 8
        assert len({step.fact.text for step in problem.facts}) == len(problem.facts)
        assert problem.answer_text in problem.steps[-1].fact.text
    assert len({problem.question.text for problem in made}) >= len(made) - 1


@every_family
def test_a_problem_rests_on_a_principle_which_its_procedure_asks_for_and_does_not_tell(name):
    for problem in problems(name):
        found = [step for step in problem.facts if step.kind == "principle"]
        assert found
        for step in found:
            assert step.do in problem.procedure
            assert step.fact.text.rstrip(".") not in problem.question.text + problem.procedure
            assert step.ask.text == step.ask.template, "the same question for every problem"


@every_family
def test_a_fact_with_numbers_takes_more_than_one_operation(name):
    """A sum, a difference, a product or a quotient of two numbers is no fact."""
    single = re.compile(
        r"(?:What is |The )(?:(?:sum|difference|product|quotient) of \S+ and \S+|\S+ [-+*/] \S+)"
        r"(?:\?| is \S+\.)|(?:Half of|Twice) \S+ .*is"
    )
    for problem in problems(name):
        for step in problem.facts:
            assert not single.fullmatch(step.fact.text), step.fact.text
            assert not single.fullmatch(step.ask.text), step.ask.text


@every_family
def test_texts_are_sentences_without_places_and_the_wording_varies(name):
    made = problems(name)
    for problem in made:
        for step in problem.facts:
            assert re.fullmatch(r"[A-Z].*\.", step.fact.text), step.fact.text
            assert re.fullmatch(r"[A-Z].*\?", step.ask.text), step.ask.text
        assert not any(step.do.endswith(".") for step in problem.steps)
        texts = [problem.question.text, problem.procedure]
        texts += [text for step in problem.facts for text in (step.fact.text, step.ask.text)]
        for text in texts:
            assert not re.search(r"[{}\\*]{2}|[{}\\]|\bNone\b|  |\bzoo\b|\bnan\b", text), text
            assert not re.search(r"\b[01][a-z]\b|\+ -|- -|--|[-+] 0\b|\b1\(|\^1\b", text), text
    assert len({problem.question.template for problem in problems(name, range(16))}) > 1


@every_family
def test_a_probing_question_does_not_tell_what_it_asks_for(name):
    for problem in problems(name):
        for step in problem.facts:
            assert not set(step.results) & set(step.ask.names)
            assert step.fact.text.rstrip(".") not in step.ask.text
            assert problem.question.text not in step.ask.text


@every_family
def test_a_value_that_a_step_gets_wrong_is_noticed_by_its_own_check(name):
    """The sentence agrees with the value here: only the relation can tell."""
    for problem in problems(name):
        for step in problem.steps:
            for result in step.results:
                value = step.fact.values[result]
                other = f"{value} * 3" if isinstance(value, str) else value + 1
                wrong = {**step.fact.values, result: other}
                sentence = Sentence(step.fact.template, wrong)
                with pytest.raises(NotVerifiedError):
                    dataclasses.replace(step, fact=sentence).verify()


@every_family
def test_another_number_anywhere_in_a_fact_is_noticed(name):
    for problem in problems(name, range(4)):
        for step in problem.steps:
            words = (value for value in step.fact.values.values() if type(value) is str)
            literal = set(re.findall(r"\d+", re.sub(r"{\w+}", "", step.fact.template)))
            literal |= {digits for text in words for digits in re.findall(r"\d+", text)}
            for number in re.finditer(r"\d+", step.fact.text):
                if number[0] in literal or not step.fact.names:
                    continue
                start, end = number.span()
                other = f"{step.fact.text[:start]}{int(number[0]) + 1}{step.fact.text[end:]}"
                with pytest.raises(NotVerifiedError):
                    step.verify(other)


@every_family
def test_a_wrong_answer_is_noticed(name):
    for problem in problems(name, range(4)):
        values = {**problem.values, problem.answer: problem.values[problem.answer] + 1}
        with pytest.raises(NotVerifiedError, match="does not hold"):
            dataclasses.replace(problem, values=values).verify()


def test_every_other_computation_is_of_a_family_that_exists():
    functions = {
        name for name, of in vars(math_answers).items()
        if getattr(of, "__module__", "") == math_answers.__name__ and not name.startswith("_")
    }  # fmt: skip
    assert functions == set(RECOMPUTED)


@pytest.mark.parametrize("name", RECOMPUTED)
def test_the_answer_is_what_another_computation_finds(name):
    compared = 0
    for problem in problems(name):
        read = problem.question.read(problem.question.text)
        plain = {key: int(v) if getattr(v, "is_Integer", False) else v for key, v in read.items()}
        found = getattr(math_answers, name)(**plain)
        if found is not None:
            assert [Fraction(problem.answer_text)] == found, problem.question.text
            compared += 1
    assert compared


def test_a_problem_is_refused_if_a_number_of_a_fact_is_not_checked():
    problem = Problem.of("What is {a} + {a}?", a=3)
    problem.step("add", "The sum is {b}.", "What is {a} + {a}?", lambda: True, b=6)
    with pytest.raises(NotVerifiedError, match="nothing checks b"):
        problem.steps[0].verify()


def test_a_step_cannot_ask_with_its_result():
    problem = Problem.of("What is {a} + {a}?", a=3)
    with pytest.raises(ValueError, match="tells b"):
        problem.step("add", "It is {b}.", "Is it {b}?", lambda b: True, b=6)


@pytest.mark.parametrize("facts", [2, 9])
def test_a_problem_with_too_few_or_too_many_facts_is_refused(facts):
    problem = Problem.of("What is {a} + {a}?", a=3)
    for _ in range(facts):
        problem.step("go on", "It goes on.", "Does it go on?", lambda: True)
    problem.compute("double it", "Twice {a} is {b}.", lambda a, b: b == 2 * a, b=6)
    with pytest.raises(NotVerifiedError, match=f"{facts} facts, {facts + 1} steps"):
        problem.answered("b", lambda a, b: True).verify()


def test_a_problem_without_a_principle_is_refused():
    problem = Problem.of("What is {a} + {a}?", a=3)
    for _ in range(4):
        problem.step("go on", "It goes on.", "Does it go on?", lambda: True)
    with pytest.raises(NotVerifiedError, match="no principle"):
        problem.answered("a", lambda a: True).verify()


def principle_names():
    return sorted(
        name for name in vars(principles) if isinstance(getattr(principles, name), Principle)
    )


@pytest.mark.parametrize("name", principle_names())
def test_a_principle_holds_and_a_wrong_formula_in_its_sentence_is_noticed(name):
    principle = getattr(principles, name)
    principle.step().verify()
    for formula, text in principle.formulas.items():
        changed = {**principle.formulas, formula: f"{text} + x"}
        with pytest.raises(NotVerifiedError):
            dataclasses.replace(principle, formulas=changed).step().verify()


@pytest.mark.parametrize("name", principle_names())
def test_a_principle_is_used_by_a_family_and_can_be_understood_alone(name):
    principle = getattr(principles, name)
    used = [
        other
        for other in FAMILIES
        for problem in problems(other, range(1))
        for step in problem.steps
        if step.do == principle.do
    ]
    assert used
    letters = re.findall(r"(?<![\w'])([b-hj-z])(?![\w'])", principle.step().fact.text)
    told = principle.step().ask.text + principle.step().fact.template
    assert set(letters) <= set(re.findall(r"[a-z]", re.sub(r"{\w+}|[a-z]{3,}", " ", told)))


def test_an_operation_is_in_the_procedure_but_no_fact(questions):
    for question in questions[:60]:
        steps = json.loads(question.detail)["steps"]
        operations = [step["procedure"] for step in steps if step["kind"] == "operation"]
        assert len(steps) - len(operations) == len(question.facts)
        assert all(each in question.question for each in operations)


def test_a_quarter_of_the_facts_of_a_dataset_are_principles(questions):
    steps = [step for question in questions for step in json.loads(question.detail)["steps"]]
    kinds = Counter(step["kind"] for step in steps)
    assert kinds["principle"] > 0.25 * (kinds["principle"] + kinds["result"])


def test_five_hundred_questions_are_distinct_and_of_all_families_alike(questions):
    assert len({question.question for question in questions}) == 500
    counts = Counter(json.loads(question.detail)["family"] for question in questions)
    assert set(counts) == set(FAMILIES)
    assert max(counts.values()) - min(counts.values()) <= 1


def test_questions_are_records_of_the_scenario_with_facts_as_answers(questions):
    for question in questions[:60]:
        assert (question.scenario, question.as_of) == ("math", "")
        assert question.source
        assert all(fact.probe_answer == fact.fact for fact in question.facts)
        detail = json.loads(question.detail)
        assert "Follow this procedure: first " in question.question
        assert all(step["procedure"] in question.question for step in detail["steps"])


def test_one_seed_gives_the_same_questions_and_another_one_others(questions):
    assert generate_questions(60, 0) == list(questions[:60]), "and fewer are the first of more"
    others = {question.question for question in generate_questions(60, 1)}
    assert len(others & {question.question for question in questions}) <= 2


def test_the_same_question_is_asked_for_the_same_fact(questions):
    """Else a model could be right about a fact that it is not asked for."""
    asked = {}
    for fact in (fact for question in questions for fact in question.facts):
        asked.setdefault(fact.probe_question, set()).add(fact.fact)
    assert {len(facts) for facts in asked.values()} == {1}


def test_a_family_without_enough_problems_is_named(monkeypatch):
    def tiny(draw: Draw) -> Problem:
        problem = Problem.of("What is {a} + {a}?", a=draw.integer(2, 4))
        problem.recall(principles.ZERO_PRODUCT)
        a = problem.values["a"]
        for number, name in enumerate(("b", "c", "d"), start=2):
            fact = f"{{a}} times {number} is {{{name}}}."
            check = {
                "b": lambda a, b: b == 2 * a,
                "c": lambda a, c: c == 3 * a,
                "d": lambda a, d: d == 4 * a,
            }
            problem.step(
                "go on", fact, f"What is {{a}} times {number}?", check[name], **{name: number * a}
            )
        return problem.answered("d", lambda a, d: d == 4 * a)

    monkeypatch.setattr(generate, "families", lambda: (Family("tiny", "algebra", tiny),))
    assert len(generate_questions(3)) == 3
    with pytest.raises(InputError, match="-n: the family tiny does not have that many"):
        generate_questions(4)


def test_two_families_of_one_name_are_refused():
    with pytest.raises(ValueError, match="two families are named 'linear_equation'"):
        registry.family("algebra")(FAMILIES["linear_equation"].make)


@given(st.lists(st.fractions(-50, 50, max_denominator=9), min_size=1, max_size=4))
def test_a_polynomial_is_read_as_it_was_written(coefficients):
    x = sp.Symbol("x")
    value = sum(sp.Rational(c.numerator, c.denominator) * x**n for n, c in enumerate(coefficients))
    assert read_value(written(value), value) == value


@pytest.mark.parametrize("part", ["10π", "30 + 10π", "4π/3"])
def test_pi_is_written_so_that_judges_read_it(part):
    value = read_value(part, sp.pi)
    assert written(value) == part
    assert value.has(sp.pi)


@pytest.mark.parametrize(
    "text",
    ["__import__('os')", "x.y", "open(x)", "[x]", "x; y", "1 +", "lambda: 1", "1.5", "sqrt(2)"],
)
def test_what_is_no_expression_is_not_evaluated(text):
    with pytest.raises(ValueError, match="is no expression"):
        read_value(text, sp.Symbol("x"))


def test_a_single_thing_is_not_in_the_plural(questions):
    plural = re.compile(r"(?<![\d/.^(=x-] )(?<![\d/.^(-])\b1 (?!gives|leaves|has|is)(\w+s)\b")
    texts = [question.question.partition(" Follow this procedure")[0] for question in questions]
    texts += [fact.fact for question in questions for fact in question.facts]
    assert [text for text in texts if plural.search(text)] == []
