from __future__ import annotations

from datetime import datetime, timezone
from typing import Optional

import pytest

from integration_api.errors import ErrorFacts, IntegrationApiError
from integration_api.retry import Repeatability, RetryPolicy, backoff, parse_retry_after, wait_before

POLICY = RetryPolicy(retries=5, backoff=0.25, longest_wait=60)


def answered(status: int, retry_after: Optional[float] = None) -> IntegrationApiError:
    return IntegrationApiError("", ErrorFacts("X", "r", status, retry_after=retry_after))


LOST = IntegrationApiError("", ErrorFacts("CONNECTION_LOST", "r"))
NEVER_SENT = IntegrationApiError("", ErrorFacts("CONNECTION_LOST", "r", never_sent=True))
TIMED_OUT = IntegrationApiError("", ErrorFacts("TIMEOUT", "r"))


@pytest.mark.parametrize(
    ("error", "safe", "unsafe"),
    [
        (answered(429), True, True),
        (answered(503), True, False),
        (answered(502), True, False),
        (answered(504), True, False),
        (LOST, True, False),
        (NEVER_SENT, True, True),
        (TIMED_OUT, True, False),
        (answered(400), False, False),
        (answered(409), False, False),
        (answered(500), False, False),
    ],
)
def test_another_attempt_is_made_by_what_was_seen_and_by_what_a_repetition_would_do(
    error: IntegrationApiError, safe: bool, unsafe: bool
) -> None:
    kinds: "list[tuple[Repeatability, bool]]" = [("safe", safe), ("unsafe", unsafe)]
    for kind, expected in kinds:
        assert (wait_before(POLICY, 1, error, kind) is not None) is expected


def test_attempts_are_as_many_as_the_policy_says() -> None:
    assert wait_before(POLICY, 5, answered(503), "safe") is not None
    assert wait_before(POLICY, 6, answered(503), "safe") is None


def test_a_wait_is_not_before_the_time_of_retry_after_and_soon_behind_it() -> None:
    wait = wait_before(POLICY, 1, answered(429, 7), "safe")
    assert wait is not None and 7 <= wait <= 7.25
    assert wait_before(POLICY, 1, answered(429, 60.1), "safe") is None


@pytest.mark.parametrize(
    ("attempt", "random", "seconds"),
    [(1, 0, 0.125), (1, 1, 0.25), (3, 1, 1), (20, 1, 30), (20, 0, 15), (5000, 1, 30)],
)
def test_waits_are_doubled_up_to_30_seconds(attempt: int, random: float, seconds: float) -> None:
    assert backoff(attempt, rand=lambda: random) == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("17", 17),
        (" 7 ", 7),
        ("0", 0),
        ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
        ("Sun, 06 Nov 1994 08:49:27 GMT", 0),
        ("9999999", 86_400),
        ("Sun, 06 Nov 99999999999999999999 08:49:47 GMT", None),
        ("soon", None),
        ("-1", None),
        ("1.5", None),
        ("²", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_seconds_or_a_date(text: Optional[str], seconds: Optional[float]) -> None:
    now = datetime(1994, 11, 6, 8, 49, 37, tzinfo=timezone.utc)
    assert parse_retry_after(text, now) == seconds
