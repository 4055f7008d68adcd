"""Multi-hop questions through foreign keys, of any length."""

from itertools import pairwise

import pytest

from erbench_track.core.errors import InputError
from erbench_track.core.suites.erbench import MULTI_HOP
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.spec.spec_file import read_spec

CHAIN = ("town", "county", "region", "country", "continent", "plate")


@pytest.fixture
def chain(tmp_path):
    """Six tables, each but the last with a foreign key to the next: five hops."""
    tables, columns = [], []
    for name, parent in zip(CHAIN, (*CHAIN[1:], None), strict=True):
        reference = f", {parent} text not null references {parent} (name)" if parent else ""
        tables.insert(0, f"create table {name} (name text primary key{reference});")
        columns.append(f"{name}.name AS {name}")
        rows = [f"{name}{i}" + (f",{parent}{i // 2}" if parent else "") for i in range(8)]
        header = "name" + (f",{parent}" if parent else "")
        (tmp_path / f"{name}.csv").write_text("\n".join([header, *rows]) + "\n")
    (tmp_path / "schema.sql").write_text("\n".join(tables))
    hops = [f"      - {a} -> {b}" for a, b in pairwise(CHAIN)]
    (tmp_path / "benchmark.yaml").write_text(
        "\n".join(
            [
                "name: chain",
                "relations:",
                "  chain:",
                "    sql: |",
                f"      SELECT {', '.join(columns)} FROM town",
                *(f"      JOIN {b} ON {b}.name = {a}.{b}" for a, b in pairwise(CHAIN)),
                "    entity: [town]",
                "questions:",
                "  - type: multi_hop",
                "    relation: chain",
                "    hops:",
                *hops,
                "    template: chain.jinja",
            ]
        )
    )
    (tmp_path / "chain.jinja").write_text(
        "{% block basic %}Does {{ town }} lie on {{ plate }}?{% endblock %}"
        "{% block negated %}Does {{ town }} not lie on {{ plate }}?{% endblock %}"
    )
    return tmp_path


def test_a_five_hop_question_hides_every_value_on_the_way(chain):
    items = list(Benchmark.open(chain / "benchmark.yaml").items())
    assert len(items) == 2 * 8
    item = next(i for i in items if i.entity == "town7" and i.question_type == "mh_yes")
    assert item.question == "Does town7 lie on plate0?"
    assert [element.values for element in item.rationale] == [
        ("county3",), ("region1",), ("country0",), ("continent0",), ("plate0",),
    ]  # fmt: skip
    assert [element.hop for element in item.rationale] == [1, 2, 3, 4, 5]
    assert (item.answer, item.fd.count("->")) == ("yes", 5)


def test_a_wording_cannot_name_a_hidden_value(chain):
    (chain / "chain.jinja").write_text(
        "{% block basic %}{{ region }}{% endblock %}{% block negated %}{% endblock %}"
    )
    with pytest.raises(InputError, match=r"undefined variable 'region' \(known: plate, town\)"):
        list(Benchmark.open(chain / "benchmark.yaml").items())


def test_a_hop_that_starts_from_an_unknown_attribute_is_refused(chain):
    spec = chain / "benchmark.yaml"
    spec.write_text(spec.read_text().replace("      - region -> country\n", ""))
    with pytest.raises(InputError, match=r"line \d+: questions.0: hop 3: there is no 'country'"):
        read_spec(spec)


def test_rows_whose_chain_breaks_off_are_counted(chain):
    schema = (chain / "schema.sql").read_text()
    (chain / "schema.sql").write_text(schema.replace("county text not null", "county text"))
    with (chain / "town.csv").open("a") as file:
        file.write("nowhere,\n")
    spec = chain / "benchmark.yaml"
    spec.write_text(spec.read_text().replace("      JOIN", "      LEFT JOIN"))
    benchmark = Benchmark.open(spec)
    assert len(list(benchmark.items())) == 2 * 8
    (line,) = benchmark.omissions.lines()
    assert line.startswith("chain: town -> county; county -> region; ")
    assert line.endswith(": 1 rows left out since a value is NULL")


@pytest.fixture(scope="module")
def olympic():
    return [item for item in Benchmark.open("soccer").items() if "mh" in item.question_type]


def test_both_answers_occur_where_the_last_hop_need_not_have_a_value(olympic):
    """Appendix B.7: many clubs' cities never hosted the Summer Olympics."""
    basic = [item for item in olympic if item.question_type == "mh_yes"]
    negated = [item for item in olympic if item.question_type == "mh_no"]
    hosted = [item.answer for item in basic].count("yes") / len(basic)
    assert 0.3 <= hosted <= 0.7
    for yes, no in zip(basic, negated, strict=True):
        assert {yes.answer, no.answer} == {"yes", "no"}
        assert yes.rationale == no.rationale
        assert len(yes.rationale) == (3 if yes.answer == "yes" else 2)


def test_every_host_year_must_be_named(olympic):
    london = next(item for item in olympic if "London" in item.rationale[1].values)
    assert london.rationale[2].values == ("1908", "1948", "2012")
    assert london.rationale[2].match == "all"


def test_the_birth_decade_is_that_of_the_director_who_is_asked_about():
    items = [item for item in Benchmark.open("movie").items() if item.question_type in MULTI_HOP]
    fargo = [item for item in items if item.entity == "Fargo"]
    assert [item.answer for item in fargo] == ["yes", "no"]
    assert "born in the 1950s" in fargo[0].question
    assert fargo[0].rationale[1].values == ("1954",)


def test_only_the_first_hop_that_fails_is_a_reason(chain):
    spec = chain / "benchmark.yaml"
    text = spec.read_text().replace("entity: [town]", "entity: [county]")
    text = text.replace("- town -> county", "- county -> town").replace(
        "- county -> region", "- town -> region"
    )
    spec.write_text(text)
    (chain / "chain.jinja").write_text(
        "{% block basic %}Does {{ county }} lie on {{ plate }}?{% endblock %}"
        "{% block negated %}Does {{ county }} not lie on {{ plate }}?{% endblock %}"
    )
    (chain / "county.csv").write_text("name,region\ncounty0,region0\ncounty1,region1\n")
    (chain / "town.csv").write_text("name,county\nt0,county0\nt1,county0\nt2,county1\n")
    benchmark = Benchmark.open(spec)
    assert {item.entity for item in benchmark.items()} == {"county1"}
    (line,) = benchmark.omissions.lines()
    assert line.startswith("chain: county -> town does not hold: ")
