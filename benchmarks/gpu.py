"""Prints what a device computes, and how fast: one table, with the device's name.

On any machine with a GPU: python benchmarks/gpu.py
On a CPU, or to try it out: python benchmarks/gpu.py --small
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import torch
import transformers
from ft_ck_speed import (
    SHAPE,
    build_model,
    clock_of,
    encoded,
    forced,
    one_by_one,
    stacked,
    texts_of,
)
from lm_eval import simple_evaluate
from lm_eval.api.instance import Instance
from lm_eval.models.huggingface import HFLM
from lm_eval.tasks import TaskManager

from erbench_track.plugin.compat import new_request
from erbench_track.plugin.hook.register import register, tasks_dir
from erbench_track.plugin.models.one_reading import read_copies_once
from erbench_track.track_tasks.prompts import closed_book_prompt, probe_prompt
from erbench_track.track_tasks.questions.question import Question
from erbench_track.track_tasks.scenarios import embedded_questions

TASK, PLAIN = "erbench_movie_bn_yes", "plain_prompts"
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
    """Measures a task of ours, a plain task of lm_eval, and a bare loop over the same prompts."""
    register()
    prompts: list[str] = []
    ours, whole = through_lm_eval(base, scale, tasks_dir(), TASK, prompts)
    with tempfile.TemporaryDirectory() as folder:
        write_plain_task(Path(folder), prompts)
        plain, plain_whole = through_lm_eval(base, scale, folder, PLAIN, [])
    loop = bare(prompts, base, scale)
    tokens = scale.tokens * len(prompts)
    yield f"a bare `generate` loop, {len(prompts)} prompts", f"{tokens / loop:.0f} tokens/s"
    yield "a plain task of lm_eval's", f"{tokens / plain:.0f} tokens/s, {plain / loop - 1:+.0%}"
    yield (
        f"{TASK}",
        f"{tokens / ours:.0f} tokens/s, {ours / plain - 1:+.0%} over the plain task (about 0)",
    )
    yield (
        "documents, filters and metrics besides",
        f"{whole - ours:.1f} s; of the plain task {plain_whole - plain:.1f} s",
    )


def through_lm_eval(
    base: HFLM, scale: Scale, folder: str, task: str, prompts: list[str]
) -> tuple[float, float]:
    """Returns the seconds of the model alone, and of all; the prompts are noted."""
    spent, answer, now = 0.0, base.generate_until, clock_of(base)

    def watched(requests: list[Instance], **how: Any) -> list[str]:
        nonlocal spent
        prompts[:] = [request.args[0] for request in requests]
        begin = now()
        responses = answer(requests, **how)
        spent = now() - begin
        return responses

    base.generate_until = watched
    whole = now()
    settings = {"until": [], "max_gen_toks": scale.tokens, "min_new_tokens": scale.tokens}
    simple_evaluate(
        base, tasks=[task], limit=scale.documents, gen_kwargs={**settings, "do_sample": False},
        task_manager=TaskManager(include_path=folder, include_defaults=False), bootstrap_iters=0,
    )  # fmt: skip
    whole = now() - whole
    del base.generate_until
    return spent, whole


def write_plain_task(folder: Path, prompts: Sequence[str]) -> None:
    """Writes a task that has nothing but prompts, as anyone's YAML file may."""
    lines = "".join(f"{json.dumps({'prompt': prompt})}\n" for prompt in prompts)
    (folder / "prompts.jsonl").write_text(lines)
    config = {
        "task": PLAIN, "dataset_path": "json", "test_split": "train",
        "dataset_kwargs": {"data_files": str(folder / "prompts.jsonl")},
        "output_type": "generate_until", "doc_to_text": "{{prompt}}", "doc_to_target": "yes",
        "metric_list": [{"metric": "exact_match"}],
    }  # fmt: skip
    (folder / f"{PLAIN}.yaml").write_text(json.dumps(config))


def bare(prompts: Sequence[str], base: HFLM, scale: Scale) -> float:
    """Returns the seconds of a loop over batches, the longest prompts first as lm_eval does."""
    now = clock_of(base)
    begin = now()
    ordered = sorted(prompts, key=lambda prompt: -len(base.tok_encode(prompt)))
    for start in range(0, len(ordered), scale.batch_size):
        given = encoded(base, ordered[start : start + scale.batch_size])
        with torch.inference_mode():
            made = base.model.generate(**given, **forced(scale.tokens))
        base.tokenizer.batch_decode(made[:, given["input_ids"].shape[1] :])
    return now() - begin


def probe(base: HFLM, scale: Scale, questions: Sequence[Question]) -> Iterator[Row]:
    """Measures ten samples of a probe, each read anew as lm_eval asks, and all read once."""
    facts = [fact for question in questions for fact in question.facts][:16]
    doc = questions[0].to_row()
    prompts = [probe_prompt({**doc, "probe_question": fact.probe_question}) for fact in facts]
    settings = {
        "until": [], "max_gen_toks": scale.tokens, "do_sample": True, "temperature": 0.7,
        "top_p": 0.7,
    }  # fmt: skip
    requests = [new_request(prompt, settings) for prompt in prompts for _ in range(SAMPLES)]
    anew, said = sampled(base, requests)
    read_copies_once(base)
    once, said_once = sampled(base, requests)
    del base._model_generate
    equal = sum(a == b for a, b in zip(said, said_once, strict=True))
    count = len(requests)
    yield f"{SAMPLES} samples of a probe, each with its prefill", f"{count / anew:.1f}/s"
    yield (
        f"{SAMPLES} samples after one prefill, as the study asks",
        f"{count / once:.1f}/s; {equal} of {count} the same text",
    )


def sampled(base: HFLM, requests: list[Instance]) -> tuple[float, list[str]]:
    """Returns the seconds and the responses, with the same random numbers each time."""
    now = clock_of(base)
    torch.manual_seed(0)
    begin = now()
    responses = base.generate_until(requests, disable_tqdm=True)
    return now() - begin, responses


def name_of(device: str) -> str:
    if device == "cpu":
        return f"CPU {platform.machine()}, one thread, seconds of the processor (no GPU)"
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
    if device == "cpu":
        torch.set_num_threads(1)  # threads that wait for each other would be counted as work
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
