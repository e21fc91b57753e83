"""What each viewer sees of a table, and what is offered to them."""

import random
import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from django.utils import translation

from games.board import fragments, offered, pieces, render
from games.board.offers import free_cards, offers
from games.board.regions import columns
from games.denial import Stale
from games.engine.cards import card, cards
from games.engine.moves import Discard, Lay, Part, parse
from games.engine.refusal import Reason
from games.engine.rules import check
from games.engine.state import Phase
from games.engine.variant import Variant
from games.engine.view import see
from games.selectors import Draft, played
from tests.bench.invariants import RandomDeal, tables
from tests.engine.positions import position
from tests.web.boards import NAMES, buttons, drafted, moved, page, permuted, shown, table

every_table = pytest.mark.parametrize(
    ("variant", "seats"),
    [pytest.param(variant, seats, id=f"{variant.name}-{seats}") for variant, seats in tables()],
)
MOMENTS = 0.3
"""Share of a deal's moments that are looked at."""
VOID = {"input", "br", "use", "path", "meta", "link"}


class Checked(HTMLParser):
    """Reads a board: every element closed, every id once, nothing inline."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert name != "style"
            assert not name.startswith(("on", "hx-on"))
            if name == "id":
                self.ids.append(value or "")
        assert len(self.ids) == len(set(self.ids))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


# ---------------------------------------------------------------- who sees what


@every_table
def test_a_board_is_byte_equal_when_all_hidden_cards_are_permuted(
    variant: Variant, seats: int
) -> None:
    deal = RandomDeal(variant, seats, seed=11)
    rng = random.Random(seats)
    loaded = table(deal.begin())
    for step in deal.steps(loaded.state):
        loaded = played(loaded, [(step.seat, step.move)])
        if rng.random() > MOMENTS:
            continue
        for viewer in (None, *range(seats)):
            twin = table(permuted(loaded.state, viewer, rng))
            twin = type(loaded)(
                twin.table, twin.seats, twin.deal, twin.state, loaded.moves, loaded.before
            )
            assert page(loaded, viewer) == page(twin, viewer)


@every_table
def test_every_board_of_a_deal_is_well_formed(variant: Variant, seats: int) -> None:
    deal = RandomDeal(variant, seats, seed=5)
    loaded = table(deal.begin())
    for count, step in enumerate(deal.steps(loaded.state)):
        loaded = played(loaded, [(step.seat, step.move)])
        if count % 20 == 0 or loaded.state.public.phase is Phase.ENDED:
            for viewer in (None, loaded.state.public.seat):
                Checked(page(loaded, viewer))


def test_a_spectator_has_no_hand_and_reads_names_instead_of_we_and_they() -> None:
    loaded = table(position(hand="7H 7D", melds=["KS KH KD"], against=["9S 9H 9D"]))
    watching = page(loaded, None)
    assert 'name="cards"' not in watching
    assert "<button" not in watching
    assert "<bdi>Anna</bdi> and <bdi>Ingrid</bdi>" in watching
    assert not re.search(r">(We|They|Our melds|Their melds)<", watching)
    assert shown(loaded, None).layout == "four-seats watching"


def test_partners_read_we_and_they() -> None:
    mine = page(table(position(hand="7H 7D")), 0)
    assert re.search(r">We<", mine)
    assert re.search(r">Our melds<", mine)
    assert "your partner" in mine


def test_players_for_themselves_read_you_and_the_names_of_the_others() -> None:
    mine = page(table(position(seats=3, hand="7H 7D")), 0)
    assert ">You<" in mine
    assert ">Your melds<" in mine
    assert "your partner" not in mine
    assert ">The others<" in mine


def test_a_name_is_escaped_and_isolated() -> None:
    mine = page(table(position(seat=3, hand="7H 7D")), 0)
    assert "<bdi>&lt;Bo&gt;</bdi>" in mine
    assert "<Bo>" not in mine


@pytest.mark.parametrize(("seats", "places"), [(2, ["n"]), (3, ["w", "e"]), (4, ["w", "n", "e"])])
def test_the_others_sit_clockwise_from_the_viewer(seats: int, places: list[str]) -> None:
    loaded = table(position(seats=seats, hand="7H 7D"))
    around = shown(loaded, 1).regions["r-seats"]
    assert list(around.places) == places
    assert [chair.name for chair in around.chairs] == [
        NAMES[(2 + i) % seats] for i in range(seats - 1)
    ]


# ---------------------------------------------------------------- the hand


@pytest.mark.parametrize(
    ("held", "narrow", "wide"),
    [(0, 5, 5), (3, 5, 5), (11, 11, 11), (12, 6, 12), (15, 8, 15), (23, 8, 12), (42, 11, 21)],
)
def test_a_hand_stands_in_few_balanced_rows(held: int, narrow: int, wide: int) -> None:
    assert columns(held, 11) == narrow
    assert columns(held, 22) == wide


def test_the_hand_names_its_columns() -> None:
    assert 'class="hand c6 w12"' in page(
        table(position(hand="4S " * 3 + "5S " * 3 + "6S " * 3 + "7S 8S 9S")), 0
    )


def test_a_card_is_known_by_its_face_and_its_ordinal_in_the_hand() -> None:
    mine = page(table(position(hand="7C 7C 9H")), 0)
    assert re.findall(r'id="c-(\w+-\d)"', mine) == ["7C-1", "7C-2", "9H-1"]


def test_cards_are_sorted_by_rank_or_by_suit_with_wilds_last() -> None:
    loaded = table(position(hand="XX 2H AS 9S 9H 4C 3C TD"))
    by_rank = [held.card for held in shown(loaded, 0).regions["r-hand"].held]
    by_suit = [held.card for held in shown(loaded, 0, sort="suit").regions["r-hand"].held]
    assert by_rank == list(cards("3C 4C 9S 9H TD AS 2H XX"))
    assert by_suit == list(cards("9S AS 9H TD 3C 4C 2H XX"))


def test_drawn_cards_are_marked_as_new_until_the_turn_ends() -> None:
    state = position(hand="7C 9H 9S 4C", stock="7C KD 5D 5S", phase=Phase.TAKE)
    loaded = moved(table(state), "draw")
    new = [held for held in shown(loaded, 0).regions["r-hand"].held if held.new]
    assert [(held.card, held.ordinal) for held in new] == [(card("7C"), 2), (card("KD"), 1)]
    mine = page(loaded, 0)
    assert mine.count('class="new"') == 2
    assert "seven of clubs, new" in mine
    assert 'class="new"' not in page(moved(loaded, "discard 4C"), 0)


def test_cards_laid_out_leave_the_hand() -> None:
    loaded = table(position(hand="7C 7D 7H 7H 9H"))
    held = shown(loaded, 0, draft=drafted("7C 7D 7H")).regions["r-hand"].held
    assert [one.card for one in held] == list(cards("7H 9H"))


def test_chosen_cards_stay_chosen_on_a_page_without_a_script() -> None:
    mine = page(table(position(hand="7C 7C 9H")), 0, chosen=cards("7C 9H"))
    assert re.findall(r'id="c-(\w+-\d)"[^>]* checked', mine) == ["7C-1", "9H-1"]


# ---------------------------------------------------------------- offers


@every_table
def test_whatever_is_offered_is_legal(variant: Variant, seats: int) -> None:
    deal = RandomDeal(variant, seats, seed=3)
    rng = random.Random(seats)
    state = deal.begin()
    pressed = set()
    for step in deal.steps(state):
        view = see(state, state.public.seat)
        chosen = tuple(rng.sample(list(view.hand), min(len(view.hand), rng.randint(0, 4))))
        for offer in offers(view, (), chosen, NAMES).offers:
            word = offer.do.split()[0]
            pressed.add(word)
            match word:
                case "new":
                    view.setup.variant.new_meld(chosen)
                case "add":
                    number = int(offer.do.removeprefix("add m"))
                    view.setup.variant.grown(view.melds[number - 1], number, chosen)
                case "discard":
                    assert check(view, Discard(*chosen)) is None
                case _:
                    assert check(view, parse(offer.do)) is None, offer.do
        state = step.state
    assert {"draw", "discard"} <= pressed


def test_before_the_take_the_stock_the_top_and_the_pile_are_offered() -> None:
    state = position(
        hand="8H 8D 5S KC", pile="4D 8S", melds=["5S 6S 7S", "KS KH KD"], phase=Phase.TAKE
    )
    assert buttons(shown(table(state), 0)) == ["draw", "top m1", "pile 8H 8D"]
    mine = page(table(state), 0)
    assert "Draw, or take from the pile." in mine
    assert "Take all 2 cards" in mine
    assert mine.count("meld seq fits") == 1


def test_with_more_than_a_pair_one_chooses_how_many_take_the_pile() -> None:
    state = position(hand="8H 8D 8C KC KC", pile="8S", melds=["KS KH KD"], phase=Phase.TAKE)
    assert buttons(shown(table(state), 0)) == ["draw", "pile 8H 8D", "pile 8H 8D 8C"]
    chosen = shown(table(state), 0, chosen=cards("8D 8C"))
    assert buttons(chosen)[:2] == ["draw", "pile 8D 8C"]


def test_what_is_laid_out_opens_together_with_the_pile() -> None:
    state = position(hand="AH AD 4S 5S 6S 9C 9C", pile="9D AS", score=1500, phase=Phase.TAKE)
    alone = shown(table(state), 0)
    assert buttons(alone) == ["draw"]
    assert "Your first meld needs 90 points; these cards make 60." in render(alone)
    assert buttons(shown(table(state), 0, draft=drafted("4S 5S 6S"))) == ["draw"]
    state = position(hand="AH AD 2D 4S 5S 6S 9C 9C", pile="9D AS", score=1500, phase=Phase.TAKE)
    with_draft = shown(table(state), 0, draft=drafted("4S 5S 6S"), chosen=cards("AH AD 2D"))
    assert "pile AH AD 2D" in buttons(with_draft)
    assert "and what you laid out" in render(with_draft)


def test_with_an_empty_stock_one_may_stop() -> None:
    state = position(hand="8H 8D KC KC", pile="8S", stock="", melds=["KS KH KD"], phase=Phase.TAKE)
    assert buttons(shown(table(state), 0)) == ["stop", "pile 8H 8D"]
    assert "The stock is empty." in page(table(state), 0)


def test_chosen_cards_become_a_new_meld_an_addition_or_a_discard() -> None:
    loaded = table(position(hand="KC 8S 9C 9D 9H 4C", melds=["5S 6S 7S", "KS KH KD"]))
    assert buttons(shown(loaded, 0)) == []
    assert buttons(shown(loaded, 0, chosen=cards("8S"))) == ["add m1", "discard"]
    assert buttons(shown(loaded, 0, chosen=cards("KC"))) == ["add m2", "discard"]
    assert buttons(shown(loaded, 0, chosen=cards("9C 9D 9H"))) == ["new"]
    assert buttons(shown(loaded, 0, chosen=cards("9C 4C"))) == []


def test_cards_that_make_nothing_are_told_why() -> None:
    loaded = table(position(hand="9C 9D 4C 4D"))
    assert "A meld begins with 3 cards; these are 2." in page(loaded, 0, chosen=cards("9C 9D"))


def test_a_card_joins_what_is_laid_out_already() -> None:
    loaded = table(position(hand="9C 9D 9H 9S 4C 4D", melds=["KS KH KD"]))
    assert "grow 0" in buttons(shown(loaded, 0, draft=drafted("9C 9D 9H"), chosen=cards("9S")))


def test_two_melds_that_look_alike_are_offered_once() -> None:
    loaded = table(position(hand="KC 4C 5D 6D", melds=["KS KH KD", "KS KH KD"]))
    assert buttons(shown(loaded, 0, chosen=cards("KC"))) == ["add m1", "discard"]


def test_chosen_cards_that_are_not_held_are_left_out() -> None:
    loaded = table(position(hand="KC 4C 5D 6D", melds=["KS KH KD"]))
    assert buttons(shown(loaded, 0, chosen=cards("KC KC QS"))) == ["add m1", "discard"]


def test_cards_can_be_laid_out_before_ones_turn_and_nothing_else() -> None:
    loaded = table(position(seat=1, hand="4C 5D", others={0: "9C 9D 9H KC"}))
    assert buttons(shown(loaded, 0)) == []
    assert "It is not your turn yet." in page(loaded, 0)
    assert buttons(shown(loaded, 0, chosen=cards("9C 9D 9H"))) == ["new"]
    assert buttons(shown(loaded, 0, chosen=cards("KC"))) == []


# ---------------------------------------------------------------- the pile, game by game


def taking(game: str, hand: str, *, top: str = "8S", **how: object) -> list[str]:
    """The ways to take from the pile that are offered."""
    how.setdefault("melds", ["KS KH KD", "8S 8H 8D"])
    state = position(game, hand=hand, pile=f"4D {top}", phase=Phase.TAKE, **how)
    return [do for do in buttons(shown(table(state), 0)) if do.startswith(("pile", "top"))]


def test_a_pair_joins_the_own_set_where_the_side_may_have_but_one() -> None:
    assert taking("canasta", "8H 8D 4C 5C") == ["pile m2 8H 8D"]
    assert taking("railroad", "8H 8D 4C 5C") == ["top m2", "pile m2 8H 8D"]
    assert taking("samba", "8H 8D 4C 5C") == ["pile 8H 8D"]
    assert taking("canasta", "8H 8D 4C 5C", melds=["KS KH KD"]) == ["pile 8H 8D"]


def test_without_a_pair_one_natural_and_the_lesser_wild_take_an_unfrozen_pile() -> None:
    held = {"hand": "8H XX 2D 4C", "melds": ["KS KH KD"]}
    assert taking("canasta", **held) == ["pile 8H 2D"]
    assert taking("canasta", frozen=True, **held) == []
    assert taking("samba", **held) == taking("railroad", **held) == []
    told = page(table(position("canasta", pile="2C 8S", frozen=True, phase=Phase.TAKE, **held)), 0)
    assert "You cannot take the pile yet. The pile is frozen: only with two natural cards" in told


@pytest.mark.parametrize(
    ("game", "rule", "without"),
    [("canasta", "take_onto_meld", []), ("railroad", "top_takes_pile", ["top m2"])],
)
def test_under_the_house_rule_the_top_brings_the_pile_along(
    game: str, rule: str, without: list[str]
) -> None:
    assert taking(game, "4C 5C 6C") == without
    assert taking(game, "4C 5C 6C", house_rules=[rule]) == ["pile m2"]
    assert taking(game, "4C 5C 6C", house_rules=[rule], frozen=True) == []


def test_a_frozen_pile_is_said_and_drawn_for_whom_it_is_frozen() -> None:
    def seen(viewer: int | None, **how: object) -> str:
        loaded = table(position("canasta", hand="9H 9D", seat=0, **how))
        return page(loaded, viewer)

    opened = {"melds": ["KS KH KD"]}
    assert 'class="pile frozen"' in seen(0, pile="2S 9C", frozen=True, **opened)
    assert ">frozen<" in seen(None, pile="2S 9C", frozen=True)
    assert 'class="pile blocked frozen"' in seen(0, pile="4C 2S", frozen=True, **opened)
    assert 'class="pile unopened"' in seen(1, pile="4C 9C", **opened)
    assert ">frozen for you<" in seen(1, pile="4C 9C", **opened)
    assert "frozen" not in seen(0, pile="4C 9C", **opened)
    assert "frozen" not in seen(None, pile="4C 9C", **opened)


def test_no_new_meld_is_offered_beside_the_open_one_that_must_be_joined() -> None:
    for game in ("canasta", "railroad"):
        loaded = table(position(game, hand="KC KD KH 4C 5C", melds=["KS KH KD"]))
        assert buttons(shown(loaded, 0, chosen=cards("KC KD KH"))) == ["add m1"]
    assert buttons(shown(loaded, 0, draft=drafted("m1 KC"), chosen=cards("KD KH"))) == ["add m1"]
    full = table(position("railroad", hand="KC KD KH KS 4C 5C", melds=["KS KH KD KC"]))
    assert buttons(shown(full, 0, chosen=cards("KC KD KH KS"))) == []
    assert "may still grow" in page(full, 0, chosen=cards("KC KD KH KS"))


# ---------------------------------------------------------------- kitty, barred ranks, kinds

QUEENS = "QS QS QH QH QD QD QC"
SEVENS = "7S 7S 7H 7H 7D 7D 7C"


def test_a_kitty_lies_unseen_until_it_is_earned_and_joins_by_itself() -> None:
    kitty = "4S 4S 4H 5D 5D 6C 6C 8H 8H 9H 3D"
    state = position("railroad", seats=6, hand="QC 4C 5C 6D", kitty=kitty, melds=[QUEENS[:17]])
    loaded = table(state)
    assert "Kitty" in page(loaded, 0)
    assert "yours after the discard" not in page(loaded, 0)
    loaded = moved(loaded, "lay m1 QC")
    assert "yours after the discard" in page(loaded, 0)
    assert "three of diamonds" in page(loaded, 0)
    for other in (None, 1):
        assert "yours after the discard" not in page(loaded, other)
    loaded = moved(loaded, "discard 6D")
    assert "the kitty, 11 cards, joined the hand" in page(loaded, 1)
    assert "kitty taken" in page(loaded, 1)
    assert "The kitty is taken." in page(loaded, 0)
    assert len(loaded.view(0).hand) == 2 + 10


def test_a_barred_card_is_not_offered_to_be_discarded_and_told_why() -> None:
    state = position("railroad", seats=2, hand="7S 8C 9C", melds=[QUEENS], against=["KS KH KD"])
    told = shown(table(state), 0, chosen=cards("7S"))
    assert buttons(told) == []
    assert "may not be discarded until every side has its canasta of that rank" in render(told)
    assert "Not to be discarded yet: the sevens" in render(told)
    free = position("railroad", seats=2, hand="7C 8C 9C", melds=[SEVENS], against=[SEVENS])
    assert buttons(shown(table(free), 0, chosen=cards("7C"))) == ["discard"]
    assert "Not to be discarded yet" not in page(table(free), 0)


def test_who_holds_nothing_but_barred_cards_may_lay_them_and_stops() -> None:
    state = position(
        "railroad", seats=2, hand="7S", stock="7H 7D 4S", melds=[QUEENS], phase=Phase.TAKE
    )
    loaded = moved(table(state), "draw")
    assert buttons(shown(loaded, 0)) == ["stop"]
    assert "Nothing can be discarded: lay cards if you like, then stop." in page(loaded, 0)
    assert "stop" in buttons(shown(loaded, 0, chosen=cards("7S 7H 7D")))
    assert "new" in buttons(shown(loaded, 0, chosen=cards("7S 7H 7D")))
    assert 'value="down"' in page(loaded, 0, draft=drafted("7S 7H 7D"))
    ended = page(moved(loaded, "stop"), 1)
    assert "Nothing could be discarded any more." in ended


def test_what_is_still_needed_to_go_out_is_told_by_kinds() -> None:
    state = position("railroad", seats=2, hand="8C 9C", melds=[QUEENS], against=[SEVENS])
    kinds = re.findall(r'<span class="(got|not)">(\w+).*?> (done|missing)<', page(table(state), 0))
    assert kinds == [
        ("got", "natural", "done"),
        ("not", "mixed", "missing"),
        ("not", "wilds", "missing"),
        ("not", "sevens", "missing"),
    ]
    assert "1 of 4 canastas, missing: natural, mixed and wilds" in page(table(state), 0)
    bolivia = position("bolivia", hand="8C 9C", melds=[QUEENS, "2S 2S 2H 2H XX XX XX"])
    assert "1 of 2 canastas, missing: escalera" in page(table(bolivia), 0)


def test_red_and_black_are_said_where_the_game_does() -> None:
    assert "(red)" in page(table(position("railroad", hand="8C 9C", melds=[QUEENS])), 0)
    assert "(red)" not in page(table(position("canasta", hand="8C 9C", melds=[QUEENS])), 0)


def test_many_sides_have_points_and_melds_beside_their_names() -> None:
    six = shown(table(position("railroad", seats=6, hand="8C 9C")), 0)
    assert six.layout == "many-seats of-6"
    assert len(six.regions["r-score"].sides) == 1
    assert {chair.points for chair in six.regions["r-seats"].chairs} == {0}
    assert shown(table(position("railroad", hand="8C 9C")), 0).layout == "many-seats of-4"
    assert shown(table(position("canasta", hand="8C 9C")), 0).layout == "four-seats"
    watching = shown(table(position("railroad", seats=5, hand="8C 9C")), None)
    assert watching.layout == "many-seats of-5 watching"
    assert len(watching.regions["r-score"].sides) == 5


# ---------------------------------------------------------------- the draft


def test_the_draft_counts_against_the_first_meld() -> None:
    loaded = table(position(hand="9C 9D 9H QC QD 2S 4C 4D", score=1500))
    mine = page(loaded, 0, draft=drafted("9C 9D 9H", "QC QD 2S"))
    assert "70 of 90" in mine
    assert '<progress max="90" value="70"' in mine
    assert 'value="down"' not in mine


def test_a_draft_that_is_legal_can_be_put_down() -> None:
    loaded = table(position(hand="9C 9D 9H 4C 4D"))
    mine = page(loaded, 0, draft=drafted("9C 9D 9H"))
    assert 'value="back 0"' in mine
    loaded = table(position(hand="9C 9D 9H 4C 4D", melds=["KS KH KD"]))
    mine = page(loaded, 0, draft=drafted("9C 9D 9H"))
    assert 'value="down" aria-keyshortcuts="0">Put down<' in mine
    assert "3 nines" in mine


def test_a_draft_that_leaves_too_few_cards_says_so() -> None:
    loaded = table(position(hand="9C 9D 9H 4C", melds=["KS KH KD"]))
    mine = page(loaded, 0, draft=drafted("9C 9D 9H"))
    assert "One is to discard and one to hold" in mine
    assert 'value="down"' not in mine


def test_parts_that_are_no_longer_possible_are_told_once() -> None:
    loaded = table(position(hand="9C 9D 9H 4C"))
    mine = page(loaded, 0, draft=Draft(dropped=(Part(1, cards("KC")),)))
    assert "no longer possible" in mine


# ---------------------------------------------------------------- ending the turn


def test_a_discard_asks_once_more_and_offers_a_way_out() -> None:
    loaded = table(position(hand="5S 9D 9H", melds=["KS KH KD"]))
    mine = shown(loaded, 0, chosen=cards("5S"), confirm=card("5S"))
    assert buttons(mine) == ["keep", "sure 5S"]
    html = render(mine)
    assert "This cannot be taken back." in html
    assert 'class="btn end"' in html


def test_a_discard_that_is_not_legal_is_refused_before_the_question() -> None:
    loaded = table(position(hand="5S", melds=["KS KH KD"]))
    mine = shown(loaded, 0, chosen=cards("5S"), confirm=card("5S"))
    assert "sure 5S" not in buttons(mine)
    assert "You cannot go out yet." in render(mine)


def test_going_out_by_the_discard_is_said() -> None:
    two = ["KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 9H 9D"]
    loaded = table(position(hand="5S", melds=two))
    html = page(loaded, 0, confirm=card("5S"))
    assert "and go out?" in html
    assert "ends your turn" not in html


def test_the_partner_is_asked_with_what_is_laid_out() -> None:
    two = ["KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 9H 9D"]
    loaded = table(position(hand="5S 8S 8D 8H", melds=two))
    assert "ask" not in buttons(shown(loaded, 0))
    assert "ask" in buttons(shown(loaded, 0, draft=drafted("8S 8D 8H")))


def test_the_partner_answers_yes_or_no_and_the_others_wait() -> None:
    two = ["KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 9H 9D"]
    loaded = moved(table(position(hand="5S 8S 8D 8H", melds=two)), "ask")
    assert buttons(shown(loaded, 2)) == ["yes", "no"]
    assert "<bdi>Anna</bdi> asks you" in page(loaded, 2)
    asker = page(loaded, 0, draft=drafted("8S 8D 8H", frozen=True))
    assert "Waiting for <bdi>Ingrid</bdi>" in asker
    assert 'value="back' not in asker
    assert "<bdi>Ingrid</bdi> is asked" in page(loaded, 1)
    assert "8S" not in page(loaded, 1)


def test_after_a_no_the_board_says_what_that_means() -> None:
    two = ["KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 9H 9D"]
    loaded = moved(table(position(hand="5S 8S 8D 8H", melds=two)), "ask", "no")
    assert "Your partner said no." in page(loaded, 0)


def test_a_deal_that_is_over_offers_nothing() -> None:
    two = ["KS KH KD KC KS KH KD", "9S 9H 9D 9C 9S 9H 9D"]
    loaded = moved(table(position(hand="5S", melds=two)), "discard 5S")
    assert buttons(shown(loaded, 0)) == []
    assert "<bdi>Anna</bdi> went out. The deal is over." in page(loaded, 1)


# ---------------------------------------------------------------- words on the table


def test_a_blocked_pile_is_said_in_words() -> None:
    assert "blocked" in page(table(position(hand="7H 7D", pile="4D 2S")), 1)
    assert "blocked" not in page(table(position(hand="7H 7D", pile="2S 4D")), None)


def test_red_threes_show_what_they_count_now_and_would_count() -> None:
    mine = page(table(position(hand="7H 7D", red_threes=["3H 3D", ""])), 0)
    assert "−200 now" in mine
    assert "+200 with 2 canastas" in mine


def test_a_refusal_stands_at_the_top_with_its_rule() -> None:
    loaded = table(position(hand="9C 9D 9H 4C 4D", score=1500))
    refusal = check(loaded.view(0), Lay((Part(None, cards("9C 9D 9H")),)))
    assert refusal is not None
    assert refusal.reason is Reason.OPENING_TOO_LOW
    mine = page(loaded, 0, refusal=refusal)
    assert 'role="alert"' in mine
    assert "Your first meld needs 90 points; these cards make 30. Add 60 more." in mine
    assert f"Rule {refusal.rule}" in mine
    assert 'role="alert"' in page(loaded, 0, refusal=Stale())


# ---------------------------------------------------------------- regions


def test_what_was_rendered_once_is_kept_for_all_who_see_the_same() -> None:
    loaded = table(position(hand="9C 9D 9H 4C 4D", melds=["KS KH KD"]))
    first, again = shown(loaded, 1), shown(loaded, 3)
    same = [id_ for id_ in first.regions if first.regions[id_] == again.regions[id_]]
    assert {"r-piles", "r-theirs", "r-ours", "r-score"} <= set(same)
    for id_ in same:
        assert pieces.html(first.regions[id_]) is pieces.html(again.regions[id_])


def test_a_piece_is_kept_for_each_language() -> None:
    region = shown(table(position(hand="9C")), 0).regions["r-status"]
    english = pieces.html(region)
    with translation.override("xx"):
        assert pieces.html(region) is not english
    assert pieces.html(region) is english


def test_fragments_hold_the_number_and_what_changed() -> None:
    loaded = table(position(hand="9C 9D 4C", melds=["KS KH KD"]))
    before = shown(loaded, 1)
    assert re.findall(r'id="(r-\w+)" hx-swap-oob="\w+"', fragments(before, before)) == ["r-number"]
    after = shown(moved(loaded, "discard 9C"), 1)
    changed = re.findall(r'id="(r-\w+)" hx-swap-oob="\w+"', fragments(after, before))
    assert "r-piles" in changed
    assert "r-hand" not in changed
    assert "r-ours" not in changed


def test_without_a_board_before_all_regions_are_sent() -> None:
    board = shown(table(position(hand="9C")), 0)
    sent = re.findall(r'id="(r-\w+)" hx-swap-oob="\w+"', fragments(board))
    assert sent == list(board.regions)


def test_offers_come_with_the_melds_that_they_fit() -> None:
    loaded = table(position(hand="KC 4C", melds=["KS KH KD"]))
    html = offered(shown(loaded, 0, chosen=cards("KC")))
    assert re.findall(r'id="(r-\w+)" hx-swap-oob="\w+"', html) == [
        "r-status",
        "r-ours",
        "r-offers",
    ]
    assert "meld fits" in html


def test_every_region_has_its_id_exactly_once_and_first() -> None:
    loaded = table(position(hand="KC 4C", melds=["KS KH KD"]))
    for id_, region in shown(loaded, 0).regions.items():
        ids = re.findall(r'\bid="([^"]+)"', pieces.html(region))
        assert ids[0] == id_
        assert ids.count(id_) == 1


def test_free_cards_are_those_beside_the_draft() -> None:
    view = see(position(hand="KC KC 4C"), 0)
    assert list(free_cards(view, (Part(None, cards("KC")),))) == list(cards("4C KC"))


def test_all_read_whose_turn_it_is_and_since_when() -> None:
    loaded = table(position(hand="9C 9D 9H 4C 4D", phase=Phase.TAKE))
    loaded.table.turn_since = datetime(2026, 3, 1, 14, 5, tzinfo=UTC)
    told = re.compile(r'Since <time datetime="2026-03-01T14:05:00\+00:00" data-local>')
    for seat in (0, 1, None):
        assert told.search(page(loaded, seat))
    assert not told.search(page(table(position(hand="9C 9D 9H 4C 4D", phase=Phase.TAKE)), 0))
