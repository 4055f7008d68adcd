"""`erbench-track preview`."""

from datetime import date

import pytest


def test_questions_answers_reasons_and_findings_are_printed(command):
    code, out, _ = command("preview", "movie", "--items", 2)
    assert code == 0
    assert "[0] binary, cast: " in out
    assert out.count("  Q: ") == 14
    assert out.count("  A: ") == 14
    assert "must mention director: '" in out
    assert "the row of movie with this" in out
    assert "FAILS: vacuous" in out
    assert "warning: 1 of 7 entries fail the lint" in out
    assert "published without a signature of yours" in out


@pytest.fixture
def preview(command, toy):
    """Previews the specification of cities, of whose two entries the second fails the lint."""
    spec, names = toy / "benchmark.yaml", [f"Town {number}" for number in range(12)]
    text = spec.read_text().replace("river -> name\n", "river -> name\n    risk: Two on a river.\n")
    spec.write_text(text.replace("country, river\n", "country, river\n    distractors: uniform\n"))
    rows = [f"{name},{name}land,{number},Seine" for number, name in enumerate(names)]
    (toy / "city.csv").write_text("name,country,founded,river\n" + "\n".join(rows) + "\n")
    (toy / "city_alias.csv").write_text("alias,city\n")
    with (toy / "river.csv").open("a") as file:
        file.write("Rhine\n")
    return lambda *options: command("preview", spec, *options)


def test_what_an_author_says_of_an_entry_is_shown(preview):
    assert "  risk: Two on a river." in preview()[1]


def test_who_signs_is_written_into_the_file_and_shown(preview, toy):
    code, out, _ = preview("--sign", "Ada", "--entries", "0")
    said = f"signed by Ada on {date.today()}"
    assert code == 0
    assert out.endswith(f"benchmark.yaml: {said}\n")
    assert f"  # not {said}\n  # - type: multiple_choice\n" in (toy / "benchmark.yaml").read_text()
    assert f"\n{said}\n" in preview()[1]


def test_a_signed_file_that_was_edited_is_told_by_preview_and_generate(preview, command, toy):
    preview("--sign", "Ada", "--entries", "0,1")
    (toy / "city.jinja").write_text((toy / "city.jinja").read_text().replace("Is there", "Is"))
    said = f"signed by Ada on {date.today()}, and changed since: preview it again, and sign"
    assert f"warning: {said}\n" in preview()[1]
    generated = command(
        "generate", "erbench", "--benchmark", toy / "benchmark.yaml", "-o", toy / "i"
    )
    assert f"benchmark.yaml: {said}\n" in generated[2]


def test_what_fails_the_lint_is_signed_only_by_its_number(preview, toy):
    before = (toy / "benchmark.yaml").read_text()
    code, _, err = preview("--sign", "Ada")
    assert code == 2
    assert "benchmark.yaml: entries 1 of questions fail the lint: edit, or use --entries" in err
    assert (toy / "benchmark.yaml").read_text() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--entries", "0"], "--entries: goes with --sign NAME"),
        (["--sign", " "], "--sign: give a name: one printable line"),
        (["--sign", "A\nB"], "--sign: give a name: one printable line"),
        (["--sign", "A", "--entries", "0,2"], "--entries: there is no '2'; there is 0, 1"),
        (["--sign", "A", "--entries", ""], "--entries: there is no ''"),
    ],
)
def test_a_wrong_option_of_signing_is_one_line(preview, options, message):
    code, out, err = preview(*options)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_an_embedded_specification_is_not_signed(command):
    code, _, err = command("preview", "movie", "--sign", "Ada")
    assert code == 2
    assert "--sign: movie is part of the package" in err


def test_the_page_is_written_to_a_file(command, tmp_path):
    code, out, _ = command("preview", "movie", "--html", tmp_path / "movie.html")
    assert code == 0
    assert out.strip() == str(tmp_path / "movie.html")
    assert "<h1>Preview of movie</h1>" in (tmp_path / "movie.html").read_text()


def test_options_and_images_are_shown_as_the_model_gets_them(command):
    _, out, _ = command("preview", "movie_mm", "--items", 1)
    assert "An image (title_card) stands before the question." in out
    assert "Option 1: " in out


def test_a_specification_that_is_missing_is_one_line(command):
    code, _, err = command("preview", "nowhere.yaml")
    assert code == 2
    assert len(err.splitlines()) == 1


def test_what_a_terminal_would_obey_is_shown(command, toy):
    with (toy / "city.csv").open("a") as file:
        file.write("\x1b[31mOslo,Norway,Akerselva\n")
    _, out, _ = command("preview", toy / "benchmark.yaml", "--items", 20)
    assert "\x1b" not in out
