"""Logs: what `verify` accepts and refuses, and how a game goes through its text and back."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.record import Fault, GameRecord, begin, dump, parse, states, verify
from games.engine.state import Phase
from games.engine.variants import all_variants

from .logs import (
    FORGED,
    GOLDEN,
    RIGHT,
    Log,
    fault_of,
    first_deals,
    judge,
    log,
    of_known_games,
    right,
)

REASONS = json.loads((FORGED / "reasons.json").read_text())


def name_of(path: Path) -> str:
    return path.stem


# ---------------------------------------------------------------- logs of others and of ours


@pytest.mark.parametrize("path", of_known_games(RIGHT), ids=name_of)
def test_a_right_log_is_accepted(path: Path) -> None:
    verify(parse(path.read_bytes()))


@pytest.mark.parametrize("path", of_known_games(FORGED), ids=name_of)
def test_a_forged_log_is_refused_where_and_by_the_rule_that_it_breaks(path: Path) -> None:
    forgery = REASONS[path.name]
    fault = fault_of(log(path))
    if forgery["must_fail"]:
        assert fault.rule in forgery["must_fail"]
    if forgery["where"]:
        assert fault.place == forgery["where"] + ": "


@pytest.mark.parametrize(
    "kind", [f"{v.name}-{seats}p" for v in all_variants() for seats in v.seats]
)
def test_every_game_and_table_size_has_golden_logs_that_are_replayed_byte_for_byte(
    kind: str,
) -> None:
    golden = sorted(GOLDEN.glob(f"{kind}*.json"))
    assert golden, f"tests/golden has no {kind}*.json: write one with manage.py simulate"
    for path in golden:
        record = parse(path.read_bytes())
        assert f"{record.variant.name}-{len(record.seats)}p" == kind
        verify(record)
        assert dump(record).encode() == path.read_bytes()


# ---------------------------------------------------------------- text and back


@pytest.mark.parametrize("path", of_known_games(RIGHT), ids=name_of)
def test_a_game_goes_through_its_text_and_back(path: Path) -> None:
    record = parse(path.read_bytes())
    text = dump(record)
    assert parse(text) == parse(text.encode()) == record
    assert dump(parse(text)) == text
    assert json.loads(text) == json.loads(path.read_text())


def test_unknown_fields_are_ignored() -> None:
    log = right("samba-4p-agreed-5-01")
    record = parse(json.dumps(log))
    for fields in (log, log["options"], log["seats"][0], log["shuffle"], log["deals"][0]):
        fields["more"] = {"anything": [1.5, None, True]}
    log["deals"][0]["scores"][0]["more"] = log["result"]["more"] = 10**5000 % 10**400
    assert parse(json.dumps(log)) == record


def test_names_of_any_script_are_kept() -> None:
    log = right("samba-4p-agreed-5-01")
    log["seats"][0]["name"] = 'Ελένη "Ø" 小明 \u2028'
    text = dump(parse(json.dumps(log)))
    assert json.loads(text)["seats"] == log["seats"]
    assert "小明" in text


# ---------------------------------------------------------------- playing again


def test_states_are_the_deal_before_its_first_move_and_after_each() -> None:
    record = parse(json.dumps(right("samba-4p-hold-11-23")))
    for deal in record.deals:
        played = list(states(record, deal.number))
        assert len(played) == len(deal.moves) + 1
        assert played[0] == begin(record, deal.number)
        assert [s.public.seat for s in played[:-1]] == [seat for seat, _ in deal.moves]
        assert played[-1].public.phase is Phase.ENDED


def test_a_deal_begins_with_the_scores_of_the_deals_before_it() -> None:
    record = parse(json.dumps(right("samba-4p-hold-11-23")))
    assert begin(record, 1).public.setup.totals == (0, 0)
    assert begin(record, 2).public.setup.totals == record.totals(1) == (-1200, 1160)


@pytest.mark.parametrize("number", [-1, 0, 3, 99])
def test_there_are_no_other_deals(number: int) -> None:
    record = parse(json.dumps(right("samba-4p-agreed-5-01")))
    with pytest.raises(LookupError):
        begin(record, number)
    with pytest.raises(LookupError):
        next(states(record, number))


def test_a_game_that_goes_on_is_a_log_but_cannot_be_proved_or_replayed() -> None:
    log = right("samba-4p-agreed-5-01")
    del log["result"]
    log["shuffle"]["server_seed"] = None
    record = parse(json.dumps(log))
    assert record.result is None
    assert record.shuffle.server_seed is None
    assert parse(dump(record)) == record
    assert json.loads(dump(record)) == log
    for ask in (verify, lambda record: begin(record, 1)):
        with pytest.raises(Fault, match=r"^the game goes on: .* \[log-format\]$"):
            ask(record)


# ---------------------------------------------------------------- the form


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
    ("seats.0.player", [*TEXTS, "\udfff"]),
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


# ---------------------------------------------------------------- what is said, and is not true


Change = Callable[[Log], object]


def score_of(part: str, points: int) -> Change:
    return lambda log: log["deals"][1]["scores"][0].update(
        {part: log["deals"][1]["scores"][0][part] + points}
    )


def swap_deals(log: Log) -> None:
    """The second deal as the first and the first as the second."""
    deals = log["deals"]
    deals[0], deals[1] = deals[1], deals[0]
    deals[0]["number"], deals[1]["number"] = 1, 2


def renumbered(log: Log, without: int) -> None:
    del log["deals"][without]
    for number, deal in enumerate(log["deals"], 1):
        deal["number"] = number


def one_more_deal(log: Log) -> None:
    log["deals"].append({"number": 8, "dealer": 0, "moves": []})


def without_outcome(log: Log) -> None:
    for name in ("ended_by", "out_seat", "scores"):
        del log["deals"][-1][name]


def goes_on(log: Log) -> None:
    del log["result"]
    log["shuffle"]["server_seed"] = None


LIES: dict[str, tuple[Change, str, int | None]] = {
    # name: what is changed in the log of a whole game, the rule, the deal
    "commitment": (lambda g: g["shuffle"].update(commitment="00" * 32), "log-format", None),
    "server seed": (lambda g: g["shuffle"].update(server_seed="00" * 32), "log-format", None),
    "seed without result": (lambda g: g.pop("result"), "log-format", None),
    "result without seed": (lambda g: g["shuffle"].update(server_seed=None), "log-format", None),
    "neither seed nor result": (goes_on, "log-format", None),
    "person for computer": (lambda g: g["seats"][0].update(player="steady"), "log-format", None),
    "first dealer": (lambda g: g["deals"][0].update(dealer=0), "C-3", 1),
    "later dealer": (lambda g: g["deals"][2].update(dealer=0), "C-3", 3),
    "ended by": (lambda g: g["deals"][3].update(ended_by="out", out_seat=0), "C-9", 4),
    "ended by stock": (lambda g: g["deals"][0].update(ended_by="stock"), "log-format", 1),
    "nobody out": (
        lambda g: (g["deals"][0].update(ended_by="stock"), g["deals"][0].pop("out_seat")),
        "C-15",
        1,
    ),
    "ended by sevens": (
        lambda g: g["deals"][3].update(ended_by="sevens"),
        "C-9",
        4,
    ),
    "who went out": (lambda g: g["deals"][0].update(out_seat=3), "C-15", 1),
    "melds": (score_of("melds", 5), "C-18", 2),
    "bonuses": (score_of("bonuses", 300), "S-15", 2),
    "red threes": (score_of("red_threes", -200), "S-12", 2),
    "going out": (score_of("going_out", 100), "S-14", 2),
    "in hand": (score_of("in_hand", 5), "C-18", 2),
    "score": (score_of("score", 5), "C-18", 2),
    "total": (score_of("total", 5), "C-18", 2),
    "sides swapped": (lambda g: g["deals"][1]["scores"].reverse(), "C-18", 2),
    "last move missing": (lambda g: g["deals"][0]["moves"].pop(), "C-15", 1),
    "last move missing, stock": (lambda g: g["deals"][3]["moves"].pop(), "C-9", 4),
    "no moves": (lambda g: g["deals"][2]["moves"].clear(), "C-15", 3),
    "move after the end": (lambda g: g["deals"][1]["moves"].append([3, "draw"]), "C-7", 2),
    "outcome missing": (without_outcome, "log-format", 7),
    "deals swapped": (swap_deals, "C-3", 1),
    "deal left out": (lambda g: renumbered(g, 3), "C-3", 4),
    "last deal left out": (lambda g: g["deals"].pop(), "C-20", None),
    "no deals": (lambda g: g["deals"].clear(), "C-20", None),
    "deal after the end": (one_more_deal, "C-20", 8),
    "lower target": (lambda g: g["options"].update(target=2500), "C-20", 7),
    "higher target": (lambda g: g["options"].update(target=7500), "C-20", None),
    "target not offered": (lambda g: g["options"].update(target=5001), "S-16", None),
    "by the limit": (lambda g: g["result"].update(ended_by="limit", winners=[]), "C-20", None),
    "a draw": (lambda g: g["result"].update(ended_by="draw", winners=[]), "C-20", None),
    "agreed": (lambda g: g["result"].update(ended_by="agreed", winners=[]), "C-20", None),
    "abandoned": (lambda g: g["result"].update(ended_by="abandoned", winners=[]), "C-20", None),
    "another winner": (lambda g: g["result"].update(winners=[1]), "C-20", None),
    "two winners": (lambda g: g["result"].update(winners=[0, 1]), "C-20", None),
    "winner twice": (lambda g: g["result"].update(winners=[0, 0]), "C-20", None),
    "no winner": (lambda g: g["result"].update(winners=[]), "C-20", None),
    "totals": (lambda g: g["result"]["totals"].reverse(), "C-20", None),
}


@pytest.mark.parametrize(("change", "rule", "deal"), LIES.values(), ids=LIES)
def test_a_lie_about_a_game_is_found(change: Change, rule: str, deal: int | None) -> None:
    log = right("samba-4p-hold-11-23")
    change(log)
    fault = fault_of(log)
    assert (fault.rule, fault.deal) == (rule, deal), str(fault)


def test_a_game_that_the_people_ended_has_no_winner_and_the_totals_of_its_finished_deals() -> None:
    for name in ("agreed", "abandoned"):
        log = right("samba-4p-agreed-5-01")
        log["result"]["ended_by"] = name
        judge(log)
        log["result"]["winners"] = [0]
        assert fault_of(log).rule == "C-20"
        log["result"].update(winners=[], totals=[0, 0])
        assert fault_of(log).rule == "C-20"


def test_a_game_may_be_ended_between_deals_and_before_the_first_is_over() -> None:
    judge(first_deals(right("samba-4p-hold-11-23"), 3))
    log = right("samba-4p-agreed-5-01")
    del log["deals"][1]
    judge(log)
    del log["deals"][0]["scores"], log["deals"][0]["ended_by"], log["deals"][0]["out_seat"]
    del log["deals"][0]["moves"][-1]
    log["result"]["totals"] = [0, 0]
    judge(log)


def test_a_game_without_winner_after_sixty_deals_does_not_go_on() -> None:
    log = right("samba-3p-limit-5-01")
    assert len(log["deals"]) == 60
    log["deals"].append({"number": 61, "dealer": 0, "moves": []})
    fault = fault_of(log)
    assert (fault.rule, fault.deal) == ("C-20", 61)


@pytest.mark.parametrize("name", ["samba-2p-normal-11-03", "samba-4p-hold-11-23"])
def test_no_client_seed_of_a_computer_or_a_person_can_be_another(name: str) -> None:
    for seat in range(len(right(name)["seats"])):
        log = right(name)
        seed = log["shuffle"]["client_seeds"][seat]
        log["shuffle"]["client_seeds"][seat] = ("1" if seed[0] == "0" else "0") + seed[1:]
        assert fault_of(log)


def one_deal() -> Log:
    return first_deals(right("samba-4p-hold-11-23"), 1)


def moves_of(log: Log) -> list[list[Any]]:
    return log["deals"][0]["moves"]


def test_no_move_can_be_left_out_repeated_swapped_or_made_by_another() -> None:
    count = len(moves_of(one_deal()))
    for at in range(count):
        log = one_deal()
        del moves_of(log)[at]
        assert fault_of(log).deal == 1
        log = one_deal()
        moves_of(log).insert(at, moves_of(log)[at])
        assert fault_of(log).deal == 1
        log = one_deal()
        moves_of(log)[at][0] = (moves_of(log)[at][0] + 1) % 4
        fault = fault_of(log)
        assert (fault.rule, fault.deal, fault.move) == ("C-3", 1, at + 1)
    for at in range(count - 1):
        log = one_deal()
        moves = moves_of(log)
        moves[at], moves[at + 1] = moves[at + 1], moves[at]
        assert fault_of(log).deal == 1


def test_no_points_of_any_deal_can_be_changed() -> None:
    record: GameRecord = parse(json.dumps(right("samba-4p-hold-11-23")))
    for deal in record.deals:
        for side in range(record.sides):
            for part in (
                "melds",
                "bonuses",
                "red_threes",
                "going_out",
                "in_hand",
                "score",
                "total",
            ):
                log = right("samba-4p-hold-11-23")
                log["deals"][deal.number - 1]["scores"][side][part] += 5
                assert fault_of(log).deal == deal.number


def test_points_forged_throughout_are_found_in_the_deal_where_they_begin() -> None:
    log = right("samba-4p-hold-11-23")
    for deal in log["deals"][2:]:
        deal["scores"][1]["total"] += 300
    log["deals"][2]["scores"][1]["bonuses"] += 300
    log["deals"][2]["scores"][1]["score"] += 300
    log["result"]["totals"][1] += 300
    fault = fault_of(log)
    assert (fault.rule, fault.deal, fault.move) == ("S-15", 3, None)
