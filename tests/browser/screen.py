"""What a person sees and touches: home, lobby, board. Nothing else of the page is known here."""

from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Locator, Page, Response, expect


def open_table(
    page: Page,
    *,
    name: str,
    game: str = "samba",
    seats: int = 4,
    computers: Iterable[int] = (),
    target: int | None = None,
) -> None:
    """From the first page to the lobby of a new table; seats count from 0."""
    page.goto("/en/")
    choose(page, "variant", game)
    choose(page, f"{game}-seats", str(seats))
    for seat in computers:
        choose(page, f"{game}-computers", str(seat))
    if target is not None:
        choose(page, f"{game}-target", str(target))
    page.locator("#f-name").fill(name)
    follow(page, page.locator('button[value="open"]'))
    expect(page.locator("#main")).to_have_attribute("data-kind", "lobby")


def choose(page: Page, field: str, value: str) -> None:
    box = page.locator(f'input[name="{field}"][value="{value}"]')
    if not box.is_checked():
        box.tap()


def sit_down(page: Page, link: str, *, name: str, seat: int) -> None:
    """Open the link that somebody sent, and take a free seat (from 0)."""
    page.goto(link)
    page.locator("#name").fill(name)
    follow(page, page.locator(f'button[value="take {seat}"]'))
    expect(page.locator(f"#chair-{seat}")).to_contain_text(name)


def follow(page: Page, control: Locator) -> None:
    """Tap what leads to another page, and wait for that."""
    with page.expect_navigation():
        control.tap()


class Board:
    """The board of one page; `plain` where the page has no script, so that each button loads it."""

    def __init__(self, page: Page, *, plain: bool = False) -> None:
        self.page = page
        self.plain = plain

    # ------------------------------------------------------------ what is seen

    def kind(self) -> str | None:
        """`lobby`, `board`, `score` or `result`."""
        return self.page.locator("#main").get_attribute("data-kind")

    def number(self) -> int:
        """The version of the table that the page shows, at whatever kind of page it is."""
        return self.page.evaluate(
            "Number(document.getElementById('r-number')?.value ??"
            " document.getElementById('main').dataset.number)"
        )

    def mine(self) -> bool:
        return self.page.locator("#r-status.yours").count() > 0

    def over(self) -> bool:
        return self.kind() in {"score", "result"}

    def offers(self) -> list[str]:
        """What the buttons below the hand would do, those hidden for want of use left out."""
        return self._values("#r-offers button:visible")

    def hand(self) -> list[str]:
        """The cards beside the draft, in the order of the page."""
        return self._values('input[name="cards"]')

    def chosen(self) -> list[str]:
        return self._values('input[name="cards"]:checked')

    def draft(self) -> str:
        """What is laid out, as the page tells it."""
        return "\n".join(self.page.locator("#r-draft :is(.groups, .groups + p)").all_inner_texts())

    def refusal(self) -> Locator:
        return self.page.locator("#r-refusal [role=alert]")

    def _values(self, selector: str) -> list[str]:
        return [
            str(value)
            for value in self.page.locator(selector).evaluate_all("all => all.map(e => e.value)")
        ]

    # ------------------------------------------------------------ what is touched

    def button(self, do: str) -> Locator:
        """Without a script a deed may be offered for the chosen card and once for any."""
        return self.page.locator(f'#main button[name="do"][value="{do}"]:visible').first

    def press(self, do: str) -> None:
        if self.plain:
            follow(self.page, self.button(do))
        else:
            self.button(do).tap()

    def pick(self, card: str, ordinal: int = 1) -> None:
        """Tap a card at its index, which is seen however many lie over the rest of it."""
        box = self.page.locator(f"#c-{card}-{ordinal}")
        before = box.is_checked()
        box.locator("xpath=..").tap(position={"x": 10, "y": 12})
        expect(box).to_be_checked(checked=not before)

    def pick_all(self, cards: Iterable[str]) -> None:
        seen: list[str] = []
        for card in cards:
            seen.append(card)
            self.pick(card, seen.count(card))

    def pick_and_ask(self, cards: Iterable[str]) -> list[str]:
        """Tap cards and wait for the answer about them all: what they can become."""
        with self.page.expect_response(about([*self.chosen(), *cards])):
            self.pick_all(cards)
        # The class is there until the answer has been put in its place.
        expect(self.page.locator("#ask.htmx-request")).to_have_count(0)
        return self.offers()

    def unfold(self, fold: str) -> None:
        """Open or close what is folded away on a phone: `theirs`, `moves`, `typed`."""
        self.page.locator(f'label[for="f-{fold}"]').tap()

    def type(self, move: str) -> None:
        if not self.page.locator("#typed").is_visible():
            self.unfold("typed")
        self.page.locator("#typed").fill(move)
        self.press("typed")

    # ------------------------------------------------------------ what is waited for

    def until(self, true: Callable[[], Any], what: str, seconds: float = 10) -> None:
        """Wait for something on the page; it is looked at again whenever the page has run."""
        for _ in range(int(seconds * 50)):
            if true():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"Waited {seconds} s in vain: {what}\n{self.page.url}")

    def await_offer(self, do: str) -> None:
        """Wait for the answer about the chosen cards."""
        expect(self.button(do)).to_be_visible()

    def await_kind(self, kind: str) -> None:
        """Wait for a page that comes by itself."""
        self.until(lambda: self.kind() == kind, f"the {kind}")

    def await_turn(self, seconds: float = 10) -> bool:
        """Wait until this person must act; False where the deal is over instead."""
        self.until(lambda: self.over() or self.mine(), "one's turn or the end of the deal", seconds)
        return not self.over()


def about(cards: Iterable[str]) -> Callable[[Response], bool]:
    """Whether an answer tells what just these chosen cards can become."""
    wanted = sorted(cards)

    def about_them(response: Response) -> bool:
        asked = parse_qs(response.request.post_data or "").get("cards", [])
        return response.url.endswith("/offers/") and sorted(asked) == wanted

    return about_them


def ranks(hand: Iterable[str]) -> dict[str, list[str]]:
    """The cards of a hand that are no wilds and no threes, by rank, the most first."""
    found: dict[str, list[str]] = {}
    for card in hand:
        if card[0] not in "23X":
            found.setdefault(card[0], []).append(card)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))
