"""What people are told outside of the site, as plain text: it is their turn."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from .table import game_name


class Message(NamedTuple):
    """Plain text in two parts."""

    title: str
    text: str


def your_turn(game: str, opener: str) -> Message:
    """To be shown by the device; `opener` is the name of who opened the table."""
    if not opener:
        return Message(_("Your turn"), _("%(game)s waits for you.") % {"game": game_name(game)})
    text = _("%(game)s at %(player)s’s table waits for you.")
    return Message(_("Your turn"), text % {"game": game_name(game), "player": opener})


def turn_mail(game: str, opener: str, link: str, stop: str) -> Message:
    """The same as an e-mail."""
    told = your_turn(game, opener)
    text = _(
        "%(told)s\n\n"
        "The table as it is now:\n%(link)s\n\n"
        "You get this because you asked for it, once for each turn. "
        "If you do not want it any more:\n%(stop)s\n"
    )
    values = {"told": told.text, "link": link, "stop": stop}
    title = _("Your turn: %(game)s") % {"game": game_name(game)}
    return Message(title, text % values)


def confirm_mail(link: str, site: str) -> Message:
    """The question whether an address is the asker's own."""
    text = _(
        "Somebody, probably you, wants to be told at this address when it is their turn at a "
        "card table on %(site)s.\n\n"
        "If that was you, open this page and press the button:\n%(link)s\n\n"
        "If not, do nothing: you will hear no more.\n"
    )
    title = _("Shall we tell you here when it is your turn?")
    return Message(title, text % {"link": link, "site": site})
