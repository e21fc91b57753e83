"""Whether the site can keep what it must keep: a sentence at the start, not a fault later."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register


@register
def data_can_be_kept(**kwargs: Any) -> list[CheckMessage]:
    """Errors about the signing key and the file of the database."""
    hint = "Set DATA_DIR to a folder in which the site may write."
    faults: list[CheckMessage] = []
    try:
        str(settings.SECRET_KEY)
    except OSError as error:
        why = f"The signing key cannot be kept in {settings.DATA_DIR}: {error.strerror}."
        faults.append(Error(why, hint, id="samba.E001"))
    database = settings.DATABASES["default"]
    name = str(database["NAME"])
    if database["ENGINE"].endswith("sqlite3") and name != ":memory:" and ":" not in name[:5]:
        path = Path(name)
        # Beside the file there will be its journals.
        fit = path.parent.is_dir() and os.access(path.parent, os.W_OK | os.X_OK)
        if not fit or (path.exists() and not os.access(path, os.W_OK)):
            faults.append(Error(f"The database {path} cannot be written.", hint, id="samba.E002"))
    return faults
