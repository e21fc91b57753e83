"""What is not kept for ever, and what the host may do."""

from io import StringIO

import pytest
from django.contrib.admin.models import LogEntry as Audit
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games import services
from games.models import Player, Table, TableEvent
from tests.web.days import Clock, clock
from tests.web.tables import begun, full, waiting
from tests.web.test_admin import host
from tests.web.test_company import ended

pytestmark = pytest.mark.django_db
__all__ = ["clock", "host"]


def purge(*args: str) -> str:
    out = StringIO()
    call_command("purge", *args, stdout=out)
    return out.getvalue()


def test_unfinished_games_go_after_60_days_without_a_move(clock: Clock) -> None:
    idle, waited, played = begun(), waiting(), begun()
    clock.pass_(days=59)
    played.play("draw")
    clock.pass_(days=2)
    assert "2" in purge("--dry-run")
    assert Table.objects.count() == 3
    assert purge().startswith("Deleted: tables 2")
    assert [table.key for table in Table.objects.all()] == [played.key]
    assert not Table.objects.filter(key__in=[idle.key, waited.key]).exists()


def test_finished_games_go_a_year_after_somebody_looked(clock: Clock) -> None:
    unread, read = ended(), ended()
    clock.pass_(days=200)
    services.seen(loaded=read.load(), player=read.opener)
    clock.pass_(days=166)
    purge()
    assert [table.key for table in Table.objects.all()] == [read.key]
    assert not Table.objects.filter(key=unread.key).exists()
    clock.pass_(days=200)
    purge()
    assert not Table.objects.exists()


def test_how_long_is_the_hosts_choice(clock: Clock, settings: object) -> None:
    begun()
    settings.KEEP_UNFINISHED = 10
    clock.pass_(days=11)
    purge()
    assert not Table.objects.exists()


def test_people_go_a_year_later_if_they_have_no_table(clock: Clock) -> None:
    begun()
    clock.pass_(days=61)
    purge()
    assert Player.objects.count() == 2
    Player.objects.update(created_at=clock.now)
    clock.pass_(days=366)
    assert "people without any table 2" in purge()
    assert not Player.objects.exists()


def test_a_rematch_outlives_the_game_before_it(clock: Clock) -> None:
    opened = ended()
    clock.pass_(days=350)
    again = services.rematch(key=opened.key, player=opened.opener)
    clock.pass_(days=20)
    purge()
    assert [table.pk for table in Table.objects.all()] == [again.pk]


# ---------------------------------------------------------------- the host


def act(host: Client, action: str, table: Table, **more: str) -> str:
    address = reverse("admin:games_table_changelist")
    data = {"action": action, "_selected_action": [table.pk], **more}
    return host.post(address, data, follow=True).content.decode()


def test_the_host_finds_a_table_by_its_link(host: Client) -> None:
    opened, other = full(), full()
    address = reverse("admin:games_table_changelist")
    for text in (opened.key, f"https://cards.example/t/{opened.key}/?seat=1"):
        seen = host.get(address, {"q": text}).content.decode()
        assert f"/table/{opened.table.pk}/change/" in seen
        assert f"/table/{other.table.pk}/change/" not in seen


def test_the_host_ends_a_game_and_that_is_noted(host: Client) -> None:
    opened, lobby = begun(), waiting()
    act(host, "end_games", opened.table)
    assert (opened.table.status, opened.table.ended_by) == ("ended", "abandoned")
    assert TableEvent.objects.get().kind == "closed"
    assert Audit.objects.get().object_id == str(opened.table.pk)
    act(host, "end_games", lobby.table)
    assert lobby.table.status == "waiting"
    seen = host.get(reverse("admin:admin_logentry_changelist")).content.decode()
    assert "host" in seen


def test_the_host_deletes_a_table_with_all_that_belongs_to_it(host: Client) -> None:
    opened = begun()
    opened.play("draw")
    act(host, "delete_selected", opened.table, post="yes")
    assert not Table.objects.exists()
    assert Audit.objects.filter(action_flag=3).count() == 1


def test_staff_without_the_right_end_nothing(django_user_model: type) -> None:
    opened = begun()
    staff = Client()
    staff.force_login(django_user_model.objects.create_user("staff", is_staff=True))
    address = reverse("admin:games_table_changelist")
    data = {"action": "end_games", "_selected_action": [opened.table.pk]}
    assert staff.post(address, data).status_code == 403
    assert opened.table.status == "playing"
