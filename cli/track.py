"""`erbench-track track`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ..core.chat.budget import read_prices
from ..core.errors import InputError


def track(
    model: Annotated[str, typer.Option("--model", help="Kind of model, as for lm_eval.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="The study's folder.")],
    model_args: Annotated[
        str,
        typer.Option("--model_args", "--model-args", help="Its arguments, as for lm_eval."),
    ] = "",
    scenarios: Annotated[
        str, typer.Option(help="Scenarios, separated by commas: wiki, math, code.")
    ] = "wiki",
    methods: Annotated[
        str,
        typer.Option(
            help="Methods, separated by commas: closed_book, append, append_t, ft_ck (trains an "
            "adapter per batch of questions; a local model), mello (looks facts up); probe_ft_ck "
            "asks whether "
            "FT-CK has made the unknown facts known."
        ),
    ] = "closed_book,append",
    method_args: Annotated[
        str,
        typer.Option(
            "--method_args",
            "--method-args",
            metavar="METHOD.ARGUMENT=VALUE,...",
            help="Arguments of track-ft-ck and track-mello, such as "
            "ft_ck.epochs=4,mello.retriever=lexical.",
        ),
    ] = "",
    kas: Annotated[
        str,
        typer.Option(
            help="Knowledge aggregation scopes of injecting methods, separated by commas."
        ),
    ] = "1,10,100,500",
    judge: Annotated[
        str | None,
        typer.Option(
            metavar="openai/MODEL|nli/MODEL|lexical",
            help="The judge of the responses (default: ERBENCH_TRACK_JUDGE, or lexical).",
        ),
    ] = None,
    dataset: Annotated[
        str | None,
        typer.Option(help="Questions that generate wrote: a folder, or an id on the Hub."),
    ] = None,
    questions: Annotated[
        int | None,
        typer.Option(min=1, help="Number of questions to ask.", show_default="all"),
    ] = None,
    metadata: Annotated[
        str | None,
        typer.Option(help="Further settings, as for lm_eval: a JSON object."),
    ] = None,
    apply_chat_template: Annotated[
        bool, typer.Option("--apply_chat_template", "--apply-chat-template")
    ] = False,
    system_instruction: Annotated[
        str | None,
        typer.Option("--system_instruction", "--system-instruction"),
    ] = None,
    gen_kwargs: Annotated[
        str | None,
        typer.Option(
            "--gen_kwargs", "--gen-kwargs", help="Generation settings, such as max_gen_toks=4096."
        ),
    ] = None,
    thinking_is_reasoning: Annotated[
        bool,
        typer.Option(
            "--thinking_is_reasoning",
            "--thinking-is-reasoning",
            help="Look for facts in a model's thinking as well; the paper's numbers do not count "
            "it.",
        ),
    ] = False,
    confirm_run_unsafe_code: Annotated[
        bool,
        typer.Option(
            "--confirm_run_unsafe_code",
            "--confirm-run-unsafe-code",
            help="The scenario code runs what the model writes, in a sandbox; agree to that.",
        ),
    ] = False,
    accept_unreadable: Annotated[
        bool,
        typer.Option(
            "--accept_unreadable",
            "--accept-unreadable",
            help="Go on although more than 20% of the replies are empty or cut off.",
        ),
    ] = False,
    batch_size: Annotated[str, typer.Option("--batch_size", "--batch-size", "-b")] = "1",
    device: Annotated[
        str | None,
        typer.Option(help="Device, as for lm_eval."),
    ] = None,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry_run",
            "--dry-run",
            help="Count prompts, tokens, judge calls and (with --prices) cost of each stage that "
            "is left; nothing is sent or written.",
        ),
    ] = False,
    prices: Annotated[
        str | None,
        typer.Option(
            metavar="SENT,RECEIVED",
            help="For --dry_run: the model's prices per million tokens; the judge's are its "
            "setting judge_prices.",
        ),
    ] = None,
) -> None:
    """Run TRACK's whole study of one model: probe, gaps, injections, judging, report.

    Repeating the command continues an interrupted study: nothing is generated twice. The chat
    template's switches of thinking, if it has some, are on for append_t and off for all others.

    With --dry_run it only counts what that would take.

    Example: erbench-track track --model track-simulated --kas 1,10 --questions 50 -o study
    """
    if not sys.stderr.isatty():
        os.environ.setdefault("TQDM_DISABLE", "1")
    from ..core.suites.track import SCENARIOS
    from ..core.untrusted_text import visible
    from ..metrics.report.report import summary
    from ..plugin.hook.register import register
    from ..plugin.study.models import read_model_args
    from ..plugin.study.plan import class_arguments, plan
    from ..plugin.study.study import Study, run_study
    from ..plugin.tasks.settings import judge_settings

    register()
    stages = plan(*(_listed(text) for text in (scenarios, methods, kas)))
    if not confirm_run_unsafe_code and any(SCENARIOS[stage.scenario].runs_code for stage in stages):
        raise InputError(
            "--scenarios code: runs what the model writes, in a sandbox; give "
            "--confirm_run_unsafe_code to agree to that"
        )
    settings = {
        "judge": judge,
        "dataset": dataset,
        "question_count": questions,
        "thinking_is_reasoning": thinking_is_reasoning,
    }
    options = {
        "apply_chat_template": apply_chat_template,
        "system_instruction": system_instruction,
        "gen_kwargs": gen_kwargs,
        "confirm_run_unsafe_code": confirm_run_unsafe_code,
    }
    study = Study(
        output,
        stages,
        model,
        read_model_args(model_args),
        _given(settings) | judge_settings(metadata),
        class_arguments(read_model_args(method_args, "--method_args")),
        _given({"batch_size": batch_size, "device": device}),
        _given(options),
        accept_unreadable,
    )
    if dry_run:
        from ..plugin.study import dry_run as counting

        paid = None if prices is None else read_prices("--prices", prices)
        typer.echo("\n".join(counting.dry_run(study, paid)))
        return
    report = run_study(study, lambda line: typer.echo(line, err=True))
    if report is not None:
        for line in report.warnings:
            typer.echo(f"warning: {visible(line)}", err=True)
        for line in summary(report):
            typer.echo(visible(line))
        typer.echo(study.report / "report.html")


def _listed(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _given(settings: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in settings.items() if value not in (None, False)}
