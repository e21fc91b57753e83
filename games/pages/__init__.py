"""What the pages of tables show, ready for the templates."""

from games.pages import talk
from games.pages.home import context as home_context
from games.pages.page import Page, draft_of, page
from games.pages.replay import context as replay_context
from games.pages.text import context as text_context
from games.pages.viewer import Viewer

__all__ = [
    "Page",
    "Viewer",
    "draft_of",
    "home_context",
    "page",
    "replay_context",
    "talk",
    "text_context",
]
