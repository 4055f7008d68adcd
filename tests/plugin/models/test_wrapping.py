"""Models around another model: what they do themselves, and what they hand on."""

import pytest
from scripted_model import ScriptedModel

from erbench_track.core.errors import InputError
from erbench_track.plugin.models.wrapping import WrappingModel


class Wrapper(WrappingModel):
    """Does nothing of its own."""

    name = "track-wrapper"
    own_arguments = frozenset({"own"})

    def generate_until(self, requests, disable_tqdm=False):
        return self.base.generate_until(requests)

    @classmethod
    def wrap(cls, base, arguments):
        model = cls(base)
        model.own = dict(arguments)
        return model

    @classmethod
    def check_arguments(cls, arguments):
        if arguments.get("own") == "bad":
            raise InputError("own: bad")


class Hook:
    def __init__(self):
        self.told = []

    def add_partial(self, *told):
        self.told.append(told)


@pytest.fixture
def base():
    return ScriptedModel(lambda prompt: "A")


def test_what_lm_eval_asks_of_a_model_goes_to_the_wrapped_one(base):
    model = Wrapper(base)
    history = [{"role": "user", "content": "Q"}]
    assert model.apply_chat_template(history) == "<user>Q<assistant>"
    assert model.apply_chat_template(history, add_generation_prompt=False) == "<user>Q"
    assert model.chat_template(True) == base.chat_template(True)
    assert model.tokenizer_name == "scripted"
    assert (model.device, model.rank, model.world_size) == (None, 0, 1)
    assert model.gather_object("x") == ["x"]
    assert model.all_gather(3) == 3
    assert model.barrier() is None
    assert model.loglikelihood([1]) == [("loglikelihood", 1)]
    assert model.loglikelihood_rolling([1]) == [("rolling", 1)]
    assert model.get_model_info() == {}


def test_what_a_model_has_beyond_that_is_found_and_nothing_else(base):
    base.batch_sizes = {1: 8}
    base._secret = 1
    model = Wrapper(base)
    assert model.batch_sizes == {1: 8}
    assert not hasattr(model, "tokenizer")
    assert not hasattr(model, "_secret")
    assert not hasattr(Wrapper.__new__(Wrapper), "anything")  # such as while it is unpickled


def test_the_wrapped_models_cache_hook_stays_its_own(base):
    model, hook = Wrapper(base), Hook()
    own = base.cache_hook
    model.set_cache_hook(hook)
    assert model.cache_hook is hook
    assert base.cache_hook is own


def test_ranks_are_the_wrapped_models_if_it_has_some(base):
    base._rank, base._world_size, base._device = 1, 4, "cuda:1"
    model = Wrapper(base)
    assert (model.rank, model.world_size, model.device) == (1, 4, "cuda:1")


def test_a_model_is_loaded_with_the_arguments_that_are_not_the_wrappers_own(tiny_llama):
    arguments = f"pretrained={tiny_llama},own=3"
    model = Wrapper.create_from_arg_string(arguments, {"device": "cpu", "batch_size": 4})
    assert model.own == {"own": 3}
    assert model.base.batch_size == 4
    assert model.get_model_info()["model_num_parameters"] > 0
    assert model.rank == 0


def test_a_base_may_be_named():
    model = Wrapper.create_from_arg_obj({"base": "dummy"}, {})
    assert type(model.base).__name__ == "DummyLM"
    assert model.own == {}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("base=track-mello", "base=track-mello: it wraps a model itself; .* track-wrapper"),
        ("base=no-such-model", "base=no-such-model: "),
        ("own=bad,pretrained=/nowhere", "own: bad"),
        ("owns=3,pretrained=/nowhere", "an argument 'owns'; did you mean 'own'?"),
        ("bases=hf,pretrained=/nowhere", "an argument 'bases'; did you mean 'base'?"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_loaded(arguments, told):
    with pytest.raises(InputError, match=told) as caught:
        Wrapper.create_from_arg_string(arguments)
    assert "\n" not in str(caught.value)
