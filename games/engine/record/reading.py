"""A log from its text."""

import json
import re
from typing import NamedTuple, TypeVar

from .. import variants
from ..moves import Move, MoveSyntaxError
from ..moves import parse as parse_move
from ..scoring import Score
from ..shuffle import CLIENT_SEED_BYTES, SERVER_SEED_BYTES
from ..state import Ending
from ..variant import Variant
from .fault import Fault
from .game import Deal, GameEnd, GameRecord, Outcome, Result, Seat, Shuffle
from .writing import FORMAT

LONGEST = 8 * 1024 * 1024
"""Bytes of the longest text that is read as a log; the longest game takes about one million."""
COMMITMENT_BYTES = 32

T = TypeVar("T")
_Fields = dict[str, object]
_KINDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    int: "a whole number",
    bool: "true or false",
}
_MOST_POINTS = 10**9
"""No score is beyond it."""


class _Table(NamedTuple):
    """How many play."""

    seats: int
    sides: int


def parse(text: bytes | str) -> GameRecord:
    """The game that this text tells of; `Fault` where its form is wrong.

    Only the form is judged; whether anything is true is for `verify`. Unknown fields are ignored.
    """
    log = _document(text)
    if _get(log, "format", str) != FORMAT:
        raise Fault(f"format is not {FORMAT}")
    variant = _variant(_get(log, "variant", str), _get(log, "rules", str))
    options = _get(log, "options", dict)
    seats = tuple(_seat(seat) for seat in _all(log, "seats", dict))
    if len(seats) not in variant.seats:
        raise Fault(f"{variant.name} is no game for {len(seats)}")
    table = _Table(len(seats), variant.sides(len(seats)))
    return GameRecord(
        variant=variant,
        target=_target(variant, options),
        house_rules=frozenset(
            rule.name for rule in variant.house_rules if _get(options, rule.name, bool)
        ),
        seats=seats,
        shuffle=_shuffle(_get(log, "shuffle", dict), table),
        deals=_deals(_all(log, "deals", dict), table),
        result=_result(_get(log, "result", dict), table) if "result" in log else None,
    )


# ---------------------------------------------------------------- the document


def _document(text: bytes | str) -> _Fields:
    if len(text) > LONGEST:
        raise Fault(f"longer than {LONGEST} bytes")
    try:
        if isinstance(text, bytes):
            text = text.decode()
        document = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Fault("not a text in UTF-8") from None
    except RecursionError:
        raise Fault("not a document in JSON: nested too deeply") from None
    except ValueError as error:
        raise Fault(f"not a document in JSON: {str(error)[:100]!a}") from None
    if not isinstance(document, dict):
        raise Fault("not an object in JSON")
    return document


def _object(pairs: list[tuple[str, object]]) -> _Fields:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        # Readers would not agree about what it says.
        raise ValueError("an object has a field twice")
    return fields


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _get(fields: _Fields, name: str, kind: type[T]) -> T:
    """The field of this name, which must be there and of this kind."""
    if name not in fields:
        raise Fault(f"{name} is missing")
    return _of_kind(fields[name], name, kind)


def _all(fields: _Fields, name: str, kind: type[T], size: int | None = None) -> tuple[T, ...]:
    """The list of this name, of `size` items if so many must be there, all of this kind."""
    items = _get(fields, name, list)
    if size is not None and len(items) != size:
        raise Fault(f"{name} is not a list of {size}")
    return tuple(_of_kind(item, f"an item of {name}", kind) for item in items)


def _of_kind(value: object, name: str, kind: type[T]) -> T:
    # Not isinstance: true and false would pass for numbers.
    if type(value) is not kind:
        raise Fault(f"{name} is not {_KINDS[kind]}")
    return value


def _index(number: int, name: str, below: int) -> int:
    """The number of a seat or side."""
    if not 0 <= number < below:
        raise Fault(f"{name} is not a number from 0 to {below - 1}")
    return number


def _points(number: int, name: str) -> int:
    if abs(number) > _MOST_POINTS:
        raise Fault(f"{name} is beyond all bounds")
    return number


def _hex(text: str, name: str, size: int) -> bytes:
    if not re.fullmatch(f"[0-9a-f]{{{2 * size}}}", text):
        raise Fault(f"{name} is not {2 * size} digits of lower-case hex")
    return bytes.fromhex(text)


# ---------------------------------------------------------------- the game


def _variant(name: str, rules: str) -> Variant:
    try:
        return variants.get(name, rules)
    except KeyError:
        raise Fault(f"no game {name[:40]!a} with rules {rules[:40]!a}") from None


def _target(variant: Variant, options: _Fields) -> int:
    target = _points(_get(options, "target", int), "target")
    if target not in variant.targets:
        raise Fault(f"target {target} is not offered", variant.numbers["targets"])
    return target


def _seat(fields: _Fields) -> Seat:
    seat = Seat(name=_get(fields, "name", str), player=_get(fields, "player", str))
    if not seat.player:
        raise Fault("player is empty")
    try:
        (seat.name + seat.player).encode()
    except UnicodeEncodeError:
        raise Fault("half a character in name or player") from None
    return seat


def _shuffle(fields: _Fields, table: _Table) -> Shuffle:
    seed = None
    unpublished = "server_seed" in fields and fields["server_seed"] is None
    if not unpublished:
        seed = _hex(_get(fields, "server_seed", str), "server_seed", SERVER_SEED_BYTES)
    return Shuffle(
        commitment=_hex(_get(fields, "commitment", str), "commitment", COMMITMENT_BYTES).hex(),
        server_seed=seed,
        client_seeds=tuple(
            _hex(client, "an item of client_seeds", CLIENT_SEED_BYTES)
            for client in _all(fields, "client_seeds", str, table.seats)
        ),
    )


def _deals(deals: tuple[_Fields, ...], table: _Table) -> tuple[Deal, ...]:
    read: list[Deal] = []
    for number, fields in enumerate(deals, 1):
        try:
            read.append(_deal(fields, number, table))
            if number < len(deals) and not read[-1].outcome:
                raise Fault("ended_by and scores are missing, but another deal follows")
        except Fault as fault:
            fault.deal = number
            raise
    return tuple(read)


def _deal(fields: _Fields, number: int, table: _Table) -> Deal:
    if _get(fields, "number", int) != number:
        raise Fault(f"number is not {number}")
    return Deal(
        number=number,
        dealer=_index(_get(fields, "dealer", int), "dealer", table.seats),
        moves=tuple(
            _move(move, place, table) for place, move in enumerate(_get(fields, "moves", list), 1)
        ),
        outcome=_outcome(fields, table),
    )


def _move(move: object, place: int, table: _Table) -> tuple[int, Move]:
    try:
        pair = _of_kind(move, "an item of moves", list)
        if len(pair) != 2:
            raise Fault("an item of moves is not a seat and a move")
        seat = _index(_of_kind(pair[0], "seat", int), "seat", table.seats)
        return seat, parse_move(_of_kind(pair[1], "move", str))
    except MoveSyntaxError as error:
        raise Fault(f"{error}", move=place) from None
    except Fault as fault:
        fault.move = place
        raise


def _outcome(fields: _Fields, table: _Table) -> Outcome | None:
    """How the deal ended; None where all of it is missing."""
    if not fields.keys() & {"ended_by", "out_seat", "scores"}:
        return None
    try:
        ended_by = Ending(_get(fields, "ended_by", str))
    except ValueError:
        raise Fault("ended_by is no way in which a deal ends") from None
    out_seat = None
    if ended_by is Ending.OUT:
        out_seat = _index(_get(fields, "out_seat", int), "out_seat", table.seats)
    elif "out_seat" in fields:
        raise Fault(f"out_seat in a deal that ended by {ended_by}")
    scores = _all(fields, "scores", dict, table.sides)
    return Outcome(ended_by, out_seat, tuple(map(_score, scores)))


def _score(fields: _Fields) -> Score:
    return Score(*(_points(_get(fields, name, int), name) for name in Score._fields))


def _result(fields: _Fields, table: _Table) -> Result:
    try:
        ended_by = GameEnd(_get(fields, "ended_by", str))
    except ValueError:
        raise Fault("ended_by is no way in which a game ends") from None
    return Result(
        ended_by=ended_by,
        winners=tuple(
            _index(side, "an item of winners", table.sides) for side in _all(fields, "winners", int)
        ),
        totals=tuple(
            _points(total, "an item of totals")
            for total in _all(fields, "totals", int, table.sides)
        ),
    )
