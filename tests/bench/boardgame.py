"""boardgame.io at the same work, for `load.py`: a server of Node in `peer/`, installed by npm."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from .process import Figures, Meter, free_port, started

PEER = Path(__file__).parent / "peer"
STORES = {"boardgame.io, memory": "memory", "boardgame.io, files": "flat"}
WARM = 40
"""Moves a table before it counts."""


def missing() -> str:
    """Install it where that has not been done; why it cannot run, else nothing."""
    for program in ("node", "npm"):
        if not shutil.which(program):
            return f"no {program} on this machine"
    if not (PEER / "node_modules" / ".package-lock.json").exists():
        npm = ["npm", "ci", "--silent", "--no-audit", "--no-fund"]
        if subprocess.run(npm, cwd=PEER).returncode:
            return "npm could not install it"
    return ""


def measure(store: str, tables: int, moves: int) -> Figures:
    """All tables at once, so many moves at each."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        started(
            ["node", PEER / "server.js"],
            port,
            {"PORT": str(port), "STORE": store, "DIR": folder, "NODE_ENV": "production"},
        ) as server,
    ):
        client = subprocess.Popen(
            ["node", PEER / "client.js", f"http://127.0.0.1:{port}"]
            + [str(number) for number in (tables, WARM, moves)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert client.stdin
        assert client.stdout
        with client:
            if client.stdout.readline() != "ready\n":
                raise RuntimeError("boardgame.io's client failed")
            meter = Meter(server.pid)
            client.stdin.write("go\n")
            client.stdin.flush()
            found = json.loads(client.stdout.readline())
        return meter.figures(found["times"], found["bytes"])
