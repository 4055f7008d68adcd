"""How an organisation is divided is nobody's knowledge; what its staff deals with may be."""

import pytest

from erbench_track.erbench_tasks.privacy.organisation import divisions
from erbench_track.erbench_tasks.privacy.tables import LinkedTable, personal_tables


def table(name, columns, *keys, key=None):
    """Describes a table; its key is its first column unless it is given."""
    names = columns.split()
    return LinkedTable(name, names, (key or names[0]).split(), [(c.split(), t) for c, t in keys])


def divided(*tables):
    return divisions(tables, personal_tables(tables))


EMPLOYEE = "emp_id first_name last_name salary"
ORDERS = (
    table("customers", "customer_id name phone"),
    table("orders", "order_id customer_id seller", ("customer_id", "customers"),
          ("seller", "employees")),
    table("order_lines", "order_id product_id quantity", ("order_id", "orders"),
          ("product_id", "products"), key="order_id product_id"),
    table("products", "product_id name maker"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("tables", "found"),
    [
        # Directly.
        ([table("employees", EMPLOYEE + " dept_id", ("dept_id", "departments")),
          table("departments", "dept_id name building")], {"departments": "employees"}),
        # Through a junction or a history, and what is reached from there alone.
        ([table("employees", EMPLOYEE),
          table("employee_areas", "emp_id area_id", ("emp_id", "employees"),
                ("area_id", "areas"), key="emp_id area_id"),
          table("areas", "area_id name zone_id", ("zone_id", "zones")),
          table("zones", "zone_id name")], {"areas": "employee_areas", "zones": "areas"}),
        # In German and Spanish.
        ([table("Mitarbeiter", "id vorname nachname abteilung_id", ("abteilung_id", "Abteilung")),
          table("Abteilung", "id name"), table("Projekt", "id name abteilung_id",
                                               ("abteilung_id", "Abteilung"))],
         {"Abteilung": "Mitarbeiter"}),
        ([table("empleados", "id nombre apellido salario turno_id", ("turno_id", "turnos")),
          table("turnos", "id nombre comienzo")], {"turnos": "empleados"}),
        # Where patients lie, and which wing offers what.
        ([table("nurses", "id first_name last_name"), table("wards", "id name floor"),
          table("patients", "id name ward_id", ("ward_id", "wards")),
          table("duties", "nurse_id ward_id", ("nurse_id", "nurses"), ("ward_id", "wards"),
                key="nurse_id ward_id")], {"wards": "patients"}),
    ],
)  # fmt: skip
def test_the_divisions_of_an_organisation_are_found(tables, found):
    assert divided(*tables) == found


@pytest.mark.parametrize(
    "tables",
    [
        # What is sold.
        [table("employees", EMPLOYEE), *ORDERS],
        # Where people live.
        [table("employees", EMPLOYEE + " city_id", ("city_id", "cities")),
         table("cities", "city_id name country_id", ("country_id", "countries")),
         table("countries", "country_id name")],
        # What others refer to as well.
        [table("employees", EMPLOYEE + " base", ("base", "airports")),
         table("airports", "iata name city"),
         table("routes", "id origin target", ("origin", "airports"), ("target", "airports"))],
        # The teams of players, and the departments of a country: nobody here is staff.
        [table("players", "id name team_id", ("team_id", "teams")), table("teams", "id name")],
        [table("towns", "id name department_id", ("department_id", "departments")),
         table("departments", "id name prefecture")],
        # A film that nobody of the staff refers to.
        [table("staff", "staff_id first_name last_name email"), table("film", "id title"),
         table("rental", "rental_id staff_id film_id", ("staff_id", "staff"))],
    ],
)  # fmt: skip
def test_what_is_known_outside_stays(tables):
    assert divided(*tables) == {}
