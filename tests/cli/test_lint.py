"""`erbench-track lint`."""

import json


def test_a_table_findings_and_remedies_are_printed(command, tmp_path):
    code, out, _ = command("lint", "movie", "--json", tmp_path / "found.json")
    assert code == 0
    assert "multiple_choice, movie" in out
    assert "FAILS: vacuous" in out
    assert "remedy: do not ask for country" in out
    assert "1 of 7 entries fail" in out
    found = json.loads((tmp_path / "found.json").read_text())
    assert [entry["failed"] for entry in found["entries"]] == [n == 1 for n in range(7)]
    finding = found["entries"][1]["findings"][0]
    assert (finding["entry"], finding["check"], finding["fails"]) == (1, "vacuous", True)
    assert finding["share"] > 0.2
    assert finding["example"]
    assert finding["remedy"]


def test_each_entry_says_what_its_joins_follow(command):
    _, out, _ = command("lint", "movie")
    assert "  join: hop 2 (director -> birth_year): one table" in out
    assert "  join: movie.animated -> genre_class.animated: declared as a foreign key" in out


def test_the_exit_code_tells_whether_an_entry_fails(command, toy):
    spec = toy / "benchmark.yaml"
    code, out, _ = command("lint", spec, "--exit-code")
    assert code == 1
    assert "few questions" in out
    assert command("lint", spec)[0] == 0


def test_a_sample_is_told(command):
    _, out, _ = command("lint", "movie", "--most", 100)
    assert "a sample of 200 of about 880 items was looked at" in out
    assert "about 880" in out


def test_a_specification_that_is_missing_is_one_line(command):
    code, _, err = command("lint", "nowhere.yaml")
    assert code == 2
    assert len(err.splitlines()) == 1
