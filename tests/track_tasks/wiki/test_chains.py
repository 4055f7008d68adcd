"""Every constraint of Appendix B.1, over random graphs: a chain that breaks one is never made."""

import random
import re
from collections import Counter
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.wiki.chains import DEPTHS, depths_for, sample_chains
from erbench_track.track_tasks.wiki.graph.graph import Claim, Entity
from erbench_track.track_tasks.wiki.graph.properties import properties

ALL = sorted(properties())
TYPES = sorted(
    {type_ for row in properties().values() for type_ in row.subject_types | row.object_types}
)
ODD_LABELS = ("", " ", "Ann", "ann", "a b c d e", "a b c d e f", "x" * 50, "x" * 51, "[O]")


class RandomGraph:
    """A graph in memory, which answers as every source does."""

    name, as_of, classes = "random", "2025-09", None

    def __init__(self, known, claimed):
        self.known = {entity.id: entity for entity in known}
        self.claimed = {}
        for subject, claim in claimed:
            self.claimed.setdefault(subject, []).append(claim)
        self.asked = []

    def heads(self, seed):
        return iter(sorted(self.claimed))

    def claims(self, subjects):
        self.asked.append(sorted(subjects))
        return {subject: self.claimed[subject] for subject in subjects if subject in self.claimed}

    def entities(self, ids):
        return {id_: self.known[id_] for id_ in ids if id_ in self.known}


def random_graph(seed):
    """A graph in which every constraint is broken somewhere, and most claims keep them all."""
    draws = random.Random(seed)  # noqa: S311
    ids = [f"Q{number}" for number in range(1, draws.randint(3, 12))]
    known = [
        Entity(
            id_,
            draws.choice(ODD_LABELS) if draws.random() < 0.15 else f"Entity {id_}",
            frozenset(TYPES if draws.random() < 0.8 else draws.sample(TYPES, draws.randint(0, 30))),
        )
        for id_ in ids
        if draws.random() < 0.95
    ]
    claimed = [
        (
            draws.choice(ids),
            Claim(
                draws.choice(ALL if draws.random() < 0.9 else ["P31", "P999"]),
                draws.choice(ids if draws.random() < 0.95 else ["Q77"]),
            ),
        )
        for _ in range(draws.randint(0, 40))
    ]
    return RandomGraph(known, claimed)


graphs = partial(st.builds, random_graph, st.integers(0, 10**9))


def chains_of(graph, depth, seed=0):
    """Samples as many chains of a depth as there are, up to 20."""
    for count in (20, 5, 1):
        try:
            return list(sample_chains(graph, {depth: count}, seed))
        except InputError:
            continue
    return []


@pytest.fixture(scope="module")
def constraint():
    """Runs a check of one chain over the chains of many random graphs; all checks see the same."""
    seen = []

    @settings(max_examples=300)
    @given(graphs(), st.integers(1, 6), st.integers(0, 3))
    def run(graph, depth, seed):
        seen.extend((chain, graph, depth) for chain in chains_of(graph, depth, seed))

    run()
    assert len(seen) > 100

    def over_random_graphs(check):
        for chain, graph, depth in seen:
            check(chain, graph, depth)

    return over_random_graphs


def test_a_chain_has_the_depth_that_was_asked_for_and_hangs_together(constraint):
    def check(chain, graph, depth):
        assert len(chain) == depth
        assert all(one.object == other.subject for one, other in pairwise(chain))

    constraint(check)


def test_no_entity_occurs_twice(constraint):
    def check(chain, graph, depth):
        ids = [chain[0].subject.id, *(hop.object.id for hop in chain)]
        assert len(set(ids)) == len(ids)
        names = [chain[0].subject.label, *(hop.object.label for hop in chain)]
        assert len({name.casefold() for name in names}) == len(names)

    constraint(check)


def test_no_property_occurs_twice_and_every_property_is_whitelisted(constraint):
    def check(chain, graph, depth):
        used = [hop.property.id for hop in chain]
        assert len(set(used)) == len(used)
        assert set(used) <= set(ALL)

    constraint(check)


def test_every_claim_is_there_and_the_only_one_with_its_property(constraint):
    def check(chain, graph, depth):
        for hop in chain:
            objects = {
                claim.object
                for claim in graph.claimed[hop.subject.id]
                if claim.property == hop.property.id
            }
            assert objects == {hop.object.id}

    constraint(check)


def test_labels_are_there_and_short(constraint):
    def check(chain, graph, depth):
        for hop in chain:
            for entity in (hop.subject, hop.object):
                assert entity.label.strip()
                assert len(entity.label) <= 50
                assert len(re.split(r"\s+", entity.label.strip())) <= 5

    constraint(check)


def test_subjects_and_objects_have_the_types_that_the_property_admits(constraint):
    def check(chain, graph, depth):
        for hop in chain:
            for entity, types in (
                (hop.subject, hop.property.subject_types),
                (hop.object, hop.property.object_types),
            ):
                assert not types or graph.known[entity.id].types & types

    constraint(check)


def test_chains_are_distinct_and_the_same_graph_and_seed_give_the_same(constraint):
    @settings(max_examples=100)
    @given(graphs(), st.integers(1, 4), st.integers(0, 3))
    def run(graph, depth, seed):
        chains = chains_of(graph, depth, seed)
        assert len(set(chains)) == len(chains)
        assert chains_of(graph, depth, seed) == chains

    run()


def naive_chains(graph, depth):
    """Counts all chains by trying every path."""
    hops = {subject: sample_all_single(graph, subject) for subject in graph.claimed}
    paths = [[hop] for some in hops.values() for hop in some]
    for _ in range(depth - 1):
        paths = [
            [*path, hop]
            for path in paths
            if not path[-1].property.is_list
            for hop in hops.get(path[-1].object.id, ())
            if hop.property.id not in {before.property.id for before in path}
            and hop.object.id not in {before.subject.id for before in path}
            and hop.object.label.casefold()
            not in {before.subject.label.casefold() for before in path}
        ]
    return len(paths)


def sample_all_single(graph, subject):
    """Returns all one-hop chains that start at an entity."""
    only = RandomGraph(graph.known.values(), [])
    only.claimed = {subject: graph.claimed[subject]}
    count = 0
    while True:
        try:
            found = list(sample_chains(only, {1: count + 1}))
        except InputError:
            return [hop for (hop,) in (sample_chains(only, {1: count}) if count else [])]
        count = len(found)


@settings(max_examples=60)
@given(graphs(), st.integers(2, 4))
def test_every_chain_that_there_is_can_be_had_and_no_more(graph, depth):
    total = naive_chains(graph, depth)
    if total:
        assert len(list(sample_chains(graph, {depth: total}))) == total
    with pytest.raises(InputError, match=f"has {total} chains of {depth} hops"):
        list(sample_chains(graph, {depth: total + 1}))


@pytest.mark.parametrize(
    ("subject", "object_", "is_asked"),
    [
        ("University of Oslo", "Oslo", False),
        ("Paris Saint-Germain FC", "paris", False),
        ("Mexico", "Mexico City", True),
        ("Romeo and Juliet", "Rome", True),
    ],
)
def test_a_subject_whose_label_has_the_object_is_not_asked_about(subject, object_, is_asked):
    labels = [Entity("Q1", subject, frozenset(TYPES)), Entity("Q2", object_, frozenset(TYPES))]
    graph = RandomGraph(labels, [("Q1", Claim("P159", "Q2"))])
    assert bool(chains_of(graph, 1)) == is_asked


def test_a_fact_with_several_true_values_ends_its_chain(constraint):
    seen = []

    def check(chain, graph, depth):
        assert not any(hop.property.is_list for hop in chain[:-1])
        assert chain[-1].any_right == chain[-1].property.is_list
        seen.append(chain[-1].any_right)

    constraint(check)
    assert {True, False} == set(seen)


def small_graph(*claims):
    ids = {id_ for subject, claim in claims for id_ in (subject, claim.object)}
    return RandomGraph([Entity(id_, f"Entity {id_}", frozenset(TYPES)) for id_ in ids], claims)


def test_what_the_source_says_is_complete_or_also_true_reaches_the_chain():
    graph = small_graph(
        ("Q1", Claim("P106", "Q2", is_complete=True)),
        ("Q2", Claim("P136", "Q3")),
        ("Q3", Claim("P36", "Q4", also=("Bonn",))),
        ("Q4", Claim("P35", "Q5")),
    )
    chains = list(sample_chains(graph, {2: 1}))
    assert [[hop.property.id for hop in chain] for chain in chains] == [["P106", "P136"]]
    assert [hop.any_right for hop in chains[0]] == [False, True]
    with pytest.raises(InputError):  # neither P136 nor P36 may be followed
        list(sample_chains(graph, {2: 2}))
    (one,) = (c for (c,) in sample_chains(graph, {1: 4}) if c.property.id == "P36")
    assert (one.accepted, one.any_right) == (("Bonn",), False)


@settings(max_examples=60)
@given(graphs(), st.integers(1, 3), st.integers(0, 3), st.sampled_from((0.05, 0.2, 0.5)))
def test_no_answer_has_more_than_its_share_of_any_graph_s_chains(graph, depth, seed, share):
    for count in (80, 40, 20, 8):
        try:
            chains = list(sample_chains(graph, {depth: count}, seed, answer_share=share))
        except InputError:
            continue
        answers = Counter(chain[-1].object.label.casefold() for chain in chains)
        assert max(answers.values()) <= max(3, share * count)


def test_an_answer_that_has_its_share_leaves_chains_to_others():
    claims = [(f"Q{i}", Claim("P27", "Q1")) for i in range(10, 60)]
    claims += [(f"Q{i}", Claim("P69", f"Q{i + 100}")) for i in range(10, 60)]
    chains = list(sample_chains(small_graph(*claims), {1: 50}, answer_share=0.1))
    assert Counter(chain[-1].object.id for chain in chains)["Q1"] <= 5
    with pytest.raises(
        InputError, match=r"has 5\d chains of 1 hops, 100 are wanted, at most 5 with one answer; .*"
    ):
        list(sample_chains(small_graph(*claims), {1: 100}, answer_share=0.05))


def complete_graph(size):
    known = [Entity(f"Q{i}", f"Entity {i}", frozenset(TYPES)) for i in range(size)]
    claimed = [
        (f"Q{i}", Claim(property_, f"Q{(i + step) % size}"))
        for i in range(size)
        for step, property_ in enumerate(ALL[:12], start=1)
    ]
    return RandomGraph(known, claimed)


def test_walkers_ask_the_graph_together():
    graph = complete_graph(200)
    list(sample_chains(graph, {6: 200}))
    assert len(graph.asked) <= 6
    flat = [entity for batch in graph.asked for entity in batch]
    assert len(set(flat)) == len(flat)


def test_no_fact_dominates():
    chains = list(sample_chains(complete_graph(100), DEPTHS))
    uses = {}
    for chain in chains:
        for hop in chain:
            key = hop.subject.id, hop.property.id
            uses[key] = uses.get(key, 0) + 1
    assert len(uses) >= 1000  # of 1,200 claims, for 1,960 hops
    assert max(uses.values()) <= 6


@given(st.integers(1, 2000))
def test_any_number_of_questions_is_shared_as_the_paper_shares_500(count):
    depths = depths_for(count)
    assert sum(depths.values()) == count
    assert all(abs(depths.get(depth, 0) - count * part / 500) < 1 for depth, part in DEPTHS.items())


@settings(max_examples=10)
@given(st.integers(1, 12))
def test_any_small_number_of_questions_can_be_had(count):
    assert len(list(sample_chains(complete_graph(20), depths_for(count)))) == count


def test_500_questions_are_shared_as_in_the_paper():
    assert depths_for(500) == {2: 120, 3: 100, 4: 100, 5: 100, 6: 80}
