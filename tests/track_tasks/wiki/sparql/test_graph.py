"""Facts from a SPARQL endpoint: a real store on loopback, scripted failures, and going on."""

import json
import logging
import re
import signal
import sqlite3
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sparql_server import NO_VALUE, UNKNOWN, UNKNOWN_IRI, Facts, Scripted, SparqlServer, iri

from erbench_track.core import http
from erbench_track.core.errors import InputError
from erbench_track.core.wikidata.sparql import client as client_module
from erbench_track.core.wikidata.sparql.client import Endpoint
from erbench_track.track_tasks.wiki.graph.graph import NO_ITEM, Claim, Entity
from erbench_track.track_tasks.wiki.graph.properties import properties
from erbench_track.track_tasks.wiki.sparql import graph as sparql_graph
from erbench_track.track_tasks.wiki.sparql import graph as sparql_heads
from erbench_track.track_tasks.wiki.sparql.graph import SparqlGraph

NOWHERE = "http://127.0.0.1:9/sparql"  # the discard port: nobody listens
AS_OF = "2025-09"
HTML = b"<!DOCTYPE html><html><head><title>Wikidata Query Service</title></head></html>"
RESULTS = "application/sparql-results+json"


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """Nothing sleeps, chance has no say; what would have been slept is collected."""
    slept = []
    monkeypatch.setattr(http, "wait", slept.append)
    monkeypatch.setattr(http.random, "uniform", lambda low, high: high)
    monkeypatch.delenv("ERBENCH_TRACK_CONTACT", raising=False)
    return slept


@pytest.fixture
def endpoint():
    """An endpoint on loopback that knows nothing yet."""
    server = SparqlServer()
    yield server
    server.close()


@pytest.fixture
def graph(endpoint):
    """Opens the endpoint's graph; all are closed at the end."""
    opened = []

    def open_(cache=None, url=endpoint.url, as_of=AS_OF, **options):
        opened.append(SparqlGraph(url, as_of, cache, **options))
        return opened[-1]

    yield open_
    for each in opened:
        each.close()


@pytest.fixture
def facts(endpoint):
    return endpoint.facts


@pytest.fixture
def error(graph):
    """Asks for something and returns the one line that says why there is no answer."""

    def run(cache=None, **options):
        with pytest.raises(InputError) as raised:
            graph(cache, **options).claims(["Q1"])
        assert "\n" not in str(raised.value)
        return str(raised.value)

    return run


def people(facts, number, first=100):
    """A ring of married people, each with a city, a country and a work."""
    ids = [f"Q{first + i}" for i in range(number)]
    facts.item("Q5", "human")
    facts.item("Q515", "city")
    facts.item("Q1", "Linz", "Q515")
    for i, id_ in enumerate(ids):
        facts.item(id_, f"Person {i}", "Q5")
        facts.claim(id_, "P26", ids[(i + 1) % number])
        facts.claim(id_, "P20", "Q1")
    return ids


# What it gives


def test_claims_are_the_values_of_whitelisted_properties_that_are_items(graph, facts):
    facts.claim("Q142", "P36", "Q90")
    facts.claim("Q142", "P37", "Q150")
    facts.claim("Q142", "P17", "Q142")  # not of Table 5
    facts.claim("Q90", "P36", "Q142")
    assert graph().claims(["Q142", "Q7"]) == {
        "Q142": (Claim("P36", "Q90"), Claim("P37", "Q150")),
    }


def test_only_statements_of_the_best_rank_count(graph, facts):
    facts.claim("Q1", "P20", "Q11", "Normal")
    facts.claim("Q1", "P20", "Q12", "Preferred")
    facts.claim("Q1", "P20", "Q13", "Deprecated")
    facts.claim("Q2", "P20", "Q13", "Deprecated")
    assert graph().claims(["Q1", "Q2"]) == {"Q1": (Claim("P20", "Q12"),)}


def test_a_claim_that_has_ended_is_left_out_where_the_wording_says_now(graph, facts):
    assert properties()["P26"].is_current
    assert not properties()["P69"].is_current
    facts.claim("Q1", "P26", "Q11", ended=True)
    facts.claim("Q1", "P26", "Q12")
    facts.claim("Q1", "P69", "Q13", ended=True)
    facts.claim("Q2", "P26", "Q11", "Preferred", ended=True)
    facts.claim("Q2", "P26", "Q12")  # not of best rank, also if the best one has ended
    assert graph().claims(["Q1", "Q2"]) == {"Q1": (Claim("P26", "Q12"), Claim("P69", "Q13"))}


def test_all_values_of_a_property_come_so_that_it_is_seen_to_be_ambiguous(graph, facts):
    for child in ("Q11", "Q12", "Q13"):
        facts.claim("Q1", "P40", child)
    facts.claim("Q2", "P39", "Q11")
    facts.claim("Q2", "P39", "Q11")  # a second term of office: the same value
    claims = graph().claims(["Q1", "Q2"])
    assert claims["Q1"] == tuple(Claim("P40", child) for child in ("Q11", "Q12", "Q13"))
    assert claims["Q2"] == (Claim("P39", "Q11"),)


@pytest.mark.parametrize("value", [UNKNOWN, UNKNOWN_IRI, "a text"])
def test_an_unknown_value_keeps_another_from_being_the_only_one(graph, facts, value):
    facts.claim("Q1", "P40", "Q11")
    facts.claim("Q1", "P40", value)
    facts.claim("Q2", "P40", value)
    opened = graph()
    claims = opened.claims(["Q1", "Q2"])
    assert set(claims["Q1"]) == {Claim("P40", "Q11"), Claim("P40", NO_ITEM)}
    assert claims["Q2"] == (Claim("P40", NO_ITEM),)
    assert opened.entities([NO_ITEM]) == {}


def test_no_value_is_no_claim_but_may_be_the_best_one(graph, facts):
    facts.claim("Q1", "P40", NO_VALUE)
    facts.claim("Q2", "P40", NO_VALUE, "Preferred")
    facts.claim("Q2", "P40", "Q11")
    assert graph().claims(["Q1", "Q2"]) == {}


def test_an_entity_has_its_english_label_and_the_named_classes_above_its_own(graph, facts):
    facts.item("Q142", "France", "Q3624078")
    facts.item("Q142", "Frankreich", language="de")
    facts.claim("Q3624078", "P279", "Q6256")  # a sovereign state is a country
    facts.claim("Q6256", "P279", "Q56061")  # a country is an administrative entity: not named
    facts.item("Q64", "Berlin", "Q1549591")
    facts.claim("Q1549591", "P279", "Q515")  # a big city is a city
    facts.claim("Q515", "P279", "Q486972")
    facts.claim("Q486972", "P279", "Q515")  # a ring of classes ends as well
    facts.item("Q3", None, "Q5")
    facts.item("Q4", "Nur deutsch", language="de")
    facts.item("Q6", "Thing without a class")
    assert graph().entities(["Q142", "Q64", "Q3", "Q4", "Q6", "Q7"]) == {
        "Q142": Entity("Q142", "France", frozenset({"Q6256", "Q3624078"})),
        "Q64": Entity("Q64", "Berlin", frozenset({"Q515"})),
        "Q3": Entity("Q3", "", frozenset({"Q5"})),
        "Q6": Entity("Q6", "Thing without a class", frozenset()),
    }


def test_labels_are_data(graph, facts):
    label = "O'Neill \"}\n\\ \u2028 \U0001f3b5 é <b>"
    facts.item("Q1", label)
    assert graph().entities(["Q1"])["Q1"].label == label


def test_what_is_no_id_is_not_sent(graph, endpoint):
    bad = ["", "Q", "Q0", "P36", "q1", "Q1 } DROP ALL #", "Q1\n", NO_ITEM, "Q" + "9" * 99]
    opened = graph()
    assert opened.claims(bad) == {}
    assert opened.entities(bad) == {}
    assert endpoint.requests == []


def test_many_entities_are_asked_for_with_few_queries_and_each_once(graph, endpoint, facts):
    ids = people(facts, 950)
    opened = graph()
    claims, entities = opened.claims(ids), opened.entities(ids)
    assert len(claims) == len(entities) == 950
    assert claims[ids[0]] == (Claim("P20", "Q1"), Claim("P26", ids[1]))
    assert entities[ids[-1]] == Entity(ids[-1], "Person 949", frozenset({"Q5"}))
    assert len(endpoint.requests) == 20
    assert opened.claims(ids[5:50]) == {id_: claims[id_] for id_ in ids[5:50]}
    assert opened.entities(ids[5:50]) == {id_: entities[id_] for id_ in ids[5:50]}
    assert len(endpoint.requests) == 20
    assert {method for method, *_ in endpoint.requests} == {"POST"}  # no URL is that long


def test_the_name_and_the_month_are_those_given(graph, endpoint):
    opened = graph()
    assert (opened.name, opened.as_of) == (f"SPARQL endpoint {endpoint.url}, 2025-09", "2025-09")
    for month in ("2025", "2025-13", "2025-9", "September 2025", "2025-09-01", "", "2025-09\n"):
        with pytest.raises(InputError, match=r"--as-of: .* is no year and month such as 2025-09"):
            graph(as_of=month)


@st.composite
def statements(draw):
    subject, value = st.integers(1, 4), st.sampled_from(["Q1", "Q2", "Q3", UNKNOWN, NO_VALUE])
    one = st.tuples(
        subject.map("Q{}".format),
        st.sampled_from(["P26", "P69", "P17"]),
        value,
        st.sampled_from(["Deprecated", "Normal", "Preferred"]),
        st.booleans(),
    )
    return draw(st.lists(one, max_size=12))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(statements())
def test_claims_follow_wikidatas_rule_of_ranks(endpoint, every):
    """The rule, said a second time: not deprecated, of the best rank there is, not ended."""
    endpoint.facts = Facts()
    expected = {}
    for subject, property_, value, rank, ended in every:
        endpoint.facts.claim(subject, property_, value, rank, ended)
        ranks = {r for s, p, _, r, _ in every if (s, p) == (subject, property_)}
        is_best = rank == ("Preferred" if "Preferred" in ranks else "Normal")
        has_ended = ended and property_ == "P26"
        if is_best and not has_ended and property_ != "P17" and value != NO_VALUE:
            claim = Claim(property_, value if value != UNKNOWN else NO_ITEM)
            expected.setdefault(subject, set()).add(claim)
    with SparqlGraph(endpoint.url, AS_OF) as opened:
        found = opened.claims(["Q1", "Q2", "Q3", "Q4"])
    assert {subject: set(claims) for subject, claims in found.items()} == expected
    assert all(len(set(claims)) == len(claims) for claims in found.values())


# Where chains begin


def test_heads_are_all_entities_with_statements_each_once_in_an_order_of_the_seed(
    graph, endpoint, facts
):
    ids = people(facts, 250)
    facts.claim("Q9", "P31", "Q5")  # no property of Table 5
    first = list(graph().heads(1))
    assert sorted(first) == sorted(ids)
    assert {method for method, *_ in endpoint.requests} == {"GET"}  # short queries
    assert list(graph().heads(1)) == first
    assert list(graph().heads(2)) != first


def test_the_order_of_heads_depends_on_the_content_and_not_on_how_it_was_loaded(graph, endpoint):
    orders = []
    for order in (1, -1):
        endpoint.facts = Facts()
        for i in range(1, 60)[::order]:
            endpoint.facts.claim(f"Q{i}", "P26", f"Q{i + 1}")
        orders.append(list(graph().heads(7)))
    assert orders[0] == orders[1]


def test_heads_of_a_large_store_are_slices_of_each_property(graph, endpoint, facts, monkeypatch):
    monkeypatch.setattr(sparql_graph, "SLICE", 10)
    monkeypatch.setattr(sparql_heads, "SLICE", 10)
    monkeypatch.setattr(sparql_graph, "REACH", 50)
    monkeypatch.setattr(sparql_heads, "REACH", 50)
    for i in range(1, 201):
        facts.claim(f"Q{i}", "P26", f"Q{i + 1}")
        facts.claim(f"Q{1000 + i}", "P36", f"Q{i}")
    facts.claim("Q5000", "P20", "Q1")
    found = graph().heads(1)
    first = [next(found) for _ in range(21)]  # a round: 10, 10 and the only one
    assert len(endpoint.requests) == 1 + 34 + 3
    assert {head[:2] for head in first if len(head) == 5} == {"Q1", "Q5"}
    assert sum(len(head) < 5 for head in first) == 10
    every = [*first, *found]
    assert len(every) == len(set(every)) == 50 + 50 + 1  # as far as it reaches
    assert list(graph().heads(1)) == every
    assert list(graph().heads(2))[:21] != first


def test_a_store_that_is_no_copy_of_wikidata_is_named(graph, facts):
    with pytest.raises(InputError, match=r"/sparql: has no claim as Wikidata's RDF has them"):
        next(graph().heads(1))
    facts.claim("Q1", "P31", "Q5")
    with pytest.raises(InputError, match=r"has no claim .* with any of P1037, P106, .*P937"):
        next(graph().heads(1))


def test_a_store_of_truthy_claims_does_as_well(graph, facts):
    for property_, object_ in (("P26", "Q2"), ("P40", "Q3"), ("P40", "Q4")):
        facts.add(
            iri("entity", "Q1"),
            iri("prop/direct", property_),
            iri("entity", object_),
        )
    expected = {"Q1": (Claim("P26", "Q2"), Claim("P40", "Q3"), Claim("P40", "Q4"))}
    assert graph().claims(["Q1", "Q2"]) == expected
    opened = graph()
    assert list(opened.heads(1)) == ["Q1"]
    assert opened.claims(["Q1"]) == expected


def test_a_label_for_all_languages_stands_in_for_the_english_one(graph, facts):
    facts.item("Q1", "Ann", language="mul")
    facts.item("Q2", "Abe of all", language="mul")
    facts.item("Q2", "Ben", language="en")
    found = graph().entities(["Q1", "Q2"])
    assert [found[id_].label for id_ in ("Q1", "Q2")] == ["Ann", "Ben"]


def test_a_walk_finds_the_chains_that_are_there(graph, facts, endpoint):
    """A stand-in for the sampler: all walkers advance together."""
    people(facts, 40)
    facts.claim("Q100", "P26", "Q120")  # ambiguous
    opened = graph()
    chains = [[head] for head in opened.heads(3)]
    for _ in range(3):
        ends = {chain[-1] for chain in chains}
        claims = opened.claims(ends)
        chains = [
            [*chain, claim.object]
            for chain in chains
            for claim in claims.get(chain[-1], ())
            if claim.property == "P26"
            and [other.property for other in claims[chain[-1]]].count("P26") == 1
        ]
    entities = opened.entities({id_ for chain in chains for id_ in chain})
    assert len(chains) == 37  # three of 40 lead to the ambiguous one too early
    assert all(entities[id_].types == {"Q5"} for chain in chains for id_ in chain)
    assert len(endpoint.requests) < 1 + 34 + 2 + 5


# Manners


def test_each_request_says_who_asks_and_what_for(graph, endpoint, facts, monkeypatch):
    facts.claim("Q1", "P26", "Q2")
    graph(contact="me@example.org").claims(["Q1"])
    monkeypatch.setenv("ERBENCH_TRACK_CONTACT", "https://example.org/bot")
    graph().claims(["Q1"])
    monkeypatch.delenv("ERBENCH_TRACK_CONTACT")
    graph().claims(["Q1"])
    agents = [agent for _, agent, _, _ in endpoint.requests]
    for agent, who in zip(
        agents, ["(me@example.org)", "(https://example.org/bot)", "no contact given)"], strict=True
    ):
        assert agent.startswith("erbench-track/")
        assert who in agent
    assert {accept for _, _, accept, _ in endpoint.requests} == {RESULTS}


@pytest.mark.parametrize("contact", ["x\r\nHost: evil", "naïve@example.org", "a(b)c", "x" * 201])
def test_a_contact_that_fits_no_header_is_refused(graph, contact):
    with pytest.raises(InputError, match="--contact: expected a mail address or a URL"):
        graph(contact=contact)


def test_a_host_that_is_not_ours_is_asked_once_a_second_and_we_are_told_to_say_who_we_are(caplog):
    with caplog.at_level(logging.WARNING):
        far = SparqlGraph("https://query.wikidata.org/sparql", AS_OF)
        near = SparqlGraph("http://localhost:8080/sparql", AS_OF)
    assert (far._client.interval, near._client.interval) == (1.0, 0.0)
    assert [record.getMessage().count("--contact") for record in caplog.records] == [1]
    far.close()
    near.close()


def test_there_is_a_pause_between_two_requests_and_one_request_at_a_time(
    graph, endpoint, facts, waits
):
    opened = graph(interval=30.0)
    people(facts, 250)
    opened.claims([f"Q{100 + i}" for i in range(250)])
    assert len(endpoint.requests) == 3
    assert len(waits) == 2
    assert all(29 < pause <= 30 for pause in waits)
    assert endpoint.at_once == 1


def test_retry_after_is_respected_and_other_pauses_grow(graph, endpoint, facts, waits):
    facts.claim("Q1", "P36", "Q2")
    endpoint.scripted = [
        Scripted(429, b"Too Many Requests", headers={"Retry-After": "7"}),
        Scripted(503, HTML, "text/html"),
        Scripted(500, b"oops"),
        Scripted(502, HTML, "text/html"),
    ]
    assert graph().claims(["Q1"]) == {"Q1": (Claim("P36", "Q2"),)}
    assert waits == [7.5, 1, 2, 4]
    assert len(endpoint.requests) == 5


def test_a_pause_that_is_too_long_is_reported_and_not_taken(endpoint, error, waits):
    endpoint.scripted = [Scripted(429, headers={"Retry-After": "3600"})]
    assert error() == (f"{endpoint.url}: HTTP 429, asks to wait 3600 seconds; try again later")
    assert waits == []


def test_an_endpoint_that_goes_on_failing_is_given_up(endpoint, error, waits, caplog):
    endpoint.scripted = [Scripted(503)] * 99
    assert error() == f"{endpoint.url}: HTTP 503, 8 times; try again later"
    assert waits == [0.5, 1, 2, 4, 8, 16, 32]
    assert [record.getMessage() for record in caplog.records] == [
        f"{endpoint.url}: HTTP 503; waits {seconds} s" for seconds in (16, 32)
    ]


def test_a_query_that_runs_out_of_time_is_asked_in_halves(graph, endpoint, facts, waits):
    ids = people(facts, 90)
    expected = graph().claims(ids), graph().entities(ids)
    endpoint.most = 100  # ids and classes, among them 34 to 100 that each query has
    before = len(endpoint.requests)
    opened = graph()
    assert (opened.claims(ids), opened.entities(ids)) == expected
    assert 6 < len(endpoint.requests) - before < 40
    assert waits == []


@pytest.mark.parametrize(
    "late",
    [
        Scripted(504, HTML, "text/html"),
        Scripted(500, b"java.util.concurrent.TimeoutException"),
        Scripted(429, b'{"exception": "Operation timed out."}', "application/json"),
        Scripted(200, b'{"results": {"bindings": [\njava.util.concurrent.Timeout', RESULTS),
    ],
)
def test_each_way_of_being_out_of_time_is_known(graph, endpoint, facts, late):
    facts.claim("Q1", "P36", "Q3")
    facts.claim("Q2", "P36", "Q3")
    endpoint.scripted = [late]
    assert set(graph().claims(["Q1", "Q2"])) == {"Q1", "Q2"}
    assert len(endpoint.queries) == 2
    endpoint.scripted = [late]  # one entity cannot be split: it is tried again
    assert set(graph().claims(["Q1"])) == {"Q1"}


def test_a_slow_endpoint_is_not_waited_for_forever(graph, endpoint, facts, monkeypatch):
    monkeypatch.setattr(client_module, "_LIMITS", http.Limits(1000, silence=0.2))
    facts.claim("Q1", "P36", "Q3")
    endpoint.scripted = [Scripted(delay=0.6)]
    assert set(graph().claims(["Q1"])) == {"Q1"}
    monkeypatch.setattr(client_module, "_RETRIES", http.Retries(0))
    endpoint.scripted = [Scripted(delay=0.6)]
    with pytest.raises(InputError, match="no answer within 0 seconds, 1 times; try again later"):
        graph().claims(["Q1"])


def test_answers_that_reach_the_usual_limit_on_rows_are_asked_for_in_halves(
    graph, endpoint, facts, monkeypatch
):
    from erbench_track.core.wikidata.sparql import batches as sparql_batches

    ids = people(facts, 40)
    expected = graph().claims(ids)
    monkeypatch.setattr(sparql_batches, "_CUT_OFF", 30)
    before = len(endpoint.requests)
    assert graph().claims(ids) == expected
    assert len(endpoint.requests) - before == 7  # 80 rows, 40, 20


# What goes wrong


def test_an_endpoint_that_is_down_is_one_line(error, waits):
    message = error(url=NOWHERE)
    assert message == (
        f"{NOWHERE}: cannot be reached (ConnectionError); check the URL and the network"
    )
    assert waits == []


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Scripted(200, HTML, "text/html; charset=utf-8"), "answered with text/html, is this the"),
        (Scripted(200, b"x", "bad\ttype"), "answered with no type, is this the SPARQL endpoint?"),
        (Scripted(200, b"<sparql/>", "application/sparql-results+xml"), r"results\+xml, is this"),
        (Scripted(200, b"{}", "application/json"), "JSON that is no SPARQL result, is this the"),
        (Scripted(200, b'{"boolean": true}', RESULTS), "JSON that is no SPARQL result"),
        (Scripted(200, b"[1]", RESULTS), "JSON that is no SPARQL result"),
        (Scripted(200, b'{"results": {"bindings": [{"s": 1}]}}', RESULTS), "no SPARQL result"),
        (Scripted(400, b"Parse error:\n line 1\x1b[31m"), r"query \(HTTP 400\): Parse error: line"),
        (Scripted(400, HTML, "text/html"), r"refuses the query \(HTTP 400\)$"),
        (Scripted(403, b"banned"), r"refuses us \(HTTP 403\); say who asks with --contact"),
        (Scripted(401), r"a login in the URL, https://user:password@host/"),
        (Scripted(404, HTML, "text/html"), r"no SPARQL endpoint \(HTTP 404\); check the URL"),
        (Scripted(302, headers={"Location": "file:///etc/passwd"}), "HTTP 302: redirects else"),
        (Scripted(301, headers={"Location": "/sparql"}), "give the URL it leads to"),
        (
            Scripted(301, headers={"Location": "https://u:p@example.org/sparql?query=SELECT"}),
            r"HTTP 301: redirects to https://example.org/sparql; give that URL$",
        ),
    ],
)
def test_an_answer_that_is_none_is_one_line_and_not_tried_again(
    endpoint, error, waits, reply, told
):
    endpoint.scripted = [reply]
    message = error()
    assert message.startswith(f"{endpoint.url}: ")
    assert len(endpoint.requests) == 1
    assert "\x1b" not in message
    assert waits == []
    assert re.search(told, message), message


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Scripted(200, b'{"results": {"bind', RESULTS), "malformed JSON, or half of it, 8 times"),
        (Scripted(200, b"\xff\xfe{", RESULTS), "malformed JSON, or half of it, 8 times"),
        (Scripted(200, b"[" * 99_999, RESULTS), "malformed JSON, or half of it, 8 times"),
        (Scripted(200, b'{"results": {', RESULTS, cut=99), "ChunkedEncodingError, 8 times"),
        (
            Scripted(200, b"x" * 99, RESULTS, {"Content-Encoding": "gzip"}),
            "ContentDecodingError, 8",
        ),
    ],
)
def test_half_an_answer_is_asked_for_again(endpoint, graph, error, facts, reply, told):
    facts.claim("Q1", "P36", "Q2")
    endpoint.scripted = [reply]
    assert graph().claims(["Q1"]) == {"Q1": (Claim("P36", "Q2"),)}
    endpoint.scripted = [reply] * 8
    assert told in error()


def test_an_answer_without_end_is_refused(endpoint, error, monkeypatch):
    monkeypatch.setattr(client_module, "_LIMITS", http.Limits(1000))
    endpoint.scripted = [Scripted(200, b" " * 100_000, RESULTS)]
    assert error() == f"{endpoint.url}: the answer is longer than 1000 bytes"


def test_half_a_character_is_malformed(endpoint, error):
    row = {"s": {"type": "literal", "value": "\ud800"}}
    body = json.dumps({"results": {"bindings": [row]}}).encode()
    endpoint.scripted = [Scripted(200, body, RESULTS)] * 8
    assert "malformed JSON" in error()


def test_rows_about_what_was_not_asked_for_are_no_answer(endpoint, graph):
    def uri(kind, id_):
        return {"type": "uri", "value": f"http://www.wikidata.org/{kind}{id_}"}

    row = {"s": uri("entity/", "Q1"), "p": uri("entity/", "P36"), "o": uri("entity/", "Q2")}
    rows = [
        row,
        {**row, "s": uri("entity/", "Q9")},
        {**row, "p": uri("entity/", "P17")},
        {**row, "s": {"type": "literal", "value": "Q1"}},
        {},
    ]
    body = json.dumps({"results": {"bindings": rows}}).encode()
    endpoint.scripted = [Scripted(200, body, RESULTS)]
    assert graph().claims(["Q1"]) == {"Q1": (Claim("P36", "Q2"),)}


@pytest.mark.parametrize(
    "url",
    [
        "ftp://host/sparql", "file:///etc/passwd", "host", "http://", "https://u:secret@",
        "http://u:secret@h:x/", "http://h/\n", "http://[/", "",
    ],
)  # fmt: skip
def test_another_endpoint_must_be_one_of_http(url):
    with pytest.raises(InputError, match="--source: not the URL of a SPARQL endpoint") as raised:
        SparqlGraph(url, AS_OF)
    assert "secret" not in str(raised.value)


def test_a_password_is_sent_and_never_shown(endpoint, graph, error, tmp_path):
    host = endpoint.url.removeprefix("http://")
    url = f"http://me:s%40cret@{host}?key=hidden"
    assert Endpoint.parse(url) == Endpoint(
        f"{endpoint.url}?key=hidden", endpoint.url, ("me", "s@cret"), True
    )
    endpoint.scripted = [Scripted(400, b"no, s@cret is wrong")]
    message = error(tmp_path / "cache", url=url)
    assert message.endswith("no, *** is wrong")
    assert endpoint.requests[0][3] == "Basic bWU6c0BjcmV0"
    opened = graph(tmp_path / "other", url=url)
    opened.claims(["Q1"])
    opened.close()
    for file in tmp_path.rglob("*"):
        assert file.is_dir() or b"cret" not in file.read_bytes()
    assert opened.name == f"SPARQL endpoint {endpoint.url}, {AS_OF}"
    assert "hidden" not in message + opened.name


# Going on


def use(graph, ids):
    return list(graph.heads(5)), dict(graph.claims(ids)), dict(graph.entities(ids))


def test_a_run_that_was_cut_off_goes_on_and_asks_nothing_twice(graph, endpoint, facts, tmp_path):
    ids = people(facts, 350)
    expected = use(graph(), ids)
    total = len(endpoint.queries)
    endpoint.queries.clear()
    for times in range(total // 13):
        endpoint.left = 13
        opened = graph(tmp_path / "cache", resume=times > 0)
        message = "asks to wait 3600 seconds; try again later; what was .* with --resume goes on$"
        with pytest.raises(InputError, match=message):
            use(opened, ids)
        opened.close()
    endpoint.left = None
    opened = graph(tmp_path / "cache", resume=True)
    assert use(opened, ids) == expected
    opened.close()
    assert total > 40
    assert len(endpoint.queries) == total
    assert not endpoint.asked_twice()
    endpoint.queries.clear()
    assert use(graph(tmp_path / "cache", resume=True), ids) == expected
    assert endpoint.queries == []


def test_a_run_that_was_killed_goes_on_and_asks_nothing_twice(graph, endpoint, facts, tmp_path):
    ids = people(facts, 350)
    expected = use(graph(), ids)
    total = len(endpoint.queries)
    endpoint.queries.clear()
    endpoint.hold = total - 3
    code = (
        "import sys; from pathlib import Path\n"
        "from erbench_track.track_tasks.wiki.sparql.graph import SparqlGraph\n"
        "url, folder, number = sys.argv[1:]\n"
        "graph = SparqlGraph(url, '2025-09', Path(folder))\n"
        "ids = [f'Q{100 + i}' for i in range(int(number))]\n"
        "print(len(list(graph.heads(5))), len(graph.claims(ids)), len(graph.entities(ids)))\n"
    )
    command = [sys.executable, "-c", code, endpoint.url, tmp_path / "cache", "350"]
    process = subprocess.Popen(command)
    assert endpoint.held.wait(60)
    process.send_signal(signal.SIGKILL)
    process.wait()
    endpoint.hold = None
    assert use(graph(tmp_path / "cache", resume=True), ids) == expected
    assert len(endpoint.queries) == total
    assert not endpoint.asked_twice()


def test_answers_of_an_earlier_run_are_not_passed_off_as_todays(graph, endpoint, facts, tmp_path):
    folder = tmp_path / "out.sparql-cache"
    facts.claim("Q1", "P36", "Q2")
    first = graph(folder)
    first.claims(["Q1"])
    first.close()
    message = f"{folder}: holds the answers of an earlier run; --resume to go on .* or delete"
    for _ in range(2):
        with pytest.raises(InputError, match=message):
            graph(folder)
    again = graph(folder, resume=True)
    again.claims(["Q1"])
    again.close()
    assert len(endpoint.queries) == 1


def test_resume_without_answers_starts_and_an_empty_folder_is_as_none(graph, endpoint, tmp_path):
    graph(tmp_path / "a", resume=True).close()
    graph(tmp_path / "a").close()
    (tmp_path / "b").mkdir()
    graph(tmp_path / "b").close()


def test_answers_of_another_month_or_endpoint_do_not_count(graph, endpoint, facts, tmp_path):
    facts.claim("Q1", "P36", "Q2")
    other = endpoint.url.replace("127.0.0.1", "localhost")
    for options in ({}, {"as_of": "2025-10"}, {"url": other}, {"as_of": "2025-10"}):
        opened = graph(tmp_path, resume=True, **options)
        opened.claims(["Q1"])
        opened.close()
    assert len(endpoint.queries) == 3


def test_only_whole_and_valid_answers_are_kept(graph, endpoint, facts, tmp_path):
    facts.claim("Q1", "P36", "Q2")
    endpoint.scripted = [Scripted(200, b'{"results": {"bindings": [', RESULTS)] * 8
    opened = graph(tmp_path)
    with pytest.raises(InputError, match=r"half of it, 8 times; try again later$"):
        opened.claims(["Q1"])
    opened.close()
    assert graph(tmp_path).claims(["Q1"]) == {"Q1": (Claim("P36", "Q2"),)}


def test_two_runs_do_not_share_a_folder_at_a_time(graph, tmp_path):
    graph(tmp_path)
    with pytest.raises(InputError, match=r"answers.sqlite: cannot be used .*another run is using"):
        graph(tmp_path, resume=True)


def test_damaged_answers_are_named(graph, endpoint, facts, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "answers.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(InputError, match=r"answers.sqlite: damaged .*delete "):
        graph(tmp_path / "a", resume=True)
    opened = graph(tmp_path / "b")
    opened.claims(["Q1"])
    opened.close()
    with sqlite3.connect(tmp_path / "b" / "answers.sqlite") as connection:
        connection.execute("update answer set answer = '{}'")
    connection.close()
    with pytest.raises(InputError, match=r"answers.sqlite: holds what is no answer; delete "):
        graph(tmp_path / "b", resume=True).claims(["Q1"])


def test_a_folder_that_cannot_be_made_is_named(graph, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"file: cannot be written \("):
        graph(tmp_path / "file")
