"""Logs: what `verify` accepts and refuses, and how a game goes through its text and back."""

import json
from pathlib import Path

import pytest

from games.engine.record import Fault, begin, dump, parse, states, verify
from games.engine.state import Phase
from games.engine.variants import all_variants

from .logs import FORGED, GOLDEN, RIGHT, fault_of, log, of_known_games, right

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
