"""One rank of an FT-CK run: answers its share of some requests, and writes what it got."""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from ft_ck_parts import facts
from lm_eval.models.huggingface import HFLM

from erbench_track.plugin.compat import new_request
from erbench_track.plugin.models.ft_ck import FtCkLM
from erbench_track.track_tasks.injection.memory import memory_of

KWARGS = {"until": ["\n\n"], "max_gen_toks": 8, "do_sample": False}


def requests(count):
    """Documents of batches of two, every fifth batch without a fact to learn."""
    made = []
    for number in range(count):
        batch = number // 2
        learned = facts(1 + batch % 3, first=5 * batch) if batch % 5 else []
        doc = {"id": str(number), "memory": memory_of("ft_ck", learned)}
        made.append(new_request(f"What of {number}?", KWARGS, doc))
    return made


def main(folder, output, count):
    base = HFLM(
        pretrained=folder, device="cpu", batch_size="auto", max_batch_size=4, max_length=128,
        dtype="float64",
    )  # fmt: skip
    model = FtCkLM.wrap(base, {"rank": 2, "lr": 5e-2, "adapters_at_once": 2})
    own = list(enumerate(requests(count)))[model.rank :: model.world_size]
    most = -(-count // model.world_size)
    padded = own + own[-1:] * (most - len(own))  # as lm_eval pads them
    hooked = []
    model.cache_hook.add_partial = lambda _, arguments, response: hooked.append(
        [arguments[0], response]
    )
    for _ in range(2):  # a second task of the same run
        responses = model.generate_until([one for _, one in padded], disable_tqdm=True)
    nothing = model.generate_until([] if model.rank else [own[0][1]], disable_tqdm=True)
    told = {
        "responses": {number: text for (number, _), text in zip(padded, responses, strict=True)},
        "lengths": [len(responses), len(nothing)],
        "hooked": len(hooked),
        "world": model.world_size,
    }
    Path(f"{output}.{model.rank}.json").write_text(json.dumps(told))
    model.barrier()


if __name__ == "__main__":
    os.environ["HF_HUB_OFFLINE"] = "1"
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
