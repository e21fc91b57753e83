"""A clock to be set, for tests of what happens over days."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from games import selectors, services
from games.models import Heartbeat, Table
from tests.web.tables import Opened, full

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


class Clock:
    """The time, as everything that asks `timezone.now()` is told it."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def pass_(self, **length: float) -> None:
        """Let so much time pass; nobody does anything meanwhile."""
        self.now += timedelta(**length)

    def run(self, *, most: int = 500, **length: float) -> None:
        """Let so much time pass with a referee at work, who does all that falls due."""
        end = self.now + timedelta(**length)
        services.beat()
        for _ in range(most):
            at = selectors.next_due()
            if at is None or at > end:
                break
            self._beating(max(at, self.now))
            for table_id in selectors.due(self.now, 100):
                services.act_due(table_id=table_id)
        self._beating(end)

    def _beating(self, at: datetime) -> None:
        """The time is another; meanwhile the referee gave its signs of life."""
        self.now = at
        Heartbeat.objects.filter(pk=1).update(at=at)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, settings: object) -> Clock:
    """The time stands still until the test lets it pass; computer players take no time."""
    settings.BOT_PACE = 0
    now = Clock()
    monkeypatch.setattr(timezone, "now", now)
    selectors.forget()
    return now


def slow(seats: int = 2, **wishes: object) -> Opened:
    """A table of persons at which the first deal has begun, opened with these wishes."""
    opened = full(seats)
    Table.objects.filter(key=opened.key).update(**{"pace": "1d", **wishes})
    selectors.forget()
    services.start(key=opened.key, player=opened.opener)
    return opened
