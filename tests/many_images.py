"""A benchmark with any number of different images in its database, one per thing."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import yaml
from pictures import encoded
from PIL import Image

SIDE = 100


def noise() -> bytes:
    """A PNG file of 30 kB that has no equal."""
    return encoded(Image.frombytes("RGB", (SIDE, SIDE), os.urandom(3 * SIDE * SIDE)))


def build(folder: Path, count: int) -> None:
    """Writes the database and its specification."""
    with sqlite3.connect(folder / "many.db") as connection:
        connection.execute("create table thing (name text primary key, size int, photo blob)")
        rows = ((f"Thing {number}", number % 97, noise()) for number in range(count))
        connection.executemany("insert into thing values (?, ?, ?)", rows)
    connection.close()
    spec = {
        "name": "many",
        "relations": {
            "thing": {
                "sql": "SELECT name, size, photo FROM thing",
                "entity": ["name"],
                "images": {"photo": {"kind": "blob", "column": "photo", "shows": "name"}},
            }
        },
        "questions": [
            {
                "type": "binary",
                "relation": "thing",
                "image": "photo",
                "fd": "name -> size",
                "wording": {
                    "basic": "Is there a thing as in the image?",
                    "negated": "Is there no thing as in the image?",
                },
            }
        ],
    }
    (folder / "benchmark.yaml").write_text(yaml.safe_dump(spec, sort_keys=False))
