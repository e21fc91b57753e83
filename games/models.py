"""What is stored: people, tables, and the log of each deal, which is the state of the game.

Cards in hands, melds and piles are nowhere: they follow from the seeds and the log.
"""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.db.models.constraints import BaseConstraint
from django.utils import timezone

from games.engine.state import Ending

MOST_SEATS = 6
NAME_LENGTH = 24
MOVE_LENGTH = 1000


def new_key() -> str:
    """The secret part of a table's link: 128 bits."""
    return secrets.token_urlsafe(16)


class Player(models.Model):
    """A person, known by the cookie of one browser."""

    secret_hash = models.CharField(max_length=64, editable=False)
    """SHA-256 of the cookie's secret, in hex."""
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    """The name last given at a table, offered at the next one."""
    link_salt = models.CharField(max_length=32, default=new_key, editable=False)
    """What the link that carries this person to another browser is made of, with the site's key.

    A new one ends the old link. See `identity.link_token`.
    """
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class Browser(models.Model):
    """Another browser in which a person carries on, beside the one that they began in."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="browsers")
    secret_hash = models.CharField(max_length=64, unique=True, editable=False)
    """SHA-256 of the secret of that browser's cookie, in hex."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return f"browser #{self.pk} of player #{self.player_id}"


class Table(models.Model):
    """Where one game is played."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        PLAYING = "playing"
        BETWEEN = "between"
        ENDED = "ended"

    class Ending(models.TextChoices):
        TARGET = "target"
        DRAW = "draw"
        LIMIT = "limit"
        AGREED = "agreed"
        ABANDONED = "abandoned"

    class Pace(models.TextChoices):
        """How long a person may take for a turn."""

        NONE = "none"
        DAY = "1d"
        THREE_DAYS = "3d"
        WEEK = "7d"
        MINUTE = "1m"
        TWO_MINUTES = "2m"
        FIVE_MINUTES = "5m"

    class Overdue(models.TextChoices):
        """What happens when that time is over."""

        MIND = "mind"
        END = "end"

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    variant = models.CharField(max_length=20)
    rules = models.CharField(max_length=10)
    """Version of the variant's rules that the game was begun with."""
    target = models.PositiveIntegerField()
    options = models.JSONField(default=dict, blank=True)
    """House rules beside the target, as the variant declares them."""
    pace = models.CharField(max_length=4, choices=Pace.choices, default=Pace.NONE)
    overdue = models.CharField(max_length=4, choices=Overdue.choices, default=Overdue.MIND)
    answer_after = models.PositiveIntegerField(null=True, blank=True)
    """Seconds until a question to the partner is answered for them; null: as long as a turn."""
    spectators = models.BooleanField(default=True)
    """Whether who holds no seat may look on."""
    opener = models.ForeignKey(Player, models.PROTECT, related_name="opened")
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch"
    )
    """The game after which the same people sat down again here."""
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    ended_by = models.CharField(max_length=10, choices=Ending.choices, blank=True)

    server_seed = models.BinaryField(max_length=32)
    """Secret until the game has ended."""
    commitment = models.CharField(max_length=64)
    game_seed = models.BinaryField(max_length=32, null=True)
    """Taken when play starts; as secret as `server_seed`."""

    number = models.PositiveIntegerField(default=0)
    """Version of what everybody sees: grows with every public change."""
    turn = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat that must act; null while nobody must."""
    due_at = models.DateTimeField(null=True, blank=True)
    """When the referee has something to do here."""
    turn_since = models.DateTimeField(null=True, blank=True)
    """Since when that seat's time has been running."""
    deadline_at = models.DateTimeField(null=True, blank=True)
    """When the time of the person who must act is over; null where nobody's time runs."""
    paused_at = models.DateTimeField(null=True, blank=True)
    """Since when play rests by agreement; null while it does not."""
    changed_at = models.DateTimeField(default=timezone.now, editable=False)
    """The last public change."""
    looked_at = models.DateTimeField(default=timezone.now, editable=False)
    """When a person last looked, to the day."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False))
        ]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.CheckConstraint(
                name="table_status",
                condition=Q(status__in=["waiting", "playing", "between", "ended"]),
            ),
            models.CheckConstraint(
                name="table_ended_by",
                condition=Q(
                    status="ended", ended_by__in=["target", "draw", "limit", "agreed", "abandoned"]
                )
                | (~Q(status="ended") & Q(ended_by="")),
            ),
            models.CheckConstraint(
                name="table_seeded",
                condition=Q(game_seed__isnull=False) | Q(status__in=["waiting", "ended"]),
            ),
            models.CheckConstraint(
                name="table_ended_is_never_due",
                condition=~Q(status="ended") | Q(due_at__isnull=True),
            ),
            models.CheckConstraint(
                name="table_pace",
                condition=Q(pace__in=["none", "1d", "3d", "7d", "1m", "2m", "5m"]),
            ),
            models.CheckConstraint(name="table_overdue", condition=Q(overdue__in=["mind", "end"])),
            models.CheckConstraint(
                name="table_deadline_only_in_play",
                condition=Q(deadline_at__isnull=True)
                | Q(status__in=["playing", "between"], paused_at__isnull=True),
            ),
            models.CheckConstraint(
                name="table_paused_only_in_play",
                condition=Q(paused_at__isnull=True) | Q(status__in=["playing", "between"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} #{self.pk}"


class Seat(models.Model):
    """A chair at a table: free, a person's or a computer player's."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    """From 0, clockwise."""
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="seats")
    level = models.CharField(max_length=20, blank=True)
    """The computer player's level; empty for a person or a free seat."""
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    name_key = models.CharField(max_length=4 * NAME_LENGTH, blank=True, editable=False)
    """The name as it is compared with others."""
    client_seed = models.CharField(max_length=32, blank=True)
    """Hex, made by the person's browser; empty where the browser gave none, until play starts."""
    went_on = models.BooleanField(default=False)
    """Ready for the next deal; at a table for a rematch, for its first."""

    began_as = models.CharField(max_length=20, blank=True)
    """Level of the computer player that held the seat when play began; empty for a person.

    The log names this, whoever holds or minds the seat later.
    """
    minded_by = models.CharField(max_length=20, blank=True)
    """Level of the computer player that plays until the person is back."""
    away_until = models.DateTimeField(null=True, blank=True)
    """The absence that the person has announced."""
    reserve = models.PositiveIntegerField(default=0)
    """Seconds left beside the time for a turn, at a live pace, in this deal."""
    standing = models.CharField(max_length=3, blank=True)
    """The answer given to every question of the partner: ``yes``, ``no`` or none. Private."""
    seen_at = models.DateTimeField(default=timezone.now, editable=False)
    """When the person last gave a sign, to a few minutes."""
    link_salt = models.CharField(max_length=32, blank=True, editable=False)
    """What the link by which somebody else may take the abandoned seat is made of."""
    hidden = models.BooleanField(default=False)
    """The person wants the table no more in their list."""

    draft = models.CharField(max_length=MOVE_LENGTH, blank=True)
    """A lay set out in private, in the notation of the log."""
    draft_revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering: ClassVar[list[str]] = ["table", "number"]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number"),
            models.UniqueConstraint(
                fields=["table", "name_key"], name="seat_name", condition=~Q(name_key="")
            ),
            models.CheckConstraint(name="seat_number_range", condition=Q(number__lt=MOST_SEATS)),
            models.CheckConstraint(
                name="seat_one_holder", condition=Q(player__isnull=True) | Q(level="")
            ),
            models.CheckConstraint(
                name="seat_named_when_taken",
                condition=Q(player__isnull=True, level="", name="", name_key="")
                | (~Q(name="") & ~Q(name_key="") & (Q(player__isnull=False) | ~Q(level=""))),
            ),
            models.CheckConstraint(
                name="seat_minded_for_a_person",
                condition=Q(minded_by="") | Q(player__isnull=False),
            ),
            models.CheckConstraint(
                name="seat_standing", condition=Q(standing__in=["", "yes", "no"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"

    @property
    def taken(self) -> bool:
        """Whether a person or a computer player holds it."""
        return self.player_id is not None or bool(self.level)

    @property
    def moved_by(self) -> str:
        """Level of the computer player that moves here now; empty where a person does."""
        return self.level or self.minded_by

    @property
    def present(self) -> bool:
        """Whether a person plays here, and no computer player for them."""
        return self.player_id is not None and not self.minded_by


class Consent(models.Model):
    """A person at a table wants something that all must want. Once all do, it is done."""

    class Kind(models.TextChoices):
        PAUSE = "pause"
        END = "end"

    table = models.ForeignKey(Table, models.CASCADE, related_name="consents")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["table", "pk"]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "kind", "seat"], name="consent_once"),
            models.CheckConstraint(name="consent_kind", condition=Q(kind__in=["pause", "end"])),
            models.CheckConstraint(name="consent_seat", condition=Q(seat__lt=MOST_SEATS)),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.kind}"


class TableEvent(models.Model):
    """What happened at a table beside the moves, for all there to read."""

    class Kind(models.TextChoices):
        MINDED = "minded"
        BACK = "back"
        LEFT = "left"
        AWAY = "away"
        HERE = "here"
        LINK = "link"
        TAKEN_OVER = "taken_over"
        PROPOSED_PAUSE = "ask_pause"
        PROPOSED_END = "ask_end"
        DECLINED = "declined"
        PAUSED = "paused"
        RESUMED = "resumed"
        AGREED = "agreed"
        ABANDONED = "abandoned"
        CLOSED = "closed"
        ANSWERED = "answered"

    table = models.ForeignKey(Table, models.CASCADE, related_name="events")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """Whom it concerns; null where it is the table."""
    until = models.DateTimeField(null=True, blank=True)
    """The end of an absence."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["table", "pk"]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.CheckConstraint(
                name="event_seat", condition=Q(seat__isnull=True) | Q(seat__lt=MOST_SEATS)
            ),
            models.CheckConstraint(
                name="event_until", condition=Q(kind="away") | Q(until__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.kind if self.seat is None else f"{self.seat} {self.kind}"


class Heartbeat(models.Model):
    """When a referee was last at work: one row, by which it knows how long none was."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.at)


class Deal(models.Model):
    """From one shuffle to its score."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="deals")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    dealer = models.PositiveSmallIntegerField()
    ended_by = models.CharField(
        max_length=10, blank=True, choices=[(e.value, e.value) for e in Ending]
    )
    out_seat = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar[list[str]] = ["table", "number"]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="deal_number"),
            models.CheckConstraint(name="deal_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(
                name="deal_seats",
                condition=Q(dealer__lt=MOST_SEATS)
                & (Q(out_seat__isnull=True) | Q(out_seat__lt=MOST_SEATS)),
            ),
            models.CheckConstraint(
                name="deal_out_seat",
                condition=Q(ended_by="out", out_seat__isnull=False)
                | (~Q(ended_by="out") & Q(out_seat__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.number}"


class LogEntry(models.Model):
    """One move. The unique number is what keeps two moves from taking the same place."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    """From 1, without gaps."""
    seat = models.PositiveSmallIntegerField()
    move = models.CharField(max_length=MOVE_LENGTH)
    """In the notation of the log, which names no hidden card."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["deal", "number"]
        verbose_name_plural = "log entries"
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "number"], name="entry_number"),
            models.CheckConstraint(name="entry_from_one", condition=Q(number__gte=1)),
            models.CheckConstraint(name="entry_seat", condition=Q(seat__lt=MOST_SEATS)),
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.move}"


class Score(models.Model):
    """One side's score of a finished deal, in points (fields as `engine.scoring.Score`)."""

    deal = models.ForeignKey(Deal, models.CASCADE, related_name="scores")
    side = models.PositiveSmallIntegerField()
    melds = models.IntegerField()
    bonuses = models.IntegerField()
    red_threes = models.IntegerField()
    going_out = models.IntegerField()
    in_hand = models.IntegerField()
    score = models.IntegerField()
    total = models.IntegerField()

    class Meta:
        ordering: ClassVar[list[str]] = ["deal", "side"]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["deal", "side"], name="score_side"),
            models.CheckConstraint(name="score_in_hand", condition=Q(in_hand__lte=0)),
            models.CheckConstraint(
                name="score_adds_up",
                condition=Q(
                    score=F("melds")
                    + F("bonuses")
                    + F("red_threes")
                    + F("going_out")
                    + F("in_hand")
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"side {self.side}: {self.score}"


class Subscription(models.Model):
    """A way on which a person asked to be told when it is their turn."""

    class Kind(models.TextChoices):
        PUSH = "push"
        MAIL = "mail"

    player = models.ForeignKey(Player, models.CASCADE, related_name="subscriptions")
    kind = models.CharField(max_length=4, choices=Kind.choices)
    address = models.CharField(max_length=1000)
    """The push service's address of one browser, or an e-mail address."""
    key = models.CharField(max_length=100, blank=True)
    """The browser's public key (P-256, base64url), for which messages are encrypted."""
    auth = models.CharField(max_length=40, blank=True)
    """The browser's authentication secret (base64url)."""
    language = models.CharField(max_length=10)
    """In which the person reads."""
    origin = models.CharField(max_length=200)
    """Where the person found the site: ``https://cards.example``."""
    confirmed = models.BooleanField(default=True)
    """False for an e-mail address whose owner has not said yes."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["player", "kind", "address"], name="subscription_once"),
            models.CheckConstraint(
                name="subscription_kind",
                condition=Q(kind="mail", key="", auth="")
                | (Q(kind="push", confirmed=True) & ~Q(key="") & ~Q(auth="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"


class Notice(models.Model):
    """What a subscription is to be told, or was last told, about one table.

    Written in the transaction in which the turn begins. One row for a subscription and a table,
    so that nobody is told of a turn twice, nor of one that is over.
    """

    subscription = models.ForeignKey(Subscription, models.CASCADE, related_name="notices")
    table = models.ForeignKey(Table, models.CASCADE, null=True, related_name="notices")
    """Null where the person is only asked whether the e-mail address is theirs."""
    number = models.PositiveIntegerField(default=0)
    """The table's number when the turn began."""
    seat = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(null=True)
    """When to send; null once somebody has taken it to send it."""
    tries = models.PositiveSmallIntegerField(default=0)
    """How often it was taken."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due_at"], name="notice_due", condition=Q(due_at__isnull=False))
        ]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["subscription", "table"], name="notice_once")
        ]

    def __str__(self) -> str:
        return f"notice #{self.pk}"


class Feed(models.Model):
    """A person's Atom feed; its address is signed, and ends with the nonce that it is made of."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="feed")
    nonce = models.CharField(max_length=32, default=new_key)
    language = models.CharField(max_length=10)

    def __str__(self) -> str:
        return f"feed #{self.pk}"


class Look(models.Model):
    """How far a person has followed a table: the last move that they have seen."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="looks")
    player = models.ForeignKey(Player, models.CASCADE, related_name="looks")
    deal = models.PositiveSmallIntegerField()
    move = models.PositiveIntegerField()
    """After so many moves of that deal."""
    at = models.DateTimeField(default=timezone.now)
    """When they first saw it."""

    class Meta:
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player"], name="look_once")
        ]

    def __str__(self) -> str:
        return f"deal {self.deal}, move {self.move}"


class Remark(models.Model):
    """Something said at a table: one of a fixed list, worded for each reader."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="remarks")
    seat = models.PositiveSmallIntegerField()
    phrase = models.CharField(max_length=20)
    """Its name in `wording.PHRASES`."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar[list[str]] = ["table", "pk"]
        constraints: ClassVar[list[BaseConstraint]] = [
            models.CheckConstraint(name="remark_seat", condition=Q(seat__lt=MOST_SEATS))
        ]

    def __str__(self) -> str:
        return f"{self.seat} {self.phrase}"


class Mute(models.Model):
    """This person does not want to read what that seat says."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="mutes")
    player = models.ForeignKey(Player, models.CASCADE, related_name="mutes")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints: ClassVar[list[BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "player", "seat"], name="mute_once"),
            models.CheckConstraint(name="mute_seat", condition=Q(seat__lt=MOST_SEATS)),
        ]

    def __str__(self) -> str:
        return f"mute {self.seat}"
