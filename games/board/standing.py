"""What stands at a table beside the cards: time, pauses, absences, what some would like."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.safestring import SafeString

from games import wording
from games.models import Table
from games.selectors import Loaded

from .regions import Region


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that all at the table must want."""

    kind: str
    names: tuple[str, ...]
    mine: bool
    """The reader wants it already."""

    @property
    def words(self) -> SafeString:
        return wording.wanted(self.kind, wording.side_name(self.names), len(self.names))


@dataclass(frozen=True, slots=True)
class Standing(Region):
    """All of it, for one reader."""

    id = "r-standing"
    template = "standing"
    key: str
    sits: bool
    """The reader holds a seat, and may agree to things."""
    paused: bool
    name: str
    """Whose time runs."""
    yours: bool
    deadline: datetime | None
    minded: tuple[str, ...]
    back: int | None
    """A seat of the reader's that a computer player minds, or that is about to be given away."""
    offered: bool
    """That seat is about to be given away."""
    linked: tuple[str, ...]
    """Whose seats, beside it, can be taken by a new link."""
    away: tuple[tuple[str, datetime], ...]
    wishes: tuple[Wish, ...]

    def words(self) -> Mapping[str, object]:
        return {
            "it": self,
            "deed": reverse("games:deed", args=[self.key]),
            "name": wording.player(self.name),
            "deadline": wording.moment(self.deadline) if self.deadline else "",
            "minded": [wording.event("minded", name) for name in self.minded],
            "linked": [wording.event("link", name) for name in self.linked],
            "away": [wording.event("away", name, until) for name, until in self.away],
        }


def standing(loaded: Loaded, mine: tuple[int, ...]) -> Standing:
    """What stands at this table, for who holds these seats."""
    table = loaded.table
    turn = loaded.turn
    names = wording.names(loaded.seats)
    ended = table.status == Table.Status.ENDED
    gone = [seat for seat in mine if loaded.seats[seat].minded_by or loaded.seats[seat].link_salt]
    back = next(iter(gone), None) if not ended else None
    kinds = dict.fromkeys(kind for kind, _ in loaded.wishes)
    return Standing(
        key=table.key,
        sits=bool(mine),
        paused=table.paused_at is not None,
        name="" if turn is None else names[turn],
        yours=turn in mine,
        deadline=table.deadline_at,
        minded=tuple(
            names[seat.number]
            for seat in loaded.seats
            if seat.minded_by and seat.number not in mine
        ),
        back=back,
        offered=back is not None and not loaded.seats[back].minded_by,
        linked=tuple(
            names[seat.number]
            for seat in loaded.seats
            if seat.link_salt and not ended and seat.number not in mine
        ),
        away=tuple(
            (names[seat.number], seat.away_until)
            for seat in loaded.seats
            if seat.away_until and not ended and not _over(loaded, seat.away_until)
        ),
        wishes=tuple(
            Wish(
                kind,
                tuple(names[seat] for wish, seat in loaded.wishes if wish == kind),
                mine=any(seat in mine for wish, seat in loaded.wishes if wish == kind),
            )
            for kind in kinds
        ),
    )


def _over(loaded: Loaded, until: datetime) -> bool:
    """Whether an absence had ended when the table last changed."""
    return until <= loaded.table.changed_at
