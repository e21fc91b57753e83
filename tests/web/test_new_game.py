"""A game is one file: put beside the others, everything finds it by itself."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games import selectors
from games.board import render
from games.engine import variants
from games.engine.record import parse, verify
from games.engine.variant import Variant
from games.models import Table
from games.wording import table as words
from tests.bench.invariants import RandomDeal, play_through, tables
from tests.engine import test_record
from tests.web.boards import shown
from tests.web.boards import table as on_a_board
from tests.web.test_wording import test_every_game_and_house_rule_has_its_words as words_test

PICNIC = '''
"""Picnic: as Canasta, but five may play, and under a tree."""

from dataclasses import replace

from games.engine.variant import HouseRule, by_seats
from games.engine.variants.canasta import CANASTA_1

PICNIC_1 = replace(
    CANASTA_1,
    name="picnic",
    seats=(2, 5),
    partners_at=(),
    packs=by_seats({2: 2, 5: 4}),
    jokers=by_seats({2: 4, 5: 8}),
    hand=by_seats({2: 11, 5: 9}),
    draw=by_seats({2: 1, 5: 1}),
    top_takes_pile=HouseRule("dessert", "K-10"),
    canastas_to_go_out=by_seats({2: 1, 5: 1}),
    target=by_seats({2: 1_000, 5: 1_500}),
    targets=(1_000, 1_500),
)

VERSIONS = (PICNIC_1,)
'''


@pytest.fixture
def picnic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Variant]:
    """One more file in the folder of games, and its words."""
    (tmp_path / "picnic.py").write_text(PICNIC)
    monkeypatch.setattr(variants, "__path__", [*variants.__path__, str(tmp_path)])
    monkeypatch.setitem(words.GAMES, "picnic", ("Picnic", "Canasta under a tree"))
    monkeypatch.setitem(words.HOUSE_RULES, "dessert", ("Dessert", "There is cake."))
    variants._registered.cache_clear()
    yield variants.get("picnic")
    variants._registered.cache_clear()


@pytest.mark.django_db
def test_lobby_and_form_find_it(client: Client, picnic: Variant) -> None:
    home = client.get("/en/").text
    for text in ("Picnic", "Canasta under a tree", "Dessert", "There is cake.", "with 5 seats"):
        assert text in home
    chosen = {"picnic-seats": "5", "picnic-house_rules": ["dessert"], "picnic-computers": [1, 2]}
    answer = client.post("/en/tables/", {"variant": "picnic", "name": "Ann", **chosen})
    assert answer.status_code == 303
    lobby = client.get(answer["Location"]).text
    assert "Picnic, each for themselves" in lobby
    assert "Dessert" in lobby
    table = Table.objects.get()
    assert (table.target, selectors.house_rules(table)) == (1_500, {"dessert"})


def test_suite_and_commands_find_it(picnic: Variant, tmp_path: Path) -> None:
    assert [seats for game, seats in tables() if game is picnic] == [2, 5]
    play_through(RandomDeal(picnic, 5, seed=1))
    kind = ["--variant=picnic", "--seats=5", "--house-rules=dessert"]
    call_command("simulate", *kind, "--games=1", "--seed=1", f"--out={tmp_path}", stdout=StringIO())
    verify(parse((tmp_path / "0001.json").read_bytes()))


def test_the_board_shows_it(picnic: Variant) -> None:
    loaded = on_a_board(RandomDeal(picnic, 5, seed=1).begin())
    board = shown(loaded, 0)
    assert board.layout == "many-seats of-5"
    assert "9 cards" in render(board)


def test_the_suite_fails_while_its_log_or_words_are_missing(
    picnic: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError, match="tests/golden has no picnic-5p"):
        test_record.test_every_game_and_table_size_has_golden_logs_that_are_replayed_byte_for_byte(
            "picnic-5p"
        )
    words_test()
    monkeypatch.delitem(words.GAMES, "picnic")
    with pytest.raises(KeyError):
        words_test()
