"""Whether a model thinks is read off its chat template, and decides how long its replies may be."""

import shutil

import pytest
from lm_eval.api.registry import get_model
from transformers import AutoTokenizer

from erbench_track.plugin.study.generation import Thinking, bounds, choose_thinking, merged
from erbench_track.plugin.study.plan import plan

TURN = "{% for message in messages %}[{{ message.role }}] {{ message.content }}\n{% endfor %}"
SWITCHED = (  # as Qwen3's
    TURN + "[assistant]\n{% if enable_thinking is defined and enable_thinking is false %}"
    "<think>\n\n</think>\n\n{% endif %}"
)
OPENED = TURN + "[assistant]\n<think>\n"  # as DeepSeek-R1's
BUDGETED = "{% set budget = thinking_budget | default(-1) %}" + SWITCHED  # as Seed-OSS's
EFFORT = "Reasoning: {{ reasoning_effort or 'medium' }}\n" + TURN + "<|start|>assistant"  # gpt-oss
PLAIN = TURN + "[assistant] I never {# enable_thinking #}"
PROBE, ASKED, *_ = plan(["wiki"], ["closed_book"], [1])


@pytest.fixture(scope="module")
def model(tiny_llama):
    return get_model("hf")(pretrained=str(tiny_llama), device="cpu")


@pytest.fixture
def with_template(model):
    def use(template):
        model.tokenizer.chat_template = template
        model.chat_template_args.clear()
        return model

    return use


def prompt(model):
    return model.apply_chat_template([{"role": "user", "content": "Who?"}])


def test_thinking_is_switched_off_where_the_template_has_a_switch(with_template):
    model = with_template(SWITCHED)
    chosen = choose_thinking(model, None, {})
    assert chosen == Thinking(False, {"enable_thinking": False}, "")
    assert prompt(model).endswith("<think>\n\n</think>\n\n")
    assert bounds(PROBE, chosen, 1024) == {}


def test_append_t_switches_it_on_in_the_model_that_is_loaded(with_template):
    model = with_template(SWITCHED)
    choose_thinking(model, False, {})
    chosen = choose_thinking(model, True, {})
    assert chosen == Thinking(True, {"enable_thinking": True}, "")
    assert prompt(model).endswith("[assistant]\n")


@pytest.mark.parametrize(
    "given", [{"enable_thinking": True}, {"chat_template_args": {"enable_thinking": True}}]
)
def test_a_switch_that_the_user_sets_stays(with_template, given):
    chosen = choose_thinking(with_template(SWITCHED), None, given)
    assert (chosen.may_think, chosen.switches) == (True, {"enable_thinking": True})


def test_a_template_that_opens_the_thinking_itself_has_its_mark_restored(with_template):
    chosen = choose_thinking(with_template(OPENED), False, {})
    assert chosen == Thinking(True, {}, "<think>")
    cutting = choose_thinking(with_template(OPENED), False, {"think_end_token": "</think>"})
    assert cutting.opening == "", "lm_eval cuts the thinking away before anyone sees it"


def test_budgets_and_efforts_are_set_to_the_least(with_template):
    assert choose_thinking(with_template(BUDGETED), None, {}).switches == {
        "enable_thinking": False, "thinking_budget": 0,
    }  # fmt: skip
    model = with_template(EFFORT)
    chosen = choose_thinking(model, None, {})
    assert chosen == Thinking(True, {"reasoning_effort": "low"}, ""), "it thinks at least a little"
    assert "Reasoning: low" in prompt(model)


def test_a_template_without_thinking_is_given_nothing(with_template):
    model = with_template(PLAIN)
    assert choose_thinking(model, None, {}) == Thinking()
    assert model.chat_template_args == {}


def test_a_model_that_thinks_gets_the_papers_bounds_or_half_its_context():
    thinks = Thinking(may_think=True)
    assert bounds(PROBE, thinks, None) == {"until": [], "max_gen_toks": 4096}
    assert bounds(ASKED, thinks, None) == {"until": [], "max_gen_toks": 8192}
    assert bounds(ASKED, thinks, 2048) == {"until": [], "max_gen_toks": 1024}


@pytest.mark.parametrize("name", ["max_gen_toks", "max_tokens", "max_new_tokens"])
def test_a_bound_of_the_users_takes_the_place_of_ours_by_any_of_its_names(name):
    ours = {"until": [], "max_gen_toks": 4096}
    assert merged(ours, {name: 99, "top_p": 1}) == {"until": [], name: 99, "top_p": 1}
    assert merged(ours, {"until": ["."]}) == {"until": ["."], "max_gen_toks": 4096}


def test_a_model_that_never_stops_thinking_stops_the_study(tiny_llama, tmp_path, command):
    folder = tmp_path / "thinker"
    shutil.copytree(tiny_llama, folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.chat_template = OPENED
    tokenizer.save_pretrained(folder)
    code, _, err = command(
        "track", "--model", "hf", "--model_args", f"pretrained={folder}", "--apply_chat_template",
        "--gen_kwargs", "max_gen_toks=4", "-b", "32", "--questions", "2", "-o", tmp_path / "run",
    )  # fmt: skip
    assert code == 2, err
    assert "replies cannot be read (cut inside thinking: " in err.splitlines()[-1]
