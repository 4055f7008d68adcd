"""What a signature covers, and that it is all that changes in a file but for unsigned entries."""

import stat
from datetime import date

import pytest

from erbench_track.core.errors import InputError
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.preview.signature import changed_since, fingerprint, sign
from erbench_track.erbench_tasks.spec.spec_file import read_spec


def edited(folder, old, new, name="benchmark.yaml"):
    """Returns the fingerprint after an edit of a file, and undoes that."""
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new))
    found = fingerprint(read_spec(folder / "benchmark.yaml")[0], folder)
    (folder / name).write_text(text)
    return found


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("benchmark.yaml", "  - type: binary\n", "\n  # Rivers.\n  - type:  binary\n"),
        ("benchmark.yaml", "[name, country]", '\n      - name\n      - "country"'),
        ("benchmark.yaml", "questions:", "max_items: null\nquestions:"),
        ("city.jinja", "{% block basic %}", "{# Not yet. #}{% block basic %}"),
        ("city.csv", "Rome,Italy", "Roma,Italia"),
    ],
)
def test_comments_layout_defaults_and_data_do_not_count(toy, name, old, new):
    assert edited(toy, old, new, name) == edited(toy, "name: city", "name: city")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("benchmark.yaml", "FROM city c", "FROM city AS c"),
        ("benchmark.yaml", "type: binary\n", "type: binary\n    risk: Some.\n"),
        ("benchmark.yaml", "questions:", "max_items: 5\nquestions:"),
        ("city.jinja", "Is there a city", "Is there any city"),
        ("shared.jinja", "word", "other word"),
    ],
)
def test_what_is_asked_counts_and_what_templates_include(toy, name, old, new):
    (toy / "shared.jinja").write_text("a word")
    with (toy / "city_mc.jinja").open("a") as file:
        file.write("{% include 'shared.jinja' %}")
    assert edited(toy, old, new, name) != edited(toy, "name: city", "name: city")


def test_nothing_that_is_generated_depends_on_what_is_said_of_an_entry(toy):
    path = toy / "benchmark.yaml"
    plain = list(Benchmark.open(path).items())
    said = "river -> name\n    why_known: From maps.\n    risk: None.\n"
    path.write_text(path.read_text().replace("river -> name\n", said))
    assert Benchmark.open(path).spec.questions[0].why_known == "From maps."
    assert list(Benchmark.open(path).items()) == plain


DAY = date(2026, 1, 31)
HEAD = """\
# All cities.
name: city   # not town
relations: {city: {sql: "SELECT name, country FROM city", entity: [name]}}
"""
ENTRIES = """\
questions:
  - {type: binary, relation: city, fd: name -> country, wording: {basic: a, negated: b}}   # one

  # The second one.
  - type: binary
    relation: city
    fd: name -> country
    wording:
      basic: |
        Is it,

        or not?
      negated: >-
          not
          this # is no comment
    # Its end.
  - type: altered
    relation: city
    fd: name -> country
    replaced:
    - name
    wording: {basic: "over
 two lines"}
# The end.
"""


@pytest.fixture
def signed(tmp_path):
    """Signs entries of a text; returns the text, and what it then says."""

    def signed(text, *entries, by="Ada"):
        path = tmp_path / "city.yaml"
        path.write_bytes(text.encode())
        spec, _ = read_spec(path)
        chosen = entries or range(len(spec.questions))
        sign(spec, path, by, DAY, chosen)
        found, _ = read_spec(path)
        assert found.questions == [spec.questions[index] for index in sorted(chosen)]
        assert (found.signed.by, found.signed.on) == (by, DAY)
        assert changed_since(found, path) == ""
        return path.read_bytes().decode()

    return signed


def block(text):
    """Returns the line of the signature, and the text without it."""
    lines = text.splitlines(keepends=True)
    (line,) = (line for line in lines if line.startswith("signed: "))
    return line, "".join(line for line in lines if not line.startswith("signed: "))


@pytest.mark.parametrize("by", ["Ada", 'Zoë "Z" O\'Hara: {#} 😀', "null", "- a"])
def test_one_line_is_added_at_the_end(signed, by):
    line, rest = block(signed(HEAD + ENTRIES, by=by))
    assert line.startswith("signed: {by: ")
    assert rest == f"{HEAD}{ENTRIES}\n"


def test_an_older_signature_is_replaced_where_it_stands(signed):
    once = signed(HEAD + ENTRIES)
    old = (
        "signed:   # by hand\n  by: Bo\n  on: 2020-01-01\n  fingerprint: '" + "0" * 32 + "'\n# x\n"
    )
    for before in (once, f"{once}# More.\n", HEAD + old + ENTRIES):
        text = signed(before, by="Bo")
        assert text.count("signed: {by: ") == 1
    assert text.startswith(HEAD + "signed: {by: ")
    assert text.endswith('"}\n# x\n' + ENTRIES)


@pytest.mark.parametrize("entries", [(0,), (1,), (2,), (0, 2), (1, 2), (0, 1)])
@pytest.mark.parametrize("end", ["", "...\n"])
def test_without_their_signs_of_comments_all_entries_are_there(signed, entries, end):
    text = signed(HEAD + ENTRIES + end, *entries)
    assert text.count("  # not signed by Ada on 2026-01-31\n") == 3 - len(entries)
    assert "# All cities.\nname: city   # not town\n" in text
    kept = HEAD + ENTRIES
    lines = [line for line in block(text)[1].splitlines() if "# not signed by" not in line]
    restored = [line if line in kept.splitlines() else line.replace("# ", "", 1) for line in lines]
    assert "".join("".join(restored).split()) == "".join((kept + end).split())


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: f"\ufeff{text}",
        lambda text: f"---\n{text}",
        lambda text: text.replace("\n  ", "\n"),
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("questions:", "questions: &all"),
    ],
    ids=["windows", "mark", "document", "indentless", "no end", "anchor"],
)
def test_the_layout_stays(signed, change):
    text = change(HEAD + "questions:\n" + ENTRY * 2)
    edited = signed(text, 1)
    assert edited.startswith(text.partition("questions")[0])
    assert ("\r\n" in edited) == ("\r\n" in text)
    assert edited.count("\n") - edited.count("\r\n") in (0, edited.count("\n"))


ENTRY = """\
  - type: binary
    relation: city
    fd: name -> country
    wording: {basic: a, negated: b}
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            HEAD + "questions:\n" + ENTRY.replace("{basic", "&w {basic")
            + ENTRY.replace("{basic: a, negated: b}", "*w"),
            "it cannot be signed as it is laid out",
        ),
        (
            HEAD + "questions: [" + ", ".join(
                ["{type: binary, relation: city, fd: name -> country, wording: {basic: a}}"] * 2
            ) + "]\n",
            "it cannot be signed as it is laid out",
        ),
        (
            '{name: a, relations: {city: {sql: "SELECT name, country FROM city", entity: name}}, '
            "questions: ["
            + "{type: binary, relation: city, fd: name -> country, wording: {basic: a}}, " * 2
            + "]}",
            "it cannot be signed as it is laid out",
        ),
    ],
    ids=["alias", "in one line", "braces"],
)  # fmt: skip
def test_what_cannot_be_edited_is_one_line_and_stays(signed, tmp_path, text, message):
    with pytest.raises(InputError, match=message) as error:
        signed(text, 1)
    assert "\n" not in str(error.value)
    assert (tmp_path / "city.yaml").read_text() == text


def test_a_file_that_is_edited_meanwhile_is_not_signed(tmp_path):
    path = tmp_path / "city.yaml"
    path.write_text(HEAD + ENTRIES)
    spec, _ = read_spec(path)
    path.write_text(HEAD.replace("name: city", "name: town") + ENTRIES)
    with pytest.raises(InputError, match="changed meanwhile"):
        sign(spec, path, "Ada", DAY, [0])
    assert "signed" not in path.read_text()


def test_links_and_permissions_stay(tmp_path):
    file, link = tmp_path / "file.yaml", tmp_path / "link.yaml"
    file.write_text(HEAD + ENTRIES)
    file.chmod(0o600)
    link.symlink_to(file)
    sign(*read_spec(link), "Ada", DAY, [0])
    assert link.is_symlink()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "signed: " in file.read_text()


@pytest.mark.parametrize(
    "value",
    ["{by: a, on: 2026-01-31}", '{by: "", on: 2026-01-31, fingerprint: "a"}', "Ada"],
)
def test_a_signature_by_hand_that_is_wrong_names_its_field(signed, value):
    with pytest.raises(InputError, match=r"city.yaml, line \d+: signed"):
        signed(f"{HEAD}{ENTRIES}signed: {value}\n")
