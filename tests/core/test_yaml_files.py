import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.core.yaml_files import parse_yaml, read_yaml


def test_plain_values_are_read(tmp_path):
    (tmp_path / "a.yaml").write_text("name: x\ncounts: [1, 2.5, null]\n")
    assert read_yaml(tmp_path / "a.yaml") == {"name": "x", "counts": [1, 2.5, None]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: [", "f.yaml, line 2: not valid YAML: expected"),
        ("a: 1\nb: 2020-13-45", "f.yaml, line 2: not valid YAML: '2020-13-45' is no timestamp"),
        ("a: !!int x", "f.yaml, line 1: not valid YAML: 'x' is no int"),
        ("a: !!int ''", "f.yaml, line 1: not valid YAML: '' is no int"),
        ("a: !!bool x", "f.yaml, line 1: not valid YAML: 'x' is no bool"),
        ("a: !!timestamp x", "f.yaml, line 1: not valid YAML: 'x' is no timestamp"),
        ("a: !!python/name:os.system", "f.yaml, line 1: not valid YAML: could not determine"),
        ("[" * 5000, "f.yaml: not valid YAML: too deeply nested"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text, message):
    with pytest.raises(InputError) as caught:
        parse_yaml(text, "f.yaml")
    assert str(caught.value).startswith(message)


@given(
    st.sampled_from(["", "!!int ", "!!float ", "!!bool ", "!!timestamp ", "!!binary ", "!!omap "]),
    st.text("ab01:-[]{}!&*#'\"|>%\n .,?_", max_size=40),
)
def test_no_text_raises_another_error(tag, text):
    with contextlib.suppress(InputError):
        parse_yaml(tag + text, "f.yaml")


@pytest.mark.parametrize(
    ("content", "reason"), [(None, "No such file or directory"), (b"\xff", "'utf-8' codec can't")]
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, content, reason):
    path = tmp_path / "a.yaml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_yaml(path)
    assert str(caught.value).startswith(f"{path}: cannot be read ({reason}")
