"""A small model with its adapters, for the tests of FT-CK."""

from types import SimpleNamespace

from erbench_track.track_tasks.injection.ft_ck.adapter import (
    ExampleMaker,
    initial_weights,
    make_job,
)
from erbench_track.track_tasks.injection.ft_ck.settings import Settings
from erbench_track.track_tasks.injection.ft_ck.stacked import StackedLora, find_targets
from erbench_track.track_tasks.questions.question import Fact

CAPITALS = ["Vienna", "Paris on the Seine", "Rome", "Linz", "Bern", "Oslo", "Prague the golden"]


def facts(count, first=0):
    return [
        Fact(
            f"The capital of Land {n} is {CAPITALS[n % 7]} {n}.",
            f"What is the capital of {'the old ' * (n % 3)}Land {n}?",
            f"{CAPITALS[n % 7]} {n}",
        )
        for n in range(first, first + count)
    ]


def make_model(tiny_llama, folder):
    """Saves a model as small as `tiny_llama`, but with weights so large that it can learn."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM, AutoTokenizer

    config = AutoConfig.from_pretrained(tiny_llama)
    config.initializer_range = 0.3
    torch.manual_seed(0)
    AutoModelForCausalLM.from_config(config, dtype=torch.float32).save_pretrained(folder)
    AutoTokenizer.from_pretrained(tiny_llama).save_pretrained(folder)
    return folder


def load(folder):
    """Returns a model, its tokenizer, and what makes examples for it."""
    from transformers import AutoModelForCausalLM, AutoTokenizer

    # In double precision, since rounding turns the sign of AdamW's first steps for weights whose
    # gradient is almost nothing.
    model = AutoModelForCausalLM.from_pretrained(folder).double().eval()
    tokenizer = AutoTokenizer.from_pretrained(folder)
    return SimpleNamespace(
        model=model,
        tokenizer=tokenizer,
        maker=ExampleMaker(tokenizer, tokenizer.encode, 4096, {}),
        targets=find_targets(model, Settings().target_modules),
    )


def jobs(loaded, lists, settings=None, is_chat=False):
    """Returns one job per list of facts."""
    return [
        make_job(of, loaded.maker.examples(of, is_chat), settings or Settings(), "base")
        for of in lists
    ]


def stack(loaded, of, settings):
    """Returns the untrained adapters of some jobs."""
    begun = [initial_weights(loaded.targets, settings.rank, job.seed) for job in of]
    return StackedLora(loaded.targets, begun, settings.alpha)
