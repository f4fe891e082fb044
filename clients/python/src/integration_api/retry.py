"""Whether and when a call is made again."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from math import ldexp
from typing import Callable, Literal, Optional

from .errors import IntegrationApiError

LONGEST_HEADER_WAIT = 24 * 3600.0
LONGEST_BACKOFF = 30.0
# 502 and 504 are a balancer's words for a lost connection.
TEMPORARY = frozenset({408, 425, 429, 502, 503, 504})

Repeatability = Literal["safe", "unsafe"]
"""What repeating a call does when an attempt took effect and only its answer was lost. ``safe``: nothing more than
once. ``unsafe``: it has another effect, so the call is repeated only when the service has certainly not carried it
out."""


@dataclass(frozen=True)
class RetryPolicy:
    """``retries`` are attempts after the first one; ``backoff`` and ``longest_wait`` are seconds."""

    retries: int
    backoff: float
    longest_wait: float


def is_temporary(error: IntegrationApiError) -> bool:
    """Whether another attempt may succeed: after no answer, 408, 425, 429, 502, 503 and 504."""
    return error.code in ("CONNECTION_LOST", "TIMEOUT") or error.status in TEMPORARY


def _was_not_carried_out(error: IntegrationApiError) -> bool:
    # A 503 can follow a write whose commit is uncertain.
    return error.status == 429 if error.status is not None else error.never_sent


def wait_before(
    policy: RetryPolicy, attempt: int, error: IntegrationApiError, repeatability: Repeatability
) -> Optional[float]:
    """Seconds until the next attempt; None when there is none. ``attempt``: how many failed in a row, from 1."""
    if attempt > policy.retries or not is_temporary(error):
        return None
    if repeatability == "unsafe" and not _was_not_carried_out(error):
        return None
    if error.retry_after is None:
        return backoff(attempt, policy.backoff, policy.longest_wait)
    if error.retry_after > policy.longest_wait:
        return None
    return error.retry_after + policy.backoff * random.random()


def backoff(
    attempt: int, first: float = 0.25, longest_wait: float = 60.0, rand: Callable[[], float] = random.random
) -> float:
    """Seconds until the next attempt: doubled each time up to 30, and shortened by up to a half at random.

    ``attempt`` is how many failed in a row, from 1.
    """
    # Beyond 60 there is nothing that a limit does not cut, and a float might not take it.
    whole = min(LONGEST_BACKOFF, longest_wait, ldexp(first, min(attempt - 1, 60)))
    return whole * (0.5 + rand() / 2)


def parse_retry_after(value: Optional[str], now: Optional[datetime] = None) -> Optional[float]:
    """The seconds of a Retry-After header, in seconds or as an HTTP date (RFC 9110, 10.2.3), a day at most."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return min(LONGEST_HEADER_WAIT, float(text))
    try:
        date = parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=timezone.utc)
    seconds = (date - (now or datetime.now(timezone.utc))).total_seconds()
    return min(LONGEST_HEADER_WAIT, max(0.0, seconds))
