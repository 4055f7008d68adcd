"""A judge behind a server that we did not write: `transformers serve` with a tiny Llama."""

import importlib.util
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from erbench_track.filters.judge.openai_judge import OpenAIJudge
from erbench_track.filters.judge.protocol import Entailment, Equivalence, SameRationale


@pytest.fixture(scope="module")
def served(tiny_llama, tmp_path_factory):
    if importlib.util.find_spec("fastapi") is None or importlib.util.find_spec("uvicorn") is None:
        pytest.skip('needs pip install "transformers[serving]"')
    command = Path(sys.executable).with_name("transformers")
    if not command.exists() and not (command := shutil.which("transformers")):
        pytest.skip("no command transformers")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("serve") / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [command, "serve", "--host", "127.0.0.1", "--port", str(port), "--device", "cpu"],
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    until = time.monotonic() + 120
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=2)
            break
        except urllib.error.HTTPError:  # it answers
            break
        except OSError:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < until, log.read_text()
            time.sleep(0.5)
    yield f"http://127.0.0.1:{port}/v1"
    process.terminate()
    process.wait(30)


@pytest.mark.slow
def test_a_real_server_takes_our_requests_and_counts_tokens(served, tiny_llama, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    judge = OpenAIJudge(str(tiny_llama), served, concurrency=2, timeout=120.0, max_retries=1)
    verdicts = judge.judge([
        Equivalence("wiki", "Where?", "In Rome.", "Rome"),
        Entailment("math", "2 + 2?", "It is 4.", ("2 + 2 = 4", "4 is even")),
        SameRationale("movie", "director", "X", "Y"),
    ])  # fmt: skip
    record = judge.record()
    reasons = [verdict.explanation for each in verdicts for verdict in each]
    # A model with random weights says nothing that is a verdict; but it has been reached.
    assert [len(each) for each in verdicts] == [1, 2, 1]
    assert record["unjudged"] == 4, reasons
    assert all(reason.startswith("the reply") for reason in reasons), reasons
    assert record["calls"] >= 4
    assert record["prompt_tokens"] > 400
    assert record["completion_tokens"] > 4
