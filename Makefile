# `make demo` and `make test` do all the set-up on a fresh machine; afterwards they need no network.

PYTHON ?= python3
VENV ?= .venv
# What the tests need on top of the package. Set TORCH to choose another build, with pip's options if need be.
TORCH ?= torch==2.13.0
BIN := $(VENV)/bin
BASE := $(VENV)/.base
INSTALLED := $(VENV)/.installed
SOURCES := api cli core erbench_tasks filters harnesses metrics plugin templates track_tasks

export HF_HUB_OFFLINE ?= 1
# Tests start some hundred processes: each would compile the package anew.
export PYTHONDONTWRITEBYTECODE =

# Each file of tests runs in one process; tests/conftest.py says which of them start first.
JOBS ?= 2
PARALLEL = --numprocesses $(JOBS) --dist loadfile --no-loadscope-reorder

.PHONY: demo tasks test test-slow test-lm-evals check lint types docs linked format clean

# The package alone, which needs no torch.
$(BASE): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

# The torch of some indexes brings CUDA, for which a machine without a GPU has no use.
$(INSTALLED): $(BASE)
ifeq ($(origin TORCH),file)
	$(BIN)/python -m pip install --quiet --dry-run --ignore-installed --report $(VENV)/torch.json $(TORCH)
	@if grep -q '"name": "nvidia-' $(VENV)/torch.json && ! command -v nvidia-smi >/dev/null; then \
	  echo 'pip chooses a torch with CUDA, 4.6 GB, and there is no GPU here: uv knows where the build without is' >&2; \
	  $(BIN)/python -m pip install --quiet uv && \
	  $(BIN)/python -m uv pip install --quiet --python $(BIN)/python --torch-backend cpu $(TORCH) || \
	  { echo 'That failed: set TORCH (docs/development.md)' >&2; exit 2; }; fi
endif
	$(BIN)/python -m pip install --quiet $(TORCH)
	$(BIN)/python -m pip install --quiet --editable ".[test]"
	touch $@

demo: $(BASE)  ## Run the main job on the embedded database with the embedded model.
	$(BIN)/lm_eval --model erbench-simulated --model_args model=erbench-simulated,known=0.9 \
	  --tasks erbench_movie --output_path results --log_samples
	@echo
	@echo "SIMULATED responses, not a real model's. The results are in:"
	@ls -t results/erbench-simulated/results_*.json | head -n 1

tasks: $(INSTALLED)  ## Write the task files anew from the lists of domains, scenarios and metrics.
	$(BIN)/python -m erbench_track.plugin.tasks.task_files

test: $(INSTALLED)  ## Run the tests (offline, a few minutes).
	$(BIN)/python -m pytest $(PARALLEL) -m "not slow and not long"

test-slow: $(INSTALLED)  ## Run the tests that take longer.
	$(BIN)/python -m pytest $(PARALLEL) -m "slow or long"

# Each other lm_eval lies in an environment that sees the packages of the main one, but for lm_eval. The oldest
# comes from PyPI; builds that were never released are wheels in WHEELS, and are passed over where there are none.
WHEELS ?= ../shared/lm_eval
OLDEST := 0.4.12
OTHERS := $(OLDEST) $(wildcard $(WHEELS)/lm_eval-*.whl)

# Only these files can have tests with the mark, so that the others are not read.
RUN_LM_EVAL = $$(grep -rlw evaluate --include='test_*.py' tests) tests/plugin/test_compat.py

test-lm-evals: $(INSTALLED)  ## Run the tests that run lm_eval with each other version of it.
	@ls $(WHEELS)/lm_eval-*.whl >/dev/null 2>&1 || echo "no wheels in $(WHEELS): only lm-eval==$(OLDEST) is tried"
	@$(MAKE) --no-print-directory --jobs --output-sync $(addprefix with/,$(OTHERS))

# One process for each version: two for each would load and train everything twice.
with/%:
	OMP_NUM_THREADS=1 benchmarks/with_lm_eval.sh $(BIN)/python "$(if $(filter %.whl,$*),$*,lm-eval==$*)" -m pytest -m "lm_eval and not slow" $(RUN_LM_EVAL)

check: lint types docs  ## Lint, format and type errors, and links of the documentation.

lint: $(INSTALLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(INSTALLED) linked
	MYPYPATH=build/types $(BIN)/mypy -p erbench_track

docs: $(INSTALLED) linked  ## The documentation as a site, in build/site; a link that leads nowhere is an error.
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The folders are subpackages of erbench_track only once installed; a tree of links shows mypy the same.
linked:
	rm -rf build/types && mkdir -p build/types/erbench_track
	for folder in $(SOURCES); do ln -s ../../../$$folder build/types/erbench_track/$$folder; done
	for file in $(notdir $(wildcard plugin/package/*.*)); do ln -s ../../../plugin/package/$$file build/types/erbench_track/$$file; done

format: $(INSTALLED)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build results *.egg-info
