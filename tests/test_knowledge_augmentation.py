"""A model that copies from its passages gets of R what these have, and no more (Appendix B.10)."""

import pytest
from knowledge_augmentation import SimulatedPages, belonging, copied
from scripted_model import ScriptedModel

from erbench_track.erbench_tasks.generator import Benchmark
from erbench_track.erbench_tasks.stored.writer import export


@pytest.fixture
def with_pages(evaluate, tmp_path):
    """Runs the binary `_ka` tasks of a domain with simulated pages, and a model that copies."""

    def run(domain, listed):
        pages = SimulatedPages(belonging(domain), listed)
        export(Benchmark.open(domain), tmp_path / "made", passages=pages)
        tasks = [f"erbench_{domain}_bn_{polarity}_ka" for polarity in ("yes", "no")]
        found = evaluate(ScriptedModel(copied), tasks, {"dataset": str(tmp_path / "made")})
        return [found["results"][task] for task in tasks]

    return run


@pytest.mark.long
@pytest.mark.parametrize("reading", ["robust", "paper"])
@pytest.mark.parametrize("listed", [0, 0.4])
def test_copying_gives_no_more_than_the_passages_have(with_pages, listed, reading):
    for rates in with_pages("book", listed):
        right, named = (
            rates[f"{name},{reading}"] for name in ("rationale_accuracy", "passage_names_value")
        )
        assert right <= named < 0.6
        assert named - right < 0.15
        assert (named > 0.3) == (listed > 0)
