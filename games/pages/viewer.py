"""Who looks at a table, through which of their seats, and what it is called."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games import wording
from games.models import Player, Seat, Table
from games.selectors import Loaded
from games.wording import fill


@dataclass(frozen=True)
class Viewer:
    """A person before a page of one table."""

    player: Player | None = None
    wanted: int | None = None
    """The seat asked for in the page's address."""
    sort: str = "rank"
    """How the hand is sorted."""
    origin: str = ""
    """Where the site is found, for the link to share: ``https://cards.example``."""

    def seat(self, loaded: Loaded) -> int | None:
        """The one of their seats that is shown: the one wanted, else the one to move."""
        mine = loaded.seats_of(self.player)
        if self.wanted in mine:
            return self.wanted
        return loaded.turn if loaded.turn in mine else next(iter(mine), None)

    def barred(self, loaded: Loaded) -> bool:
        """Whether the table wants nobody to look on, which this viewer would do."""
        table = loaded.table
        if table.spectators or table.status == Table.Status.WAITING:
            return False
        return not loaded.seats_of(self.player)

    def covered(self, loaded: Loaded) -> bool:
        """Whether the cards wait until another person has the device in hand.

        Who holds several seats sees the cards of the one that the page's address names, until
        it is the turn of another one of them.
        """
        mine = loaded.seats_of(self.player)
        if len(mine) < 2 or loaded.table.status != Table.Status.PLAYING:
            return False
        if self.wanted not in mine:
            return True
        return loaded.turn in mine and loaded.turn != self.wanted


def table_name(table: Table, seats: Iterable[Seat]) -> SafeString:
    """What a table is called: the game, and who opened it."""
    game = wording.game_name(table.variant)
    opened = (seat for seat in seats if seat.player_id == table.opener_id)
    opener = next(map(wording.seat_name, opened), "")
    if not opener:
        return fill("%(game)s", game=game)
    return fill(_("%(game)s at %(player)s’s table"), game=game, player=wording.player(opener))
