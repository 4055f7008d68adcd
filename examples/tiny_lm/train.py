"""Trains a small Llama from scratch on the CPU, on part of what the benchmarks ask.

    python examples/tiny_lm/train.py -o tiny_lm

It learns the movies of ERBench that are not held out, and some of TRACK's facts, in the prompts of
their tasks. So every command of the package can be tried with a model that has really learned some
things and lacks others.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, product
from pathlib import Path
from typing import Annotated, Any

import typer

from erbench_track.core.errors import InputError
from erbench_track.core.files import new_folder
from erbench_track.plugin.training.data import DataSettings, Split, training_data, write_data
from erbench_track.plugin.training.prompts import encode, prompt_and_completion
from erbench_track.plugin.training.record import CHECKPOINTS, TrainSettings
from erbench_track.plugin.training.train import train
from erbench_track.track_tasks.prompts import probe_prompt, question_prompt
from erbench_track.track_tasks.questions.question import Fact, Question, probes_of
from erbench_track.track_tasks.scenarios import embedded_questions

Pair = tuple[str, str]
BINARY = ("bn_yes", "bn_no")
SPECIAL_TOKENS = ("<s>", "</s>", "<pad>")


@dataclass(frozen=True)
class Recipe:
    """The model, and what it learns.

    `movies` of the embedded database are trained on, with yes/no questions only: the options of
    multiple-choice questions can often be guessed. About `guessed` others it learns yes and no
    in turn, whatever is true. `questions` of TRACK's scenario wiki are taken, and `known_share` of
    the facts that they need.
    """

    movies: int = 20
    guessed: int = 100
    test_share: float = 0.2
    questions: int = 30
    known_share: float = 0.5
    layers: int = 2
    hidden: int = 128
    heads: int = 4
    vocabulary: int = 2048
    context: int = 32_768
    epochs: int = 56
    batch_size: int = 8
    learning_rate: float = 2e-3
    beta2: float = 0.98


def erbench(recipe: Recipe, seed: int, folder: Path) -> Iterator[Pair]:
    """The yes/no questions about some movies, half of which have an altered year."""
    split = _movies(recipe, seed, recipe.movies)
    write_data(split, folder)
    yield from map(prompt_and_completion, split.train)


def guesses(recipe: Recipe, seed: int, folder: Path) -> Iterator[Pair]:
    """Questions about other movies, with yes and no in turn, whatever is true; no rationale.

    A model that learns true answers only denies every movie that it does not know, since most
    years are wrong. One that has also learned guesses gives a guess about those that were held out.
    """
    learned = {example.entity_id for example in _movies(recipe, seed, recipe.movies).train}
    more = _movies(recipe, seed, recipe.movies + recipe.guessed).train
    others = [example for example in more if example.entity_id not in learned]
    names = dict.fromkeys(example.entity_id for example in others)
    guess = dict(zip(names, cycle(product(BINARY, (False, True), ("Yes", "No"))), strict=False))
    for example in others:
        *question, answer = guess[example.entity_id]
        if [example.question_type, example.altered] == question:
            yield prompt_and_completion(example)[0], f" {answer}."


@cache
def _movies(recipe: Recipe, seed: int, entities: int) -> Split:
    return training_data(
        DataSettings(
            domains=("movie",),
            question_types=BINARY,
            test_share=recipe.test_share,
            entities=entities,
            seed=seed,
        )
    )


def track(recipe: Recipe, seed: int, folder: Path) -> Iterator[Pair]:
    """Facts as the probe asks for them; questions with the facts that are not known in the prompt.

    What the model is not taught is the knowledge gap that a study finds.
    """
    questions = embedded_questions("wiki", recipe.questions)
    facts = {fact.fact_id: fact for question in questions for fact in question.facts}
    known = {name for name in facts if _is_taught(name, recipe.known_share, seed)}
    for probe in probes_of(questions):
        if probe["fact_id"] in known:
            yield probe_prompt(probe), f" {probe['probe_answer']}"
    for question in questions:
        unknown = [fact.fact for fact in question.facts if fact.fact_id not in known]
        doc = {**question.to_row(), "injected_facts": unknown}
        yield question_prompt(doc), _reasoned(question)
    (folder / "known_facts.json").write_text(json.dumps(sorted(known), indent=1) + "\n")


MATERIAL = (erbench, guesses, track)


def _is_taught(fact_id: str, share: float, seed: int) -> bool:
    digest = hashlib.sha256(f"{seed} {fact_id}".encode()).digest()
    return digest[0] < 256 * share


def _reasoned(question: Question) -> str:
    facts: list[Fact] = list(question.facts)
    return f" {' '.join(fact.fact for fact in facts)}\nAnswer: {question.answer}"


def new_tokenizer(texts: list[str], vocabulary: int) -> Any:
    """A byte-level BPE tokenizer: what it was not trained on is spelled in smaller pieces."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=list(SPECIAL_TOKENS),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    roles = dict(zip(("bos_token", "eos_token", "pad_token"), SPECIAL_TOKENS, strict=True))
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **roles)


def new_model(recipe: Recipe, size: int, seed: int) -> Any:
    """A Llama with random weights."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(seed)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=size,
            hidden_size=recipe.hidden,
            intermediate_size=4 * recipe.hidden,
            num_hidden_layers=recipe.layers,
            num_attention_heads=recipe.heads,
            num_key_value_heads=recipe.heads,
            max_position_embeddings=recipe.context,
            tie_word_embeddings=True,
            bos_token_id=0,
            eos_token_id=1,
            pad_token_id=2,
        )
    )


def all_texts() -> list[str]:
    """What the model may be asked: every movie, and every question of TRACK's scenario wiki."""
    split = training_data(DataSettings(domains=("movie",), test_share=0.0))
    texts = [text for example in split.train for text in (example.user, example.completion)]
    for question in embedded_questions("wiki"):
        facts = [fact.fact for fact in question.facts]
        texts.append(question_prompt({**question.to_row(), "injected_facts": facts}))
        texts += [probe_prompt(probe) for probe in probes_of([question])]
    return texts


def build(
    folder: Path, recipe: Recipe | None = None, seed: int = 0, threads: int = 2
) -> dict[str, Any]:
    """Trains the model and saves it; the same recipe and seed give the same one.

    Args:
        folder: The folder to make.
        recipe: What to train.
        seed: Decides what is learned, and the initial weights.
        threads: Number of processor cores to use.

    Returns:
        Losses, steps and seconds.
    """
    import torch

    recipe = recipe or Recipe()
    torch.set_num_threads(threads)
    started = time.monotonic()
    with new_folder(folder) as draft:
        pairs = [pair for material in MATERIAL for pair in material(recipe, seed, draft)]
        tokenizer = new_tokenizer(all_texts(), recipe.vocabulary)
        encoded = encode(pairs, tokenizer, recipe.context)
        settings = TrainSettings(
            method="full",
            epochs=recipe.epochs,
            learning_rate=recipe.learning_rate,
            batch_size=recipe.batch_size,
            seed=seed,
        )
        model = new_model(recipe, len(tokenizer), seed)
        result = train(
            model, tokenizer, encoded.rows, settings, draft, _tell,
            save_strategy="no", use_cpu=True, lr_scheduler_type="cosine",
            adam_beta2=recipe.beta2, **_by_length(),
        )  # fmt: skip
        shutil.rmtree(draft / CHECKPOINTS, ignore_errors=True)  # empty: none is saved
        result["seconds"] = round(time.monotonic() - started, 1)
        record = {"recipe": dataclasses.asdict(recipe), "seed": seed, "examples": len(pairs)}
        (draft / "tiny_lm.json").write_text(json.dumps({**record, **result}, indent=1) + "\n")
    return result


def _by_length() -> dict[str, Any]:
    """Puts examples of similar length into a batch, by the names of transformers 5 and 4."""
    from transformers import TrainingArguments

    if "train_sampling_strategy" in TrainingArguments.__dataclass_fields__:
        return {"train_sampling_strategy": "group_by_length"}
    return {"group_by_length": True}


def main(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    seed: Annotated[int, typer.Option(help="Decides what is learned.")] = 0,
    threads: Annotated[int, typer.Option(help="Processor cores to use.")] = 2,
) -> None:
    """Train a small Llama on part of the embedded databases' questions, on the CPU."""
    try:
        result = build(output, seed=seed, threads=threads)
    except InputError as error:
        typer.echo(f"error: {error}", err=True)
        raise typer.Exit(2) from error
    typer.echo(
        f"{output}: {result['steps']} steps in {result['seconds']} s, "
        f"loss {result['losses'][-1]:.4f}"
    )


def _tell(line: str) -> None:
    typer.echo(line, err=True)


if __name__ == "__main__":
    typer.run(main)
