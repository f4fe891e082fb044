"""People of tests, and submissions that wait in the queue."""

from __future__ import annotations

from typing import Iterator

from integration_api.openapi import CreateUpdateUser, PutSubmission
from integration_api.testing import SandboxFixture


def student(number: int) -> CreateUpdateUser:
    """A student whose externalId ends with the number."""
    return {
        "email": f"student-{number}@test.example.edu",
        "firstName": "Zoë",
        "lastName": f"Müller {'abcdefghij'[number % 10]}",
        "accountType": "Student",
        "externalId": f"S-{number}",
    }


def students(first: int, last: int) -> Iterator[CreateUpdateUser]:
    return (student(number) for number in range(first, last + 1))


def approve(it: SandboxFixture, submission_id: str, student_number: int) -> None:
    """Brings a submission of a student into the queue."""
    form: PutSubmission = {
        "formType": "address_change",
        "studentId": f"S-{student_number}",
        "fields": {"note": submission_id},
    }
    it.workflow.submissions.put(submission_id, form)
    it.workflow.submissions.change_status(submission_id, {"status": "submitted"})
    it.workflow.submissions.change_status(submission_id, {"status": "approved"})
