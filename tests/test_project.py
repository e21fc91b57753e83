"""The project itself: its locks, version and start without any preparation."""

import json
import logging
import os
import re
import stat
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from samba_site import version
from samba_site.logs import RedactingFormatter
from samba_site.secret_key import kept_secret_key

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_the_lock_names_no_host_and_has_a_hash_for_every_package(name: str) -> None:
    text = (ROOT / name).read_text()
    assert "://" not in text
    assert "--index-url" not in text
    packages = re.findall(r"^[a-z0-9][^=\s]*==\S+ \\\n    --hash=sha256:", text, re.MULTILINE)
    assert len(packages) == len(re.findall(r"^[a-z0-9]", text, re.MULTILINE)) > 20


def test_both_locks_hold_the_same_versions() -> None:
    def pins(name: str) -> dict[str, str]:
        return dict(re.findall(r"^([a-z0-9][^=\s]*)==(\S+)", (ROOT / name).read_text(), re.M))

    runtime, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    assert runtime == {name: dev[name] for name in runtime}


def test_the_lock_holds_what_pyproject_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.txt").read_text(), re.M))
    asked = {re.match(r"[a-z0-9-]+", line)[0] for line in project["dependencies"]}
    assert asked <= locked


def test_the_version_is_that_of_pyproject() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", version.VERSION)


def test_the_commit_comes_from_the_environment_or_from_git(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("COMMIT", "abc1234")
    assert version._commit() == "abc1234"
    monkeypatch.delenv("COMMIT")
    assert re.fullmatch(r"[0-9a-f]{7,}|", version._commit())
    monkeypatch.setattr(version, "ROOT", tmp_path)
    assert version._commit() == ""


def test_a_secret_key_is_made_once_even_by_many_at_once(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(kept_secret_key, [path] * 64))
    assert len(keys) == 1
    assert len(keys.pop()) > 60
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def settings_of(**environment: str) -> dict[str, object]:
    """What the real settings say in a process with this environment."""
    code = (
        "import json; from samba_site import settings; "
        "print(json.dumps({n: v for n, v in vars(settings).items() if n.isupper()}, default=str))"
    )
    kept = {name: os.environ[name] for name in ("PATH", "DATA_DIR")}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(result.stdout)


def test_without_settings_the_site_serves_this_machine_alone() -> None:
    settings = settings_of()
    assert settings["DEBUG"] is False
    assert settings["BETA"] is True
    assert settings["TLS"] is False
    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert settings["DATABASES"]["default"]["ENGINE"].endswith("sqlite3")
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("MemoryChannelLayer")


def test_nobody_waits_long_for_a_database_that_somebody_else_keeps() -> None:
    assert settings_of()["DATABASES"]["default"]["OPTIONS"]["timeout"] == 5


def test_an_https_origin_makes_cookies_secure() -> None:
    settings = settings_of(ORIGINS="https://cards.example", ALLOWED_HOSTS="cards.example")
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://cards.example"]
    assert settings["TLS"] is True
    assert settings["CSRF_COOKIE_NAME"] == "__Host-csrf"


def test_a_grown_site_uses_postgresql_and_redis() -> None:
    settings = settings_of(DATABASE_URL="postgres://me@db/samba", REDIS_URL="redis://cache/1")
    database = settings["DATABASES"]["default"]
    assert database["ENGINE"].endswith("postgresql")
    assert database["CONN_MAX_AGE"] is None
    assert database["CONN_HEALTH_CHECKS"] is True
    assert settings["CHANNEL_LAYERS"]["default"]["BACKEND"].endswith("RedisPubSubChannelLayer")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("Not Found: /t/otter-42/replay/", "Not Found: /t/…/replay/"),
        ("Not Found: /en/?next=/t/x", "Not Found: /en/?…"),
        ("Forbidden: /seat/A1b2C3d4E5f6G7h8I9/", "Forbidden: /seat/…/"),
        ("Not Found: /static/site/table.css", "Not Found: /static/site/table.css"),
    ],
)
def test_log_lines_hold_no_secret_links(line: str, written: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, line, None, None)
    assert RedactingFormatter("{message}", style="{").format(record) == written
