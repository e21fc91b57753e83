"""The host's view of what is stored: to look at, not to play with.

Nothing that decides a running game is shown: no seed before the game has ended, no draft, no
secret of a player at all.
"""

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games import selectors
from games.models import Deal, LogEntry, Player, Seat, Table


class Readable:
    """Nothing can be added or changed; deleting is left to the host's rights."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(Readable, admin.TabularInline):
    model = Seat
    fields: ClassVar[list[str]] = ["number", "name", "player", "level"]
    can_delete = False


class DealInline(Readable, admin.TabularInline):
    model = Deal
    fields: ClassVar[list[str]] = ["number", "dealer", "ended_by", "out_seat"]
    can_delete = False


@admin.register(Table)
class TableAdmin(Readable, admin.ModelAdmin):
    list_display: ClassVar[list[str]] = ["id", "variant", "status", "ended_by", "created_at"]
    list_filter: ClassVar[list[str]] = ["status", "variant"]
    search_fields: ClassVar[list[str]] = ["key__exact", "seats__name"]
    fields: ClassVar[list[str]] = [
        "variant",
        "rules",
        "target",
        "opener",
        "status",
        "ended_by",
        "number",
        "turn",
        "due_at",
        "created_at",
        "commitment",
        "server_seed_once_published",
    ]
    inlines: ClassVar[list[Any]] = [SeatInline, DealInline]

    @admin.display(description="server seed")
    def server_seed_once_published(self, table: Table) -> str:
        return selectors.published_seed(table) or "secret until the game has ended"


@admin.register(Player)
class PlayerAdmin(Readable, admin.ModelAdmin):
    list_display: ClassVar[list[str]] = ["id", "name", "created_at"]
    search_fields: ClassVar[list[str]] = ["name"]
    fields: ClassVar[list[str]] = ["name", "created_at"]


@admin.register(LogEntry)
class LogEntryAdmin(Readable, admin.ModelAdmin):
    list_display: ClassVar[list[str]] = ["id", "table", "deal", "number", "seat", "move", "at"]
    list_select_related: ClassVar[list[str]] = ["deal__table"]
    fields: ClassVar[list[str]] = ["deal", "number", "seat", "move", "at"]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """A game without one of its moves is none: whole tables are deleted."""
        return False

    @admin.display(ordering="deal__table")
    def table(self, entry: LogEntry) -> str:
        return str(entry.deal.table)
