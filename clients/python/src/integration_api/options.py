"""How patiently calls are made, and what they carry."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Optional

from .errors import IntegrationApiError
from .retry import RetryPolicy
from .waiting import Cancellation


_OF_HEADER = re.compile("[\t\x20-\x7e\xa0-\xff]*")


def header_value(name: str, value: str) -> str:
    """The value of an argument that is sent as a header. Raises ``ValueError``, which does not show the value, since it
    may be a secret."""
    if _OF_HEADER.fullmatch(value) is None:
        raise ValueError(f"{name} has a line break or another character that a header cannot have")
    return value


@dataclass(frozen=True)
class Retry:
    """Another attempt that is about to be made, ``wait`` seconds from now."""

    attempt: int
    wait: float
    error: IntegrationApiError


@dataclass(frozen=True)
class Options:
    """What ``IntegrationApi`` and its ``with_options`` take."""

    timeout: float = 30.0
    retries: int = 5
    backoff: float = 0.25
    longest_wait: float = 60.0
    run: Optional[str] = None
    request_id: Optional[str] = None
    cancellation: Optional[Cancellation] = None
    on_retry: Optional[Callable[[Retry], None]] = None
    stamps_events: bool = True

    def __post_init__(self) -> None:
        for name, value in (("run", self.run), ("request_id", self.request_id)):
            if value is not None:
                header_value(name, value)

    @property
    def policy(self) -> RetryPolicy:
        return RetryPolicy(self.retries, self.backoff, self.longest_wait)
