"""`erbench-track preview`."""


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
    assert "--reviewed" in out


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
