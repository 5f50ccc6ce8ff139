# Makefile: sets up .venv, builds, tests and runs Arcloom. `make` alone lists the targets.
# Needs Python 3.11+ with venv and headers, make and g++ 11+ or clang++ 16+; all else comes from PyPI into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

NATIVE := CMakeLists.txt $(shell find native -type f 2>/dev/null)
PYPROJECT := import tomllib; t = tomllib.load(open("pyproject.toml", "rb"));
BUILD_REQUIRES := $(PYPROJECT) print(*t["build-system"]["requires"])
RUN_REQUIRES := $(PYPROJECT) print(*t["project"]["dependencies"])
WEB_REQUIRES := $(PYPROJECT) print(*t["project"]["optional-dependencies"]["web"])
RAY_REQUIRES := $(PYPROJECT) print(*t["project"]["optional-dependencies"]["ray"])
DOCS_REQUIRES := $(PYPROJECT) print(*t["project"]["optional-dependencies"]["docs"])
NET_REQUIRES := $(PYPROJECT) print(*t["project"]["optional-dependencies"]["net"])
DEV_REQUIRES := $(PYPROJECT) print(*t["project"]["optional-dependencies"]["dev"])
CHECK_PYTHON := import sys, sysconfig, pathlib; \
	sys.version_info >= (3, 11) or sys.exit("Arcloom needs Python 3.11 or newer: make PYTHON=python3.11"); \
	pathlib.Path(sysconfig.get_path("include"), "Python.h").exists() \
	or sys.exit("Python.h is missing: install the Python headers (Debian: apt install python3-dev)")

# Python itself is not built with the sanitizers, so their runtime must be there before it, and the C++
# runtime with it, whose exceptions it watches. What Python leaves at exit is no leak of ours, and what
# other libraries do with their threads no race of ours.
# $(call sanitized,FOLDER of the build,RUNTIME)
sanitized = LD_PRELOAD="$$(g++ -print-file-name=$(2)) $$(g++ -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1 \
	ARCLOOM_SANITIZED=$(1) PYTHONPATH=tests/sanitized:src
ASAN = $(call sanitized,build/asan,libasan.so)
TSAN = $(call sanitized,build/tsan,libtsan.so)
SANITIZED_TESTS := tests/engine tests/conformance tests/property tests/search
# NVIDIA's compiler does not load under the sanitizer where PyTorch has brought it, and none of our code runs in it.
NOT_SANITIZED := --ignore tests/engine/test_compiling.py
# Runs on several threads, what ends them early, and batts on a device that is played.
THREADED_TESTS := $(addprefix tests/engine/test_,interrupt.py results.py gathering.py limits.py \
	memory_limit.py company.py device_batt.py) tests/search/test_evolve.py tests/solve/test_scheduler.py
COMMA := ,
# Processes of the tests and of the fuzzer. Each takes a share, and then some of what the others have left.
JOBS ?= 2
MINUTES ?= 30
SEED ?= 0

# $(call build_core,FOLDER,SANITIZERS,TARGETS): the core with these sanitizers, and beside it the sources for GPUs
define build_core
	$(BIN)/cmake -S . -B $(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DPython_EXECUTABLE=$(abspath $(BIN))/python \
	  -DARCLOOM_SANITIZE=$(2) -DARCLOOM_WERROR=ON -DARCLOOM_NATIVE_TESTS=ON -DARCLOOM_BINDINGS=ON
	$(BIN)/cmake --build $(1) --parallel $$(nproc) --target $(3)
	ln -sfn $(abspath native) $(1)/native
endef

# `make -j2 test` works on two targets at a time. How many jobs a target has is its own affair: ninja's, pytest's.
unexport MAKEFLAGS

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help build-tests demo explore docs test test-asan test-net test-ray test-tsan fuzz build lint bench screenshots clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build  ## set up, check the example programs on the training tasks, and solve some from nothing
	$(BIN)/arcloom check arc1-train --programs examples/programs.py
	@$(BIN)/python examples/demo.py

explore: build $(VENV)/.web  ## open what `make demo` found in a browser
	@test -f build/demo/lib.db || { echo "nothing to show yet: run 'make demo' first"; exit 2; }
	$(BIN)/arcloom serve --library build/demo/lib.db --open

test: lint build-tests $(VENV)/.postgres $(VENV)/.chromium  ## set up, then run the linters and all tests
	$(BIN)/ctest --test-dir build/$$($(BIN)/python -m scikit_build_core builder wheel-tag) --output-on-failure --no-tests=error
	$(BIN)/pytest -m "not gpu" -n $(JOBS) --dist worksteal

build-tests: build  ## build, with what only tests need
	$(BIN)/cmake --build build/$$($(BIN)/python -m scikit_build_core builder wheel-tag) --target native_tests _played

test-net: build $(VENV)/.dev $(VENV)/.net  ## install PyTorch and run the tests of the network
	$(BIN)/pytest tests/net tests/solve/test_net.py tests/cli/test_net.py

test-asan: $(VENV)/.dev  ## run what exercises the native core under AddressSanitizer and UBSan
	$(call build_core,build/asan,address$(COMMA)undefined,all native_tests _played)
	$(BIN)/ctest --test-dir build/asan --output-on-failure --no-tests=error
	$(ASAN) $(BIN)/pytest -n $(JOBS) --dist worksteal $(wildcard $(SANITIZED_TESTS)) $(NOT_SANITIZED)

test-ray: build-tests $(VENV)/.dev $(VENV)/.ray  ## install Ray, and run what needs a cluster
	$(BIN)/pytest tests/solve/test_ray.py

test-tsan: $(VENV)/.dev  ## run what works on several threads under ThreadSanitizer
	$(call build_core,build/tsan,thread,all _played)
	$(TSAN) $(BIN)/pytest -p no:faulthandler $(THREADED_TESTS)

fuzz: $(VENV)/.dev  ## fuzz every entry point, MINUTES=30 in all, under AddressSanitizer and UBSan
	$(call build_core,build/asan,address$(COMMA)undefined,all _played)
	$(ASAN) $(BIN)/python -m tests.fuzz --minutes $(MINUTES) --seed $(SEED) --jobs $(JOBS)

build: $(VENV)/.installed  ## set up .venv and compile the native core

lint: $(VENV)/.dev  ## ruff, mypy --strict and the import arrows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

bench: build  ## measure what the project claims
	$(BIN)/arcloom bench --programs examples/programs.py

screenshots: build $(VENV)/.dev $(VENV)/.chromium  ## draw the pictures of docs/screenshots again
	$(BIN)/python docs/screenshots/take.py

docs: build $(VENV)/.docs  ## build the site of guides and reference: build/site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "open build/site/index.html"

clean:  ## remove .venv and everything built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Each stamp stands for one step of the set-up; a step runs again only when what it reads changes.

$(VENV)/.created:
	@$(PYTHON) -c '$(CHECK_PYTHON)'
	$(PYTHON) -m venv $(VENV)
	@touch $@

# What compiling and running need. Python compiles a module when it is first imported, so pip need not compile all.
$(VENV)/.packages: pyproject.toml | $(VENV)/.created
	$(PIP) install --no-compile $$($(BIN)/python -c '$(BUILD_REQUIRES)') cmake ninja \
	  $$($(BIN)/python -c '$(RUN_REQUIRES)')
	@touch $@

# What `arcloom serve` needs.
$(VENV)/.web: pyproject.toml | $(VENV)/.packages
	$(PIP) install --no-compile $$($(BIN)/python -c '$(WEB_REQUIRES)')
	@touch $@

# What the network needs.
$(VENV)/.net: pyproject.toml | $(VENV)/.packages
	$(PIP) install --no-compile $$($(BIN)/python -c '$(NET_REQUIRES)')
	@touch $@

# What a cluster needs. Every worker imports Ray, which takes 0.6 s if it is compiled and 2 s if not.
$(VENV)/.ray: pyproject.toml | $(VENV)/.packages
	$(PIP) install $$($(BIN)/python -c '$(RAY_REQUIRES)')
	@touch $@

# What the site needs.
$(VENV)/.docs: pyproject.toml | $(VENV)/.packages
	$(PIP) install $$($(BIN)/python -c '$(DOCS_REQUIRES)')
	@touch $@

# What only tests, linters and pictures need.
$(VENV)/.dev: pyproject.toml | $(VENV)/.packages
	$(PIP) install $$($(BIN)/python -c '$(DEV_REQUIRES)')
	@touch $@

$(VENV)/.installed: pyproject.toml $(NATIVE) | $(VENV)/.packages
	$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@

# Some tests need a program of the system: one that cannot be had is told, and its tests are skipped.
# $(call debian,PACKAGE,COMMAND that finds it,whose tests)
debian = if { $(2); } >/dev/null 2>&1; then touch $@; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "installing the package $(1), for the tests of $(3)"; \
	  get="apt-get install -y -qq --no-install-recommends $(1)"; export DEBIAN_FRONTEND=noninteractive; \
	  { $$get >/dev/null || { apt-get update -qq && $$get >/dev/null; }; } && touch $@ \
	  || echo "$(1) cannot be installed: its tests are skipped"; \
	else \
	  echo "no $(1): its tests are skipped; install Debian's package '$(1)' to run them"; \
	fi

$(VENV)/.postgres: | $(VENV)/.created
	@$(call debian,postgresql,ls /usr/lib/postgresql/*/bin/initdb || command -v initdb,the library)

$(VENV)/.chromium: | $(VENV)/.created
	@$(call debian,chromium,command -v chromium || command -v google-chrome,the explorer)
