"""The message of an error as the service takes it."""

from __future__ import annotations

import re

# What the service takes as lastError, in UTF-16 units.
LONGEST = 5000
# All but tabs and line feeds. The service refuses most of these characters.
_CONTROL_CHARACTERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


def text_of(error: BaseException) -> str:
    """Well formed, and cut between characters."""
    text = re.sub(r"\r\n?", "\n", str(error))
    text = _LONE_SURROGATES.sub("\ufffd", _CONTROL_CHARACTERS.sub(" ", text)).strip() or type(error).__name__
    return text.encode("utf-16-le")[: 2 * LONGEST].decode("utf-16-le", errors="ignore")
