"""A user's graph in two files: what is read, and what is refused."""

import contextlib

import pytest

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.wiki.chains import sample_chains
from erbench_track.track_tasks.wiki.graph.graph import Claim, Entity
from erbench_track.track_tasks.wiki.graph.tsv_graph import TsvGraph
from erbench_track.track_tasks.wiki.sources import SourceSettings, open_source

CLAIMS = """\
subject\tsubject_label\tproperty\tobject\tobject_label
Q142\tFrance\tP36\tQ90\tParis
Q1\tAnn\tP27\tQ142\tFrance
"""
TYPES = """\
entity\ttype
Q142\tQ3624078
Q3624078\tQ6256
Q90\tQ515
Q1\tQ5
"""


@pytest.fixture
def graph(tmp_path):
    """Writes a graph's two files, and returns the first."""

    def write(claims=CLAIMS, types=TYPES):
        (tmp_path / "x.tsv").write_text(claims)
        if types is not None:
            (tmp_path / "x.types.tsv").write_text(types)
        return tmp_path / "x.tsv"

    return write


def test_claims_labels_and_types_with_their_superclasses_are_read(graph):
    read = TsvGraph(graph())
    assert read.claims(["Q142", "Q90"]) == {"Q142": [Claim("P36", "Q90")]}
    assert read.entities(["Q142", "Q404"]) == {
        "Q142": Entity("Q142", "France", frozenset({"Q3624078", "Q6256"}))
    }
    assert sorted(read.heads(0)) == ["Q1", "Q142"]
    assert list(read.heads(5)) == list(read.heads(5))


def test_the_header_may_be_missing_or_give_another_order(graph):
    expected = TsvGraph(graph()).claims(["Q142"])
    without = CLAIMS.split("\n", 1)[1]
    assert TsvGraph(graph(without)).claims(["Q142"]) == expected
    turned = (
        "property\tobject_label\tobject\tsubject\tsubject_label\nP36\tParis\tQ90\tQ142\tFrance\n"
    )
    assert TsvGraph(graph(turned)).claims(["Q142"]) == expected


def test_instance_of_and_subclass_of_may_stand_among_the_claims(graph):
    claims = CLAIMS + "Q2\tBen\tP31\tQ5\thuman\nQ5\thuman\tP279\tQ215627\tperson\n"
    read = TsvGraph(graph(claims))
    assert read.entities(["Q2"])["Q2"].types == {"Q5", "Q215627"}


def test_a_circle_of_classes_ends(graph):
    read = TsvGraph(graph(types=TYPES + "Q6256\tQ3624078\n"))
    assert read.entities(["Q142"])["Q142"].types == {"Q3624078", "Q6256"}


def test_a_comment_says_as_of_when_and_the_user_may_say_otherwise(graph):
    path = graph(f"# as_of: 2024-02\n{CLAIMS}")
    assert TsvGraph(path).as_of == "2024-02"
    with open_source(str(path), SourceSettings(as_of="2023-01")) as opened:
        assert opened.as_of == "2023-01"


def test_a_graph_that_does_not_say_is_taken_as_of_this_month_and_that_is_said(graph, capsys):
    with open_source(str(graph())) as opened:
        assert f"as of {opened.as_of} (--as-of)" in capsys.readouterr().err


def test_common_properties_that_no_chain_uses_are_left_out_and_counted(graph, capsys):
    path = graph(f"# as_of: 2024-02\n{CLAIMS}Q1\tAnn\tP19\tQ90\tParis\n")
    with open_source(str(path)) as opened:
        assert opened.claims(["Q1"]) == {"Q1": [Claim("P27", "Q142")]}
    assert "P19 (1)" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("claims", "told"),
    [
        ("Q1\tAnn\tP27\n", "line 1: has 3 fields, expected subject, subject_label"),
        ("Q1\tAnn\tP9999\tQ2\tBen\n", "line 1: field 'property' is 'P9999', an unknown property"),
        ("Q1\tAnn\tspouse\tQ2\tBen\n", "line 1: field 'property' is 'spouse', expected a property"),
        ("Q1\tAnn\tP26\t\tBen\n", "line 1: field 'object' is empty"),
        (f"{CLAIMS}Q1\tAnna\tP26\tQ2\tBen\n", "line 4: Q1 is 'Anna' here and 'Ann' in a line"),
        ("", "no claims in this file"),
        ("\x00\xff", "x.tsv"),
    ],
)
def test_a_malformed_line_is_named(graph, claims, told):
    with pytest.raises(InputError, match=told.replace("(", r"\(")) as caught:
        TsvGraph(graph(claims))
    assert "\n" not in str(caught.value)


def test_missing_types_and_missing_files_are_named(graph, tmp_path):
    with pytest.raises(InputError, match=r"x\.types\.tsv: cannot be read \(No such file"):
        TsvGraph(graph(types=None))
    with pytest.raises(InputError, match=r"y\.tsv: cannot be read"):
        TsvGraph(tmp_path / "y.tsv")
    with pytest.raises(InputError, match=r"x\.types\.tsv, line 1: has 1 fields"):
        TsvGraph(graph(types="Q1\n"))
    with pytest.raises(InputError, match="--source: 'nowhere' is unknown"), open_source("nowhere"):
        pass


COARSE = """\
Q1\tAnn\tP69\tQ2\tSchool
Q1\tAnn\tP1412\tQ3\tLatin
Q1\tAnn\tP36\tQ4\tRome
Q2\tSchool\tP159\tQ4\tRome
Q2\tSchool\tP112\tQ1\tAnn
Q5\tBen\tP69\tQ1\tAnn
Q5\tBen\tP1412\tQ4\tRome
"""
COARSE_TYPES = "Q1\tQ5\nQ2\tQ43229\nQ4\tQ515\nQ5\tQ5\n"


def hops(read):
    return {(hop.subject.label, hop.property.id) for (hop,) in every_hop(read)}


def every_hop(read):
    found = []
    with contextlib.suppress(InputError):
        for chain in sample_chains(read, {1: 100}):
            found.append(chain)
    return found


def test_types_are_checked_as_far_as_a_file_tells_them_apart(graph):
    """An organization may be a university, and what has no type a language; a person is neither."""
    found = hops(TsvGraph(graph(COARSE, COARSE_TYPES)))
    assert found == {("Ann", "P69"), ("Ann", "P1412"), ("School", "P159"), ("School", "P112")}


def test_types_that_a_file_tells_apart_are_wanted(graph):
    types = f"{COARSE_TYPES}Q2\tQ3918\nQ3\tQ34770\n"
    claims = COARSE.replace("Q5\tBen\tP69\tQ1\tAnn", "Q5\tBen\tP69\tQ7\tClub")
    found = hops(TsvGraph(graph(claims, f"{types}Q7\tQ43229\n")))
    assert ("Ann", "P69") in found
    assert ("Ben", "P69") not in found  # a club is no university


QUALIFIERS = "subject\tproperty\tqualifier\tvalue\n"


def test_further_true_values_and_completeness_are_read(graph, tmp_path):
    claims = f"# complete: P106, P800\n{CLAIMS}Q1\tAnn\tP106\tQ2\tpoet\n"
    path = graph(claims, f"{TYPES}Q2\tQ28640\n")
    (tmp_path / "x.qualifiers.tsv").write_text(f"{QUALIFIERS}Q142\tP36\talso\tVichy\n")
    read = TsvGraph(path)
    assert read.claims(["Q142"])["Q142"] == [Claim("P36", "Q90", ("Vichy",))]
    assert read.claims(["Q1"])["Q1"][1] == Claim("P106", "Q2", is_complete=True)


@pytest.mark.parametrize(
    ("as_of", "holds"),
    [
        ("2017-04", False),
        ("2017-05", True),
        ("2020-12", True),
        ("2022-05", True),
        ("2022-06", False),
    ],
)
def test_a_claim_counts_while_it_holds(graph, tmp_path, capsys, as_of, holds):
    path = graph()
    (tmp_path / "x.qualifiers.tsv").write_text(
        f"{QUALIFIERS}Q142\tP36\tP580\t2017-05-14\nQ142\tP36\tP582\t2022-05\n"
    )
    with open_source(str(path), SourceSettings(as_of=as_of)) as opened:
        assert bool(opened.claims(["Q142"])["Q142"]) == holds
    said = "" if holds else f"x.tsv: left out claims that do not hold in {as_of}: P36 (1)"
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Q142\tP36\tP585\t2017", "'P585', expected P580 (start time), P582 (end time) or also"),
        ("Q142\tP36\tP580\tlately", "'lately', expected a date such as 2024"),
        ("Q142\tP36\talso\t", "'', expected a label"),
        ("Q142\tP35\tP580\t2017", "Q142 has no claim with P35"),
    ],
)
def test_a_malformed_qualifier_is_named(graph, tmp_path, line, told):
    path = graph()
    (tmp_path / "x.qualifiers.tsv").write_text(f"{QUALIFIERS}{line}\n")
    with pytest.raises(InputError) as error:
        TsvGraph(path)
    assert f"{tmp_path / 'x.qualifiers.tsv'}, line 2: " in str(error.value)
    assert told in str(error.value)
