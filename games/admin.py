"""The host's view of what is stored: to look at, not to play with.

Tables are found by their link, ended and deleted; what a host did is kept by Django's own log.
Nothing that decides a running game is shown: no seed before the game has ended, no draft, no
secret of a player at all.
"""

import re
from collections.abc import Iterable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry as Audit
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from games import selectors, services
from games.denial import Denied
from games.models import Deal, LogEntry, Player, Seat, Table, TableEvent

LINK = re.compile(r"/t/([^/\s?#]+)")


class Readable:
    """Nothing can be added or changed; deleting is left to the host's rights."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(Readable, admin.TabularInline):
    model = Seat
    fields: ClassVar[list[str]] = ["number", "name", "player", "level", "minded_by", "away_until"]
    can_delete = False


class DealInline(Readable, admin.TabularInline):
    model = Deal
    fields: ClassVar[list[str]] = ["number", "dealer", "ended_by", "out_seat"]
    can_delete = False


class EventInline(Readable, admin.TabularInline):
    model = TableEvent
    fields: ClassVar[list[str]] = ["at", "kind", "seat", "until"]
    can_delete = False


@admin.register(Table)
class TableAdmin(Readable, admin.ModelAdmin):
    list_display: ClassVar[list[str]] = [
        "id",
        "variant",
        "status",
        "ended_by",
        "pace",
        "changed_at",
        "created_at",
    ]
    list_filter: ClassVar[list[str]] = ["status", "variant", "pace"]
    actions: ClassVar[list[str]] = ["end_games"]
    search_help_text = "A table's link, or the name of somebody who plays there"
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
        "pace",
        "overdue",
        "answer_after",
        "spectators",
        "due_at",
        "deadline_at",
        "paused_at",
        "changed_at",
        "looked_at",
        "created_at",
        "commitment",
        "server_seed_once_published",
    ]
    inlines: ClassVar[list[Any]] = [SeatInline, DealInline, EventInline]

    @admin.display(description="server seed")
    def server_seed_once_published(self, table: Table) -> str:
        return selectors.published_seed(table) or "secret until the game has ended"

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Table], search_term: str
    ) -> tuple[QuerySet[Table], bool]:
        """A whole link finds its table as well."""
        link = LINK.search(search_term)
        return super().get_search_results(request, queryset, link[1] if link else search_term)

    @admin.action(description="End these games", permissions=["delete"])
    def end_games(self, request: HttpRequest, queryset: QuerySet[Table]) -> None:
        for table in queryset:
            try:
                services.close_table(key=table.key)
            except Denied as denied:
                self.message_user(request, f"{table}: {denied.denial}", messages.WARNING)
            else:
                self.log_change(request, table, "Ended the game.")
                self.message_user(request, f"{table}: ended")

    def get_deleted_objects(
        self, objs: Iterable[Table], request: HttpRequest
    ) -> tuple[list[Any], dict[str, int], set[str], list[Any]]:
        """Who may delete a table may delete what belongs to it."""
        shown, counts, _missing, protected = super().get_deleted_objects(objs, request)
        return shown, counts, set(), protected


@admin.register(Audit)
class AuditAdmin(Readable, admin.ModelAdmin):
    """What hosts did here."""

    list_display: ClassVar[list[str]] = ["action_time", "user", "__str__"]
    list_select_related: ClassVar[list[str]] = ["user", "content_type"]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


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
