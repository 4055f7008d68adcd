"""Look-ups in a sorted Parquet file."""

import pyarrow as pa
import pyarrow.parquet as pq
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.wikidata.dump.sorted_table import SortedTable


@given(
    st.lists(st.integers(1, 40), max_size=60).map(sorted),
    st.sets(st.integers(0, 41)),
    st.integers(1, 9),
)
def test_a_sorted_table_gives_all_rows_of_the_keys(tmp_path_factory, keys, wanted, size):
    path = tmp_path_factory.mktemp("table") / "table.parquet"
    rows = list(zip(keys, map(str, range(len(keys))), strict=True))
    table = pa.table({"key": pa.array(keys, pa.int64()), "more": [more for _, more in rows]})
    pq.write_table(table, path, row_group_size=size)
    found = SortedTable(path, ["key", "more"]).rows(wanted)
    assert list(found) == [row for row in rows if row[0] in wanted]
