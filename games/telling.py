"""HTTP: how somebody wants to be told that it is their turn, and the end of it."""

import base64
import binascii
from http import HTTPStatus
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import services, tickets, wording
from games.denial import Denied
from games.models import Subscription
from games.pages.telling import context
from games.rates import Rate
from games.views import limited, player_of, player_or_new, see_other, signed
from games.wording import Problem

WISHES = Rate(60, 3600)
"""Changes by one visitor in an hour."""
QUESTIONS = Rate(3, 3600)
"""Questions to one e-mail address in an hour, whoever asks for them."""


class PushForm(forms.Form):
    """What a browser says of its subscription."""

    address = forms.URLField(max_length=1000, assume_scheme="https")
    key = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_key(self) -> str:
        key: str = self.cleaned_data["key"]
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(key))
        except ValueError:
            raise ValidationError("no key") from None
        return key

    def clean_auth(self) -> str:
        auth: str = self.cleaned_data["auth"]
        if len(_bytes(auth)) != 16:
            raise ValidationError("no secret")
        return auth


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise ValidationError("not base64") from None


@require_safe
def telling(request: HttpRequest) -> HttpResponse:
    """The ways there are, and those that one has chosen."""
    return _page(request)


def _page(request: HttpRequest, problem: Problem | None = None, **more: Any) -> HttpResponse:
    shown = context(player_of(request), request.build_absolute_uri("/")[:-1])
    status = HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK
    response = render(
        request, "games/telling.html", {**shown, "problem": problem, **more}, status=status
    )
    # The page shows secret addresses.
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_POST
@limited(WISHES)
def push(request: HttpRequest) -> HttpResponse:
    """Tell this browser from now on."""
    form = PushForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=HTTPStatus.BAD_REQUEST)
    try:
        with transaction.atomic():
            player, cookie = player_or_new(request)
            services.subscribe_push(
                player=player,
                **form.cleaned_data,
                language=get_language() or "",
                origin=request.build_absolute_uri("/")[:-1],
            )
    except Denied as denied:
        return _page(request, wording.denied(denied))
    return signed(HttpResponse(status=HTTPStatus.NO_CONTENT), cookie)


@require_POST
@limited(WISHES)
def mail(request: HttpRequest) -> HttpResponse:
    """Ask the owner of an address."""
    address = request.POST.get("address", "").strip()[:254]
    if not QUESTIONS.allows(address.casefold()):
        # Not told apart from success: nobody learns whom others have asked.
        return see_other(reverse("telling"))
    try:
        with transaction.atomic():
            player, cookie = player_or_new(request)
            services.subscribe_mail(
                player=player,
                address=address,
                language=get_language() or "",
                origin=request.build_absolute_uri("/")[:-1],
            )
    except Denied as denied:
        return _page(request, wording.denied(denied), address=address)
    return signed(see_other(reverse("telling")), cookie)


@require_POST
@limited(WISHES)
def feed_address(request: HttpRequest) -> HttpResponse:
    """Make a feed, give it a new address, or end it."""
    with transaction.atomic():
        player, cookie = player_or_new(request)
        if request.POST.get("do") == "close":
            services.close_feed(player=player)
        else:
            services.open_feed(player=player, language=get_language() or "")
    return signed(see_other(reverse("telling")), cookie)


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End one subscription. The signed address is all it takes: mail programs post to it too."""
    subscription = tickets.stopped_by(token)
    if request.method == "POST":
        if subscription:
            services.unsubscribe(subscription=subscription)
        return _answer(request, "games/stop.html", {"ended": True})
    return _answer(request, "games/stop.html", {"ended": subscription is None})


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    """The owner of an e-mail address says yes."""
    subscription = tickets.confirmed_by(token)
    if subscription is None or subscription.kind != Subscription.Kind.MAIL:
        raise Http404
    if request.method == "POST":
        services.confirm_mail(subscription=subscription)
        subscription.confirmed = True
    return _answer(request, "games/confirm.html", {"subscription": subscription})


def _answer(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    response["Referrer-Policy"] = "no-referrer"
    response["X-Robots-Tag"] = "noindex"
    return response
