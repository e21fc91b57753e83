"""Fixtures for all tests."""

import os
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connection
from django.utils import translation


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """A test begins in the site's own language, whatever the one before it has read."""
    translation.activate(settings.LANGUAGE_CODE)
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: object) -> Iterator[None]:
    """Before the test database is dropped, end what threads of the tests still hold open of it."""
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


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
