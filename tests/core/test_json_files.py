import pytest

from erbench_track.core.errors import InputError
from erbench_track.core.json_files import read_json, read_json_object


def test_json_is_read(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"a": [1, null]}')
    assert read_json(path) == {"a": [1, None]}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, ": cannot be read (No such file or directory)"),
        (b'{"a": 1,\n "b": }', ", line 2: not valid JSON: Expecting value"),
        (b"\xff", ": cannot be read ('utf-8' codec can't decode"),
        (b"[" * 100_000, ": not valid JSON: too deeply nested"),
        (b"9" * 5000, ": not valid JSON: Exceeds the limit"),
    ],
)
def test_what_is_wrong_is_named_with_file_and_line(tmp_path, content, message):
    path = tmp_path / "a.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_json(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_a_file_that_must_hold_an_object_holds_nothing_else(tmp_path):
    path = tmp_path / "a.json"
    path.write_text('{"a": 1}')
    assert read_json_object(path) == {"a": 1}
    path.write_text("[]")
    with pytest.raises(InputError, match=r"a\.json: expected a JSON object"):
        read_json_object(path)
