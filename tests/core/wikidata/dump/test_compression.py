"""Decompression piece by piece, and of bzip2 on several cores."""

import bz2
import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.core.wikidata.dump import compression
from erbench_track.core.wikidata.dump.compression import decompress_blocks

WORDS = random.Random(0).randbytes(60_000)  # noqa: S311 -- nothing secret


def few_at_a_time(data, size):
    return (data[start : start + size] for start in range(0, len(data), size))


@pytest.mark.slow
@given(
    st.binary(max_size=300_000) | st.integers(1, 9).map(lambda n: bytes(range(256)) * 500 * n),
    st.integers(1, 9),
    st.integers(1, 100_000),
    st.integers(1, 3),
)
def test_bzip2_on_several_cores_gives_what_one_core_gives(data, level, size, streams):
    packed = b"".join(
        bz2.compress(data[n::streams] if streams > 1 else data, level) for n in range(streams)
    )
    found = b"".join(decompress_blocks(few_at_a_time(packed, max(size, len(packed) // 50)), 2))
    assert found == bz2.decompress(packed)


def test_bits_that_look_like_a_block_within_one_do_no_harm(monkeypatch):
    data = os.urandom(400_000)
    packed = bz2.compress(data, 1)
    marks = compression._marks

    def also_wrong(buffer, first):
        found = marks(buffer, first)
        return sorted([*found, (8 * 150_003 + 3, True)]) if len(buffer) == len(packed) else found

    monkeypatch.setattr(compression, "_marks", also_wrong)
    assert b"".join(decompress_blocks(iter([packed]), 2)) == data


@pytest.mark.long
@settings(max_examples=40)
@given(st.data())
def test_a_cut_off_bzip2_stream_gives_its_whole_blocks_on_several_cores(draws):
    data = WORDS * 8
    packed = bz2.compress(data, 1)
    cut = draws.draw(st.integers(4, len(packed) - 11))
    found = []
    with pytest.raises(EOFError):
        found.extend(decompress_blocks(iter([packed[:cut]]), 2))
    assert data.startswith(b"".join(found))
    begun = [is_block for _, is_block in compression._marks(packed[:cut], 0)]
    assert len(found) == max(len(begun) - 1, 0)
