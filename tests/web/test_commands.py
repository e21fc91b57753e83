"""The commands that write and judge logs: `simulate` and `verify`."""

import os
import re
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import translation

from games.bots import LEVELS
from games.engine.record import GameEnd, parse
from games.engine.variants import all_variants

TESTS = Path(__file__).parents[1]
RIGHT = TESTS / "logs" / "right" / "samba-2p-normal-11-03.json"
FORGED = TESTS / "logs" / "forged" / "037-black-threes-samba-2p-stall-31-25.json"
KINDS = [(variant.name, seats) for variant in all_variants() for seats in variant.seats]


def manage(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """`manage.py` as a process of its own, with the site's real settings and no database."""
    environment = (
        os.environ
        | {
            "DJANGO_SETTINGS_MODULE": "samba_site.settings",
            "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
        }
        | environment
    )
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, words)],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def verify(*files: Path) -> tuple[list[str], int]:
    """(lines printed, exit status)"""
    out = StringIO()
    try:
        call_command("verify", *map(str, files), stdout=out)
    except SystemExit as stop:
        return out.getvalue().splitlines(), int(str(stop.code))
    return out.getvalue().splitlines(), 0


def simulate(out: Path, *words: object) -> list[str]:
    """The lines printed by a run that writes to this folder."""
    lines = StringIO()
    kind = ["--variant=samba", "--seats=4", "--target=2500", f"--out={out}"]
    call_command("simulate", *kind, *map(str, words), stdout=lines)
    return lines.getvalue().splitlines()


# ---------------------------------------------------------------- verify


def test_verify_says_ok_of_a_right_log() -> None:
    assert verify(RIGHT) == ([f"ok {RIGHT}"], 0)


def test_verify_names_place_reason_and_rule_of_the_first_fault() -> None:
    lines, status = verify(FORGED)
    assert status == 1
    assert lines[0].startswith(f"{FORGED}: deal 3 move 119: 'lay 3C 3S 3S' by seat 1: Black threes")
    assert lines[0].endswith(" [C-16]")


def test_verify_answers_in_the_order_of_its_arguments(tmp_path: Path) -> None:
    files = [RIGHT, FORGED, tmp_path / "missing", RIGHT, tmp_path]
    lines, status = verify(*files)
    assert status == 1
    assert [line.split(": ")[0] for line in lines] == [
        f"ok {RIGHT}", str(FORGED), str(tmp_path / "missing"), f"ok {RIGHT}", str(tmp_path)
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"{}",
        b"[" * 100_000,
        b"\xff",
        bytes(10_000_000),
        b'{"format": "canasta-log/1"}',
        RIGHT.read_bytes()[:-2],
        RIGHT.read_bytes().replace(b"draw", b"dr\\naw", 1),
    ],
)
def test_verify_has_one_line_for_a_broken_file(tmp_path: Path, text: bytes) -> None:
    broken = tmp_path / "broken.json"
    broken.write_bytes(text)
    lines, status = verify(broken)
    assert status == 1
    assert len(lines) == 1
    assert lines[0].startswith(f"{broken}: ")
    assert lines[0].endswith(" [log-format]")


def test_verify_speaks_english_and_needs_no_database(tmp_path: Path) -> None:
    strange = tmp_path / "größe-牌.json"
    shutil.copy(RIGHT, strange)
    english = verify(FORGED)[0]
    with translation.override("el"):
        assert verify(FORGED)[0] == english
    done = manage("verify", FORGED, strange, LANG="el_GR.UTF-8", LANGUAGE="el", PYTHONUTF8="1")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.splitlines() == [*english, f"ok {strange}"]


def test_verify_can_name_any_file_on_any_terminal(tmp_path: Path) -> None:
    strange = tmp_path / "größe-牌.json"
    shutil.copy(RIGHT, strange)
    done = manage("verify", strange, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"ok {tmp_path}/gr\\xf6\\xdfe-\\u724c.json\n"


# ---------------------------------------------------------------- simulate


@pytest.mark.parametrize(("variant", "seats"), KINDS)
def test_simulate_writes_whole_games_that_verify_accepts(
    tmp_path: Path, variant: str, seats: int
) -> None:
    words = [f"--variant={variant}", f"--seats={seats}", "--games=2", "--seed=1"]
    call_command("simulate", *words, f"--out={tmp_path / 'new' / 'logs'}", stdout=StringIO())
    logs = sorted((tmp_path / "new" / "logs").iterdir())
    assert [path.name for path in logs] == ["0001.json", "0002.json"]
    assert verify(*logs) == ([f"ok {path}" for path in logs], 0)
    for path in logs:
        record = parse(path.read_bytes())
        assert (record.variant.name, len(record.seats)) == (variant, seats)
        assert record.target == record.variant.target[seats]
        assert record.result is not None
        assert record.result.ended_by in (GameEnd.TARGET, GameEnd.DRAW, GameEnd.LIMIT)


def test_simulate_tells_what_it_did(tmp_path: Path) -> None:
    lines = simulate(tmp_path, "--games=3", "--seed=1")
    records = [parse(path.read_bytes()) for path in tmp_path.iterdir()]
    deals = [deal for record in records for deal in record.deals]
    endings = [deal.outcome.ended_by for deal in deals if deal.outcome]
    told = [line.split() for line in lines]
    assert told[:3] == [
        ["games", "3"],
        ["deals", str(len(deals))],
        ["moves", str(sum(len(deal.moves) for deal in deals))],
    ]
    assert told[3:-1] == [["ended", e, str(endings.count(e))] for e in sorted(set(endings))]
    assert told[-1][0] == "seconds"


def test_simulate_writes_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    simulate(tmp_path / "here", "--games=2", "--seed=7", "--players=steady,random")
    for hash_seed in ("1", "2"):
        done = manage(
            "simulate", "--variant=samba", "--seats=4", "--target=2500", "--games=1", "--seed=7",
            "--players=steady,random", f"--out={tmp_path / hash_seed}", PYTHONHASHSEED=hash_seed,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        first = (tmp_path / hash_seed / "0001.json").read_bytes()
        assert first == (tmp_path / "here" / "0001.json").read_bytes()
    assert first != (tmp_path / "here" / "0002.json").read_bytes()


def test_another_seed_makes_other_games(tmp_path: Path) -> None:
    for seed in ("7", "8"):
        simulate(tmp_path / seed, "--games=1", f"--seed={seed}")
    assert (tmp_path / "7" / "0001.json").read_bytes() != (
        tmp_path / "8" / "0001.json"
    ).read_bytes()


def test_players_are_seated_over_and_over(tmp_path: Path) -> None:
    simulate(tmp_path, "--games=1", "--seed=1", "--players=random,steady,steady")
    seats = parse((tmp_path / "0001.json").read_bytes()).seats
    assert [seat.player for seat in seats] == ["random", "steady", "steady", "random"]
    assert len({seat.name for seat in seats}) == 4


def test_house_rules_may_be_on(tmp_path: Path) -> None:
    words = ["--variant=canasta", "--house-rules=take_onto_meld", "--players=random"]
    simulate(tmp_path, "--games=1", "--seed=1", *words)
    record = parse((tmp_path / "0001.json").read_bytes())
    assert record.house_rules == {"take_onto_meld"}
    assert verify(tmp_path / "0001.json")[1] == 0
    moves = [str(move) for deal in record.deals for _, move in deal.moves]
    assert any(re.match(r"pile m\d+( /|$)", move) for move in moves)


def test_without_players_all_are_steady(tmp_path: Path) -> None:
    simulate(tmp_path, "--games=1", "--seed=1")
    seats = parse((tmp_path / "0001.json").read_bytes()).seats
    assert {seat.player for seat in seats} == {"steady"}
    assert "steady" in LEVELS


@pytest.mark.parametrize(
    "word",
    [
        "--variant=whist", "--seats=5", "--seats=x", "--games=0", "--games=x", "--target=1",
        "--players=", "--players=steady,nobody", "--house-rules=take_onto_meld",
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(tmp_path: Path, word: str) -> None:
    with pytest.raises(CommandError):
        simulate(tmp_path / "logs", "--games=1", "--seed=1", word)
    assert not (tmp_path / "logs").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match="file"):
        simulate(tmp_path / "file" / "logs", "--games=1", "--seed=1")


@pytest.mark.parametrize("seed", [b"\xff", "größe".encode("latin1"), b"\xed\xa0\x80"])
def test_a_seed_is_any_bytes_that_can_be_typed(tmp_path: Path, seed: bytes) -> None:
    done = manage(
        "simulate", "--variant=samba", "--seats=4", "--target=2500", "--games=1",
        f"--seed={os.fsdecode(seed)}", f"--out={tmp_path}", PYTHONUTF8="1",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert verify(tmp_path / "0001.json")[1] == 0


def test_a_seed_that_is_no_text_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--seed"):
        simulate(tmp_path, "--games=1", "--seed=\ud800")


@pytest.fixture(params=["nowhere", "no folder"])
def no_data(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A DATA_DIR in which nothing can be kept, not even by root."""
    if request.param == "nowhere":
        return "/proc/nothing/data"
    (tmp_path / "file").write_text("")
    return str(tmp_path / "file")


def test_logs_are_judged_and_games_simulated_where_nothing_can_be_kept(
    tmp_path: Path, no_data: str
) -> None:
    done = manage("verify", RIGHT, DATA_DIR=no_data, DATABASE_URL="")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"ok {RIGHT}\n", "")
    done = manage(
        "simulate", "--variant=samba", "--seats=2", "--games=1", "--seed=1",
        f"--out={tmp_path / 'logs'}", DATA_DIR=no_data, DATABASE_URL="",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["serve", "migrate"])
def test_a_site_that_can_keep_nothing_says_so_and_does_not_begin(
    no_data: str, command: str
) -> None:
    done = manage(command, DATA_DIR=no_data, DATABASE_URL="", SECRET_KEY="")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    if command == "migrate":
        # Django may look into the database before it asks us.
        assert "DATA_DIR" in done.stderr
        return
    assert f"The signing key cannot be kept in {Path(no_data).resolve()}" in done.stderr
    assert "samba.sqlite3 cannot be written" in done.stderr
    assert "Set DATA_DIR to a folder" in done.stderr


def test_a_site_whose_database_and_key_are_elsewhere_needs_no_folder(no_data: str) -> None:
    done = manage("check", DATA_DIR=no_data, SECRET_KEY="x" * 60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("BOT_PACE", "nan"),
        ("BOT_PACE", "soon"),
        ("START_AFTER", "inf"),
        ("START_AFTER", "1e300"),
        ("GO_ON_AFTER", "-1"),
        ("REQUEST_THREADS", "0"),
        ("REQUEST_THREADS", "four"),
        ("REQUEST_THREADS", "²"),
        ("DATABASE_URL", "mysterious://here"),
    ],
)
def test_a_setting_that_cannot_be_meant_stops_the_start_with_a_sentence(
    tmp_path: Path, name: str, value: str
) -> None:
    command = "migrate" if value == "nan" else "serve"
    done = manage(command, **{"DATA_DIR": str(tmp_path), "DATABASE_URL": "", name: value})
    assert done.returncode == 1
    assert done.stderr.startswith(name)
    assert len(done.stderr.splitlines()) == 1


def test_a_files_name_cannot_pretend_to_be_another_line(tmp_path: Path) -> None:
    sly = tmp_path / "wrong.json\nok right.json\x1b[2K"
    sly.write_text("{}")
    lines, status = verify(sly)
    assert status == 1
    assert len(lines) == 1
    assert "wrong.json\\nok right.json\\x1b" in lines[0]


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    lines, status = verify(pipe)
    assert (lines, status) == ([f"{pipe}: not a file [log-format]"], 1)
