"""The games as data, the refusals, and what the engine must not know."""

import re
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from games.engine import variants
from games.engine.cards import card
from games.engine.melds import Canasta
from games.engine.refusal import Reason, Refusal
from games.engine.variant import Variant
from games.engine.variants import all_variants, get

ENGINE = Path(variants.__file__).parents[1]
SOURCES = {path.relative_to(ENGINE).as_posix(): path.read_text() for path in ENGINE.rglob("*.py")}

every_game = pytest.mark.parametrize("variant", all_variants(), ids=lambda v: v.name)


def test_every_file_of_the_folder_is_a_game() -> None:
    files = {path.stem for path in (ENGINE / "variants").glob("*.py")} - {"__init__"}
    assert {variant.name for variant in all_variants()} == files
    assert "samba" in files


@every_game
def test_a_game_is_found_by_name_and_version(variant: Variant) -> None:
    assert get(variant.name) is variant
    assert get(variant.name, variant.rules) is variant
    assert get(variant.name, "1").rules == "1"


@pytest.mark.parametrize(("name", "version"), [("whist", None), ("samba", "0"), ("Samba", "1")])
def test_another_name_or_version_is_no_game(name: str, version: str | None) -> None:
    with pytest.raises(KeyError):
        get(name, version)


@every_game
def test_a_game_cannot_be_changed(variant: Variant) -> None:
    with pytest.raises((FrozenInstanceError, TypeError)):
        variant.target = {}  # type: ignore[misc]
    for field in fields(variant):
        value = getattr(variant, field.name)
        assert not isinstance(value, list | dict | set), field.name


@every_game
def test_the_numbers_of_a_game_make_sense(variant: Variant) -> None:
    for seats in variant.seats:
        dealt = seats * (variant.hand[seats] + variant.kitty)
        assert dealt + 1 < variant.cards(seats)
        assert variant.draw[seats] >= 1
        assert variant.canastas_to_go_out[seats] >= 1
        assert variant.target[seats] in variant.targets
    assert set(variant.partners_at) <= set(variant.seats)
    assert list(variant.targets) == sorted(set(variant.targets))
    starts = [start for start, _ in variant.openings]
    points = [need for _, need in variant.openings]
    assert starts[:2] == [None, 0]
    assert starts[1:] == sorted(starts[1:])
    assert points == sorted(points)


@every_game
def test_a_game_pays_every_canasta_that_its_melds_make(variant: Variant) -> None:
    named = {getattr(rule, "name", None) for rule in variant.melds} - {None}
    assert {c for c in named if isinstance(c, Canasta)} <= set(variant.bonuses)
    assert variant.kinds_to_go_out <= set(variant.bonuses)
    assert all(bonus > 0 for bonus in variant.bonuses.values())


@every_game
def test_a_game_cites_rules_by_number(variant: Variant) -> None:
    cited = [*variant.numbers.values(), *(rule.rule for rule in variant.melds)]
    assert all(re.fullmatch(r"[A-Z]-[1-9]\d?", number) for number in cited)


# ---------------------------------------------------------------- refusals


def test_a_refusal_tells_reason_parameters_and_rule_but_no_prose() -> None:
    refusal = Refusal(Reason.OPENING_TOO_LOW, "C-12", need=50, have=30)
    assert str(refusal) == "opening_too_low need=50 have=30 [C-12]"
    assert (refusal.reason, refusal.rule) == (Reason.OPENING_TOO_LOW, "C-12")
    assert dict(refusal.params) == {"need": 50, "have": 30}
    assert str(Refusal(Reason.TAKE_FIRST, "C-7")) == "take_first [C-7]"
    assert str(Refusal(Reason.NOT_HELD, "C-14", card=card("7H"))) == "not_held card=7H [C-14]"


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_given_somewhere(reason: Reason) -> None:
    used = re.compile(rf"Reason\.{reason.name}\b")
    assert any(used.search(text) for name, text in SOURCES.items() if name != "refusal.py")


def test_refusals_cite_rules_by_number() -> None:
    for name, text in SOURCES.items():
        for number in re.findall(r"Reason\.\w+,\s*\"([^\"]*)\"", text):
            assert re.fullmatch(r"[A-Z]-[1-9]\d?", number), f"{name}: {number}"


# ---------------------------------------------------------------- layers


def test_engine_and_computer_players_load_nothing_of_the_web() -> None:
    code = (
        "import sys, games.bots, games.engine.record, games.engine.rules, games.engine.variants\n"
        "print(sorted({name.partition('.')[0] for name in sys.modules}"
        " & {'django', 'channels', 'asgiref', 'daphne', 'redis'}))"
    )
    root = ENGINE.parents[1]
    told = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (told.stdout, told.stderr) == ("[]\n", "")


def test_no_game_is_named_outside_its_own_file() -> None:
    games = "|".join(variant.name for variant in all_variants())
    asks_for_a_name = re.compile(rf"(==|!=|\bin|\bis|case)\s*[(\[{{]?\s*[\"']({games})[\"']")
    for name, text in SOURCES.items():
        if not name.startswith("variants/"):
            assert not asks_for_a_name.search(text), name
