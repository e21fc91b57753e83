"""An Atom feed for each person who wants one: the tables at which it is their turn."""

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed as SyndicationFeed
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import selectors, tickets, wording
from games.models import Feed, LogEntry, Table


class MyTurn(SyndicationFeed):
    """A turn is one entry, with an id of its own, from its beginning to its end."""

    feed_type = Atom1Feed
    title = gettext_lazy("It is my turn")
    subtitle = gettext_lazy("Tables at which you are waited for")

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.feed = tickets.feed_of(kwargs["token"])
        if self.feed is None:
            raise Http404
        with translation.override(self.feed.language):
            self.language = self.feed.language
            response = super().__call__(request, *args, **kwargs)
        response["Content-Language"] = wording.language_tag(self.feed.language)
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        response["Cache-Control"] = "private, no-cache"
        return response

    def get_object(self, request: HttpRequest, token: str) -> Feed:
        return self.feed

    def link(self, feed: Feed) -> str:
        return reverse("home")

    def items(self, feed: Feed) -> list[Table]:
        tables = [table for table in selectors.tables_of(feed.player) if table.waits]
        self.began = selectors.turns_began([table.pk for table in tables])
        return tables

    def item_title(self, table: Table) -> str:
        opened = (seat for seat in table.seats.all() if seat.player_id == table.opener_id)
        name = next(map(wording.seat_name, opened), "")
        told = wording.your_turn(table.variant, name)
        return _("%(title)s: %(text)s") % {"title": told.title, "text": told.text}

    def item_description(self, table: Table) -> None:
        return None

    def item_link(self, table: Table) -> str:
        return reverse("games:table", args=[table.key])

    def item_guid(self, table: Table) -> str:
        """The same for the whole of a turn, however many moves it takes."""
        entry: LogEntry | None = self.began.get(table.pk)
        place = f"{entry.deal.number}.{entry.number}" if entry else "1.0"
        return f"tag:samba,2026:{table.key}/{place}"

    def item_updateddate(self, table: Table) -> datetime:
        entry = self.began.get(table.pk)
        return entry.at if entry else table.created_at


def feed(request: HttpRequest, token: str) -> HttpResponse:
    """One object a request: it keeps what it has read."""
    return MyTurn()(request, token=token)
