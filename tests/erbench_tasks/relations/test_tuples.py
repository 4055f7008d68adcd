"""Drawing determinants: at most so many items, of as many entities as possible."""

from collections import Counter

import pytest
import sqlalchemy
import yaml

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.stored.writer import digest_of


def binary(relation, determinant, dependent):
    names = " of ".join(f"{{{{ {name} }}}}" for name in determinant)
    return {
        "type": "binary",
        "relation": relation,
        "fd": f"{', '.join(determinant)} -> {dependent}",
        "wording": {"basic": f"Is there one of {names}?", "negated": f"Is there none of {names}?"},
    }


SPEC = {
    "name": "league",
    "relations": {
        "squad": {
            "sql": "SELECT team, season, number, name FROM squad",
            "entity": ["team"],
        },
        "coach": {
            "sql": "SELECT name, team, born FROM coach",
            "entity": ["name"],
        },
    },
    "questions": [
        binary("squad", ["team", "season", "number"], "name"),
        binary("coach", ["team"], "name"),
        {
            "type": "multiple_choice",
            "relation": "coach",
            "fd": "name -> team, born",
            "wording": [
                {"question": "Which is false?", "team": "{{ team }}", "born": "{{ born }}"},
                {"question": "What is false?", "team": "{{ team }}", "born": "{{ born }}"},
            ],
        },
    ],
}
SQUADS = [
    {"team": f"Tëam {t}", "season": s, "number": n, "name": f"Player {t}-{s}-{n}"}
    for t in range(6)
    for s in range(1990, 1990 + 2 * t + 1)
    for n in range(1, 12)
]
COACHES = [{"name": f"Coach {t}", "team": f"Tëam {t}", "born": 1950 + t} for t in range(6)]


@pytest.fixture
def league(writable, tmp_path):
    """A specification, and a database of any engine with many squad numbers and few coaches."""
    metadata = sqlalchemy.MetaData()
    text, number = sqlalchemy.String(40), sqlalchemy.Integer
    squad = sqlalchemy.Table(
        "squad", metadata,
        *(sqlalchemy.Column(name, kind, primary_key=name != "name", autoincrement=False)
          for name, kind in zip(SQUADS[0], (text, number, number, text), strict=True)),
    )  # fmt: skip
    coach = sqlalchemy.Table(
        "coach", metadata, sqlalchemy.Column("name", text, primary_key=True),
        sqlalchemy.Column("team", text), sqlalchemy.Column("born", number),
    )  # fmt: skip
    metadata.create_all(writable.engine)
    with writable.engine.begin() as connection:
        connection.execute(squad.insert(), SQUADS)
        connection.execute(coach.insert(), COACHES)
    writable.engine.dispose()
    spec = tmp_path / "spec.yaml"
    spec.write_text(yaml.safe_dump(SPEC))
    return Benchmark.open(spec, writable.location)


def test_every_engine_draws_the_same_items_of_as_many_entities_as_possible(league):
    items = list(league.items(seed=3, max_items=64))
    assert league.possible == 2 * len(SQUADS) + 2 * 6 + 2 * 6
    assert league.expected == len(items) == 64
    assert Counter(item.fd for item in items) == {
        "team, season, number -> name": 40, "team -> name": 12, "name -> team, born": 12
    }  # fmt: skip
    of_teams = Counter(item.entity for item in items if item.fd.startswith("team, season"))
    assert of_teams.total() == 40
    assert len(of_teams) == 6
    assert max(of_teams.values()) <= 8
    assert digest_of(item.id for item in items) == "0f6721bdff82f4c0"


def test_the_forms_of_a_question_stay_together_and_a_larger_number_only_adds(league):
    before: set[str] = set()
    for most in (6, 31, 32, 100, 363, 10_000):
        items = list(league.items(max_items=most))
        assert len(items) <= most
        forms = Counter((item.fd, item.entity_id, item.rationale) for item in items)
        assert set(forms.values()) <= {2}
        ids = {item.id for item in items}
        assert before <= ids
        before = ids
    assert len(before) == league.possible


def test_the_fingerprint_depends_on_all_that_is_drawn(league):
    prints = []
    for most in (64, 64, 65, 66):
        assert list(league.items(max_items=most, record=True))
        prints.append(league.fingerprint)
    assert prints[0] == prints[1] == prints[2] != prints[3]


def test_another_seed_draws_others(league):
    drawn = [{item.entity for item in league.items(seed, max_items=6)} for seed in range(5)]
    assert len(set(map(frozenset, drawn))) > 1
