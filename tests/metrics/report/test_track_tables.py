"""TRACK in the report: tables, plots, and what is refused."""

import csv
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from report_page import plots_of, sample, shown_in
from track_runs import DATE, answer, fact, full, injected, probe, study, write

from erbench_track.core.json_text import write_extraction
from erbench_track.metrics.report.report import make_report
from erbench_track.metrics.report.track_figures import MODES, failure_modes, modes, rate
from erbench_track.metrics.report.track_runs import MEASURES

LATER = DATE.replace("2026", "2027")


@pytest.fixture
def make(tmp_path, command, monkeypatch):
    """Makes the report of the folder `out`."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code, _, err = command("report", "out", "-o", "report", "--overwrite", *arguments)
        assert code == 0, err
        return tmp_path / "report"

    return run


@pytest.fixture
def refusal(tmp_path, refused, monkeypatch):
    """Asserts that the report of the folder `out` is refused, and returns why."""
    monkeypatch.chdir(tmp_path)

    def run():
        why = refused("report", "out", "-o", "report")
        assert not (tmp_path / "report").exists()
        return why

    return run


def table(folder, name):
    """Returns a table's rows by task, condition and metric."""
    with (folder / f"{name}.csv").open(newline="") as file:
        return {(r["task"], r["condition"], r["metric"]): r for r in csv.DictReader(file)}


def row(folder, model, label, title):
    """Returns the cells of a row of a table in the Markdown page, by column."""
    text = (folder / "report.md").read_text()
    part = text.partition(f"## {title}")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    found = [line for line in cells if line[:2] == [model, label]]
    assert len(found) == 1, part
    return dict(zip(cells[0], found[0], strict=True))


# Tables


def golden_samples(case):
    """Makes as many answers of each kind as a golden case says."""
    kinds = {
        "both": (True, (True, True)),
        "answer only": (True, (True, False)),
        "facts only": (False, (True, True)),
        "neither": (False, (False, True)),
        "unjudged": (True, (True, None)),
    }
    wanted = [kinds[name] for name, count in case["questions"].items() for _ in range(count)]
    scenario = {"scenario": "wiki", "kas": case["kas"]}
    return [answer(i, passed, entailed, **scenario) for i, (passed, entailed) in enumerate(wanted)]


def test_table_3_has_observed_rates_with_intervals_around_them(tmp_path, make, golden):
    cases = golden("track_table3.json")
    for case in cases:
        write(tmp_path / "out" / "m", case["task"], golden_samples(case))
    lines = (make() / "report.md").read_text().replace("**", "").splitlines()
    for case in cases:
        assert case["row"] in lines, case["about"]
    assert "| Model | Method | WIKI HP | WIKI AP | WIKI FKE |" in lines


def test_programs_whose_passes_say_little_are_counted_with_what_to_do(tmp_path, make):
    kinds = [(0.0, 0.0)] * 5 + [(1.0, 0.0)] * 2 + [(0.0, 1.0)]
    ran = [
        answer(i, not forged, scenario="code", programs_forged=forged, programs_unaltered=unaltered)
        for i, (forged, unaltered) in enumerate(kinds)
    ]
    write(tmp_path / "out" / "m", "track_code", [*ran, answer(9, scenario="code")])
    write(tmp_path / "out" / "m", "track_wiki", [answer(1)])
    folder = make()
    title = "TRACK programs: Whose passes to beware of"
    assert list(row(folder, "m", "Base Model", title).values())[2:] == ["8", "2", "1"]
    for page in ("report.md", "report.html"):
        text = (folder / page).read_text()
        assert "it counts as wrong: read it" in text
        assert "its pass says little: look at what these tests check" in text


def test_where_no_program_was_run_no_table_counts_them(tmp_path, make):
    write(tmp_path / "out" / "m", "track_code", [answer(1, scenario="code")])
    assert "TRACK programs" not in (make() / "report.md").read_text()


verdicts = st.lists(
    st.tuples(
        st.sampled_from([True, False, None]),
        st.lists(st.sampled_from([True, True, False, None]), min_size=1, max_size=4),
    ),
    min_size=1,
    max_size=25,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(verdicts)
def test_hp_is_never_above_ap_or_fke(tmp_path_factory, some):
    folder = tmp_path_factory.mktemp("runs")
    write(folder, "track_code", [answer(i, *each, scenario="code") for i, each in enumerate(some)])
    (run,) = make_report([folder]).models[0].track
    found = {name: rate(run, measure) for measure, name in MEASURES.items()}
    judged = [
        (ap, all(facts))
        for ap, facts in some
        if ap is not None and (False in facts or None not in facts)
    ]
    assert {figure.n for figure in found.values()} == {len(judged)}
    assert {figure.unjudged for figure in found.values()} == {len(some) - len(judged)}
    if not judged:
        assert {figure.value for figure in found.values()} == {"n/a"}
        return
    printed = {name: float(figure.value) for name, figure in found.items()}
    assert printed["HP"] <= min(printed["AP"], printed["FKE"])
    assert found["HP"].estimate.value == sum(ap and fke for ap, fke in judged) / len(judged)
    assert found["AP"].estimate.value == sum(ap for ap, _ in judged) / len(judged)
    assert found["FKE"].estimate.value == sum(fke for _, fke in judged) / len(judged)
    shares = [figure.estimate.value for figure in modes(run).values() if figure.estimate]
    assert sum(shares) == pytest.approx(1.0 if shares else 0.0)


def test_table_4_has_hp_by_the_kas_that_were_run(tmp_path, make):
    for kas, right in ((1, 9), (10, 5), (100, 1)):
        samples = [injected(i, i < right, kas=kas) for i in range(10)]
        study(tmp_path, "append", kas, samples)
    study(tmp_path, "closed_book", 0, [answer(i) for i in range(10)])
    folder = make()
    cells = row(folder, "m", "Append", "TRACK Table 4")
    shown = {name: cell.split(" ")[0] for name, cell in cells.items() if "KAS" in name}
    assert shown == {"WIKI KAS=1": "90.0", "WIKI KAS=10": "50.0", "WIKI KAS=100": "10.0"}
    found = table(folder, "tracktable4")
    assert found["track_wiki_append", "KAS 10", "holistic_pass"]["estimate"] == "0.5"
    assert {key[1] for key in table(folder, "tracktable3")} == {"", "KAS 1"}


def test_methods_are_compared_on_the_questions_that_both_were_judged_on(tmp_path, make):
    """Of 20 questions Append gains 8 and loses 1; another was not judged without the facts."""
    closed = [answer(i, 8 <= i < 12) for i in range(19)] + [answer(19, None)]
    study(tmp_path, "closed_book", 0, closed)
    study(tmp_path, "append", 1, [injected(i, i < 8 or 9 <= i < 12) for i in range(20)])
    study(tmp_path, "append_t", 1, [injected(i, i < 11) for i in range(18)])
    folder = make()
    found = table(folder, "trackcomparisonshp")
    key = ("track_wiki_append - track_wiki", "KAS 1")
    values = {
        name: found[(*key, f"holistic_pass_{name}")]["estimate"]
        for name in ("only_first", "only_second", "mcnemar_p")
    }
    # Two-sided: 2 * (1 + 9) / 2^9
    assert values == {"only_first": "8", "only_second": "1", "mcnemar_p": "0.0390625"}
    difference = found[(*key, "holistic_pass_difference")]
    assert float(difference["estimate"]) == pytest.approx(7 / 19, abs=1e-6)
    assert (difference["n"], difference["unjudged"]) == ("19", "1")
    assert float(difference["low"]) < 7 / 19 < float(difference["high"])
    # Three comparisons: the smallest p is multiplied by three.
    p_values = {k[0]: float(r["estimate"]) for k, r in found.items() if k[2].endswith("mcnemar_p")}
    assert len(p_values) == 3
    assert min(p_values.values()) == p_values[key[0]]
    adjusted = float(found[(*key, "holistic_pass_mcnemar_p_holm")]["estimate"])
    assert adjusted == pytest.approx(3 * 0.0390625, abs=1e-6)
    assert "adjusted for the 3 comparisons of this table" in (folder / "report.md").read_text()
    cells = row(folder, "m", "Append vs. Base Model, KAS=1", "TRACK comparisons HP")
    assert cells["WIKI Only 1st / only 2nd"] == "8 / 1"
    assert cells["WIKI p"] == ".039"
    assert "(n 19, 1 unjudged)" in cells["WIKI Difference"]
    both = table(folder, "trackcomparisonshp")[
        "track_wiki_append_t - track_wiki_append", "KAS 1", "holistic_pass_difference"
    ]
    assert both["n"] == "18"


def test_open_book_methods_are_compared_with_closed_book_and_at_the_same_kas(tmp_path, make):
    full(tmp_path)
    found = table(make(), "trackcomparisonsfke")
    pairs = [key[:2] for key in found if key[2].endswith("difference")]
    closed = [
        (f"track_wiki_{m} - track_wiki", f"KAS {k}") for m in ("append", "ft_ck") for k in (1, 10)
    ]
    opened = [("track_wiki_ft_ck - track_wiki_append", f"KAS {kas}") for kas in (1, 10)]
    assert pairs == closed + opened


def test_two_models_are_compared_where_method_and_kas_are_the_same(tmp_path, make):
    for model, right in (("a", 9), ("b", 2)):
        study(tmp_path, "closed_book", 0, [answer(i, i < right) for i in range(10)], model=model)
        for kas in (1, 10) if model == "a" else (10,):
            study(tmp_path, "append", kas, [injected(i, kas=kas) for i in range(8)], model=model)
    folder = make()
    cells = row(folder, "a vs. b", "Base Model", "TRACK comparisons HP")
    assert cells["WIKI Difference"].startswith("+70.0 [")
    assert cells["WIKI Only 1st / only 2nd"] == "7 / 0"
    assert cells["WIKI p"] == ".016"  # 2 / 2^7
    # 2.8 standard errors of the difference
    assert cells["WIKI Detectable"] == f"{280.159 * (0.7 * 0.3 / 9) ** 0.5:.1f}"
    row(folder, "a vs. b", "Append, KAS=10", "TRACK comparisons HP")
    text = (folder / "report.md").read_text()
    assert "| a vs. b | Append, KAS=1 |" not in text
    # a: KAS 1 and 10 against none; b: KAS 10; a and b: without, and KAS 10.
    assert "adjusted for the 5 comparisons of this table" in text


def test_unreadable_responses_are_warned_about(tmp_path, make):
    parts = {"unreadable_rate": 0.5, "truncated_rate": 0.25}
    study(tmp_path, "closed_book", 0, [answer(0), {**answer(1), **parts}])
    text = (make() / "report.md").read_text()
    assert "m, track_wiki: 25.0% of the responses cannot be read (12.5% are cut off)." in text


def test_failure_modes_are_distinguished_by_whether_the_fact_is_known(tmp_path, make):
    samples = [
        injected(0, True, (True, True, True), known=(True, False, True)),
        injected(1, False, (False, True, False), known=(True, False, True)),
        injected(2, False, (True, False, False), known=(True, False, False)),
        injected(3, False, (False, None, True), known=(True, False, True)),
    ]
    study(tmp_path, "append", 1, samples)
    folder = make()
    found = table(folder, "trackfailuremodes")
    shares = {key[2]: float(r["estimate"]) for key, r in found.items()}
    assert shares == pytest.approx(
        {
            "entailed": 5 / 9,
            "direct_failure_known": 1 / 9,
            "direct_failure_unknown": 1 / 9,
            "error_propagation": 2 / 9,
        },
        abs=1e-6,
    )
    assert {(r["n"], r["clusters"], r["unjudged"]) for r in found.values()} == {("9", "3", "1")}
    cells = row(folder, "m", "Append, KAS=1", "TRACK failure modes")
    assert cells["WIKI Direct failure, known fact"].startswith("11.1 [")


def test_without_a_gap_file_direct_failures_are_not_split(tmp_path, make):
    study(tmp_path, "closed_book", 0, [answer(0, False, (False, False)), answer(1)])
    folder = make()
    shares = {key[2]: float(r["estimate"]) for key, r in table(folder, "trackfailuremodes").items()}
    assert shares == {"entailed": 0.5, "direct_failure": 0.25, "error_propagation": 0.25}
    text = (folder / "report.md").read_text()
    assert "TRACK Table 7: Questions with a knowledge conflict: left out" in text
    assert "TRACK Table 8: Table 3 over the questions with a gap only: left out" in text


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([True, False, None])), max_size=7))
def test_a_chain_has_at_most_one_direct_failure_and_it_is_the_first(facts):
    entailed, known = [e for e, _ in facts], [k for _, k in facts]
    found = failure_modes(entailed, known)
    assert set(found) <= set(MODES)
    assert found.total() == len(facts)
    assert found["entailed"] == sum(entailed)
    direct = [name for name in found if name.startswith("direct_failure")]
    if all(entailed):
        assert not direct
        assert not found["error_propagation"]
        return
    flag = known[entailed.index(False)]
    suffix = {True: "_known", False: "_unknown", None: ""}[flag]
    assert direct == [f"direct_failure{suffix}"]
    assert found[direct[0]] == 1


def test_what_a_model_knows_stands_by_both_rules_beside_each_other(tmp_path, make):
    """Three of four judged facts are known by the paper's rule, two with KConf >= .5."""
    samples = [probe(0, True, 1.0), probe(1, True, 0.6), probe(2, True, 0.4), probe(3, False, 0.0)]
    study(tmp_path, "probe", 0, [*samples, probe(4, None, None)])
    folder = make()
    cells = row(folder, "m", "WIKI", "TRACK knowledge")
    assert cells["Probed facts Number"] == "5"
    assert cells["Probed facts Known"].startswith("75.0 [")
    assert cells["Probed facts KConf ≥ .5"].startswith("50.0 [")
    assert cells["Probed facts Mean KConf"].startswith("0.50 [")
    assert cells["Probed facts Known"].endswith("(n 4, 1 unjudged)")
    assert cells["Probed facts Unjudged"] == "1"


def test_a_fact_that_two_questions_share_is_one_cluster_of_two(tmp_path, make):
    study(tmp_path, "probe", 0, [probe(0, True, 1.0), probe(0, True, 1.0), probe(1, False, 0.0)])
    found = table(make(), "trackknowledge")["track_wiki_probe", "", "known"]
    assert (found["estimate"], found["n"], found["clusters"]) == ("0.666667", "3", "2")


def test_tables_7_and_8_are_about_the_questions_with_a_gap(tmp_path, make):
    """Of five questions two have a gap, and one of these is right."""
    known = [(True, True), (True, True), (False, True), (True, None), (False, False)]
    right = [True, True, True, True, False]
    samples = [answer(i, ap, known=k) for i, (ap, k) in enumerate(zip(right, known, strict=True))]
    study(tmp_path, "closed_book", 0, samples)
    folder = make()
    assert row(folder, "m", "questions", "TRACK Table 7")["Questions with a gap WIKI"] == "2"
    found = table(folder, "tracktable8")["track_wiki", "", "holistic_pass"]
    assert (found["estimate"], found["n"]) == ("0.5", "2")
    assert table(folder, "tracktable3")["track_wiki", "", "holistic_pass"]["estimate"] == "0.8"


def test_runs_with_different_gap_files_are_not_hidden(tmp_path, make):
    study(
        tmp_path, "closed_book", 0, [answer(0, known=(True, True)), answer(1, known=(False, True))]
    )
    study(tmp_path, "append", 1, [injected(i) for i in range(2)])
    cells = row(make(), "m", "questions", "TRACK Table 7")
    assert cells["Questions with a gap WIKI"] == "1 / 2"


def test_injected_facts_are_counted_per_question(tmp_path, make):
    samples = [injected(0, known=(False, False)), injected(1), injected(2, known=(True, True))]
    study(tmp_path, "append", 1, samples)
    folder = make()
    cells = row(folder, "m", "Append, KAS=1", "TRACK injection")
    assert cells["WIKI Facts per question"].startswith("1.00 [")
    assert cells["WIKI % with any"].startswith("66.7 [")


# Which files count


def test_the_newest_file_of_a_task_and_kas_counts_and_the_others_are_named(tmp_path, make):
    folder = tmp_path / "out" / "m"
    old = write(folder, "track_wiki_append", [injected(0, False)])
    write(folder, "track_wiki_append", [injected(0, True)], LATER)
    write(folder, "track_wiki_append", [injected(0, False, kas=10)], LATER.replace("T03", "T02"))
    made = make()
    found = {key[1]: r["estimate"] for key, r in table(made, "tracktable4").items()}
    assert found == {"KAS 1": "1.0", "KAS 10": "0.0"}
    text = (made / "report.md").read_text()
    assert f"{old.name}: there is a newer file of this task and KAS" in text
    assert "track_wiki_append (KAS 10): 1 samples" in text


def test_an_older_file_counts_if_the_newer_one_was_not_scored(tmp_path, make):
    folder = tmp_path / "out" / "m"
    write(folder, "track_wiki", [answer(0)])
    unscored = {key: answer(0)[key] for key in ("doc", "resps")}
    new = write(folder, "track_wiki", [unscored], LATER)
    made = make()
    assert table(made, "tracktable3")["track_wiki", "", "answer_pass"]["estimate"] == "1.0"
    assert f"{new.name}: not scored" in (made / "report.md").read_text()


def test_a_document_that_is_repeated_for_a_second_filter_counts_once(tmp_path, make):
    samples = [{**answer(0), "doc_id": 7, "filter": name} for name in ("a", "b")]
    write(tmp_path / "out" / "m", "track_wiki", samples)
    assert table(make(), "tracktable3")["track_wiki", "", "answer_pass"]["n"] == "1"


def test_tasks_that_the_tables_do_not_show_are_named(tmp_path, make):
    folder = tmp_path / "out" / "m"
    write(folder, "track_wiki", [answer(0)])
    write(folder, "track_wiki_rome", [answer(0)])
    text = (make() / "report.md").read_text()
    assert "samples_track_wiki_rome" in text
    assert "not the samples of a task that the tables show" in text


@pytest.mark.parametrize("written", [json.dumps, lambda extracted: extracted])
def test_the_filters_result_is_read_however_it_was_logged(tmp_path, make, written):
    one = answer(0, False, (True, False))
    extracted = {"answer": "it's", "answer_pass": False, "facts_entailed": [True, False]}
    study(tmp_path, "closed_book", 0, [{**one, "filtered_resps": [written(extracted)]}])
    found = table(make(), "trackfailuremodes")
    assert found["track_wiki", "", "direct_failure"]["estimate"] == "0.5"


def test_lm_evals_own_samples_file_is_read(tmp_path, make):
    """Its logger turns what filters return into text, and prompts of chats into JSON."""
    from lm_eval.loggers import EvaluationTracker
    from lm_eval.models.api_models import JsonChatStr

    recorded = injected(0, False, (True, False))
    facts = "\n".join(recorded["doc"]["injected_facts"])
    prompt = JsonChatStr(json.dumps([{"role": "user", "content": f'"Où"?\n{facts}'}]))
    recorded |= {
        "filtered_resps": [write_extraction(answer="x", facts_entailed=[True, False])],
        "arguments": [(prompt, {"until": []})],
        "target": "x",
        "doc_id": 0,
        "filter": "track",
    }
    tracker = EvaluationTracker(output_path=str(tmp_path / "out"))
    tracker.general_config_tracker.model_name_sanitized = "m"
    tracker.date_id = DATE
    tracker.save_results_samples("track_wiki_append", [recorded])
    found = table(make(), "trackfailuremodes")
    assert found["track_wiki_append", "KAS 1", "direct_failure_known"]["estimate"] == "0.5"


# The whole report


def both_suites(folder):
    write(folder / "out" / "m", "erbench_movie_mc", [sample(1), sample(2)])
    write(folder / "out" / "m", "track_wiki", [answer(i, i % 2 == 0) for i in range(6)])


def test_one_report_has_both_suites_and_each_alone_says_nothing_of_the_other(tmp_path, make):
    both_suites(tmp_path)
    folder = make()
    assert {"table18.csv", "tracktable3.csv"} <= {path.name for path in folder.iterdir()}
    page, text = (folder / "report.html").read_text(), (folder / "report.md").read_text()
    assert text.startswith("# ERBench and TRACK report\n")
    assert "Skipped" not in page
    for suite, other in (("track_wiki", "ERBench"), ("erbench_movie_mc", "TRACK")):
        (kept,) = (tmp_path / "out" / "m").glob(f"samples_{suite}*")
        for path in (tmp_path / "out" / "m").iterdir():
            if path != kept:
                path.rename(tmp_path / path.name)
        folder = make()
        for name in ("report.md", "report.html"):
            assert other not in (folder / name).read_text()
        for path in tmp_path.glob("samples_*"):
            path.rename(tmp_path / "out" / "m" / path.name)


@pytest.mark.parametrize("part", ["probe", "answers"])
def test_the_simulated_model_is_marked_in_every_table_and_plot(tmp_path, make, part):
    full(tmp_path, **({"simulated": 1.0} if part == "probe" else {}))
    if part == "answers":
        study(tmp_path, "mello", 1, [injected(i, simulated=1.0) for i in range(3)], model="m")
    folder = make()
    for path in folder.glob("*.csv"):
        with path.open(newline="") as file:
            assert {r["model"] for r in csv.DictReader(file)} == {"m (SIMULATED)"}, path
    plots = plots_of(folder)
    assert plots
    for spec in plots.values():
        assert {each["model"] for each in shown_in(spec)} == {"m (SIMULATED)"}


def test_the_same_files_give_the_same_report(tmp_path, make):
    full(tmp_path)
    first = {path.name: path.read_bytes() for path in make().iterdir()}
    assert {path.name: path.read_bytes() for path in make().iterdir()} == first


def test_text_of_the_files_is_never_markup(tmp_path, make):
    name = "<script>alert(1)</script>|[x](y)"
    write(tmp_path / "out" / "m", "track_wiki", [answer(0)], model_name=name)
    folder = make()
    assert "<script>alert" not in (folder / "report.html").read_text()
    assert "<script" not in (folder / "report.md").read_text()


# What is refused


def test_an_open_book_run_that_injected_nothing_is_refused(tmp_path, refusal):
    path = study(tmp_path, "mello", 1, [answer(i, known=(False, True), kas=1) for i in range(3)])
    why = refusal()
    assert path.name in why
    assert "injected nothing though 3 facts are unknown" in why


def test_an_open_book_run_of_a_model_that_knows_everything_has_nothing_to_inject(tmp_path, make):
    study(tmp_path, "append", 1, [answer(i, known=(True, True), kas=1) for i in range(3)])
    assert table(make(), "trackinjection")["track_wiki_append", "KAS 1", "facts_injected"]


@pytest.mark.parametrize("method", ["append", "append_t"])
@pytest.mark.parametrize("as_list", [False, True])
def test_a_run_whose_prompts_lack_an_injected_fact_is_refused(tmp_path, refusal, method, as_list):
    lacking = injected(1, prompt="What is it?")
    if as_list:
        lacking["arguments"] = [["What is it?", {"until": []}]]
    path = study(tmp_path, method, 1, [injected(0), lacking])
    why = refusal()
    assert f"{path.name}, line 2: the prompt does not hold the injected fact" in why


def test_the_facts_may_be_anywhere_in_the_prompt_in_any_order_and_layout(tmp_path, make):
    facts = [fact(number)["fact"] for number in range(3)]
    layouts = [
        "  \n- ".join(["Facts:", *reversed(facts)]),
        "\n".join(facts).replace(" of", "\n  of"),
    ]
    samples = [
        answer(i, injected=facts, known=(False, True), kas=1, prompt=prompt)
        for i, prompt in enumerate(layouts)
    ]
    samples.append({**injected(2), "arguments": [["What is it? " + facts[0], {}]]})
    study(tmp_path, "append", 1, [*samples, {**injected(3), "arguments": None}])
    assert table(make(), "tracktable3")["track_wiki_append", "KAS 1", "answer_pass"]["n"] == "4"


@pytest.mark.parametrize("method", ["ft_ck", "mello"])
def test_methods_that_do_not_put_facts_into_the_prompt_need_not_show_them(tmp_path, make, method):
    study(tmp_path, method, 1, [injected(0, prompt="What is it?")])
    assert table(make(), "tracktable3")[f"track_wiki_{method}", "KAS 1", "answer_pass"]


def changed(**more):
    return lambda one: {**one, **more}


def changed_doc(**more):
    return lambda one: {**one, "doc": {**one["doc"], **more}}


BAD = [
    (changed(doc=3), "field 'doc' is missing or not a JSON object"),
    (changed(answer_pass=0.5), "'answer_pass' is neither 0 nor 1"),
    (changed(answer_pass="yes"), "'answer_pass' is not a number"),
    (changed(holistic_pass=0.0), "'holistic_pass' is not 'answer_pass' and"),
    (changed(full_knowledge_entailment=0.0, holistic_pass=0.0), "contradicts 'facts_entailed'"),
    (
        changed(filtered_resps=[json.dumps({"facts_entailed": [False, None]})]),
        "contradicts 'facts_entailed'",
    ),
    (changed(filtered_resps=["__import__('os').getcwd()"]), "no 'facts_entailed'"),
    (changed(filtered_resps=[json.dumps({"facts_entailed": [True]})]), "1 values for 2 facts"),
    (
        changed(filtered_resps=[json.dumps({"facts_entailed": ["x", 1]})]),
        "not a list of true, false",
    ),
    (changed(filtered_resps=["[" * 5000]), "no 'facts_entailed'"),
    (changed(filtered_resps=None), "no 'facts_entailed'"),
    (changed_doc(id=None), "the 'doc' has no 'id'"),
    (changed_doc(facts=[]), "the 'doc' has no 'facts'"),
    (changed_doc(known=[True]), "'known' has 1 values for 2 facts"),
    (changed_doc(known="yes"), "'known' is not a list"),
    (changed_doc(scenario="math"), "of scenario 'math', the task of 'wiki'"),
    (changed_doc(kas=3), "'kas' is 3, and 1 on the first line"),
    (changed_doc(injected_facts="x"), "'injected_facts' is not a list of texts"),
    (changed_doc(injected_facts=[3]), "'injected_facts' is not a list of texts"),
    (changed_doc(id="q0"), "question 'q0' is there 2 times"),
    (lambda one: {key: one[key] for key in ("doc", "resps")}, "1 samples have none of TRACK's"),
    (lambda one: 3, "line 2: expected a JSON object"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_what_is_malformed_is_refused_with_its_file_and_line(tmp_path, refusal, change, message):
    folder = tmp_path / "out" / "m"
    folder.mkdir(parents=True)
    path = folder / f"samples_track_wiki_append_{DATE}.jsonl"
    path.write_text(f"{json.dumps(injected(0))}\n{json.dumps(change(injected(1)))}\n")
    why = refusal()
    assert path.name in why
    assert message in why


@pytest.mark.parametrize(
    ("kas", "message"), [(0, "'kas' is 0 for Append"), (-1, "'kas' is -1"), ("1", "'kas' is '1'")]
)
def test_an_open_book_run_needs_a_kas(tmp_path, refusal, kas, message):
    study(tmp_path, "append", 1, [changed_doc(kas=kas)(injected(0))])
    assert message in refusal()


def test_a_probe_without_its_fact_is_refused(tmp_path, refusal):
    study(tmp_path, "probe", 0, [changed_doc(fact_id=None)(probe(0, True, 1.0))])
    assert "line 1: the 'doc' has no 'fact_id'" in refusal()


def test_the_runs_of_a_study_are_never_overwritten_by_their_report(tmp_path, refused):
    path = study(tmp_path, "closed_book", 0, [answer(0)])
    for folder in (tmp_path / "out", path.parent.parent):
        why = refused("report", tmp_path / "out", "-o", folder, "--overwrite")
        assert "give another folder" in why
    assert path.exists()
