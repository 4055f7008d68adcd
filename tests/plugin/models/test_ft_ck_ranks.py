"""FT-CK over several processes: each KAS batch is done by one, and nothing changes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from ft_ck_parts import make_model

SCRIPT = Path(__file__).resolve().parents[2] / "ft_ck_process.py"
COUNT = 23


def answers(folder, output, ranks, count=COUNT):
    command = [sys.executable, SCRIPT, folder, output, str(count)]
    if ranks > 1:
        launch = ["-m", "torch.distributed.run", "--nproc_per_node", str(ranks)]
        command[1:1] = [*launch, "--master_port", str(29540 + ranks)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=500, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    parts = [json.loads(Path(f"{output}.{rank}.json").read_text()) for rank in range(ranks)]
    assert {part["world"] for part in parts} == {ranks}
    # The last call has one request, on the first process; the others have none.
    most = -(-count // ranks)
    for rank, part in enumerate(parts):
        assert part["lengths"] == [most, int(rank == 0)]
        assert part["hooked"] == 2 * most + int(rank == 0)  # told where the document is
    return {number: text for part in parts for number, text in part["responses"].items()}


@pytest.mark.slow
def test_greedy_responses_are_the_same_with_one_two_and_three_processes(tiny_llama, tmp_path):
    folder = make_model(tiny_llama, tmp_path / "llama")
    alone = answers(folder, tmp_path / "one", 1)
    assert len(alone) == COUNT
    assert len(set(alone.values())) > COUNT // 2
    for ranks in (2, 3):
        assert answers(folder, tmp_path / str(ranks), ranks) == alone
