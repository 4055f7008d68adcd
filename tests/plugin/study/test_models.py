"""The study with the methods that need the model itself: FT-CK and MeLLo."""

import hashlib
import json

import pytest

from erbench_track.core.errors import InputError
from erbench_track.filters.text.injection_trace import split_trace
from erbench_track.plugin.study.models import ModelShelf
from erbench_track.plugin.study.plan import class_arguments, plan

ARGUMENTS = ("--method_args", "ft_ck.epochs=1,ft_ck.rank=4,mello.retriever=lexical,mello.rounds=2")


def responses(run, stage):
    (path,) = (run / stage / "results").rglob("samples_*.jsonl")
    return [json.loads(line)["resps"][0][0] for line in path.open()]


@pytest.mark.slow
def test_a_real_model_goes_through_the_study_with_all_methods(tiny_llama, command, tmp_path):
    weights = hashlib.sha256((tiny_llama / "model.safetensors").read_bytes()).hexdigest()
    arguments = (
        "track", "--model", "hf", "--model_args", f"pretrained={tiny_llama}", "--questions", "4",
        "--methods", "closed_book,append_t,ft_ck,probe_ft_ck,mello", "--kas", "1,3", *ARGUMENTS,
        "--gen_kwargs", "max_gen_toks=24", "-b", "4", "-o", tmp_path / "run",
    )  # fmt: skip
    code, _, err = command(*arguments)
    assert code == 0, err
    report = (tmp_path / "run" / "report" / "report.md").read_text()
    for words in (
        "TRACK Table 3",
        "TRACK Table 4",
        "FT-CK",
        "MeLLo",
        "unknown, after FT-CK, KAS=3",
    ):
        assert words in report
    for method in ("ft_ck", "mello"):
        traces = [
            split_trace(text)[0] for text in responses(tmp_path / "run", f"wiki_{method}_kas3")
        ]
        assert [trace["method"] for trace in traces] == [method] * 4
    assert hashlib.sha256((tiny_llama / "model.safetensors").read_bytes()).hexdigest() == weights
    code, _, err = command(*arguments)
    assert code == 0
    assert err.count(": complete") == 10


def test_each_method_has_its_stages_and_its_model_class():
    stages = plan(["wiki"], ["closed_book", "ft_ck", "mello"], [1, 10])
    assert [(stage.name, stage.task, stage.model_class) for stage in stages[1:]] == [
        ("wiki_closed_book", "track_wiki", ""),
        ("wiki_ft_ck_kas1", "track_wiki_ft_ck", "track-ft-ck"),
        ("wiki_ft_ck_kas10", "track_wiki_ft_ck", "track-ft-ck"),
        ("wiki_mello_kas1", "track_wiki_mello", "track-mello"),
        ("wiki_mello_kas10", "track_wiki_mello", "track-mello"),
    ]


def test_arguments_go_to_the_class_of_their_method():
    given = {"ft_ck.rank": 4, "mello.rounds": 2, "ft_ck.lr": 1e-3}
    assert class_arguments(given) == {
        "track-ft-ck": {"rank": 4, "lr": 1e-3},
        "track-mello": {"rounds": 2},
    }


@pytest.mark.parametrize("name", ["rank", "append.rank", "ft_ck.", "ft_ck"])
def test_an_argument_of_no_method_is_refused(name):
    with pytest.raises(InputError, match=r"expected METHOD\.ARGUMENT=VALUE"):
        class_arguments({name: 1})


@pytest.mark.parametrize(
    ("arguments", "told"),
    [("ft_ck.rang=4", "track-ft-ck has no argument 'rang'"), ("ft_ck.rank=0", "rank")],
)
def test_a_wrong_argument_is_reported_before_anything_is_loaded(
    refused, tmp_path, monkeypatch, arguments, told
):
    monkeypatch.setattr(ModelShelf, "get", lambda *_: pytest.fail("loaded"))
    assert told in refused(
        "track", "--model", "hf", "--methods", "ft_ck", "--method_args", arguments,
        "-o", tmp_path / "run",
    )  # fmt: skip


def test_what_cannot_be_trained_is_reported_before_anything_is_generated(refused, tmp_path):
    told = refused(
        "track", "--model", "track-simulated", "--methods", "ft_ck", "--questions", "3",
        "-o", tmp_path / "run",
    )  # fmt: skip
    assert "track-ft-ck" in told
    assert not list((tmp_path / "run").rglob("responses.*"))


class WantsAToken:
    """Refuses to think without a token that ends it, as lm_eval's class for vLLM does."""

    def __init__(self, chat_template_args=None, think_end_token=None, **_):
        if chat_template_args["enable_thinking"] and think_end_token is None:
            raise ValueError("think_end_token is required")
        self.end = think_end_token

    @classmethod
    def create_from_arg_obj(cls, arguments, _):
        return cls(**arguments)


def test_no_reasoning_is_cut_away_where_a_class_insists_on_a_token(monkeypatch):
    from lm_eval.api import registry
    from lm_eval.models.utils import postprocess_generated_text

    monkeypatch.setattr(registry, "get_model", lambda _: WantsAToken)
    shelf = ModelShelf("vllm", {}, {})
    said = "<think>\nThe capital is Rome.\n</think>\nAnswer: Rome"
    assert postprocess_generated_text(said, [], shelf.get(True).end) == said
    assert shelf.get(False).end is None
