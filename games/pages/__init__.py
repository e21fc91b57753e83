"""What the pages of tables show, ready for the templates."""

from games.pages.home import context as home_context
from games.pages.page import Page, draft_of, page
from games.pages.replay import context as replay_context
from games.pages.viewer import SORT_COOKIE, Viewer, sort_of

__all__ = [
    "SORT_COOKIE",
    "Page",
    "Viewer",
    "draft_of",
    "home_context",
    "page",
    "replay_context",
    "sort_of",
]
