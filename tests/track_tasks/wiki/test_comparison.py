"""`check track-wiki`: the embedded graph against a copy of Wikidata's shapes."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result
from sparql_server import SparqlServer
from typer.testing import CliRunner
from wikidata_rdf import entity, statement, stored, time

from erbench_track.cli.main import app
from erbench_track.track_tasks.wiki.graph.properties import properties
from erbench_track.track_tasks.wiki.graph.tsv_graph import embedded_graph

CLAIMS = """\
# as_of: 2025-09
subject\tsubject_label\tproperty\tobject\tobject_label
E1\tNorburg\tP36\tE2\tLund Port
E1\tNorburg\tP35\tE3\tAnn Lind
E3\tAnn Lind\tP27\tE1\tNorburg
E3\tAnn Lind\tP106\tE4\tpoet
E5\tBen Ruud\tP27\tE1\tNorburg
E5\tBen Ruud\tP20\tE2\tLund Port
E5\tBen Ruud\tP140\tE8\tBuddhism
"""
TYPES = "entity\ttype\nE1\tQ6256\nE2\tQ515\nE3\tQ5\nE5\tQ5\nE4\tQ28640\nE8\tQ9174\n"
THEN = {"P580": time("2010-01-01"), "P582": time("2020-01-01")}
WORLD = [
    entity(
        "Q1",
        "Norburg",
        [
            statement("P31", "Q6256"),
            statement("P36", "Q2"),
            statement("P37", "Q9"),
            statement("P35", "Q4", **THEN),
            statement("P35", "Q3", P580=time("2020-01-01")),
        ],
    ),
    entity("Q2", "Port of Lund", [statement("P31", "Q515")], aliases=["Lund Port"]),
    entity("Q9", "Norse", [statement("P31", "Q34770")]),
    entity("Q6", "Hamar", [statement("P31", "Q515")]),
    entity("Q8", "Buddhism", [statement("P31", "Q9174")]),
    entity("Q7", "singer", [statement("P31", "Q28640")]),
    entity(
        "Q3",
        "Ann Lind",
        [statement("P31", "Q5"), statement("P27", "Q1"), statement("P106", "Q7")],
    ),
    entity("Q4", "Eva Sand", [statement("P31", "Q5")]),
    entity(
        "Q5",
        "Ben Ruud",
        [
            statement("P31", "Q5"),
            statement("P27", "Q1"),
            statement("P20", "Q6"),
            statement("P140", "Q8"),
        ],
    ),
]


@pytest.fixture
def server() -> Iterator[SparqlServer]:
    server = SparqlServer()
    yield server
    server.close()


def check(graph: str, server: SparqlServer, *more: str) -> Result:
    options = ["--source", server.url, *more]
    return CliRunner().invoke(app, ["check", graph, *options])


@pytest.fixture
def graph(tmp_path: Path) -> str:
    (tmp_path / "x.tsv").write_text(CLAIMS)
    (tmp_path / "x.types.tsv").write_text(TYPES)
    return str(tmp_path / "x.tsv")


def test_a_graph_of_ones_own_is_compared_by_names_and_claims(graph, server, tmp_path):
    server.facts.store = stored(WORLD)
    result = check(graph, server, "--report", str(tmp_path / "r.csv"))
    assert result.exit_code == 0, result.output
    assert "Relation country: 1 entities; agrees: 1, differs: 0" in result.output
    assert "Relation person: 2 entities; agrees: 2, differs: 0" in result.output
    verdicts = {
        (row["name"], row["attribute"]): row["verdict"]
        for row in map(flat, csv.DictReader((tmp_path / "r.csv").open()))
    }
    assert verdicts["Norburg", "head_of_state"] == "agrees"
    assert verdicts["Norburg", "capital"] == "agrees"
    assert verdicts["Ann Lind", "occupation"] == "cannot be told"  # the list may be incomplete
    assert verdicts["Ben Ruud", "place_of_death"] == "cannot be told"  # one may be in the other


def flat(row: dict[str, str]) -> dict[str, str]:
    return {"name": row["entity"].split("name=")[-1].split(",")[0].strip("'"), **row}


def test_an_office_holder_of_another_time_differs(graph, server):
    claims = CLAIMS.replace("E3\tAnn Lind\nE3", "E6\tEva Sand\nE1\tNorburg\tP37\tE9\tNorse\nE3")
    Path(graph).write_text(claims)
    Path(graph.replace("x.tsv", "x.types.tsv")).write_text(f"{TYPES}E6\tQ5\nE9\tQ34770\n")
    server.facts.store = stored(WORLD)
    output = check(graph, server, "--relation", "country").output
    assert "head_of_state: table says Eva Sand, Wikidata says Ann Lind" in output
    assert "person" not in output


def test_an_unknown_kind_is_named(graph, server):
    result = check(graph, server, "--relation", "persn")
    assert "'persn'; did you mean 'person'?" in str(result.exception or result.output)


PLANTED = {
    ("Nintendo", "P169"): "Ann Lind",
    ("Vilnius University", "P112"): "Ann Lind",
    ("Madame Bovary", "P50"): "Ann Lind",
}


def wikidata_like_the_embedded_graph():
    """Returns the graph's facts as statements of items with other ids, except for three."""
    graph = embedded_graph()
    claims = graph.claims(list(graph.heads(0)))
    known = graph.entities({*claims, *(c.object for some in claims.values() for c in some)})
    new = {id_: f"Q{number}" for number, id_ in enumerate(known, start=10**7)}
    ids = {"Ann Lind": "Q1001"}
    statements = defaultdict(list)
    for id_, each in known.items():
        statements[id_] += [statement("P31", type_) for type_ in sorted(each.types)]
    for subject, some in claims.items():
        for claim in some:
            planted = PLANTED.get((known[subject].label, claim.property))
            since = {"P580": time("2000-01-01")} if properties()[claim.property].is_current else {}
            value = ids[planted] if planted else new[claim.object]
            statements[subject].append(statement(claim.property, value, **since))
    other = entity("Q1001", "Ann Lind", [statement("P31", "Q5")])
    return [*(entity(new[i], known[i].label, statements[i]) for i in known), other]


@pytest.mark.long
def test_planted_differences_to_the_embedded_graph_are_found_and_no_others(server):
    server.facts.store = stored(wikidata_like_the_embedded_graph())
    result = check("track-wiki", server, "--show", "20")
    assert result.exit_code == 0, result.output
    named = re.findall(r"^  name='(.*?)'", result.output, re.MULTILINE)
    assert sorted(named) == sorted(label for label, _ in PLANTED)
    # Nothing else speaks for one of the items: it cannot be told, for what was planted.
    assert "2 values differ from Wikidata" in result.output
