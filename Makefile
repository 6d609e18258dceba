# make demo, make test: each does all the set-up it needs, from a clean clone, as often as you like.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test test-slow test-all checks check-style check-types check-pages release-check \
	fuzz fuzz-sanitized mutants bench docs gallery site lock clean

SOURCES := pyproject.toml setup.py requirements/ci.txt $(wildcard src/karat/kernels/*.py)
PYTEST = $(BIN)/pytest -n auto --dist worksteal
# Where Python may not keep what it compiled, each process of the tests compiles every module again.
unexport PYTHONDONTWRITEBYTECODE
# How hard test-all tries: full, or long (ten times as many examples of each property).
EFFORT := full
# The versions that were tested together, so that a release of another project breaks nothing here; also
# of what builds the package, for which newer versions of pip read the second variable. For these installs
# alone: a test that runs pip in another folder would not find the file.
LOCK := requirements/ci.txt
INSTALL = PIP_CONSTRAINT=$(LOCK) PIP_BUILD_CONSTRAINT=$(LOCK) \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check

# A client of S3, and a server that answers as S3 does. Among all other packages, the pip of
# Python 3.11 does not find the versions of these two that fit each other.
S3 := 's3fs>=2025.5' 'moto[server]>=5'

# What the demonstration needs, and what the tests need besides.
$(VENV)/.package: $(SOURCES)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -e '.[compression,lemmas,suites]'
	touch $@

$(VENV)/.installed: $(VENV)/.package
	$(INSTALL) -e '.[test]'
	$(INSTALL) $(S3)
	touch $@

$(VENV)/.site: $(VENV)/.package
	$(INSTALL) -e '.[site]'
	touch $@

demo: $(VENV)/.package
	mkdir -p build
	$(BIN)/karat demo --file build/karat-demo.json

# What is checked before every change lands; the slow tests of the same kinds are run at night.
test: checks
	$(PYTEST) -m 'not slow'

test-slow: $(VENV)/.installed
	KARAT_EFFORT=full $(PYTEST) -m slow

test-all: checks
	KARAT_EFFORT=$(EFFORT) $(PYTEST)

# Side by side: types take one core, and some commands of the pages have to wait for others.
checks: $(VENV)/.installed
	$(MAKE) --no-print-directory --jobs=3 check-style check-types check-pages

check-style check-types check-pages: $(VENV)/.installed

check-style:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check-types:
	$(BIN)/mypy

check-pages:
	$(BIN)/python docs/generate.py --check
	$(BIN)/python docs/gallery.py --check

# What a release is, built, audited, installed and run in fresh environments; with TESTS, those from the archive too.
PYTHONS := python3.11 python3.12 python3.13
TESTS :=
release-check:
	$(PYTHON) scripts/try_release.py $(PYTHONS) $(if $(TESTS),--tests $(TESTS))

# A million mutated files in all; SEED makes others. docs/reliability.md says what is looked for. What is
# found in the first part does not keep the second from running.
SEED := 1
FUZZ = fuzzing/campaign.py --seed $(SEED) --figures build/fuzzing.jsonl
fuzz: $(VENV)/.installed
	$(BIN)/python $(FUZZ) --targets 'read-*,lenient-*' --executions 40000; found=$$?; \
	$(BIN)/python $(FUZZ) --besides 'read-*,lenient-*' --executions 3500 && exit $$found

# The readers that are kernels, on kernels with sanitizers and bounds checks (gcc).
fuzz-sanitized: $(VENV)/.installed
	$(BIN)/python fuzzing/sanitized.py $(FUZZ) --kernels --executions 100000

bench: $(VENV)/.installed
	$(BIN)/python benchmarks/run.py

# Do the tests notice faults? First faults that they must notice, then 500 at random, then what survived again.
mutants: $(VENV)/.installed
	$(BIN)/python benchmarks/mutants.py --check
	$(BIN)/python benchmarks/mutants.py
	$(BIN)/python benchmarks/mutants.py --survivors --seconds 60

docs: $(VENV)/.installed
	$(BIN)/python docs/generate.py

# The pictures of docs/gallery.md; those of reports need Chromium.
gallery: $(VENV)/.installed
	$(BIN)/python docs/gallery.py

# The pages as a site, in build/site; open build/site/index.html.
site: $(VENV)/.site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

# The newest versions, of every Python and system, into the lock file; it needs uv. Then run make test-all.
lock:
	printf '%s\n' $(S3) | uv pip compile --quiet --upgrade --universal --python-version 3.11 --extra test \
		--no-annotate --custom-compile-command 'make lock' --output-file $(LOCK) pyproject.toml -

clean:
	rm -rf $(VENV) build dist src/*.egg-info src/karat/kernels/*.so .pytest_cache .mypy_cache .ruff_cache
