"""Tags of the rules pages: a numbered rule, an example of a meld, a number, sentences."""

import re

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games.engine.cards import cards as cards_of
from games.engine.refusal import Refusal
from games.wording import card_name, listed, number, paragraph
from rules_pages.faces import faces

register = template.Library()
register.filter("number", number)
register.simple_tag(paragraph, name="sentences")

# Beside Chinese characters, which are letters to Unicode and not to ASCII, too.
RULE_NUMBER = re.compile(r"\b([A-Z]-[0-9]+)\b", re.ASCII)


@register.filter(is_safe=True)
def linked(content: str) -> SafeString:
    """Text of a template, in which numbers of rules become links: they stand on the same page."""
    # Safe: what was safe before, with nothing added but links.
    return mark_safe(RULE_NUMBER.sub(r'<a href="#\1">\1</a>', content.strip()))


@register.simple_block_tag
def rule(content: str, name: str, title: str, level: int = 4) -> SafeString:
    """A paragraph of the rules that refusals link to, e.g. ``{% rule "S-4" _("Sets") %}``.

    `level` is that of its heading.
    """
    return format_html(
        '<section class="rule" id="{name}"><h{level}><a class="no num" href="#{name}">{name}</a> '
        "{title}</h{level}>{content}</section>",
        name=name,
        level=level,
        title=title,
        content=linked(content),
    )


@register.simple_block_tag(takes_context=True)
def example(context: template.Context, content: str, cards: str, title: str) -> SafeString:
    """A meld as it lies on the table. Whether it is allowed the engine says, not the template."""
    shown = cards_of(cards)
    allowed = True
    try:
        context["game"].variant.new_meld(shown)
    except Refusal:
        allowed = False
    return render_to_string(
        "rules_pages/parts/example.html",
        {
            "faces": faces(shown),
            "names": listed([card_name(card) for card in shown]),
            "allowed": allowed,
            "title": title,
            "words": content.strip(),
        },
    )
