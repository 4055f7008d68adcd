"""Title cards and crests can be read, vary, and are the same each time."""

import csv
import string
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import decoded

from erbench_track.erbench_tasks.images import lettering, title_card
from erbench_track.erbench_tasks.images.colours import READABLE, contrast, parsed, readable_on
from erbench_track.erbench_tasks.images.crest import crest
from erbench_track.erbench_tasks.images.lettering import (
    Box,
    Face,
    UndrawableText,
    characters,
    fitted,
    line_mask,
    line_width,
)
from erbench_track.erbench_tasks.images.normalise import NotAnImage, normalised
from erbench_track.erbench_tasks.spec.embedded import DATA

LINKS = str(Path(lettering.__file__).parents[3])
LETTERS = string.ascii_letters + string.digits + "'!?&:.,-éüñçøŁßÅ½¿ẤŞďЖйΩώ"
FACES = st.builds(
    Face,
    st.sampled_from([0.0, 0.024, 0.036]),
    st.sampled_from([0.0, 0.2]),
    st.sampled_from([0.72, 1.0, 1.14]),
    st.sampled_from([0.0, 0.09]),
    st.booleans(),
)


def rows(domain, table):
    with (DATA / domain / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@given(st.text(LETTERS + " ", min_size=1, max_size=90).filter(str.strip), FACES)
@settings(max_examples=60)
def test_every_character_is_drawn_inside_of_the_box(text, face):
    box = Box(0, 0, 500, 600)
    block = fitted(text, box, face, 120)
    assert "".join(block.lines).replace(" ", "") == "".join(text.split())
    assert block.height <= box.height
    for line in block.lines:
        mask = line_mask(line, block.size, face)
        assert mask.width == line_width(line, block.size, face) <= box.width
        left, top, right, bottom = mask.getbbox()
        assert left > 0, "cut at the left"
        assert right < mask.width, "cut at the right"
        assert top > 0, "cut at the top"
        assert bottom < mask.height, "cut at the bottom"


@pytest.mark.parametrize(
    "pair", ["eé", "oø", "nñ", "cç", "lł", "uü", "uů", "gğ", "i\u0131", "sš", "aą"]
)
def test_a_mark_changes_the_letter_and_keeps_its_width(pair):
    plain, marked = (line_mask(character, 60, Face()) for character in pair)
    assert abs(plain.width - marked.width) <= 2  # an ł is a little wider
    assert plain.tobytes() != marked.tobytes()


@given(st.characters(min_codepoint=0x20, max_codepoint=0x2FFF, categories=["L", "N", "P", "S"]))
@settings(max_examples=150)
def test_a_character_is_drawn_unlike_a_missing_one_or_refused(character):
    nobodys = lettering._font(80).getmask("\U0010ffff")
    try:
        mask = line_mask(character, 40, Face())
    except UndrawableText:
        return
    assert mask.getbbox() is not None
    assert bytes(lettering._font(80).getmask(character)) != bytes(nobodys)


@pytest.mark.parametrize(
    "text",
    ["Zażółć gęślą jaźń", "Þórbergur Æði ðß", "Señorita ¿qué? ¡no!", "Сталкер: Живёт Їжак", "8½",
     "Ζορμπάς", "Tiếng Việt Ấn Độ", "Ş Ț Ğ İ ı Ő Ű", "№ 5 – “a” … ™ ₤ € ×", "Հայերեն ქართული"],  # noqa: RUF001
)  # fmt: skip
def test_european_letters_are_drawn(text):
    assert "".join(characters(text)) == text
    assert title_card.title_card(text, "2001")


def test_a_letter_and_its_combining_mark_are_one_character_to_draw():
    assert characters("e\u0301x\u0302 ") == ["é", "x\u0302"]
    plain, marked = (line_mask(text, 60, Face()) for text in ("x", "x\u0302"))
    assert plain.size == marked.size
    assert plain.tobytes() != marked.tobytes()


@pytest.mark.parametrize("text", ["שלום", "سلام", "نادي"])
def test_letters_that_run_from_right_to_left_are_refused_rather_than_drawn_backwards(text):
    with pytest.raises(UndrawableText, match="give an image of your own"):
        crest(text, ["red"])


def test_invisible_characters_are_not_drawn():
    assert characters("a\u00adb\u200bc\u2060") == ["a", "b", "c"]


def test_letters_the_font_lacks_are_named_rather_than_drawn_as_boxes():
    for draw in (lambda text: title_card.title_card(text, "2001"), lambda text: crest(text, [])):
        with pytest.raises(UndrawableText, match=r"'千', 'と'.*an image of your own"):
            draw("千と A千")


def test_every_embedded_title_has_a_card_and_no_two_are_alike():
    movies = rows("movie", "movie")[::9]
    cards = {title_card.title_card(row["title"], row["year"]) for row in movies}
    assert len(cards) == len(movies)
    for row in rows("movie", "movie"):
        characters(row["title"])


def test_typography_varies_with_the_title_and_the_year():
    cards = [title_card.title_card("King Kong", year) for year in ("1933", "1976", "2005")]
    assert len(set(cards)) == 3
    corners = {
        decoded(title_card.title_card(f"Movie {n}", "1999")).getpixel((0, 5)) for n in range(30)
    }
    assert len(corners) > 8


def test_a_drawing_is_the_same_in_every_process_and_is_normal():
    card = title_card.title_card("Amélie", "2001")
    code = (
        f"import sys; sys.path.insert(0, {LINKS!r});"
        "from erbench_track.erbench_tasks.images.title_card import title_card;"
        "sys.stdout.buffer.write(title_card('Am\\u00e9lie', '2001'))"
    )
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert again == card == normalised(card)
    shield = crest("Ajax", ["#d2122e", "white"])
    assert shield == crest("Ajax", ["#d2122e", "white"]) == normalised(shield)


def test_the_texts_are_only_in_the_pixels():
    for data in (title_card.title_card("Metropolis", "1927"), crest("Metropolis", ["red"])):
        assert b"Metropolis" not in data
        assert not decoded(data).info


@pytest.mark.parametrize(
    ("title", "year"), [("", "1999"), ("  ", "1999"), ("Heat", ""), ("word " * 2000, "1999")]
)
def test_texts_that_fit_no_card_are_refused(title, year):
    with pytest.raises(NotAnImage, match=r"no text|too long"):
        title_card.title_card(title, year)


@pytest.mark.parametrize(("ground", "ink", "_"), title_card.PALETTES)
def test_letters_can_be_read_on_every_ground(ground, ink, _):
    assert contrast(parsed(ground), parsed(ink)) >= READABLE


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_there_is_a_readable_colour_for_every_ground(ground):
    assert contrast(ground, readable_on(ground, [ground])) >= READABLE


def test_every_embedded_club_has_two_or_three_colours_and_a_crest():
    colours = {
        row["club"]: [row["first"], row["second"], row["third"]]
        for row in rows("soccer", "club_colour")
    }
    clubs = [row["name"] for row in rows("soccer", "club")]
    assert list(colours) == clubs
    crests = {club: crest(club, colours[club]) for club in clubs}
    assert len(set(crests.values())) == len(clubs)
    for club, (first, second, _) in colours.items():
        seen = {colour for _, colour in decoded(crests[club]).getcolors(1 << 20)}
        assert {parsed(first), parsed(second)} <= seen, club


@pytest.mark.parametrize(
    "colours", [[], ["navy"], ["navy", "navy"], ["", "  "], ["#000080", "", "red"]]
)
def test_missing_colours_are_derived(colours):
    picture = decoded(crest("Any Club", colours))
    assert len(picture.getcolors(1 << 20)) > 3


def test_what_is_no_colour_is_refused():
    with pytest.raises(NotAnImage, match="'nonsense' is not a colour"):
        crest("Any Club", ["red", "nonsense"])
