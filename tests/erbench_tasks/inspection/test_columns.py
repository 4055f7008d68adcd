"""What is judged of columns: a reason for each that is not asked about, and what it must spare."""

import sqlite3
from datetime import date, timedelta

import pytest

from erbench_track.erbench_tasks.database.folder import engine_for_connection
from erbench_track.erbench_tasks.english.asked import Asks
from erbench_track.erbench_tasks.inspection.columns import Kind, judge_columns
from erbench_track.erbench_tasks.inspection.schema import read_schema


def judged(table, rows, name="thing"):
    """Judges the columns of a table of SQLite, given as `(column, type)` pairs and rows."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    columns = ", ".join(f'"{column}" {kind}' for column, kind in table)
    connection.execute(f'create table "{name}" ({columns})')
    marks = ", ".join("?" * len(table))
    connection.executemany(f'insert into "{name}" values ({marks})', rows)
    connection.commit()
    engine = engine_for_connection(connection)
    with engine.connect() as opened:
        found = judge_columns(opened, read_schema(engine)[name])
    return {column.name: column for column in found}


def of(name, kind, values, table="thing", **beside):
    """Judges one column, beside a key and a name."""
    others = list(beside)
    rows = [
        (i, f"{NAMES[i % 60]} {i // 60 or ''}".strip(), value, *(beside[o][i] for o in others))
        for i, value in enumerate(values)
    ]
    columns = [("id", "integer primary key"), ("name", "text"), (name, kind)]
    return judged([*columns, *((o, "text") for o in others)], rows, table)[name]


SYLLABLES = ["ka", "lo", "mi", "ter", "ban", "sur", "vel", "don", "ri", "pas"]
NAMES = [
    (SYLLABLES[i % 10] + SYLLABLES[i * 7 // 10 % 10] + SYLLABLES[i * 3 % 7]).title()
    for i in range(60)
]
DAYS = [date(1950, 1, 1) + timedelta(days=i * 137) for i in range(60)]
PERSONS = [f"{NAMES[i % 23]} {NAMES[(i * 5 + 3) % 19]}" for i in range(60)]


def each(values, count=60):
    return [values[i % len(values)] for i in range(count)]


@pytest.mark.parametrize(
    ("name", "kind", "values", "reason"),
    [
        ("writers", "text", [",".join(f"nm{(i * k) % 97:07}" for k in range(1, i % 3 + 2))
                             for i in range(60)], "keys of another table, one or several"),
        ("criteria", "text", [f"({'i' * (i % 3 + 1)})(iv)" + "(x)" * (i % 2) for i in range(60)],
         "codes in brackets"),
        ("tconst", "text", [f"tt{i * 31 + 5:07}" for i in range(60)], "catalogue number"),
        ("nmkey", "text", [f"nm{i * 31 + 5:07}" for i in range(60)], "surrogate key"),
        ("person_id", "text", [f"P-{i * 977 + 10000}" for i in range(60)], "identifier"),
        ("event_id", "text", [f"E-19{30 + i // 10}-{i % 10:02}" for i in range(60)], "identifier"),
        ("customer_key", "text", [f"{NAMES[i][:3].upper()}{i}" for i in range(60)], "identifier"),
        ("token", "text", [f"{i * 7919:032x}" for i in range(60)], "secret"),
        ("signature", "text", [f"{i * 7919:032x}" for i in range(60)], "hashes"),
        ("rowguid", "text", [f"{i:08x}-0000-4000-8000-{i:012x}" for i in range(60)], "technical"),
        ("thing_ref", "text", [f"{i:08x}-0000-4000-8000-{i:012x}" for i in range(60)], "hashes"),
        ("stored", "text", [f"c2FsdGVkX1{i:02}Ab9zQx7Lm3Kp==" for i in range(60)], "hashes"),
        ("moddate", "date", [d.isoformat() for d in DAYS], "bookkeeping"),
        ("last_update", "timestamp", [f"2006-02-15 04:{i:02}:33" for i in range(60)], "bookk"),
        ("modifieddate", "timestamp", [f"2006-02-{i % 28 + 1:02} 00:00:00" for i in range(60)],
         "bookkeeping"),
        ("createdAt", "datetime", [f"2021-02-{i % 28 + 1:02} 10:11:12" for i in range(60)],
         "bookkeeping"),
        ("inserted_on", "date", [d.replace(year=2015).isoformat() for d in DAYS], "bookkeeping"),
        ("created_by", "text", each(["admin", "system", "jdoe"]), "bookkeeping"),
        ("updated_at", "integer", [1600000000 + i * 977 for i in range(60)], "bookkeeping"),
        ("etl_batch", "text", [f"load {i % 7}" for i in range(60)], "bookkeeping"),
        ("geändert_am", "text", [f"2020-01-{i % 28 + 1:02} 08:00:00" for i in range(60)],
         "bookkeeping"),
        ("fecha_modificacion", "date", [f"2020-01-{i % 28 + 1:02}" for i in range(60)],
         "bookkeeping"),
        ("aggiornato_il", "date", [f"2020-01-{i % 28 + 1:02}" for i in range(60)], "bookkeeping"),
        ("payload", "blob", [b"x"] * 60, "binary"),
        ("file_size", "integer", [i * 1024 + 17 for i in range(60)], "size of a file"),
        ("bytes", "integer", [i * 1024 + 17 for i in range(60)], "size of a file"),
        ("photo", "text", [f"photos/{i}.jpg" for i in range(60)], "files"),
        ("stored_in", "text", [f"/srv/data/{i}/x" for i in range(60)], "addresses"),
        ("info", "text", [f"https://example.org/{i}" for i in range(60)], "addresses"),
        ("remarks", "text", [f"{NAMES[i]} " * 20 for i in range(60)], "free text"),
        ("opened", "date", [f"{1830 + i}-{i % 3 + 1:02}-01" for i in range(60)], "only years"),
        ("details", "text", [f'{{"a": {i}}}' for i in range(60)], "text for programs"),
        ("tags", "text", [", ".join(each(NAMES[:5], i % 3 + i % 2 + 1)) for i in range(60)],
         "lists"),
        ("list_seasons", "text", [f"{1990 + i % 7}, {1995 + i % 9}, {2000 + i % 5}"
                                  for i in range(60)], "lists"),
        ("status", "text", ["open"] * 60, "one value only"),
        ("remark", "text", [None] * 60, "no values"),
        ("grade", "text", each(["A", "B", "C"]), "one or two characters"),
        ("latitude", "real", [i * 1.25 for i in range(60)], "coordinates"),
        ("lng", "real", [i * 1.25 for i in range(60)], "coordinates"),
        ("position", "text", [f"POINT({i} {i + 1})" for i in range(60)], "text for programs"),
        ("unit_price", "numeric(10, 2)", [i * 0.5 for i in range(60)], "price"),
        ("units_in_stock", "integer", [i % 17 for i in range(60)], "stock"),
        ("sort_order", "integer", list(range(60)), "order of display"),
        ("isbn", "text", [f"978{i:010}" for i in range(60)], "catalogue number"),
        ("zip", "text", [f"{10000 + i * 7}" for i in range(60)], "postal codes"),
        ("starts", "text", [f"{i % 12 + 8}:{i % 4 * 15:02}" for i in range(60)], "time of day"),
        ("version", "integer", [i % 3 for i in range(60)], "bookkeeping"),
        ("emp_no", "integer", [10001 + i for i in range(60)], "surrogate key"),
        ("dept_no", "text", [f"d{i % 9:03}" for i in range(60)], "identifier"),
        ("productnumber", "text", [f"RX-{i * 31 + 2000}" for i in range(60)], "identifier"),
        ("retroid", "text", [f"{NAMES[i][:4].lower()}{i:03}" for i in range(60)], "identifier"),
        ("entered", "text", [d.strftime("%Y%m%d") for d in DAYS], "dates written as numbers"),
        ("features", "text", each(["trailer", "trailer,notes", "notes,scenes,trailer"]), "lists"),
        ("rental_rate", "numeric(4, 2)", each([0.99, 2.99, 4.99]), "price"),
        ("gap", "text", [f"+{i}.{i * 7 + 100}" for i in range(60)], "without letters"),
        ("population", "integer", [i * 977 + 400 for i in range(60)], "changes"),
        ("headofstate", "text", PERSONS, "office"),
        ("seen", "integer", [1600000000 + i * 977 for i in range(60)], "time stamp"),
    ],
)  # fmt: skip
def test_what_is_not_asked_about_has_its_reason(name, kind, values, reason):
    column = of(name, kind, values)
    assert column.kind is None
    assert reason in column.reason


@pytest.mark.parametrize(
    ("name", "kind", "values", "expected", "asks"),
    [
        ("premiere", "date", [d.isoformat() for d in DAYS], Kind.DATE, Asks.WHEN),
        ("founded", "integer", [d.year for d in DAYS], Kind.NUMBER, Asks.YEAR),
        ("kick_off", "timestamp", [f"{d} 00:00:00" for d in DAYS], Kind.DATE, Asks.WHEN),
        ("released", "text", [d.isoformat() for d in DAYS], Kind.DATE, Asks.WHEN),
        ("opened", "text", [d.strftime("%d.%m.%Y") for d in DAYS], Kind.DATE, Asks.WHEN),
        ("created", "integer", [1480 + i for i in range(60)], Kind.NUMBER, Asks.YEAR),
        ("created", "date", [d.replace(year=d.year - 60).isoformat() for d in DAYS], Kind.DATE,
         Asks.WHEN),
        ("created_by", "text", PERSONS, Kind.NAME, Asks.WHO),
        ("last_updated_edition", "text", [f"Edition of {NAMES[i % 9]}" for i in range(60)],
         Kind.NAME, Asks.WHICH),
        ("director", "text", PERSONS, Kind.NAME, Asks.WHO),
        ("head_of_department", "text", PERSONS, Kind.NAME, Asks.WHO),
        ("director", "text", each(["action", "drama", "crime", "war", "love", "sport", "fun"]),
         Kind.NAME, Asks.WHICH),
        ("city", "text", each(NAMES[:11]), Kind.NAME, Asks.WHERE),
        ("place_of_birth", "text", each(NAMES[:11]), Kind.NAME, Asks.WHERE),
        ("host", "text", each(["Peru", "Chile", "Spain"]), Kind.CATEGORY, Asks.WHERE),
        ("nationality", "text", each(["Peru", "Chile", "Spain"]), Kind.CATEGORY, Asks.WHICH),
        ("genre", "text", each(["drama", "comedy", "war"]), Kind.CATEGORY, Asks.WHICH),
        ("population_2020", "integer", [i * 977 + 400 for i in range(60)], Kind.NUMBER,
         Asks.HOW_MANY),
        ("num_pages", "integer", [i * 3 + 40 for i in range(60)], Kind.NUMBER, Asks.HOW_MANY),
        ("goals", "integer", each([0, 1, 2, 3]), Kind.NUMBER, Asks.HOW_MANY),
        ("wins", "integer", each([0, 1]), Kind.NUMBER, Asks.HOW_MANY),
        ("budget", "real", [i * 1e6 + 3e5 for i in range(60)], Kind.NUMBER, Asks.HOW_MUCH),
        ("duration_minutes", "integer", [i + 70 for i in range(60)], Kind.NUMBER, Asks.HOW_LONG),
        ("height_m", "double", [i + 70.5 for i in range(60)], Kind.NUMBER, Asks.WHICH),
        ("shirt_number", "integer", each(range(1, 24)), Kind.NUMBER, Asks.WHICH),
        ("elevation", "integer", [1000 + i * 3 for i in range(60)], Kind.NUMBER, Asks.WHICH),
        ("year", "text", [str(1950 + i) for i in range(60)], Kind.NUMBER, Asks.YEAR),
        ("is_extinct", "integer", each([0, 1]), Kind.FLAG, Asks.WHETHER),
        ("endangered", "text", each(["Y", "N"]), Kind.FLAG, Asks.WHETHER),
        ("heimisch", "text", each(["ja", "nein", "nein"]), Kind.FLAG, Asks.WHETHER),
        ("navigable", "boolean", each([True, False]), Kind.FLAG, Asks.WHETHER),
        # A comma does not make a list.
        ("publisher", "text", [f"{name}, Inc." for name in NAMES], Kind.NAME, Asks.WHICH),
        ("seat", "text", [f"{NAMES[i]}, {NAMES[i % 7]}, Peru" for i in range(9)] + NAMES[:51],
         Kind.NAME, Asks.WHICH),
        # Names with figures are no keys.
        ("model", "text", [f"A{300 + i}" for i in range(60)], Kind.NAME, Asks.WHICH),
        ("galaxy_name", "text", [f"NGC{i:04}" for i in range(60)], Kind.NAME, Asks.WHICH),
        ("vessel", "text", [f"Vostok {i}" for i in range(60)], Kind.NAME, Asks.WHICH),
        ("hammer_price", "integer", [i * 977 + 5 for i in range(60)], Kind.NUMBER, Asks.HOW_MUCH),
        ("state_id", "text", each(["Texas", "Ohio", "Nevada", "Maine"]), Kind.CATEGORY, Asks.WHICH),
        ("currency", "text", each(["USD", "EUR", "GBP"]), Kind.CATEGORY, Asks.WHICH),
        ("yearid", "integer", [1950 + i for i in range(60)], Kind.NUMBER, Asks.YEAR),
        ("atomic_number", "integer", list(range(1, 61)), Kind.NUMBER, Asks.WHICH),
        ("season", "text", [f"{1950 + i}/{51 + i}" for i in range(40)], Kind.NAME, Asks.WHICH),
        ("attendance", "text", [f"{i + 10},{i * 7 + 100}" for i in range(60)], Kind.NUMBER,
         Asks.HOW_MANY),
        ("period", "text", each(["first half", "second half", "extra time, first half",
                                 "extra time, second half", "second half, stoppage time",
                                 "extra time, first half, stoppage time"]),
         Kind.CATEGORY, Asks.WHICH),
        ("added_time", "integer", each(range(1, 9)), Kind.NUMBER, Asks.WHICH),
    ],
)  # fmt: skip
def test_what_can_be_asked_is_kept_and_asked_for_as_people_do(name, kind, values, expected, asks):
    column = of(name, kind, values)
    assert (column.kind, column.reason) == (expected, "")
    assert column.asks is asks


def test_what_changes_is_asked_about_where_the_key_says_when():
    columns = [("year", "integer primary key"), ("name", "text"), ("president", "text")]
    rows = [(1900 + i, NAMES[i], person) for i, person in enumerate(PERSONS)]
    assert judged(columns, rows)["president"].asks is Asks.WHO


def test_a_flag_says_which_value_means_yes():
    assert of("open", "text", each(["N", "Y"])).true_value == "Y"
    assert of("open", "integer", each([1, 0])).true_value == 1
    assert of("côté", "text", each(["Nord", "Sud"])).kind is Kind.CATEGORY


@pytest.mark.parametrize(
    ("name", "kind", "values", "sentinel"),
    [
        ("to_date", "date", [*(d.isoformat() for d in DAYS), "9999-01-01"], date(9999, 1, 1)),
        ("opened", "text", [*(f"{d}" for d in DAYS), *["1900-01-01"] * 4], "1900-01-01"),
        ("opened", "date", [*(f"{d}" for d in DAYS), *["1901-01-01"] * 4], date(1901, 1, 1)),
        # Those that still play, or are still in office.
        ("finalGame", "text", [*(f"{d}" for d in DAYS), *["2004-10-03"] * 20], "2004-10-03"),
        ("end_year", "integer", [*range(1960, 2019), *[2020] * 9], 2020),
        ("bis", "integer", [*range(1960, 2019), *[2020] * 9], 2020),
        ("died", "date", [*(d.isoformat() for d in DAYS), *["1970-01-01"] * 30], date(1970, 1, 1)),
        ("capacity", "integer", [*(5000 + i * 100 for i in range(60)), 0, 0], 0),
        ("height", "integer", [*(150 + i for i in range(60)), 9999, 9999], 9999),
        ("goals", "integer", [*each(range(9)), -1], -1),
        ("temperature", "integer", [*range(-20, 40), -9999], -9999),
        ("shirt_number", "integer", [*each(range(1, 12)), *[0] * 30], 0),
        ("founded", "integer", [*(1850 + i for i in range(60)), 0, 0], 0),
        ("genre", "text", [*each(["drama", "comedy"]), "N/A"], "N/A"),
        ("medal", "text", [*each(["Gold", "Silver"]), "NA"], "NA"),
        ("city", "text", [*NAMES, "Unknown", "?"], "?"),
        ("city", "text", [*NAMES, ""], ""),
        ("autor", "text", [*NAMES, "Unbekannt"], "Unbekannt"),
    ],
)
def test_what_stands_for_unknown_is_left_out_of_the_figures(name, kind, values, sentinel):
    column = of(name, kind, values)
    assert sentinel in column.sentinels
    assert column.kind is not None
    assert column.present < column.rows
    assert str(sentinel) not in column.examples


@pytest.mark.parametrize(
    ("name", "kind", "values"),
    [
        ("born", "date", [date(1880 + i, 1, 1).isoformat() for i in range(60)]),
        ("opened", "date", ["1901-01-01", *(d.isoformat() for d in DAYS)]),
        ("opened", "date", ["1900-01-01", "1900-01-01", *(d.isoformat() for d in DAYS)]),
        # The last day on which something began is no edge, nor is one of few that ended.
        ("first_game", "date", [*(d.isoformat() for d in DAYS), *["2004-10-03"] * 20]),
        ("last_game", "date", [*(d.isoformat() for d in DAYS), *["2004-10-03"] * 2]),
        ("final_year", "integer", [*each(range(2000, 2012), 120), *[2012] * 12]),
        ("goal_difference", "integer", [i - 30 for i in range(60)]),
        ("temperature", "integer", [-1, -5, -7, *range(57)]),
        ("goals", "integer", each(range(6))),
        ("floor", "integer", each(range(6))),
        ("shirt_number", "integer", each(range(12))),
        ("pages", "integer", [*(80 + i for i in range(60)), 999]),
        ("album", "text", [*NAMES, "Unknown Pleasures"]),
        ("number", "integer", [*range(1, 60), 0, 0]),
        ("code", "text", each(["NA", "SA", "EU"])),
    ],
)
def test_what_only_looks_like_unknown_is_kept(name, kind, values):
    assert of(name, kind, values).sentinels == ()


def test_codes_give_way_to_the_column_that_says_what_they_stand_for():
    positions = {"GK": "goal keeper", "DF": "defender", "FW": "forward"}
    codes = each(list(positions))
    columns = [("id", "integer primary key"), ("position_code", "text"), ("position_name", "text")]
    rows = [(i, code, positions[code]) for i, code in enumerate(codes)]
    found = judged(columns, rows)
    assert found["position_code"].label == "position_name"
    assert "codes of position_name" in found["position_code"].reason
    assert found["position_name"].kind is Kind.CATEGORY
    # A name that does not go with the code is no label of it.
    mixed = [(i, code, positions[codes[i // 2 % 3]]) for i, code in enumerate(codes)]
    assert judged(columns, mixed)["position_code"].label == ""


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("local_name", [f"{name}ia" for name in NAMES]),
        ("asciiname", [f"{name}ia" for name in NAMES]),
        ("short_name", [name[:4] + str(i) for i, name in enumerate(NAMES)]),
        ("iso2", [f"{chr(65 + i // 8)}{chr(65 + i % 8)}" for i in range(60)]),
        ("thing_code", [f"{name[:2].upper()}{i}" for i, name in enumerate(NAMES)]),
        ("originalTitle", [f"Das {name}" for name in NAMES]),
        ("abbr", [f"{chr(65 + i // 8)}{chr(65 + i % 8)}X" for i in range(60)]),
    ],
)
def test_another_name_of_the_row_is_a_spelling_and_no_question(name, values):
    column = of(name, "text", values)
    assert column.is_other_name
    assert column.kind is None
    assert "another name" in column.reason


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("PenName", "name"), ("pseudonym", "name"), ("stage_name", "name"), ("known_as", "name"),
        ("also_known_as", "name"), ("aka", "name"), ("birth_name", "name"), ("real_name", "name"),
        ("full_name", "name"), ("ArtistName", "name"), ("nickname", "name"),
        ("Künstlername", "name"), ("nom_de_plume", "name"), ("display_name", "name"),
        ("PenName", "last_name"), ("full_name", "last_name"), ("seudónimo", "name"),
    ],
)  # fmt: skip
def test_a_pen_name_is_another_name_of_a_person(name, label):
    names = ("first_name", "last_name") if label == "last_name" else (label,)
    columns = [("id", "integer primary key"), *((n, "text") for n in names), (name, "text")]
    rows = [
        (i, *(person.split() if len(names) > 1 else [person]), f"{NAMES[i]} {i}" if i % 3 else None)
        for i, person in enumerate(PERSONS)
    ]
    assert judged(columns, rows, "writer")[name].is_other_name


def test_the_name_of_an_artist_or_a_stage_is_no_other_name_of_a_work_or_a_race():
    persons = list(dict.fromkeys(PERSONS))
    columns = [("id", "integer primary key"), ("title", "text"), ("artist_name", "text")]
    rows = [(i, f"The {NAMES[i]}", person) for i, person in enumerate(persons)]
    assert not judged(columns, rows, "album")["artist_name"].is_other_name
    columns = [("id", "integer primary key"), ("name", "text"), ("stage_name", "text")]
    rows = [(i, f"Tour of {name}", f"{name} to {NAMES[-i]}") for i, name in enumerate(NAMES)]
    assert not judged(columns, rows, "race")["stage_name"].is_other_name


def test_persons_that_hyphens_or_words_join_are_a_list():
    several = [f"{PERSONS[i]}-{PERSONS[i + 9]}-{PERSONS[i + 5]}" for i in range(6)]
    assert of("composer", "text", PERSONS[:54] + several).list_share == pytest.approx(0.1, abs=0.02)
    several = [f"{PERSONS[i]} and {PERSONS[i + 9]}" for i in range(6)]
    assert of("composer", "text", PERSONS[:54] + several).list_share == pytest.approx(0.1, abs=0.02)
    assert of("genre", "text", PERSONS[:54] + several).list_share == 0
    double = [f"{name}-{NAMES[i + 3]} {NAMES[i + 5]}" for i, name in enumerate(NAMES[:40])]
    assert of("composer", "text", double + PERSONS[:20]).list_share == 0


def test_other_names_are_no_names_of_other_things():
    assert not of("federation_name", "text", [f"{name} Union" for name in NAMES]).is_other_name
    assert not of("official_language", "text", each(NAMES[:9])).is_other_name
    assert not of("scientific_name", "text", [f"{name} rex" for name in NAMES]).is_other_name
    # Without another column that names the rows, the code is their name.
    alone = judged([("code", "text primary key"), ("area", "integer")],
                   [(f"{name[:3].upper()}{i}", i * 7) for i, name in enumerate(NAMES)])  # fmt: skip
    assert not alone["code"].is_other_name


def test_every_column_has_a_verdict_and_most_have_figures():
    column = of("genre", "text", [*each(["drama", "comedy", "war"], 59), None])
    assert (column.rows, column.of_rows, column.present, column.distinct) == (60, 60, 59, 3)
    assert column.share == 20 / 59
    assert (column.shortest, column.median_length) == (3, 5)
    assert sorted(column.examples) == ["comedy", "drama", "war"]
    assert of("cover", "blob", [b"x"]).reason == "binary"


def test_values_of_the_wrong_type_do_not_stop_the_judging():
    odd = [1, "two", 3.5, b"four", None, "9999-99-99", float("inf"), "", -0.0]
    for kind in ("integer", "text", "date", "timestamp", "boolean", "numeric", "real", "time"):
        assert of("odd", kind, odd).name == "odd"


def test_a_column_is_judged_on_rows_of_the_whole_table():
    # The first rows of many tables are not like the others.
    first, rest = ["12"] * 500, [f"{NAMES[i % 60]} {i}" for i in range(1500)]
    assert of("label", "text", first + rest).kind is Kind.NAME


WORDS = [f"{a} {b.lower()}" for a in NAMES[:12] for b in NAMES[20:32]]
WORDS = [word for word in WORDS if len(word) < 18]
CUT = [f"{name} and the {PERSONS[i]}"[:20] for i, name in enumerate(NAMES[:8])]


@pytest.mark.parametrize("kind", ["char(20)", "varchar(20)", "text"])
def test_texts_as_long_as_their_column_are_cut_off(kind):
    values = [*WORDS, *(WORDS[i].ljust(18 + i % 2, "x") for i in range(6)), *CUT]
    assert of("region", kind, values).cut_at == 20
    assert of("region", kind, values).unknown == [{"length": 20}]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("varchar(20)", WORDS),  # none is so long
        ("varchar(20)", [*WORDS, CUT[0]]),  # one may be so long by chance
        ("varchar(60)", [*WORDS, *CUT[:4]]),  # a column of more has room
        ("text", [*WORDS, *CUT[:2]]),
        ("char(13)", [f"97801{n:08}" for n in range(60)]),
        ("varchar(12)", [f"AB-{n:09}" if n % 3 else f"Nr {n:03}" for n in range(60)]),
        ("char(32)", [f"{n * 7919:032x}" for n in range(60)]),
        ("varchar(3)", ["AFC", "UEFA"[:3], "CAF", "OF"] * 15),
        ("varchar(13)", ["North America", "South America", "Asia", "Africa", "Europe"] * 12),
    ],
)
def test_texts_of_a_full_length_are_not_all_cut_off(kind, values):
    assert of("region", kind, values).cut_at == 0


@pytest.mark.parametrize(
    ("name", "kind", "values", "expected"),
    [
        ("founded", "integer", [-660, -221, *range(1800, 1858)], [{"below": 1000}]),
        ("indep_year", "smallint", [843, 0, *range(1800, 1858)], [{"below": 1000}]),
        ("founded", "integer", [-660, *range(700, 720), *range(1800, 1839)], [{"below": 1}]),
        ("founded", "integer", [*range(700, 720), *range(1800, 1840)], []),
        ("founded", "text", [str(n) for n in (-660, *range(1800, 1859))], ["-660"]),
        ("founded", "integer", list(range(1800, 1860)), []),
        ("temperature", "integer", list(range(-30, 30)), []),
        ("elevation", "integer", list(range(-400, 2000, 40)), []),
    ],
)
def test_years_before_christ_and_few_early_ones_are_left_out(name, kind, values, expected):
    found = of(name, kind, values)
    assert found.unknown == expected
    assert not expected or (found.are_years and found.present < len(values))


def test_a_column_of_years_before_christ_alone_has_its_reason():
    found = of("founded", "integer", list(range(-760, -700)))
    assert found.kind is None
    assert found.reason.startswith("years before Christ")


def test_descriptions_are_told_from_names():
    media = [f"{a} on {b}" for a in ("Oil", "Ink", "Chalk and ink") for b in ("canvas", "paper")]
    assert of("medium", "text", each(media)).are_phrases
    museums = [f"{a} of {b} Art" for a in ("Museum", "House", "Hall") for b in ("Modern", "Old")]
    assert not of("museum", "text", each(museums)).are_phrases
    assert not of("mood", "text", each(["calm", "sad", "bright"])).are_phrases


@pytest.mark.parametrize(
    ("values", "are_codes", "are_acronyms"),
    [
        (["alf", "bet", "gam1", "eps"], True, False),
        (["ATP", "WTA"], True, True),
        (["Alto", "Bass", "Tenor"], False, False),
        (["red", "blue", "green", "violet"], False, False),
        (["red", "fox", "cat", "dog"], False, False),
    ],
)
def test_letters_that_stand_for_words_are_codes_and_some_are_acronyms(
    values, are_codes, are_acronyms
):
    column = of("tour", "text", each(values))
    assert (column.are_codes, column.are_acronyms) == (are_codes, are_acronyms)


@pytest.mark.parametrize(
    ("values", "may_be_left_out"),
    [
        (["US Navy", "US Navy (Retired)", "US Army", "US Army (retired)"], True),
        (["Boston", "Houston (Texas)", "Aurora (Illinois)", "Salem (Oregon)"], True),
        (["Paris", "Paris (Texas)", "Boston", "Salem (Oregon)"], False),
        (["Paris (France)", "Paris (Texas)", "Boston", "Salem (Oregon)"], False),
        (["Paris", "Boston", "Salem", "Aurora"], False),
    ],
)
def test_an_addition_in_brackets_may_be_left_out_if_it_tells_no_two_apart(values, may_be_left_out):
    assert of("branch", "text", each(values)).has_additions == may_be_left_out


INDEXED = [f"{NAMES[i % 23]}, {['Ann', 'Bob', 'Cy', 'Di'][i % 4]}" for i in range(60)]


@pytest.mark.parametrize(
    ("values", "are_inverted"),
    [
        ([*INDEXED[:50], *(f"{name}, OM" for name in INDEXED[50:])], True),
        ([*INDEXED[:40], *NAMES[:20]], True),
        ([*INDEXED[:30], *NAMES[:30]], False),
        ([f"{NAMES[i % 7]}, {NAMES[i % 5]}" for i in range(60)], False),  # a list
        (PERSONS, False),
    ],
)
def test_a_column_of_persons_is_inverted_if_most_of_its_names_are(values, are_inverted):
    found = of("painter", "text", values)
    assert (found.are_inverted, found.list_share) == (are_inverted, 0)
    assert not of("town", "text", values).are_inverted
    assert found.asks is Asks.WHO or not are_inverted
