"""ERBench and TRACK as lm-evaluation-harness tasks.

`lm_eval --tasks erbench_movie` works once this package is installed; see README.md. The
subpackages follow an item's way: `erbench_tasks` (questions), `filters` (model text to
structure), `metrics` (structure to numbers), `plugin` (how lm_eval finds all that), `cli`.
"""

__version__ = "0.1.0"
