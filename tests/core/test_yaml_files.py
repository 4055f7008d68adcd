import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.core.yaml_files import parse_yaml, read_yaml

# Each line has ten of the line before: a billion values in ten lines.
_BOMB = "a0: &a0 [1]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 10)
)


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
        ("a: 2024-13-01", "f.yaml, line 1: not valid YAML: '2024-13-01' is no timestamp"),
        ("[" * 5000, "f.yaml, line 1: not valid YAML: too deeply nested"),
        ("{a: " * 5000, "f.yaml, line 1: not valid YAML: too deeply nested"),
        ("- " * 5000, "f.yaml, line 1: not valid YAML: too deeply nested"),
        ("? " * 5000, "f.yaml, line 1: not valid YAML: too deeply nested"),
        ("\n".join(" " * n + "a:" for n in range(500)), "f.yaml, line 100: not valid YAML: too"),
        ("&a [*a]", "f.yaml, line 1: not valid YAML: a value contains itself"),
        ("&a {b: {c: *a}}", "f.yaml, line 1: not valid YAML: a value contains itself"),
        (_BOMB, "f.yaml, line 6: not valid YAML: more than 100,000 values"),
        (_BOMB.replace("[", "{<<: [").replace("]", "]}"), "f.yaml, line 6: not valid YAML: more"),
        ("a: &a " + "x" * 10**6 + "\nb: [" + "*a," * 50000 + "]", "f.yaml, line 2: not valid"),
        ("#\n" * 2_600_000, "f.yaml: 5,200,000 characters, more than 5,000,000"),
        ("a: " + "9" * 10_000, "f.yaml, line 1: not valid YAML: '9999"),
        ("a: 1" + ":1" * 5_000, "f.yaml, line 1: not valid YAML: '1:1:1"),
        ("a: 1" + ":1" * 1_000 + ".5", "f.yaml, line 1: not valid YAML: '1:1:1"),
        (r'a: "\ud800"', r"f.yaml, line 1: not valid YAML: '\ud800' is no str"),
        (r'"\ud800": 1', r"f.yaml, line 1: not valid YAML: '\ud800' is no str"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text, message):
    with pytest.raises(InputError) as caught:
        parse_yaml(text, "f.yaml")
    assert str(caught.value).startswith(message)


def test_an_anchor_may_stand_for_what_is_often_there():
    text = "a: &a {x: [1, 2]}\n" + "".join(f"b{n}: *a\nc{n}: {{<<: *a}}\n" for n in range(1000))
    assert parse_yaml(text, "f.yaml")["c999"] == {"x": [1, 2]}


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
