"""Progress of doctoral students, part by part."""

from __future__ import annotations

from typing import Any, Dict, Iterable

from ..answer import AnyMeta, Answer
from ..bulk.answers import BulkAnswers
from ..openapi import (
    BulkProgress,
    Committee,
    Dissertation,
    Milestone,
    PutCommittee,
    PutDissertation,
    PutMilestone,
    PutVersion,
    Version,
)
from ..transport import Call, Transport

_STUDENT = "/api/v1/workflow/students/{studentId}"


class Students:
    """Progress of doctoral students (scope ``workflow``). ``student_id`` is the 950 ID or the legacyNumber."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def put_dissertation(self, student_id: str, part: PutDissertation) -> Answer[Dissertation, AnyMeta]:
        return self._put("dissertation", {"studentId": student_id}, part)

    def put_version(self, student_id: str, number: int, part: PutVersion) -> Answer[Version, AnyMeta]:
        """``number`` of the version, 1 or more."""
        path: Dict[str, object] = {"studentId": student_id, "number": number}
        return self._put("dissertation/versions/{number}", path, part)

    def put_milestone(self, student_id: str, code: str, part: PutMilestone) -> Answer[Milestone, AnyMeta]:
        return self._put("milestones/{code}", {"studentId": student_id, "code": code}, part)

    def put_committee(self, student_id: str, part: PutCommittee) -> Answer[Committee, AnyMeta]:
        """Replaces the committee as a whole."""
        return self._put("committee", {"studentId": student_id}, part)

    def bulk(self, rows: Iterable[BulkProgress], dry_run: bool = False) -> BulkAnswers[BulkProgress]:
        """The progress of any number of students, streamed both ways; an answer for each, in order."""
        return BulkAnswers(self._transport, "/api/v1/workflow/progress/bulk", rows, dry_run=dry_run)

    def _put(self, part: str, path: Dict[str, object], body: object) -> Answer[Any, AnyMeta]:
        return self._transport.call(Call("PUT", f"{_STUDENT}/{part}", path, body=body))
