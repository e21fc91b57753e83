"""The page on which somebody chooses how cards and pages look to them."""

from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games import preferences
from games.board.pieces import Face, html
from games.engine.cards import cards

PACK = "7S 7H 7D 7C"
SIZES = "KH QS"
SORTS = {"rank": "8S 8H KS KH", "suit": "8S KS 8H KH"}
WORDS = {
    "pack": {"2": gettext_lazy("Two colours"), "4": gettext_lazy("Four colours")},
    "size": {"normal": gettext_lazy("Normal"), "large": gettext_lazy("Large")},
    "theme": {
        "device": gettext_lazy("As my device"),
        "light": gettext_lazy("Light"),
        "dark": gettext_lazy("Dark"),
    },
    "sort": {"rank": gettext_lazy("By rank"), "suit": gettext_lazy("By suit")},
    "sound": {"off": gettext_lazy("No sound"), "on": gettext_lazy("A short sound")},
    "vibration": {"off": gettext_lazy("No vibration"), "on": gettext_lazy("Vibrate")},
    "keys": {"on": gettext_lazy("In use"), "off": gettext_lazy("Not in use")},
    "twice": {"on": gettext_lazy("It is discarded"), "off": gettext_lazy("Nothing more happens")},
}


class PreferencesForm(forms.Form):
    """One choice of each; what is left out stays as it was."""

    def __init__(self, data: object = None) -> None:
        super().__init__(data)
        for name, values in preferences.CHOICES.items():
            self.fields[name] = forms.ChoiceField(
                choices=[(value, value) for value in values], required=False
            )

    @property
    def chosen(self) -> dict[str, str]:
        return {name: value for name, value in self.cleaned_data.items() if value}


class Choice(NamedTuple):
    value: str
    label: str
    chosen: bool
    look: str = ""
    """Classes for the cards that show it."""
    faces: tuple[SafeString, ...] = ()


class Question(NamedTuple):
    name: str
    title: str
    choices: tuple[Choice, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Choose, and go back to where one came from."""
    wanted = preferences.read(request.COOKIES)
    back = way_back(request)
    if request.method != "POST":
        context = {"questions": questions(wanted), "next": back}
        response = render(request, "preferences.html", context)
        # The address may tell where a table is.
        response["Referrer-Policy"] = "no-referrer"
        return response
    form = PreferencesForm(request.POST)
    if not form.is_valid():
        return render(request, "400.html", status=400)
    response = HttpResponseRedirect(back or reverse("home"), status=303)
    preferences.keep(response, wanted._replace(**form.chosen))
    return response


def way_back(request: HttpRequest) -> str:
    """The page of this site that was named as the one to go back to, or nothing."""
    url = request.POST.get("next") or request.GET.get("next") or ""
    safe = url_has_allowed_host_and_scheme(
        url, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return url if safe else ""


def questions(wanted: preferences.Preferences) -> tuple[Question, ...]:
    """All that there is to choose, with what is chosen now."""
    titles = {
        "pack": _("Colours of the suits"),
        "size": _("Cards in your hand"),
        "theme": _("Light or dark"),
        "sort": _("Your hand is sorted"),
        "sound": _("When it is your turn"),
        "vibration": _("And on a phone"),
        "twice": _("A card tapped twice"),
        "keys": _("Keys of the board"),
    }
    return tuple(
        Question(name, title, tuple(_choice(name, value, wanted) for value in WORDS[name]))
        for name, title in titles.items()
    )


def _choice(name: str, value: str, wanted: preferences.Preferences) -> Choice:
    look, shown = "", ""
    match name:
        case "pack":
            look, shown = f"pack-{value}", PACK
        case "size":
            look, shown = f"size-{value}", SIZES
        case "sort":
            shown = SORTS[value]
    faces = tuple(html(Face(card)) for card in cards(shown)) if shown else ()
    return Choice(value, str(WORDS[name][value]), getattr(wanted, name) == value, look, faces)
