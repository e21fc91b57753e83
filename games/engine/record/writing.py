"""A log as text."""

import json
from dataclasses import asdict

from ..moves import Discard
from .game import Deal, GameRecord, Outcome

FORMAT = "canasta-log/1"


def dump(record: GameRecord) -> str:
    """The text of a log: the same for the same game always, and one turn a line to read."""
    seed = record.shuffle.server_seed
    fields = {
        "format": _json(FORMAT),
        "variant": _json(record.variant.name),
        "rules": _json(record.variant.rules),
        "options": _json(_options(record)),
        "seats": _lines(" ", [_json(asdict(seat)) for seat in record.seats]),
        "shuffle": _json(
            {
                "commitment": record.shuffle.commitment,
                "server_seed": None if seed is None else seed.hex(),
                "client_seeds": [client.hex() for client in record.shuffle.client_seeds],
            }
        ),
        "deals": _lines(" ", [_deal(deal) for deal in record.deals]),
    }
    if record.result:
        fields["result"] = _json(asdict(record.result))
    return "{\n" + ",\n".join(f'"{name}": {text}' for name, text in fields.items()) + "\n}\n"


def _options(record: GameRecord) -> dict[str, int]:
    """Every option that the game has."""
    on = record.house_rules
    return {"target": record.target} | {r.name: r.name in on for r in record.variant.house_rules}


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _lines(indent: str, items: list[str]) -> str:
    """A list with one item a line."""
    return "[" + ",".join(f"\n{indent}{item}" for item in items) + "]"


def _deal(deal: Deal) -> str:
    turns: list[list[str]] = [[]]
    for seat, move in deal.moves:
        turns[-1].append(_json([seat, str(move)]))
        if isinstance(move, Discard):
            turns.append([])
    moves = _lines("   ", [", ".join(turn) for turn in turns if turn])
    text = f'{{"number": {deal.number}, "dealer": {deal.dealer},\n  "moves": {moves}'
    return text + (_outcome(deal.outcome) if deal.outcome else "") + "}"


def _outcome(outcome: Outcome) -> str:
    scores = _lines("   ", [_json(score._asdict()) for score in outcome.scores])
    out = "" if outcome.out_seat is None else f' "out_seat": {outcome.out_seat},'
    return f',\n  "ended_by": {_json(outcome.ended_by)},{out}\n  "scores": {scores}'
