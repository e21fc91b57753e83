"""The text form of moves, which is that of the log."""

import pytest

from games.engine.cards import card, cards
from games.engine.moves import (
    LONGEST,
    Ask,
    Discard,
    Draw,
    Lay,
    MoveSyntaxError,
    No,
    Part,
    Pile,
    Stop,
    Top,
    Yes,
    parse,
)

FORMS = {
    "draw": Draw(),
    "stop": Stop(),
    "ask": Ask(),
    "yes": Yes(),
    "no": No(),
    "discard 9D": Discard(card("9D")),
    "discard XX": Discard(card("XX")),
    "top m3": Top(3),
    "top m12": Top(12),
    "lay 7S 7H 7D": Lay((Part(None, cards("7S 7H 7D")),)),
    "lay m2 XX": Lay((Part(2, cards("XX")),)),
    "lay 7S 7H 7D / m2 4C / 8C TC 9C": Lay(
        (Part(None, cards("7S 7H 7D")), Part(2, cards("4C")), Part(None, cards("8C TC 9C")))
    ),
    "pile 9S 9H": Pile(Part(None, cards("9S 9H"))),
    "pile m4 9S 9H 2D": Pile(Part(4, cards("9S 9H 2D"))),
    "pile 9S 9H / 4C 5C 6C / m1 AS": Pile(
        Part(None, cards("9S 9H")), (Part(None, cards("4C 5C 6C")), Part(1, cards("AS")))
    ),
    "pile m4": Pile(Part(4, ())),
    "pile m4 / m1 AS": Pile(Part(4, ()), (Part(1, cards("AS")),)),
}


@pytest.mark.parametrize("text", FORMS)
def test_every_move_has_one_text_form(text: str) -> None:
    assert parse(text) == FORMS[text]
    assert str(FORMS[text]) == text
    assert hash(parse(text)) == hash(FORMS[text])


@pytest.mark.parametrize(
    "text",
    [
        *["", " ", "pass", "Draw", "draw ", " draw", "draw\n", "draw 2", "draw 7H", "stop now"],
        *["ask 1", "yes ", "no no", "lay", "lay ", "lay  7S", "lay 7S  7H", "lay 7S,7H", "lay m1"],
        *["lay m1 ", "lay 7S m1", "lay m0 7S", "lay m01 7S", "lay m-1 7S", "lay m1000 7S"],
        *["lay m1 m2 7S", "lay / 7S", "lay 7S /", "lay 7S / ", "lay 7S/8S", "lay 7S / / 8S"],
        *["lay 7s", "lay 10S", "lay M1 7S", "lay m١ 7S", "lay 7S\t7H", "lay 7S\n"],
        *["top", "top ", "top 1", "top m", "top m0", "top m1 7S", "top m1 ", "top m1 / m2 7S"],
        *["pile", "pile ", "pile / 7S", "pile m1 ", "pile 7S 7H / m2", "pile 7S 7H /"],
        *[
            "discard",
            "discard ",
            "discard 7S 7H",
            "discard m1",
            "discard 7S ",
            "discard 7",
            "ask\0",
        ],
    ],
)
def test_other_text_is_no_move(text: str) -> None:
    with pytest.raises(MoveSyntaxError):
        parse(text)


def test_text_without_end_is_no_move() -> None:
    with pytest.raises(MoveSyntaxError):
        parse("lay " + "7S " * LONGEST + "7S")


def test_a_syntax_error_is_a_value_error_and_no_refusal() -> None:
    assert issubclass(MoveSyntaxError, ValueError)


def test_a_lay_tells_all_its_cards() -> None:
    assert parse("lay 7S 7H 7D / m2 4C").cards == cards("7S 7H 7D 4C")
