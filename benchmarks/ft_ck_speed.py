"""Prints how fast FT-CK is at KAS = 1, against one peft model after the other.

Run it on an idle machine: python benchmarks/ft_ck_speed.py [BATCHES]
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
import transformers
from lm_eval.api.instance import Instance
from lm_eval.models.huggingface import HFLM

from erbench_track.plugin.models.ft_ck import FtCkLM
from erbench_track.track_tasks.injection.ft_ck import groups
from erbench_track.track_tasks.injection.ft_ck.adapter import Example, ExampleMaker
from erbench_track.track_tasks.injection.ft_ck.cache import weights_fingerprint
from erbench_track.track_tasks.injection.ft_ck.settings import Settings
from erbench_track.track_tasks.injection.memory import memory_of
from erbench_track.track_tasks.prompts import closed_book_prompt
from erbench_track.track_tasks.questions.question import Question
from erbench_track.track_tasks.scenarios import embedded_questions

BATCHES = 64
NEW_TOKENS = 64
BATCH_SIZE = 32
SHAPE = {
    "hidden_size": 128, "intermediate_size": 344, "num_hidden_layers": 4, "num_attention_heads": 4
}  # fmt: skip


def build_model(
    folder: Path, texts: list[str], shape: Mapping[str, int] = SHAPE, dtype: str = "float32"
) -> None:
    """Saves a Llama with random weights and a tokenizer trained on the questions."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    special = ["<s>", "</s>", "<pad>"]
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=2000, special_tokens=special, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator(texts, trainer)
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        **dict(zip(("bos_token", "eos_token", "pad_token"), special, strict=True)),
    )
    fast.save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(fast), max_position_embeddings=2048,
        initializer_range=0.1, bos_token_id=0, eos_token_id=1, pad_token_id=2, **shape,
    )  # fmt: skip
    model = transformers.LlamaForCausalLM(config).to(getattr(torch, dtype))
    model.save_pretrained(folder)


def clock_of(base: HFLM) -> Callable[[], float]:
    """Returns what tells the seconds: on a CPU those of the processor, whatever else it does."""
    return time.process_time if str(base.device) == "cpu" else time.perf_counter


class Clock:
    """Adds up the seconds spent in some functions."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.seconds: dict[str, float] = {}
        self._now = now

    def timed(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            begin = self._now()
            try:
                return function(*args, **options)
            finally:
                spent = self._now() - begin
                self.seconds[name] = self.seconds.get(name, 0.0) + spent

        return call

    def shares(self, total: float) -> str:
        rest = total - sum(self.seconds.values())
        parts = {**self.seconds, "overhead": rest}
        return ", ".join(f"{name} {value / total:.0%}" for name, value in parts.items())


def batches_of(
    questions: Sequence[Question], kas: int
) -> list[tuple[Sequence[Question], list[Any]]]:
    """Divides questions into those that share an adapter, each with the facts that it learns."""
    parts = [questions[start : start + kas] for start in range(0, len(questions), kas)]
    return [(part, [fact for question in part for fact in question.facts]) for part in parts]


def stacked(base: HFLM, questions: Sequence[Question], kas: int = 1) -> tuple[float, Clock]:
    """Answers with ours; returns the seconds and what they were spent on."""
    options = {
        "until": [], "max_gen_toks": NEW_TOKENS, "min_new_tokens": NEW_TOKENS, "do_sample": False
    }  # fmt: skip
    requests = []
    for part, facts in batches_of(questions, kas):
        memory = memory_of("ft_ck", facts)
        for question in part:
            doc = {**question.to_row(), "memory": memory}
            prompt = closed_book_prompt({**doc, "injected_facts": []})
            requests.append(Instance("generate_until", doc, (prompt, options), 0))
    clock, train, generate = Clock(clock_of(base)), groups.train, base.generate_until
    groups.train = clock.timed("training", train)  # type: ignore[assignment]
    base.generate_until = clock.timed("generation", generate)
    now = clock_of(base)
    begin = now()
    FtCkLM(base).generate_until(requests, disable_tqdm=True)
    total = now() - begin
    groups.train = train
    del base.generate_until
    return total, clock


def one_by_one(base: HFLM, questions: Sequence[Question], kas: int = 1) -> tuple[float, Clock]:
    """A new peft model and Trainer for each batch of questions, as one would write it."""
    from peft import LoraConfig, get_peft_model

    settings, now = Settings(), clock_of(base)
    clock, size = Clock(now), int(base.batch_size)
    maker = ExampleMaker(base.tokenizer, base.tok_encode, base.max_length, {})
    begin = now()
    for part, facts in batches_of(questions, kas):
        config = LoraConfig(
            r=settings.rank, lora_alpha=int(settings.alpha),
            target_modules=list(settings.target_modules), task_type="CAUSAL_LM",
        )  # fmt: skip
        model = get_peft_model(base.model, config)
        examples = maker.examples(tuple(facts), is_chat=False)
        with tempfile.TemporaryDirectory() as folder:
            arguments = transformers.TrainingArguments(
                output_dir=folder, num_train_epochs=settings.epochs, learning_rate=settings.lr,
                per_device_train_batch_size=settings.train_batch_size, report_to=[],
                save_strategy="no", logging_strategy="no", disable_tqdm=True,
                use_cpu=str(base.device) == "cpu",
                remove_unused_columns=False,
            )  # fmt: skip
            trainer = transformers.Trainer(
                model=model, args=arguments, train_dataset=examples, data_collator=collate
            )
            trainer.remove_callback(transformers.PrinterCallback)
            clock.timed("training", trainer.train)()
        model.eval()
        prompts = [
            closed_book_prompt({**question.to_row(), "injected_facts": []}) for question in part
        ]
        for start in range(0, len(prompts), size):
            given = encoded(base, prompts[start : start + size])
            with torch.no_grad():
                clock.timed("generation", model.generate)(**given, **forced(NEW_TOKENS))
        model.unload()
    return now() - begin, clock


def encoded(base: HFLM, prompts: Sequence[str]) -> dict[str, torch.Tensor]:
    """Returns the tokens of a batch of prompts, padded on the left."""
    given = base.tokenizer(list(prompts), return_tensors="pt", padding=True, padding_side="left")
    given = given.to(base.device)
    return {name: given[name] for name in ("input_ids", "attention_mask")}


def forced(tokens: int) -> dict[str, Any]:
    """Returns the settings of `generate` for exactly so many tokens."""
    return {
        "max_new_tokens": tokens, "min_new_tokens": tokens, "do_sample": False, "pad_token_id": 2
    }  # fmt: skip


def collate(examples: list[Example]) -> dict[str, torch.Tensor]:
    longest = max(len(example.ids) for example in examples)
    ids, mask, labels = [], [], []
    for example in examples:
        pad, asked = longest - len(example.ids), len(example.ids) - example.answer
        ids.append([*example.ids, *[2] * pad])
        mask.append([1] * len(example.ids) + [0] * pad)
        labels.append([-100] * asked + list(example.ids[asked:]) + [-100] * pad)
    return {
        "input_ids": torch.tensor(ids),
        "attention_mask": torch.tensor(mask),
        "labels": torch.tensor(labels),
    }


def texts_of(questions: Sequence[Question]) -> list[str]:
    """Returns what a tokenizer for questions is trained on."""
    facts = [fact.fact for question in questions for fact in question.facts]
    return [*(question.question for question in questions), *facts]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("batches", type=int, nargs="?", default=BATCHES)
    count = parser.parse_args().batches
    transformers.logging.set_verbosity_error()
    torch.set_num_threads(1)  # threads that wait for each other would be counted as work
    questions = list(embedded_questions("wiki", count))
    facts = sum(len(question.facts) for question in questions)
    with tempfile.TemporaryDirectory() as folder:
        build_model(Path(folder), texts_of(questions))
        base = HFLM(pretrained=folder, device="cpu", batch_size=BATCH_SIZE)
    size = sum(parameter.numel() for parameter in base.model.parameters())
    print(
        f"{count} questions (KAS = 1), {facts} facts; a Llama of {size / 1e6:.1f} M parameters on "
        f"{torch.get_num_threads()} CPU threads; {NEW_TOKENS} new tokens; batch size {BATCH_SIZE}"
    )
    before = weights_fingerprint(base.model)
    stacked(base, questions[:2])  # what is loaded once
    seconds, clock = stacked(base, questions)
    ours = clock.shares(seconds)
    print(f"track-ft-ck: {count / seconds:.2f} adapters/s ({seconds:.1f} s): {ours}")
    slow, clock = one_by_one(base, questions)
    print(f"peft, one by one: {count / slow:.2f} adapters/s ({slow:.1f} s): {clock.shares(slow)}")
    print(f"ratio {slow / seconds:.1f}")
    same = weights_fingerprint(base.model) == before
    print(f"weights of the base model before and after: {'equal' if same else 'DIFFERENT'}")


if __name__ == "__main__":
    main()
