"""Several servers and a referee at one table, with nothing between them but database and Redis."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.wire import Browser

ROOT = Path(__file__).resolve().parents[2]


class Site:
    """Processes of one site, each with the same data and the same Redis."""

    def __init__(self, data: Path, redis_url: str) -> None:
        kept = ("PATH", "HOME", "LANG")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ}
        self.environment |= {"DATA_DIR": str(data), "REDIS_URL": redis_url, "BOT_PACE": "0"}
        self.processes: list[subprocess.Popen[str]] = []
        self.start("migrate", "--verbosity", "0").wait(60)

    def start(self, *command: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
        )
        self.processes.append(process)
        return process

    def serve(self) -> str:
        """Start a server; its address."""
        process = self.start("serve", "--port", "0")
        assert process.stdout
        line = process.stdout.readline()
        assert line.startswith("Serving at "), line
        return line.split()[2]

    def end(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self.processes:
            process.wait(20)
            if process.stdout:
                process.stdout.close()


@pytest.fixture
def site(tmp_path: Path, redis_url: str) -> Iterator[Site]:
    site = Site(tmp_path, redis_url)
    yield site
    site.end()


def board_form(page: str) -> dict[str, str]:
    """What the board's form would send, but for the button."""
    fields = dict(re.findall(r'name="(seat|number)" form="play" value="(\d+)"', page))
    return {"seat": fields["seat"], "number": fields["number"]}


def test_two_servers_and_a_referee_play_one_table(site: Site) -> None:
    one, two = site.serve(), site.serve()
    site.start("referee")
    ann = Browser(one)
    ann.get("/en/")
    chosen = {"samba-seats": 3, "samba-target": 2500, "samba-computers": [2]}
    fields = {"variant": "samba", "name": "Ann", **chosen}
    status, path = ann.post("/en/tables/", do="open", **fields)
    assert status == 303
    bo = Browser(two)
    assert "Sit here" in bo.get(path)
    watched = ann.socket(f"/ws{path}")
    watched.send(json.dumps({"number": 0}))
    assert bo.post(f"{path}seat/", do="take 1", name="Bo")[0] == 303
    watched.until("<bdi>Bo</bdi>")
    other = bo.socket(f"/ws{path}")
    other.send(json.dumps({"number": 0}))
    assert ann.post(f"{path}start/")[0] == 303
    watched.until('<main class="table')
    other.until('<main class="table')

    # Both play a while, each at their own server, until the computer player has moved as well.
    seen = set()
    end = time.monotonic() + 60
    while len(seen) < 3 and time.monotonic() < end:
        for number, browser, others in ((0, ann, other), (1, bo, watched)):
            page = browser.get(path)
            if "Your turn" not in page:
                continue
            form = board_form(page)
            assert browser.post(f"{path}act/", do="draw", **form)[0] == 303
            others.until('id="r-number"')
            page = browser.get(path)
            card = re.search(r'name="cards" value="(\w\w)"', page)[1]
            assert browser.post(f"{path}act/", do=f"sure {card}", **board_form(page))[0] == 303
            told = others.until('id="r-live"')
            assert told
            seen.add(number)
        if "Bot 1" in re.sub(r"(?s).*id=\"r-moves\"", "", ann.get(path)):
            seen.add(2)
        time.sleep(0.05)
    assert seen == {0, 1, 2}
    watched.close()
    other.close()


@pytest.mark.parametrize(
    ("text", "opcode"), [("x" * 5000, 1), ("x" * 100_000, 1), ("nonsense", 1), ("bytes", 2)]
)
def test_a_socket_that_talks_nonsense_is_closed_and_never_as_a_fault_of_ours(
    site: Site, text: str, opcode: int
) -> None:
    visitor = Browser(site.serve())
    visitor.get("/en/")
    _, path = visitor.post("/en/tables/", do="now")
    board = visitor.socket(f"/ws{path}")
    assert board.status == 101
    board.send(text, opcode)
    while isinstance(code := board.receive(), str):
        pass
    # A frame of that size is not even read: the server hangs up (1006).
    assert code in {1006, 4400, 4413}
    assert "Guest" in visitor.get(path)
    board.close()
