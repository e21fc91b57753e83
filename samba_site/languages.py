"""Which languages the site speaks: its own, and each that has a catalogue under `locale/`."""

from collections.abc import Iterable
from pathlib import Path

from django.conf.locale import LANG_INFO
from django.utils.translation import to_language


def offered(own: str, folders: Iterable[Path]) -> list[tuple[str, str]]:
    """Codes and names of the languages, `own` first; each is named as it calls itself."""
    found = {
        to_language(catalogue.parts[-3])
        for folder in folders
        for catalogue in folder.glob("*/LC_MESSAGES/django.mo")
    }
    return [(code, name(code)) for code in (own, *sorted(found - {own}))]


def name(code: str) -> str:
    """As Django knows it, with a large first letter; the code where Django knows none."""
    local: str = LANG_INFO.get(code, {}).get("name_local", code)
    return local[0].upper() + local[1:]
