"""Items as rows and back."""

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.core.values.kinds import KINDS
from erbench_track.erbench_tasks.items.item import (
    NO_PICTURE,
    Item,
    Picture,
    RationaleElement,
    arrow_schema,
    features,
    item_table,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
ELEMENT = st.builds(
    RationaleElement,
    st.integers(1, 4),
    TEXT,
    TEXTS,
    st.sampled_from(["any", "all"]),
    st.sampled_from(["", *KINDS]),
)
PICTURE = st.builds(
    Picture, st.text(min_size=1, max_size=20), TEXT, st.sampled_from(["file", "blob", "crest"])
)


def items(pictures):
    return st.builds(
        Item, TEXT, TEXT, st.integers(0, 9), TEXT, TEXT, TEXT, TEXTS, TEXT,
        st.lists(ELEMENT, max_size=3).map(tuple), TEXT, TEXT, pictures,
        st.none() | st.floats(allow_nan=False),
    )  # fmt: skip


@given(items(PICTURE | st.just(NO_PICTURE)))
def test_an_item_comes_back_from_its_row(item):
    found = Item.from_row(json.loads(json.dumps(item.to_row())))
    assert (found, found.id) == (item, item.id)
    assert found.to_row() == item.to_row()


# the first example imports pyarrow
@given(st.lists(items(PICTURE | st.just(NO_PICTURE)), min_size=1, max_size=4))
def test_items_come_back_from_a_table(some):
    found = [Item.from_row(row) for row in item_table(some, images=True).to_pylist()]
    assert found == some
    assert [item.id for item in found] == [item.id for item in some]


@given(items(st.just(NO_PICTURE)), st.floats())
def test_no_id_depends_on_popularity(item, popularity):
    assert dataclasses.replace(item, popularity=popularity, id="").id == item.id


@given(items(st.just(NO_PICTURE)), st.sampled_from(KINDS))
def test_no_id_depends_on_a_kind(item, kind):
    rationale = tuple(element._replace(kind=kind) for element in item.rationale)
    assert dataclasses.replace(item, rationale=rationale, id="").id == item.id


def test_an_image_that_is_no_file_of_this_machine_is_refused():
    item = Item("d", "bn_yes", 0, "e", "E", "Q?", (), "yes", (), "a -> b", picture=NO_PICTURE)
    row = {**item.to_row(), "image": {"bytes": b"png", "path": "a.png"}, "image_kind": "file"}
    with pytest.raises(InputError, match="not a file of this machine"):
        Item.from_row(row)


@pytest.mark.parametrize("images", [False, True])
def test_the_columns_have_the_same_types_for_arrow_as_for_datasets(images):
    assert features(images).arrow_schema.remove_metadata() == arrow_schema(images)
