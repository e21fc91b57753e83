"""HTTP: what was asked for, done by a service, shown by a page. No rule of any game stands here."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import transaction
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games import board, bots, identity, preferences, presence, selectors, services, wording
from games.acts import LOOKS, perform
from games.denial import Denial, Denied
from games.engine import record
from games.engine.refusal import Reason, Refusal
from games.forms import (
    ActForm,
    Command,
    OffersForm,
    OpenForm,
    ReplayForm,
    SeatForm,
    quick_form,
)
from games.models import Player, Table
from games.pages import (
    Page,
    Viewer,
    draft_of,
    home_context,
    page,
    replay_context,
    text_context,
)
from games.rates import Rate
from games.selectors import Loaded
from games.wording import Problem

MOVES = Rate(6000, 60)
"""Buttons of boards pressed by one person, or from one address, in a minute."""
SITTINGS = Rate(600, 60)
"""Tables opened and seats taken from one address in a minute."""

View = Callable[..., HttpResponse]


def player_of(request: HttpRequest) -> Player | None:
    return identity.identify(request.COOKIES.get(identity.COOKIE))


def viewer_of(request: HttpRequest, seat: int | None = None) -> Viewer:
    """Who asks. Their seat stands in the address, or in the form that they sent.

    Boards send many forms, and ask for nothing but whose seat it is.
    """
    who = identity.identify if seat is None else identity.recognise
    wanted = request.GET.get("seat", "")
    if seat is None and wanted.isascii() and wanted.isdigit():
        seat = int(wanted[:3])
    player = who(request.COOKIES.get(identity.COOKIE))
    sort = preferences.read(request.COOKIES).sort
    return Viewer(player, seat, sort, request.build_absolute_uri("/")[:-1])


def limited(rate: Rate) -> Callable[[View], View]:
    """Answer 429 to who posts too often."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            # A cookie that is nobody's counts as none: anybody can make up another.
            player = identity.recognise(request.COOKIES.get(identity.COOKIE))
            if not rate.allows(player.pk if player else request.META.get("REMOTE_ADDR", "")):
                words = _("That was too fast. Wait a minute, then go on; nothing was changed.")
                return HttpResponse(words, status=429, content_type="text/plain; charset=utf-8")
            return view(request, *args, **kwargs)

        return guarded

    return decorate


def at_table(view: View) -> View:
    """A table that does not exist is a page that does not exist."""

    @wraps(view)
    def found(request: HttpRequest, key: str, **more: Any) -> HttpResponse:
        try:
            return view(request, key, **more)
        except Table.DoesNotExist:
            raise Http404 from None

    return found


def admitted(view: View) -> View:
    """Where a table wants nobody to look on, tell so whoever does not play there."""

    @wraps(view)
    def guarded(request: HttpRequest, key: str, **more: Any) -> HttpResponse:
        if viewer_of(request).barred(selectors.load(key)):
            return render(request, "games/barred_page.html", status=HTTPStatus.FORBIDDEN)
        return view(request, key, **more)

    return guarded


# ---------------------------------------------------------------- home


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    player = player_of(request)
    proposed = {"name": player.name if player else "", "variant": request.GET.get("variant", "")}
    return show_home(request, OpenForm(initial=proposed))


def show_home(
    request: HttpRequest, form: OpenForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context = home_context(form, player_of(request))
    return render(request, "games/home.html", context, status=status)


@limited(SITTINGS)
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table as the form says, or by *Play now* one that begins at once."""
    if request.method != "POST":
        # The address of a form that was sent and came back with words, called once more.
        return see_other(reverse("home"))
    now = request.POST.get("do") == "now"
    form = play_now(request) if now else OpenForm(request.POST)
    if not form.is_valid():
        return render(
            request, "games/home.html", home_context(form, player_of(request)), status=422
        )
    try:
        with transaction.atomic():
            player, cookie = player_or_new(request)
            table = services.open_table(player=player, **form.wishes)
            if now:
                services.start(key=table.key, player=player)
    except Denied as denied:
        form.add_error("name", wording.denied(denied).text)
        return render(
            request, "games/home.html", home_context(form, player_of(request)), status=422
        )
    response = see_other(reverse("games:table", args=[table.key]))
    # The table's address names no language: the one in which it was opened goes along.
    keep(response, settings.LANGUAGE_COOKIE_NAME, get_language(), settings.LANGUAGE_COOKIE_AGE)
    return signed(response, cookie)


def play_now(request: HttpRequest) -> OpenForm:
    """What *Play now* sends: nothing but the seed, the rest is known."""
    player = player_of(request)
    name = (player and player.name) or _("Guest")
    return quick_form(name, request.POST.get("client_seed", ""))


# ---------------------------------------------------------------- a table


@require_safe
@at_table
def table(request: HttpRequest, key: str) -> HttpResponse:
    """Whatever the table shows now. A page that asks again names the number it has."""
    loaded = selectors.load(key)
    if request.htmx and request.GET.get("number") == str(loaded.number):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    viewer = viewer_of(request)
    services.seen(loaded=loaded, player=viewer.player)
    return show(request, see(loaded, viewer))


@require_safe
@at_table
def text(request: HttpRequest, key: str) -> HttpResponse:
    """The board in words alone; other pages of a table are words already."""
    shown = see(selectors.load(key), viewer_of(request))
    if shown.board is None:
        return see_other(shown.url)
    return render(request, "games/text.html", text_context(shown))


@require_POST
@limited(SITTINGS)
@at_table
def seat(request: HttpRequest, key: str) -> HttpResponse:
    """Sit down, change seats, stand up; seat a computer player or send it away."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        return unreadable(request, key, form)
    try:
        with transaction.atomic():
            player, cookie = player_or_new(request)
            move_chair(key, player, form)
    except Denied as denied:
        return refuse(request, key, denied)
    return signed(see_other(reverse("games:table", args=[key])), cookie)


def move_chair(key: str, player: Player, form: SeatForm) -> None:
    word, number = form.deed
    place = {"key": key, "player": player, "seat": number}
    match word:
        case "take":
            data = form.cleaned_data
            services.take_seat(**place, name=data["name"], client_seed=data["client_seed"])
        case "leave":
            services.leave_seat(**place)
        case "computer":
            services.seat_computer(**place, level=bots.OFFERED[0])
        case "free":
            services.free_seat(**place)


@require_POST
@limited(SITTINGS)
@at_table
def start(request: HttpRequest, key: str) -> HttpResponse:
    return command(request, key, services.start)


@require_POST
@limited(SITTINGS)
@at_table
def go_on(request: HttpRequest, key: str) -> HttpResponse:
    return command(request, key, services.go_on)


def command(request: HttpRequest, key: str, service: Callable[..., object]) -> HttpResponse:
    """Do something that concerns the whole table."""
    player = player_of(request)
    try:
        if player is None:
            raise Denied(Denial.NOT_YOUR_SEAT)
        service(key=key, player=player)
    except Denied as denied:
        return refuse(request, key, denied)
    return see_other(reverse("games:table", args=[key]))


@require_POST
@limited(MOVES)
@at_table
def act(request: HttpRequest, key: str) -> HttpResponse:
    """A button of the board."""
    form = ActForm(request.POST)
    if not form.is_valid():
        return unreadable(request, key, form)
    command = form.command
    viewer = viewer_of(request, command.seat)
    try:
        perform(key=key, player=viewer.player, command=command)
    except (Denied, Refusal) as problem:
        return refuse(request, key, problem, command)
    if command.do in LOOKS:
        return look(request, selectors.load(key), viewer, command)
    if request.htmx and form.cleaned_data["live"]:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    loaded = selectors.load(key)
    if request.htmx:
        return show(request, see(loaded, viewer))
    several = len(loaded.seats_of(viewer.player)) > 1
    place = reverse("games:text" if in_words(request) else "games:table", args=[key])
    return see_other(f"{place}?seat={command.seat}" if several else place)


def look(request: HttpRequest, loaded: Loaded, viewer: Viewer, command: Command) -> HttpResponse:
    """The same board in another way: sorted, with a choice, with the discard to be confirmed."""
    before = seen_before(loaded, viewer, command)
    confirm = command.cards[0] if command.do == "discard" else None
    chosen = () if command.do in {"clear", "keep"} else command.cards
    viewer = replace(viewer, sort=command.sort or viewer.sort)
    after = see(loaded, viewer, chosen=chosen, confirm=confirm)
    response = show(request, after, previous=before)
    if command.sort:
        wanted = preferences.read(request.COOKIES)
        preferences.keep(response, wanted._replace(sort=command.sort))
    return response


@require_POST
@limited(MOVES)
@at_table
def offers(request: HttpRequest, key: str) -> HttpResponse:
    """What the chosen cards can become. Nothing changes; a post, as cards go into no address."""
    form = OffersForm(request.POST)
    if not form.is_valid():
        return unreadable(request, key, form)
    loaded = selectors.load(key)
    number = form.cleaned_data["seat"]
    viewer = viewer_of(request, number)
    if number not in loaded.seats_of(viewer.player):
        return refuse(request, key, Denied(Denial.NOT_YOUR_SEAT))
    shown = see(loaded, viewer, chosen=form.cleaned_data["cards"])
    answer = board.offered(shown.board) if shown.board else shown.whole()
    # A page that a socket has brought further meanwhile must not be taken back.
    return HttpResponse(answer, headers={"Table-Number": str(loaded.number)})


# ---------------------------------------------------------------- a finished game


@require_safe
@at_table
@admitted
def replay(request: HttpRequest, key: str) -> HttpResponse:
    """One moment of a finished game, from its log alone."""
    loaded = selectors.load(key)
    if loaded.table.status != Table.Status.ENDED:
        return render(request, "games/early.html", {"key": key}, status=404)
    form = ReplayForm(request.GET)
    context = replay_context(loaded, form.place) if form.is_valid() else None
    if context is None:
        raise Http404
    return render(request, "games/replay.html", context)


@require_safe
@at_table
@admitted
def log(request: HttpRequest, key: str) -> HttpResponse:
    """The game so far, for everybody: no move names a hidden card, and seeds wait for the end."""
    loaded = selectors.load(key)
    if loaded.deal is None:
        raise Http404  # nothing has been played, and not even the seeds are complete
    game = selectors.game_record(loaded.table)
    name = f"{game.variant.name}-{key[:6]}.json"
    return HttpResponse(
        record.dump(game),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


# ---------------------------------------------------------------- answers


def see(loaded: Loaded, viewer: Viewer, **how: Any) -> Page:
    """The page of this viewer as it is now."""
    here = presence.here(loaded.table.pk, len(loaded.seats)) if lobby(loaded) else ()
    return page(loaded, viewer, draft=draft_of(loaded, viewer), here=here, **how)


def lobby(loaded: Loaded) -> bool:
    return loaded.table.status == Table.Status.WAITING


def show(
    request: HttpRequest, shown: Page, *, status: int = HTTPStatus.OK, previous: Page | None = None
) -> HttpResponse:
    """The page, or for htmx what differs from the one that is there."""
    if request.htmx:
        # A page that a socket has brought further meanwhile must not be taken back.
        told = {"Table-Number": str(shown.number)}
        return HttpResponse(shown.since(previous), status=status, headers=told)
    if in_words(request) and shown.board:
        return render(request, "games/text.html", text_context(shown), status=status)
    return render(request, "games/table.html", {"page": shown}, status=status)


def in_words(request: HttpRequest) -> bool:
    """Whether the form that was sent stood in the page of words."""
    return request.POST.get("as") == "text"


def see_other(url: str) -> HttpResponse:
    """Go on with a GET, so that reloading repeats nothing."""
    response = HttpResponseRedirect(url)
    response.status_code = HTTPStatus.SEE_OTHER
    return response


def refuse(
    request: HttpRequest,
    key: str,
    problem: Denied | Refusal | Problem,
    command: Command | None = None,
    status: int | None = None,
) -> HttpResponse:
    """The page as it is, with words about what was not done. Nothing is lost by it."""
    loaded = selectors.load(key)
    viewer = viewer_of(request, command and command.seat)
    # With htmx the cards stay chosen where they are; else the page comes with them chosen.
    chosen = command.cards if command and not request.htmx else ()
    return show(
        request,
        see(loaded, viewer, chosen=chosen, problem=problem),
        status=status or status_of(problem),
        previous=seen_before(loaded, viewer, command) if command else None,
    )


def seen_before(loaded: Loaded, viewer: Viewer, command: Command) -> Page | None:
    """The page on which the button was pressed, if it is still the one that holds."""
    now = see(loaded, viewer)
    same = command.number == loaded.number and command.draft in (None, now.revision)
    return now if same else None


def unreadable(request: HttpRequest, key: str, form: Form) -> HttpResponse:
    """Words about a form: 422 where something was left out, 400 where no page of ours sends it."""
    found = [error for errors in form.errors.as_data().values() for error in errors]
    if all(error.code in form.SLIPS for error in found):
        words = " ".join(message for error in found for message in error.messages)
        problem = Problem(mark_safe(""), conditional_escape(words))
        return refuse(request, key, problem, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    problem = Problem(
        conditional_escape(_("That could not be read.")),
        conditional_escape(_("Nothing was changed. Reload the page and try once more.")),
    )
    return refuse(request, key, problem, status=HTTPStatus.BAD_REQUEST)


STATUS = {
    Denial.NOT_YOUR_SEAT: HTTPStatus.FORBIDDEN,
    Denial.NOT_OPENER: HTTPStatus.FORBIDDEN,
    Denial.NO_SEAT: HTTPStatus.BAD_REQUEST,
    Denial.NOT_OFFERED: HTTPStatus.BAD_REQUEST,
    Denial.NAME_EMPTY: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.NAME_LONG: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.CARD_NOT_HELD: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.NO_MELD: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.NO_PART: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.NO_PLAN: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.HAND_TOO_LOW: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.IN_THE_WAY: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.NO_MELD_HELD: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.NOTHING_FITS: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.NOTHING_MORE: HTTPStatus.UNPROCESSABLE_ENTITY,
    Denial.ONLY_WILDS: HTTPStatus.UNPROCESSABLE_ENTITY,
    Reason.NOT_YOUR_TURN: HTTPStatus.CONFLICT,
    Reason.DEAL_OVER: HTTPStatus.CONFLICT,
}
"""Other denials are conflicts with how the table stands; other refusals are about the move."""


def status_of(problem: Denied | Refusal | Problem) -> int:
    match problem:
        case Denied(denial=reason):
            return STATUS.get(reason, HTTPStatus.CONFLICT)
        case Refusal(reason=reason):
            return STATUS.get(reason, HTTPStatus.UNPROCESSABLE_ENTITY)
    return HTTPStatus.BAD_REQUEST


def player_or_new(request: HttpRequest) -> tuple[Player, str]:
    """Who asks, and the cookie to give or renew. Only for posts: a GET makes nobody."""
    cookie = request.COOKIES.get(identity.COOKIE, "")
    player = identity.identify(cookie)
    return (player, cookie) if player else identity.create()


def signed(response: HttpResponse, cookie: str) -> HttpResponse:
    identity.set_cookie(response, cookie)
    return response


def keep(response: HttpResponse, name: str, value: str, seconds: int) -> None:
    """A wish of this browser's, which says nothing about who it is."""
    response.set_cookie(
        name, value, max_age=seconds, secure=settings.TLS, httponly=True, samesite="Lax"
    )
