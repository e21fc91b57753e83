"""Log lines without secrets.

The address of a table is the right to sit down at it, and other links carry a seat to
another device. Django logs the path of every refused request, so paths are shortened here,
in the one place that every line passes.
"""

import logging
import re

_SECRETS = re.compile(
    r"(?<=/t/)[^/\s?#'\"]+"  # the key of a table
    r"|(?<=/)[A-Za-z0-9_:-]{16,}(?=[/\s?#'\"]|$)"  # any other token in a path
    r"|(?<=\?)[^\s'\"]+"  # a query string
)


class RedactingFormatter(logging.Formatter):
    """A formatter that replaces whatever could be a secret link by an ellipsis."""

    def format(self, record: logging.LogRecord) -> str:
        return _SECRETS.sub("…", super().format(record))
