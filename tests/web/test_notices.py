"""Telling people that it is their turn: what is noted, what is sent, and how it ends."""

import asyncio
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation

from games import letters, post, presence, selectors, services, telling, tickets
from games.engine.moves import Discard, Draw
from games.engine.refusal import Refusal
from games.letters import Outcome
from games.models import Feed, Notice, Player, Subscription
from games.post import Post
from games.services.notices import BACKOFF, turn_begins
from samba_site.mail import mail_settings
from samba_site.vapid import new_vapid_key
from tests.web.people import at, browser
from tests.web.pushing import MailServer, PushService, mail_server, push_service, vapid_claims
from tests.web.tables import Opened, begun, full, person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def fresh(settings: Any) -> None:
    cache.clear()
    settings.NOTICE_AFTER = 0
    telling.QUESTIONS._counts.clear()
    telling.WISHES._counts.clear()


@pytest.fixture
def push(settings: Any) -> Iterator[PushService]:
    """A push service, and a site that is set up for it."""
    with push_service() as service:
        settings.PUSH_CONTACT = "mailto:host@cards.example"
        settings.VAPID_KEY = new_vapid_key()
        settings.PUSH_SERVICES = [service.origin]
        yield service


@pytest.fixture
def mails(settings: Any) -> Iterator[MailServer]:
    """A mail server, and a site that is set up for it."""
    with mail_server() as (server, port):
        settings.MAIL = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        found = mail_settings(f"smtp://127.0.0.1:{port}", "Samba <samba@cards.example>")
        for name, value in found.items():
            setattr(settings, name, value)
        yield server


def subscribe(push: PushService, player: Player, language: str = "en") -> Subscription:
    return services.subscribe_push(
        player=player, **push.subscription, language=language, origin="http://testserver"
    )


def subscribe_mail(player: Player, address: str = "ann@cards.example") -> Subscription:
    subscription = services.subscribe_mail(
        player=player, address=address, language="en", origin="http://testserver"
    )
    services.confirm_mail(subscription=subscription)
    Notice.objects.all().delete()
    return subscription


def next_player(opened: Opened) -> Player:
    player = opened.players[1 - opened.load().turn]
    assert player is not None
    return player


def sent(most: int = 10) -> int:
    """Deliver all that is due, as the referee would; how many notices were due."""
    due = selectors.due_notices(timezone.now(), most)
    for notice in due:
        post.deliver(notice)
    return len(due)


def later(**time: float) -> None:
    """Let time pass for the notices that wait."""
    for notice in Notice.objects.filter(due_at__isnull=False):
        notice.due_at -= timedelta(**time)
        notice.save()


# ---------------------------------------------------------------- one message a turn


def test_a_push_message_says_that_it_is_ones_turn_and_leads_to_the_table(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    opened.pass_turn()
    assert sent() == 1
    (told,) = push.received
    assert told["title"] == "Your turn"
    assert told["text"] == "Samba at Ann’s table waits for you."
    assert told["url"] == f"/t/{opened.key}/"
    claims = vapid_claims(told["headers"], letters.public_key())
    assert claims["sub"] == "mailto:host@cards.example"
    assert claims["aud"] == push.origin
    assert told["headers"]["TTL"] == "86400"


def test_a_turn_is_told_once_however_many_moves_it_takes(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    opened.pass_turn()
    assert sent() == 1
    opened.play("draw")
    assert [sent() for _ in range(3)] == [0, 0, 0]
    assert len(push.received) == 1


def test_the_next_turn_is_told_anew(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    for _ in range(3):
        opened.pass_turn()
        sent()
    assert len(push.received) == 2
    assert Notice.objects.count() == 1


def test_a_turn_that_is_over_is_not_told(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    opened.pass_turn()
    opened.pass_turn()
    assert sent() == 1
    assert push.received == []


def test_who_is_at_the_table_is_told_only_after_leaving_it(push) -> None:
    opened = begun()
    player = next_player(opened)
    subscribe(push, player)
    opened.pass_turn()
    presence.look(opened.table.pk, player.pk)
    assert sent() == 1
    assert push.received == []
    cache.clear()
    later(seconds=post.HERE + 1)
    assert sent() == 1
    assert len(push.received) == 1


def test_two_senders_send_one_message(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    opened.pass_turn()
    mine, theirs = (selectors.due_notices(timezone.now(), 9) for _ in range(2))
    for notice in mine + theirs:
        post.deliver(notice)
    assert len(push.received) == 1


def test_who_moves_for_both_sides_is_not_told(push) -> None:
    opened = begun()
    player = next_player(opened)
    opened.table.seats.update(player=player)
    selectors.forget()
    subscribe(push, player)
    for _ in range(3):
        loaded = opened.load()
        services.play_move(
            key=opened.key, player=player, seat=loaded.turn, number=loaded.number, move=Draw()
        )
        hand = opened.load().view(loaded.turn).hand
        services.play_move(
            key=opened.key,
            player=player,
            seat=loaded.turn,
            number=opened.load().number,
            move=Discard(next(iter(hand))),
        )
    assert not Notice.objects.exists()


def test_a_refused_move_notes_nothing(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    with pytest.raises(Refusal):
        opened.play("stop")
    assert not Notice.objects.exists()


def test_the_first_turn_of_a_game_is_told(push) -> None:
    opened = full()
    for player in opened.players:
        subscription = push.subscription | {"address": f"{push.address}{player.pk}"}
        services.subscribe_push(player=player, **subscription, language="en", origin="http://a")
    services.start(key=opened.key, player=opened.opener)
    assert sent() == 1
    assert len(push.received) == 1


def test_where_nothing_is_set_up_a_move_costs_no_query_more(django_assert_num_queries) -> None:
    loaded = begun().load()
    with django_assert_num_queries(0):
        turn_begins(loaded, 1 - loaded.turn)


@pytest.mark.parametrize("language", ["en", "nb"])
def test_each_reads_their_own_language(push, monkeypatch, language: str) -> None:
    active = []
    words = letters.wording.your_turn
    monkeypatch.setattr(
        letters.wording,
        "your_turn",
        lambda *about: active.append(translation.get_language()) or words(*about),
    )
    opened = begun()
    subscribe(push, next_player(opened), language)
    opened.pass_turn()
    sent()
    assert active == [language]
    assert push.received[0]["language"] == language


# ---------------------------------------------------------------- failures


@pytest.mark.parametrize("code", [404, 410])
def test_a_dead_subscription_is_removed(push, code: int) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    push.answers = [code]
    opened.pass_turn()
    sent()
    assert not Subscription.objects.exists()
    assert not Notice.objects.exists()


@pytest.mark.parametrize("code", [429, 500, 503, 307])
def test_a_failure_is_tried_again_later(push, code: int) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    push.answers = [code, code]
    opened.pass_turn()
    assert [sent(), sent()] == [1, 0]
    later(seconds=BACKOFF[0])
    assert [sent(), sent()] == [1, 0]
    later(seconds=BACKOFF[1])
    sent()
    assert len(push.received) == 1


def test_after_some_failures_the_turn_is_given_up(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    push.answers = [503] * 9
    opened.pass_turn()
    tries = 0
    while sent():
        tries += 1
        later(days=1)
    assert tries == len(BACKOFF) + 1 == len([503] * 9) - len(push.answers)
    assert Subscription.objects.count() == 1


def test_a_push_service_that_is_not_there_is_a_failure(push) -> None:
    opened = begun()
    subscribe(push, next_player(opened))
    opened.pass_turn()
    push.server.server_close()
    notice = Notice.objects.get()
    assert letters.send(notice) is Outcome.FAILED


def test_a_key_that_is_none_ends_the_subscription(push) -> None:
    opened = begun()
    services.subscribe_push(
        player=next_player(opened),
        **push.subscription | {"key": "AAAA"},
        language="en",
        origin="http://a",
    )
    opened.pass_turn()
    sent()
    assert not Subscription.objects.exists()


# ---------------------------------------------------------------- e-mail


def test_an_e_mail_leads_to_the_table_and_to_its_own_end(mails) -> None:
    opened = begun()
    subscription = subscribe_mail(next_player(opened))
    opened.pass_turn()
    assert sent() == 1
    (letter,) = mails.letters
    assert letter["Subject"] == "Your turn: Samba"
    assert letter["To"] == "ann@cards.example"
    assert letter["From"] == "Samba <samba@cards.example>"
    assert letter["Auto-Submitted"] == "auto-generated"
    text = letter.get_content()
    assert f"http://testserver/t/{opened.key}/" in text
    stop = f"http://testserver/notices/stop/{tickets.stop_token(subscription)}/"
    assert stop in text
    assert letter["List-Unsubscribe"].strip() == f"<{stop}>"
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_mail_server_that_is_busy_is_tried_again(mails) -> None:
    opened = begun()
    subscribe_mail(next_player(opened))
    mails.answers = ["451 later"]
    opened.pass_turn()
    sent()
    assert mails.letters == []
    later(seconds=BACKOFF[0])
    sent()
    assert len(mails.letters) == 1


def test_an_address_that_is_refused_for_good_is_not_tried_again(mails) -> None:
    opened = begun()
    subscribe_mail(next_player(opened))
    mails.recipients = ["550 nobody here"]
    opened.pass_turn()
    sent()
    later(days=1)
    assert sent() == 0
    assert mails.letters == []


def test_an_address_is_told_nothing_before_its_owner_said_yes(mails) -> None:
    opened = begun()
    player = next_player(opened)
    client = browser(player)
    assert client.post("/en/notices/mail/", {"address": "ann@cards.example"}).status_code == 303
    opened.pass_turn()
    sent()
    (question,) = mails.letters
    assert "Shall we tell you here" in question["Subject"]
    link = re.search(r"http://testserver(/notices/confirm/\S+)", question.get_content())[1]
    stranger = Client()
    for _ in range(3):
        assert stranger.get(link).status_code == 200
    assert not Subscription.objects.get().confirmed
    opened.pass_turn()
    opened.pass_turn()
    assert sent() == 0
    assert stranger.post(link).status_code == 200
    opened.pass_turn()
    opened.pass_turn()
    sent()
    assert [letter["Subject"] for letter in mails.letters[1:]] == ["Your turn: Samba"]


def test_one_address_is_asked_three_times_an_hour_at_most(mails) -> None:
    for _ in range(6):
        client = Client()
        assert client.post("/en/notices/mail/", {"address": "Eve@cards.example"}).status_code == 303
    sent()
    assert len(mails.letters) == 3


def test_what_is_no_address_is_refused_in_words(mails) -> None:
    answer = Client().post("/en/notices/mail/", {"address": "nobody\r\nBcc: all@example.org"})
    assert answer.status_code == 422
    assert "That is not an e-mail address." in answer.text
    assert not Player.objects.exists()


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("smtp://mail", ("mail", 25, "", False, False)),
        ("smtp+tls://me:p%40ss@mail", ("mail", 587, "me", True, False)),
        ("smtps://me:x@mail:2465", ("mail", 2465, "me", False, True)),
    ],
)
def test_the_mail_server_is_one_address(url: str, expected: tuple[object, ...]) -> None:
    found = mail_settings(url, "samba@cards.example")
    names = ["HOST", "PORT", "HOST_USER", "USE_TLS", "USE_SSL"]
    assert tuple(found[f"EMAIL_{name}"] for name in names) == expected


# ---------------------------------------------------------------- asking for it, and the end


def test_the_page_offers_only_what_the_host_has_set_up() -> None:
    page = Client().get("/en/notices/").text
    assert "push-form" not in page
    assert "e-mail" not in page
    assert "Atom feed" in page
    assert not Player.objects.exists()


def test_a_browser_subscribes_by_the_page(push) -> None:
    client = browser(person())
    page = client.get("/en/notices/").text
    assert f'data-push="{letters.public_key()}"' in page
    assert client.post("/en/notices/push/", push.subscription).status_code == 204
    subscription = Subscription.objects.get()
    assert (subscription.language, subscription.origin) == ("en", "http://testserver")
    assert "Device 1 gets messages." in client.get("/en/notices/").text


@pytest.mark.parametrize(
    "address",
    [
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com:8443/x",
        "https://me@fcm.googleapis.com/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[broken/x",
        "file:///etc/passwd",
    ],
)
def test_only_known_push_services_are_spoken_to(push, settings, address: str) -> None:
    settings.PUSH_SERVICES = ["fcm.googleapis.com"]
    assert tickets.is_push_service("https://fcm.googleapis.com/fcm/send/x")
    assert tickets.is_push_service("https://eu.fcm.googleapis.com/x")
    assert not tickets.is_push_service(address)
    answer = Client().post("/en/notices/push/", push.subscription | {"address": address})
    assert answer.status_code in (400, 422)
    assert not Subscription.objects.exists()


@pytest.mark.parametrize("wrong", [{"key": "AAAA"}, {"key": "!"}, {"auth": "AAAA"}, {"auth": ""}])
def test_keys_that_are_none_are_refused(push, wrong: dict[str, str]) -> None:
    assert Client().post("/en/notices/push/", push.subscription | wrong).status_code == 400


def test_unsubscribing_is_one_tap_from_the_page_of_the_link(mails) -> None:
    subscription = subscribe_mail(person())
    link = f"/notices/stop/{tickets.stop_token(subscription)}/"
    client = Client()
    for method in (client.get, client.head):
        assert method(link).status_code == 200
    assert Subscription.objects.exists()
    assert "Stop the messages" in client.get(link).text
    assert "nothing is sent" in client.post(link).text
    assert not Subscription.objects.exists()
    assert client.get(link).status_code == client.post(link).status_code == 200


def test_a_mail_program_unsubscribes_by_one_post_without_cookies(mails) -> None:
    subscription = subscribe_mail(person())
    link = f"/notices/stop/{tickets.stop_token(subscription)}/"
    program = Client(enforce_csrf_checks=True)
    answer = program.post(link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not Subscription.objects.exists()


def test_a_forged_link_ends_nothing(mails) -> None:
    subscription = subscribe_mail(person())
    token = tickets.stop_token(subscription)
    for forged in (f"{subscription.pk}", token[:-1], tickets.confirm_token(subscription), "1:x"):
        Client().post(f"/notices/stop/{forged}/")
    assert Subscription.objects.exists()
    assert Client().get("/notices/confirm/1:x:y/").status_code == 404
    assert Client().post(f"/notices/confirm/{token}/").status_code == 404


def test_a_browser_that_changes_hands_tells_its_new_person_alone(push) -> None:
    first, second = person(), person()
    subscribe(push, first)
    subscribe(push, second)
    assert Subscription.objects.get().player == second


# ---------------------------------------------------------------- the referee's post


def test_the_referee_sends_without_being_asked(push, settings) -> None:
    opened = begun()
    subscribe(push, next_player(opened))

    async def scenario() -> None:
        sender = Post()
        task = asyncio.create_task(sender.run())
        await asyncio.sleep(0.1)
        await sync_to_async(opened.pass_turn)()
        for _ in range(100):
            if push.received:
                break
            await asyncio.sleep(0.05)
        sender.stop()
        await asyncio.wait_for(task, 5)

    async_to_sync(scenario)()
    assert len(push.received) == 1


def test_where_nothing_is_set_up_no_post_is_kept() -> None:
    asyncio.run(asyncio.wait_for(Post().run(), 1))


# ---------------------------------------------------------------- the feed


def feed_of(client: Client) -> str:
    page = client.get("/en/notices/").text
    return re.search(r'value="http://testserver(/feed/[^"]+)"', page)[1]


def test_the_feed_lists_the_tables_that_wait_for_me_alone() -> None:
    opened = begun()
    mine = at(opened, opened.load().turn)
    assert mine.post("/en/notices/feed/", {"do": "open"}).status_code == 303
    reader = Client()
    answer = reader.get(feed_of(mine))
    assert answer["Content-Type"].startswith("application/atom+xml")
    text = answer.text
    assert "Your turn: Samba at Ann’s table waits for you." in text
    assert f"http://testserver/t/{opened.key}/" in text
    entry = re.search(r"<id>(tag:[^<]+)</id>", text)[1]
    opened.play("draw")
    assert entry in reader.get(feed_of(mine)).text
    hand = opened.load().view(opened.load().turn).hand
    opened.play(Discard(next(iter(hand))))
    assert "<entry>" not in reader.get(feed_of(mine)).text
    opened.pass_turn()
    assert entry not in reader.get(feed_of(mine)).text
    assert "<entry>" in reader.get(feed_of(mine)).text


def test_a_new_address_ends_the_old_one_and_no_address_can_be_guessed() -> None:
    client = browser(person())
    client.post("/en/notices/feed/", {"do": "open"})
    old = feed_of(client)
    client.post("/en/notices/feed/", {"do": "renew"})
    new = feed_of(client)
    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    feed = Feed.objects.get()
    assert Client().get(f"/feed/{feed.pk}-{feed.nonce}/").status_code == 404
    client.post("/en/notices/feed/", {"do": "close"})
    assert Client().get(new).status_code == 404


def test_feeds_and_links_reach_no_referer() -> None:
    client = browser(person())
    client.post("/en/notices/feed/", {"do": "open"})
    assert client.get(feed_of(client))["Referrer-Policy"] == "no-referrer"
    assert client.get("/en/notices/")["Referrer-Policy"] == "no-referrer"
    assert client.get("/notices/stop/1:x/")["Referrer-Policy"] == "no-referrer"
