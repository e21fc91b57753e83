"""Which version of the site this is: the number from pyproject.toml and the commit."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def _commit() -> str:
    """The short commit: `COMMIT` from the environment, else what git says, else nothing."""
    if "COMMIT" in os.environ:
        return os.environ["COMMIT"]
    git = shutil.which("git")
    # A checkout unpacked inside another repository must not show that one's commit.
    if git is None or not (ROOT / ".git").exists():
        return ""
    command = [git, "-C", str(ROOT), "rev-parse", "--short=7", "HEAD"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.strip() if answer.returncode == 0 else ""


VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
COMMIT: str = _commit()
