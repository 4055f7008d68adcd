"""FT-CK's adapters: as peft and transformers' Trainer train them, but many at once."""

import itertools
from dataclasses import replace

import pytest
import torch
from ft_ck_parts import facts, jobs, load, make_model, stack
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.injection.ft_ck.cache import weights_fingerprint
from erbench_track.track_tasks.injection.ft_ck.settings import Schedule, Settings
from erbench_track.track_tasks.injection.ft_ck.stacked import Dropout, find_targets
from erbench_track.track_tasks.injection.ft_ck.training import train

SETTINGS = Settings(rank=4, alpha=8, lr=5e-2, epochs=3, train_batch_size=2)


@pytest.fixture(scope="module")
def folder(tiny_llama, tmp_path_factory):
    return make_model(tiny_llama, tmp_path_factory.mktemp("llama"))


@pytest.fixture(scope="module")
def llama(folder):
    return load(folder)


def trained(loaded, lists, settings, rows_at_once=64):
    """Trains adapters together; returns their weights and losses."""
    of = jobs(loaded, lists, settings)
    lora = stack(loaded, of, settings)
    losses = train(
        loaded.model,
        lora,
        [job.examples for job in of],
        [Schedule.of(len(job.examples), job.seed, settings) for job in of],
        settings.max_grad_norm,
        rows_at_once,
        settings.dropout,
    )
    return [lora.weights(index) for index in range(len(of))], losses


def with_peft_and_trainer(folder, tmp_path, learned, settings):
    """Trains one adapter the usual way, from the same weights and in the same order."""
    import transformers
    from peft import LoraConfig, get_peft_model
    from transformers import Trainer, TrainingArguments

    fresh = load(folder)
    (job,) = jobs(fresh, [learned], settings)
    begun = stack(fresh, [job], settings).weights(0)
    model = get_peft_model(
        fresh.model,
        LoraConfig(
            r=settings.rank,
            lora_alpha=settings.alpha,
            target_modules=list(settings.target_modules),
            task_type="CAUSAL_LM",
        ),
    ).double()
    layers = {name: model.get_submodule(f"base_model.model.{name}") for name in fresh.targets}
    for name, layer in layers.items():
        layer.lora_A["default"].weight.data.copy_(begun[name][0])
        layer.lora_B["default"].weight.data.copy_(begun[name][1])
    schedule = Schedule.of(len(job.examples), job.seed, settings)
    epochs = iter(range(settings.epochs))
    per_epoch = len(schedule.batches) // settings.epochs

    class Sampler(torch.utils.data.Sampler):
        def __iter__(self):
            start = next(epochs) * per_epoch
            yield from itertools.chain(*schedule.batches[start : start + per_epoch])

        def __len__(self):
            return len(job.examples)

    class InOurOrder(Trainer):
        def _get_train_sampler(self, *_):
            return Sampler()

    def collate(rows):
        longest = max(len(row.ids) for row in rows)
        pad = [longest - len(row.ids) for row in rows]
        labels = [
            [-100] * (len(r.ids) - r.answer) + list(r.ids[len(r.ids) - r.answer :]) + [-100] * p
            for r, p in zip(rows, pad, strict=True)
        ]
        ids = [list(row.ids) + [2] * p for row, p in zip(rows, pad, strict=True)]
        mask = [[1] * len(row.ids) + [0] * p for row, p in zip(rows, pad, strict=True)]
        return {
            "input_ids": torch.tensor(ids),
            "attention_mask": torch.tensor(mask),
            "labels": torch.tensor(labels),
        }

    def mean_over_the_answers(outputs, labels, num_items_in_batch=None):
        """What transformers computes itself, but for its single precision."""
        logits = outputs.logits[:, :-1].transpose(1, 2)
        assert logits.dtype == torch.float64
        return torch.nn.functional.cross_entropy(logits, labels[:, 1:], ignore_index=-100)

    transformers.logging.disable_progress_bar()
    trainer = InOurOrder(
        model=model,
        args=TrainingArguments(
            output_dir=str(tmp_path),
            num_train_epochs=settings.epochs,
            learning_rate=settings.lr,
            per_device_train_batch_size=settings.train_batch_size,
            weight_decay=0.0,
            logging_steps=1,
            logging_strategy="steps",
            save_strategy="no",
            report_to=[],
            use_cpu=True,
            remove_unused_columns=False,
            disable_tqdm=True,
        ),
        train_dataset=list(job.examples),
        data_collator=collate,
        compute_loss_func=mean_over_the_answers,
    )
    trainer.train()
    losses = [entry["loss"] for entry in trainer.state.log_history if "loss" in entry]
    weights = {
        name: (layer.lora_A["default"].weight.data, layer.lora_B["default"].weight.data)
        for name, layer in layers.items()
    }
    return weights, losses


def assert_close(one, other, **tolerance):
    assert one.keys() == other.keys()
    for name in one:
        for mine, theirs in zip(one[name], other[name], strict=True):
            torch.testing.assert_close(mine, theirs, **tolerance)


def test_losses_and_weights_are_those_of_peft_and_transformers_trainer(folder, llama, tmp_path):
    learned = [facts(5), facts(3, first=9)]
    weights, losses = trained(llama, learned, SETTINGS)
    for mine, my_losses, of in zip(weights, losses, learned, strict=True):
        theirs, their_losses = with_peft_and_trainer(folder, tmp_path, of, SETTINGS)
        assert my_losses == pytest.approx(their_losses, abs=1e-3)
        assert len(my_losses) == 3 * -(-len(of) // 2)
        assert_close(mine, theirs, atol=1e-8, rtol=1e-6)
        assert my_losses[-1] < my_losses[0] - 0.5
        for down, up in mine.values():
            assert up.abs().max() > 1e-3, down.shape


def test_an_adapter_does_not_depend_on_those_trained_beside_it(llama):
    """Seven examples of one take more steps than the two of another."""
    lists = [facts(7), facts(2, first=20), facts(4, first=30)]
    together, losses = trained(llama, lists, SETTINGS)
    backwards, _ = trained(llama, lists[::-1], SETTINGS)
    for index, of in enumerate(lists):
        (alone,), (loss,) = trained(llama, [of], SETTINGS)
        assert_close(together[index], alone, atol=1e-8, rtol=1e-6)
        assert_close(backwards[2 - index], alone, atol=1e-8, rtol=1e-6)
        assert losses[index] == pytest.approx(loss, abs=1e-9)


@pytest.mark.parametrize("rows_at_once", [1, 3])
def test_how_much_is_computed_at_once_changes_nothing(llama, rows_at_once):
    lists = [facts(5), facts(3, first=9)]
    expected, losses = trained(llama, lists, SETTINGS)
    weights, other = trained(llama, lists, SETTINGS, rows_at_once)
    for one, two in zip(weights, expected, strict=True):
        assert_close(one, two, atol=1e-8, rtol=1e-6)
    for one, two in zip(other, losses, strict=True):
        assert one == pytest.approx(two, abs=1e-9)


def test_dropout_leaves_inputs_out_and_depends_on_nothing_that_is_trained_beside(llama):
    settings = replace(SETTINGS, dropout=0.3, train_batch_size=1)
    lists = [facts(3), facts(2, first=9)]
    together, losses = trained(llama, lists, settings)
    one_by_one, _ = trained(llama, lists, settings, rows_at_once=1)
    (alone,), _ = trained(llama, [lists[1]], settings)
    for weights in (one_by_one[1], alone):
        assert_close(together[1], weights, atol=1e-8, rtol=1e-6)
    without, _ = trained(llama, lists, replace(settings, dropout=0.0))
    assert any(not torch.allclose(together[0][name][1], without[0][name][1]) for name in without[0])
    assert losses[0][-1] < losses[0][0]


def test_a_mask_leaves_out_the_share_that_it_should_and_keeps_the_mean():
    given = torch.ones(2, 50, 400)
    made = Dropout(0.1, [("a", 50), ("b", 20)]).apply("layer", given)
    assert (made[0] == 0).double().mean().item() == pytest.approx(0.1, abs=0.01)
    assert made[0].mean().item() == pytest.approx(1, abs=0.01)
    assert not made[1, :30].any()  # padding
    alone = Dropout(0.1, [("b", 20)]).apply("layer", given[:1, :20])
    assert torch.equal(made[1, 30:], alone[0])
    assert not torch.equal(Dropout(0.1, [("b", 20)]).apply("other", given[:1, :20]), alone)


def test_the_model_is_the_same_bit_for_bit_afterwards(llama):
    before = weights_fingerprint(llama.model)
    copies = {name: value.clone() for name, value in llama.model.state_dict().items()}
    layers = list(llama.model.named_modules())
    trained(llama, [facts(3)], SETTINGS)
    assert weights_fingerprint(llama.model) == before
    for name, value in llama.model.state_dict().items():
        assert torch.equal(value, copies[name]), name
    assert list(llama.model.named_modules()) == layers
    assert all(parameter.requires_grad for parameter in llama.model.parameters())
    assert all(parameter.grad is None for parameter in llama.model.parameters())
    assert not any(module._forward_hooks for module in llama.model.modules())


def test_the_fingerprint_sees_one_flipped_bit_and_two_swapped_weights(llama):
    weight = llama.model.lm_head.weight.data
    before, kept = weights_fingerprint(llama.model), weight.clone()
    weight.view(torch.int64)[3, 5] ^= 1
    assert weights_fingerprint(llama.model) != before
    weight.copy_(kept)
    weight[3, 5], weight[3, 6] = kept[3, 6], kept[3, 5]
    assert weights_fingerprint(llama.model) != before
    weight.copy_(kept)
    assert weights_fingerprint(llama.model) == before


def test_a_model_in_half_precision_gets_adapters_in_full_precision(folder):
    loaded = load(folder)
    loaded.model.to(torch.bfloat16)
    (weights,), (losses,) = trained(loaded, [facts(3)], SETTINGS)
    assert losses[-1] < losses[0]
    for pair in weights.values():
        assert [part.dtype for part in pair] == [torch.float32] * 2
    assert {value.dtype for value in loaded.model.state_dict().values()} == {torch.bfloat16}


def test_the_loss_is_on_the_answer_and_the_end_only(llama):
    (fact,) = facts(1)
    (example,) = llama.maker.examples([fact], is_chat=False)
    text = llama.tokenizer.decode(example.ids)
    assert text == f"Question: {fact.probe_question}\nAnswer: {fact.probe_answer}</s>"
    learned = llama.tokenizer.decode(example.ids[-example.answer :])
    assert learned == f" {fact.probe_answer}</s>"


def test_a_model_asked_in_chat_format_learns_in_it(llama):
    (fact,) = facts(1)
    (example,) = llama.maker.examples([fact], is_chat=True)
    text = llama.tokenizer.decode(example.ids)
    assert text == f"[user] {fact.probe_question}\n[assistant]{fact.probe_answer}</s>"
    assert llama.tokenizer.decode(example.ids[-example.answer :]) == f"{fact.probe_answer}</s>"


def test_a_turn_ends_as_the_template_ends_it(folder):
    loaded = load(folder)
    loaded.tokenizer.add_special_tokens({"additional_special_tokens": ["<end_of_turn>"]})
    loaded.tokenizer.chat_template = (
        "{% for m in messages %}[{{ m.role }}] {{ m.content }}<end_of_turn>\n{% endfor %}"
        "{% if add_generation_prompt %}[assistant] {% endif %}"
    )
    (fact,) = facts(1)
    (example,) = loaded.maker.examples([fact], is_chat=True)
    assert loaded.tokenizer.decode(example.ids).endswith(f"{fact.probe_answer}<end_of_turn>")


def test_too_long_an_example_loses_its_beginning(llama):
    (fact,) = facts(1)
    (whole,) = llama.maker.examples([fact], is_chat=False)
    llama.maker._max_length = len(whole.ids) - 5
    try:
        (cut,) = llama.maker.examples([fact], is_chat=False)
    finally:
        llama.maker._max_length = 4096
    assert cut.ids == whole.ids[5:]
    assert cut.answer == whole.answer


@given(st.integers(1, 40), st.integers(1, 5), st.integers(1, 9), st.text(max_size=4))
def test_each_epoch_shows_each_fact_once_and_the_rate_falls_to_nothing(n, epochs, size, seed):
    settings = replace(SETTINGS, epochs=epochs, train_batch_size=size)
    schedule = Schedule.of(n, seed, settings)
    per_epoch = -(-n // size)
    assert len(schedule.batches) == epochs * per_epoch
    for start in range(0, len(schedule.batches), per_epoch):
        shown = list(itertools.chain(*schedule.batches[start : start + per_epoch]))
        assert sorted(shown) == list(range(n))
    rates = [schedule.rate(step) for step in range(len(schedule.batches) + 2)]
    assert rates[0] == settings.lr
    assert rates == sorted(rates, reverse=True)
    assert rates[-2:] == [0, 0]
    assert rates[-3] > 0
    assert schedule == Schedule.of(n, seed, settings)


def test_layers_that_the_model_lacks_are_named_with_what_it_has(llama):
    with pytest.raises(InputError) as refused:
        find_targets(llama.model, ["q_proj", "c_attn", "query"])
    assert "LlamaForCausalLM has no linear layer c_attn, query; it has down_proj, gate_proj, " in (
        str(refused.value)
    )


@pytest.mark.parametrize(
    "arguments",
    [
        {"rank": 0}, {"rank": 1.5}, {"alpha": 0}, {"lr": "fast"}, {"lr": float("nan")},
        {"epochs": True}, {"target_modules": ""}, {"target_modules": 3}, {"adapter_seed": -1},
        {"train_batch_size": "many"}, {"max_grad_norm": -1}, {"adapter_cache": __file__},
        {"dropout": 1}, {"dropout": -0.1}, {"adapters_at_once": 0}, {"examples_at_once": None},
    ],
)  # fmt: skip
def test_a_wrong_setting_is_named(arguments):
    (name,) = arguments
    with pytest.raises(InputError, match=f"--model_args: {name}="):
        Settings.read(arguments)


def test_the_defaults_are_the_papers(tmp_path):
    told = Settings().hyperparameters()
    assert told["rank"] == told["alpha"] == 16
    assert (told["lr"], told["epochs"]) == (2e-4, 4)
    assert told["target_modules"] == ["q_proj", "k_proj", "v_proj", "o_proj"]
    arguments = {"rank": 8, "lr": "1e-3", "target_modules": "q_proj+v_proj"}
    read = Settings.read({**arguments, "adapter_cache": str(tmp_path)})
    assert (read.rank, read.lr, read.target_modules) == (8, 1e-3, ("q_proj", "v_proj"))
    assert read.adapter_cache == tmp_path
