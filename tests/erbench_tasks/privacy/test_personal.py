"""Columns and tables of personal data are recognised; what only looks like it is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from private_schemas import INNOCENT, OF_PEOPLE, PERSONAL, PRIVATE

from erbench_track.erbench_tasks.privacy.personal import (
    LinkedTable,
    divisions,
    personal_column,
    personal_table,
    personal_tables,
)


def is_personal(name, values=(), *, of_people=False, comment=""):
    return personal_column(name, values, of_people=of_people, comment=comment) is not None


@pytest.mark.parametrize("name", PERSONAL.split())
def test_columns_of_personal_data_are_recognised_in_any_table(name):
    assert is_personal(name)


@pytest.mark.parametrize("name", OF_PEOPLE.split())
def test_some_columns_are_personal_only_where_a_row_is_a_person(name):
    assert is_personal(name, of_people=True)
    assert not is_personal(name)


@given(st.text(max_size=80), st.lists(st.text(max_size=20), max_size=5), st.booleans())
def test_any_name_and_any_values_can_be_judged(name, values, of_people):
    for comment in ("", name):
        data = personal_column(name, values, of_people=of_people, comment=comment)
        assert data is None or str(data) == f"{data.what}, {data.why}"


def test_a_column_named_after_people_that_counts_them_is_not_personal():
    assert not is_personal("students", ["120", "1,080", "unknown"])
    assert is_personal("students", ["Ada", "Bo"])
    assert is_personal("student_id", ["120", "80"])


def test_values_tell_where_the_name_does_not():
    data = personal_column("c17", ["a@b.org", "c.d@e.com"], of_people=False)
    assert str(data) == "e-mail addresses, by 100% of its values"


@pytest.mark.parametrize(
    ("comment", "personal"),
    [("Date of birth", True), ("Mail order flag", False), ("Sold and sent by mail", False)],
)
def test_comments_tell_where_the_name_does_not(comment, personal):
    assert is_personal("c17", comment=comment) == personal


@pytest.mark.parametrize("name", ["birth_name", "birth_region", "birth_town"])
def test_a_name_given_at_birth_and_a_place_are_no_dates_of_birth(name):
    assert not is_personal(name, of_people=True)


def table(name, columns, key="id", **foreign_keys):
    keys = [([column], target) for column, target in foreign_keys.items()]
    return LinkedTable(name, columns.split(), key.split(), keys)


@pytest.mark.parametrize("name", INNOCENT)
def test_nothing_of_a_table_about_other_things_is_personal(name):
    innocent = table(name, INNOCENT[name])
    assert personal_table(innocent) is None
    found = {c: personal_column(c, ["5"], of_people=innocent.is_of_people)
             for c in innocent.columns}  # fmt: skip
    assert {column: str(data) for column, data in found.items() if data} == {}


@pytest.mark.parametrize("name", PRIVATE)
def test_rows_about_private_people_are_recognised(name):
    assert personal_table(table(name, PRIVATE[name])) is not None


@pytest.mark.parametrize("name", ["museums", "suppliers", "players"])
def test_of_organisations_and_known_people_only_columns_are_personal(name):
    assert personal_table(table(name, "name email phone city")) is None


def test_people_are_recognised_by_what_the_values_of_their_columns_are():
    kinds = frozenset({"e-mail addresses", "phone numbers"})
    assert personal_table(LinkedTable("t1", "abc", kinds=kinds)) is not None
    assert personal_table(LinkedTable("t1", ["a", "website"], kinds=kinds)) is None


def test_keys_spread_to_rows_without_a_name_and_to_addresses_and_persons():
    found = personal_tables([
        table("buyers", "id name address_id", address_id="street_address"),
        table("basket", "id buyers", buyers="buyers"),
        table("basket_part", "basket product n", "basket product", basket="basket"),
        table("message", "id title buyer", buyer="buyers"),
        table("product", "id name maker"),
        table("area", "id name"),
        table("street_address", "id street city", city="city"),
        table("city", "id name"),
        table("employee", "person office", "person", person="human", office="office"),
        table("human", "id first_name last_name"),
        table("office", "id street town"),
        table("shop", "id shop_name manager", manager="employee"),
    ])  # fmt: skip
    assert set(found) == {
        "buyers", "basket", "basket_part", "message", "street_address", "employee", "human",
    }  # fmt: skip
    assert str(found["basket"]) == "rows about buyers, by a foreign key to buyers"


def test_keys_in_a_circle_and_to_unknown_tables_do_no_harm():
    assert personal_tables([table("a", "id b", b="b"), table("b", "id a", a="a", id="c")]) == {}


def test_a_table_is_about_those_whom_its_key_is_named_after():
    keys = ["cust_no", "id_paciente", "player_id", "order_no", "customer_type_id", "user_count"]
    tables = [table(key, f"{key} x1 x2", key) for key in keys]
    tables = [LinkedTable(f"t{n}", t.columns, t.primary_key) for n, t in enumerate(tables)]
    assert set(personal_tables(tables)) == {"t0", "t1"}


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
