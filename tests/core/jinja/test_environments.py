import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError

from erbench_track.core.jinja import TEMPLATES, environment, markdown_template


def rendered(text, values=None, **options):
    return environment(**{"autoescape": False, **options}).from_string(text).render(values or {})


def test_a_name_that_is_not_given_is_an_error():
    with pytest.raises(UndefinedError, match="'nobody' is undefined"):
        rendered("{{ nobody }}")


@pytest.mark.parametrize("text", ["{{ ''.__class__.__mro__ }}", "{{ f.__globals__ }}"])
def test_a_template_does_not_reach_pythons_inside(text):
    with pytest.raises(SecurityError):
        rendered(text, {"f": rendered})


@pytest.mark.parametrize(("autoescape", "shown"), [(True, "&lt;b&gt;"), (False, "<b>")])
def test_values_are_escaped_in_html_and_kept_in_plain_text(autoescape, shown):
    assert rendered("{{ x }}", {"x": "<b>"}, autoescape=autoescape) == shown


def test_the_line_of_a_tag_leaves_nothing_unless_it_is_to_be_kept():
    text = "a\n  {% if true %}\nb\n  {% endif %}\n"
    assert rendered(text) == "a\nb\n"
    assert rendered(text, trim_blocks=False) == "a\n  \nb\n  "
    assert rendered("a\n", keep_trailing_newline=True) == "a\n"


def test_a_folder_comes_before_the_embedded_templates(tmp_path):
    (tmp_path / "judge").mkdir()
    (tmp_path / "judge" / "gpt_judge.jinja").write_text("mine")
    templates = environment(tmp_path, autoescape=False)
    assert templates.get_template("judge/gpt_judge.jinja").render() == "mine"
    assert templates.get_template("training/any.jinja").filename.startswith(str(TEMPLATES))


def test_what_is_shown_in_markdown_is_no_markup(monkeypatch, tmp_path):
    (tmp_path / "page.md.jinja").write_text("# {{ x | inert }}\n{{ x | fenced }}\n")
    monkeypatch.setattr("erbench_track.core.jinja.environments.TEMPLATES", tmp_path)
    shown = markdown_template("page.md.jinja").render(x="<b>`*")
    assert shown == "# &#60;b&#62;&#96;&#42;\n```text\n<b>`*\n```\n"


def test_a_loop_knows_its_number_and_what_is_around_it_and_nothing_of_pythons_inside():
    text = "{% for x in 'ab' %}{{ loop.index }}{{ x }}{{ loop.last }} {% endfor %}"
    assert rendered(text) == "1aFalse 2bTrue "
    for inside in ("loop.__class__", "loop.__init__"):
        with pytest.raises(SecurityError):
            rendered("{% for x in 'a' %}{{ " + inside + " }}{% endfor %}")
