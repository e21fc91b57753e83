"""Fixtures for all tests."""

import os

import pytest


@pytest.fixture(scope="session")
def redis_url() -> str:
    """Address of a Redis server that tests may fill and flush; `tests/run` starts one."""
    url = os.environ.get("TEST_REDIS_URL", "")
    if not url:
        pytest.fail(
            "This test needs a Redis server of its own: use `make test`, "
            "or set TEST_REDIS_URL=redis://127.0.0.1:6379/0."
        )
    return url
