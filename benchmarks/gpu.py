"""Prints what a device computes, and how fast: one table, with the device's name.

On any machine with a GPU: python benchmarks/gpu.py
On a CPU, or to try it out: python benchmarks/gpu.py --small
"""

from __future__ import annotations

import argparse
import platform
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import torch
import transformers
from ft_ck_speed import SHAPE, build_model, encoded, forced, one_by_one, stacked, texts_of
from lm_eval import simple_evaluate
from lm_eval.api.instance import Instance
from lm_eval.models.huggingface import HFLM
from lm_eval.tasks import TaskManager

from erbench_track.plugin.hook.register import register, tasks_dir
from erbench_track.track_tasks.prompts import closed_book_prompt
from erbench_track.track_tasks.questions.question import Question
from erbench_track.track_tasks.scenarios import embedded_questions

TASK = "erbench_movie_bn_yes"
TOLERANCE = 0.1  # of log-probabilities in bf16, in nats
SAMPLES = 10
Row = tuple[str, str]


class Scale(NamedTuple):
    """How much is computed.

    Attributes:
        shape: Of the model whose speed is measured.
        dtype: Of its weights.
        batches: KAS, and how many adapters of so many questions.
        tokens: New tokens of a response.
        documents: Of the task.
        batch_size: Requests that are answered together.
    """

    shape: dict[str, int]
    dtype: str
    batches: dict[int, int]
    tokens: int
    documents: int
    batch_size: int


FULL = Scale(
    {
        "hidden_size": 2048, "intermediate_size": 5632, "num_hidden_layers": 22,
        "num_attention_heads": 32,
    }, "bfloat16",
    {1: 32, 10: 8, 100: 2}, 64, 512, 64,
)  # fmt: skip
SMALL = Scale(SHAPE, "float32", {1: 8, 10: 2, 100: 1}, 32, 64, 16)


def load(folder: str, device: str, scale: Scale, dtype: str) -> HFLM:
    """Loads a model as `--model hf` does."""
    return HFLM(pretrained=folder, device=device, dtype=dtype, batch_size=scale.batch_size)


@contextmanager
def model_of(shape: dict[str, int], dtype: str, questions: Sequence[Question]) -> Iterator[str]:
    """Makes the folder of a Llama with random weights."""
    with tempfile.TemporaryDirectory() as folder:
        build_model(Path(folder), texts_of(questions), shape, dtype)
        yield folder


def prompts_of(questions: Sequence[Question]) -> list[str]:
    return [closed_book_prompt({**one.to_row(), "injected_facts": []}) for one in questions]


def correctness(device: str, scale: Scale, questions: Sequence[Question]) -> list[Row]:
    """Compares a device with the CPU, on a tiny model."""
    prompts = prompts_of(questions[:32])
    options = {"until": [], "max_gen_toks": scale.tokens, "do_sample": False}
    requests = [Instance("generate_until", {}, (prompt, options), 0) for prompt in prompts]
    with model_of(SHAPE, "float32", questions) as folder:
        reference = load(folder, "cpu", scale, "float32")
        other = load(folder, device, scale, "float32")
        half = load(folder, device, scale, "bfloat16")
    wanted = reference.generate_until(requests, disable_tqdm=True)
    found = other.generate_until(requests, disable_tqdm=True)
    equal = sum(one == another for one, another in zip(wanted, found, strict=True))
    apart = (likelihoods(reference, prompts) - likelihoods(half, prompts)).abs().max().item()
    verdict = "within" if apart <= TOLERANCE else "BEYOND"
    return [
        ("float32: same responses as on the CPU", f"{equal} of {len(wanted)}"),
        ("bf16: largest difference of a log-probability", f"{apart:.3f} ({verdict} {TOLERANCE})"),
    ]


def likelihoods(base: HFLM, prompts: Sequence[str]) -> torch.Tensor:
    """Returns the log-probability of the float32 model's vocabulary after each prompt."""
    rows = []
    for prompt in prompts:
        with torch.inference_mode():
            rows.append(base.model(**encoded(base, [prompt])).logits[0, -1])
    return torch.stack(rows).float().cpu().log_softmax(-1)


def adapters(base: HFLM, scale: Scale, questions: Sequence[Question]) -> Iterator[Row]:
    """Measures FT-CK against peft."""
    for kas, count in scale.batches.items():
        asked = questions[: kas * count]
        stacked(base, asked[:1])  # what is loaded once
        forget_peak(base)
        seconds, _ = stacked(base, asked, kas)
        ours = f"{count / seconds:.2f} adapters/s, {peak(base):.1f} GB"
        forget_peak(base)
        slow, _ = one_by_one(base, asked, kas)
        peft = f"{count / slow:.2f} adapters/s, {peak(base):.1f} GB"
        yield (
            f"FT-CK, KAS {kas}, {len(asked)} questions",
            f"{ours}; peft one by one: {peft}; ratio {slow / seconds:.1f}",
        )


def forget_peak(base: HFLM) -> None:
    if str(base.device) != "cpu":
        torch.cuda.reset_peak_memory_stats()


def peak(base: HFLM) -> float:
    """Returns the most memory that was used, in GB; on a CPU since the process began."""
    if str(base.device) == "cpu":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return torch.cuda.max_memory_allocated() / 1e9


def generation(base: HFLM, scale: Scale) -> Iterator[Row]:
    """Measures a task of ours against a bare loop over the same prompts."""
    register()
    asked: list[Instance] = []
    spent = 0.0
    answer = base.generate_until

    def watched(requests: list[Instance], **how: Any) -> list[str]:
        nonlocal spent
        asked[:] = requests
        begin = time.perf_counter()
        responses = answer(requests, **how)
        spent = time.perf_counter() - begin
        return responses

    base.generate_until = watched
    whole = time.perf_counter()
    settings = {"until": [], "max_gen_toks": scale.tokens, "min_new_tokens": scale.tokens}
    simple_evaluate(
        base, tasks=[TASK], limit=scale.documents, gen_kwargs={**settings, "do_sample": False},
        task_manager=TaskManager(include_path=tasks_dir(), include_defaults=False),
        bootstrap_iters=0,
    )  # fmt: skip
    whole = time.perf_counter() - whole
    del base.generate_until
    slow = bare([request.args[0] for request in asked], base, scale)
    tokens = scale.tokens * len(asked)
    yield f"{TASK} through lm_eval, {len(asked)} prompts", f"{tokens / spent:.0f} tokens/s"
    yield "a bare `generate` loop over the same prompts", f"{tokens / slow:.0f} tokens/s"
    yield "more time than the bare loop", f"{spent / slow - 1:+.0%} (at most 10%)"
    yield "documents, filters and metrics besides", f"{whole - spent:.1f} s"


def bare(prompts: Sequence[str], base: HFLM, scale: Scale) -> float:
    """Returns the seconds of a loop over batches, the longest prompts first as lm_eval does."""
    begin = time.perf_counter()
    ordered = sorted(prompts, key=len, reverse=True)
    for start in range(0, len(ordered), scale.batch_size):
        given = encoded(base, ordered[start : start + scale.batch_size])
        with torch.inference_mode():
            made = base.model.generate(**given, **forced(scale.tokens))
        base.tokenizer.batch_decode(made[:, given["input_ids"].shape[1] :])
    return time.perf_counter() - begin


def probe(base: HFLM, scale: Scale, questions: Sequence[Question]) -> list[Row]:
    """Measures ten samples of a prompt, each read anew and all after one reading."""
    prompts = prompts_of(questions[:16])
    seconds = {}
    same = True
    sample(base, prompts[0], scale.tokens, once=True)
    for once in (False, True):
        begin = time.perf_counter()
        found = [sample(base, prompt, scale.tokens, once=once) for prompt in prompts]
        seconds[once] = time.perf_counter() - begin
        same = found == same if once else found
    rate = {once: len(prompts) * SAMPLES / spent for once, spent in seconds.items()}
    return [
        (f"{SAMPLES} samples, each with its prefill, as lm_eval asks", f"{rate[False]:.1f}/s"),
        (
            f"{SAMPLES} samples after one prefill (not built in)",
            f"{rate[True]:.1f}/s; {'the same text' if same else 'OTHER TEXT'}",
        ),
    ]


def sample(base: HFLM, prompt: str, tokens: int, *, once: bool) -> list[list[int]]:
    """Returns the responses to copies of a prompt; greedy, so that both ways can be compared."""
    given = encoded(base, [prompt])
    copies = {name: rows.repeat(SAMPLES, 1) for name, rows in given.items()}
    with torch.inference_mode():
        if once:
            read = base.model(given["input_ids"][:, :-1], use_cache=True).past_key_values
            read.batch_repeat_interleave(SAMPLES)
            copies["past_key_values"] = read
        made = base.model.generate(**copies, **forced(tokens))
    return made[:, given["input_ids"].shape[1] :].tolist()  # type: ignore[no-any-return]


def name_of(device: str) -> str:
    if device == "cpu":
        return f"CPU {platform.machine()}, {torch.get_num_threads()} threads (no GPU)"
    return torch.cuda.get_device_name()


def measured(device: str, scale: Scale, questions: Sequence[Question]) -> Iterator[Row]:
    """Measures everything; yields each figure as soon as there is one."""
    yield from correctness(device, scale, questions)
    with model_of(scale.shape, scale.dtype, questions) as folder:
        base = load(folder, device, scale, scale.dtype)
    size = sum(parameter.numel() for parameter in base.model.parameters())
    yield "for what follows", f"a Llama of {size / 1e6:.1f} M random weights, {scale.dtype}"
    yield from adapters(base, scale, questions)
    yield from generation(base, scale)
    yield from probe(base, scale, questions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="a small model, few questions")
    small = parser.parse_args().small
    device = "cuda" if torch.cuda.is_available() else "cpu"
    if device == "cpu" and not small:
        parser.error("there is no GPU here: --small measures a small model on the CPU")
    scale = SMALL if small else FULL
    transformers.logging.set_verbosity_error()
    most = max(kas * count for kas, count in scale.batches.items())
    questions = list(embedded_questions("wiki", max(most, 32)))
    print(f"| {name_of(device)} | torch {torch.__version__} |\n|---|---|")
    for what, figure in measured(device, scale, questions):
        print(f"| {what} | {figure} |", flush=True)


if __name__ == "__main__":
    main()
