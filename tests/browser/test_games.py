"""A whole game of each kind against a computer player, from the first page to the result."""

import json
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from games.engine.record import parse, verify
from games.engine.variant import Variant
from games.engine.variants import all_variants
from tests.browser.browsing import Watch, scrolls_sideways
from tests.browser.conftest import Browse
from tests.browser.player import REFUSED, play_deal, sit_deal_out
from tests.browser.screen import Board, follow, open_table
from tests.browser.server import Site


@pytest.mark.parametrize("game", all_variants(), ids=lambda game: game.name)
def test_a_whole_game_is_played(
    game: Variant, site: Site, browse: Browse, watches: list[Watch]
) -> None:
    ann = browse()
    watches[0].allowed.add(REFUSED)
    fewest, target = min(game.seats), min(game.targets)
    open_table(
        ann,
        name="Ann",
        game=game.name,
        seats=fewest,
        computers=range(1, fewest),
        target=target,
    )
    follow(ann, ann.get_by_role("button", name="Start", exact=True))

    board = Board(ann)
    board.await_kind("board")
    play_deal(board)
    deals = 1
    while board.kind() != "result":
        ann.get_by_role("button", name="Next deal").tap()
        board.await_kind("board")
        sit_deal_out(board)
        deals += 1
        assert not scrolls_sideways(ann)

    expect(ann.locator(".ledger").first).to_contain_text("Total")
    key = ann.url.split("/")[-2]
    with urlopen(f"{site.url}/t/{key}/log.json") as answer:
        log = json.load(answer)
    assert (log["variant"], len(log["deals"])) == (game.name, deals)
    verify(parse(json.dumps(log)))
