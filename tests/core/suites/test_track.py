"""A scenario has every file that its tasks and judges read."""

import pytest

from erbench_track.core.suites.track import METHODS, MODEL_CLASSES, SCENARIOS
from erbench_track.plugin.hook.register import MODELS, tasks_dir
from erbench_track.track_tasks.scenarios import GENERATORS

TEMPLATES = tasks_dir().parent.parent / "templates"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_scenario_has_a_generator_and_its_prompts(scenario):
    assert scenario in GENERATORS
    for kind in ("question", "probe", "mello_answer", "mello_decompose"):
        assert (TEMPLATES / "track" / f"{kind}_{scenario}.jinja").is_file()
    for kind in ("equivalence", "entailment", "factuality", "necessity"):
        assert (TEMPLATES / "judge" / f"{kind}_{scenario}.jinja").is_file()


def test_a_method_has_the_model_class_that_injects_its_facts():
    assert {method.memory for method in METHODS.values()} - {""} == set(MODEL_CLASSES)
    assert set(MODEL_CLASSES.values()) <= set(MODELS)


def test_an_injecting_method_has_one_way_for_the_facts():
    for method in METHODS.values():
        assert method.in_prompt + bool(method.memory) == method.injects
