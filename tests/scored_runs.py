"""Runs of the simulated model through lm_eval, for tests of what reads them."""

from functools import cache

from erbench_track.plugin.scoring.result_files import Scores, save

TASKS = {
    "erbench_movie_bn_yes": "bn_yes",
    "erbench_movie_bn_no": "bn_no",
    "erbench_movie_mc": "mc",
    "erbench_movie_2hop_yes": "mh_yes",
    "erbench_movie_known_bn": "known_bn",
}


@cache
def simulated_run(evaluate, known=0.5):
    """Returns lm_eval's results, with samples, of answers to every kind of question."""
    arguments = f"model=knows-{known},known={known}"
    return evaluate("erbench-simulated", [*TASKS], model_args=arguments, limit=30)


def sample_lines(results, task, reading):
    """Returns the samples of a task as one of the readings has them."""
    return [line for line in results["samples"][task] if line["filter"] == reading]


def write_run(evaluate, folder, known=0.5):
    """Writes a run as `lm_eval --output_path FOLDER --log_samples` does."""
    save(Scores(simulated_run(evaluate, known), f"knows-{known}"), folder)
    return folder
