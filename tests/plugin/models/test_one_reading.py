"""Copies of one prompt are read once: the model does less, and says the same."""

from types import SimpleNamespace

import pytest
import torch
from lm_eval.models.huggingface import HFLM

from erbench_track.plugin.compat import generate_numbered, new_request
from erbench_track.plugin.models.one_reading import read_copies_once

SAMPLED = {
    "until": ["\nQuestion:"], "do_sample": True, "temperature": 0.7, "top_p": 0.7, "max_gen_toks": 8
}  # fmt: skip
PROMPTS = ["Is there a movie? No. Yes. " * n + "Option 1:" for n in (1, 3, 4)]


@pytest.fixture
def model(tiny_llama):
    return HFLM(pretrained=str(tiny_llama), device="cpu", dtype="float32", batch_size=8)


def asked(model, copies, options=SAMPLED):
    """Returns what a model says, and how many tokens it read in a row."""
    read = []

    def watch(_, args, named):
        ids = named.get("input_ids", args[0] if args else None)
        if ids.shape[1] > 1:
            read.append(ids.numel())

    handle = model.model.register_forward_pre_hook(watch, with_kwargs=True)
    requests = [new_request(text, options) for text in PROMPTS for _ in range(copies)]
    torch.manual_seed(7)
    responses = model.generate_until(requests, disable_tqdm=True)
    handle.remove()
    return responses, sum(read)


@pytest.mark.parametrize("options", [SAMPLED, {**SAMPLED, "do_sample": False, "temperature": 0.0}])
def test_ten_samples_are_the_same_as_before_from_a_third_of_the_reading(model, options):
    wanted, before = asked(model, 10, options)
    read_copies_once(model)
    found, after = asked(model, 10, options)
    assert found == wanted
    assert len(set(found)) > len(PROMPTS) or not options["do_sample"]
    assert after < before / 3


def test_prompts_that_are_there_once_are_read_as_before(model):
    wanted = asked(model, 1)
    read_copies_once(model)
    assert asked(model, 1) == wanted


def test_beams_are_left_to_the_model(model):
    options = {**SAMPLED, "do_sample": False, "temperature": 0.0, "num_beams": 2}
    wanted = asked(model, 3, options)
    read_copies_once(model)
    assert asked(model, 3, options) == wanted


def test_a_model_whose_cache_is_of_another_kind_stays_as_it_is(model):
    model.model.generation_config.cache_implementation = "static"
    read_copies_once(model)
    assert "_model_generate" not in vars(model)


def test_another_model_stays_as_it_is():
    other = SimpleNamespace()
    read_copies_once(other)
    assert not vars(other)


def test_copies_that_go_through_adapters_of_their_own_are_each_read(model):
    read_copies_once(model)
    rows = []
    handle = model.model.register_forward_pre_hook(
        lambda _, args, named: rows.append(len(named["input_ids"])), with_kwargs=True
    )
    prompts = dict.fromkeys(range(4), (PROMPTS[0], SAMPLED))
    generate_numbered(
        model, prompts, 4, lambda numbers: None, lambda number, text: None, disable_tqdm=True
    )
    handle.remove()
    assert set(rows) == {4}
    assert "_model_generate" in vars(model)
