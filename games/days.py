"""HTTP: one's private link, absences, and what people at a table do beside playing."""

from contextlib import suppress
from functools import partial

from django import forms
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import identity, selectors, services, wording
from games.denial import Denial, Denied
from games.forms import NameField, SeedField
from games.models import MOST_SEATS, Table
from games.pages import staying
from games.pages.lobby import qr
from games.pages.viewer import table_name
from games.rates import Rate
from games.views import (
    admitted,
    at_table,
    limited,
    player_of,
    player_or_new,
    refuse,
    see_other,
    signed,
    status_of,
    unreadable,
    viewer_of,
)
from games.wording import Problem

DEEDS = Rate(120, 60)
"""Buttons beside the game pressed by one visitor in a minute."""
LINKS = Rate(3000, 60)
"""Private links opened from one browser or address in a minute; previews open them often."""
ANSWERS = {"ask": "", "yes": "yes", "no": "no"}


class DeedForm(forms.Form):
    """``pause``, ``no-end``, ``leave 2``, ``answer 2 yes`` …"""

    SLIPS = frozenset[str]()

    do = forms.RegexField(
        r"\A((no-)?(pause|end)|resume|(back|leave|link|mind) [0-5]|answer [0-5] (ask|yes|no))\Z"
    )


class BesideForm(forms.Form):
    """Somebody who plays on the same device."""

    SLIPS = frozenset({"required", "max_length"})

    beside_seat = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1)
    beside_name = NameField()
    client_seed = SeedField()


class OwnForm(forms.Form):
    """A new link, or an absence."""

    do = forms.RegexField(r"\A(renew|away|here)\Z")
    alone = forms.BooleanField(required=False)
    days = forms.IntegerField(required=False)


class HideForm(forms.Form):
    key = forms.SlugField(max_length=32)


# ---------------------------------------------------------------- a person


@require_http_methods(["GET", "HEAD", "POST"])
@limited(LINKS)
def me(request: HttpRequest) -> HttpResponse:
    """The private link of who asks; renew it, be away, be here again."""
    if request.method != "POST":
        return show_me(request)
    form = OwnForm(request.POST)
    player = player_of(request)
    if not form.is_valid() or player is None:
        return show_me(request, status=400)
    try:
        match form.cleaned_data["do"]:
            case "renew":
                cookie = request.COOKIES[identity.COOKIE]
                alone = form.cleaned_data["alone"]
                services.renew_link(player=player, cookie=cookie, alone=alone)
            case "away":
                services.announce_absence(player=player, days=form.cleaned_data["days"] or 0)
            case "here":
                services.end_absence(player=player)
    except Denied as denied:
        return show_me(request, status=status_of(denied), problem=wording.denied(denied))
    return see_other(reverse("me"))


def show_me(
    request: HttpRequest, status: int = 200, problem: Problem | None = None
) -> HttpResponse:
    player = player_of(request)
    context: dict[str, object] = {"problem": problem, "link": ""}
    if player:
        link = staying.link_of(player, request.build_absolute_uri("/")[:-1])
        until = selectors.away_until(player)
        context |= {
            "name": wording.player(player.name or "–"),
            "link": link,
            "qr": qr(link),
            "absences": staying.ABSENCES,
            "away": wording.moment(until) if until else "",
        }
    response = render(request, "games/me.html", context, status=status)
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@limited(LINKS)
def carry_on(request: HttpRequest, token: str) -> HttpResponse:
    """Show who one would be in this browser; a post, and nothing else, makes one that person."""
    player = identity.by_link(token)
    if player is None:
        return render(request, "games/carry_on.html", {"ended": True}, status=404)
    here = player_of(request)
    same = here == player
    if request.method == "POST":
        response = see_other(reverse("home"))
        if same:
            return response
        try:
            _player, cookie = services.carry_on(token=token)
        except Denied:
            return render(request, "games/carry_on.html", {"ended": True}, status=404)
        return signed(response, cookie)
    other = here is not None and not same and selectors.tables_of(here)
    context = {
        "name": wording.player(player.name or "–"),
        "titles": staying.titles(player),
        "same": same,
        "other": wording.player(here.name or "–") if here and other else "",
    }
    return render(request, "games/carry_on.html", context)


@require_POST
@limited(DEEDS)
def hide(request: HttpRequest) -> HttpResponse:
    """Take a finished game out of one's list. One that is not there any more is out of it."""
    form = HideForm(request.POST)
    if form.is_valid():
        with suppress(Denied, Table.DoesNotExist):
            services.hide_table(key=form.cleaned_data["key"], player=player_of(request))
    return see_other(reverse("home"))


# ---------------------------------------------------------------- a table


@require_safe
@at_table
@admitted
def about(request: HttpRequest, key: str) -> HttpResponse:
    """What the table keeps to, who is there, and what happened beside the cards."""
    context = staying.about(selectors.load(key), viewer_of(request))
    return render(request, "games/about.html", context)


@require_POST
@limited(DEEDS)
@at_table
def deed(request: HttpRequest, key: str) -> HttpResponse:
    """Agree, decline, go on, come back, leave, give a seat away, answer beforehand."""
    form = DeedForm(request.POST)
    if not form.is_valid():
        return unreadable(request, key, form)
    word, *rest = form.cleaned_data["do"].split()
    player = player_of(request)
    place = {"key": key, "player": player}
    if rest:
        place["seat"] = int(rest[0])
    do = {
        "pause": partial(services.agree, kind="pause"),
        "end": partial(services.agree, kind="end"),
        "no-pause": partial(services.decline, kind="pause"),
        "no-end": partial(services.decline, kind="end"),
        "resume": services.resume,
        "back": services.come_back,
        "leave": services.leave_game,
        "link": services.link_seat,
        "mind": services.mind_seat,
        "answer": partial(services.stand_answer, answer=ANSWERS.get(rest[-1], "") if rest else ""),
    }[word]
    try:
        do(**place)
    except Denied as denied:
        return refuse(request, key, denied)
    page = "games:about" if word in ("link", "mind", "answer") else "games:table"
    return see_other(reverse(page, args=[key]))


@require_POST
@limited(DEEDS)
@at_table
def rematch(request: HttpRequest, key: str) -> HttpResponse:
    """Play again with the same seats, or join those who want to."""
    seed = request.POST.get("client_seed", "")[:100]
    try:
        again = services.rematch(key=key, player=player_of(request), client_seed=seed)
    except Denied as denied:
        return refuse(request, key, denied)
    return see_other(reverse("games:table", args=[again.key]))


@require_POST
@limited(DEEDS)
@at_table
def beside(request: HttpRequest, key: str) -> HttpResponse:
    """Seat somebody who plays on the same device."""
    form = BesideForm(request.POST)
    if not form.is_valid():
        return unreadable(request, key, form)
    player = player_of(request)
    try:
        if player is None or not selectors.load(key).seats_of(player):
            raise Denied(Denial.NOT_YOUR_SEAT)
        data = form.cleaned_data
        services.take_seat(
            key=key,
            player=player,
            seat=data["beside_seat"],
            name=data["beside_name"],
            client_seed=data["client_seed"],
            also=True,
        )
    except Denied as denied:
        return refuse(request, key, denied)
    return see_other(reverse("games:table", args=[key]))


@require_http_methods(["GET", "HEAD", "POST"])
@limited(LINKS)
@at_table
def take_over(request: HttpRequest, key: str, token: str) -> HttpResponse:
    """Show which abandoned seat one would take; a post takes it."""
    loaded = selectors.load(key)
    seat = services.linked_seat(loaded, token)
    context = {"key": key, "heading": table_name(loaded.table, loaded.seats)}
    if seat is not None and request.method == "POST":
        try:
            with transaction.atomic():
                player, cookie = player_or_new(request)
                services.take_over_seat(key=key, player=player, token=token)
        except Denied:
            seat = None
        else:
            return signed(see_other(reverse("games:table", args=[key])), cookie)
    if seat is None:
        return render(request, "games/take_over.html", context | {"ended": True}, status=404)
    context["name"] = wording.player(wording.seat_name(loaded.seats[seat]))
    return render(request, "games/take_over.html", context)
