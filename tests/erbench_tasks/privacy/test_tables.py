"""Tables become personal by the foreign keys that make them so, and by no others."""

from erbench_track.erbench_tasks.privacy.tables import LinkedTable, personal_tables


def table(name, columns, key=(), **foreign_keys):
    keys = [([column], target) for column, target in foreign_keys.items()]
    return LinkedTable(name, columns.split(), key, keys)


SHOP = [
    table("buyers", "id name", ["id"]),
    table("basket", "id buyers placed", ["id"], buyers="buyers"),
    table("basket_part", "basket product n", ["basket", "product"], basket="basket"),
    table("product", "id name", ["id"]),
    table("area", "id name", ["id"]),
    table("buyer_area", "buyer area", ["buyer", "area"], buyer="buyers", area="area"),
    table("street_address", "id street town", ["id"]),
    table("employee", "person office badge", ["person"], person="human", office="office"),
    table("human", "id first_name last_name", ["id"]),
    table("office", "id street town", ["id"]),
    table("shop", "id name manager", ["id"], manager="employee"),
    table("liked", "who what", (), who="buyers", what="product"),
]


def test_a_table_is_personal_if_what_identifies_its_rows_is():
    found = personal_tables(SHOP)
    assert str(found["liked"]) == "rows about buyers, by a foreign key to buyers"
    assert {"buyers", "buyer_area", "employee", "human", "liked"} <= set(found)


def test_what_only_refers_to_people_or_is_referred_to_is_not_personal():
    assert {"area", "product", "office", "shop"}.isdisjoint(personal_tables(SHOP))


def test_addresses_of_personal_tables_are_personal_and_others_are_not():
    customers = table("customer", "id address_id", ["id"], address_id="address")
    airports = table("airport", "id address_id", ["id"], address_id="address")
    address = table("address", "id street city_id", ["id"], city_id="city")
    city = table("city", "id name", ["id"])
    assert set(personal_tables([customers, address, city])) == {"customer", "address"}
    assert personal_tables([airports, address, city]) == {}


def test_lines_of_orders_are_personal_however_they_are_called():
    header = table("so", "id order_date customer_no", ["id"])
    found = personal_tables(
        [
            table("patient", "id", ["id"]),
            table("x1", "id patient note", ["id", "patient"], patient="patient"),
            table("x2", "id x1", ["id"], id="x1"),
            header,
        ]
    )
    assert set(found) == {"patient", "x1", "x2"}


def test_keys_in_a_circle_and_to_unknown_tables_do_no_harm():
    a = table("a", "id b", ["id"], b="b")
    b = table("b", "id a", ["id"], a="a", id="nowhere")
    assert personal_tables([a, b]) == {}
