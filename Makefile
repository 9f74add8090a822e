# `make book` builds the book; `make test` checks everything.  Both set themselves up.

PYTHON  ?= python3
WORKERS ?= 2
PORT    ?= 8000
# What coqchk checks a second time in make proofs: all with the libraries, own files alone, or no.
COQCHK  ?= all
# Where the pages will be published: canonical links and sitemap.xml appear with it only.
BASE_URL ?=
export BASE_URL
# How many chapters, tests and claims at once.
export WORKERS

VENV  := .venv
BIN   := $(VENV)/bin
PY    := $(BIN)/python
# What the book needs is there; so is everything.
READY_BOOK := $(VENV)/.ready-book
READY      := $(VENV)/.ready
PAGE  := _build/html/book/intro.html
PAPER := _build/paper

# One thread per process: the tests already use every core, and sums keep their order.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
# The reader's own IPython and matplotlib settings must not reach the chapters.
export IPYTHONDIR := $(CURDIR)/$(VENV)/ipython
export MPLCONFIGDIR := $(CURDIR)/$(VENV)/matplotlib
export JUPYTER_PREFER_ENV_PATH := 1

NBVAL := --nbval --nbval-current-env --nbval-sanitize-with tests/nbval_sanitize.cfg \
         --nbval-cell-timeout 600

.DEFAULT_GOAL := help
.PHONY: help book lab serve pdf check test lint linkcheck timings proofs bench refresh hooks clean

help:
	@echo "Read"
	@echo "  make book       run the ledger, execute the chapters, build the pages"
	@echo "  make lab        open the chapters in JupyterLab"
	@echo "  make serve      serve the built pages on http://127.0.0.1:$(PORT)/"
	@echo "  make pdf        the whole book as one PDF, from the stored outputs (needs LaTeX)"
	@echo
	@echo "Check"
	@echo "  make check      lint and the quick tests: under two minutes, for the inner loop"
	@echo "  make test       every test, notebooks compared with their stored outputs, built pages"
	@echo "  make lint       ruff, mypy and import-linter only"
	@echo "  make linkcheck  links inside the built pages, without network"
	@echo "  make timings    where the time of the last make book and make test went"
	@echo
	@echo "Prove"
	@echo "  make proofs     let Coq check formal/ and record what it says (needs Coq; minutes)"
	@echo
	@echo "Develop"
	@echo "  make refresh    execute the chapters in place and store their outputs"
	@echo "  make bench      run the benchmarks against other methods (some minutes)"
	@echo "  make hooks      run the quick checks before every commit"
	@echo "  make clean      remove what was built; .venv stays"
	@echo
	@echo "Settings: PYTHON=$(PYTHON) WORKERS=$(WORKERS) PORT=$(PORT) COQCHK=$(COQCHK)"

# An environment remembers its folder.  One that was copied or moved is made again, because
# its kernel would import the package from the old place.
ifneq ($(wildcard $(READY_BOOK)),)
ifneq ($(shell cat $(READY_BOOK)),$(CURDIR))
.PHONY: $(READY_BOOK)
CLEAR := --clear
endif
endif

TIME := $(PY) -m glbtheory._support.timings
# The book needs neither JupyterLab nor what only tests need; requirements.txt says what that is.
# What the others bring in is taken from there too, in the versions that it says.
FOR_BOOK := awk '/^\#/ { skip = /^\# Only for/ || /^\# What those/ } !skip' requirements.txt

# With uv if it is there and reaches the packages, else with pip.  Python compiles a file when it is
# first imported, which most never are.
INSTALL = set -e; began=$$(date +%s); \
    with_uv() { command -v uv > /dev/null && uv pip install --quiet --python $(PY) "$$@"; }; \
    with_pip() { $(PY) -m pip install --quiet --disable-pip-version-check --no-compile "$$@"; }; \
    install() { with_uv "$$@" 2> $(VENV)/uv.log || with_pip "$$@"; }; \
    $(1); times > $(VENV)/times.txt; \
    $(TIME) set-up "$(2)" $$(($$(date +%s) - began)) $(VENV)/times.txt

$(READY_BOOK): requirements.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer \
	is needed: make PYTHON=python3.11 (this one is " + sys.version.split()[0] + ")")'
	$(PYTHON) -m venv $(CLEAR) $(VENV)
	@echo "installing what the book needs"
	@$(FOR_BOOK) > $(VENV)/book.txt
	@$(TIME) begin set-up
	@$(call INSTALL,install --constraint requirements.txt -r $(VENV)/book.txt; \
	    with_pip --no-deps --no-build-isolation --editable .,what the book needs)
	@# A kernel warns on every start that loopback is not encrypted.
	@mkdir -p "$$IPYTHONDIR/profile_default"
	@echo 'c.IPKernelApp.log_level = "ERROR"' > "$$IPYTHONDIR/profile_default/ipython_kernel_config.py"
	@# matplotlib's first import may warn on stderr; let it happen here, not in a chapter.
	@$(PY) -c 'import matplotlib.pyplot'
	@echo '$(CURDIR)' > $@

$(READY): $(READY_BOOK)
	@echo "installing everything else that is pinned"
	@$(call INSTALL,install -r requirements.txt,everything else that is pinned)
	@echo '$(CURDIR)' > $@

# What is started under this name records how long its parts take.
book: export TIMED := book
test: export TIMED := test

book: $(READY_BOOK)
	@$(TIME) begin book
	$(PY) -m glbtheory verify --jobs $(WORKERS)
	$(BIN)/jupyter-book build . --all -W -n --keep-going
	@echo
	@echo "The book is built.  Open this page:"
	@echo "$(CURDIR)/$(PAGE)"

# What the PDF needs, as Debian and Ubuntu call it.
LATEX := latexmk texlive-xetex texlive-latex-recommended texlive-latex-extra \
         texlive-fonts-recommended fonts-freefont-otf

# Nothing is executed: glbtheory.book.extensions.paper_edition takes the stored outputs, which
# make test compares.
pdf: $(READY_BOOK)
	@missing=; for tool in xelatex latexmk; do \
	    command -v $$tool > /dev/null || missing="$$missing $$tool"; done; \
	command -v xelatex > /dev/null && { \
	    kpsewhich newunicodechar.sty > /dev/null || missing="$$missing newunicodechar.sty"; \
	    fc-list 2> /dev/null | grep -q FreeSerif || missing="$$missing FreeSerif"; }; \
	test -z "$$missing" || { \
	    echo "The PDF needs what is not on this machine:$$missing"; \
	    echo "On Debian or Ubuntu:  sudo apt-get install $(LATEX)"; exit 1; }
	LATEXMKOPTS="-interaction=nonstopmode -halt-on-error" $(BIN)/jupyter-book build . --all \
	    -W -n --keep-going --builder pdflatex --path-output $(PAPER)
	@cp $(PAPER)/_build/latex/glbtheory.pdf _build/glbtheory.pdf
	@if [ -f $(PAGE) ]; then $(PY) -m glbtheory.book.extensions.publishing _build/html _build/glbtheory.pdf; fi
	@echo
	@echo "The book on paper:"
	@echo "$(CURDIR)/_build/glbtheory.pdf"

linkcheck: $(READY_BOOK)
	@$(PY) -m glbtheory.book.links _build/html

test: $(READY)
	@$(TIME) begin test
	@unit=passed; notebooks=passed; \
	$(PY) -m pytest -p tests._timing tests -n $(WORKERS) --dist loadfile || unit=FAILED; \
	$(PY) -m pytest -p tests._timing $(NBVAL) book -n $(WORKERS) --dist loadscope \
	    || notebooks=FAILED; \
	echo; \
	$(PY) -m glbtheory._support.timing_report test; \
	echo; \
	echo "unit tests, style, built pages: $$unit"; \
	echo "notebooks, outputs compared:    $$notebooks"; \
	test $$unit = passed && test $$notebooks = passed

# Files that have not changed are not compiled again; FROM_NOTHING=yes compiles them all.
proofs: $(READY_BOOK)
	$(PY) -m glbtheory proofs --refresh --coqchk $(COQCHK) --jobs $(WORKERS) \
	    $(if $(FROM_NOTHING),--from-nothing)

# BEFORE=FILE compares with the timings.json of another run than the one before.
timings: $(READY_BOOK)
	@$(PY) -m glbtheory._support.timing_report $(if $(BEFORE),--before $(BEFORE))

lint: $(READY)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy glbtheory
	$(BIN)/lint-imports --no-logo

# What takes longer than a second or so is marked: see the markers in pyproject.toml.
check: lint
	$(PY) -m pytest tests -n $(WORKERS) --dist loadfile -q \
	    -m "not slow and not browser and not notebook"

hooks: $(READY)
	$(BIN)/pre-commit install

refresh: $(READY_BOOK)
	$(PY) -m glbtheory.book.extensions.parallel_execution book/*.ipynb

# The peers live in an environment of their own: they must not move what the book is pinned to.
PEERS := _build/peers
$(PEERS)/.ready: benchmarks/requirements.txt requirements.txt
	$(PYTHON) -m venv --clear $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check \
	    -r requirements.txt -r benchmarks/requirements.txt
	@touch $@

bench: $(PEERS)/.ready
	PYTHONPATH=. $(PEERS)/bin/python benchmarks/estimator.py
	PYTHONPATH=. $(PEERS)/bin/python benchmarks/potentials.py
	PYTHONPATH=. $(PEERS)/bin/python benchmarks/simulator.py
	PYTHONPATH=. $(PEERS)/bin/python benchmarks/scale.py
	PYTHONPATH=. $(PEERS)/bin/python benchmarks/prover_soundness.py
	PYTHONPATH=. $(PEERS)/bin/python benchmarks/prover.py --seconds 10 --jobs $(WORKERS)

lab: $(READY)
	$(PY) -m jupyterlab --ServerApp.root_dir=book

serve:
	@test -f $(PAGE) || { echo "There are no pages yet: run make book first."; exit 1; }
	@echo "http://127.0.0.1:$(PORT)/book/intro.html   (stop with Ctrl-C)"
	@$(PY) -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

clean:
	rm -rf _build build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis \
	    .import_linter_cache
	find book glbtheory tests benchmarks -type d \
	    \( -name __pycache__ -o -name .ipynb_checkpoints \) -prune -exec rm -rf {} +
