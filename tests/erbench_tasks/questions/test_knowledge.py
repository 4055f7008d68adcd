"""What is asked to assess knowledge (Appendix B.2): an entry for each kind of question."""

import pytest

from erbench_track.core.suites.erbench import DOMAIN_NAMES, DOMAINS
from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.spec.spec import (
    BinarySpec,
    KnowledgeSpec,
    MultiHopSpec,
    MultipleChoiceSpec,
)

KINDS = {"binary": BinarySpec, "multiple_choice": MultipleChoiceSpec, "multi_hop": MultiHopSpec}


def attributes(question):
    return {name for fd in question.fds for name in fd.determinant + fd.dependent}


@pytest.mark.parametrize("domain", DOMAIN_NAMES)
@pytest.mark.parametrize("folder", ["", "official/"])
def test_each_kind_of_question_is_assessed_by_its_own_attributes(domain, folder):
    """Tables 7, 8 and 20 list them."""
    from erbench_track.erbench_tasks.spec.embedded import DATA
    from erbench_track.erbench_tasks.spec.spec_file import read_spec

    spec, _ = read_spec(DATA / folder / domain / "benchmark.yaml")
    entries = [of for of in spec.questions if isinstance(of, KnowledgeSpec)]
    assessed = {of.assesses: attributes(of) for of in entries}
    for name, kind in KINDS.items():
        asked = [attributes(of) for of in spec.questions if type(of) is kind]
        assert [assessed[name]] == asked if asked else name not in assessed


@pytest.fixture(scope="module")
def chains():
    found = {}
    for domain in (domain.name for domain in DOMAINS if domain.chain):
        items = Benchmark.open(domain).items()
        found[domain] = [item for item in items if item.question_type == "known_mh"]
    return found


def test_a_chain_is_asked_about_in_one_prompt_with_all_values_at_its_end(chains):
    fargo = next(item for item in chains["movie"] if item.entity == "Fargo")
    assert fargo.question == (
        "Do you know about the movie Fargo released in 1996? If yes, is the movie directed by "
        "Joel Coen? If yes, was Joel Coen born in 1954?"
    )
    london = next(i for i in chains["soccer"] if "the city London" in i.question)
    assert london.question.endswith("did London host the Summer Olympics in 1908, 1948 and 2012?")
    turin = next(i for i in chains["soccer"] if "the city Turin" in i.question)
    assert turin.question.endswith("is it true that Turin never hosted the Summer Olympics?")
    assert all(item.answer == "yes" for of in chains.values() for item in of)


def test_the_chains_that_are_assessed_are_those_that_are_asked_about(chains):
    for domain, known in chains.items():
        items = Benchmark.open(domain).items()
        asked = {item.entity_id for item in items if item.question_type == "mh_yes"}
        assert {item.entity_id for item in known} == asked
