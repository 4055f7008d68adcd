"""`erbench-track finetune`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import InputError
from ..core.suites.erbench import DOMAIN_NAMES


def finetune(
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder to make.")],
    pretrained: Annotated[
        str | None,
        typer.Option(help="The model to train: a folder, or an id on the Hub."),
    ] = None,
    domain: Annotated[
        str,
        typer.Option(
            help=f"Embedded domains, separated by commas: {', '.join(DOMAIN_NAMES)}; several are "
            "combined, as in the paper."
        ),
    ] = "",
    benchmark: Annotated[
        str | None,
        typer.Option(help="Specification of your own benchmark."),
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="Its database: URL, SQLite file or folder."),
    ] = None,
    dataset: Annotated[
        Path | None,
        typer.Option(help="Instead, a folder that generate erbench wrote."),
    ] = None,
    question_types: Annotated[
        str,
        typer.Option(
            "--question_types", "--question-types", help="Question types, separated by commas."
        ),
    ] = "bn_yes,bn_no,mc,mh_yes,mh_no",
    test_share: Annotated[
        float,
        typer.Option(
            "--test_share", "--test-share", help="Share of the entities to hold out, in [0, 1)."
        ),
    ] = 0.2,
    entities: Annotated[
        int | None,
        typer.Option(
            help="Number of entities of each domain to train on; a warning says if it has fewer. "
            "The paper has 3000 of Soccer.",
            show_default="all that are not held out",
        ),
    ] = None,
    altered: Annotated[
        bool,
        typer.Option(
            help="Add yes/no questions with an altered value, as among the paper's demonstrations; "
            "without them, every answer to a basic question is yes. (They need the database, "
            "so --dataset has none.)"
        ),
    ] = True,
    data_only: Annotated[
        bool,
        typer.Option("--data_only", "--data-only", help="Only write the data, to train elsewhere."),
    ] = False,
    apply_chat_template: Annotated[
        bool,
        typer.Option(
            "--apply_chat_template",
            "--apply-chat-template",
            help="As for lm_eval; evaluate with the same setting.",
        ),
    ] = False,
    method: Annotated[
        str, typer.Option(metavar="lora|full", help="Train an adapter, or all weights.")
    ] = "lora",
    epochs: Annotated[int, typer.Option(help="Passes over the data.")] = 2,
    learning_rate: Annotated[
        float | None,
        typer.Option(
            "--learning_rate", "--learning-rate", show_default="2e-4 for lora, 2e-5 for full"
        ),
    ] = None,
    batch_size: Annotated[
        int,
        typer.Option("--batch_size", "--batch-size", "-b", help="Examples per device and step."),
    ] = 8,
    accumulation: Annotated[
        int, typer.Option(help="Steps whose gradients are added before the weights change.")
    ] = 1,
    rank: Annotated[int, typer.Option(help="Rank of the LoRA matrices.")] = 16,
    alpha: Annotated[int, typer.Option(help="Numerator of their scale: alpha / rank.")] = 32,
    target_modules: Annotated[
        str,
        typer.Option(
            "--target_modules",
            "--target-modules",
            help="Layers that get LoRA matrices, separated by commas, such as q_proj,v_proj.",
            show_default="every linear layer",
        ),
    ] = "",
    max_length: Annotated[
        int,
        typer.Option(
            "--max_length", "--max-length", help="Longer examples, in tokens, are left out."
        ),
    ] = 1024,
    dtype: Annotated[
        str, typer.Option(metavar="auto|float32|bfloat16|float16", help="Dtype of the base model.")
    ] = "auto",
    seed: Annotated[
        int, typer.Option(help="Decides the split, the altered values and the training.")
    ] = 0,
) -> None:
    """Fine-tune a model on benchmarks (ERBench, Section 4.6), and hold some entities out.

    A model learns to answer the tasks' own prompts with the answer and its rationale, in the form
    of the paper's demonstrations. No entity of the test questions is trained on, not even as an
    intermediate entity of a multi-hop question. Repeating the command continues an interrupted
    training.

    Example: erbench-track finetune --pretrained MODEL --domain soccer -o soccer-lora

    Evaluate it on entities that it never saw: lm_eval --tasks erbench_soccer --model hf
    --model_args pretrained=MODEL,peft=soccer-lora --metadata '{"known_entities":
    "soccer-lora/test_entities.json"}' (with --method full: pretrained=FOLDER). With
    trained_entities.json it is asked about those that it was trained on.

    The folder also has train.jsonl and test.jsonl (a prompt and a completion per line), which
    --data_only writes without training, and training.json: settings, counts, losses.
    """
    if not sys.stderr.isatty():
        os.environ.setdefault("TQDM_DISABLE", "1")
    from ..plugin.training.data import DataSettings
    from ..plugin.training.finetune import finetune as run
    from ..plugin.training.finetune import write_training_data
    from ..plugin.training.record import TrainSettings

    data = DataSettings(
        domains=_listed(domain),
        benchmark=benchmark,
        database=database,
        dataset=dataset,
        question_types=_listed(question_types),
        test_share=test_share,
        entities=entities,
        altered=altered,
        seed=seed,
    )
    if data_only:
        chat_of = _required(pretrained) if apply_chat_template else None
        write_training_data(data, output, _tell, chat_of=chat_of)
    else:
        settings = TrainSettings(
            method=method,
            epochs=epochs,
            learning_rate=learning_rate,
            batch_size=batch_size,
            accumulation=accumulation,
            rank=rank,
            alpha=alpha,
            target_modules=_listed(target_modules),
            max_length=max_length,
            dtype=dtype,
            seed=seed,
        )
        model = _required(pretrained)
        run(model, data, settings, output, _tell, apply_chat_template=apply_chat_template)
    typer.echo(output)


def _required(pretrained: str | None) -> str:
    if pretrained is None:
        raise InputError("--pretrained: missing; give the model to train, or --data_only")
    return pretrained


def _tell(line: str) -> None:
    typer.echo(line, err=True)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
