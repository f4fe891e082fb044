"""Forms and their review."""

from __future__ import annotations

from ..answer import AnyMeta, Answer
from ..openapi import ChangeStatus, Discrepancy, PutSubmission, ResolveDiscrepancy, Submission
from ..transport import Call, Transport

_SUBMISSION = "/api/v1/workflow/submissions/{submissionId}"


class Submissions:
    """Forms and their review (scope ``workflow``)."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def put(self, submission_id: str, form: PutSubmission) -> Answer[Submission, AnyMeta]:
        """Creates a submission, or replaces its fields before a decision."""
        return self._transport.call(Call("PUT", _SUBMISSION, {"submissionId": submission_id}, body=form))

    def get(self, submission_id: str) -> Answer[Submission, AnyMeta]:
        return self._transport.call(Call("GET", _SUBMISSION, {"submissionId": submission_id}))

    def change_status(self, submission_id: str, move: ChangeStatus) -> Answer[Submission, AnyMeta]:
        """Moves a submission through its review; the status that it has already changes nothing."""
        path = {"submissionId": submission_id}
        return self._transport.call(Call("POST", f"{_SUBMISSION}/status", path, body=move))

    def resolve(
        self, submission_id: str, id: str, decision: ResolveDiscrepancy
    ) -> Answer[Discrepancy, AnyMeta]:
        """Decides about a discrepancy; one that is decided stays as it is."""
        path = {"submissionId": submission_id, "id": id}
        return self._transport.call(
            Call("POST", f"{_SUBMISSION}/discrepancies/{{id}}/resolve", path, body=decision)
        )
