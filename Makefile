# The four commands of the README. Stamps in .venv keep a second run quick: a requirements file that did
# not change is not installed again.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip install --disable-pip-version-check --quiet
# e.g. make run ARGS="--port 9000 --no-demo"
ARGS ?=

.PHONY: run install install-all test check bench messages clean

run: $(VENV)/.base
	@$(PY) manage.py up $(ARGS)

install: $(VENV)/.base

install-all: $(VENV)/.full

test: $(VENV)/.full
	$(PY) -m pytest $(ARGS)

check: $(VENV)/.full
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	HINDSIGHT_STATE=$(CURDIR)/.mypy_cache/state $(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(PY) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run --settings tests.settings

bench: $(VENV)/.full
	@if [ -z "$(BENCH_DATA)" ]; then \
	  echo "make bench: BENCH_DATA is not set. Name the folder with the conversations to measure on, e.g."; \
	  echo "  make bench BENCH_DATA=/path/to/data"; exit 1; fi
	BENCH_DATA="$(BENCH_DATA)" $(PY) -m pytest tests/bench -s $(ARGS)

messages: $(VENV)/.base
	cd hindsight_site && ../$(PY) ../manage.py compilemessages

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Hindsight needs Python 3.11 or later; '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || echo missing)."; \
	  echo "Install one, then: make PYTHON=python3.12 run"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }
	@echo "Making $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.base: requirements-base.txt | $(VENV)/.made
	@echo "Installing the requirements (about 170 MB to fetch, 500 MB on disk; once)"
	@$(PIP) -r requirements-base.txt
	@touch $@

# torch on its own and first: only so is the pin certain to decide which build is fetched.
$(VENV)/.full: requirements.txt requirements-dev.txt $(VENV)/.base
	@echo "Installing torch, sentence-transformers and the tools of tests (about 450 MB more, 2 GB on disk in all; once)"
	@$(PIP) "$$(grep '^torch==' requirements.txt)"
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@touch $@
