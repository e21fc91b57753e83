"""Reads: a table with its game, drafts, scores, the log.

What was loaded once is kept and shared by all who look at it, in this process, until the table's
`number` grows. A game is thus replayed only by a process that meets it in the middle.

For this, whatever `Loaded` holds of a table may only be changed together with its number, as
`services.change.publish` does; who writes a row without that must `forget` what is kept, in every
process. Exempt are the table's `due_at` and `looked_at` and the seats' `seen_at` and `hidden`,
which are written by themselves: whoever needs one of them reads it again. Drafts are no part of
what is kept.
"""

from collections import OrderedDict
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from threading import Lock

from django.db.models import Exists, F, Max, Min, OuterRef, Q, Subquery
from django.utils import timezone

from games.engine import record, rules, scoring, variants
from games.engine.cards import CardNotHeld
from games.engine.moves import Lay, Move, Part, parse
from games.engine.state import Ending, Phase, Public, Setup, State
from games.engine.variant import Variant
from games.engine.view import View, see
from games.models import (
    Deal,
    LogEntry,
    Look,
    Mute,
    Notice,
    Player,
    Remark,
    Score,
    Seat,
    Subscription,
    Table,
    TableEvent,
)

EVENTS = 60
"""Events of a table that are shown, the newest."""
KEPT_TABLES = 500
"""Tables kept in memory, those used last."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """A table at one moment. It is shared: nothing that hangs on it may be changed.

    Equal to itself alone, so that what is made of it can be kept by it at no cost.
    """

    table: Table
    seats: tuple[Seat, ...]
    deal: Deal | None
    """The deal being played, or the last one."""
    state: State | None
    moves: tuple[tuple[int, Move], ...] = ()
    """(seat, move) of that deal."""
    before: tuple[Public, ...] = ()
    """What everybody saw before each of these moves."""
    wishes: tuple[tuple[str, int], ...] = ()
    """(kind, seat) of what people here want together, those first who wanted it first."""

    @property
    def number(self) -> int:
        """Version of what everybody sees."""
        return self.table.number

    @cached_property
    def variant(self) -> Variant:
        """The rules that are played here."""
        return variants.get(self.table.variant, self.table.rules)

    @property
    def turn(self) -> int | None:
        """The seat that must act; None while nobody must."""
        return self.table.turn

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.taken for seat in self.seats)

    def seats_of(self, player: Player | None) -> tuple[int, ...]:
        """Numbers of the seats that this person holds."""
        if player is None:
            return ()
        return tuple(seat.number for seat in self.seats if seat.player_id == player.pk)

    def opened_by(self, player: Player | None) -> bool:
        """Whether this person opened the table."""
        return player is not None and self.table.opener_id == player.pk

    def view(self, seat: int) -> View:
        """What this seat sees of the deal."""
        assert self.state is not None
        return see(self.state, seat)


@dataclass(frozen=True)
class Draft:
    """A lay that a seat has set out in private."""

    parts: tuple[Part, ...] = ()
    dropped: tuple[Part, ...] = ()
    """Parts that are not possible any more: their cards or meld are gone."""
    revision: int = 0
    frozen: bool = False
    """It is the plan of the question that the partner is thinking about (C-17)."""

    @property
    def text(self) -> str:
        """In the notation of the log; empty without parts."""
        return str(Lay(self.parts)) if self.parts else ""


@dataclass(frozen=True)
class DealScores:
    """The score sheet of one finished deal."""

    number: int
    ended_by: str
    out_seat: int | None
    sides: tuple[scoring.Score, ...]


# ---------------------------------------------------------------- tables

_kept: OrderedDict[str, Loaded] = OrderedDict()
_kept_lock = Lock()


def _recall(key: str) -> Loaded | None:
    with _kept_lock:
        loaded = _kept.get(key)
        if loaded:
            _kept.move_to_end(key)
        return loaded


def remember(loaded: Loaded) -> None:
    """Keep what has been committed; an older number never replaces a newer one."""
    key = loaded.table.key
    with _kept_lock:
        kept = _kept.get(key)
        if kept and kept.number > loaded.number:
            return
        _kept[key] = loaded
        _kept.move_to_end(key)
        while len(_kept) > KEPT_TABLES:
            _kept.popitem(last=False)


def forget() -> None:
    """Drop all that is kept, as a new process would."""
    with _kept_lock:
        _kept.clear()


def load(key: str, at_least: int | None = None) -> Loaded:
    """The table with this key; `Table.DoesNotExist`.

    Whoever has been told that the table is at number `at_least` is content with what is kept
    at that number; everybody else asks the database for the number first.
    """
    kept = _recall(key)
    if kept and at_least is not None and kept.number >= at_least:
        return kept
    number = Table.objects.values_list("number", flat=True).get(key=key)
    if kept and kept.number == number:
        return kept
    while True:
        loaded = assemble(Table.objects.get(key=key))
        # Several queries are no snapshot: whatever was committed between them shows here.
        if number_of(loaded.table.pk) == loaded.number:
            remember(loaded)
            return loaded


def lock(key: str) -> Loaded:
    """The table with this key, its row locked until the transaction ends.

    What is kept is taken as it is where the number is the same: see the contract above. `due_at`
    is read again; `looked_at`, `seen_at` and `hidden` may be old ones.
    """
    rows = Table.objects.select_for_update()
    kept = _recall(key)
    if kept:
        number, due_at = rows.values_list("number", "due_at").get(key=key)
        if number == kept.number:
            table = copy(kept.table)
            # The referee puts this off without a public change.
            table.due_at = due_at
            return replace(kept, table=table)
    return assemble(rows.get(key=key))


def number_of(table_id: int) -> int:
    """The table's number now; `Table.DoesNotExist`."""
    return Table.objects.values_list("number", flat=True).get(pk=table_id)


def versions(table_id: int) -> tuple[int, tuple[int, ...]]:
    """(the table's number, the draft revision of each seat) now; `Table.DoesNotExist`."""
    found = Seat.objects.filter(table=table_id).order_by("number")
    rows = list(found.values_list("table__number", "draft_revision"))
    if not rows:
        raise Table.DoesNotExist
    return rows[0][0], tuple(revision for _, revision in rows)


def tables_of(player: Player) -> list[Table]:
    """Tables where this person sits: those that wait for them, then others, finished ones last.

    Each has its `seats` at hand, and `waits`: whether it is this person's turn, or the next deal
    waits for them. What the person removed from the list is not in it.
    """
    sits = Seat.objects.filter(table=OuterRef("pk"), player=player, hidden=False)
    mine = Q(number=OuterRef("turn")) | Q(table__status=Table.Status.BETWEEN, went_on=False)
    return list(
        Table.objects.filter(Exists(sits))
        .annotate(
            waits=Exists(sits.filter(mine, table__paused_at__isnull=True)),
            over=Q(status=Table.Status.ENDED),
        )
        .order_by("-waits", "over", "-pk")
        .prefetch_related("seats")
    )


def away_until(player: Player) -> datetime | None:
    """The end of the absence that this person has announced; None for none."""
    away = Seat.objects.filter(player=player, away_until__gt=timezone.now())
    found: datetime | None = away.exclude(table__status=Table.Status.ENDED).aggregate(
        at=Max("away_until")
    )["at"]
    return found


def final_totals(tables: Iterable[Table]) -> dict[int, tuple[int, ...]]:
    """By id of the table the totals of all sides after its last finished deal, in one query."""
    totals: dict[int, dict[int, int]] = {}
    found = Score.objects.filter(deal__table__in=list(tables)).order_by("deal__number")
    for table_id, side, total in found.values_list("deal__table", "side", "total"):
        totals.setdefault(table_id, {})[side] = total
    return {
        table_id: tuple(sides[side] for side in sorted(sides)) for table_id, sides in totals.items()
    }


def events(table: Table) -> list[TableEvent]:
    """What happened there beside the moves, the newest first."""
    return list(TableEvent.objects.filter(table=table).order_by("-pk")[:EVENTS])


def wishes(table: Table) -> tuple[tuple[str, int], ...]:
    """(kind, seat) of what people want together, those first who wanted it first."""
    return tuple(table.consents.order_by("pk").values_list("kind", "seat"))


def assemble(table: Table) -> Loaded:
    """Read what belongs to this row. A game that is kept at an earlier move goes on from there."""
    seats = seats_at(table)
    deal = table.deals.order_by("-number").first()
    if deal is None:
        return Loaded(table, seats, None, None)
    kept = _recall(table.key)
    if kept and kept.deal and kept.deal.pk == deal.pk:
        loaded = replace(kept, table=table, seats=seats, deal=deal, wishes=wishes(table))
    else:
        state = first_state(table, len(seats), deal)
        loaded = Loaded(table, seats, deal, state, wishes=wishes(table))
    entries = deal.entries.filter(number__gt=len(loaded.moves)).order_by("number")
    return played(loaded, [(entry.seat, parse(entry.move)) for entry in entries])


def seats_at(table: Table) -> tuple[Seat, ...]:
    """The seats in order, without what is private to them."""
    return tuple(table.seats.defer("draft", "draft_revision").order_by("number"))


def played(loaded: Loaded, moves: Iterable[tuple[int, Move]]) -> Loaded:
    """The deal after these (seat, move); `Refusal` for one that is not legal."""
    state = loaded.state
    assert state is not None
    before: list[Public] = []
    done: list[tuple[int, Move]] = []
    for seat, move in moves:
        before.append(state.public)
        state = rules.play(state, move, seat)
        done.append((seat, move))
    return replace(
        loaded, state=state, moves=(*loaded.moves, *done), before=(*loaded.before, *before)
    )


def house_rules(table: Table) -> frozenset[str]:
    """Names of the house rules that are played at this table."""
    return frozenset(name for name, chosen in table.options.items() if chosen)


def first_state(table: Table, seats: int, deal: Deal) -> State:
    """The deal before its first move."""
    variant = variants.get(table.variant, table.rules)
    totals = totals_before(table, deal.number, seats)
    setup = Setup(variant, seats, deal.dealer, totals, house_rules(table))
    assert table.game_seed is not None
    return rules.deal(setup, bytes(table.game_seed), deal.number)


# ---------------------------------------------------------------- drafts


def draft(loaded: Loaded, seat: int) -> Draft:
    """The seat's draft as far as it is still possible. Only for the eyes of who holds the seat."""
    text, revision = Seat.objects.values_list("draft", "draft_revision").get(
        pk=loaded.seats[seat].pk
    )
    if not text or loaded.state is None:
        return Draft(revision=revision)
    move = parse(text)
    assert isinstance(move, Lay)
    public = loaded.state.public
    kept, dropped = possible(loaded.view(seat), move.parts)
    frozen = public.phase is Phase.ASKED and public.turn == seat
    return Draft(kept, dropped, revision, frozen)


def possible(view: View, parts: Iterable[Part]) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """(parts whose cards are all held and whose meld is there and open, the other parts)."""
    hand = view.hand
    kept: list[Part] = []
    dropped: list[Part] = []
    for part in parts:
        try:
            if part.meld is not None and not has_open_meld(view, part.meld):
                raise LookupError
            hand -= part.cards
            kept.append(part)
        except (CardNotHeld, LookupError):
            dropped.append(part)
    return tuple(kept), tuple(dropped)


def has_open_meld(view: View, number: int) -> bool:
    """Whether the side has a meld of that number which may still grow."""
    return 1 <= number <= len(view.melds) and not view.melds[number - 1].closed


# ---------------------------------------------------------------- scores and log


def totals_before(table: Table, deal: int, seats: int) -> tuple[int, ...]:
    """Scores by side before the deal of that number."""
    found = Score.objects.filter(deal__table=table, deal__number=deal - 1).order_by("side")
    totals = tuple(found.values_list("total", flat=True))
    return totals or (0,) * variants.get(table.variant, table.rules).sides(seats)


def scores(table: Table) -> tuple[DealScores, ...]:
    """The score sheet: every finished deal."""
    deals = table.deals.exclude(ended_by="").order_by("number").prefetch_related("scores")
    return tuple(
        DealScores(deal.number, deal.ended_by, deal.out_seat, _sides(deal)) for deal in deals
    )


def _sides(deal: Deal) -> tuple[scoring.Score, ...]:
    stored = sorted(deal.scores.all(), key=lambda score: score.side)
    return tuple(
        scoring.Score(*(getattr(score, name) for name in scoring.Score._fields)) for score in stored
    )


def game_record(table: Table) -> record.GameRecord:
    """The game's log as far as it is public: finished or not, with the server's seed or not."""
    seats = seats_at(table)
    deals = list(table.deals.order_by("number").prefetch_related("entries", "scores"))
    variant = variants.get(table.variant, table.rules)
    seed = published_seed(table)
    seeds = [seat.client_seed for seat in seats] if table.game_seed else []
    return record.GameRecord(
        variant=variant,
        target=table.target,
        house_rules=house_rules(table),
        seats=tuple(record.Seat(seat.name, _held_by(table, seat)) for seat in seats),
        shuffle=record.Shuffle(
            table.commitment,
            bytes.fromhex(seed) if seed else None,
            tuple(map(bytes.fromhex, seeds)),
        ),
        deals=tuple(map(_recorded, deals)),
        result=_result(table, variant, deals) if table.status == Table.Status.ENDED else None,
    )


def _held_by(table: Table, seat: Seat) -> str:
    """Who held the seat when play began, whoever does now."""
    return (seat.began_as if table.game_seed else seat.level) or record.HUMAN


def _recorded(deal: Deal) -> record.Deal:
    entries = sorted(deal.entries.all(), key=lambda entry: entry.number)
    outcome = None
    if deal.ended_by:
        outcome = record.Outcome(Ending(deal.ended_by), deal.out_seat, _sides(deal))
    moves = tuple((entry.seat, parse(entry.move)) for entry in entries)
    return record.Deal(deal.number, deal.dealer, moves, outcome)


def _result(table: Table, variant: Variant, deals: list[Deal]) -> record.Result:
    """Agreed and abandoned games have no winners, whatever the totals say."""
    finished = [deal for deal in deals if deal.ended_by]
    totals = totals_before(table, len(finished) + 1, table.seats.count())
    verdict = scoring.verdict(variant, table.target, totals, len(finished))
    ended_by = record.GameEnd(table.ended_by)
    won = verdict is not None and verdict.ended_by == ended_by
    return record.Result(ended_by, verdict.winners if verdict and won else (), totals)


def published_seed(table: Table) -> str | None:
    """The server's seed in hex, once the game has ended."""
    return bytes(table.server_seed).hex() if table.status == Table.Status.ENDED else None


# ---------------------------------------------------------------- the referee's


def due(now: datetime, most: int) -> list[int]:
    """Tables at which something has fallen due, the longest due first."""
    found = Table.objects.filter(due_at__lte=now).order_by("due_at")
    return list(found.values_list("pk", flat=True)[:most])


def next_due() -> datetime | None:
    """When something falls due next."""
    found: datetime | None = Table.objects.aggregate(at=Min("due_at"))["at"]
    return found


# ---------------------------------------------------------------- notices and company


def due_notices(now: datetime, most: int) -> list[Notice]:
    """Notices to be sent now, the longest due first, with whom and what they are about."""
    found = Notice.objects.filter(due_at__lte=now).order_by("due_at")
    return list(found.select_related("subscription__player", "table")[:most])


def next_notice() -> datetime | None:
    """When the next notice is to be sent."""
    found: datetime | None = Notice.objects.aggregate(at=Min("due_at"))["at"]
    return found


def subscriptions_of(player: Player) -> list[Subscription]:
    """The ways in which this person asked to be told, the newest first."""
    return list(player.subscriptions.order_by("-pk"))


def remarks(table_id: int, player: Player | None, most: int) -> list[Remark]:
    """The last remarks at the table but those of seats that this person does not want to read."""
    found = Remark.objects.filter(table=table_id).order_by("-pk")
    if player:
        found = found.exclude(seat__in=muted(table_id, player))
    return list(found[:most])[::-1]


def muted(table_id: int, player: Player) -> list[int]:
    """Seats whose remarks this person does not want to read."""
    found = Mute.objects.filter(table=table_id, player=player).order_by("seat")
    return list(found.values_list("seat", flat=True))


def last_remark(table_id: int) -> int:
    """Which remark is the newest at the table; 0 where nobody has said anything."""
    newest = Remark.objects.filter(table=table_id).order_by("-pk").values_list("pk", flat=True)
    return newest.first() or 0


def look_of(loaded: Loaded, player: Player) -> tuple[int, int] | None:
    """(deal, move): how far this person has followed the table, as far as anybody can tell.

    They have looked when they moved, and when their page told so; None for a table of which
    they have seen nothing.
    """
    stored = Look.objects.filter(table=loaded.table, player=player).values_list("deal", "move")
    places = list(stored)
    mine = loaded.seats_of(player)
    own = (number for number, (seat, _) in enumerate(loaded.moves, 1) if seat in mine)
    last = max(own, default=0)
    if loaded.deal and last:
        places.append((loaded.deal.number, last))
    return max(places, default=None)


def was_here(loaded: Loaded, player: Player, since: datetime) -> bool:
    """Whether this person has looked or moved since then, as far as anybody can tell."""
    mine = loaded.seats_of(player)
    looks = Look.objects.filter(table=loaded.table, player=player, at__gte=since)
    moves = LogEntry.objects.filter(deal__table=loaded.table, seat__in=mine, at__gte=since)
    return looks.exists() or moves.exists()


def turns_began(table_ids: Iterable[int]) -> dict[int, LogEntry]:
    """The last move before the turn that is being played, by table; absent before the first."""
    newest = LogEntry.objects.exclude(seat=F("deal__table__turn")).order_by("-deal", "-number")
    newest = newest.filter(deal__table=OuterRef("pk")).values("pk")[:1]
    tables = Table.objects.filter(pk__in=list(table_ids)).annotate(entry=Subquery(newest))
    entries = LogEntry.objects.filter(pk__in=[table.entry for table in tables])
    return {entry.deal.table_id: entry for entry in entries.select_related("deal")}
