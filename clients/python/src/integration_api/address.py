"""Addresses: of the service, of a call, and its query."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Mapping, Optional
from urllib.parse import quote, urlencode, urlsplit

_BASES = re.compile(r"/api/v1/(?:integration|workflow|sandbox)$")
_PARAMETER = re.compile(r"\{(\w+)\}")
_PLAIN = "!~*'()-_."


@dataclass(frozen=True)
class Address:
    """Where the service is. ``path`` is what stands before ``/api``."""

    is_secure: bool
    host: str
    port: int
    path: str
    text: str

    @staticmethod
    def of(text: str) -> Address:
        """The address of the service, with or without the path of one of its APIs. Raises ``ValueError``."""
        parts = urlsplit(text)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{text} must begin with http:// or https:// and a host")
        path = _BASES.sub("", parts.path.rstrip("/"))
        host = parts.netloc.rpartition("@")[2]
        text = f"{parts.scheme}://{host}{path}"
        is_secure = parts.scheme == "https"
        # Given in any case: without a port http.client takes the last part of an IPv6 address for one.
        port = parts.port if parts.port is not None else 443 if is_secure else 80
        return Address(is_secure, parts.hostname, port, path, text)


def filled(url: str, path: Mapping[str, object]) -> str:
    """The path of a call. Raises ``ValueError`` for a value that would make it that of another call."""

    def value(match: "re.Match[str]") -> str:
        text = str(path[match.group(1)])
        if text in ("", ".", ".."):
            raise ValueError(f'"{text}" cannot be the {match.group(1)} of a call.')
        return quote(text, safe=_PLAIN)

    return _PARAMETER.sub(value, url)


def query_text(query: Optional[Mapping[str, object]]) -> str:
    """With its question mark; values that are None are left out."""
    given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(given)}" if given else ""


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        # A time without a zone is that of this machine, as Python itself takes it.
        return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
    if isinstance(value, (list, tuple)):
        return ",".join(str(one) for one in value)
    return str(value)
