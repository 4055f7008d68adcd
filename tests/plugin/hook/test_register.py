"""Names that are nearly ours."""

import pytest
from lm_eval.loggers import EvaluationTracker

from erbench_track.core.errors import InputError
from erbench_track.plugin.hook import register


def test_a_kind_of_model_that_there_is_not_names_the_nearest():
    register.register()
    with pytest.raises(InputError, match="did you mean 'track-simulated'"):
        register.check_model_name("track-simulatd")
    with pytest.raises(InputError, match=r"unknown; known: .*track-simulated"):
        register.check_model_name("nothing-like-it")
    register.check_model_name("hf")


@pytest.mark.parametrize(
    ("model", "not_found", "told"),
    [
        ("track-simulatd", "", "--model track-simulatd: unknown; did you mean 'track-simulated'?"),
        ("", "Tasks not found: erbench_movi", "--tasks erbench_movi: unknown; did you mean "
         "'erbench_movie'?"),
        ("", "Tasks not found: gsm9k, track_wky", "did you mean 'track_wiki'?"),
    ],
)  # fmt: skip
def test_what_is_nearly_ours_is_refused_in_one_line(model, not_found, told):
    register.register()
    with pytest.raises(InputError) as error:
        register._check_names(model, not_found)
    assert told in str(error.value)


def test_names_of_others_are_none_of_our_business():
    register.register()
    register._check_names("local-completions", "")
    register._check_names("", "Tasks not found: mmlu_pro_plus")
    register._check_names("erbench-simulated", "")


@pytest.mark.parametrize(
    ("kind", "arguments", "name"),
    [
        ("erbench-simulated", {}, "erbench-simulated"),
        ("track-simulated", "p=0.5", "track-simulated"),
        ("track-simulated", {"model": "mine", "p": 1}, "mine"),
        ("hf", {"pretrained": "org/name"}, "org/name"),
    ],
)
def test_runs_of_a_simulated_model_are_called_after_it_unless_they_have_a_name(
    kind, arguments, name
):
    register.register()
    tracker = EvaluationTracker().general_config_tracker
    tracker.log_experiment_args(
        model_source=kind,
        model_args=arguments,
        system_instruction=None,
        chat_template=None,
        fewshot_as_multiturn=False,
    )
    assert tracker.model_name == name
