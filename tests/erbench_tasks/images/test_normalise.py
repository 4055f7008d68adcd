"""Pictures from anywhere become plain PNG files, and hostile ones are refused with a reason."""

import contextlib
import struct
import subprocess
import sys
import threading
import warnings
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pictures import chunk, decoded, encoded, pixels, png_header, red
from PIL import Image, ImageOps, PngImagePlugin

from erbench_track.erbench_tasks.images import normalise
from erbench_track.erbench_tasks.images.normalise import NotAnImage, normalised
from erbench_track.erbench_tasks.images.picture_store import PictureStore

KINDS = {"PNG": "RGB", "JPEG": "RGB", "WEBP": "RGB", "GIF": "P", "BMP": "RGB", "TIFF": "RGB"}


def gradient(width=40, height=30):
    image = Image.new("RGB", (width, height))
    image.putdata([(x * 6 % 256, y * 8 % 256, 90) for y in range(height) for x in range(width)])
    return image


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_becomes_an_rgb_png_of_the_same_size(kind):
    image = decoded(normalised(encoded(gradient().convert(KINDS[kind]), kind)))
    assert (image.format, image.mode, image.size) == ("PNG", "RGB", (40, 30))


@given(
    st.integers(1, 60),
    st.integers(1, 60),
    st.sampled_from(["1", "L", "LA", "I;16", "P", "RGB", "RGBA", "CMYK"]),
    st.integers(1, 40),
    st.binary(min_size=1, max_size=20),
)
@settings(max_examples=60)
def test_any_size_and_mode_becomes_rgb_within_the_side_and_stays_so(
    width, height, mode, side, seed
):
    length = len(Image.new(mode, (width, height)).tobytes())
    image = Image.frombytes(mode, (width, height), (seed * (length // len(seed) + 1))[:length])
    if mode == "P":
        image.putpalette(bytes(range(256)) * 3)
    once = normalised(encoded(image, "TIFF" if mode == "CMYK" else "PNG"), side)
    result = decoded(once)
    assert result.mode == "RGB"
    assert max(result.size) == min(side, max(width, height))
    assert min(result.size) >= 1
    assert normalised(once, side) == once


def test_equal_pixels_give_equal_bytes_whatever_file_they_came_in():
    image = gradient()
    files = [
        encoded(image, "PNG", compress_level=0),
        encoded(image, "BMP"),
        encoded(image, "TIFF", compression="tiff_lzw"),
        encoded(image, "WEBP", lossless=True),
    ]
    assert len({normalised(file) for file in files}) == 1


def test_transparent_parts_are_white_also_in_palettes():
    clear = Image.new("RGBA", (4, 4), (255, 0, 0, 0))
    palette = Image.new("P", (4, 4), 0)
    palette.putpalette([0, 0, 0, 255, 0, 0])
    palette.putpixel((0, 0), 1)
    assert set(pixels(decoded(normalised(encoded(clear))))) == {255}
    seen = decoded(normalised(encoded(palette, "GIF", transparency=0)))
    assert seen.getpixel((3, 3)) == (255, 255, 255)
    assert seen.getpixel((0, 0)) == (255, 0, 0)


def test_sixteen_bits_become_the_upper_eight():
    deep = Image.new("I;16", (2, 1))
    deep.putpixel((0, 0), 0xFFFF)
    deep.putpixel((1, 0), 0x8000)
    assert list(pixels(decoded(normalised(encoded(deep))))) == [255] * 3 + [128] * 3


def test_numbers_without_a_range_are_no_colours():
    with pytest.raises(NotAnImage, match="without a fixed range"):
        normalised(encoded(Image.new("F", (3, 3), 0.5), "TIFF"))


def test_cmyk_keeps_its_colour():
    data = encoded(Image.new("CMYK", (8, 8), (0, 255, 255, 0)), "JPEG", quality=95)
    red_, green, blue = decoded(normalised(data)).getpixel((4, 4))
    assert red_ > 230
    assert max(green, blue) < 60


def test_an_animation_is_its_first_frame():
    frames = [Image.new("RGB", (6, 6), colour) for colour in ("blue", "red")]
    for kind in ("GIF", "WEBP", "PNG"):
        data = encoded(frames[0], kind, save_all=True, append_images=frames[1:])
        assert decoded(normalised(data)).getpixel((3, 3))[2] > 240, kind


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_picture_that_exif_turns_is_upright(orientation):
    image = gradient(6, 4)
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(image, "PNG", exif=exif.tobytes())
    expected = ImageOps.exif_transpose(decoded(data))
    result = decoded(normalised(data))
    assert result.size == expected.size
    assert pixels(result) == pixels(expected)


def test_nothing_but_pixels_is_kept():
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Title", "The Matrix", zip=True)
    data = encoded(gradient(), pnginfo=notes, icc_profile=b"a profile", dpi=(300, 300))
    kinds, at, out = [], 8, normalised(data)
    while at < len(out):
        (length,) = struct.unpack(">I", out[at : at + 4])
        kinds.append(out[at + 4 : at + 8])
        at += 12 + length
    assert set(kinds) == {b"IHDR", b"IDAT", b"IEND"}


REFUSED = {
    "empty": (b"", "empty"),
    "text": (b"Not a picture, whatever its name is.\n" * 9, "not a picture in one of the formats"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not a picture"),
    "pdf": (b"%PDF-1.7 " * 9, "not a picture"),
    "ppm": (encoded(gradient(), "PPM"), "not a picture"),
    "ico": (encoded(gradient(), "ICO"), "not a picture"),
    "huge": (png_header(50_000, 50_000), "pixels"),
    "one that lies": (png_header(100_000, 100_000), "pixels"),
    "above our own limit": (png_header(7_000, 6_000), "7,000 x 6,000 pixels"),
    "no pixels": (png_header(0, 7), "pixels|broken|not a picture"),
    "pixels missing": (png_header(300, 300), "broken or cut short"),
    "cut png": (encoded(gradient(200, 200))[:-60], "broken or cut short"),
    "cut jpeg": (encoded(gradient(200, 200), "JPEG")[:900], "broken or cut short"),
    "cut webp": (encoded(gradient(200, 200), "WEBP")[:200], "broken or cut short|not a picture"),
    "cut bmp": (encoded(gradient(200, 200), "BMP")[:900], "broken or cut short"),
    "cut tiff": (encoded(gradient(200, 200), "TIFF")[:900], "broken or cut short|not a picture"),
    "cut gif": (encoded(gradient(200, 200).convert("P"), "GIF")[:900], "broken or cut short"),
    "too long": (b"\0" * (normalise.MAX_BYTES + 1), "larger than 20,000,000 bytes"),
}


@pytest.mark.parametrize(("data", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_usable_picture_is_refused_with_its_reason(data, reason):
    with pytest.raises(NotAnImage, match=reason) as caught:
        normalised(data)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(max_examples=15)
def test_a_damaged_file_is_a_picture_or_refused_never_a_crash(kind, data):
    file = bytearray(encoded(gradient().convert(KINDS[kind]), kind))
    for _ in range(data.draw(st.integers(1, 6))):
        file[data.draw(st.integers(0, len(file) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(NotAnImage):
        assert decoded(normalised(bytes(file))).mode == "RGB"


LINKS = str(Path(normalise.__file__).parents[3])
BOMB = """
import resource, sys
sys.path.insert(0, sys.argv[1])
from erbench_track.erbench_tasks.images.normalise import NotAnImage, normalised
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    normalised(data)
except NotAnImage as error:
    print(error)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def png_bomb():
    """20,000 x 20,000 black pixels, 1.2 GB, in a file of less than a megabyte."""
    packer = zlib.compressobj(9)
    row = b"\0" * (1 + 20_000)
    body = b"".join(packer.compress(row * 100) for _ in range(200)) + packer.flush()
    head = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def webp_bomb():
    """An animation's header of 16,000 x 16,000 pixels before a picture of few."""
    small = encoded(Image.new("RGB", (8, 8)), "WEBP", lossless=True)[12:]
    size = (16_000 - 1).to_bytes(3, "little") * 2
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\0" * 4 + size + small
    return b"RIFF" + struct.pack("<I", len(body)) + body


@pytest.mark.parametrize("bomb", [png_bomb, webp_bomb], ids=["png", "webp"])
def test_a_decompression_bomb_is_refused_before_it_takes_memory(bomb):
    data = bomb()
    assert len(data) < 2_000_000
    done = subprocess.run(
        [sys.executable, "-c", BOMB, LINKS],
        input=data,
        capture_output=True,
        check=True,
    )
    reason, megabytes = done.stdout.decode().strip().split("\n")
    assert "more than 40,000,000 in all" in reason or "more than 40,000,000 pixels" in reason
    assert int(megabytes) < 60


@pytest.fixture
def caches(tmp_path, monkeypatch):
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", str(tmp_path))
    return tmp_path


def kept(data):
    return Path(PictureStore().kept(data, "blob").path)


def test_a_drawing_is_made_once_for_all_that_it_depends_on(caches):
    drawn = []

    def draw(name):
        return lambda: drawn.append(name) or red(len(name))

    for kind, name in (("card", "one"), ("card", "three"), ("card", "one"), ("crest", "one")):
        picture = PictureStore().drawn(kind, [name], draw(name))
        assert Path(picture.path).read_bytes() == red(len(name))
    assert drawn == ["one", "three", "one"]


def test_half_of_an_entry_is_made_again(caches):
    whole = kept(red()).read_bytes()
    entries = [path for path in caches.rglob("*") if path.is_file()]
    for entry in entries:
        entry.write_bytes(whole[:-5])
    assert kept(red()).read_bytes() == whole
    assert {entry.read_bytes() for entry in entries} == {whole}


def test_a_cache_that_cannot_be_written_is_only_slower(caches):
    (caches / "finished").write_text("in the way")
    assert decoded(kept(red()).read_bytes()).size == (8, 8)


def test_the_user_can_have_no_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("ERBENCH_TRACK_IMAGE_CACHE", "0")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert decoded(kept(red()).read_bytes()).size == (8, 8)
    assert not list(tmp_path.iterdir())


def test_pillows_warnings_are_not_shown_and_other_peoples_are_left_alone(recwarn):
    for data in (png_header(10_000, 10_000), png_header(50_000, 50_000)):
        with pytest.raises(NotAnImage, match="pixels"):
            normalised(data)
    assert not recwarn.list
    before = list(warnings.filters)
    threads = [threading.Thread(target=normalised, args=(red(300),)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(warnings.filters) == before
