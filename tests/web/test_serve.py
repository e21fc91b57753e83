"""The commands `serve` and `referee`, run as processes of their own."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TABLE = """
from games import identity, services
from games.engine.variants import get
player, _ = identity.create()
table = services.open_table(
    player=player, name="Ann", variant=get("samba"), seats=4,
    computers=dict.fromkeys(range(4), "steady"), target=10_000,
)
"""
CHECK = """
from games import selectors
from games.engine import record
from games.models import Table
table = Table.objects.get()
loaded = selectors.load(table.key)
assert loaded.number == table.number
log = selectors.game_record(table)
numbers = [(e.deal.number, e.number) for d in table.deals.all() for e in d.entries.all()]
assert len(numbers) == len(set(numbers))
print(table.status, table.number, sum(len(deal.moves) for deal in log.deals))
if table.status == "ended":
    record.verify(record.parse(record.dump(log)))
"""


class Site:
    """A site with data of its own."""

    def __init__(self, data: Path, **settings: str) -> None:
        kept = ("PATH", "HOME", "LANG", "PYTHONPATH")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ}
        self.environment |= {"DATA_DIR": str(data), "START_AFTER": "0", "GO_ON_AFTER": "0"}
        self.environment |= {"BOT_PACE": "0", **settings}
        self.data = data
        self.run("migrate", "--verbosity", "0")

    def start(self, *command: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def run(self, *command: str) -> str:
        process = self.start(*command)
        out, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        return out

    def moves(self) -> int:
        with sqlite3.connect(self.data / "samba.sqlite3") as database:
            (count,) = database.execute("SELECT count(*) FROM games_logentry").fetchone()
        database.close()
        return count


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def end(process: "subprocess.Popen[str]", sign: signal.Signals = signal.SIGTERM) -> str:
    """Stop the process kindly; what it said on its way, all of it a success."""
    process.send_signal(sign)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert "Traceback" not in err
    assert "ERROR" not in err
    return out


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_serve_says_where_it_serves_and_stops_when_told(site: Site, sign: signal.Signals) -> None:
    process = site.start("serve", "--port", "0")
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("Serving at http://127.0.0.1:"), line
    address = line.split()[2]
    with urllib.request.urlopen(f"{address}/healthz", timeout=10) as answer:
        assert answer.status == 200
        assert answer.headers["Server"] is None
    end(process, sign)


def test_serve_ends_though_a_page_holds_its_socket_open(site: Site) -> None:
    key = site.run("shell", "--no-imports", "-c", TABLE + "print(table.key)").strip()
    process = site.start("serve", "--port", "0")
    assert process.stdout is not None
    address = process.stdout.readline().split()[2]
    host = address.removeprefix("http://")
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=10) as page:
        page.sendall(
            f"GET /ws/t/{key}/ HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert page.recv(1024).startswith(b"HTTP/1.1 101")
        end(process)


@pytest.mark.parametrize(
    "head",
    ["Content-Length: 300000000", "Content-Length: 9" + "0" * 30, "Transfer-Encoding: chunked"],
)
def test_a_body_without_end_is_cut_off_and_stored_nowhere(site: Site, head: str) -> None:
    process = site.start("serve", "--port", "0")
    assert process.stdout is not None
    host = process.stdout.readline().split()[2].removeprefix("http://")
    name, port = host.split(":")
    piece = b"x" * 50_000
    chunk = b"%x\r\n%s\r\n" % (len(piece), piece) if "chunked" in head else piece
    with socket.create_connection((name, int(port)), timeout=10) as visitor:
        visitor.sendall(f"POST /en/tables/ HTTP/1.1\r\nHost: {host}\r\n{head}\r\n\r\n".encode())
        sent = 0
        try:
            while sent < 5_000_000:
                visitor.sendall(chunk)
                sent += len(piece)
        except OSError:
            pass
    assert sent < 5_000_000
    end(process)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_being_told_twice_to_stop_does_not_cut_the_orderly_end_short(
    site: Site, sign: signal.Signals
) -> None:
    process = site.start("serve", "--port", "0")
    assert process.stdout is not None
    process.stdout.readline()
    until = time.monotonic() + 20
    while process.poll() is None and time.monotonic() < until:
        process.send_signal(sign)
        time.sleep(0.01)
    _out, err = process.communicate(timeout=20)
    assert process.returncode == 0, err
    assert "Traceback" not in err


def answer_to(site: Site, request: str) -> tuple[int, set[str]]:
    """Status and headers' names of what a server says to this request."""
    process = site.start("serve", "--port", "0")
    assert process.stdout is not None
    host = process.stdout.readline().split()[2].removeprefix("http://")
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=10) as visitor:
        visitor.sendall(request.replace("HOST", host).replace("\n", "\r\n").encode("latin1"))
        head = b""
        while b"\r\n\r\n" not in head and (more := visitor.recv(1024)):
            head += more
    end(process)
    first, *lines = head.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    return int(first.split()[1]), {line.partition(":")[0] for line in lines}


UPGRADE = "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n"
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\n"


@pytest.mark.parametrize(
    ("status", "request_"),
    [
        (403, f"GET /ws/x/ HTTP/1.1\nHost: HOST\nOrigin: http://HOST\n{UPGRADE}{KEY}\n"),
        (403, f"GET /ws/t/x/ HTTP/1.1\nHost: HOST\nOrigin: http://else\n{UPGRADE}{KEY}\n"),
        (400, f"GET /ws/t/x/ HTTP/1.1\nHost: HOST\nOrigin: http://HOST\n{UPGRADE}\n"),
        (413, "POST /en/tables/ HTTP/1.1\nHost: HOST\nContent-Length: 300000000\n\n"),
    ],
)
def test_what_is_refused_before_the_site_sees_it_is_refused_safely(
    site: Site, status: int, request_: str
) -> None:
    told, headers = answer_to(site, request_)
    assert told == status
    assert {"Cache-Control", "Content-Security-Policy", "X-Content-Type-Options"} <= headers
    assert "Server" not in headers


@pytest.mark.parametrize(
    "request_",
    [
        "GET / HTTP/1.1\nHost: HOST\nContent-Length: x\n\n",
        "GET / HTTP/9\nHost: HOST\nno header\n\n",
    ],
)
def test_what_is_no_request_at_all_gets_a_bare_answer_without_any_body(
    site: Site, request_: str
) -> None:
    assert answer_to(site, request_) == (400, set())


@pytest.mark.parametrize("path", ["/ws/x/", "/ws/t/abc", "/ws/t/%00/"])
def test_a_socket_to_nowhere_is_refused_in_silence(site: Site, path: str) -> None:
    process = site.start("serve", "--port", "0")
    assert process.stdout is not None
    address = process.stdout.readline().split()[2]
    host = address.removeprefix("http://")
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=10) as visitor:
        visitor.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: {address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert visitor.recv(1024).startswith(b"HTTP/1.1 403")
    end(process)


def test_serve_stopped_in_the_middle_of_games_loses_nothing(site: Site) -> None:
    site.run("shell", "--no-imports", "-c", TABLE)
    played = 0
    for _ in range(3):
        process = site.start("serve", "--port", "0")
        assert process.stdout is not None
        process.stdout.readline()
        until = time.monotonic() + 20
        while site.moves() < played + 10 and time.monotonic() < until:
            time.sleep(0.01)
        end(process)
        moves = site.moves()
        assert moves >= played + 10
        status, _number, logged = site.run("shell", "--no-imports", "-c", CHECK).split()
        assert int(logged) == moves
        played = moves
        if status == "ended":
            break


def test_serve_says_so_when_the_port_is_taken(site: Site) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = site.start("serve", "--port", str(taken.getsockname()[1]))
        _out, err = process.communicate(timeout=20)
    assert process.returncode == 1
    assert "in use" in err
    assert "Traceback" not in err


def test_the_referee_alone_needs_redis(site: Site) -> None:
    process = site.start("referee")
    _out, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert "REDIS_URL" in err
    assert "Traceback" not in err


def test_with_redis_the_referee_plays_alone(tmp_path: Path, redis_url: str) -> None:
    site = Site(tmp_path, REDIS_URL=redis_url)
    site.run("shell", "--no-imports", "-c", TABLE)
    process = site.start("referee")
    until = time.monotonic() + 20
    while site.moves() < 10 and time.monotonic() < until:
        time.sleep(0.01)
    end(process)
    assert site.moves() >= 10
