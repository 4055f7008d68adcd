"""False options that stay when others come or go, ids, and fast rendering."""

from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2 import TemplateError
from jinja2.sandbox import SandboxedEnvironment

from erbench_track.core.hashing import stable_hash
from erbench_track.erbench_tasks.questions.false_values import WrongValues
from erbench_track.erbench_tasks.spec.wording import Wordings

ENTITIES = range(2000)


def first(values, seed=0):
    placed = WrongValues(values, seed)
    return {entity: next(placed.drawn("domain", entity)) for entity in ENTITIES}


def test_a_value_that_is_added_changes_about_its_share_of_the_questions():
    values = [f"value {n}" for n in range(100)]
    before, after = first(values), first([*values, "another"])
    changed = {entity for entity in ENTITIES if before[entity] != after[entity]}
    assert {after[entity] for entity in changed} == {"another"}
    assert 0 < len(changed) < 0.1 * len(ENTITIES)


def test_the_seed_decides_and_the_order_of_the_values_does_not():
    values = [f"value {n}" for n in range(50)]
    assert first(values) == first(reversed(values))
    assert first(values) != first(values, seed=1)


@given(st.lists(st.text(), unique=True, max_size=8), st.integers(0, 99))
def test_every_value_is_offered_once(values, entity):
    assert sorted(WrongValues(values, 0).drawn(entity)) == sorted(values)


texts = st.lists(st.text(alphabet='ab\x1f\x1e[",', max_size=4), min_size=1, max_size=4)


@given(texts, texts)
@settings(max_examples=500)
def test_different_texts_have_different_hashes(one, other):
    """Also where a text contains what the texts are separated by."""
    assert (stable_hash(one) == stable_hash(other)) == (one == other)


plain = st.text(alphabet="ab {}%#?'\"é\n", max_size=8)
values = st.one_of(st.text(), st.integers(), st.floats(), st.dates(), st.decimals(), st.booleans())


@given(st.lists(plain, min_size=1, max_size=4), values, values)
def test_a_template_with_plain_variables_is_rendered_as_jinja_does(tmp_path_factory, parts, a, b):
    text = "{{ a }}".join(parts).replace("{ ", "{{ b }} ")
    try:
        expected = SandboxedEnvironment().from_string(text).render(a=a, b=b).strip()
    except TemplateError:
        return  # what `Wordings` refuses
    wordings = Wordings(tmp_path_factory.getbasetemp())
    assert wordings.inline(text, ["a", "b"], "here")({"a": a, "b": b}) == expected
