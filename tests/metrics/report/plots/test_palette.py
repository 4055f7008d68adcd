"""Colours that people with any colour vision can tell apart, on both backgrounds."""

from itertools import combinations

import numpy as np
import pytest

from erbench_track.metrics.report.plots.palette import DARK, LIGHT, config, css, shape

# G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation
# of color vision deficiency", IEEE TVCG 15 (2009) 1291-1298: severity 1, on linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868],
         [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968],
         [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779],
         [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375],
     [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
NEAREST = 16  # CIELAB units: what Okabe and Ito's palette has by this measure


def linear(color):
    """Returns the linear RGB of `#rrggbb`."""
    values = np.array([int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """Returns the CIELAB coordinates of linear RGB, for the white of a screen."""
    shares = TO_XYZ @ np.clip(rgb, 0, 1) / TO_XYZ.sum(axis=1)
    x, y, z = np.where(
        shares > (6 / 29) ** 3, np.cbrt(shares), shares / (3 * (6 / 29) ** 2) + 4 / 29
    )
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(color, other):
    """Returns the contrast ratio of WCAG 2."""
    low, high = sorted(TO_XYZ[1] @ linear(each) for each in (color, other))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_knows_black_white_and_red_from_green():
    assert lab(linear("#ffffff")) == pytest.approx([100, 0, 0], abs=0.01)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    red, brown = (lab(VISIONS["protanopia"] @ linear(c)) for c in ("#c2410c", "#7a5c00"))
    assert np.linalg.norm(red - brown) < 1  # two of the colours that there were before


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("vision", VISIONS)
def test_any_two_colours_differ_for_everybody(theme, vision):
    seen = {color: lab(VISIONS[vision] @ linear(color)) for color in theme.models}
    assert len(seen) == 8
    nearest = min(np.linalg.norm(seen[a] - seen[b]) for a, b in combinations(seen, 2))
    assert nearest >= NEAREST


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_every_colour_is_seen_on_its_background(theme):
    assert min(contrast(color, theme.page) for color in theme.models) >= 3  # WCAG 1.4.11
    assert contrast(theme.text, theme.page) >= 7
    assert set(theme.parts) <= set(theme.models)


def test_64_models_have_64_looks():
    colors = config(LIGHT)["range"]["category"]
    assert len({(colors[place % len(colors)], shape(place)) for place in range(64)}) == 64
    assert config(LIGHT)["range"]["symbol"] == [shape(place) for place in range(64)]


def test_the_pages_variables_have_values():
    assert css(DARK).startswith(f"--m0: {DARK.models[0]}; ")
    assert f"--p4: {LIGHT.parts[4]};" in css(LIGHT)
