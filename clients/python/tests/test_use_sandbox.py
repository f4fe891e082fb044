from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime, timezone
from typing import Iterator, List

import pytest

import integration_api.testing.sandbox
from case_server import CaseServer, Json
from integration_api import IntegrationApi
from integration_api.testing import ClockProgress, SandboxClock, use_sandbox

SANDBOXES = "/api/v1/sandbox/tenants"
ON_THE_WAY = "2027-05-01T00:00:00.000Z"
TARGET = "2028-03-01T00:00:00.000Z"


def exchange(call: str, data: object, status: int = 200) -> Json:
    return {"request": {"call": call}, "answer": {"status": status, "json": {"success": True, "data": data}}}


@contextmanager
def service(*exchanges: Json) -> Iterator[CaseServer]:
    server = CaseServer(list(exchanges), lambda: None, lambda rows: None)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def clock_at(*places: Json) -> Iterator[SandboxClock]:
    """A clock whose service shows these places, one after the other."""
    first, *later = places
    exchanges = [exchange(f"PUT {SANDBOXES}/t-1/clock", first)]
    exchanges += [exchange(f"GET {SANDBOXES}/t-1", place) for place in later]
    with service(*exchanges) as server, IntegrationApi(server.url, "the-key", "the-secret") as api:
        yield SandboxClock(api.sandboxes, "t-1")
        assert len(server.seen) == len(exchanges)


@pytest.fixture(autouse=True)
def no_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(integration_api.testing.sandbox, "sleep", lambda *_: None)


def place(now: str, moving_to: "str | None" = TARGET) -> Json:
    return {"now": now, "movingTo": moving_to}


def test_a_sandbox_that_cannot_be_used_is_deleted() -> None:
    created = exchange(f"POST {SANDBOXES}", {"tenantId": "t-1", "credentials": []}, 201)
    deleted = exchange(f"DELETE {SANDBOXES}/t-1", None)
    with service(created, deleted) as server:
        with pytest.raises(LookupError, match="no key with the scope"):
            use_sandbox(url=server.url, api_key="the-key", api_secret="the-secret")
        assert [seen["call"] for seen in server.seen] == [f"POST {SANDBOXES}", f"DELETE {SANDBOXES}/t-1"]


def test_a_clock_is_looked_at_until_a_long_move_has_ended() -> None:
    seen: List[ClockProgress] = []
    with clock_at(place(ON_THE_WAY), place("2027-09-01T00:00:00.000Z"), place(TARGET, None)) as clock:
        arrived = clock.advance(days=366, on_progress=seen.append)
    target = datetime(2028, 3, 1, tzinfo=timezone.utc)
    assert arrived == target
    assert [(one.now.month, one.to) for one in seen] == [(5, target), (9, target)]


def test_a_clock_that_has_stopped_on_the_way_has_not_arrived() -> None:
    with clock_at(place(ON_THE_WAY), place("2027-06-01T00:00:00.000Z", None)) as clock:
        with pytest.raises(RuntimeError, match="stopped at 2027-06-01.* on its way to 2028-03-01"):
            clock.advance(days=366, on_progress=lambda progress: None)


def test_a_clock_says_on_standard_error_how_far_it_has_come(capsys: pytest.CaptureFixture[str]) -> None:
    with clock_at(place(ON_THE_WAY), place(TARGET, None)) as clock:
        clock.advance(days=366)
    assert capsys.readouterr().err == (
        "The clock of the sandbox is at 2027-05-01T00:00:00+00:00, on its way to 2028-03-01T00:00:00+00:00.\n"
    )
