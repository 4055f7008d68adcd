"""The simulated model: what goes in as a probability comes out as a rate."""

import math
from collections import defaultdict

import pytest
from lm_eval.api.instance import Instance

from erbench_track.core.errors import InputError
from erbench_track.plugin.models.simulated import SimulatedLM, TrackSimulatedLM

pytestmark = pytest.mark.long

METRICS = (
    "answer_accuracy",
    "rationale_accuracy",
    "answer_rationale_accuracy",
    "hallucination_rate",
    "missing_rate",
)


def samples_of(results):
    return [sample for task in results["samples"].values() for sample in task]


def clustered_standard_error(samples, metric):
    """The paraphrases and polarities of an entity share whether it is known."""
    mean = sum(sample[metric] for sample in samples) / len(samples)
    deviations = defaultdict(float)
    for sample in samples:
        deviations[sample["doc"]["entity_id"]] += sample[metric] - mean
    return math.sqrt(sum(value**2 for value in deviations.values())) / len(samples)


@pytest.mark.parametrize(
    "rates",
    [
        {"known": 0.8, "answer": 0.9, "rationale": 0.7, "unsure": 0.1},
        {"known": 1.0, "answer": 0.6, "rationale": 0.5, "unsure": 0.0},
        {"known": 0.3, "answer": 0.95, "rationale": 0.9, "unsure": 0.4, "guess": 0.2},
    ],
)
def test_the_measured_rates_recover_the_configured_ones(evaluate, rates):
    model = SimulatedLM(**rates)
    samples = samples_of(evaluate(model, ["erbench_movie"]))
    assert len(samples) >= 2000
    for metric, expected in model.expected_rates().items():
        measured = sum(sample[metric] for sample in samples) / len(samples)
        tolerance = 3 * clustered_standard_error(samples, metric) + 1e-9
        assert abs(measured - expected) <= tolerance, (metric, measured, expected)


def test_the_rates_of_each_hop_are_recovered(evaluate):
    model = SimulatedLM(known=0.9, rationale=0.7, recovery=0.2, unsure=0.1)
    samples = samples_of(evaluate(model, ["erbench_movie_2hop"]))
    expected = model.expected_rates(hops=2)
    assert {"rationale_accuracy_hop1", "rationale_accuracy_hop2"} <= set(expected)
    for metric, rate in expected.items():
        measured = sum(sample[metric] for sample in samples) / len(samples)
        assert abs(measured - rate) <= 3 * clustered_standard_error(samples, metric), metric
    named = [s for s in samples if s["doc"]["rationale"] and "Unsure" not in s["resps"][0][0]]
    known = [s for s in named if model.knows(s["doc"]["entity_id"])]
    for condition, rate in (("previous", 0.7), ("not_previous", 0.2)):
        metric = f"rationale_given_{condition}_hop2"
        cases = [s for s in known if metric in s]
        measured = sum(s[metric] for s in cases) / len(cases)
        assert abs(measured - rate) <= 3 * math.sqrt(rate * (1 - rate) / len(cases)), metric


@pytest.mark.slow
def test_every_task_runs_on_the_simulated_model(evaluate, tasks):
    """All domains and variants; what a model that knows everything says is always right."""
    model = SimulatedLM(known=1, answer=1, rationale=1, unsure=0)
    names = [name for name in tasks.all_subtasks if name.startswith("erbench_")]
    results = evaluate(model, names, limit=10, bootstrap_iters=0)["results"]
    assert set(results) == set(names)
    for name, scores in results.items():
        wanted = ["known"] if "_known_" in name else ["answer_accuracy"]
        # Where a premise is false, there may be nothing to mention.
        if "_known_" not in name and (
            "_altered" not in name or "rationale_accuracy,robust" in scores
        ):
            wanted.append("rationale_accuracy")
        for metric in wanted:
            assert scores[f"{metric},robust"] == 1, (name, metric)
        assert scores["simulated,robust"] == 1


def test_it_tells_the_truth_about_what_it_knows(evaluate):
    model = SimulatedLM(known=0.6)
    results = evaluate(model, ["erbench_movie_known_bn"])
    assert abs(results["results"]["erbench_movie_known_bn"]["known,robust"] - 0.6) < 0.08
    for sample in samples_of(results):
        assert sample["known"] == model.knows(sample["doc"]["entity_id"])


@pytest.mark.parametrize(
    ("rates", "expected"),
    [
        ({"known": 1, "answer": 1, "rationale": 1, "unsure": 0}, (1, 1, 1, 0, 0)),
        ({"known": 1, "answer": 1, "rationale": 0, "unsure": 0}, (1, 0, 0, 0, 0)),
        ({"known": 1, "answer": 0, "rationale": 1, "unsure": 0}, (0, 1, 0, 1, 0)),
        ({"known": 1, "answer": 0, "rationale": 0, "unsure": 0}, (0, 0, 0, 1, 0)),
        ({"unsure": 1}, (0, 0, 0, 0, 1)),
    ],
)
def test_certain_rates_are_measured_exactly(evaluate, rates, expected):
    """No rationale is found by accident, and none is missed, in any item of the benchmark."""
    results = evaluate(SimulatedLM(**rates), ["erbench_movie"])
    for sample in samples_of(results):
        assert tuple(sample[metric] for metric in METRICS) == expected, sample


def test_the_same_seed_gives_the_same_responses_and_another_seed_others(evaluate):
    def responses(seed):
        model = SimulatedLM(simulation_seed=seed)
        return [s["resps"] for s in samples_of(evaluate(model, ["erbench_movie_mc"], limit=50))]

    assert responses(1) == responses(1) != responses(2)


def test_its_results_cannot_be_taken_for_a_real_models(evaluate):
    from lm_eval.utils import make_table

    results = evaluate("erbench-simulated", ["erbench_movie"], model_args="known=0.5", limit=5)
    assert results["config"]["model"] == "erbench-simulated"
    assert results["config"]["simulated"] is True
    for table in (make_table(results), make_table(results, "groups")):
        assert "simulated" in table
    for sample in samples_of(results):
        assert "[simulated by erbench-track]" in sample["resps"][0][0]


@pytest.mark.parametrize("rate", [-0.1, 1.5])
def test_a_rate_outside_of_0_to_1_is_refused(rate):
    with pytest.raises(InputError, match=r"known=.* is not in"):
        SimulatedLM(known=rate)


@pytest.mark.parametrize(
    ("model", "given", "told"),
    [
        (
            SimulatedLM,
            {"knwon": 0.5},
            "erbench-simulated has no argument 'knwon'; did you",
        ),
        (SimulatedLM, {"p": 0.5}, "erbench-simulated has no argument 'p'; known: known, answer,"),
        (TrackSimulatedLM, {"known": 1}, "track-simulated has no argument 'known'; known: p, q, r"),
        (TrackSimulatedLM, {"p": "high"}, "track-simulated: p='high' is not in"),
        (SimulatedLM, {"unsure": True}, "erbench-simulated: unsure=True is not in"),
    ],
)
def test_a_wrong_argument_is_refused_with_the_right_name(model, given, told):
    with pytest.raises(InputError, match=told):
        model.create_from_arg_obj(given, {"batch_size": 1, "device": None})


def test_what_lm_eval_gives_every_model_and_what_names_a_run_are_no_mistakes():
    given = {"batch_size": 1, "max_batch_size": 8, "device": "cpu"}
    made = SimulatedLM.create_from_arg_obj({"model": "mine", "known": 1}, given)
    assert made.rates["known"] == 1


@pytest.mark.parametrize(
    ("model", "task", "suite"),
    [
        ("erbench-simulated", "track_wiki_probe", "ERBench"),
        ("track-simulated", "erbench_movie_mc", "TRACK"),
    ],
)
def test_a_task_of_another_suite_is_refused_by_name(evaluate, model, task, suite):
    message = f"--model {model}: answers the tasks of {suite} only; {task} is not one of them"
    with pytest.raises(InputError, match=message):
        evaluate(model, [task], limit=1)


@pytest.mark.parametrize(
    ("model", "row", "field"),
    [
        (SimulatedLM, {"id": "1", "entity_id": "x"}, "doc.question_type"),
        (SimulatedLM, {"id": "1", "entity_id": "x", "question_type": "bn_yes"}, "doc.options"),
        (TrackSimulatedLM, {"facts": ["a"]}, "doc.scenario"),
        (TrackSimulatedLM, {"scenario": "wiki", "id": "1", "facts": ["a"]}, "doc.injected_facts"),
    ],
)
def test_a_users_task_with_columns_of_ours_is_refused_by_name(model, row, field):
    request = Instance("generate_until", {"question": "?", "answer": "a", **row}, ("?", {}), 0)
    request.task_name = "mine"
    with pytest.raises(InputError, match=rf"only; mine is not one of them \(field '{field}' is"):
        model().generate_until([request])
