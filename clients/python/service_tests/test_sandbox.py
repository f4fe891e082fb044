from __future__ import annotations

from datetime import timedelta

import pytest

from integration_api import IntegrationApiError
from integration_api.openapi import ReviewEventData
from integration_api.testing import SandboxFixture
from people import student, students


def test_the_clock_of_a_sandbox_moves(sandbox: SandboxFixture) -> None:
    before = sandbox.clock.freeze()
    assert sandbox.clock.advance(days=30, hours=1) - before == timedelta(days=30, hours=1)
    later = before + timedelta(days=40)
    assert sandbox.clock.set(later) == later
    created = sandbox.api.users.create_or_update(student(1)).data
    assert sandbox.api.users.get(created["id"]).data["changedAt"].startswith(later.strftime("%Y-%m-%dT%H:%M"))


def test_an_event_has_the_time_of_its_sandbox(sandbox: SandboxFixture) -> None:
    sandbox.clock.freeze()
    now = sandbox.clock.advance(days=400)
    list(sandbox.api.users.bulk(students(1, 1)))
    data: ReviewEventData = {
        "submissionId": "sub-1",
        "status": "approved",
        "formType": "name_change",
        "studentId": "S-1",
        "fields": {},
    }
    assert sandbox.workflow.events.send({"source": "/qa", "data": data}).data == {"applied": True}
    [item] = sandbox.api.sync.items()
    assert (item["lastTransitionAt"] or "").startswith(now.strftime("%Y-%m-%dT%H:%M:%S"))


def test_a_fault_meets_the_next_call_and_is_seen_or_repeated_away(sandbox: SandboxFixture) -> None:
    sandbox.faults.next({"route": "POST /api/v1/integration/users", "status": 503})
    with pytest.raises(IntegrationApiError) as refused:
        sandbox.api.users.create_or_update(student(1))
    assert refused.value.status == 503
    sandbox.faults.next({"route": "POST /api/v1/integration/users", "status": 503})
    assert sandbox.api.with_options(retries=2).users.create_or_update(student(1)).attempts == 2
    assert [fault["timesLeft"] for fault in sandbox.faults.list()] in ([], [0])


def test_a_reset_sandbox_is_as_it_was_made(sandbox: SandboxFixture) -> None:
    sandbox.api.users.create_or_update(student(1))
    sandbox.reset()
    with pytest.raises(IntegrationApiError) as refused:
        sandbox.api.users.get("S-1")
    assert refused.value.code == "USER_NOT_FOUND"
    assert sandbox.requests(1) != []


@pytest.mark.sandbox({"seed": "empty", "name": "Trial"})
def test_a_test_says_by_a_mark_what_its_sandbox_is_to_be(sandbox: SandboxFixture) -> None:
    assert sandbox.sandbox["name"] == "Trial"
    assert sandbox.scim.token not in repr(sandbox.scim)


def test_tests_may_share_a_sandbox(session_sandbox: SandboxFixture, sandbox: SandboxFixture) -> None:
    assert session_sandbox.tenant_id != sandbox.tenant_id
    assert session_sandbox.api.root().data["tenantId"] == session_sandbox.tenant_id
