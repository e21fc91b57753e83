"""HTTP: what people say at a table, and what they have missed there."""

from http import HTTPStatus

from django import forms
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games import selectors, services, wording
from games.denial import Denial, Denied
from games.models import MOST_SEATS
from games.pages.missed import step_context
from games.pages.talk import fragment
from games.rates import Rate
from games.views import (
    at_table,
    limited,
    player_of,
    player_or_new,
    refuse,
    see_other,
    signed,
    status_of,
    viewer_of,
)

WORDS = Rate(120, 60)
"""Buttons of the talk pressed by one visitor in a minute."""


class TalkForm(forms.Form):
    """``say hello``, ``mute 2`` or ``hear 2``."""

    do = forms.RegexField(rf"\A(say [a-z-]{{1,20}}|(mute|hear) [0-{MOST_SEATS - 1}])\Z")
    seat = forms.IntegerField(min_value=0, max_value=MOST_SEATS - 1, required=False)


class StepForm(forms.Form):
    deal = forms.IntegerField(min_value=1, max_value=999)
    move = forms.IntegerField(min_value=0, max_value=99_999)


@require_POST
@limited(WORDS)
@at_table
def talk(request: HttpRequest, key: str) -> HttpResponse:
    """Say something, or choose whom one reads."""
    form = TalkForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    word, what = form.cleaned_data["do"].split()
    seat = form.cleaned_data["seat"]
    if viewer_of(request, seat).barred(selectors.load(key)):
        return refuse(request, key, Denied(Denial.NOT_YOUR_SEAT))
    cookie = ""
    try:
        if word == "say":
            if seat is None:
                raise Denied(Denial.NOT_YOUR_SEAT)
            services.say(key=key, player=player_of(request), seat=seat, phrase=what)
        else:
            service = services.mute if word == "mute" else services.unmute
            with transaction.atomic():
                player, cookie = player_or_new(request)
                service(key=key, player=player, seat=int(what))
    except Denied as denied:
        if not request.htmx:
            return refuse(request, key, denied)
        words = wording.denied(denied)
        shown = fragment(selectors.load(key), viewer_of(request, seat), words)
        return HttpResponse(shown, status=status_of(denied))
    if request.htmx:
        response = HttpResponse(fragment(selectors.load(key), viewer_of(request, seat)))
    else:
        response = see_other(reverse("games:table", args=[key]) + "#talk")
    return signed(response, cookie) if cookie else response


@require_POST
@limited(WORDS)
@at_table
def seen(request: HttpRequest, key: str) -> HttpResponse:
    """The visitor has seen what they missed."""
    player = player_of(request)
    if player:
        services.looked(loaded=selectors.load(key), player=player)
    if request.htmx:
        return HttpResponse()  # in whose place the page takes the list away
    return see_other(reverse("games:table", args=[key]))


@require_safe
@at_table
def step(request: HttpRequest, key: str) -> HttpResponse:
    """The table as everybody saw it after some move of the deal that is being played."""
    form = StepForm(request.GET)
    context = None
    loaded, viewer = selectors.load(key), viewer_of(request)
    if form.is_valid() and not viewer.barred(loaded):
        place = form.cleaned_data
        context = step_context(loaded, viewer, place["deal"], place["move"])
    if context is None:
        raise Http404
    return render(request, "games/step.html", context)
