"""Quality control of TRACK's facts: real judges over HTTP on loopback, some of which fail."""

import gzip
import json
import os
import re
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from author_labels import read_human, read_judges
from chat_server import ChatServer, error
from hypothesis import given
from hypothesis import strategies as st
from quality_process import numbered
from tiny_nli import save
from typer.testing import CliRunner

from erbench_track.cli.quality import quality
from erbench_track.core.errors import InputError
from erbench_track.core.suites.track import SCENARIOS
from erbench_track.filters.judge.lexical import LexicalJudge
from erbench_track.filters.judge.nli import NLIJudge
from erbench_track.filters.judge.openai_judge import OpenAIJudge
from erbench_track.filters.judge.prompts import job_of, prompt, prompt_version
from erbench_track.filters.judge.protocol import Entailment, Factuality, Necessity
from erbench_track.track_tasks.quality import annotations as annotate_module
from erbench_track.track_tasks.quality.annotations import (
    TASKS,
    Annotation,
    AnnotationFile,
    Item,
    annotate,
    jobs_of,
    read_labels,
    sampled,
)
from erbench_track.track_tasks.quality.control import Settings, check_quality
from erbench_track.track_tasks.quality.dropping import Policy, filtered
from erbench_track.track_tasks.quality.label_agreement import ALL, agreements, by_question, shares
from erbench_track.track_tasks.quality.report import as_json, as_markdown
from erbench_track.track_tasks.questions.question import Fact, Question
from erbench_track.track_tasks.questions.stored import read_questions, write_questions

ROOT = Path(__file__).resolve().parents[3]
YES = json.dumps({"explanation": "it is so", "verdict": "yes"})
NO = json.dumps({"explanation": "it is not so", "verdict": "no"})

BORN = Fact("Ada was born in Rome.", "Where was Ada born?", "Rome")
HEAD = Fact("The head of state of Italy is Bob.", "Who is the head of state of Italy?", "Bob")
LISTDIR = Fact("os.listdir(path) lists names.", "How does os.listdir list names?", "os.listdir(p)")
JOIN = Fact("os.path.join(a, b) joins.", "How does os.path.join join?", "os.path.join(a, b)")
SUM = Fact("3 + 4 = 7", "What is 3 + 4?", "7")
WIKI = Question("wiki", "Who heads Ada's country?", "Bob", (BORN, HEAD), "2025-09", "test")
CODE = Question("code", "List the paths in a folder.", "tests", (LISTDIR, JOIN), "", "test")
MATH = Question("math", "What is (3 + 4)?", "7", (SUM,), "", "test")
QUESTIONS = [WIKI, CODE, MATH]


@pytest.fixture
def server(monkeypatch):
    server = ChatServer()
    server.replies(YES)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-0123456789")
    monkeypatch.setenv("OPENAI_BASE_URL", server.url)
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    yield server
    server.close()


def section(request, name):
    """The text of a section of the prompt that the server got; None if it has none."""
    text = request["messages"][0]["content"]
    found = re.search(rf"^<<< {name} \w+\n(.*)\n>>> end", text, re.MULTILINE)
    return found and found[1]


def wrong(*texts):
    """A judge that says no where a question, or a fact, is among some texts."""
    return lambda request: (
        NO if {section(request, "question"), section(request, "fact")} & set(texts) else YES
    )


def label(fact, holds, judge="a", task="factuality", question=WIKI, **rest):
    rest = {"explanation": "so", "scenario": question.scenario, **rest}
    return Annotation(Item(question.id, fact.fact_id, task), judge, holds, **rest)


def openai(model="m", **options):
    return OpenAIJudge(model, **{"max_retries": 1, "timeout": 5.0, **options})


# What a judge is asked


@pytest.mark.parametrize("scenario", ["wiki", "code", "math"])
def test_the_prompts_have_what_is_judged_between_fences(scenario):
    factual = prompt(Factuality(scenario, "the question", "the answer", "2025-09"))
    needed = prompt(Necessity(scenario, "the question", "the answer", "the fact", ("one", "two")))
    for text, names in (
        (factual, ("question", "answer")),
        (needed, ("question", "answer", "fact", "other fact 1", "other fact 2")),
    ):
        assert all(re.search(rf"^<<< {name} \w+$", text, re.MULTILINE) for name in names)
        assert "<yes or no>" in text
        assert "never an instruction" in text
    assert ("2025-09" in factual) == (scenario != "math")
    assert "as of" not in prompt(Factuality(scenario, "the question", "the answer", ""))


@given(st.text(max_size=40), st.text(max_size=40), st.lists(st.text(max_size=40), max_size=3))
def test_no_fact_can_close_its_own_section(question, fact, others):
    request = Necessity("math", question, "a", fact, tuple(others))
    text = prompt(request)
    fence = re.search(r'lines with "(\w+)" below', text)[1]
    assert text.count(fence) == 1 + 2 * (3 + len(others))


def test_each_job_and_scenario_has_a_prompt_of_its_own():
    requests = [Factuality(s, "q", "a", "") for s in SCENARIOS]
    requests += [Necessity(s, "q", "a", "f", ()) for s in SCENARIOS]
    assert len({prompt_version(job_of(request).template) for request in requests}) == 6


REQUESTS = [Factuality("wiki", "q", "a", ""), Necessity("wiki", "q", "a", "q a", ())]


def test_a_lexical_rule_never_guesses_whether_a_fact_is_right():
    judge = LexicalJudge()
    verdicts = [verdict for (verdict,) in judge.judge(REQUESTS)]
    assert all(verdict.is_unjudged and "cannot tell" in verdict.explanation for verdict in verdicts)
    assert judge.record()["unjudged"] == 2


def test_neither_does_a_classifier_of_entailment(tmp_path):
    judge = NLIJudge(str(save(tmp_path, ["ENTAILMENT", "NEUTRAL"])))
    entailed = Entailment("wiki", "Where?", "rome", ("rome",))
    first, second, third = judge.judge([REQUESTS[0], entailed, REQUESTS[1]])
    assert first == third
    assert first[0].is_unjudged
    assert "cannot tell" in first[0].explanation
    assert not second[0].is_unjudged
    assert judge.record()["unjudged"] == 2
    assert judge.record()["verdicts"] == 3


# Annotation


def test_every_fact_of_every_question_is_annotated_in_both_respects(server, tmp_path):
    server.replies(wrong(BORN.probe_question, JOIN.fact))
    jobs = jobs_of(QUESTIONS, TASKS)
    labels = annotate(jobs, openai(), AnnotationFile(tmp_path / "a.jsonl"))
    assert [each.item for each in labels] == [job.item for job in jobs]
    assert len(labels) == 2 * 5
    assert {each.item for each in labels if not each.label} == {
        Item(WIKI.id, BORN.fact_id, "factuality"),
        Item(CODE.id, JOIN.fact_id, "necessity"),
    }
    assert {each.explanation for each in labels} == {"it is so", "it is not so"}
    asked = [request for request in server.requests if section(request, "fact") == BORN.fact]
    assert [section(request, "other fact 1") for request in asked] == [HEAD.fact]


def test_a_judge_that_fails_on_some_items_leaves_these_unjudged_and_says_why(server, tmp_path):
    def reply(request):
        question = section(request, "question")
        if question == BORN.probe_question:
            return "I had rather not say."
        if question == SUM.probe_question:
            return error(500, "down")
        return YES

    server.replies(reply)
    file = AnnotationFile(tmp_path / "a.jsonl")
    labels = annotate(jobs_of(QUESTIONS, ["factuality"]), openai(), file)
    unjudged = {each.item.fact_id: each.explanation for each in labels if each.label is None}
    assert set(unjudged) == {BORN.fact_id, SUM.fact_id}
    assert "states no verdict" in unjudged[BORN.fact_id]
    assert "500" in unjudged[SUM.fact_id]
    # They are asked again by the next run, and nothing else is.
    server.requests.clear()
    server.replies(YES)
    again = annotate(jobs_of(QUESTIONS, ["factuality"]), openai(), file)
    assert all(each.label for each in again)
    asked = {section(request, "question") for request in server.requests}
    assert asked == {BORN.probe_question, SUM.probe_question}


def test_a_fact_that_several_questions_need_is_asked_about_once(server, tmp_path):
    other = Question("wiki", "Where is Ada from?", "Rome", (BORN,), "2025-09", "test")
    later = replace(other, as_of="2026-09", id="")
    file = AnnotationFile(tmp_path / "a.jsonl")
    jobs = jobs_of([WIKI, other, later], ["factuality"])
    assert len(annotate(jobs[:2], openai(), file)) == 2
    labels = annotate(jobs, openai(), file)
    assert [each.item.question_id for each in labels] == [WIKI.id] * 2 + [other.id, later.id]
    assert len(server.requests) == 3  # BORN in 2025, HEAD, BORN in 2026
    assert len(file.read()) == 4


def test_what_is_annotated_is_not_asked_again_unless_the_prompt_changes(
    server, tmp_path, monkeypatch
):
    jobs, file = jobs_of(QUESTIONS, TASKS), AnnotationFile(tmp_path / "a.jsonl")
    first = annotate(jobs, openai(), file)
    assert len(server.requests) == 10
    assert annotate(jobs, openai(), file) == first
    assert len(server.requests) == 10
    annotate(jobs, openai("another"), file)
    assert len(server.requests) == 20
    monkeypatch.setattr(annotate_module, "prompt_version", lambda template: "new")
    annotate(jobs, openai(), file)
    assert len(server.requests) == 30


def test_a_key_that_is_refused_halfway_keeps_what_was_had(server, tmp_path):
    server.replies(*[YES] * 4, error(401, "no such key"))
    jobs, file = jobs_of(QUESTIONS, ["factuality"]), AnnotationFile(tmp_path / "a.jsonl")
    with pytest.raises(InputError):
        annotate(jobs, openai(concurrency=1), file, batch=2)
    assert len(file.read()) == 4
    server.requests.clear()
    server.replies(YES)
    annotate(jobs, openai(), file)
    assert len(server.requests) == 1


def test_a_killed_run_goes_on_where_it_was(server, tmp_path):
    path, count = tmp_path / "a.jsonl", 60
    gate = threading.Event()

    def reply(_):
        if len(server.requests) > 24:
            gate.wait(60)  # the run is killed here
        return YES

    server.replies(reply)
    script = Path(__file__).resolve().parents[2] / "quality_process.py"
    run = subprocess.Popen([sys.executable, script, server.url, path, str(count), "8"])
    while not path.exists() or path.read_bytes().count(b"\n") < 16:
        assert run.poll() is None
        time.sleep(0.005)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    gate.set()
    server.replies(YES)
    kept = {key[0].fact_id for key in AnnotationFile(path).read()}
    assert 16 <= len(kept) < count
    server.requests.clear()
    jobs = jobs_of(numbered(count), ["factuality"])
    labels = annotate(jobs, openai(), AnnotationFile(path))
    assert all(each.label for each in labels)
    assert len(server.requests) == count - len(kept)


def test_half_a_line_of_a_killed_run_is_cut_off(tmp_path):
    file = AnnotationFile(tmp_path / "a.jsonl")
    file.append([label(BORN, True), label(HEAD, False)])
    whole = file.path.read_bytes()
    file.path.write_bytes(whole[:-9])
    assert [each.item.fact_id for each in file.read().values()] == [BORN.fact_id]
    file.append([label(HEAD, False)])
    assert file.path.read_bytes() == whole


def test_a_file_that_cannot_be_written_is_an_error_before_anything_is_paid(server, tmp_path):
    (tmp_path / "folder.jsonl").mkdir()
    with pytest.raises(InputError, match=r"folder\.jsonl: cannot be written"):
        annotate(jobs_of([WIKI], TASKS), openai(), AnnotationFile(tmp_path / "folder.jsonl"))
    assert not server.requests


def test_a_file_of_something_else_is_not_added_to(server, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": 1}\n')
    with pytest.raises(InputError, match=r"a\.jsonl, line 1: field 'label'"):
        annotate(jobs_of([WIKI], TASKS), openai(), AnnotationFile(path))
    assert path.read_text() == '{"id": 1}\n'
    assert not server.requests


@given(
    st.builds(
        Annotation,
        st.builds(Item, st.text(), st.text(), st.sampled_from(TASKS)),
        st.text(min_size=1),
        st.sampled_from([True, False, None]),
        st.text(), st.text(), st.text(), st.text(),
    )
)  # fmt: skip
def test_an_annotation_survives_its_row(annotation):
    row = json.loads(json.dumps(annotation.to_row()))
    assert row["label"] in (1, 0, None)
    assert Annotation.from_row(row) == annotation


ROW = {"question_id": "q", "fact_id": "f", "task": "necessity", "label": 1}


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz", ".json"])
def test_labels_of_people_are_lines_or_a_list(tmp_path, suffix):
    path = tmp_path / f"human{suffix}"
    rows = [ROW, {**ROW, "label": -1}, {**ROW, "label": None, "judge": "ann"}]
    if suffix == ".json":
        path.write_text(json.dumps(rows))
    else:
        text = "".join(json.dumps(row) + "\n" for row in rows).encode()
        path.write_bytes(gzip.compress(text) if suffix.endswith("gz") else text)
    found = read_labels(path)
    assert [(each.judge, each.label) for each in found] == [
        ("human", True), ("human", None), ("ann", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({**ROW, "label": 2}, "field 'label': 2"),
        ({**ROW, "label": True}, "field 'label': True"),
        ({**ROW, "label": [1]}, "field 'label'"),
        ({"question_id": "q", "task": "necessity"}, "field 'label': 'missing'"),
        ({**ROW, "task": "truth"}, "field 'task': 'truth'"),
        ({**ROW, "question_id": 7}, "field 'question_id': 7"),
        ([], "not an object"),
    ],
)
def test_a_malformed_label_is_named_with_its_line(tmp_path, row, told):
    path = tmp_path / "human.jsonl"
    path.write_text(f"{json.dumps(ROW)}\n\n{json.dumps(row)}\n")
    with pytest.raises(InputError, match=rf"human.jsonl, line 3: {re.escape(told)}"):
        read_labels(path)


def test_a_question_of_no_scenario_is_refused():
    with pytest.raises(InputError, match="'law' is not one of the scenarios wiki, code, math"):
        jobs_of([replace(WIKI, scenario="law")], TASKS)


def test_a_sample_depends_on_the_seed_and_not_on_the_order():
    questions = [*numbered(40), CODE, MATH]
    drawn = sampled(questions, 5, 0)
    assert Counter(each.scenario for each in drawn) == {"wiki": 5, "code": 1, "math": 1}
    assert {each.id for each in sampled(questions[::-1], 5, 0)} == {each.id for each in drawn}
    assert sampled(questions, 5, 1) != drawn
    assert sampled(questions, 100, 0) == questions


# Shares and agreement


def test_a_failure_is_counted_apart_or_as_no():
    labels = [label(BORN, True), label(HEAD, None), label(LISTDIR, False, question=CODE)]
    (share,) = [each for each in shares(labels) if each.scenario == ALL]
    assert (share.yes, share.no, share.unjudged) == (1, 1, 1)
    assert share.estimate.value == 0.5
    (share,) = [each for each in shares(labels, unjudged_as_no=True) if each.scenario == ALL]
    assert (share.yes, share.no, share.unjudged) == (1, 2, 1)
    assert share.estimate.value == pytest.approx(1 / 3)
    assert {each.scenario for each in shares(labels)} == {"wiki", "code", ALL}


def test_a_judge_without_any_verdict_has_no_share():
    (share, _) = shares([label(BORN, None)])
    assert (share.estimate, share.unjudged) == (None, 1)


def test_two_judges_are_compared_on_what_both_have_judged():
    first = [label(BORN, True), label(HEAD, False), label(SUM, None, question=MATH)]
    second = [label(f, True, "b") for f in (BORN, HEAD)] + [label(SUM, True, "b", question=MATH)]
    found = {each.scenario: each for each in agreements([*first, *second])}
    assert found[ALL].counts == (1, 0, 1, 0)
    assert found[ALL].unjudged == 1
    assert found["math"].f1.value is None
    assert found["wiki"].f1.value == pytest.approx(2 / 3)
    as_no = {s.scenario: s for s in agreements([*first, *second], unjudged_as_no=True)}
    assert as_no[ALL].counts == (1, 0, 2, 0)
    assert as_no[ALL].unjudged == 0


def test_a_label_that_checks_one_judge_is_compared_with_no_other():
    judged = [label(BORN, True, "a"), label(BORN, False, "b")]
    person = [label(BORN, True, "human", checks="a", scenario="")]
    found = {(s.first, s.second): s.counts for s in agreements(judged, person) if s.scenario == ALL}
    assert found == {
        ("a", "b"): (0, 1, 0, 0), ("a", "human"): (1, 0, 0, 0), (ALL, "human"): (1, 0, 0, 0),
    }  # fmt: skip


def test_a_question_needs_all_its_facts_or_it_does_not():
    def whole(*holds):
        facts = [Fact(str(n), "p", "a") for n, _ in enumerate(holds)]
        (found,) = by_question([label(f, h) for f, h in zip(facts, holds, strict=True)])
        assert found.item.fact_id == ""
        return found.label

    assert whole(True, True) is True
    assert whole(True, None, False) is False
    assert whole(True, None) is None


def test_the_authors_labels_give_the_papers_figures_to_the_decimal(official):
    script = runpy.run_path(str(ROOT / "benchmarks" / "quality_agreement.py"))
    found = script["figures"](official("track/quality"))
    assert found == script["PAPER"]
    assert found["gpt-5-mini: factual"] == "96.0"
    assert found["gemini-2.5-pro: factual"] == "92.7"
    assert found["gpt-5-mini: necessary"] == "86.7"
    assert found["gemini-2.5-pro: necessary"] == "89.3"
    assert found["average: factual (Section 4)"] == "94.3"
    assert found["average: factual (E.2, of rounded shares)"] == "94.4"
    assert found["average: necessary"] == "88.0"
    assert found["F1 with the person: factual"] == "98.0"
    assert found["F1 with the person: necessary"] == "93.5"


def test_without_the_failures_the_authors_second_judge_is_better(official):
    judged = read_judges(official("track/quality") / "annotation_results.json")
    found = {(s.judge, s.task): s for s in shares(judged) if s.scenario == ALL}
    factual = found["gemini-2.5-pro", "factuality"]
    assert (factual.yes, factual.no, factual.unjudged) == (139, 10, 1)
    assert {s.scenario for s in shares(judged)} == {"wiki", "code", "math", ALL}


@pytest.mark.parametrize("content", ["[1]", '{"m": {"code": {"truth": [1]}}}', "{", '{"m": 1}'])
def test_other_files_are_not_taken_for_the_authors(tmp_path, content):
    path = tmp_path / "labels.json"
    path.write_text(content)
    for read in (read_judges, read_human):
        with pytest.raises(InputError, match=r"labels\.json"):
            read(path)


# Filtering


def test_a_chain_goes_with_any_of_its_facts_and_another_question_with_its_last():
    bad = [label(HEAD, False), label(JOIN, False, question=CODE), label(SUM, False, question=MATH)]
    result = filtered(QUESTIONS, bad)
    (left,) = result.questions
    assert left.facts == (LISTDIR,)
    assert left.id != CODE.id
    assert left.id == replace(CODE, facts=(LISTDIR,), id="").id
    assert result.new_ids == {CODE.id: left.id}
    assert {d.question.id: d.reason for d in result.dropped_questions} == {
        WIKI.id: "the chain misses a hop",
        MATH.id: "no fact is left",
    }
    assert [each.fact for each in result.dropped_facts] == [HEAD, JOIN, SUM]
    assert result.dropped_facts[0].objections[0].explanation == "so"


def test_what_nobody_could_judge_stays():
    assert filtered(QUESTIONS, [label(BORN, None), label(HEAD, True)]).questions == QUESTIONS


def test_needless_facts_go_only_if_asked_to():
    bad = [label(JOIN, False, task="necessity", question=CODE)]
    assert filtered([CODE], bad).questions == [CODE]
    assert filtered([CODE], bad, Policy(TASKS)).questions[0].facts == (LISTDIR,)


@pytest.mark.parametrize(
    ("first", "second", "goes_if_any", "goes_if_both"),
    [(False, False, True, True), (False, True, True, False), (False, None, True, False),
     (None, None, False, False), (True, True, False, False)],
)  # fmt: skip
def test_of_two_judges_one_suffices_or_it_takes_both(first, second, goes_if_any, goes_if_both):
    labels = [label(BORN, first, "a"), label(BORN, second, "b")]
    assert bool(filtered([WIKI], labels).dropped_facts) == goes_if_any
    both = filtered([WIKI], labels, Policy(drop_if="both"))
    assert bool(both.dropped_facts) == goes_if_both
    assert len(both.dropped_facts and both.dropped_facts[0].objections) == 2 * goes_if_both


def test_both_means_both_in_the_same_respect():
    labels = [
        label(BORN, fact_is_fine == (judge == "a"), judge, task)
        for task, fact_is_fine in zip(TASKS, (True, False), strict=True)
        for judge in "ab"
    ]
    assert filtered([WIKI], labels, Policy(TASKS, "both")).questions == [WIKI]


@given(st.lists(st.sampled_from([True, False, None]), min_size=20, max_size=20), st.data())
def test_each_fact_stays_or_goes_with_a_reason(holds, data):
    pool = [Fact(f"F{n}", f"P{n}", "A") for n in range(5)]
    questions = [
        Question(s, f"Q{s}", "A", tuple(data.draw(st.lists(st.sampled_from(pool), min_size=1))),
                 "", "test")
        for s in SCENARIOS
    ]  # fmt: skip
    jobs = jobs_of(questions, TASKS)
    labels = [
        Annotation(job.item, judge, holds[(n + shift) % len(holds)])
        for judge, shift in (("a", 0), ("b", 7))
        for n, job in enumerate(jobs)
    ]
    policy = Policy(TASKS, data.draw(st.sampled_from(["any", "both"])))
    result = filtered(questions, labels, policy)
    gone = {(d.question_id, d.fact.fact_id) for d in result.dropped_facts}
    kept_ids = {result.new_ids.get(q.id, q.id) for q in questions}
    for question in questions:
        left = tuple(f for f in question.facts if (question.id, f.fact_id) not in gone)
        stays = left and (left == question.facts or question.scenario != "wiki")
        new = replace(question, facts=left, id="")
        assert (new in result.questions) == bool(stays)
        assert (question.id in {d.question.id for d in result.dropped_questions}) != bool(stays)
    assert {q.id for q in result.questions} <= kept_ids
    assert all(d.objections != () for d in result.dropped_facts)
    looser = filtered(questions, labels, policy._replace(drop_if="any"))
    assert gone <= {(d.question_id, d.fact.fact_id) for d in looser.dropped_facts}


# All together


def test_quality_control_with_two_judges_and_a_person(server, tmp_path):
    def reply(request):
        bad = {BORN.probe_question, JOIN.fact} if request["model"] == "a" else {SUM.probe_question}
        return wrong(*bad)(request)

    server.replies(reply)
    person = [label(fact, True, "human", scenario="") for fact in (BORN, HEAD)]
    person.append(label(JOIN, True, "human", question=WIKI))  # not a fact of this question
    file = AnnotationFile(tmp_path / "a.jsonl")
    found = check_quality(QUESTIONS, [openai("a"), openai("b")], file, person)
    assert (found.questions, found.facts, found.strange_labels) == (3, 5, 1)
    assert [each.id for each in found.filtered.questions] == [CODE.id]
    pairs = {
        (each.first, each.second, each.task): each.counts
        for each in found.agreements
        if each.scenario == ALL
    }
    assert pairs["openai/a", "openai/b", "factuality"] == (3, 1, 1, 0)
    assert pairs["openai/a", "openai/b", "necessity"] == (4, 0, 1, 0)
    assert pairs[ALL, "human", "factuality"] == (3, 0, 1, 0)
    report = as_json(found)
    assert report["filter"]["objections"] == [
        {"task": "factuality", "judge": "openai/a", "count": 1},
        {"task": "factuality", "judge": "openai/b", "count": 1},
    ]
    assert [judge["prompt_versions"] for judge in report["judges"]]
    assert json.loads(json.dumps(report))["filter"]["questions_left"] == 1
    assert "sk-secret" not in json.dumps(report)


def test_what_a_judge_says_does_nothing_on_the_page(server, tmp_path):
    evil = "<script>x</script> | [a](http://b) \n# head \x1b[31m"
    server.replies(json.dumps({"explanation": evil, "verdict": "no"}))
    page = as_markdown(check_quality([MATH], [openai()], AnnotationFile(tmp_path / "a.jsonl")))
    assert "<script>" not in page
    assert "\x1b" not in page
    assert "http://b" not in page
    assert "\n# head" not in page
    (row,) = [line for line in page.splitlines() if "script" in line]
    assert row.count("|") == 4
    assert "questions that go since no fact is left: 1" in page


@pytest.mark.parametrize(
    ("names", "questions", "settings", "told"),
    [
        ([], QUESTIONS, Settings(), "give one, or two different ones"),
        (["a", "a"], QUESTIONS, Settings(), "give one, or two different ones"),
        (["a", "b", "c"], QUESTIONS, Settings(), "give one, or two different ones"),
        (["a"], [], Settings(), "no questions"),
        (["a"], [WIKI, WIKI], Settings(), "twice"),
        (["a"], QUESTIONS, Settings(("factuality",), Policy(TASKS)), "necessity: cannot be"),
    ],
)
def test_what_cannot_be_controlled_is_refused_before_anything_is_asked(
    server, tmp_path, names, questions, settings, told
):
    judges = [openai(name) for name in names]
    with pytest.raises(InputError, match=told):
        check_quality(questions, judges, AnnotationFile(tmp_path / "a"), settings=settings)
    assert not server.requests


def test_a_person_who_goes_by_the_name_of_a_judge_is_refused(server, tmp_path):
    with pytest.raises(InputError, match="openai/m is a judge"):
        check_quality(
            [WIKI], [openai()], AnnotationFile(tmp_path / "a"), [label(BORN, 1, "openai/m")]
        )
    assert not server.requests


def test_of_two_labels_of_one_person_the_last_counts(server, tmp_path):
    person = [label(BORN, holds, "ann", scenario="") for holds in (True, False)]
    found = check_quality([WIKI], [openai()], AnnotationFile(tmp_path / "a.jsonl"), person)
    told = [(s.scenario, s.yes, s.no) for s in found.shares if s.judge == "ann"]
    assert told == [("wiki", 0, 1), (ALL, 0, 1)]


def test_labels_of_people_about_another_dataset_are_refused(server, tmp_path):
    file, labels = AnnotationFile(tmp_path / "a"), [label(SUM, True, "human", question=MATH)]
    with pytest.raises(InputError, match="no label is about a fact that was annotated"):
        check_quality([WIKI], [openai()], file, labels)
    assert not server.requests


# The command


@pytest.fixture
def run(server, monkeypatch, tmp_path):
    """Runs the command on a dataset of QUESTIONS; returns also what is left of it, if anything."""
    write_questions(QUESTIONS, tmp_path / "data")
    monkeypatch.setenv("ERBENCH_TRACK_JUDGE_CACHE", str(tmp_path / "cache"))
    app = typer.Typer()
    app.command()(quality)

    def invoke(*arguments):
        done = CliRunner().invoke(app, [str(tmp_path / "data"), *map(str, arguments)])
        left = tmp_path / "out" / "questions"
        return done, read_questions(left) if left.exists() else None

    return invoke


def test_the_command_writes_annotations_a_report_and_what_is_left(run, server, tmp_path):
    server.replies(wrong(BORN.probe_question, JOIN.fact))
    out = tmp_path / "out"
    done, left = run("-o", out, "--judge", "openai/m", "--drop-unnecessary")
    assert done.exit_code == 0, done.output
    assert "openai/m, factuality, % yes: 80.0 [" in done.output
    assert "dropped 2 facts and 1 questions; 2 questions are left" in done.output
    assert [each.facts for each in left] == [(LISTDIR,), (SUM,)]
    report = json.loads((out / "report.json").read_text())
    assert report["filter"]["reasons"] == {"the chain misses a hop": 1}
    assert report["settings"]["policy"] == {"tasks": [*TASKS], "drop_if": "any"}
    assert (out / "annotations.jsonl").read_text().count("\n") == 10
    assert "# Quality control" in (out / "report.md").read_text()


def test_a_sample_is_annotated_and_nothing_is_dropped(run, server, tmp_path):
    server.replies(NO)
    out = tmp_path / "out"
    done, left = run("-o", out, "--judge", "openai/m", "--sample", 1, "--factuality-only")
    assert done.exit_code == 0, done.output
    assert len(server.requests) == 5
    assert left is None
    assert json.loads((out / "report.json").read_text())["filter"] is None
    assert "a sample of at most 1 questions per scenario" in (out / "report.md").read_text()


def test_a_run_for_another_judge_asks_the_first_nothing(run, server, tmp_path):
    out = tmp_path / "out"
    run("-o", out, "--judge", "openai/a", "--metadata", '{"judge_cache": "none"}')
    server.requests.clear()
    both = ("--judge", "openai/a", "--judge", "openai/b", "--drop-if-both")
    done, left = run("-o", out, *both, "--metadata", '{"judge_cache": "none"}')
    assert done.exit_code == 0, done.output
    assert {request["model"] for request in server.requests} == {"b"}
    assert left == QUESTIONS


def test_a_judge_that_cannot_know_leaves_everything_unjudged_and_in(run, tmp_path):
    done, left = run("-o", tmp_path / "out", "--judge", "lexical")
    assert done.exit_code == 0, done.output
    assert "lexical, factuality: no verdict, 5 unjudged" in done.output
    assert left == QUESTIONS


def test_nothing_is_left_of_a_dataset_whose_facts_are_all_wrong(run, server, tmp_path):
    server.replies(NO)
    done, left = run("-o", tmp_path / "out", "--judge", "openai/m")
    assert done.exit_code == 0, done.output
    assert "0 questions are left" in done.output
    assert left is None
