"""Logs of right form that tell of a game as it was not: where and by which rule it is found."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from games.engine.record import GameRecord, parse

from .logs import Log, fault_of, first_deals, judge, right

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
