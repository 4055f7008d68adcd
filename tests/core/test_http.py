"""Retries, pauses and limits that every HTTP client of ours shares."""

import logging
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from erbench_track.core import http
from erbench_track.core.http import (
    HttpClient,
    Limits,
    RequestError,
    Retries,
    TooMuchError,
    repeated,
    retry_after,
)


@pytest.fixture(autouse=True)
def waits(monkeypatch):
    """Nothing sleeps; what would have been slept is collected."""
    slept = []
    monkeypatch.setattr(http, "wait", slept.append)
    return slept


def failed(tries, after=None):
    failure = RequestError("busy", again=True, after=after)
    failure.tries = tries
    return failure


def test_pauses_grow_and_are_not_all_alike_with_jitter():
    retries = Retries(12, 0.5, has_jitter=True)
    for tries in range(1, 13):
        pauses = [retries.pause(failed(tries)) for _ in range(200)]
        longest = min(60.0, 0.5 * 2 ** (tries - 1))
        assert longest * 0.8 < max(pauses) <= longest
        assert min(pauses) < longest * 0.2
    assert retries.pause(failed(1, after=7.0)) >= 7.0


def test_without_jitter_a_pause_is_as_asked_or_doubles_up_to_a_limit():
    retries = Retries(9, 1.0, backoff_max=5.0, retry_after_max=20.0)
    assert [retries.pause(failed(tries)) for tries in range(1, 6)] == [1, 2, 4, 5, 5]
    assert retries.pause(failed(1, after=20.0)) == 20.0
    assert retries.pause(failed(1, after=0.0)) == 0.0
    assert retries.pause(failed(1, after=21.0)) is None
    assert retries.pause(failed(10)) is None
    assert retries.pause(RequestError("no")) is None


@pytest.mark.parametrize(
    ("told", "seconds"),
    [
        ("7", 7.0), (" 0.5 ", 0.5), ("-3", 0.0), ("nan", 0.0), ("soon", None), ("", None),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0),
    ],
)  # fmt: skip
def test_retry_after_is_a_number_or_a_date(told, seconds):
    assert retry_after({"Retry-After": told}) == seconds


def test_retry_after_may_be_a_date_to_come_or_missing():
    told = formatdate(time.time() + 60, usegmt=True)
    assert 50 < retry_after({"Retry-After": told}) <= 60
    assert retry_after({}) is None


def test_a_request_is_repeated_while_that_may_help_and_long_pauses_are_logged(waits, caplog):
    outcomes = [RequestError("busy", again=True), failed(1, after=15.0), "answer"]

    def send():
        outcome = outcomes.pop(0)
        if isinstance(outcome, RequestError):
            raise outcome
        return outcome

    with caplog.at_level(logging.WARNING):
        assert repeated(send, Retries(2), "the host") == "answer"
    assert waits == [1, 15]
    assert [record.getMessage() for record in caplog.records] == ["the host: busy; waits 15 s"]


def test_the_last_failure_says_how_often_a_request_was_sent(waits):
    def send():
        raise RequestError("busy", again=True)

    with pytest.raises(RequestError, match="busy") as caught:
        repeated(send, Retries(3), "the host")
    assert caught.value.tries == 4
    assert waits == [1, 2, 4]


@pytest.fixture
def server():
    """A server of 10,000 bytes at every path; it redirects to itself at /away."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            agents.append(self.headers["User-Agent"])
            self.send_response(302 if self.path == "/away" else 200)
            self.send_header("Location", "/")
            self.send_header("Content-Length", "10000")
            self.end_headers()
            self.wfile.write(b"x" * 10_000)

        def log_message(self, *_):
            """Nothing goes to stderr."""

    agents = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.agents = agents
    server.url = f"http://127.0.0.1:{server.server_address[1]}"
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_client_says_who_it_is_pauses_and_follows_no_redirect(server, waits):
    client = HttpClient("me@example.org", Limits(10_000), interval=30.0)
    assert client.send("GET", server.url).body == b"x" * 10_000
    assert client.send("GET", f"{server.url}/away").status == 302
    client.close()
    assert len(waits) == 1
    assert 29 < waits[0] <= 30
    assert all(a.startswith("erbench-track/") and "(me@example.org)" in a for a in server.agents)


def test_a_reply_that_is_too_long_or_too_slow_is_given_up(server):
    with pytest.raises(TooMuchError, match="longer than 9999 bytes") as caught:
        HttpClient("test", Limits(9_999)).send("GET", server.url)
    assert not caught.value.again
    with pytest.raises(TooMuchError, match="takes longer than 0 seconds") as caught:
        HttpClient("test", Limits(10_000, whole=0.0)).send("GET", server.url)
    assert caught.value.again


def test_a_host_that_was_never_reached_is_not_tried_again():
    client = HttpClient("test", Limits(1000))
    with pytest.raises(RequestError) as caught:
        client.send("GET", "http://127.0.0.1:9/")
    assert (caught.value.unreachable, caught.value.again, client.reached) == (True, False, False)
