"""Whether the role of the value is given to something else."""

import pytest

from erbench_track.filters.rationale.mentions import Passage, mentions
from erbench_track.filters.rationale.roles import outside_of_role

QUESTION = "What is the false option about Odo Marsh? He played for Grey Rovers in 2019. Number 25."


def outside(text, value, attribute):
    passage = Passage.of(text)
    return outside_of_role(passage, mentions(passage, value), attribute, QUESTION)


@pytest.mark.parametrize(
    ("text", "value", "attribute"),
    [
        ("It was published in 2015; it won a prize in 2016.", "2016", "published year"),
        ("He was born in 1906, and his parents had moved before 1910.", "1910", "birth year"),
        ("It was published in April, and she went on tour in June.", "June", "published month"),
        ("In 2019 he wore number 9. The number 18 was his at Tarn.", "18", "jersey number"),
        ("It was directed by Ida Fenn. Ulf Tarn was a producer.", "Ulf Tarn", "director"),
        ("Fenn Press published it. Tarn Books had another one.", "Tarn Books", "publisher name"),
        ("In 2019 he played for Tarn, after his youth at Fenn.", "Fenn", "club"),
        ("He was born in Panama; the name is common in Spain.", "Spain", "nationality"),
        ("It was produced in Belgium, and it speaks of France.", "France", "country of origin"),
    ],
)
def test_a_value_is_not_in_the_role_that_the_text_gives_to_another(text, value, attribute):
    assert outside(text, value, attribute)


@pytest.mark.parametrize(
    ("text", "value", "attribute"),
    [
        ("It was published in 2016, and it won a prize in 2017.", "2016", "published year"),
        ("The year is 2016.", "2016", "published year"),
        ("In 2019 he wore number 18 for Grey Rovers.", "18", "jersey number"),
        ("It was directed by Ulf Tarn, and Ida Fenn produced it.", "Ulf Tarn", "director"),
        ('"Other Film" was directed by Ida Fenn. This one is by Ulf Tarn.', "Ulf Tarn", "director"),
        ("He was not born in Panama. He is a Spanish player.", "Spanish", "nationality"),
        ("It was first recorded in 1950 by others; this is of 1962.", "1962", "released year"),
        ("Of this attribute nothing is known: Tarn.", "Tarn", "league"),
    ],
)
def test_a_value_in_its_role_or_without_a_rival_is_a_fact(text, value, attribute):
    assert not outside(text, value, attribute)
