from __future__ import annotations

from typing import Iterator

import pytest

from integration_api import IntegrationApi, IntegrationApiError
from integration_api.openapi import CreateUpdateUser
from integration_api.testing import SandboxFixture
from people import student, students


def test_a_person_is_created_updated_read_deprovisioned_and_restored(sandbox: SandboxFixture) -> None:
    api = sandbox.api
    created = api.users.create_or_update(student(1))
    changed = student(1)
    changed["degree"] = "EdD"
    updated = api.users.create_or_update(changed)
    stored = api.users.get("S-1").data
    gone = api.users.set_status(created.data["id"], "inactive")
    back = api.users.set_status("S-1", "active")

    assert (created.status, created.message, created.meta["matchedBy"]) == (201, "DATA INSERTED", None)
    assert (updated.meta["matchedBy"], updated.meta["changed"]) == ("legacyNumber", ["degree"])
    assert (stored["lastName"], stored["degree"]) == ("Müller b", "EdD")
    assert (gone.message, gone.meta["previousStatus"]) == ("USER DEPROVISIONED", "active")
    assert back.data["accountStatus"] == "active"


def test_a_refusal_names_every_field_that_is_wrong_and_the_request(sandbox: SandboxFixture) -> None:
    wrong = student(1)
    wrong["email"] = "nowhere"
    wrong["monthOfEntry"] = 13
    with pytest.raises(IntegrationApiError) as refused:
        sandbox.api.with_options(request_id="night-7").users.create_or_update(wrong)
    error = refused.value
    assert (error.code, error.status, error.request_id) == ("VALIDATION_FAILED", 400, "night-7")
    assert [one["field"] for one in error.details] == ["email", "monthOfEntry"]


def test_thousands_of_people_get_an_answer_each_in_their_order(sandbox: SandboxFixture) -> None:
    many = 5000
    taken = 0

    def rows() -> Iterator[CreateUpdateUser]:
        for number, row in enumerate(students(1, many), 1):
            if number == 100:
                row["email"] = "nowhere"
            yield row

    answers = sandbox.api.users.bulk(rows())
    for answer in answers:
        taken += 1
        assert (answer.line, answer.row.get("externalId")) == (taken, f"S-{taken}")
        assert answer.success is (taken != 100)
    summary = answers.summary
    assert (summary.received, summary.inserted, summary.failed, summary.unanswered) == (many, many - 1, 1, 0)
    assert sum(1 for _ in sandbox.api.users.list({"accountType": "Student"})) == many - 1


def test_a_bulk_request_with_a_wrong_secret_is_refused_as_a_whole(environment: "dict[str, str]") -> None:
    api = IntegrationApi(environment["URL"], environment["API_KEY"], "wrong")
    answers = api.users.bulk(students(1, 20_000))
    with api, pytest.raises(IntegrationApiError, match="do not belong to an active credential"):
        list(answers)
    assert answers.summary.received == 0


def test_a_bulk_request_ends_when_its_reader_leaves(sandbox: SandboxFixture) -> None:
    for answer in sandbox.api.users.bulk(students(1, 20_000)):
        if answer.line == 3:
            break
    assert sandbox.api.users.get("S-3").data["legacyNumber"] == "S-3"


def test_progress_is_walked_and_continued_where_it_ended(sandbox: SandboxFixture) -> None:
    list(sandbox.api.users.bulk(students(1, 5)))
    walk = sandbox.api.progress.records({"limit": 2})
    assert walk.next_since is None
    assert len(list(walk)) == 5
    assert walk.next_since is not None
    sandbox.workflow.students.put_dissertation("S-3", {"title": "Lesen", "status": "in_progress"})
    changed = list(sandbox.api.progress.records({"since": walk.next_since}))
    assert [record["legacyNumber"] for record in changed] == ["S-3"]
