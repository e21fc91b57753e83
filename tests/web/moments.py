"""The board in every state and the sentences of the game, as a reader of a language gets them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from games import views, wording
from games.denial import Denial, Denied
from games.engine.cards import ALL_CARDS, RANKS, card, cards
from games.engine.melds import Canasta
from games.engine.refusal import Reason, Refusal
from games.engine.scoring import Verdict
from games.engine.state import Ending, Phase, State
from games.engine.variants import all_variants, get
from games.models import TableEvent
from games.rates import Rate
from games.wording.log import SENTENCES, YOURS, Laid, Line
from tests.bench.invariants import RandomDeal
from tests.engine.positions import after, position
from tests.web.boards import drafted, table
from tests.web.boards import page as board_of

NAMES = {
    "en": ("Ann", "Bo", "Cleo", "Dag", "Eve", "Finn"),
    "el": ("Άννα", "Νίκος", "Ελένη", "Κώστας", "Μαρία", "Γιώργος"),
    "nb": ("Åse", "Pål", "Jørn", "Solveig", "Håkon", "Bjørg"),
    "zh-hant": ("阿明", "美玲", "小華", "志強", "淑芬", "大偉"),
}
NUMBERS = ("①", "②", "③", "④", "⑤", "⑥")
"""Names in no script, for the people of another language."""
KINGS = "KS KS KH KH KD KD KC"
NINES = "9S 9S 9H 9H 9D 9D 9C"
HEARTS = "5H 6H 7H 8H 9H TH JH"
SEVENS = "7S 7S 7H 7H 7D 7D 7C"
WILDS = "2S 2S 2H XX XX 2D 2C"


class Visit(NamedTuple):
    """Something that somebody is shown."""

    kind: str
    """Which page it is, whatever it shows at the moment."""
    moment: str
    html: str
    address: str = ""
    """Name of the address at which it was found, if any."""

    def __str__(self) -> str:
        return f"{self.kind} ({self.moment})" if self.moment else self.kind


# ------------------------------------------------------------ boards


def boards(language: str) -> Iterator[Visit]:
    """The board in every phase, for who acts, for their neighbour, and for who looks on."""
    for moment, state, how in states():
        loaded = table(state)
        for seat, name in zip(loaded.seats, NAMES.get(language, NUMBERS), strict=False):
            seat.name = "Bot 1" if seat.level else name
        acting = state.public.seat
        neighbour = (acting + 1) % state.public.setup.seats
        with translation.override(language):
            for seat in dict.fromkeys((acting, state.public.turn, neighbour, None)):
                mine = how if seat == acting else {}
                yield Visit("board", f"{moment}, {seat}", board_of(loaded, seat, **mine))


# ------------------------------------------------------------ words


def words(language: str) -> Iterator[Visit]:
    """Sentences that the pages above do not bring."""
    with translation.override(language):
        for moment, html in _words(NAMES.get(language, NUMBERS)):
            yield Visit("words", moment, str(html))


def _words(names: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    name = names[0]
    when = datetime(2026, 3, 2, tzinfo=UTC)
    for reason in Reason:
        problem = wording.refused(Refusal(reason, "C-7", **PARAMS, lacks=tuple(Canasta)))
        yield reason, f"<p>{problem.title}</p><p>{problem.text}</p>"
    for denial in Denial:
        problem = wording.denied(Denied(denial, **PARAMS, name=name))
        yield denial, f"<p>{problem.title}</p><p>{problem.text}</p>"
    for face in ALL_CARDS:
        yield str(face), wording.in_card(face)
    yield from _melds()
    for sentences in (SENTENCES, YOURS):
        for key in sentences:
            for count in (0, 1, 2, 5):
                line = wording.line(log_line(key, count), name, yours=sentences is YOURS)
                yield str(key), wording.sentence(line)
    for phrase in wording.PHRASES:
        yield phrase, wording.remark(name, phrase)
        yield phrase, wording.phrase_label(phrase)
    for event in TableEvent.Kind:
        yield event, wording.event(event, name, when)
    for kind in ("pause", "end"):
        yield kind, wording.wanted(kind, wording.side_name(names[:2]), 2)
    for ending in Ending:
        yield ending, wording.ending(ending, name)
    for ended_by, winners in (("target", (0,)), ("draw", ()), ("limit", ())):
        yield ended_by, wording.verdict(Verdict(ended_by, winners), [names[:2]])
    for seconds in (1, 5, 60, 3600):
        yield "duration", wording.duration(seconds)
    for message in (
        wording.your_turn("samba", ""),
        wording.your_turn("samba", name),
        wording.turn_mail("samba", name, "https://cards.example/t/x/", "https://x.example/"),
        wording.confirm_mail("https://cards.example/yes/", "cards.example"),
    ):
        yield "letter", f"{message.title}\n\n{message.text}".replace("cards.example", "")
    yield "too fast", _too_fast()


def _melds() -> Iterator[tuple[str, object]]:
    for game, laid in (
        ("samba", KINGS),
        ("samba", "KS KH KD 2S"),
        ("samba", HEARTS),
        ("samba", "4S 5S 6S"),
        ("samba", "3S 3C 3C"),
        ("bolivia", WILDS),
        ("bolivia", HEARTS),
        ("railroad", WILDS),
        ("railroad", SEVENS),
        ("railroad", "7S 7H 7D"),
        ("railroad", "2S 2H XX"),
    ):
        meld = get(game).new_meld(cards(laid))
        yield laid, f"<p>{wording.meld_title(meld)}</p><p>{wording.meld_detail(meld)}</p>"
        yield laid, wording.meld_phrase(meld)
    for rank in RANKS:
        for count in (0, 1, 2, 5):
            yield rank, wording.rank_cards(rank, count)
    for canasta in Canasta:
        yield canasta, wording.canasta_name(canasta)
        yield canasta, wording.canasta_name(canasta, short=True)
        yield canasta, wording.canasta_colour(canasta)


def _too_fast() -> str:
    refused = views.limited(Rate(0, 60))(lambda request: HttpResponse())
    return refused(RequestFactory().post("/")).text


PARAMS: dict[str, Any] = {
    "card": card("7H"),
    "cards": cards("7H 8S"),
    "meld": 2,
    "seat": 1,
    "size": 2,
    "need": 90,
    "have": 70,
    "most": 2,
    "wilds": 3,
    "left": 1,
    "limit": 24,
}


def log_line(key: tuple[str, bool, bool], count: int) -> Line:
    did, laid, discarded = key
    samba = get("samba")
    kings, run = samba.new_meld(cards(KINGS)), samba.new_meld(cards("4H 5H 6H"))
    melds = (Laid(kings), Laid(run), Laid(run, cards("7H")), Laid(kings, cards("KS")))
    return Line(
        0,
        did,
        count=count,
        cards=cards("8H 8D"),
        onto=run if did == "top" else kings,
        laid=melds if laid else (),
        discarded=card("2S") if discarded else None,
        freezes=discarded and bool(count % 2),
        kitty=count if discarded else 0,
    )


def states() -> Iterator[tuple[str, State, dict[str, Any]]]:
    """Positions in every phase, and how who acts looks at them."""
    two = [SEVENS, NINES]
    hand = "KS KH KD KC 4S 2C"
    take = {"phase": Phase.TAKE}
    yield "take", position(hand=hand, pile="9C KD", melds=[NINES], **take), {}
    yield "pair chosen", position(hand=hand, pile="9C KD", **take), {"chosen": cards("KS KH")}
    yield "draw alone", position(hand=hand, pile="3S", **take), {}
    yield "wild on top", position("canasta", hand=hand, pile="9C 2D", frozen=True, **take), {}
    yield "frozen", position("canasta", hand=hand, pile="2D KD", frozen=True, **take), {}
    yield "unopened", position("canasta", hand=hand, pile="9C KD", **take), {}
    yield "no pile", position(hand=hand, pile="", **take), {}
    yield "empty stock", position(hand=hand, pile="9C KD", stock="", melds=[NINES], **take), {}
    yield "stop", position(hand=hand, pile="3S", stock="", **take), {}
    yield "first meld", position(hand=hand), {"draft": drafted("KS KH KD")}
    yield "lay", position(hand=hand, melds=[NINES]), {}
    yield "lay chosen", position(hand=hand, melds=[NINES]), {"chosen": cards("KS KH KD")}
    yield "lay wrong", position(hand=hand, melds=[NINES]), {"chosen": cards("KS 4S")}
    yield "lay drafted", position(hand=hand, melds=[NINES]), {"draft": drafted("KS KH KD")}
    yield "one chosen", position(hand=hand, melds=[NINES]), {"chosen": cards("4S")}
    yield "confirm", position(hand=hand, melds=[NINES]), {"confirm": card("4S")}
    yield (
        "confirm drafted",
        position(hand=hand, melds=[NINES]),
        {"confirm": card("4S"), "draft": drafted("KS KH KD")},
    )
    yield "confirm out", position(hand="5S", melds=two), {"confirm": card("5S")}
    yield "sorted", position(hand=hand, melds=[NINES], red_threes=["3H", "3D"]), {"sort": "suit"}
    plan = position(hand="8S 8D 8H 5S", melds=two)
    yield "may go out", plan, {"draft": drafted("8S 8D 8H")}
    asked = after(plan, "ask")
    yield "asked", asked, {}
    yield "said no", after(asked, "no"), {}
    yes = after(asked, "yes")
    yield "go out", yes, {"draft": drafted("8S 8D 8H", frozen=True)}
    yield "last", after(yes, "lay 8S 8D 8H"), {}
    yield "over", after(position(hand="5S", melds=two), "discard 5S"), {}
    yield "stock used up", after(position(hand=hand, pile="3S", stock="", **take), "stop"), {}
    railroad = {"game": "railroad", "seats": 6}
    yield "kitty", position(**railroad, hand=hand, kitty="4S 3D 9S"), {}
    earned = position(**railroad, hand=hand, kitty="4S 3D 9S", melds=[NINES, "KS KH KD 2S"])
    yield "kitty earned", earned, {}
    yield "barred", position(**railroad, hand="7S 7H 5C"), {"chosen": cards("7S")}
    yield "barred discard", position(**railroad, hand="7S 7H 5C"), {"confirm": card("7S")}
    stuck = position(**railroad, hand="7S 7H 7D", phase=Phase.STUCK)
    yield "stuck", stuck, {"draft": drafted("7S 7H 7D")}
    yield "sevens", after(stuck, "stop"), {}
    house = position(
        "railroad",
        seats=2,
        hand="4S KC KD",
        pile="4D 5D 8H",
        melds=["8S 8C 8D"],
        house_rules=["top_takes_pile"],
        **take,
    )
    yield "house rule", house, {}
    yield "bolivia", position("bolivia", hand=hand, melds=[WILDS, HEARTS, "2S 2H XX"]), {}
    for refusal in (
        Refusal(Reason.OPENING_TOO_LOW, "C-12", need=90, have=75),
        Denied(Denial.STALE),
    ):
        yield "refused", position(hand=hand), {"refusal": refusal}
    dropped = replace(drafted("KS KH KD"), dropped=("4S 4H 4D",))
    yield "dropped", position(hand=hand, melds=[NINES]), {"draft": dropped}
    for variant in all_variants():
        seats = variant.seats[-1]
        deal = RandomDeal(variant, seats, seed=5)
        played = (step.state for step in deal.steps(deal.begin()))
        for number, state in enumerate(islice(played, 0, 120, 20)):
            yield f"{variant.name} {number}", state, {}
