"""ERBench and TRACK as lm-evaluation-harness tasks.

`lm_eval --tasks erbench_movie` works once this package is installed; see README.md. The
subpackages follow the data: `core` and `templates` (shared), `filters` (model text to structure),
`metrics` (structure to numbers), `erbench_tasks` and `track_tasks` (questions), `plugin` (what
extends lm_eval), `cli`.
"""

__version__ = "0.1.0"
