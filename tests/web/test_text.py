"""A board in words: as much as the board shows, and no more."""

import random
import re

import pytest
from django.test import Client
from django.utils import timezone

from games import selectors, services, wording
from games.engine.moves import Part
from tests.engine.positions import position
from tests.web.boards import permuted
from tests.web.people import at, browser, form, masked
from tests.web.tables import begun, put, waiting

pytestmark = pytest.mark.django_db


def words(client: Client, key: str, query: str = "") -> str:
    answer = client.get(f"/t/{key}/text/{query}")
    assert answer.status_code == 200
    return answer.text


def test_every_card_of_ones_own_hand_is_told_with_its_name_and_its_letters() -> None:
    opened = begun(2)
    loaded = opened.load()
    for seat in (0, 1):
        text = words(at(opened, seat), opened.key)
        told = re.findall(r"<li><code>(\w\w)</code> ([^,<]+)", text)
        hand = loaded.view(seat).hand
        assert {code for code, _ in told} == {str(card) for card in hand}
        for card in hand:
            assert (str(card), wording.card_name(card).split(",")[0]) in told


def test_it_tells_whose_turn_it_is_and_what_may_be_done() -> None:
    opened = begun(2)
    turn = opened.load().turn
    mine = words(at(opened, turn), opened.key)
    assert ">Your turn, " in mine
    assert '<button class="btn" name="do" value="draw">' in mine
    theirs = words(at(opened, 1 - turn), opened.key)
    assert "is playing</h1>" in theirs
    assert 'value="draw"' not in theirs


def test_it_tells_pile_stock_players_score_and_last_moves() -> None:
    opened = begun(4)
    opened.pass_turn()
    loaded = opened.load()
    text = words(at(opened, loaded.turn), opened.key)
    public = loaded.state.public
    assert f"The stock has {public.stock} cards." in text
    assert f"The top card of the pile is the {wording.card_name(public.top)}" in text
    for heading in ("Our melds", "Their melds", "Players", "Score", "Last moves"):
        assert f"<h2>{heading}</h2>" in text
    assert "first meld: 50" in text
    assert " discarded " in text


def test_a_typed_move_is_played_and_leads_back_to_the_words() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn)
    sent = form(loaded, "typed", move="Draw", **{"as": "text"})
    answer = client.post(f"/t/{opened.key}/act/", sent)
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{opened.key}/text/")
    assert opened.load().number > loaded.number


@pytest.mark.parametrize("move", ["discard KS", "lay", "<b>"])
def test_a_refused_move_comes_back_in_words_with_what_was_typed(move: str) -> None:
    opened = begun(2)
    loaded = opened.load()
    sent = form(loaded, "typed", move=move, **{"as": "text"})
    answer = at(opened, loaded.turn).post(f"/t/{opened.key}/act/", sent)
    assert answer.status_code == 422
    assert 'class="refusal" role="alert"' in answer.text
    assert f'value="{move.replace("<", "&lt;").replace(">", "&gt;")}"' in answer.text
    assert "How moves are typed" in answer.text
    assert opened.load().number == loaded.number


def test_what_is_laid_out_can_be_taken_back_from_the_words() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn)
    card = next(iter(loaded.view(loaded.turn).hand))
    services.draft_add(
        key=opened.key,
        player=opened.players[loaded.turn],
        seat=loaded.turn,
        part=Part(None, (card,)),
    )
    assert 'value="back 0"' in words(client, opened.key)
    client.post(f"/t/{opened.key}/act/", form(loaded, "back 0", **{"as": "text"}))
    assert 'value="back 0"' not in words(client, opened.key)


def test_the_key_enter_plays_what_was_typed_and_nothing_else() -> None:
    opened = begun(2)
    text = words(at(opened, opened.load().turn), opened.key).partition('<form class="prose"')[2]
    assert re.search(r'<button[^>]*value="(\w+)"', text)[1] == "enter"


def test_a_suggestion_is_laid_out_in_the_words() -> None:
    opened = begun(2)
    put(opened, position(seats=2, seat=0, hand="KS KH KD QS QH QD JC 9C 4S"))
    client = at(opened, 0)
    assert 'name="do" value="suggest"' in words(client, opened.key)
    answer = client.post(
        f"/t/{opened.key}/act/", form(opened.load(), "suggest", **{"as": "text"}), follow=True
    )
    assert "60 of the 50 points" in answer.text
    assert 'name="do" value="down"' in answer.text


def test_why_nothing_is_suggested_is_told_in_the_words() -> None:
    opened = begun(2)
    put(opened, position(seats=2, seat=0, hand="7S 7H 7D 5S 5H 2D 9C JD QC"))
    sent = form(opened.load(), "suggest", **{"as": "text"})
    answer = at(opened, 0).post(f"/t/{opened.key}/act/", sent)
    assert answer.status_code == 422
    assert "Your cards make 45 of the 50 points that your first meld needs." in answer.text


def test_kitties_colours_and_what_may_not_be_discarded_are_told() -> None:
    """All that Railroad has and the other games have not."""
    opened = begun(2)
    melds = ("8S 8H 8D 8C 8S 8H 8D", "9S 9H 9D 9C 9S 9H 2D")
    put(opened, position("railroad", seats=2, hand="KS KH", melds=melds, kitty="4S 5H"))
    text = words(at(opened, 0), opened.key)
    assert "<li>Kitty, yours after the discard: four of spades, five of hearts</li>" in text
    assert "The kitty is taken." in text
    assert "kitty taken" in text
    assert "natural, red" in text
    assert "natural, red: done" in text
    assert "wilds: missing" in text
    assert "Not to be discarded yet: the sevens" in text


@pytest.mark.parametrize(
    ("pile", "frozen", "told"),
    [
        ("4D 2S 9C", True, "It is frozen: only a pair of its top card"),
        ("4D 2S", True, "It is blocked: nobody can take it now."),
        ("4D 3S", False, "It is blocked: nobody can take it now."),
    ],
)
def test_a_pile_that_is_frozen_or_blocked_says_so(pile: str, frozen: bool, told: str) -> None:
    opened = begun(2)
    put(opened, position("canasta", seats=2, hand="KS KH 4C", pile=pile, frozen=frozen))
    assert told in words(at(opened, 0), opened.key)


def test_a_game_that_is_paused_says_so_in_words() -> None:
    opened = begun(2)
    table = opened.table
    table.paused_at = timezone.now()
    table.save(update_fields=["paused_at"])
    selectors.forget()
    text = words(at(opened, 0), opened.key)
    assert "The game is paused." in text
    assert 'form="sit"' in text
    assert '<form id="sit" method="post">' in text


def test_nothing_in_words_depends_on_a_hidden_card() -> None:
    """By twins: the same deal with all that the viewer cannot see dealt otherwise."""
    opened = begun(4)
    for _ in range(3):
        opened.pass_turn()
    state = opened.load().state
    rng = random.Random(5)
    for seat in (0, 1, 2, 3, None):
        client = browser() if seat is None else at(opened, seat)
        told = []
        for twin in (state, permuted(state, seat, rng), permuted(state, seat, rng)):
            put(opened, twin)
            told.append(masked(words(client, opened.key)))
        assert told[0] == told[1] == told[2]


def test_another_seat_in_the_address_shows_nothing_of_it() -> None:
    opened = begun(2)
    own = masked(words(at(opened, 0), opened.key))
    other = masked(words(at(opened, 0), opened.key, "?seat=1"))
    assert other.replace("%3Fseat%3D1", "").replace("?seat=1", "") == own


def test_who_looks_on_has_neither_a_hand_nor_a_field_to_type_in() -> None:
    opened = begun(2)
    text = words(browser(), opened.key)
    assert "Your hand" not in text
    assert 'id="typed"' not in text
    assert "The stock has" in text


def test_tables_that_are_not_played_are_words_already() -> None:
    opened = waiting(2)
    answer = at(opened, 0).get(f"/t/{opened.key}/text/")
    assert (answer.status_code, answer["Location"]) == (303, f"/t/{opened.key}/")


def test_looking_changes_nothing_and_a_table_that_is_not_there_is_no_page() -> None:
    opened = begun(2)
    assert browser().post(f"/t/{opened.key}/text/").status_code == 405
    assert browser().get("/t/no-such-table/text/").status_code == 404


def test_the_board_leads_to_the_words_and_they_to_the_board() -> None:
    opened = begun(2)
    client = at(opened, 0)
    assert f'href="/t/{opened.key}/text/"' in client.get(f"/t/{opened.key}/").text
    assert f'href="/t/{opened.key}/"' in words(client, opened.key)
