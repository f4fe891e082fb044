from __future__ import annotations

import threading
from typing import List

import pytest

from integration_api import (
    ConnectorEvent,
    HandlerContext,
    IntegrationApi,
    IntegrationApiError,
    PermanentError,
    connector,
)
from integration_api.openapi import ClaimedItem
from integration_api.testing import SandboxFixture
from people import approve, students


def statuses(sandbox: SandboxFixture) -> "dict[str, str]":
    return {item["submissionId"]: item["syncStatus"] for item in sandbox.api.sync.items()}


def test_items_are_handled_and_reported_as_the_handler_ends(sandbox: SandboxFixture) -> None:
    list(sandbox.api.users.bulk(students(1, 3)))
    for number in (1, 2, 3):
        approve(sandbox, f"sub-{number}", number)
    events: List[ConnectorEvent] = []

    def handle(item: ClaimedItem, context: HandlerContext) -> None:
        if item["submissionId"] == "sub-2":
            raise PermanentError("The number is unknown.")
        if item["submissionId"] == "sub-3":
            raise RuntimeError("The SIS is closed.")

    running = connector(sandbox.api, handle, until_empty=True, on_event=events.append)
    assert running.wait(60)
    assert statuses(sandbox) == {"sub-1": "sent", "sub-2": "failed", "sub-3": "queued"}
    errors = {item["submissionId"]: item["lastError"] for item in sandbox.api.sync.items()}
    assert (errors["sub-2"], errors["sub-3"]) == ("The number is unknown.", "The SIS is closed.")
    assert sorted(event.type for event in events) == ["claimed"] * 3 + ["failed", "released", "sent"]
    metrics = running.metrics()
    assert (metrics.claimed, metrics.sent, metrics.failed, metrics.released, metrics.in_hand) == (3, 1, 1, 1, 0)


def test_items_of_one_student_come_one_after_the_other_and_others_beside_them(sandbox: SandboxFixture) -> None:
    list(sandbox.api.users.bulk(students(1, 2)))
    for place, number in enumerate((1, 1, 2)):
        approve(sandbox, f"sub-{place}", number)
    together = threading.Barrier(2)
    handled: List[str] = []

    def handle(item: ClaimedItem, context: HandlerContext) -> None:
        # The first item of each student waits for the other one's.
        if item["submissionId"] != "sub-1":
            together.wait(30)
        handled.append(item["submissionId"])

    assert connector(sandbox.api, handle, until_empty=True).wait(60)
    assert sorted(handled) == ["sub-0", "sub-1", "sub-2"]
    assert handled.index("sub-0") < handled.index("sub-1")


def test_a_connector_that_is_stopped_gives_back_what_is_in_hand(sandbox: SandboxFixture) -> None:
    list(sandbox.api.users.bulk(students(1, 1)))
    approve(sandbox, "sub-1", 1)
    begun, ended = threading.Event(), threading.Event()
    left: List[bool] = []

    def handle(item: ClaimedItem, context: HandlerContext) -> None:
        begun.set()
        left.append(context.cancellation.wait(30))
        # A handler that returns says that the target system has the item, also after the cancellation.
        ended.wait(30)

    running = connector(sandbox.api, handle)
    assert begun.wait(30)
    running.stop(deadline=0)
    assert running.wait(0)
    ended.set()
    assert statuses(sandbox) == {"sub-1": "queued"}
    assert running.metrics().released == 1


def test_work_in_hand_ends_when_a_connector_is_stopped_with_time(sandbox: SandboxFixture) -> None:
    list(sandbox.api.users.bulk(students(1, 1)))
    approve(sandbox, "sub-1", 1)
    begun, go_on = threading.Event(), threading.Event()

    def handle(item: ClaimedItem, context: HandlerContext) -> None:
        begun.set()
        go_on.wait(30)

    with connector(sandbox.api, handle):
        assert begun.wait(30)
        go_on.set()
    assert statuses(sandbox) == {"sub-1": "sent"}


def test_an_item_whose_lease_is_lost_is_not_acknowledged(sandbox: SandboxFixture) -> None:
    list(sandbox.api.users.bulk(students(1, 1)))
    approve(sandbox, "sub-1", 1)
    events: List[str] = []
    lost = threading.Event()

    def handle(item: ClaimedItem, context: HandlerContext) -> None:
        sandbox.clock.advance(minutes=5)
        # Another connector takes it meanwhile.
        if not lost.is_set():
            sandbox.api.sync.claim({"limit": 1})
        lost.set()

    with connector(sandbox.api, handle, on_event=lambda event: events.append(event.type)):
        assert lost.wait(30)
    assert "lease-lost" in events and "sent" not in events
    assert statuses(sandbox)["sub-1"] != "sent"


def test_a_connector_whose_claims_are_refused_ends_with_the_refusal(environment: "dict[str, str]") -> None:
    api = IntegrationApi(environment["URL"], environment["API_KEY"], "wrong")
    with api, pytest.raises(IntegrationApiError, match="do not belong to an active credential"):
        connector(api, lambda item, context: None).wait(60)
