"""The instruction and the facts are in the prompts that are sent, also in those out of a cache."""

import pytest
from believing_model import write_gaps
from lm_eval.caching import cache
from scripted_model import ScriptedModel

from erbench_track.core.errors import InputError
from erbench_track.plugin.tasks import task_classes

pytestmark = pytest.mark.long

INSTRUCTION = "Answer the following question in yes or no"
TASK = "erbench_movie_bn_yes"


@pytest.fixture
def kept(monkeypatch, tmp_path):
    """The folder where `--cache_requests` keeps requests."""
    monkeypatch.setattr(cache, "PATH", str(tmp_path))
    return tmp_path


@pytest.fixture
def prompts(evaluate):
    """Returns what a model is sent, and the results."""

    def run(task=TASK, metadata=None, model=None, **options):
        model = model or ScriptedModel(lambda _: "Yes.")
        found = evaluate(model, [task], metadata, bootstrap_iters=0, **{"limit": 3, **options})
        return [request.args[0] for call in model.calls for request in call], found

    return run


def test_cached_requests_are_those_of_the_documents_that_are_asked_about(prompts, kept):
    few = {"sample_entities": 5}
    others = {"sample_entities": 5, "question_seed": 7}
    fresh = {seed: prompts("erbench_movie_mc", of)[0] for seed, of in ((0, few), (7, others))}
    assert fresh[0] != fresh[7]
    for _ in range(2):
        assert prompts("erbench_movie_mc", few, cache_requests=True)[0] == fresh[0]
        assert prompts("erbench_movie_mc", others, cache_requests=True)[0] == fresh[7]
    assert len(list(kept.iterdir())) == 2


@pytest.mark.parametrize(
    "changed", [{"gen_kwargs": "max_gen_toks=7"}, {"samples": {TASK: [0]}, "limit": None}]
)
def test_cached_requests_are_those_of_the_options_of_the_run(prompts, kept, changed):
    prompts(cache_requests=True)
    fresh, plain = prompts(**changed)
    again, found = prompts(cache_requests=True, **changed)
    assert again == fresh
    sent = [[s["arguments"] for s in of["samples"][TASK]] for of in (plain, found)]
    assert sent[0] == sent[1]
    assert len(list(kept.iterdir())) == 2


def test_standard_errors_are_the_same_with_requests_out_of_the_cache(evaluate, kept):
    def row():
        model = ScriptedModel(lambda prompt: "Yes." if len(prompt) % 2 else "No.")
        return evaluate(model, [TASK], limit=20, cache_requests=True)["results"][TASK]

    assert row() == row()
    assert len(list(kept.iterdir())) == 1


def test_facts_that_are_not_in_a_cached_prompt_are_refused(prompts, kept, monkeypatch, tmp_path):
    monkeypatch.setattr(task_classes, "fingerprint", lambda *_: "of another run")
    none, all_ = (
        str(write_gaps(tmp_path / f"{name}.parquet", lambda _, known=known: known))
        for name, known in (("none", True), ("all", False))
    )
    prompts("track_wiki_append", {"gaps": none}, cache_requests=True)
    with pytest.raises(InputError, match=r"the prompt does not hold the fact .* to be injected"):
        prompts("track_wiki_append", {"gaps": all_}, cache_requests=True)


class Template(ScriptedModel):
    """A chat model whose template passes over the system, or refuses it as lm_eval expects."""

    tokenizer_name = "template"

    def apply_chat_template(self, chat_history, add_generation_prompt=True):
        users = [turn for turn in chat_history if turn["role"] != "system"]
        return super().apply_chat_template(users, add_generation_prompt)


def test_without_a_system_role_the_instruction_stands_in_the_users_turn_and_results_say_so(
    prompts, kept
):
    for _ in range(2):
        sent, found = prompts(
            model=Template(lambda _: "Yes."), apply_chat_template=True, cache_requests=True
        )
        assert all(prompt.startswith(f"<user>{INSTRUCTION}") for prompt in sent)
        assert all(prompt.count("<user>") == 1 and "\n\nQ: " in prompt for prompt in sent)
        (warning,) = found["configs"][TASK]["metadata"]["warnings"]
        assert warning.startswith(f"{TASK}: the chat template has no system role")


def test_with_a_system_role_nothing_is_moved(prompts):
    sent, found = prompts(apply_chat_template=True)
    assert all(prompt.startswith(f"<system>{INSTRUCTION}") for prompt in sent)
    assert "warnings" not in found["configs"][TASK]["metadata"]


def test_demonstrations_follow_the_instruction(prompts):
    sent, _ = prompts(
        model=Template(lambda _: "Yes."),
        apply_chat_template=True,
        fewshot_as_multiturn=True,
        num_fewshot=2,
    )
    for prompt in sent:
        assert prompt.startswith(f"<user>{INSTRUCTION}")
        assert prompt.count(INSTRUCTION) == 1
        assert prompt.count("<user>") == 3
