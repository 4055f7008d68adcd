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

from PIL import Image, UnidentifiedImageError

from ...core.errors import first_line

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
MAX_BYTES = 20_000_000
MAX_PIXELS = 40_000_000
SIDE = 1024  # pixels of the longest side; vision models scale larger pictures down themselves
VERSION = 1  # of the pixels that come out for the same file

_WARNINGS = threading.Lock()
_ORIENTATION = 0x0112  # tag of EXIF
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


class NotAnImage(ValueError):  # noqa: N818 -- it is a finding about one row, rather than a fault
    """One row has no usable picture; the text is a short reason for the row's report."""


def normalised(data: bytes, side: int = SIDE) -> bytes:
    """Returns a picture as a PNG file without metadata; equal pixels give equal bytes.

    It is upright (EXIF's orientation is applied), RGB (transparent parts are white, 16 bits a
    channel become 8), the first frame of an animation, and never enlarged. Colour profiles are
    not applied.

    Args:
        data: Content of a file in one of `FORMATS`, at most `MAX_BYTES` and `MAX_PIXELS`.
        side: Longest side of the result in pixels, at least 1.

    Raises:
        NotAnImage: It is not such a file, is broken, or is too large.
    """
    _check_size_of_file(data)
    with _as_not_an_image(), _opened(data) as image:
        _check_size(*image.size)
        image.load()
        return png_bytes(_within(_flat(_upright(image)), side))


def check_finished(data: bytes) -> None:
    """Checks a picture that was normalised earlier, without decoding its pixels.

    Args:
        data: Content of a file.

    Raises:
        NotAnImage: It is not a picture, has been damaged since, or is too large.
    """
    _check_size_of_file(data)
    with _as_not_an_image(), _quietly(), _known(data) as image:
        _check_size(*image.size)
        image.verify()


def png_bytes(image: Image.Image) -> bytes:
    """Returns an RGB picture as a PNG file that has nothing but its pixels."""
    plain = Image.new("RGB", image.size)
    plain.paste(image)
    out = BytesIO()
    plain.save(out, format="PNG", compress_level=6)
    return out.getvalue()


def _check_size_of_file(data: bytes) -> None:
    if not data:
        raise NotAnImage("the file is empty")
    if len(data) > MAX_BYTES:
        raise NotAnImage(f"the file is larger than {MAX_BYTES:,} bytes")


def _check_size(width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise NotAnImage(f"the picture has no pixels ({width} x {height})")
    if width * height > MAX_PIXELS:
        raise NotAnImage(
            f"the picture has {width:,} x {height:,} pixels, more than {MAX_PIXELS:,} in all"
        )


@contextlib.contextmanager
def _as_not_an_image() -> Iterator[None]:
    """Turns what Pillow raises for a hostile or broken file into a reason."""
    try:
        yield
    except NotAnImage:
        raise
    except Image.DecompressionBombError as error:
        raise NotAnImage(f"the picture has more than {MAX_PIXELS:,} pixels") from error
    except UnidentifiedImageError as error:
        raise NotAnImage(f"not a picture in one of the formats {', '.join(FORMATS)}") from error
    except MemoryError as error:
        raise NotAnImage("the picture needs more memory than there is") from error
    except Exception as error:
        # Decoders of broken files raise errors of nearly every class (struct, index, syntax, ...).
        raise NotAnImage(
            f"the picture is broken or cut short ({first_line(error)[:80]})"
        ) from error


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Hides Pillow's warnings: our own limit is lower, and broken EXIF is ignored.

    The filters of warnings are the whole process's: one thread at a time may change them.
    """
    with _WARNINGS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _known(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data), formats=FORMATS)


def _opened(data: bytes) -> Image.Image:
    """Opens a picture without decoding its pixels."""
    with _quietly():
        image = _known(data)
        with contextlib.suppress(Exception):  # broken metadata does not make pixels unusable
            image.getexif()
    return image


def _upright(image: Image.Image) -> Image.Image:
    orientation = None
    with contextlib.suppress(Exception):
        orientation = image.getexif().get(_ORIENTATION)
    turn = _TURNS.get(orientation) if isinstance(orientation, int) else None
    return image if turn is None else image.transpose(turn)


def _flat(image: Image.Image) -> Image.Image:
    """Returns a picture as RGB, on white."""
    if image.mode.startswith(("I", "F")):
        image = _eight_bits(image)
    if not image.has_transparency_data:
        return image.convert("RGB")
    transparent = image.convert("RGBA")
    canvas = Image.new("RGB", image.size, "white")
    canvas.paste(transparent, mask=transparent.getchannel("A"))
    return canvas


def _eight_bits(image: Image.Image) -> Image.Image:
    """Returns a grey picture of 16 bits a pixel with 8, the upper ones."""
    if image.mode != "F":
        deep = image.convert("I")
        low, high = cast("tuple[int, int]", deep.getextrema())
        if low >= 0 and high <= 0xFFFF:
            return deep.point(lambda value: value * (1 / 257) + 0.5).convert("L")
    raise NotAnImage("its pixels are numbers without a fixed range, not colours")


def _within(image: Image.Image, side: int) -> Image.Image:
    longest = max(image.size)
    if longest <= side:
        return image
    width, height = (max(1, round(length * side / longest)) for length in image.size)
    return image.resize((width, height), Image.Resampling.LANCZOS)
