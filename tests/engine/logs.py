"""Logs to test with: right and forged ones by an independent reader of the rules, golden ones.

Those of games that the engine does not have are left aside; a new game finds its own by itself.
"""

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games.engine.record import Fault, parse, verify
from games.engine.variants import all_variants

TESTS = Path(__file__).parents[1]
RIGHT = TESTS / "logs" / "right"
FORGED = TESTS / "logs" / "forged"
GOLDEN = TESTS / "golden"

Log = dict[str, Any]
"""A log as JSON has it."""


def of_known_games(folder: Path) -> list[Path]:
    """The logs in this folder of games that the engine has, by name."""
    games = {variant.name for variant in all_variants()}
    return [path for path in sorted(folder.glob("*-*.json")) if _read(path)["variant"] in games]


def log(path: Path) -> Log:
    """A copy of this log that may be changed."""
    return copy.deepcopy(_read(path))


@cache
def _read(path: Path) -> Log:
    return json.loads(path.read_bytes())


def right(name: str) -> Log:
    """A copy of the right log of this name."""
    return log(RIGHT / f"{name}.json")


def judge(log: Log) -> None:
    """What `verify` says of this log: nothing, or a `Fault`."""
    verify(parse(json.dumps(log)))


def fault_of(log: Log) -> Fault:
    """The fault that this log has; the test fails where it has none."""
    with pytest.raises(Fault) as raised:
        judge(log)
    return raised.value


def first_deals(log: Log, deals: int) -> Log:
    """The same game, had the people agreed to stop after so many deals."""
    log["deals"] = log["deals"][:deals]
    totals = [score["total"] for score in log["deals"][-1]["scores"]]
    log["result"] = {"ended_by": "agreed", "winners": [], "totals": totals}
    return log
