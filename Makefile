# Needs python3 (3.11 or newer, with venv), make and git; `make test` sees to the rest itself.

PYTHON ?= python3
BIN = .venv/bin
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: help install install-dev run test lint lock load bench soak screenshots icons

help:
	@echo "make install      the site's packages into .venv, from the lock"
	@echo "make run          serve on http://127.0.0.1:8000 (HOST=, PORT=)"
	@echo "make test         every check and test, as CI runs them"
	@echo "make lint         the checks alone"
	@echo "make lock         resolve the locks anew from pyproject.toml"
	@echo "make load         moves a second and CPU a move under load"
	@echo "make bench        speed of engine and computer players"
	@echo "make soak         the long random runs"
	@echo "make screenshots  pictures of every page"
	@echo "make icons        the app's icons from the site's mark"

install: .venv/installed

install-dev: .venv/installed-dev

$(BIN)/python:
	$(PYTHON) -m venv .venv

.venv/installed: requirements.txt | $(BIN)/python
	$(PIP) -r requirements.txt
	@touch $@

.venv/installed-dev: requirements-dev.txt .venv/installed
	$(PIP) -r requirements-dev.txt
	@touch $@

HOST ?= 127.0.0.1
PORT ?= 8000

run: install
	$(BIN)/python manage.py migrate --verbosity 0
	$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	exec $(BIN)/python manage.py serve --host $(HOST) --port $(PORT)

test: install-dev
	tests/run

lint: install-dev
	tests/run lint

lock: install-dev
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --no-emit-index-url --no-emit-trusted-host \
		--no-emit-find-links --output-file requirements.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --no-emit-index-url --no-emit-trusted-host \
		--no-emit-find-links --allow-unsafe --extra dev --constraint requirements.txt --output-file requirements-dev.txt pyproject.toml
	$(BIN)/pip-compile --quiet --strip-extras --generate-hashes --no-emit-index-url --no-emit-trusted-host \
		--no-emit-find-links --allow-unsafe --output-file requirements-bench.txt requirements-bench.in

load: install-dev
	$(BIN)/python -m tests.bench.load

bench: install-dev .venv-bench/installed
	$(BIN)/python -m tests.bench.speed

.venv-bench/installed: requirements-bench.txt
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

soak: install-dev
	$(BIN)/python -m tests.bench.soak

screenshots: install-dev
	$(BIN)/python -m tests.bench.screenshots

icons: install-dev
	$(BIN)/python -m tests.bench.icons
