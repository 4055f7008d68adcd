"""`generate erbench --source wikidata`: from a query service or a store to items."""

import csv
import signal
import subprocess
import sys

import pytest
import yaml
from datasets import load_dataset
from domain_world import FILMS, dump_source, query_service, tables

from erbench_track.core import http


@pytest.fixture
def server():
    server = query_service(FILMS)
    yield server
    server.close()


def ask(*more):
    return ("generate", "erbench", "--source", "wikidata", "--domain", "movie", *more)


def test_items_come_out_of_a_query_service(command, server, tmp_path):
    out = tmp_path / "items"
    code, said, _ = command(*ask("-n", 20, "--endpoint", server.url, "-o", out))
    assert code == 0
    assert said.endswith(f"items in {out}\n")
    items = load_dataset(str(out), "mc", split="test")
    assert len(items) > 10
    assert set(items["popularity"]) == {10.0, 12.0} or set(items["popularity"]) == {10.0}
    spec = yaml.safe_load((tmp_path / "items.wikidata" / "movie.yaml").read_text())
    assert spec["relations"]["movie"]["popularity"] == "sitelinks"
    assert server.at_once == 1
    assert not server.asked_twice()


def test_a_store_gives_the_same_items(command, server, tmp_path):
    source = dump_source(FILMS, tmp_path)
    source.close()
    assert command(*ask("-n", 20, "--endpoint", server.url, "-o", tmp_path / "asked"))[0] == 0
    code, _, err = command(*ask("-n", 20, "--wikidata", tmp_path / "store", "-o", tmp_path / "x"))
    assert code == 0
    assert "20 of 33 items" in err
    one, other = (load_dataset(str(tmp_path / name), "mc", split="test") for name in ("x", "asked"))
    assert one.to_list() == other.to_list()


def test_what_was_made_is_asked_about_again_by_its_specification(command, server, tmp_path):
    out = tmp_path / "items"
    assert command(*ask("-n", 15, "--endpoint", server.url, "-o", out))[0] == 0
    made = tmp_path / "items.wikidata"
    code, _, _ = command(
        "generate", "erbench", "--benchmark", made / "movie.yaml", "--database",
        made / "movie.sqlite", "-o", tmp_path / "again",
    )  # fmt: skip
    assert code == 0
    one, other = (load_dataset(str(folder), "mc") for folder in (out, tmp_path / "again"))
    assert one["test"].to_list() == other["test"].to_list()


def test_a_run_that_was_killed_goes_on_and_asks_nothing_twice(command, server, tmp_path):
    out = tmp_path / "items"
    server.hold = 8
    arguments = list(map(str, ask("-n", 20, "--endpoint", server.url, "-o", out)))
    run = subprocess.Popen([sys.executable, "-m", "erbench_track.cli", *arguments])
    assert server.held.wait(120)
    run.send_signal(signal.SIGKILL)
    run.wait()
    asked = len(server.queries)
    assert asked == 8
    server.hold = None
    code, _, err = command(*arguments)
    assert code == 2
    assert "--resume to go on with them" in err
    assert command(*arguments, "--resume")[0] == 0
    assert not server.asked_twice()
    assert len(server.queries) > asked
    whole = tmp_path / "whole"
    assert command(*ask("-n", 20, "--endpoint", server.url, "-o", whole))[0] == 0
    one, other = (tables(tmp_path / f"{name}.wikidata/movie.sqlite") for name in ("items", "whole"))
    assert one == other


def test_it_waits_when_the_service_asks_it_to_and_says_who_asks(
    command, server, tmp_path, monkeypatch
):
    from sparql_server import Scripted

    slept = []
    monkeypatch.setattr(http, "wait", slept.append)
    server.scripted = [Scripted(429, b"Too Many Requests", headers={"Retry-After": "7"})]
    arguments = ask("-n", 5, "--endpoint", server.url, "--contact", "ann@example.org")
    assert command(*arguments, "-o", tmp_path / "items")[0] == 0
    assert any(7 <= seconds < 8 for seconds in slept)
    assert all("ann@example.org" in agent for _, agent, *_ in server.requests)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--source", "wikidata"], "--domain: missing; name one (airport, "),
        (
            ["--source", "wikidata", "--domain", "films"],
            "films: cannot be read (No such file or directory); give a YAML file, or one of",
        ),
        (["--domain", "movie"], "--domain: goes with --source wikidata"),
        (["-n", "5"], "-n: goes with --source wikidata"),
        (
            ["--source", "wikidata", "--domain", "movie", "--wikidata", "none"],
            "make a store with erbench-track wikidata",
        ),
        (
            ["--source", "wikidata", "--domain", "movie", "--wikidata", "x", "--contact", "a@b.c"],
            "--wikidata: a store needs no query service",
        ),
    ],
)
def test_what_does_not_go_together_is_one_line(refused, tmp_path, arguments, message):
    assert message in refused("generate", "erbench", *arguments, "-o", tmp_path / "items")


def test_a_store_that_lacks_what_a_domain_needs_says_so(refused, tmp_path):
    dump_source(FILMS, tmp_path).close()
    text = "\n".join([
        "name: film",
        "tables: {film: {class: Q11424, properties: {cost: {property: P2130, as: number}}}}",
        "relations: {film: {attributes: [name, cost], entity: [name]}}",
        "questions: [{type: binary, relation: film, fd: cost -> name,",
        "  wording: {basic: 'A film for {{ cost }}?', negated: 'No film for {{ cost }}?'}}]",
    ])  # fmt: skip
    (tmp_path / "film.yaml").write_text(text)
    said = refused(
        "generate", "erbench", "--source", "wikidata", "--domain", tmp_path / "film.yaml",
        "--wikidata", tmp_path / "store", "-o", tmp_path / "items",
    )  # fmt: skip
    assert "the store was made without P2130; make it again" in said


def test_what_was_made_agrees_with_the_service_that_it_is_from(command, server, tmp_path):
    """`check` finds all items, and no contradiction: its rules are its own."""
    out = tmp_path / "items"
    assert command(*ask("-n", 20, "--endpoint", server.url, "-o", out))[0] == 0
    made = tmp_path / "items.wikidata"
    report = tmp_path / "report.csv"
    code, _, err = command(
        "check", made / "movie.yaml", "--database", made / "movie.sqlite",
        "--source", server.url, "--report", report,
    )  # fmt: skip
    assert code == 0, err
    rows = list(csv.DictReader(report.open()))
    assert len(rows) > 60
    assert {row["verdict"] for row in rows} == {"agrees"}


def test_wordings_beside_a_domain_go_with_its_specification(command, server, tmp_path):
    said = "{% block basic %}{% include 'words/film.jinja' %}{% endblock %}"
    said += "{% block negated %}Is there no film of {{ year }}?{% endblock %}"
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "asked.jinja").write_text(said)
    (tmp_path / "words" / "film.jinja").write_text("Is there a film of {{ year }}?")
    (tmp_path / "film.yaml").write_text(
        "name: film\n"
        "tables: {film: {class: Q11424, properties: {year: {property: P577, as: year}}}}\n"
        "relations: {film: {attributes: [name, year], entity: [name]}}\n"
        "questions: [{type: binary, relation: film, fd: year -> name, several_values: accept,\n"
        "  template: words/asked.jinja}]\n"
    )
    code, _, err = command(
        "generate", "erbench", "--source", "wikidata", "--domain", tmp_path / "film.yaml",
        "-n", 5, "--endpoint", server.url, "-o", tmp_path / "items",
    )  # fmt: skip
    assert code == 0, err
    made = tmp_path / "items.wikidata" / "words"
    assert sorted(path.name for path in made.iterdir()) == ["asked.jinja", "film.jinja"]
