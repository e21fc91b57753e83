"""Server processes that are measured: started, watched, stopped. Linux only."""

import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

START = 30.0
"""Seconds that a server is given to answer."""


class Figures(NamedTuple):
    """What a number of moves took."""

    p50: float
    p95: float
    """Milliseconds from the post to the last screen."""
    rate: float
    """Moves a second."""
    cpu: float
    """Milliseconds of the server's processor a move."""
    sent: float
    """Bytes that came from the server a move, to all seats."""
    memory: float
    """Megabytes that the server held afterwards."""


class Meter:
    """Measures what happens in a server process between its making and `figures`."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._began = time.perf_counter()
        self._cpu = cpu(pid)

    def figures(self, times: Sequence[float], sent: int) -> Figures:
        """`times`: milliseconds of each move; `sent`: bytes of all of them."""
        used = cpu(self._pid) - self._cpu
        seconds = time.perf_counter() - self._began
        moves = len(times)
        return Figures(
            p50=statistics.median(times),
            p95=statistics.quantiles(times, n=20)[-1],
            rate=moves / seconds,
            cpu=used / moves,
            sent=sent / moves,
            memory=memory(self._pid),
        )


def cpu(pid: int) -> float:
    """Milliseconds that all threads of the process have run."""
    # The number of a clock that Linux keeps for each process; finer than the ticks of /proc.
    return time.clock_gettime_ns((~pid << 3) | 2) / 1e6


def memory(pid: int) -> float:
    """Megabytes of the process in memory."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found
    return int(found[1]) / 1024


def free_port() -> int:
    """A port of this machine that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def started(
    command: Sequence[str | Path], port: int, more: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """The process of a server that answers at this port, stopped at the end.

    What it complained about is printed then.
    """
    log = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed below)
    process = subprocess.Popen(
        command, env={**os.environ, **more}, stdout=subprocess.DEVNULL, stderr=log
    )
    try:
        until = time.monotonic() + START
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"{command[0]} did not start")
            time.sleep(0.1)
        yield process
    finally:
        process.terminate()
        process.wait()
        with log:
            log.seek(0)
            sys.stderr.writelines(line for line in log if " INFO " not in line)


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
