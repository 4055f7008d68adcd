"""A benchmark of any number of paintings, enough of which leave some for demonstrations."""

import sqlite3

import yaml

from erbench_track.erbench_tasks.generator import Benchmark

SPEC = {
    "name": "works",
    "relations": {
        "painting": {
            "sql": "SELECT w.title, w.museum, p.name AS painter, p.born AS birth_year"
            " FROM painting w JOIN painter p ON p.name = w.painter",
            "entity": ["title"],
        },
    },
    "questions": [
        {
            "type": "binary", "relation": "painting", "fd": "title -> painter",
            "wording": {
                "basic": "Did anyone paint {{ title }}?", "negated": "Did no one paint {{ title }}?"
            },
        },
        {
            "type": "multi_hop", "relation": "painting",
            "hops": ["title -> painter", "painter -> birth_year"],
            "wording": {
                "basic": "Was the painter of {{ title }} born in {{ birth_year }}?",
                "negated": "Was the painter of {{ title }} not born in {{ birth_year }}?",
            },
        },
        {
            "type": "multiple_choice", "relation": "painting", "fd": "title -> museum, painter",
            "wording": [{
                "question": "What is false about {{ title }}?",
                "museum": "Shown in {{ museum }}", "painter": "Painted by {{ painter }}",
            }],
        },
    ],
}  # fmt: skip


def works(folder, paintings):
    """Makes a database of paintings and its specification; returns the latter."""
    connection = sqlite3.connect(folder / "works.sqlite")
    connection.execute("create table painter (name text primary key, born int)")
    connection.execute(
        "create table painting (title text primary key, museum text, painter text references "
        "painter (name))"
    )
    painters = [f"Painter {chr(65 + n % 26)}{n}" for n in range(30)]
    connection.executemany(
        "insert into painter values (?, ?)", [(name, 1850 + n) for n, name in enumerate(painters)]
    )
    connection.executemany(
        "insert into painting values (?, ?, ?)",
        [(f"Work no. {n}", f"Museum {n % 7}", painters[n % 30]) for n in range(paintings)],
    )
    connection.commit()
    connection.close()
    spec = folder / "works.yaml"
    spec.write_text(yaml.safe_dump(SPEC))
    return Benchmark.open(spec, folder / "works.sqlite")
