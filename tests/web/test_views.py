"""Pages and forms: opening, sitting down, playing, refusals, by HTTP alone."""

import re
import threading
from collections import Counter

import pytest
from django.db import connection
from django.test import Client

from games import identity, selectors, services, views
from games.engine import variants
from games.engine.cards import Card
from games.engine.moves import Part
from games.engine.variant import Variant
from games.models import LogEntry, Player, Seat, Table
from games.rates import Rate
from tests.web.people import at, browser, form
from tests.web.tables import Opened, begun, full, waiting

pytestmark = pytest.mark.django_db

OPEN = {
    "variant": "samba",
    "samba-seats": "4",
    "samba-target": "5000",
    "name": "Ann",
    "do": "open",
}


def url(opened: Opened, action: str = "") -> str:
    return f"/t/{opened.key}/{action}"


def unchanged(opened: Opened, number: int, moves: int = 0) -> bool:
    return opened.table.number == number and LogEntry.objects.count() == moves


def hand(opened: Opened, seat: int) -> list[Card]:
    return list(opened.load().view(seat).hand)


# ---------------------------------------------------------------- home and opening


def test_the_first_page_offers_a_game_at_once_and_a_table_to_open(client: Client) -> None:
    page = client.get("/en/")
    assert page.status_code == 200
    assert 'value="now"' in page.text
    assert 'name="variant" value="samba"' in page.text
    for seats in ("2", "3", "4"):
        assert f'name="samba-seats" value="{seats}"' in page.text
    assert identity.COOKIE not in page.cookies


def test_play_now_seats_one_with_three_computer_players(client: Client) -> None:
    answer = client.post("/en/tables/", {"do": "now", "client_seed": "ab" * 16})
    assert answer.status_code == 303
    table = Table.objects.get()
    assert answer["Location"] == f"/t/{table.key}/"
    assert table.status == Table.Status.PLAYING
    seats = selectors.load(table.key).seats
    assert [bool(seat.level) for seat in seats] == [False, True, True, True]
    assert seats[0].client_seed == "ab" * 16
    assert "15 cards" in client.get(answer["Location"]).text


def test_a_table_is_opened_as_the_form_says(client: Client) -> None:
    answer = client.post("/en/tables/", {**OPEN, "samba-computers": ["1", "3"]})
    assert answer.status_code == 303
    loaded = selectors.load(Table.objects.get().key)
    assert loaded.table.target == 5000
    assert [bool(seat.level) for seat in loaded.seats] == [False, True, False, True]
    assert loaded.seats[0].name == "Ann"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": ""}, "Please write the name"),
        ({"name": "x" * 25}, "too long"),
        ({"name": "\u200b"}, "name"),
        ({"variant": "whist"}, "do not have that game"),
        ({"samba-seats": "5"}, "so many seats"),
        ({"samba-computers": ["9"]}, "no such seat"),
        ({"samba-target": "77"}, "so many points"),
    ],
)
def test_a_form_that_cannot_be_is_answered_in_words(
    client: Client, change: dict[str, str], words: str
) -> None:
    answer = client.post("/en/tables/", {**OPEN, **change})
    assert answer.status_code == 422
    assert words in answer.text
    assert not Table.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("game", variants.all_variants(), ids=lambda game: game.name)
def test_every_game_is_offered_as_it_declares_itself_and_can_be_opened(
    client: Client, game: Variant
) -> None:
    offered = client.get("/en/").text
    for seats in game.seats:
        assert f'name="{game.name}-seats" value="{seats}"' in offered
    for target in game.targets:
        assert f'name="{game.name}-target" value="{target}"' in offered
    for rule in game.house_rules:
        assert f'name="{game.name}-house_rules" value="{rule.name}"' in offered
    rules = [rule.name for rule in game.house_rules]
    for seats in game.seats:
        sent = {"variant": game.name, "name": "Ann", "do": "open", f"{game.name}-seats": seats}
        answer = client.post("/en/tables/", {**sent, f"{game.name}-house_rules": rules})
        table = Table.objects.get(key=answer["Location"].split("/")[2])
        assert (table.variant, table.seats.count()) == (game.name, seats)
        assert table.target == game.target[seats]
        assert selectors.house_rules(table) == set(rules)


@pytest.mark.parametrize(
    "change",
    [
        {"canasta-house_rules": ["top_takes_pile"]},
        {"canasta-seats": "6"},
        {"canasta-target": "20000"},
        {"canasta-seats": ""},
    ],
)
def test_a_game_takes_only_what_it_declares(client: Client, change: dict[str, object]) -> None:
    sent = {"variant": "canasta", "canasta-seats": "2", "name": "Ann", "do": "open"}
    answer = client.post("/en/tables/", {**sent, **change})
    assert answer.status_code == 422
    (field,) = change
    assert f'href="#f-{field}"' in answer.text
    assert f'id="f-{field}"' in answer.text
    assert not Table.objects.exists()


def test_the_table_page_tells_first_how_it_plays_otherwise_than_usual(client: Client) -> None:
    sent = {"variant": "canasta", "canasta-seats": "3", "name": "Ann", "do": "open"}
    usual = client.post("/en/tables/", sent)["Location"]
    assert re.search(r"Rules of this table</dt><dd>as usual", client.get(usual).text)
    sent |= {"canasta-target": "5000", "canasta-house_rules": ["take_onto_meld"]}
    changed = client.get(client.post("/en/tables/", sent)["Location"]).text
    places = [
        changed.index(words)
        for words in (
            "Rules of this table",
            "To 5,000 points instead of 7,500",
            "Take the pile onto a meld",
            ">Game<",
        )
    ]
    assert places == sorted(places)


def test_my_tables_stand_on_the_first_page_those_that_wait_for_me_first(client: Client) -> None:
    client.post("/en/tables/", {**OPEN, "name": "First"})
    client.post("/en/tables/", {"do": "now"})
    page = client.get("/en/").text
    places = [page.index(f"/t/{table.key}/") for table in Table.objects.order_by("pk")]
    assert "Your tables" in page
    assert all(place > 0 for place in places)


# ---------------------------------------------------------------- looking changes nothing


@pytest.mark.parametrize("method", ["get", "head"])
def test_previews_take_nothing(method: str) -> None:
    opened = waiting(2)
    number = opened.table.number
    client = browser()
    for _ in range(100):
        answer = getattr(client, method)(url(opened))
        assert answer.status_code == 200
        assert identity.COOKIE not in answer.cookies
    assert opened.table.number == number
    assert Player.objects.count() == 1
    assert Seat.objects.filter(player=None).count() == 1


@pytest.mark.parametrize("action", ["seat/", "start/", "act/", "offers/", "go-on/"])
def test_what_changes_a_table_takes_no_get(action: str) -> None:
    opened = begun(2)
    assert at(opened, 0).get(url(opened, action)).status_code == 405


def test_nobody_gets_a_cookie_by_looking_everybody_who_sits_down_does() -> None:
    opened = waiting(2)
    client = browser()
    client.get(url(opened))
    assert identity.COOKIE not in client.cookies
    answer = client.post(url(opened, "seat/"), {"do": "take 1", "name": "Bo"})
    cookie = answer.cookies[identity.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] >= 360 * 24 * 3600


# ---------------------------------------------------------------- the lobby


def test_the_lobby_shows_link_picture_seats_and_seal() -> None:
    opened = waiting(4)
    page = browser().get(url(opened)).text
    assert f"http://testserver/t/{opened.key}/" in page
    assert "<svg" in page
    assert opened.table.commitment in page
    assert page.count("Sit here") == 3
    assert "partner of <bdi>Ann</bdi>" in page
    assert " style=" not in page


def test_one_sits_down_changes_seats_and_stands_up() -> None:
    opened = waiting(4)
    client = browser()
    seed = "0123456789abcdef" * 2
    sent = {"do": "take 2", "name": "Bo", "client_seed": seed}
    assert client.post(url(opened, "seat/"), sent).status_code == 303
    assert [seat.name for seat in opened.load().seats] == ["Ann", "", "Bo", ""]
    assert opened.load().seats[2].client_seed == seed
    client.post(url(opened, "seat/"), {"do": "take 1"})
    assert [seat.name for seat in opened.load().seats] == ["Ann", "Bo", "", ""]
    client.post(url(opened, "seat/"), {"do": "leave 1"})
    assert [seat.name for seat in opened.load().seats] == ["Ann", "", "", ""]


@pytest.mark.parametrize(
    ("sent", "status", "words"),
    [
        ({"do": "take 0", "name": "Bo"}, 409, "seat"),
        ({"do": "take 1", "name": "ann"}, 409, "name"),
        ({"do": "take 1", "name": ""}, 422, "name"),
        ({"do": "take 5", "name": "Bo"}, 400, ""),
        ({"do": "leave 0"}, 403, ""),
        ({"do": "computer 1"}, 403, ""),
        ({"do": "take one", "name": "Bo"}, 400, ""),
        ({"do": "take 1", "name": "Bo", "client_seed": "zz"}, 400, ""),
        ({}, 400, ""),
    ],
)
def test_a_seat_that_cannot_be_had_is_refused_in_words(
    sent: dict[str, str], status: int, words: str
) -> None:
    opened = waiting(2)
    number = opened.table.number
    answer = browser().post(url(opened, "seat/"), sent)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert words in answer.text
    assert opened.table.number == number
    assert Player.objects.count() == 1


def test_who_opened_the_table_seats_computer_players_and_starts() -> None:
    opened = waiting(2)
    client = at(opened, 0)
    assert client.post(url(opened, "start/")).status_code == 409
    client.post(url(opened, "seat/"), {"do": "computer 1"})
    assert opened.load().seats[1].level
    assert browser().post(url(opened, "start/")).status_code == 403
    assert "Start" in client.get(url(opened)).text
    assert client.post(url(opened, "start/")).status_code == 303
    assert opened.table.status == Table.Status.PLAYING


def test_a_computer_player_can_be_sent_away_again() -> None:
    opened = waiting(2, computers=[1])
    at(opened, 0).post(url(opened, "seat/"), {"do": "free 1"})
    assert not opened.load().seats[1].taken


# ---------------------------------------------------------------- the board


def test_without_script_a_move_is_a_form_and_a_page() -> None:
    opened = begun(2)
    loaded = opened.load()
    answer = at(opened, loaded.turn).post(url(opened, "act/"), form(loaded, "draw"))
    assert answer.status_code == 303
    assert answer["Location"] == url(opened)
    assert LogEntry.objects.get().move == "draw"


def test_with_htmx_the_answer_is_the_board_or_nothing_while_the_socket_is_open() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn, hx_request="true")
    answer = client.post(url(opened, "act/"), form(loaded, "draw", live="1"))
    assert answer.status_code == 204
    assert not answer.content
    loaded = opened.load()
    card = hand(opened, loaded.turn)[0]
    answer = client.post(url(opened, "act/"), form(loaded, f"sure {card}"))
    assert answer.status_code == 200
    assert 'hx-swap-oob="morph"' in answer.text
    assert "<html" not in answer.text


@pytest.mark.django_db(transaction=True)
def test_one_move_posted_20_times_at_once_is_made_once() -> None:
    opened = begun(2)
    loaded = opened.load()
    clients = [at(opened, loaded.turn) for _ in range(20)]
    gate = threading.Barrier(20)
    statuses: list[int] = []

    def post(client: Client) -> None:
        gate.wait()
        statuses.append(client.post(url(opened, "act/"), form(loaded, "draw")).status_code)
        connection.close()

    threads = [threading.Thread(target=post, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert Counter(statuses) == {303: 1, 409: 19}
    assert LogEntry.objects.count() == 1


def test_a_stale_board_is_answered_by_the_fresh_one_and_keeps_the_choice() -> None:
    opened = begun(2)
    old = opened.load()
    seat = old.turn
    opened.play("draw")
    card = hand(opened, seat)[0]
    answer = at(opened, seat).post(url(opened, "act/"), form(old, "draw", cards=[str(card)]))
    assert answer.status_code == 409
    assert f'name="number" form="play" value="{opened.table.number}"' in answer.text
    assert re.search(rf'value="{card}"[^>]* checked', answer.text)
    assert unchanged(opened, old.number + 1, 1)


def test_a_refused_move_says_why_and_keeps_choice_and_draft() -> None:
    opened = begun(2)
    opened.play("draw")
    loaded = opened.load()
    seat = loaded.turn
    low = sorted(hand(opened, seat), key=lambda card: card.value)[:3]
    services.draft_add(
        key=opened.key, player=opened.players[seat], seat=seat, part=Part(None, tuple(low))
    )
    rest = next(card for card in hand(opened, seat) if card not in low)
    answer = at(opened, seat).post(url(opened, "act/"), form(loaded, "down", cards=[str(rest)]))
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "Rule " in answer.text
    assert re.search(rf'value="{rest}"[^>]* checked', answer.text)
    assert 'value="back' in answer.text
    assert unchanged(opened, loaded.number, 1)


def test_a_choice_becomes_a_draft_and_comes_back() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, 0)
    cards = [str(card) for card in hand(opened, 0)[:3]]
    answer = client.post(url(opened, "act/"), form(loaded, "new", seat=0, cards=cards))
    assert answer.status_code == 303
    assert len(selectors.draft(opened.load(), 0).parts) == 1
    assert 'value="back' in client.get(url(opened)).text
    client.post(url(opened, "act/"), form(loaded, "back 0", seat=0))
    assert not selectors.draft(opened.load(), 0).parts
    assert unchanged(opened, loaded.number)


def shown_form(page: str) -> dict[str, str]:
    """What the page's own fields say beside any button."""
    return dict(re.findall(r'name="(seat|number|draft)"(?: form="play")? value="(\d+)"', page))


@pytest.mark.parametrize("path", ["", "text/"])
@pytest.mark.parametrize("htmx", [True, False])
def test_a_button_of_the_draft_pressed_twice_does_it_once_and_shows_what_holds(
    htmx: bool, path: str
) -> None:
    opened = begun(2)
    cards = [str(card) for card in hand(opened, 0)[:3]]
    client = at(opened, 0)
    fields = shown_form(client.get(url(opened, path)).text)
    assert set(fields) == {"seat", "number", "draft"}
    if htmx:
        client = at(opened, 0, hx_request="true")
    sent = {**fields, "do": "new", "cards": cards}
    assert client.post(url(opened, "act/"), sent).status_code in (200, 303)
    again = client.post(url(opened, "act/"), sent)
    assert again.status_code == 409
    assert 'role="alert"' in again.text
    assert shown_form(again.text)["draft"] == str(int(fields["draft"]) + 1)
    assert 'value="back 0"' in again.text
    assert len(selectors.draft(opened.load(), 0).parts) == 1
    # What the answer shows is what the next button needs.
    fields |= shown_form(again.text)
    for status in ((200 if htmx else 303), 409):
        answer = client.post(url(opened, "act/"), {**fields, "do": "back 0"})
        assert answer.status_code == status
    assert not selectors.draft(opened.load(), 0).parts


@pytest.mark.parametrize("do", ["new", "add m1", "grow 0", "back", "down", "pile", "ask"])
def test_a_button_of_the_draft_says_which_draft_it_means(do: str) -> None:
    opened = begun(2)
    loaded = opened.load()
    sent = form(loaded, do, cards=[str(hand(opened, loaded.turn)[0])])
    del sent["draft"]
    assert at(opened, loaded.turn).post(url(opened, "act/"), sent).status_code == 400
    assert unchanged(opened, loaded.number)


@pytest.mark.parametrize("field", ["seat", "number", "draft"])
@pytest.mark.parametrize("digit", ["٠", "०", "０", "+0", " 0", "0_0", "-0", "0.0"])
def test_numbers_are_read_in_the_digits_that_pages_write(field: str, digit: str) -> None:
    opened = begun(2)
    loaded = opened.load()
    player = at(opened, loaded.turn)
    sent = form(loaded, "draw")
    written = str(sent[field])
    sent[field] = digit.replace("0", written) if "0" in digit else chr(ord(digit) + int(written))
    assert player.post(url(opened, "act/"), sent).status_code == 400
    assert unchanged(opened, loaded.number)


def test_what_a_choice_can_become_is_told_and_nothing_changes() -> None:
    opened = begun(2)
    loaded = opened.load()
    card = str(hand(opened, 0)[0])
    client = at(opened, 0, hx_request="true")
    answer = client.post(url(opened, "offers/"), {"seat": 0, "cards": [card]})
    assert answer["Table-Number"] == str(opened.load().number)
    assert answer.status_code == 200
    assert 'id="r-offers"' in answer.text
    assert browser().post(url(opened, "offers/"), {"seat": 0, "cards": [card]}).status_code == 403
    assert unchanged(opened, loaded.number)


def test_a_discard_is_asked_once_more() -> None:
    opened = begun(2)
    opened.play("draw")
    loaded = opened.load()
    client = at(opened, loaded.turn)
    card = str(hand(opened, loaded.turn)[0])
    answer = client.post(url(opened, "act/"), form(loaded, "discard", cards=[card]))
    assert answer.status_code == 200
    assert f'value="sure {card}"' in answer.text
    assert 'value="keep"' in answer.text
    assert unchanged(opened, loaded.number, 1)
    assert client.post(url(opened, "act/"), form(loaded, f"sure {card}")).status_code == 303
    assert str(opened.load().state.public.top) == card


def test_the_key_enter_plays_what_was_typed_whatever_is_chosen() -> None:
    opened = begun(2)
    loaded = opened.load()
    card = next(iter(loaded.view(loaded.turn).hand))
    sent = form(loaded, "enter", move="draw", cards=[str(card)])
    assert at(opened, loaded.turn).post(url(opened, "act/"), sent).status_code == 303
    assert opened.load().number > loaded.number


def test_the_key_enter_with_nothing_typed_alarms_nobody() -> None:
    """As on the box of a card: it shows what the chosen cards can become."""
    opened = begun(2)
    loaded = opened.load()
    card = next(iter(loaded.view(loaded.turn).hand))
    for more in ({}, {"cards": [str(card)]}):
        answer = at(opened, loaded.turn).post(
            url(opened, "act/"), form(loaded, "enter", move="", **more)
        )
        assert answer.status_code == 200
        assert 'role="alert"' not in answer.text
    assert f'value="{card}"' in answer.text
    assert " checked>" in answer.text
    assert opened.load().number == loaded.number


def test_enter_is_the_first_button_of_the_boards_form() -> None:
    opened = begun(2)
    text = at(opened, opened.load().turn).get(f"/t/{opened.key}/").text
    buttons = re.findall(r'<button[^>]*form="play"[^>]*value="([^"]+)"', text)
    assert buttons[0] == "enter"
    assert "suggest" in buttons


def test_a_typed_move_is_played_however_it_is_written() -> None:
    opened = begun(2)
    loaded = opened.load()
    client = at(opened, loaded.turn)
    sent = form(loaded, "typed", move="  DRAW ")
    assert client.post(url(opened, "act/"), sent).status_code == 303
    loaded = opened.load()
    card = str(hand(opened, loaded.turn)[0]).lower()
    sent = form(loaded, "typed", move=f"discard   {card}")
    assert client.post(url(opened, "act/"), sent).status_code == 303
    assert unchanged(opened, loaded.number + 1, 2)


@pytest.mark.parametrize("text", ["", "jump", "lay", "discard 9Q", "lay 7S 7H / / 4C", "top 3"])
def test_what_is_typed_and_no_move_is_answered_with_examples(text: str) -> None:
    opened = begun(2)
    loaded = opened.load()
    sent = form(loaded, "typed", move=text)
    answer = at(opened, loaded.turn).post(url(opened, "act/"), sent)
    assert answer.status_code == 422
    assert "lay 7S 7H 7D" in answer.text
    assert unchanged(opened, loaded.number)


def test_the_way_a_hand_is_sorted_is_remembered() -> None:
    opened = begun(2)
    client = at(opened, 0)
    answer = client.post(url(opened, "act/"), form(opened.load(), "sort suit", seat=0))
    assert answer.status_code == 200
    assert 'value="sort rank"' in answer.text
    assert 'value="sort rank"' in client.get(url(opened)).text


@pytest.mark.parametrize(
    "change",
    [
        {"seat": ""},
        {"seat": "x"},
        {"seat": "-1"},
        {"seat": "6"},
        {"seat": "99999999999999999999"},
        {"number": ""},
        {"number": "-3"},
        {"number": "9" * 40},
        {"number": "1.5"},
        {"do": ""},
        {"do": "cheat"},
        {"do": "draw draw"},
        {"do": "top m0"},
        {"do": "top m999"},
        {"do": "sure"},
        {"do": "sure 99"},
        {"do": "sort size"},
        {"do": "back 1000"},
        {"do": "draw\n"},
        {"do": "\x00"},
        {"cards": ["1Z"]},
        {"cards": [""]},
        {"cards": ["7S 7H"]},
        {"cards": ["7S"] * 190},
        {"move": "x" * 3000},
    ],
)
@pytest.mark.parametrize("htmx", [True, False])
def test_a_malformed_form_is_refused_in_words_and_changes_nothing(
    change: dict[str, object], htmx: bool
) -> None:
    opened = begun(2)
    loaded = opened.load()
    headers = {"hx_request": "true"} if htmx else {}
    client = at(opened, loaded.turn, **headers)
    answer = client.post(url(opened, "act/"), {**form(loaded, "draw"), **change})
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert unchanged(opened, loaded.number)


@pytest.mark.parametrize("do", ["draw", "new", "down", "discard", "sort suit", "typed", "back"])
def test_another_persons_seat_cannot_be_played(do: str) -> None:
    opened = begun(2)
    loaded = opened.load()
    mine = 1 - loaded.turn
    for client in (at(opened, mine), browser()):
        sent = form(loaded, do, cards=["7S"], move="draw")
        answer = client.post(url(opened, "act/"), sent)
        assert answer.status_code == 403
        assert 'role="alert"' in answer.text
    assert unchanged(opened, loaded.number)


def test_out_of_turn_one_is_told_to_wait() -> None:
    opened = begun(2)
    loaded = opened.load()
    seat = 1 - loaded.turn
    answer = at(opened, seat).post(url(opened, "act/"), form(loaded, "draw", seat=seat))
    assert answer.status_code == 409
    assert "not your turn" in answer.text
    assert unchanged(opened, loaded.number)


def test_cards_that_one_does_not_hold_are_refused() -> None:
    opened = begun(2)
    opened.play("draw")
    loaded = opened.load()
    held = {str(card) for card in hand(opened, loaded.turn)}
    other = next(face for face in ("4S", "5S", "6S", "7S", "8S", "9S") if face not in held)
    client = at(opened, loaded.turn)
    for do in (f"sure {other}", "new", "pile"):
        answer = client.post(url(opened, "act/"), form(loaded, do, cards=[other]))
        assert 400 <= answer.status_code < 500
        assert 'role="alert"' in answer.text
    assert unchanged(opened, loaded.number, 1)


@pytest.mark.parametrize("action", ["", "seat/", "start/", "act/", "offers/", "go-on/", "replay/"])
def test_a_table_that_is_not_there_is_no_page(client: Client, action: str) -> None:
    method = client.get if action in {"", "replay/"} else client.post
    sent = {"seat": 0, "number": 1, "do": "draw"}
    if action == "seat/":
        sent = {"do": "take 0", "name": "Bo"}
    assert method(f"/t/nosuchtable/{action}", sent).status_code in {403, 404}
    assert not Player.objects.exists()


def test_a_person_with_two_seats_sees_the_cards_of_the_one_wanted_when_it_is_their_turn() -> None:
    opened = full(2)
    ann = opened.players[0]
    Seat.objects.filter(table__key=opened.key).update(player=ann)
    selectors.forget()
    services.start(key=opened.key, player=ann)
    loaded = opened.load()
    client = browser(ann)
    field = '<input type="hidden" name="seat" form="play" value="{}">'
    for seat in (0, 1):
        shown = client.get(url(opened) + f"?seat={seat}").text
        assert (field.format(seat) in shown) == (seat == loaded.turn)
    assert "r-hand" not in client.get(url(opened)).text
    for strange in ("7", "x", "-1", "9" * 30):
        assert client.get(url(opened) + f"?seat={strange}").status_code == 200


def test_who_posts_too_often_is_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = begun(2)
    loaded = opened.load()
    monkeypatch.setattr(views.MOVES, "limit", 3)
    monkeypatch.setattr(views.MOVES, "_window", -1)
    client = at(opened, 0)
    sent = {"seat": 0, "cards": []}
    statuses = [client.post(url(opened, "offers/"), sent).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert unchanged(opened, loaded.number)


def test_made_up_cookies_do_not_make_new_visitors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views.SITTINGS, "limit", 3)
    monkeypatch.setattr(views.SITTINGS, "_window", -1)
    statuses = []
    for number in range(5):
        client = Client()
        client.cookies[identity.COOKIE] = f"{number}:made-up"
        statuses.append(client.post("/en/tables/", {}).status_code)
    assert statuses == [422, 422, 422, 429, 429]


def test_a_rate_counts_each_key_by_itself_and_anew_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 1000.0
    monkeypatch.setattr("games.rates.time.monotonic", lambda: now)
    rate = Rate(2, 10)
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    assert rate.allows("b")
    now += 10
    assert rate.allows("a")


def test_a_page_that_asks_again_gets_nothing_while_nothing_is_new() -> None:
    opened = begun(2)
    client = at(opened, 0, hx_request="true")
    number = opened.table.number
    assert client.get(url(opened), {"number": number}).status_code == 204
    opened.play("draw")
    answer = client.get(url(opened), {"number": number})
    assert answer.status_code == 200
    assert '<main class="table' in answer.text
