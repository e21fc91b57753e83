"""How somebody likes their pages, kept by their browser and by nobody else.

One plain cookie holds the choices that differ from the usual ones, `pack-4.sort-suit`. Whatever
else it holds is passed over, so that it can neither break a page nor bring anything into it.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.conf import settings
from django.http import HttpResponse

COOKIE = "preferences"
COOKIE_AGE = 365 * 24 * 3600

CHOICES: Mapping[str, tuple[str, ...]] = {
    "pack": ("2", "4"),
    "size": ("normal", "large"),
    "theme": ("device", "light", "dark"),
    "sort": ("rank", "suit"),
    "sound": ("off", "on"),
    "vibration": ("off", "on"),
    "note": ("off", "on"),
    "twice": ("on", "off"),
    "keys": ("on", "off"),
}
"""What there is to choose; the first of each is the usual one."""


class Preferences(NamedTuple):
    """One person's choices, each one of `CHOICES`."""

    pack: str = "2"
    """Colours of the suits: two or four."""
    size: str = "normal"
    """Of the cards in the hand."""
    theme: str = "device"
    """Light or dark, or what the device says."""
    sort: str = "rank"
    """How the hand is sorted."""
    sound: str = "off"
    """A sound when it becomes one's turn."""
    vibration: str = "off"
    """The device shakes when it becomes one's turn."""
    note: str = "off"
    """The device shows a note when it becomes one's turn at a table behind other pages."""
    twice: str = "on"
    """Two taps on the same card discard it."""
    keys: str = "on"
    """Single keys press the board's buttons."""

    @property
    def body_class(self) -> str:
        """Classes for the whole page."""
        classes = {
            "pack-4": self.pack == "4",
            "large": self.size == "large",
            "once": self.twice == "off",
            "no-keys": self.keys == "off",
        }
        return " ".join(name for name, wanted in classes.items() if wanted)

    @property
    def forced_theme(self) -> str:
        """``light`` or ``dark`` where the device is not asked."""
        return "" if self.theme == "device" else self.theme

    @property
    def signals(self) -> str:
        """How to tell that it is one's turn: any of ``sound``, ``vibration``, ``note``."""
        signals = ("sound", "vibration", "note")
        return " ".join(name for name in signals if getattr(self, name) == "on")

    def __str__(self) -> str:
        """The value of the cookie."""
        usual = Preferences()
        return ".".join(
            f"{name}-{value}"
            for name, value in self._asdict().items()
            if value != getattr(usual, name)
        )


def read(cookies: Mapping[str, str]) -> Preferences:
    """What these cookies ask for."""
    found = {}
    for word in cookies.get(COOKIE, "").split("."):
        name, _, value = word.partition("-")
        if value in CHOICES.get(name, ()):
            found[name] = value
    return Preferences(**found)


def keep(response: HttpResponse, preferences: Preferences) -> None:
    """Let the browser keep them, for a year."""
    response.set_cookie(
        COOKIE,
        str(preferences),
        max_age=COOKIE_AGE,
        secure=settings.TLS,
        httponly=True,
        samesite="Lax",
    )
