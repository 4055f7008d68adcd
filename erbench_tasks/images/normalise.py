"""Pictures from anywhere become plain PNG files: one format, no metadata, no decompression bombs.

Neither a file's name nor the type that a server declares is trusted; only the content counts.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Iterator
from io import BytesIO
from typing import cast

from PIL import Image, ImageOps, UnidentifiedImageError

from ...core.errors import first_line

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
MAX_BYTES = 20_000_000
MAX_PIXELS = 40_000_000
SIDE = 1024  # pixels of the longest side; vision models scale larger pictures down themselves
VERSION = 1  # of the pixels that come out for the same file

_WARNINGS = threading.Lock()


class NotAnImage(ValueError):  # noqa: N818 -- it is a finding about one row, rather than a fault
    """One row has no usable picture; the text is a short reason for the row's report."""


def normalised(data: bytes, side: int = SIDE) -> bytes:
    """Returns a picture as a PNG file without metadata; equal pixels give equal bytes.

    It is upright (EXIF's orientation is applied), RGB (transparent parts are white, 16 bits a
    channel become 8), the first frame of an animation, and never enlarged. Colour profiles are
    not applied. Its longest side has at most `side` pixels.

    Raises:
        NotAnImage: It is no file of one of `FORMATS`, is broken, or is too large.
    """
    with _opened(data) as image:
        image.load()
        with contextlib.suppress(Exception):  # broken metadata does not make pixels unusable
            ImageOps.exif_transpose(image, in_place=True)
        return png_bytes(_within(_flat(image), side))


def check_finished(data: bytes) -> None:
    """Checks a normalised picture without decoding it; a NotAnImage if it is damaged or large."""
    with _opened(data) as image:
        image.verify()


def png_bytes(image: Image.Image) -> bytes:
    """Returns an RGB picture as a PNG file that has nothing but its pixels."""
    plain = Image.new("RGB", image.size)
    plain.paste(image)
    out = BytesIO()
    plain.save(out, format="PNG", compress_level=6)
    return out.getvalue()


@contextlib.contextmanager
def _opened(data: bytes) -> Iterator[Image.Image]:
    """Opens a picture; what Pillow raises for a hostile or broken file becomes a reason.

    Its warnings are hidden: our own limit is lower, and broken EXIF is ignored. The filters of
    warnings are the whole process's: one thread at a time may change them.
    """
    if not data:
        raise NotAnImage("the file is empty")
    if len(data) > MAX_BYTES:
        raise NotAnImage(f"the file is larger than {MAX_BYTES:,} bytes")
    try:
        with _WARNINGS, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                _check_size(*image.size)
                yield image
    except NotAnImage:
        raise
    except Image.DecompressionBombError as error:
        raise NotAnImage(f"the picture has more than {MAX_PIXELS:,} pixels") from error
    except UnidentifiedImageError as error:
        raise NotAnImage(f"not a picture in one of the formats {', '.join(FORMATS)}") from error
    except Exception as error:
        # Decoders of broken files raise errors of nearly every class (struct, index, syntax, ...).
        reason = first_line(error)[:80]
        raise NotAnImage(f"the picture is broken or cut short ({reason})") from error


def _check_size(width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise NotAnImage(f"the picture has no pixels ({width} x {height})")
    if width * height > MAX_PIXELS:
        raise NotAnImage(
            f"the picture has {width:,} x {height:,} pixels, more than {MAX_PIXELS:,} in all"
        )


def _flat(image: Image.Image) -> Image.Image:
    """Returns a picture as RGB, on white."""
    if image.mode.startswith(("I", "F")):
        image = _eight_bits(image)
    if not image.has_transparency_data:
        return image.convert("RGB")
    transparent = image.convert("RGBA")
    canvas = Image.new("RGB", image.size, "white")
    canvas.paste(transparent, mask=transparent)
    return canvas


def _eight_bits(image: Image.Image) -> Image.Image:
    """Returns a grey picture of 16 bits a pixel with 8, the upper ones; Pillow clips them."""
    if image.mode != "F":
        deep = image.convert("I")
        low, high = cast("tuple[int, int]", deep.getextrema())
        if low >= 0 and high <= 0xFFFF:
            return deep.point(lambda value: value * (1 / 257) + 0.5).convert("L")
    raise NotAnImage("its pixels are numbers without a fixed range, not colours")


def _within(image: Image.Image, side: int) -> Image.Image:
    if (longest := max(image.size)) <= side:
        return image
    width, height = (max(1, round(length * side / longest)) for length in image.size)
    return image.resize((width, height), Image.Resampling.LANCZOS)
