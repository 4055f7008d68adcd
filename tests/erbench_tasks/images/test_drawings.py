"""Title cards and crests can be read, vary, and are the same each time."""

import csv
import random
import string
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import decoded
from PIL import Image, ImageChops, ImageColor, ImageDraw

from erbench_track.erbench_tasks.images import drawings
from erbench_track.erbench_tasks.images.drawings import crest, draw_text, drawable, title_card
from erbench_track.erbench_tasks.images.normalise import NotAnImage, normalised
from erbench_track.erbench_tasks.spec.embedded import DATA

LINKS = str(Path(drawings.__file__).parents[3])
LETTERS = string.ascii_letters + string.digits + "'!?&:.,-éüñçøŁßÅ½¿ẤŞďЖйΩώ"
BOX = (100, 100, 600, 700)


def rows(domain, table):
    with (DATA / domain / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def written(text, largest=120):
    """Returns a text that is drawn on a picture larger than its box."""
    image = Image.new("L", (700, 800))
    draw_text(ImageDraw.Draw(image), BOX, text, largest, "white")
    return image


@given(st.text(LETTERS + " ", min_size=1, max_size=90).filter(str.strip))
@settings(max_examples=60)
def test_every_text_is_drawn_inside_of_its_box(text):
    left, top, right, bottom = written(text).getbbox()
    assert (BOX[0] <= left, BOX[1] <= top, right <= BOX[2], bottom <= BOX[3]) == (True,) * 4


@given(st.lists(st.sampled_from(["Heat", "Amélie", "8½", "Ψυχώ", "W" * 60]), min_size=1), st.data())
@settings(max_examples=20)
def test_no_word_is_lost(words, data):
    gone = data.draw(st.integers(0, len(words) - 1))
    lines, fewer = (len(drawings._wrapped(some, drawings._font(30), 400).split())
                    for some in (words, words[:gone]))  # fmt: skip
    assert (lines, fewer) == (len(words), gone)


def test_a_long_word_is_broken_rather_than_small_and_a_short_one_is_not():
    def height(text):
        _, top, _, bottom = written(text).getbbox()
        return bottom - top

    assert height("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch") > 60
    assert height("Llanfairpwllgwyngyllgog") < 40


@pytest.mark.parametrize(
    "pair",
    ["eé", "oø", "nñ", "cç", "lł", "uü", "uů", "gğ", "i\u0131", "sš", "aą", ("x", "x\u0302")],
)
def test_a_mark_changes_the_letter(pair):
    plain, marked = (written(character) for character in pair)
    assert ImageChops.difference(plain, marked).getbbox()


@given(st.characters(min_codepoint=0x20, max_codepoint=0x2FFF, categories=["L", "N", "P", "S"]))
@settings(max_examples=150)
def test_a_character_is_drawn_unlike_a_missing_one_or_refused(character):
    nobodys = drawings._font(80).getmask("\U0010ffff")
    try:
        image = written(character)
    except NotAnImage:
        return
    assert image.getbbox() is not None
    assert bytes(drawings._font(80).getmask(character)) != bytes(nobodys)


@pytest.mark.parametrize(
    "text",
    ["Zażółć gęślą jaźń", "Þórbergur Æði ðß", "Señorita ¿qué? ¡no!", "Сталкер: Живёт Їжак", "8½",
     "Ζορμπάς", "Tiếng Việt Ấn Độ", "Ş Ț Ğ İ ı Ő Ű", "№ 5 – “a” … ™ ₤ € ×", "Հայերեն ქართული"],  # noqa: RUF001
)  # fmt: skip
def test_european_letters_are_drawn(text):
    assert drawable(text) == text
    assert title_card(text, "2001")


@pytest.mark.parametrize(
    ("text", "shown"),
    [("e\u0301x\u0302 ", "éx\u0302"), ("a\u00adb\u200bc\u2060", "abc"), (" a \n\t b", "a b")],
)
def test_a_letter_and_its_mark_are_one_and_what_is_invisible_is_not_drawn(text, shown):
    assert drawable(text) == shown


@pytest.mark.parametrize("text", ["שלום", "سلام", "نادي", "千と A千", "Heat \u2800"])
def test_what_the_font_lacks_or_runs_from_right_to_left_is_named_and_refused(text):
    for draw in (lambda: title_card(text, "2001"), lambda: crest(text, [])):
        with pytest.raises(
            NotAnImage, match=r"font has no '.*; give an image of your own"
        ) as caught:
            draw()
        assert "\n" not in str(caught.value)


def test_every_embedded_title_has_a_card_and_no_two_are_alike():
    movies = rows("movie", "movie")[::9]
    cards = {title_card(row["title"], row["year"]) for row in movies}
    assert len(cards) == len(movies)
    for row in rows("movie", "movie"):
        assert drawable(row["title"])


def test_a_card_varies_with_the_title_and_the_year():
    cards = [title_card("King Kong", year) for year in ("1933", "1976", "2005")]
    assert len(set(cards)) == 3
    corners = {decoded(title_card(f"Movie {n}", "1999")).getpixel((0, 5)) for n in range(30)}
    assert len(corners) > 8


def test_a_drawing_is_the_same_in_every_process_and_is_normal():
    card = title_card("Amélie", "2001")
    code = (
        f"import sys; sys.path.insert(0, {LINKS!r});"
        "from erbench_track.erbench_tasks.images.drawings import title_card;"
        "sys.stdout.buffer.write(title_card('Am\\u00e9lie', '2001'))"
    )
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert again == card == normalised(card)
    assert not decoded(card).info  # the texts are only in the pixels
    shield = crest("Ajax", ["#d2122e", "white"])
    assert shield == crest("Ajax", ["#d2122e", "white"]) == normalised(shield)


@pytest.mark.parametrize(
    ("title", "year"), [("", "1999"), ("  ", "1999"), ("Heat", ""), ("word " * 2000, "1999")]
)
def test_texts_that_fit_no_card_are_refused(title, year):
    with pytest.raises(NotAnImage, match=r"no text|too long"):
        title_card(title, year)


def contrast(*colours):
    """Returns the contrast of two colours as WCAG 2.2 defines it."""
    lights = []
    for colour in colours:
        shares = (channel / 255 for channel in ImageColor.getrgb(colour))
        linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
        lights.append(sum(w * s for w, s in zip((0.2126, 0.7152, 0.0722), linear, strict=True)))
    return (max(lights) + 0.05) / (min(lights) + 0.05)


def test_letters_can_be_read_on_every_ground_and_every_shape():
    colours = [drawings.colours(random.Random(seed)) for seed in range(2000)]  # noqa: S311
    assert len(set(colours)) > 500
    assert min(contrast(ink, ground) for ground, _, ink in colours) >= 4.5
    assert min(contrast(ink, shape) for _, shape, ink in colours) >= 4.5


@pytest.mark.long
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
        assert {ImageColor.getrgb(first), ImageColor.getrgb(second)} <= seen, club


@pytest.mark.parametrize(
    "colours", [[], ["navy"], ["navy", "navy"], ["", "  "], ["#000080", "", "red"]]
)
def test_missing_colours_are_derived(colours):
    picture = decoded(crest("Any Club", colours))
    assert len(picture.getcolors(1 << 20)) > 3


def test_what_is_no_colour_is_refused():
    with pytest.raises(NotAnImage, match="'nonsense' is not a colour"):
        crest("Any Club", ["red", "nonsense"])
