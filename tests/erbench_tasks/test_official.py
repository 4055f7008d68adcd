"""The authors' published tables, from a checkout of their repository, ask what the paper asked."""

import csv
import gzip
import json
from collections import Counter

import pytest

from erbench_track.cli.main import main
from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks import dataset
from erbench_track.erbench_tasks.official import open_benchmark

DOMAINS = ("movie", "soccer", "airport", "music", "book")
BINARY = "binary/movie_data/crafted/movie_df.csv"
HOPS = "binary/movie_data/crafted/movie_year_final.csv"
CHOICE = "multi_choice/dataset/crafted/movie.csv"
# A made-up checkout in the layout of the authors' repository.
CHECKOUT = {
    BINARY: (
        ",index,common_entity,entity3,entity2,entity1\n"
        "0,0,The Kite,1999.0,Ann Example,Bo Sample\n"
        "1,1,The Well,2001.0,Cy Specimen,Di Instance\n"
        "2,7,The Well,2001.0,Cy Specimen,Di Instance\n"
    ),
    HOPS: (
        ",common_entity,entity3,entity2,entity1,entity4\n"
        "0,The Kite,1999.0,Ann Example,Bo Sample,1947\n"
    ),
    CHOICE: (
        ",common_entity,entity1,entity2,entity3,entity4\n"
        "0,The Kite,1999,Ann Example,USA,animation\n"
        "1,The Well,2001,Cy Specimen,France,non-animation\n"
    ),
}


@pytest.fixture
def checkout(tmp_path):
    """A made-up checkout of the authors' repository, with three movies."""
    for name, text in CHECKOUT.items():
        path = tmp_path / "checkout" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "checkout"


@pytest.fixture
def generate(monkeypatch, capsys, tmp_path):
    """Runs `erbench-track generate erbench`: returns its exit code and stderr."""

    def run(*options):
        arguments = ["erbench-track", "generate", "erbench", "-o", tmp_path / "items", *options]
        monkeypatch.setattr("sys.argv", list(map(str, arguments)))
        code = 0
        try:
            main()
        except SystemExit as stopped:
            code = stopped.code or 0
        return code, capsys.readouterr().err

    return run


@pytest.fixture(scope="module")
def items():
    """Generates a domain's items once."""
    made = {}

    def get(domain, folder):
        if domain not in made:
            made[domain] = list(open_benchmark(domain, official=str(folder)).items())
        return made[domain]

    return get


def rows_of(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def questions_of(items, question_type):
    return {item.question for item in items if item.question_type == question_type}


# Fewer than the paper's where the tables have exact duplicates, or where a functional dependency
# does not hold: namesakes (soccer, airport) and editions of one book.
COUNTS = {
    "movie": {"bn_yes": 1485, "bn_no": 1485, "mc": 3 * 1485, "mh_yes": 1254, "mh_no": 1254},
    "soccer": {"bn_yes": 1500, "bn_no": 1500, "mc": 3 * 1457, "mh_yes": 1458, "mh_no": 1458},
    "airport": {"bn_yes": 1500, "bn_no": 1500, "mc": 3 * 1492},
    "music": {"bn_yes": 1500, "bn_no": 1500, "mc": 3 * 1500},
    "book": {"bn_yes": 1499, "bn_no": 1499, "mc": 3 * 1494},
}


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_tables_give_the_papers_number_of_questions(official, items, domain):
    counts = Counter(item.question_type for item in items(domain, official("erbench")))
    assert {key: counts[key] for key in counts if not key.startswith("known")} == COUNTS[domain]
    assert counts["known_bn"] > 0


@pytest.mark.parametrize("domain", DOMAINS)
def test_pages_are_looked_up_for_what_the_tables_name(official, generate, tmp_path, domain):
    options = ("--passages", "wikipedia", "--passage-cache", tmp_path / "cache")
    code, err = generate(
        "--source", "official", "--path", official("erbench"), "--benchmark", domain, *options
    )
    assert code == 2
    assert "nothing has a passage in this cache" in err


@pytest.mark.parametrize("domain", ["movie_mm", "soccer_mm"])
def test_the_questions_with_images_fit_the_tables(official, domain):
    opened = open_benchmark(domain, official=str(official("erbench")))
    assert next(opened.items(sample=1)).picture


# The recorded negated 3-hop prompts are not worded as the paper's Table 37.
RECORDED = [
    *((domain, task, task) for domain in DOMAINS for task in ("bn_yes", "bn_no", "mc")),
    ("movie", "2hop_yes", "mh_yes"),
    ("movie", "2hop_no", "mh_no"),
    ("soccer", "3hop_yes", "mh_yes"),
]


@pytest.mark.parametrize(("domain", "task", "question_type"), RECORDED)
def test_the_questions_are_those_that_the_authors_recorded(
    official, items, domain, task, question_type
):
    made = items(domain, official("erbench"))
    path = official(f"erbench_replay/gpt35/erbench_{domain}_{task}.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        docs = {doc["question"]: doc for doc in (json.loads(line)["doc"] for line in lines)}
    ours = {item.question: item for item in made if item.question_type == question_type}
    common = ours.keys() & docs.keys()
    # Namesakes are left out of the types that need the name to determine something.
    least = 0.99 if question_type.startswith("bn") else 0.98
    assert len(common) >= least * max(len(ours), len(docs))
    if question_type != "mc":
        assert [q for q in common if ours[q].answer != docs[q]["answer"]] == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_an_option_that_neither_side_made_false_is_worded_as_recorded(official, items, domain):
    path = official(f"erbench_replay/gpt35/erbench_{domain}_mc.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        docs = {doc["question"]: doc for doc in (json.loads(line)["doc"] for line in lines)}
    compared, equal = 0, 0
    for item in items(domain, official("erbench")):
        if item.question_type != "mc" or item.question not in docs:
            continue
        doc = docs[item.question]
        pairs = zip(item.options, doc["options"], strict=True)
        for number, (option, recorded) in enumerate(pairs, start=1):
            if f"option {number}" not in {item.answer, doc["answer"]}:
                compared, equal = compared + 1, equal + (option == recorded)
    assert compared > 1000
    assert equal >= 0.99 * compared


def test_numbers_that_the_tables_store_as_floats_are_asked_as_whole_numbers(official, items):
    folder = official("erbench")
    row = rows_of(folder / BINARY)[7]
    year = str(int(float(row["entity3"])))
    assert year != row["entity3"]
    (item,) = (
        item
        for item in items("movie", folder)
        if item.question_type == "bn_yes" and item.entity == row["common_entity"]
    )
    assert f"released in {year}, starring {row['entity1']}" in item.question
    assert item.rationale[0].values[0] == row["common_entity"]


def test_the_coordinates_of_airports_are_asked_as_they_are_written(official, items):
    folder = official("erbench")
    asked = questions_of(items("airport", folder), "bn_yes")
    rows = rows_of(folder / "binary/airport_data/crafted/airport_df.csv")
    assert asked == {
        f"Is there an airport located at latitude {row['entity1']} and longitude {row['entity2']}?"
        for row in rows
    }


def test_a_city_that_hosted_the_games_twice_has_both_years_and_one_that_never_did_none(
    official, items
):
    folder = official("erbench")
    rows = rows_of(folder / "binary/soccer_olympic/crafted/total_df.csv")
    years = {row["entity1"]: row["entity3"].strip().strip(",") for row in rows}
    once = {name for name, n in Counter(row["entity1"] for row in rows).items() if n == 1}
    basic = {i.entity: i for i in items("soccer", folder) if i.question_type == "mh_yes"}
    assert once <= basic.keys()
    for name in once:
        item = basic[name]
        assert item.answer == ("yes" if years[name] else "no")
        hosted = [element for element in item.rationale if element.hop == 3]
        assert sorted(years[name].split(",")) == (list(hosted[0].values) if hosted else [""])


def test_false_options_are_drawn_from_players_that_are_not_asked_about_too(official, items):
    folder = official("erbench")
    rows = rows_of(folder / "multi_choice/dataset/crafted/soccer.csv")
    first = {row["entity4"] for row in rows[:1500]}
    shown = " ".join(
        option
        for item in items("soccer", folder)
        if item.question_type == "mc"
        for option in item.options
    )
    assert any(f" {league} " in shown for league in {row["entity4"] for row in rows} - first)


@pytest.mark.parametrize("domain", DOMAINS)
def test_entity_ids_are_the_same_each_time_and_across_question_types(official, items, domain):
    folder = official("erbench")
    made = items(domain, folder)
    again = open_benchmark(domain, official=str(folder)).items()
    assert [item.id for item in made] == [item.id for item in again]
    binary = {item.entity_id for item in made if item.question_type == "bn_yes"}
    # The two files of books differ in three authors.
    assert len({i.entity_id for i in made if i.question_type == "mc"} - binary) <= 3


def test_a_task_asks_about_the_authors_tables_through_lm_evals_metadata(checkout):
    docs = dataset.load("movie", "bn_yes", official=str(checkout))["test"]
    assert docs["question"] == [
        "Is there a movie, released in 1999, starring Bo Sample where Ann Example is the director?",
        "Is there a movie, released in 2001, starring Di Instance "
        "where Cy Specimen is the director?",
    ]
    assert docs["entity_id"][0] != docs["entity_id"][1]
    with pytest.raises(InputError, match="do not go together"):
        dataset.load("movie", "bn_yes", database="other", official=str(checkout))


def test_the_command_line_generates_from_the_authors_tables(checkout, generate, tmp_path):
    code, err = generate("--source", "official", "--path", checkout)
    assert code == 0, err
    assert (tmp_path / "items" / "mc").is_dir()


def refusals(checkout):
    """What is wrong with the options, and what the message says."""
    official = ["--source", "official"]
    return {
        "no path": (official, "--path: missing"),
        "a path for the embedded domains": (["--path", checkout], "--path: goes with --source"),
        "no folder": ([*official, "--path", "nowhere"], "nowhere: no folder"),
        "a URL": ([*official, "--path", "https://host/x.zip"], "download or clone it first"),
        "another domain": ([*official, "--path", checkout, "--benchmark", "x"], "airport, book"),
        "a database": ([*official, "--path", checkout, "--database", "d"], "do not go together"),
    }


@pytest.mark.parametrize("case", refusals(None))
def test_options_that_do_not_go_together_are_refused(checkout, generate, tmp_path, case):
    options, message = refusals(checkout)[case]
    code, err = generate(*options)
    assert code == 2
    assert err.count("\n") == 1
    assert message in err
    assert not (tmp_path / "items").exists()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        (HOPS, None, None, f"{HOPS}: cannot read"),
        (HOPS, "entity4", "birth", f"{HOPS}, line 1: no column 'entity4'; it has '', 'common"),
        (HOPS, ",1947", ",unknown", f"{HOPS}, line 2: field 'entity4': 'unknown' is not of"),
        (BINARY, "1999.0", "1999.5", f"{BINARY}, line 2: field 'entity3': '1999.5' is not of"),
        (BINARY, "1999.0", "nan", f"{BINARY}, line 2: field 'entity3': 'nan' is not of"),
        (CHOICE, ",USA", "", f"{CHOICE}, line 2: 5 fields, not 6"),
        (CHOICE, CHECKOUT[CHOICE], "", f"{CHOICE}, line 1: no column 'common_entity'; it has none"),
    ],
)
def test_a_malformed_file_is_named_with_its_line_and_field(
    checkout, generate, tmp_path, file, old, new, message
):
    path = checkout / file
    if old is None:
        path.unlink()
    else:
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new, 1))
    code, err = generate("--source", "official", "--path", checkout)
    assert code == 2
    assert err.count("\n") == 1
    assert f"{checkout}/{message}" in err
    assert not (tmp_path / "items").exists()


def test_a_row_with_an_empty_cell_is_left_out_and_reported(checkout, generate):
    path = checkout / BINARY
    path.write_text(path.read_text().replace(",Bo Sample", ",", 1))
    code, err = generate("--source", "official", "--path", checkout)
    assert code == 0
    assert "1 rows left out since a value is NULL" in err
