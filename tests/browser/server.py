"""A site as somebody runs it: a process of its own, with its own data."""

import json
import os
import random
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
"""Seconds that a server has to come up or to go down."""
UNSET = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "ALLOWED_HOSTS", "LOCALE_DIR", "ORIGINS"}
ENVIRONMENT = {"BOT_PACE": "0", "START_AFTER": "600", "GO_ON_AFTER": "600"}
"""Computer players do not dawdle; nothing else begins by itself while a test looks on."""


class Site:
    """A server on a free port; `data` is where it keeps everything."""

    def __init__(self, data: Path, **settings: str) -> None:
        self._environment = {name: value for name, value in os.environ.items() if name not in UNSET}
        self._environment |= {
            **ENVIRONMENT,
            "DATA_DIR": str(data),
            "DJANGO_SETTINGS_MODULE": "samba_site.settings",
            **settings,
        }
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._run("manage.py", "migrate", "--verbosity", "0")
        self._run("manage.py", "collectstatic", "--no-input", "--verbosity", "0")

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"The server did not come up:\n{self.log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            finally:
                self._process.kill()
                self._process = None

    def stage(self, *scenes: str) -> dict[str, dict[str, Any]]:
        """Tables as `tests.browser.stage` tells of them: their keys and their people's cookies."""
        return json.loads(self._run("-m", "tests.browser.stage", *scenes))

    def complaints(self, since: int = 0) -> list[str]:
        """What the server found worth an error in its log, from this byte of it on."""
        lines = self.log.read_bytes()[since:].decode().splitlines()
        return [line for line in lines if " ERROR " in line or "Traceback" in line]

    def _answers(self) -> bool:
        try:
            with urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return answer.status == 200
        except URLError:
            return False

    def _run(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            encoding="utf-8",
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)} failed:\n{done.stderr}")
        return done.stdout


@contextmanager
def running(data: Path, **settings: str) -> Iterator[Site]:
    """A site that is up until the block ends."""
    site = Site(data, **settings)
    site.start()
    try:
        yield site
    finally:
        site.stop()


def free_port() -> int:
    """A port below those that the system lends to outgoing connections, which may not come back."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
