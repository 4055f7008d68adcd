"""What is published shows every image that a question is about, and nothing of this machine."""

import json
import shutil

import pytest
from image_benchmark import CLUBS, build, logo
from pictures import png_header, red

IMAGES = {
    "not a picture": ({"bytes": b"<svg/>", "path": None}, "not a picture in one of the formats"),
    "nothing": ({"bytes": b"", "path": None}, "the file is empty"),
    "a bomb": ({"bytes": png_header(50_000, 50_000), "path": None}, "more than 40,000,000 pixels"),
    "cut short": ({"bytes": logo("red", 200)[:-60], "path": None}, "broken or cut short"),
    "a path": ({"bytes": None, "path": "/etc/passwd"}, "it is a path, not in the dataset"),
    "a path too": ({"bytes": red(), "path": "/etc/passwd"}, "names a path of this machine"),
}
OPTIONS = ("--repo-id", "a/b", "--license", "mit", "--dry-run")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A generated benchmark with images."""
    from erbench_track.erbench_tasks.generator import Benchmark
    from erbench_track.erbench_tasks.stored.writer import export

    folder = tmp_path_factory.mktemp("league")
    path = build(folder, "blob", {club: logo(colour) for club, colour in CLUBS.items()})
    export(Benchmark.open(path, folder / "club.db"), folder / "items")
    return folder / "items"


def test_images_as_they_were_generated_are_published(made, command):
    assert json.loads((made / "benchmark.json").read_text())["images"]
    code, out, _ = command("publish", made, *OPTIONS)
    assert code == 0
    assert "a/b would get" in out


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_that_cannot_be_shown_is_named_with_its_item(made, refused, tmp_path, name):
    from pyarrow import Table, parquet

    image, reason = IMAGES[name]
    shutil.copytree(made, tmp_path / "items")
    (path,) = (tmp_path / "items" / "bn_no").glob("*.parquet")
    table = parquet.read_table(path)
    rows = table.to_pylist()
    rows[-1]["image"] = image
    parquet.write_table(Table.from_pylist(rows, schema=table.schema), path)
    said = refused("publish", tmp_path / "items", *OPTIONS)
    assert f"{path}: item {rows[-1]['id']}: its image cannot be shown: " in said
    assert reason in said
