"""Names in other scripts."""

import pytest

from erbench_track.filters.rationale.scripts import in_other_script, romanised


@pytest.mark.parametrize(
    ("written", "latin"),
    [("Москва", "moskva"), ("Αθηνα", "athina"), ("トトロ", "totoro"), ("さくら", "sakura"),
     ("손흥민", "sonheungmin"), ("दंगल", "dangala"), ("Gull", "Gull")],
)  # fmt: skip
def test_letters_are_romanised_by_their_sounds(written, latin):
    assert romanised(written) == latin


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Это «Мастера и Маргариты».", "Master i Margarita"),
        ("映画『となりのトトロ』です。", "Tonari no Totoro"),
        ("손흥민이었습니다.", "Son Heung-min"),
        ("كان رياض محرز هنا", "Riyad Mahrez"),
        ("Здесь аэропорт Шереметьево.", "Sheremetyevo International Airport"),
    ],
)
def test_a_name_is_found_in_its_own_script(text, value):
    assert in_other_script(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [("It is Odo Marsh.", "Odo Marsh"), ("Это Анна Каренина.", "Odo Marsh"), ("トトロ", "Odo"),
     ("映画です", "Tonari no Totoro")],
)  # fmt: skip
def test_other_names_short_ones_and_latin_letters_are_not(text, value):
    assert not in_other_script(text, value)
