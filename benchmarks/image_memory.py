"""Prints speed and peak memory of making many images, one at a time: memory must stay level.

A third are title cards, a third crests, a third photographs (noise of 2000 x 3000 pixels as JPEG)
that are normalised; all go through the cache on disk, and then once more, from the cache.

Run it on an idle machine: python benchmarks/image_memory.py [--images 1000 10000]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image

from erbench_track.erbench_tasks.images.drawings import crest, title_card
from erbench_track.erbench_tasks.images.picture_store import PictureStore


def photographs() -> list[bytes]:
    found = []
    for number in range(4):
        small = Image.effect_noise((200, 300), 40 + 20 * number).convert("RGB")
        out = BytesIO()
        small.resize((2000, 3000)).save(out, "JPEG", quality=85)
        found.append(out.getvalue())
    return found


def pictures(count: int, photos: list[bytes], store: PictureStore) -> Iterator[Path]:
    for number in range(count):
        name = f"Number {number}"
        if number % 3 == 0:
            card = partial(title_card, name, "1999")
            yield Path(store.drawn("title_card", [name, "1999"], card).path)
        elif number % 3 == 1:
            colours = ["navy", "gold"]
            yield Path(store.drawn("crest", [name, *colours], partial(crest, name, colours)).path)
        else:
            # What follows a JPEG file's end is not part of the picture: each file is another.
            yield Path(store.kept(photos[number % 4] + name.encode(), "file").path)


def measure(count: int) -> dict[str, float]:
    result: dict[str, float] = {"images": count}
    photos = photographs()
    with tempfile.TemporaryDirectory() as folder:
        for run in ("cold", "warm"):
            start = time.perf_counter()
            os.environ["ERBENCH_TRACK_IMAGE_CACHE"] = folder
            made = pictures(count, photos, PictureStore())
            length = sum(path.stat().st_size for path in made)
            result[f"{run}_per_second"] = round(count / (time.perf_counter() - start), 1)
        result["megabytes"] = round(length / 1e6, 1)
    result["peak_mib"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--images", type=int, nargs="+", default=[1000, 10_000])
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one is not None:
        print(json.dumps(measure(arguments.one)))
        return
    for count in arguments.images:
        # Each in its own process, since a peak never falls.
        command = [sys.executable, __file__, "--one", str(count)]
        print(subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip())


if __name__ == "__main__":
    main()
