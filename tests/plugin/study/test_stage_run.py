"""Responses that are kept as they come: a run that is killed goes on, and asks nothing twice."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lm_eval.api.model import LM

from erbench_track.core.errors import InputError
from erbench_track.plugin.compat import new_request
from erbench_track.plugin.study import stage_run as module
from erbench_track.plugin.study.stage_run import ResponseJournal, journaled


class Killed(BaseException):
    """What ends the counting model in the middle of its work."""


class CountingLM(LM):
    """Numbers its responses per prompt, from what it is told came before."""

    def __init__(self, tells=True, dies_after=None):
        super().__init__()
        self.tells = tells
        self.left = dies_after
        self.generated = []

    def generate_until(self, requests, disable_tqdm=False):
        counts, responses = {}, []
        for request in requests:
            if self.left == 0:
                raise Killed
            self.left = None if self.left is None else self.left - 1
            prompt = request.args[0]
            number = request.idx + counts.get(prompt, 0)
            counts[prompt] = counts.get(prompt, 0) + 1
            self.generated.append((prompt, number))
            responses.append(f"{prompt}-{number}")
            if self.tells:
                self.cache_hook.add_partial("generate_until", request.args, responses[-1])
        return responses

    loglikelihood = loglikelihood_rolling = None


def requests(prompts, repeats):
    """Builds the requests as lm_eval does: each repeated, one after the other."""
    return [
        request
        for index, prompt in enumerate(prompts)
        for request in [new_request(prompt, {}, number=index, repeats=repeats)] * repeats
    ]


def run(model, path, prompts, repeats):
    with journaled(model, path):
        return model.generate_until(requests(prompts, repeats))


@given(
    st.integers(1, 7), st.integers(1, 4), st.lists(st.integers(0, 9), max_size=4),
    st.integers(1, 6), st.booleans(),
)  # fmt: skip
def test_a_run_that_is_killed_ends_as_one_that_is_not(
    tmp_path_factory, count, repeats, deaths, slice_size, tells
):
    prompts = [f"p{number}" for number in range(count)]
    path = tmp_path_factory.mktemp("journal") / "responses.jsonl"
    generated = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "SLICE", slice_size)
        for death in deaths:
            model = CountingLM(tells, death)
            with contextlib.suppress(Killed):
                run(model, path, prompts, repeats)
            generated += model.generated
        last = CountingLM(tells)
        responses = run(last, path, prompts, repeats)
        generated += last.generated
    assert responses == [f"{prompt}-{n}" for prompt in prompts for n in range(repeats)]
    if tells:
        assert len(set(generated)) == len(generated) == count * repeats


def test_the_model_is_as_before_afterwards(tmp_path):
    model = CountingLM()
    hook = model.cache_hook
    run(model, tmp_path / "responses.jsonl", ["a"], 1)
    assert model.cache_hook is hook
    assert model.generate_until.__func__ is CountingLM.generate_until


def test_a_line_that_was_cut_off_is_asked_again(tmp_path):
    path = tmp_path / "responses.jsonl"
    run(CountingLM(), path, ["a", "b"], 1)
    path.write_bytes(path.read_bytes()[:-5])
    model = CountingLM()
    assert run(model, path, ["a", "b"], 1) == ["a-0", "b-0"]
    assert model.generated == [("b", 0)]
    assert len(path.read_text().splitlines()) == 2


def test_something_else_in_the_journals_place_is_refused(tmp_path):
    path = tmp_path / "responses.jsonl"
    path.write_text(json.dumps({"prompt": "x", "response": "y"}) + "\n[]\n")
    with pytest.raises(InputError, match="line 2: not a recorded response"):
        ResponseJournal(path)


def test_the_mark_of_thinking_that_a_prompt_ends_with_is_restored_but_not_recorded(tmp_path):
    path = tmp_path / "responses.jsonl"
    for _ in range(2):  # the second time from the journal
        model = CountingLM()
        with journaled(model, path, opening="<think>"):
            assert model.generate_until(requests(["a"], 2)) == ["<think>\na-0", "<think>\na-1"]
    assert model.generated == []
    assert [json.loads(line)["response"] for line in path.open()] == ["a-0", "a-1"]
