"""A person's private link, which carries them to another browser."""

from django.db import transaction

from games import identity
from games.denial import Denial, Denied
from games.models import Player


@transaction.atomic
def carry_on(*, token: str) -> tuple[Player, str]:
    """The person of this link, and the cookie that is them in one more browser."""
    player = identity.by_link(token)
    if player is None:
        raise Denied(Denial.LINK_ENDED)
    return player, identity.add_browser(player)


@transaction.atomic
def renew_link(*, player: Player, cookie: str, alone: bool) -> None:
    """Make a new link, which ends the old one.

    `alone`: also end all other browsers that are this person, but for the one with the cookie.
    """
    Player.objects.filter(pk=player.pk).update(link_salt=identity.new_salt())
    if alone:
        identity.keep_only(player, cookie)
    player.refresh_from_db()
