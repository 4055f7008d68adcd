"""`erbench-track lint`, and the warnings of `generate`."""

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
    assert found["entries"][1]["findings"][0]["share"] > 0.2


def test_the_exit_code_tells_whether_an_entry_fails(command, toy):
    spec = toy / "benchmark.yaml"
    code, out, _ = command("lint", spec, "--exit-code")
    assert code == 1
    assert "few questions" in out
    assert command("lint", spec)[0] == 0


def test_a_sample_is_told(command):
    _, out, _ = command("lint", "movie", "--most", 100)
    assert "a sample of 24 of about 1,320 items was looked at" in out
    assert "about 880" in out


def test_a_specification_that_is_missing_is_one_line(command):
    code, _, err = command("lint", "nowhere.yaml")
    assert code == 2
    assert len(err.splitlines()) == 1


def test_generating_warns_of_entries_that_fail(command, toy, tmp_path):
    code, _, err = command(
        "generate", "erbench", "--benchmark", toy / "benchmark.yaml", "-o", tmp_path / "items"
    )
    assert code == 0
    assert "warning: questions[0] (binary, city): few questions" in err
    assert "erbench-track lint" in err


def test_generating_an_embedded_domain_does_not_warn_of_what_the_paper_asks(command, tmp_path):
    _, _, err = command("generate", "erbench", "--benchmark", "movie", "-o", tmp_path / "items")
    assert "warning" not in err
