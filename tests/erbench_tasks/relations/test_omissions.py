"""What is left out is said in lines that a person can read."""

from erbench_track.erbench_tasks.relations.omissions import Omissions
from erbench_track.erbench_tasks.spec.spec import FunctionalDependency


def test_a_line_is_short_and_shows_what_cannot_be_seen():
    omissions = Omissions()
    fd = FunctionalDependency(determinant=["name"], dependent=["about"])
    rows = [{"name": "a\x1b[2J", "about": f"{n} {'x' * 8000}"} for n in range(40)]
    assert omissions.violated("thing", [fd], rows)
    omissions.no_image("\u202eevil\x07\nname " + "y" * 8000, "it is none")
    omissions.without_wrong_option.append("\x1b]0;title\x07")
    lines = list(omissions.lines())
    assert lines[0].startswith("thing: name -> about does not hold: name='a\\x1b[2J', about='0 xxx")
    assert lines[1].startswith("\\x1b]0;title\\x07: every value")
    assert lines[2].startswith("no image of \\u202eevil\\x07 name yyy")
    assert all(line.isprintable() and len(line) < 310 for line in lines)


def test_a_line_says_why_even_if_the_value_is_long():
    omissions = Omissions()
    omissions.no_image("y" * 8000, "the column of the image is NULL")
    omissions.too_many.append("y" * 8000)
    assert [line.endswith(end) for line, end in zip(
        omissions.lines(), ["too many tuples share this determinant",
                            "the column of the image is NULL"], strict=True
    )] == [True, True]  # fmt: skip
