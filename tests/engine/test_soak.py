"""The long run tells what it found, and how to see it again."""

import pytest

from games.engine import rules
from games.engine.moves import Draw, Move
from games.engine.state import State
from tests.bench import invariants, soak
from tests.bench.invariants import Broken, RandomDeal, play_through, tables

LITTLE = ["--variant", "samba", "--from", "40"]


def test_a_run_tells_how_the_deals_ended(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main([*LITTLE, "--deals", "3"]) == 0
    told = capsys.readouterr().out
    assert "samba: 3 deals (seeds 40 to 42)" in told
    assert "0 broken" in told
    assert sum(int(line.rpartition(": ")[2]) for line in told.splitlines()[1:]) == 3


def test_a_run_may_be_of_one_table_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert soak.main([*LITTLE, "--deals", "2", "--seats", "3"]) == 0
    told = capsys.readouterr().out
    assert "3 players" in told
    assert "4 players" not in told


def test_a_broken_invariant_is_told_with_game_table_size_and_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play = rules.play

    def losing_a_card(state: State, move: Move, seat: int | None = None) -> State:
        after = play(state, move, seat)
        if isinstance(move, Draw):
            return after._replace(public=after.public._replace(stock=after.public.stock - 1))
        return after

    monkeypatch.setattr(invariants.rules, "play", losing_a_card)
    assert soak.main([*LITTLE, "--deals", "2", "--seats", "2"]) == 1
    told = capsys.readouterr().out
    assert "BROKEN samba for 2, seed 40, level random, move " in told
    assert "cards are lost or doubled" in told
    assert "2 broken" in told


def test_a_deal_follows_from_its_seed() -> None:
    variant, seats = tables()[0]
    one, other = (play_through(RandomDeal(variant, seats, 5)) for _ in range(2))
    assert [(step.seat, str(step.move)) for step in one] == [
        (step.seat, str(step.move)) for step in other
    ]
    assert one[-1].state != play_through(RandomDeal(variant, seats, 6))[-1].state


def test_what_a_deal_raises_is_a_broken_invariant(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> Move:
        raise ZeroDivisionError

    monkeypatch.setattr(invariants.bots, "choose", crash)
    with pytest.raises(Broken, match="seed 5, level random, move 0, the deal: ZeroDivisionError"):
        play_through(RandomDeal(*tables()[0], 5))
