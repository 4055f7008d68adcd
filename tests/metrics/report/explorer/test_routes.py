"""The links from numbers to responses."""

import pytest

from erbench_track.metrics.report.explorer.routes import route, route_of_measure


def test_a_route_names_model_task_and_outcomes_so_that_no_sign_in_a_name_ends_it():
    found = route("a/b [p=0.9] (SIMULATED)", "mc (8-shot)", "right", "admits", entities="known")
    assert found == "#a%2Fb%20%5Bp%3D0.9%5D%20(SIMULATED)/mc%20(8-shot)/right,admits/known"


def test_a_part_that_is_empty_stands_for_any():
    assert route("", "", "hallucinated") == "#//hallucinated"


def test_an_outcome_that_there_is_not_is_refused():
    with pytest.raises(KeyError):
        route("model", "task", "halucinated")


def test_a_cell_leads_to_the_responses_that_its_figure_counts():
    assert (
        route_of_measure("m", "erbench_movie_mc", "20% none of the above", "hallucination_rate")
        == "#m/erbench_movie_mc%20(20%25%20none%20of%20the%20above)/wrong_names_value,hallucinated"
    )
    assert route_of_measure("m", "t", "", "prior") == "#m/t/"
