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
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


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

    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    variant = models.CharField(max_length=20)
    rules = models.CharField(max_length=10)
    """Version of the variant's rules that the game was begun with."""
    target = models.PositiveIntegerField()
    options = models.JSONField(default=dict, blank=True)
    """House rules beside the target, as the variant declares them."""
    opener = models.ForeignKey(Player, models.PROTECT, related_name="opened")
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
    """Ready for the next deal."""

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
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"

    @property
    def taken(self) -> bool:
        """Whether a person or a computer player holds it."""
        return self.player_id is not None or bool(self.level)


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
