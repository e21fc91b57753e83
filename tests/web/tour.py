"""Every kind of page of the site, as one reader of a language gets it."""

from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse
from django.utils import timezone, translation

from games import identity, selectors, services, telling, tickets
from games.engine.state import Phase
from games.engine.variants import get
from games.models import LogEntry, Look, Player, Remark, Seat, Subscription, Table, TableEvent
from rules_pages.figures import all_games
from samba_site.vapid import new_vapid_key
from tests.engine.positions import position
from tests.web.moments import HEARTS, KINGS, NAMES, NINES, NUMBERS, SEVENS, Visit
from tests.web.people import at, browser, form
from tests.web.tables import Opened, begun, full, person, put, waiting

REFUSED = (409, 422)
"""What a move or a wish is answered that is not granted."""


class Tour:
    """One reader's way through the site."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.names = NAMES.get(language, NUMBERS)
        self.wish = {"accept-language": language}

    # ------------------------------------------------------------ people and tables

    def named(self, opened: Opened) -> Opened:
        """The table, its people with names of the language."""
        for seat in Seat.objects.filter(table__key=opened.key, player__isnull=False):
            name = self.names[seat.number]
            Seat.objects.filter(pk=seat.pk).update(name=name, name_key=name.casefold())
            Player.objects.filter(pk=seat.player_id).update(name=name)
        selectors.forget()
        return opened

    def at(self, opened: Opened, seat: int) -> Client:
        return at(opened, seat, **self.wish)

    def browser(self, player: Player | None = None) -> Client:
        return browser(player, **self.wish)

    def url(self, name: str, *args: str) -> str:
        with translation.override(self.language):
            return reverse(name, args=args)

    def visit(
        self, kind: str, moment: str, answer: HttpResponse, status: int | tuple[int, ...] = 200
    ) -> Visit:
        expected = (status,) if isinstance(status, int) else status
        assert answer.status_code in expected, f"{kind} ({moment}): {answer.status_code}"
        found = getattr(answer, "resolver_match", None)
        return Visit(kind, moment, answer.text, found.view_name if found else "")

    # ------------------------------------------------------------ pages

    def pages(self) -> Iterator[Visit]:
        """Whole pages."""
        yield from self._home()
        yield from self._lobbies()
        yield from self._tables()
        yield from self._days()
        yield from self._after()
        yield from self._own()
        yield from self._notices()
        yield from self._around()
        yield from self._errors()

    def _home(self) -> Iterator[Visit]:
        home = self.url("home")
        yield self.visit("home", "", self.browser().get(home))
        sent = {"do": "open", "name": "", "variant": "samba"}
        answer = self.browser().post(self.url("open"), sent)
        yield self.visit("home", "refused", answer, REFUSED)
        answer = self.browser().post(self.url("open"), {**sent, "name": self.names[0] * 20})
        yield self.visit("home", "name too long", answer, REFUSED)
        ann = person(self.names[0])
        for pace in ("none", "1d"):
            for ended in (None, "agreed", "abandoned", "target", "draw", "limit"):
                opened = self._table_of(ann, computers=[1], pace=pace)
                services.start(key=opened.key, player=ann)
                if ended:
                    table = Table.objects.filter(key=opened.key)
                    table.update(status="ended", ended_by=ended, due_at=None, deadline_at=None)
        self._table_of(ann)
        paused = self._table_of(ann, computers=[1])
        services.start(key=paused.key, player=ann)
        services.agree(key=paused.key, player=ann, kind="pause")
        between = self._table_of(ann, computers=[1])
        services.start(key=between.key, player=ann)
        put(between, position(seats=2, seat=0, hand="5S", melds=[SEVENS, NINES]))
        between.play("discard 5S", seat=0)
        selectors.forget()
        yield self.visit("home", "tables", self.browser(ann).get(home))

    def _table_of(
        self, player: Player, computers: tuple[int, ...] | list[int] = (), pace: str = "none"
    ) -> Opened:
        opened = services.open_table(
            player=player,
            name=player.name,
            variant=get("samba"),
            seats=2,
            computers=dict.fromkeys(computers, "steady"),
            target=2500,
            pace=pace,
        )
        return Opened(opened.key, (player, None))

    def _lobbies(self) -> Iterator[Visit]:
        for seats, computers in ((2, ()), (4, (1,)), (3, ())):
            opened = self.named(waiting(seats, computers=computers))
            url = self.url("games:table", opened.key)
            yield self.visit("lobby", f"opener of {seats}", self.at(opened, 0).get(url))
            yield self.visit("lobby", f"invited of {seats}", self.browser().get(url))
        answer = self.browser().post(self.url("games:seat", opened.key), {"do": "take 0"})
        yield self.visit("lobby", "seat taken", answer, REFUSED)
        opened = self.named(full(4))
        url = self.url("games:table", opened.key)
        yield self.visit("lobby", "full, opener", self.at(opened, 0).get(url))
        yield self.visit("lobby", "full, guest", self.at(opened, 1).get(url))
        for pace in Table.Pace:
            variant = get("railroad")
            table = services.open_table(
                player=person(self.names[0]),
                name=self.names[0],
                variant=variant,
                seats=6,
                computers={5: "steady"},
                target=variant.targets[0],
                house_rules=[variant.house_rules[0].name],
                pace=pace,
                overdue=list(Table.Overdue)[len(pace) % 2],
                answer_after=3600,
                spectators=False,
            )
            answer = self.browser().get(self.url("games:table", table.key))
            yield self.visit("lobby", f"pace {pace}", answer)

    def _tables(self) -> Iterator[Visit]:
        opened = self.named(begun(4, computers=[3]))
        for seat in range(3):
            Remark.objects.bulk_create(
                Remark(table=opened.table, seat=seat, phrase=phrase) for phrase in ("hello", "wow")
            )
        put(opened, position(seat=0, hand="KS KH KD 4C 5C", melds=[NINES], phase=Phase.TAKE))
        url = self.url("games:table", opened.key)
        for who, client in (
            ("acting", self.at(opened, 0)),
            ("waiting", self.at(opened, 1)),
            ("spectator", self.browser()),
        ):
            yield self.visit("board", who, client.get(url))
            yield self.visit("text", who, client.get(self.url("games:text", opened.key)))
        yield self.visit("early replay", "", self.browser().get(url + "replay/"), 404)
        ann = self.at(opened, 0)
        loaded = opened.load()
        act = self.url("games:act", opened.key)
        answer = ann.post(act, form(loaded, "typed", move="lay KS KH KD"))
        yield self.visit("board", "refused", answer, REFUSED)
        answer = ann.post(act, {**form(loaded, "typed", move="lay KS KH KD"), "as": "text"})
        yield self.visit("text", "refused", answer, REFUSED)
        answer = ann.post(act, form(loaded, "typed", move="nothing of that kind"))
        yield self.visit("board", "unreadable", answer, REFUSED)
        answer = ann.post(act, {**form(loaded, "draw"), "number": 99})
        yield self.visit("board", "stale", answer, REFUSED)
        opened.play("draw")
        answer = ann.post(act, form(opened.load(), "discard", cards="4C"))
        yield self.visit("board", "confirm", answer)
        yield self.visit("about", "in play", ann.get(self.url("games:about", opened.key)))

        barred = self.named(begun(2))
        Table.objects.filter(key=barred.key).update(spectators=False)
        selectors.forget()
        url = self.url("games:table", barred.key)
        yield self.visit("barred", "", self.browser().get(url))
        yield self.visit("barred", "about", self.browser().get(url + "about/"), 403)
        several = self.named(begun(4))
        ann = several.opener
        Seat.objects.filter(table__key=several.key, number__in=(0, 1)).update(player=ann)
        for seat in (0, 2):
            put(several, position(seat=seat, hand="KS KH 4C 5C", phase=Phase.TAKE))
            answer = self.browser(ann).get(self.url("games:table", several.key))
            yield self.visit("cover", f"turn of {seat}", answer)

    def _days(self) -> Iterator[Visit]:
        opened = full(4)
        Table.objects.filter(key=opened.key).update(pace="1d", overdue="end", answer_after=60)
        selectors.forget()
        services.start(key=opened.key, player=opened.opener)
        self.named(opened)
        turn = opened.load().turn
        assert turn is not None
        url, about = (self.url(f"games:{name}", opened.key) for name in ("table", "about"))
        for kind in ("pause", "end"):
            services.agree(key=opened.key, player=opened.players[1], kind=kind)
        services.announce_absence(player=opened.players[2], days=3)
        Seat.objects.filter(table__key=opened.key, number=3).update(
            minded_by="steady", seen_at=timezone.now() - timedelta(days=30)
        )
        for event in TableEvent.Kind:
            TableEvent.objects.create(
                table=opened.table,
                kind=event,
                seat=2,
                until=timezone.now() if event == TableEvent.Kind.AWAY else None,
            )
        selectors.forget()
        for seat in range(4):
            yield self.visit("board", f"slow, seat {seat}", self.at(opened, seat).get(url))
            yield self.visit("about", f"slow, seat {seat}", self.at(opened, seat).get(about))
        yield self.visit("board", "slow, spectator", self.browser().get(url))
        yield self.visit("about", "slow, spectator", self.browser().get(about))
        services.link_seat(key=opened.key, player=opened.opener, seat=3)
        for seat in (0, 1, 3):
            yield self.visit("board", f"linked, seat {seat}", self.at(opened, seat).get(url))
            yield self.visit("about", f"linked, seat {seat}", self.at(opened, seat).get(about))
        token = identity.seat_token(Seat.objects.get(table__key=opened.key, number=3))
        take = self.url("games:take_over", opened.key, token)
        yield self.visit("take over", "", self.browser().get(take))
        answer = self.browser().get(self.url("games:take_over", opened.key, "nothing"))
        yield self.visit("take over", "ended", answer, 404)
        paused = self.named(begun(2))
        for player in paused.players:
            services.agree(key=paused.key, player=player, kind="pause")
        for seat in (0, 1):
            answer = self.at(paused, seat).get(self.url("games:table", paused.key))
            yield self.visit("board", f"paused, seat {seat}", answer)
        answer = self.at(paused, 0).post(
            self.url("games:act", paused.key), form(paused.load(), "draw", seat=0)
        )
        yield self.visit("board", "paused, refused", answer, REFUSED)

        absent = self.named(begun(3))
        me = absent.load().turn
        assert me is not None
        for _ in range(4):
            absent.pass_turn()
        long_ago = timezone.now() - timedelta(hours=3)
        LogEntry.objects.update(at=long_ago)
        Look.objects.update(at=long_ago)
        client = self.at(absent, me)
        yield self.visit("board", "missed", client.get(self.url("games:table", absent.key)))
        for move in (0, 1, 2, 4):
            answer = client.get(self.url("games:step", absent.key), {"deal": 1, "move": move})
            yield self.visit("step", f"after {move}", answer)

    def _after(self) -> Iterator[Visit]:
        for seats, score in ((2, 0), (4, 0), (2, 2400)):
            opened = self.named(begun(seats, computers=[1] if seats == 2 else []))
            hand = position(
                seats=seats,
                seat=0,
                hand="5S",
                melds=[SEVENS, KINGS, HEARTS],
                against=["8S 8H 8D"],
                red_threes=["3H", "3D"],
                score=score,
            )
            put(opened, hand)
            opened.play("discard 5S", seat=0)
            url = self.url("games:table", opened.key)
            kind = "result" if opened.table.status == Table.Status.ENDED else "score"
            for who, client in (("player", self.at(opened, 0)), ("spectator", self.browser())):
                yield self.visit(kind, f"{seats} seats, {who}", client.get(url))
        answer = self.at(opened, 0).post(self.url("games:act", opened.key), form_after(opened))
        yield self.visit("result", "refused", answer, REFUSED)
        services.rematch(key=opened.key, player=opened.opener, client_seed="")
        yield self.visit("result", "again", self.at(opened, 0).get(url))
        answer = self.at(opened, 0).get(self.url("games:about", opened.key))
        yield self.visit("about", "ended", answer)

        agreed = self.named(begun(4, computers=[1]))
        for _ in range(2):
            agreed.load()
        services.agree(key=agreed.key, player=agreed.opener, kind="end")
        for player in agreed.players[2:]:
            services.agree(key=agreed.key, player=player, kind="end")
        answer = self.browser().get(self.url("games:table", agreed.key))
        yield self.visit("result", "agreed", answer)
        answer = self.at(agreed, 2).post(self.url("games:rematch", agreed.key))
        joined = Table.objects.get(rematch_of__key=agreed.key)
        url = self.url("games:table", joined.key)
        yield self.visit("lobby", "rematch, asked", self.at(agreed, 0).get(url))
        yield self.visit("lobby", "rematch, asking", self.at(agreed, 2).get(url))
        url = self.url("games:table", agreed.key)
        yield self.visit("result", "rematch, asked", self.at(agreed, 0).get(url))
        yield self.visit("result", "rematch, asking", self.at(agreed, 2).get(url))
        yield from self._replays()

    def _replays(self) -> Iterator[Visit]:
        opened = self.named(begun(2))
        for _ in range(6):
            opened.pass_turn()
        for player in opened.players:
            services.agree(key=opened.key, player=player, kind="end")
        url = self.url("games:replay", opened.key)
        for move in (0, 1, 2, 12):
            answer = self.browser().get(url, {"deal": 1, "move": move})
            yield self.visit("replay", f"after {move}", answer)

    def _own(self) -> Iterator[Visit]:
        me = self.url("me")
        yield self.visit("me", "nobody", self.browser().get(me))
        opened = self.named(begun(2))
        ann = self.at(opened, 0)
        yield self.visit("me", "", ann.get(me))
        answer = ann.post(me, {"do": "away", "days": 999})
        yield self.visit("me", "refused", answer, REFUSED)
        ann.post(me, {"do": "away", "days": 3})
        yield self.visit("me", "away", ann.get(me))
        opened.opener.refresh_from_db()
        link = self.url("games:carry_on", identity.link_token(opened.opener))
        yield self.visit("carry on", "", self.browser().get(link))
        yield self.visit("carry on", "same", self.at(opened, 0).get(link))
        yield self.visit("carry on", "other", self.at(opened, 1).get(link))
        yield self.visit(
            "carry on", "ended", self.browser().get(self.url("games:carry_on", "no")), 404
        )

    def _notices(self) -> Iterator[Visit]:
        url = self.url("telling")
        telling.WISHES._counts.clear()
        telling.QUESTIONS._counts.clear()
        yield self.visit("telling", "feed alone", self.browser().get(url))
        opened = self.named(begun(2))
        ann = opened.opener
        ways = {"key": "k", "auth": "a", "language": self.language, "origin": "http://testserver"}
        Subscription.objects.create(player=ann, kind="push", address="https://push.example", **ways)
        ways |= {"key": "", "auth": ""}
        mail = Subscription.objects.create(
            player=ann, kind="mail", address="ann@cards.example", confirmed=False, **ways
        )
        Subscription.objects.create(player=ann, kind="mail", address="bo@cards.example", **ways)
        with override_settings(
            MAIL=True, PUSH_CONTACT="mailto:host@cards.example", VAPID_KEY=new_vapid_key()
        ):
            yield self.visit("telling", "all ways", self.browser(ann).get(url))
            answer = self.browser(ann).post(self.url("mail"), {"address": "nothing"})
            yield self.visit("telling", "refused", answer, REFUSED)
            self.browser(ann).post(self.url("feed_address"), {"do": "open"})
            yield self.visit("telling", "feed", self.browser(ann).get(url))
        ann.refresh_from_db()
        answer = self.browser().get(self.url("games:feed", tickets.feed_token(ann.feed)))
        yield self.visit("feed", "", answer)
        confirm = self.url("games:confirm", tickets.confirm_token(mail))
        yield self.visit("confirm", "", self.browser().get(confirm))
        yield self.visit("confirm", "yes", self.browser().post(confirm))
        stop = self.url("games:stop", tickets.stop_token(mail))
        yield self.visit("stop", "", self.browser().get(stop))
        yield self.visit("stop", "ended", self.browser().post(stop))

    def _around(self) -> Iterator[Visit]:
        for name in ("preferences", "offline", "rules"):
            yield self.visit(name, "", self.browser().get(self.url(name)))
        for game in all_games():
            answer = self.browser().get(self.url("rules_game", game.name))
            yield self.visit(f"rules of {game.name}", "", answer)
        told = self.browser().get(self.url("manifest")).json()
        shown = " / ".join(told[part] for part in ("name", "short_name", "description"))
        yield Visit("manifest", "", shown, "manifest")

    def _errors(self) -> Iterator[Visit]:
        yield self.visit("404", "", self.browser().get("/t/nothing-of-that-kind/"), 404)
        yield self.visit(
            "400", "", self.browser().post(self.url("preferences"), {"pack": "x"}), 400
        )
        strict = Client(enforce_csrf_checks=True, headers=self.wish)
        yield self.visit("csrf", "", strict.post(self.url("open"), {"do": "now"}), 403)
        large = b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        answer = self.browser().post(self.url("open"), large, content_type="text/plain")
        yield self.visit("413", "", answer, 413)
        for name, status in (("403", 403), ("500", 500), ("503", 503)):
            with translation.override(self.language):
                yield Visit(name, "", error_page(name, status))


def form_after(opened: Opened) -> dict[str, object]:
    """A move of a game that has ended."""
    return {"seat": 0, "number": opened.load().number, "draft": 0, "do": "draw"}


def error_page(name: str, status: int) -> str:
    """A page that no address brings in a test."""
    return render(RequestFactory().get("/"), f"{name}.html", status=status).text
