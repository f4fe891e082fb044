import pytest

from integration_api import IntegrationApiError

# Time stands still there, so that every run sees the same.
pytestmark = pytest.mark.sandbox({"clock": {"now": "2027-03-01T09:00:00Z"}})

ANN = {
    "externalId": "QA-77",
    "email": "ann.lee@demo.example.edu",
    "firstName": "Ann",
    "lastName": "Lee",
    "accountType": "Student",
}


def test_a_person_who_is_sent_twice_is_stored_once(sandbox):
    first = sandbox.api.users.create_or_update(ANN)
    second = sandbox.api.users.create_or_update(ANN)
    assert first.message == "DATA INSERTED"
    assert second.message == "DATA UPDATED"
    assert second.data["id"] == first.data["id"]


def test_the_person_of_another_test_is_not_there_and_time_stands_still(sandbox):
    with pytest.raises(IntegrationApiError, match="No user"):
        sandbox.api.users.get("QA-77")
    sandbox.api.users.create_or_update(ANN)
    assert sandbox.api.users.get("QA-77").data["createdAt"] == "2027-03-01T09:00:00.000Z"


def test_a_student_falls_behind_a_month_after_a_milestone_was_due(sandbox):
    def pacing():
        records = sandbox.api.progress.page({"limit": 1000}).data
        return next(one["pacing"]["status"] for one in records if one["legacyNumber"] == "S-1006")

    assert pacing() == "at_risk"
    sandbox.clock.advance(days=39)
    assert pacing() == "behind"


def test_a_post_whose_answer_was_lost_may_be_sent_again(sandbox):
    sandbox.faults.next({"route": "POST /api/v1/integration/users", "abort": "after"})
    with pytest.raises(IntegrationApiError, match="was not answered"):
        sandbox.api.users.create_or_update(ANN)
    assert sandbox.api.users.create_or_update(ANN).message == "DATA UPDATED"
