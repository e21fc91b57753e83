"""The rules pages say what the engine does, in every language, to people and to search engines."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit
from urllib.robotparser import RobotFileParser

import pytest
from django.template.loader import get_template
from django.test import Client

from games.engine import variants
from games.engine.cards import cards
from games.engine.melds import Canasta, SetRule
from games.engine.refusal import Refusal
from games.engine.variant import Variant, by_seats
from rules_pages.templatetags.rules import linked

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
GAMES = [game.name for game in variants.all_variants()]
LANGUAGES = {"en": ",", "el": ".", "nb": "\N{NO-BREAK SPACE}", "zh-hant": ","}
"""What stands between the thousands."""
NEVER = 8765
"""A number that no game has."""


class Reader(HTMLParser):
    """The ids of a page, its links within, and the words that a reader sees."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.jumps: set[str] = set()
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value and tag != "symbol":
                self.ids[value] += 1
            if name == "href" and tag == "a" and value and value.startswith("#"):
                self.jumps.add(value[1:])

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(autouse=True)
def _four_languages(settings) -> None:
    names = dict(settings.LANGUAGES)
    settings.LANGUAGES = [(code, names.get(code, code)) for code in LANGUAGES]


@pytest.fixture
def plays(monkeypatch) -> Callable[[Variant], None]:
    """Let the site have this game in place of the one of its name."""

    def instead(variant: Variant) -> None:
        games = {(game.name, game.rules): game for game in variants.all_variants()}
        games[variant.name, variant.rules] = variant
        monkeypatch.setattr(variants, "_registered", lambda: games)

    return instead


def page(client: Client, name: str, language: str = "en") -> str:
    response = client.get(f"/{language}/rules/{name}/")
    assert response.status_code == 200
    return response.text


# ---------------------------------------------------------------- complete


def test_every_game_has_its_page_and_stands_in_the_overview(client: Client) -> None:
    overview = client.get("/en/rules/").text
    for name in GAMES:
        get_template(f"rules_pages/games/{name}.html")
        assert f'href="/en/rules/{name}/"' in overview
        assert f"/en/?variant={name}#open" in page(client, name)


def test_a_game_that_does_not_exist_has_no_page(client: Client) -> None:
    assert client.get("/en/rules/whist/").status_code == 404


def test_python_names_no_game_but_the_standard_one() -> None:
    for file in (ROOT / "rules_pages").rglob("*.py"):
        named = re.findall(rf'"({"|".join(GAMES)})"', file.read_text())
        assert named == (["canasta"] if file.name == "figures.py" else []), file


def cited(variant: Variant) -> set[str]:
    """Numbers of all rules that the engine may cite in this game."""
    common = {
        number
        for file in (ROOT / "games" / "engine").glob("*.py")
        for number in re.findall(r'"(C-\d+)"', file.read_text())
    }
    own = {
        *variant.numbers.values(),
        *(rule.rule for rule in variant.melds),
        *(rule.number for rule in variant.house_rules),
    }
    return common | own


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_a_refusal_cites_has_an_anchor(client: Client, name: str) -> None:
    numbers = cited(variants.get(name))
    assert {"C-3", "C-7", "C-9", "C-10", "C-12", "C-13", "C-14", "C-16", "C-17"} <= numbers
    assert numbers <= set(Reader(page(client, name)).ids)


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_there_without_a_gap(client: Client, name: str) -> None:
    ids = Reader(page(client, name)).ids
    told: dict[str, set[int]] = {}
    for one in ids:
        if found := re.fullmatch(r"([A-Z])-(\d+)", one):
            told.setdefault(found[1], set()).add(int(found[2]))
    assert told.pop("C") == set(range(1, 21))
    last = {"K": 16, "S": 16, "B": 6, "R": 17}
    if "B" in told:  # These say otherwise.
        told["S"] |= {11, 12, 14, 16}
    assert told == {letter: set(range(1, last[letter] + 1)) for letter in told}


@pytest.mark.parametrize("name", GAMES)
def test_every_jump_on_the_page_lands_and_no_id_stands_twice(client: Client, name: str) -> None:
    reader = Reader(page(client, name))
    assert reader.jumps <= set(reader.ids)
    assert set(reader.ids.values()) == {1}


EXAMPLES = {
    "samba": "✓ A sequence, ✓ A set, ✕ Too many wild cards, ✕ A gap",
    "bolivia": "✓ A sequence, ✓ A set, ✓ A meld of wild cards, ✕ Too many wild cards, ✕ A gap",
    "canasta": "✓ A set, ✓ A mixed canasta, ✕ Too many wild cards, ✕ No sequences",
    "railroad": "✓ Natural, called red, ✓ Mixed, called black, ✓ Wild, ✓ Sevens, "
    "✕ Not with sevens, ✕ Too few natural cards",
}


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_agrees_with_what_the_pictures_show(client: Client, name: str) -> None:
    figures = re.findall(
        r'<figure class="clothed example( no)?">.*?<figcaption><b>(.*?)</b>', page(client, name)
    )
    assert ", ".join(f"{'✕' if no else '✓'} {title}" for no, title in figures) == EXAMPLES[name]


# ---------------------------------------------------------------- figures


def changes(game: Variant) -> Iterator[tuple[str, Variant]]:
    """The game with one figure changed to `NEVER`, for each of its figures."""
    largest = max(game.seats)
    for field in ("packs", "jokers", "hand", "draw", "canastas_to_go_out", "target"):
        numbers: Mapping[int, int] = getattr(game, field)
        yield (
            f"{field} everywhere",
            replace(game, **{field: by_seats(dict.fromkeys(numbers, NEVER))}),
        )
        if field not in {"packs", "jokers"}:
            yield (
                f"{field} at one size",
                replace(game, **{field: by_seats({**numbers, largest: NEVER})}),
            )
    for field in (
        "kitty",
        "going_out",
        "going_out_in_one",
        "red_three",
        "all_red_threes",
        "red_threes_need_canastas",
        "black_three_left",
        "limit",
    ):
        yield field, replace(game, **{field: NEVER})
    yield "targets", replace(game, targets=(*game.targets, NEVER))
    for place, (start, points) in enumerate(game.openings):
        steps = list(game.openings)
        steps[place] = (start, NEVER)
        yield f"opening {start}", replace(game, openings=tuple(steps))
        if start:
            steps[place] = (NEVER, points)
            yield f"opening from {start}", replace(game, openings=tuple(steps))
    for canasta in game.bonuses:
        bonuses: Mapping[Canasta, int] = MappingProxyType({**game.bonuses, canasta: NEVER})
        yield f"bonus {canasta}", replace(game, bonuses=bonuses)
    melds = tuple(
        replace(rule, wilds=(0, NEVER)) if isinstance(rule, SetRule) else rule
        for rule in game.melds
    )
    yield "wilds", replace(game, melds=melds)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_game_has_the_figure_that_the_next_test_puts_in(
    client: Client, name: str, language: str
) -> None:
    assert f"8{LANGUAGES[language]}765" not in page(client, name, language)


CHANGES = [
    pytest.param(changed, id=f"{name}: {what}")
    for name in GAMES
    for what, changed in changes(variants.get(name))
]


@pytest.mark.parametrize("changed", CHANGES)
def test_a_changed_figure_changes_the_page_in_every_language(
    client: Client, plays, changed: Variant
) -> None:
    plays(changed)
    for language, separator in LANGUAGES.items():
        text = page(client, changed.name, language)
        assert f"8{separator}765" in text
        assert "8765" not in text


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "field",
    [
        "one_open_of_rank",
        "wilds_freeze",
        "wild_in_pair",
        "pair_starts_new_set",
        "last_is_discarded",
        "tie_plays_on",
        "partners_at",
        "top_only_onto",
    ],
)
def test_a_changed_rule_changes_the_page(client: Client, plays, name: str, field: str) -> None:
    game = variants.get(name)
    if field == "wilds_freeze" and game.frozen_until_opened:
        game = replace(game, frozen_until_opened=False)
        plays(game)
    before = page(client, name)
    value = getattr(game, field)
    other: object = not value
    if field == "partners_at":
        other = () if value else (4,)
    if field == "top_only_onto":
        other = frozenset() if value else frozenset({game.melds[-1].kind})
    if field == "pair_starts_new_set" and value:
        game = replace(game, one_open_of_rank=True)
    plays(replace(game, **{field: other}))
    assert page(client, name) != before


def test_the_comparison_stands_beside_the_standard_game_as_it_is(client: Client, plays) -> None:
    standard = variants.get("canasta")
    plays(replace(standard, going_out=NEVER))
    for name in GAMES:
        told = "8,765" in page(client, name)
        assert told == ('<th scope="col">Standard' in page(client, name) or name == "canasta")


def test_one_card_is_not_told_as_several(client: Client, plays) -> None:
    game = variants.get("samba")
    plays(replace(game, draw=by_seats(dict.fromkeys(game.seats, 1))))
    text = page(client, "samba")
    assert "You draw 1 card." in text
    assert "1 card a turn fills the hand" in text
    assert "1 cards" not in text


# What the prose says in words, because it is no figure of a variant.
WORDED = {
    "from four up to ace": ("4S 4H 4D", "3S 3H 3D"),
    "without a gap": ("4H 5H 6H", "4H 5H 7H"),
    "3 or more cards of one rank": ("KS KH KD", "KS KH"),
}


@pytest.mark.parametrize("words", WORDED)
def test_what_is_said_in_words_holds_in_the_engine(client: Client, words: str) -> None:
    right, wrong = WORDED[words]
    game = variants.get("samba")
    assert words in page(client, "samba")
    game.new_meld(cards(right))
    with pytest.raises(Refusal):
        replace(game, melds=game.melds[1:]).new_meld(cards(wrong))


# ---------------------------------------------------------------- engines that search

PATHS = ["/", "/rules/", *(f"/rules/{name}/" for name in GAMES)]
RULES = PATHS[1:]


def tag(code: str) -> str:
    """The language as pages name it."""
    return code.replace("hant", "Hant")


def head(client: Client, path: str) -> str:
    return client.get(path).text.partition("</head>")[0]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_knows_the_others(client: Client, path: str, language: str) -> None:
    text = head(client, f"/{language}{path}")
    assert f'<link rel="canonical" href="http://testserver/{language}{path}">' in text
    links = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', text))
    assert links == {
        **{tag(code): f"http://testserver/{code}{path}" for code in LANGUAGES},
        "x-default": f"http://testserver{path}",
    }
    assert f'<html lang="{tag(language)}" dir="ltr">' in text


@pytest.mark.parametrize("path", PATHS)
def test_without_a_language_the_address_leads_to_the_readers_own(client: Client, path: str) -> None:
    response = client.get(path, headers={"accept-language": "nb-NO,nb;q=0.9"})
    assert (response.status_code, response["Location"]) == (302, f"/nb{path}")
    assert "Accept-Language" in response["Vary"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_and_descriptions_tell_the_pages_apart(client: Client, language: str) -> None:
    heads = [head(client, f"/{language}{path}") for path in PATHS]
    titles = [re.search(r"<title>(.*)</title>", text)[1] for text in heads]
    told = [re.search(r'<meta name="description" content="([^"]*)">', text)[1] for text in heads]
    assert len(set(titles)) == len(set(told)) == len(PATHS)
    for text in told:
        # Chinese says as much in a third of the letters.
        assert (15 if language == "zh-hant" else 50) < len(text.strip()) < 200, text


def told_to_engines(text: str) -> dict[str, object]:
    return json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', text)[1])


@pytest.mark.parametrize("words", ["見 C-12。", "見C-12。", "（S-4）", "C-12", "vgl. C-12, S-4."])
def test_numbers_of_rules_become_links_in_every_script(words: str) -> None:
    shown = linked(words)
    for number in re.findall(r"[CS]-\d+", words):
        assert f'<a href="#{number}">{number}</a>' in shown


@pytest.mark.parametrize("words", ["ABC-12", "C-", "c-12", "XC-12"])
def test_what_is_no_number_of_a_rule_becomes_no_link(words: str) -> None:
    assert linked(words) == words


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_a_rule_within_a_rule_is_a_link(client: Client, name: str) -> None:
    text = page(client, name, "zh-hant")
    for rule in re.findall(r'(?s)<section class="rule".*?</section>', text):
        bare = re.sub(r"(?s)<a [^>]*>.*?</a>", "", re.sub(r'id="[^"]*"', "", rule))
        assert not re.search(r"[CKSRB]-\d", bare)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_meant_for_engines_is_sound_json(client: Client, name: str) -> None:
    trail = told_to_engines(page(client, name))["itemListElement"]
    assert [step["position"] for step in trail] == [1, 2]
    assert trail[0]["item"] == "http://testserver/en/rules/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_engines_are_told_what_the_site_is(client: Client, language: str) -> None:
    text = head(client, f"/{language}/")
    told = told_to_engines(text)
    assert told["url"] == f"http://testserver/{language}/"
    assert told["inLanguage"] == [*map(tag, LANGUAGES)]
    assert f'content="{told["description"]}"' in text
    assert f"<title>{told['name']}</title>" in text


@pytest.mark.parametrize("path", PATHS)
def test_engines_may_list_what_the_sitemap_names(client: Client, path: str) -> None:
    assert "X-Robots-Tag" not in client.get(f"/en{path}")
    assert "X-Robots-Tag" not in client.get(path)
    assert "robots" not in head(client, f"/en{path}")


@pytest.mark.parametrize(
    "path",
    [
        "/en/me/",
        "/en/notices/",
        "/en/settings/",
        "/en/offline/",
        "/en/app.webmanifest",
        "/en/rules/whist/",
        "/nowhere/",
        "/t/some-table/",
        "/t/some-table/text/",
        "/me/some-token/",
        "/feed/some-token/",
        "/admin/login/",
    ],
)
def test_engines_may_list_nothing_else(client: Client, path: str) -> None:
    response = client.get(path)
    assert response["X-Robots-Tag"] == "noindex"
    assert "canonical" not in response.text


def test_robots_find_the_sitemap_and_may_read_everywhere_what_not_to_list(client: Client) -> None:
    response = client.get("/robots.txt", secure=True, headers={"host": "testserver"})
    assert response["Content-Type"].startswith("text/plain")
    robots = RobotFileParser()
    robots.parse(response.text.splitlines())
    assert robots.site_maps() == ["https://testserver/sitemap.xml"]
    for path in ("/", "/sitemap.xml", "/t/some-table/", "/me/token/", *PATHS):
        assert robots.can_fetch("AnyBot", path)


def test_the_sitemap_lists_every_page_in_every_language(client: Client) -> None:
    response = client.get("/sitemap.xml")
    assert response["Content-Type"] == "application/xml"
    listed = set(re.findall(r"<loc>(.*?)</loc>", response.text))
    assert listed == {f"http://testserver/{code}{path}" for code in LANGUAGES for path in PATHS}
    assert 'hreflang="x-default" href="http://testserver/rules/samba/"' in response.text
    for url in listed:
        assert client.get(urlsplit(url).path).status_code == 200


# ---------------------------------------------------------------- served


@pytest.mark.parametrize("path", RULES)
def test_a_page_that_still_holds_is_not_sent_again(client: Client, path: str) -> None:
    first = client.get(f"/en{path}")
    assert first["Cache-Control"] == "private, no-cache"
    assert {"Accept-Language", "Cookie"} <= set(first["Vary"].split(", "))
    again = client.get(f"/en{path}", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    for language in set(LANGUAGES) - {"en"}:
        other = client.get(f"/{language}{path}", headers={"if-none-match": first["ETag"]})
        assert other.status_code == 200
        assert other["ETag"] != first["ETag"]


def test_a_page_holds_no_longer_when_the_game_or_the_forms_secret_changes(
    client: Client, plays
) -> None:
    kept = {"if-none-match": client.get("/en/rules/samba/")["ETag"]}
    stranger = Client()
    stranger.cookies["csrf"] = "a" * 32
    assert stranger.get("/en/rules/samba/", headers=kept).status_code == 200
    plays(replace(variants.get("samba"), going_out=NEVER))
    assert client.get("/en/rules/samba/", headers=kept).status_code == 200


@pytest.mark.parametrize("path", RULES)
def test_a_page_is_small_and_needs_no_script(client: Client, path: str) -> None:
    for language in LANGUAGES:
        response = client.get(f"/{language}{path}")
        assert len(gzip.compress(response.content)) < 40_000
        # One script stands on every page; it installs the site and shows nothing.
        scripts = re.findall(r"<script[^>]*>", response.text)
        assert [tag for tag in scripts if "ld+json" not in tag and "site/app" not in tag] == []
        assert not re.search(r"<[^>]*\s(style|on\w+)\s*=", response.text)


def test_every_page_leads_to_the_rules(client: Client) -> None:
    assert client.get("/en/").text.count('href="/en/rules/"') == 2
