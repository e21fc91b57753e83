"""What browsers send, turned into values; errors are whole sentences.

Only the form of a request is judged here. Who may do what, and when, is for services and the
engine.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import bots
from games.engine import moves, variants
from games.engine.cards import Card, card, cards
from games.engine.moves import Move, Part
from games.engine.variant import Variant
from games.models import MOST_SEATS, NAME_LENGTH, Table

FIRST_GAME = "samba"
"""The game that the form proposes, and that *Play now* plays."""
ANSWERS = (("", ""), (60, 60), (3600, 3600), (6 * 3600, 6 * 3600), (24 * 3600, 24 * 3600))
"""Seconds after which a question to the partner is answered; the words are for the page."""
MOST_CARDS = 120
"""More than a hand can hold."""


WITH_DRAFT = frozenset({"new", "add", "grow", "back", "down", "pile", "ask", "suggest"})
"""Buttons that change or use what is laid out; they say which they saw."""


class NumberField(forms.IntegerField):
    """A number as a page of ours writes it: in the digits 0 to 9, and nothing else."""

    def to_python(self, value: Any) -> int | None:
        if value not in self.empty_values and not re.fullmatch("[0-9]+", str(value)):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value)


class SeedField(forms.RegexField):
    """Sixteen bytes made by the browser, in hex; empty where it makes none."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(r"\A[0-9a-f]{32}\Z", required=False)


class NameField(forms.CharField):
    """How a person is called at a table; what a fit name is, the service tells."""

    def __init__(self, *, required: bool = True) -> None:
        super().__init__(
            required=required,
            max_length=NAME_LENGTH,
            error_messages={
                "required": _("Please write the name by which the others know you."),
                "max_length": _("That name is too long: at most %(limit_value)d characters."),
            },
        )


class GameForm(forms.Form):
    """What can be chosen at a table of one game; its fields are named ``samba-seats`` and so on."""

    seats = forms.TypedChoiceField(
        coerce=int,
        error_messages={
            "required": _("Please choose how many play."),
            "invalid_choice": _("This game is not played with so many seats."),
        },
    )
    computers = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        error_messages={"invalid_choice": _("There is no such seat for a computer player.")},
    )
    target = forms.TypedChoiceField(
        coerce=int,
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": _("This game is not played to so many points.")},
    )
    """None: as usual with so many seats."""
    house_rules = forms.MultipleChoiceField(
        required=False, error_messages={"invalid_choice": _("This game has no such rule.")}
    )

    def __init__(self, game: Variant, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "prefix": game.name})
        self.game = game
        most = max(game.seats)
        usual = set(game.target.values())
        self.fields["seats"].choices = [(size, size) for size in game.seats]
        self.fields["computers"].choices = [(seat, seat + 1) for seat in range(1, most)]
        self.fields["target"].choices = [(target, target) for target in game.targets]
        self.fields["house_rules"].choices = [(rule.name, rule.name) for rule in game.house_rules]
        target = usual.pop() if len(usual) == 1 else ""
        self.initial = {"seats": most, "target": target, **self.initial}

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors:
            return data
        # Seats that a smaller table does not have are not shown, whatever was ticked there before.
        data["computers"] = [seat for seat in data["computers"] if seat < data["seats"]]
        if data["target"] is None:
            data["target"] = self.game.target[data["seats"]]
        return data


class OpenForm(forms.Form):
    """A new table. All choices come from the games themselves."""

    variant = forms.ChoiceField(error_messages={"invalid_choice": _("We do not have that game.")})
    pace = forms.ChoiceField(required=False, choices=Table.Pace.choices)
    overdue = forms.ChoiceField(required=False, choices=Table.Overdue.choices)
    answer_after = forms.TypedChoiceField(
        coerce=int, required=False, empty_value=None, choices=ANSWERS
    )
    barred = forms.BooleanField(required=False)
    """Only those who play see the table."""
    name = NameField()
    client_seed = SeedField()

    def __init__(self, data: Any = None, *, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"variant": FIRST_GAME, **(initial or {})})
        games = sorted(variants.all_variants(), key=lambda game: game.name != FIRST_GAME)
        self.games = {game.name: GameForm(game, data) for game in games}
        self.fields["variant"].choices = [(name, name) for name in self.games]
        if self.initial["variant"] not in self.games:
            self.initial["variant"] = FIRST_GAME

    def is_valid(self) -> bool:
        return super().is_valid() and self.chosen.is_valid()

    @property
    def chosen(self) -> GameForm:
        """What was chosen for the game that was chosen."""
        return self.games[self.cleaned_data["variant"]]

    @property
    def problems(self) -> list[tuple[str, str]]:
        """(id of the place, what is wrong there), for all that was sent."""
        forms = [self]
        if "variant" in getattr(self, "cleaned_data", {}):
            forms.append(self.chosen)
        return [
            (form.add_prefix(field), error)
            for form in forms
            for field, errors in form.errors.items()
            for error in errors
        ]

    @property
    def wishes(self) -> dict[str, Any]:
        """What the service that opens a table is told."""
        data = {**self.cleaned_data, **self.chosen.cleaned_data, "variant": self.chosen.game}
        data["computers"] = dict.fromkeys(data["computers"], bots.OFFERED[0])
        data["pace"] = data["pace"] or Table.Pace.NONE
        data["overdue"] = data["overdue"] or Table.Overdue.MIND
        data["spectators"] = not data.pop("barred")
        return data


def quick_form(name: str, client_seed: str) -> OpenForm:
    """The first game, with computer players all round."""
    proposed = GameForm(variants.get(FIRST_GAME))
    chosen = {**proposed.initial, "computers": list(range(1, proposed.initial["seats"]))}
    named = {proposed.add_prefix(field): value for field, value in chosen.items()}
    return OpenForm({"variant": FIRST_GAME, "name": name, "client_seed": client_seed, **named})


class SeatForm(forms.Form):
    """``do`` is a word and a seat's number: ``take 2``."""

    SLIPS = frozenset({"max_length"})
    """Errors that a person makes; others come from no page of ours."""

    do = forms.RegexField(rf"\A(take|leave|computer|free) [0-{MOST_SEATS - 1}]\Z")
    name = NameField(required=False)
    client_seed = SeedField()

    @property
    def deed(self) -> tuple[str, int]:
        word, seat = self.cleaned_data["do"].split()
        return word, int(seat)


class Command(NamedTuple):
    """One button of the board with what was chosen beside it."""

    do: str
    """The button's word: `draw`, `new`, `down` …, or `play` with `move` complete."""
    seat: int
    number: int
    cards: tuple[Card, ...] = ()
    draft: int | None = None
    """Revision of the draft beside which the button stood."""
    part: Part | None = None
    """Cards chosen for the draft."""
    index: int | None = None
    """Which group of the draft; None is all of it."""
    move: Move | None = None
    sort: str = ""


class CardsField(forms.Field):
    """The boxes ticked in a hand; equal cards come several times."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Sequence[str] | None) -> tuple[Card, ...]:
        faces = value or ()
        if len(faces) > MOST_CARDS:
            raise ValidationError(_("No hand has so many cards."))
        try:
            return tuple(card(face) for face in faces)
        except ValueError:
            raise ValidationError(_("There is no such card.")) from None


BUTTON = re.compile(
    r"(draw|stop|ask|yes|no|new|down|suggest|clear|keep|discard|offers|typed|enter"
    r"|pile(?: m(?P<onto>[1-9][0-9]?))?(?P<pair>(?: [0-9A-Z]{2}){1,20})?"
    r"|(top|add) m(?P<meld>[1-9][0-9]?)"
    r"|(back|grow)(?: (?P<index>[0-9]{1,2}))?"
    r"|sure (?P<card>[0-9A-Z]{2})|sort (?P<sort>rank|suit))",
    re.ASCII,
)


class ActForm(forms.Form):
    """The board's form; `command` once it is valid."""

    SLIPS = frozenset({"nothing", "syntax"})

    seat = NumberField(min_value=0, max_value=MOST_SEATS - 1)
    number = NumberField(min_value=0, max_value=2**31 - 1)
    draft = NumberField(min_value=0, max_value=2**31 - 1, required=False)
    do = forms.RegexField(rf"\A{BUTTON.pattern}\Z")
    cards = CardsField(required=False)
    move = forms.CharField(required=False, max_length=moves.LONGEST)
    live = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if not self.errors:
            self.command = self._command(data)
        return data

    def _command(self, data: dict[str, Any]) -> Command:
        found = BUTTON.fullmatch(data["do"])
        assert found
        word, _, rest = data["do"].partition(" ")
        chosen = data["cards"]
        onto = int(found["onto"]) if found["onto"] else None
        if word == "pile" and rest:
            chosen = self._cards((found["pair"] or "").strip())
        if word == "enter":
            word = "typed" if data["move"].strip() else "offers"
        if word in WITH_DRAFT and data["draft"] is None:
            raise ValidationError(self.fields["draft"].error_messages["required"], code="required")
        command = Command(word, data["seat"], data["number"], chosen, draft=data["draft"])
        match word:
            case "draw" | "stop" | "ask" | "yes" | "no" | "top":
                return command._replace(do="play", move=self._typed(data["do"]))
            case "sure":
                return command._replace(do="play", move=moves.Discard(*self._cards(rest)))
            case "typed":
                return command._replace(do="play", move=self._typed(data["move"]))
            case "new" | "add" | "grow" | "pile" if not chosen and onto is None:
                raise ValidationError(gettext("Choose cards of your hand first."), code="nothing")
            case "new" | "pile":
                return command._replace(part=Part(onto, chosen))
            case "add":
                return command._replace(part=Part(int(found["meld"]), chosen))
            case "grow":
                return command._replace(part=Part(None, chosen), index=int(found["index"] or 0))
            case "back" if rest:
                return command._replace(index=int(rest))
            case "discard" if len(chosen) != 1:
                raise ValidationError(
                    gettext("Choose the one card that you want to discard."), code="nothing"
                )
            case "sort":
                return command._replace(sort=rest)
        return command

    def _cards(self, text: str) -> tuple[Card, ...]:
        try:
            return cards(text)
        except ValueError:
            raise ValidationError(gettext("There is no such card.")) from None

    def _typed(self, text: str) -> Move:
        """A move as a person types it: blanks and small letters do not matter."""
        name, *words = text.lower().replace("/", " / ").split() or [""]
        words = [word if re.fullmatch(r"m\d+", word) else word.upper() for word in words]
        try:
            return moves.parse(" ".join([name, *words]))
        except moves.MoveSyntaxError:
            raise ValidationError(
                gettext(
                    "That is not a move. Choose one of the actions, or type one like these: "
                    "draw, lay 7S 7H 7D / m1 8C, pile KS KH, top m2, discard 4C."
                ),
                code="syntax",
            ) from None


class OffersForm(forms.Form):
    """What was chosen, to be told what it can become."""

    SLIPS = frozenset[str]()

    seat = NumberField(min_value=0, max_value=MOST_SEATS - 1)
    cards = CardsField(required=False)


class ReplayForm(forms.Form):
    """A place in a finished game; without any, its beginning."""

    deal = NumberField(min_value=1, max_value=999, required=False)
    move = NumberField(min_value=0, max_value=99_999, required=False)

    @property
    def place(self) -> tuple[int, int]:
        """(deal, move): after how many moves of which deal."""
        return self.cleaned_data["deal"] or 1, self.cleaned_data["move"] or 0
