"""The form of a log: what is wrong with it is a `Fault` that says where, never anything else."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.record import Fault, parse, verify

from .logs import Log, fault_of, first_deals, judge, right

DELETED = object()
NUMBERS = [True, 1.0, "1", None, [], {}, 10**30, -(10**30)]
TEXTS = [1, None, True, [], {}]
LISTS = [{}, None, "", 1, True]
OBJECTS = [[], None, "", 1, True]
HEXES = [*TEXTS, "", "00" * 31, "00" * 33, "00" * 31 + "0", "zz" * 32, " " + "0" * 63, "AB" * 32]
FORM: list[tuple[str, list[object]]] = [
    ("format", [*TEXTS, "canasta-log/2", ""]),
    ("variant", [*TEXTS, "Samba", "whist", ""]),
    ("rules", [*TEXTS, "0", "99", ""]),
    ("options", OBJECTS),
    ("options.target", [*NUMBERS, 0, -1, 1, 9999]),
    ("seats", [*LISTS, [], [{"name": "A", "player": "human"}] * 5, [1, 2, 3, 4]]),
    ("seats.0", OBJECTS),
    ("seats.0.name", [*TEXTS, "\ud800"]),
    ("seats.0.player", [*TEXTS, "", "\udfff"]),
    ("shuffle", OBJECTS),
    ("shuffle.commitment", HEXES),
    ("shuffle.server_seed", [text for text in HEXES if text is not None]),
    ("shuffle.client_seeds", [*LISTS, [], ["00" * 16] * 3, ["00" * 16] * 5]),
    ("shuffle.client_seeds.0", [*TEXTS, "", "00" * 15, "00" * 32, "0g" * 16]),
    ("deals", LISTS),
    ("deals.0", OBJECTS),
    ("deals.0.number", [*NUMBERS, 0, 2, -1]),
    ("deals.0.dealer", [*NUMBERS, -1, 4]),
    ("deals.0.moves", LISTS),
    ("deals.0.moves.0", [*LISTS, [], [1], [3, "draw", 1], [3], ["draw", 3]]),
    ("deals.0.moves.0.0", [*NUMBERS, -1, 4]),
    ("deals.0.moves.0.1", [*TEXTS, "", "Draw", "draw ", "knock", "lay", "lay 1H", "x" * 10**6]),
    ("deals.0.ended_by", [*TEXTS, "", "target", "OUT"]),
    ("deals.0.out_seat", [*NUMBERS, -1, 4]),
    ("deals.0.scores", [*LISTS, [], [{}]]),
    ("deals.0.scores.0", OBJECTS),
    ("deals.0.scores.0.melds", NUMBERS),
    ("deals.0.scores.0.bonuses", NUMBERS),
    ("deals.0.scores.0.red_threes", NUMBERS),
    ("deals.0.scores.0.going_out", NUMBERS),
    ("deals.0.scores.0.in_hand", NUMBERS),
    ("deals.0.scores.0.score", NUMBERS),
    ("deals.0.scores.0.total", NUMBERS),
    ("result", OBJECTS),
    ("result.ended_by", [*TEXTS, "", "out"]),
    ("result.winners", [*LISTS, [2], [-1], [True], ["0"], [None]]),
    ("result.totals", [*LISTS, [], [1], [1, 2, 3], [1, "2"], [1, True], [1, 10**30]]),
]
MAY_BE_MISSING = {"result", "deals.0", "deals.0.moves.0"}


def put(log: Log, path: str, value: object) -> Log:
    """The log with this value at this path, or without what is there."""
    *way, last = path.split(".")
    inside: Any = log
    for step in way:
        inside = inside[int(step) if step.isdigit() else step]
    key = int(last) if last.isdigit() else last
    if value is DELETED:
        del inside[key]
    else:
        inside[key] = value
    return log


@pytest.mark.parametrize(("path", "values"), FORM, ids=[path for path, _ in FORM])
def test_a_wrong_form_is_a_fault_of_the_log(path: str, values: list[object]) -> None:
    if path not in MAY_BE_MISSING:
        values = [*values, DELETED]
    for value in values:
        log = put(right("samba-4p-agreed-5-01"), path, value)
        with pytest.raises(Fault) as raised:
            parse(json.dumps(log))
        fault = raised.value
        target = path == "options.target" and type(value) is int and abs(value) < 10**9
        assert fault.rule == ("S-16" if target else "log-format"), value
        assert fault.deal == (1 if path.startswith("deals.0") and path != "deals.0" else None)
        assert fault.move == (1 if path.startswith("deals.0.moves.0") else None)
        assert str(fault).isascii()
        assert len(str(fault)) < 300


def test_only_the_last_deal_may_lack_its_outcome() -> None:
    log = right("samba-4p-hold-11-23")
    for name in ("ended_by", "scores", "out_seat"):
        log["deals"][2].pop(name, None)
    fault = fault_of(log)
    assert (fault.rule, fault.deal) == ("log-format", 3)


def test_only_a_deal_that_somebody_ended_by_going_out_has_an_out_seat() -> None:
    log = right("samba-4p-hold-11-23")
    assert log["deals"][3]["ended_by"] == "stock"
    log["deals"][3]["out_seat"] = 0
    fault = fault_of(log)
    assert (fault.rule, fault.deal) == ("log-format", 4)


BROKEN: dict[str, bytes] = {
    "empty": b"",
    "no JSON": b"hello",
    "a list": b"[]",
    "a number": b"12",
    "null": b"null",
    "two documents": b"{} {}",
    "not UTF-8": b'{"format": "\xff\xfe"}',
    "UTF-16": '{"format": "canasta-log/1"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "NaN": b'{"format": NaN}',
    "infinity": b'{"format": -Infinity}',
    "a name twice": b'{"format": "canasta-log/1", "format": "canasta-log/1"}',
    "deeply nested lists": b"[" * 10**6,
    "deeply nested objects": b'{"a":' * 10**5,
    "a huge number": b'{"format": ' + b"9" * 10**5 + b"}",
    "too long": b" " * (8 * 1024 * 1024 + 1),
    "zeros": bytes(1000),
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_a_broken_document_is_a_fault_of_the_log(text: bytes) -> None:
    with pytest.raises(Fault) as raised:
        parse(text)
    fault = raised.value
    assert (fault.rule, fault.deal, fault.move) == ("log-format", None, None)
    assert "\n" not in str(fault)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
FACES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] + ["XX", "m1", "m2", "/"]
MOVES = st.builds(
    lambda verb, rest: " ".join([verb, *rest]),
    st.sampled_from(["draw", "stop", "ask", "yes", "no", "pile", "top", "lay", "discard"]),
    st.lists(st.sampled_from(FACES), max_size=9),
)


def places(value: object, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values in a log."""
    found = [way] if way else []
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    for key, inner in items:
        found += places(inner, (*way, key))
    return found


SHORT = first_deals(right("samba-2p-normal-11-03"), 1)
SHORT_TEXT = json.dumps(SHORT).encode()


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(places(SHORT)), JSON | MOVES)
def test_whatever_stands_anywhere_in_a_log_it_is_right_or_a_fault(
    way: tuple[Any, ...], value: object
) -> None:
    log = json.loads(SHORT_TEXT)
    inside = log
    for step in way[:-1]:
        inside = inside[step]
    inside[way[-1]] = value
    with suppress(Fault):
        judge(log)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(SHORT_TEXT) - 1), st.binary(max_size=3), st.integers(0, 3))
def test_whatever_bytes_are_changed_in_a_log_it_is_right_or_a_fault(
    at: int, other: bytes, instead_of: int
) -> None:
    with suppress(Fault):
        verify(parse(SHORT_TEXT[:at] + other + SHORT_TEXT[at + instead_of :]))


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(SHORT_TEXT) - 1))
def test_a_log_that_was_cut_off_is_a_fault(length: int) -> None:
    with pytest.raises(Fault, match="log-format"):
        parse(SHORT_TEXT[:length])


@settings(max_examples=200, deadline=None)
@given(JSON)
def test_any_document_is_a_log_or_a_fault(document: object) -> None:
    with pytest.raises(Fault):
        parse(json.dumps(document))
