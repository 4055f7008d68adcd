"""A small benchmark whose clubs have logos: as files, at URLs, or as bytes in the database."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import yaml
from pictures import encoded
from PIL import Image

CLUBS = {"Reds": "red", "Blues": "blue", "Greens": "green", "Greys": "gray"}
PLAYERS = [
    (f"Player {number}", club, number, "Wales" if number % 2 else "Spain")
    for number, club in enumerate([*CLUBS, *CLUBS], start=1)
]


def logo(colour: str, side: int = 12, kind: str = "PNG") -> bytes:
    return encoded(Image.new("RGB", (side, side), colour), kind)


def build(folder: Path, kind: str, stored: dict[str, Any], **image: Any) -> Path:
    """Writes the database and its specification; returns the latter's path.

    Args:
        folder: An existing folder.
        kind: Kind of the images.
        stored: Club to the value of its image's column; others have none.
        **image: Further fields of the image.
    """
    with sqlite3.connect(folder / "club.db") as connection:
        column = "blob" if kind == "blob" else "text"
        connection.executescript(
            f"create table club (name text primary key, logo {column});"
            "create table player (name text primary key, club text references club (name),"
            " number integer, nation text);"
        )
        connection.executemany(
            "insert into club values (?, ?)", [(c, stored.get(c)) for c in CLUBS]
        )
        connection.executemany("insert into player values (?, ?, ?, ?)", PLAYERS)
    connection.close()
    source = {"kind": kind, "shows": "club", **image}
    if kind in ("file", "url", "blob"):
        source["column"] = "picture"
    path = folder / "benchmark.yaml"
    path.write_text(yaml.safe_dump(specification(source), sort_keys=False))
    return path


def specification(source: dict[str, Any]) -> dict[str, Any]:
    picture = ", c.logo AS picture" if "column" in source else ""
    relation = {
        "sql": f"SELECT p.name, c.name AS club, p.number, p.nation{picture}"
        " FROM player p JOIN club c ON c.name = p.club",
        "entity": ["name"],
        "images": {"logo": source},
    }
    asks = {"relation": "player", "image": "logo"}
    return {
        "name": "league",
        "relations": {"player": relation},
        "questions": [
            {
                "type": "binary", **asks, "fd": "club, number -> name",
                "wording": {
                    "basic": "Does number {{ number }} play for the club in the image?",
                    "negated": "Does no number {{ number }} play for the club in the image?",
                },
            },
            {
                "type": "multiple_choice", **asks, "fd": "name -> club, number, nation",
                "wording": [{
                    "question": "Which is false of {{ name }}?",
                    "club": "Plays for the club in the image.",
                    "number": "Wears number {{ number }}.",
                    "nation": "Is from {{ nation }}.",
                }],
            },
            {
                "type": "knowledge", **asks, "fd": "name -> club, number",
                "wording": {
                    "concatenated": "Do you know {{ name }}? Is his club in the image?",
                    "entity": "Do you know {{ name }}?",
                    "club": "Does {{ name }} play for the club in the image?",
                    "number": "Is {{ number }} the number of {{ name }}?",
                },
            },
        ],
    }  # fmt: skip
