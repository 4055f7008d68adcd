"""Tables are personal by their names, columns and keys, and others are not."""

import pytest
from private_schemas import INNOCENT, PRIVATE

from erbench_track.erbench_tasks.privacy.personal import personal_column
from erbench_track.erbench_tasks.privacy.tables import LinkedTable, personal_table, personal_tables


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
