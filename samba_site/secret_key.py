"""The keys of a site to which nobody gave any."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path


def new_secret_key() -> str:
    """A key to sign with."""
    return secrets.token_urlsafe(64)


def kept_secret_key(path: Path, make: Callable[[], str] = new_secret_key) -> str:
    """Return the key in `path`, making the file (mode 0600) the first time.

    Several processes may start at once. Each writes a file of its own and links it to
    `path`; only the first link succeeds, and all read the same whole key.
    """
    if not path.exists():
        own = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        handle = os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(make())
        try:
            os.link(own, path)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text()
