"""How an organisation is divided is nobody's knowledge; what its staff deals with may be."""

import pytest

from erbench_track.erbench_tasks.privacy.organisation import divisions
from erbench_track.erbench_tasks.privacy.tables import LinkedTable, personal_tables


def divided(text):
    """Divides tables of lines such as `table > target, target`; a target's name is the column."""
    tables = []
    for line in text.split("; "):
        name, _, targets = line.partition(" > ")
        keys = [([target], target) for target in targets.split(", ") if target]
        columns = [target for _, target in keys] or ["id", "name"]
        tables.append(LinkedTable(name, ["id", "name", *columns], ["id"], keys))
    return divisions(tables, personal_tables(tables))


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        ("employees > departments; departments", {"departments": "employees"}),
        # Through a junction or a history, and what is reached from there alone.
        ("employees; employee_areas > employees, areas; areas > zones; zones",
         {"areas": "employee_areas", "zones": "areas"}),
        # Where customers go, and what projects belong to, as well.
        ("employees > stores; stores; customers > stores", {"stores": "employees"}),
        ("Mitarbeiter > Abteilung; Abteilung; Projekt > Abteilung", {"Abteilung": "Mitarbeiter"}),
    ],
)  # fmt: skip
def test_the_divisions_of_an_organisation_are_found(tables, found):
    assert divided(tables) == found


@pytest.mark.parametrize(
    "tables",
    [
        # What is sold, where people live, and what others refer to.
        "employees; orders > employees, customers; lines > orders, products; products; customers",
        "employees > cities; cities > countries; countries",
        "employees > airports; airports; routes > airports",
        # The teams of players, and the departments of a country: nobody here is staff.
        "players > teams; teams; towns > departments; departments",
    ],
)
def test_what_is_known_outside_stays(tables):
    assert divided(tables) == {}
