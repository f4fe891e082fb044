"""A bulk request and its answers."""

from __future__ import annotations

import uuid
from typing import Dict, Generic, Iterable, Iterator, Optional, TypeVar

from ..errors import IntegrationApiError
from ..retry import backoff, is_temporary
from ..transport import Call, Transport
from ..waiting import sleep
from .attempt import BulkAttempt, LineAnswer
from .rows import JsonOf, PendingRow, RowQueue, RowSource
from .types import AcceptedRow, BulkAnswer, BulkSummary, RefusedRow, effect_of

Row = TypeVar("Row")


class BulkAnswers(Generic[Row]):
    """A bulk request and its answers: one for each row, in the order of the rows.

    The rows are read as the answers are taken, in the thread that takes them, so the memory does not grow with their
    number. A row must not wait for an answer. After a lost connection, 429 or a failure of the service the rows without
    an answer are sent again, in their order. Can be iterated once; leaving the loop ends the request. ::

        answers = api.users.bulk(people)
        for answer in answers:
            if not answer.success:
                report(answer.line, answer.error)
        print(answers.summary)
    """

    def __init__(
        self,
        transport: Transport,
        url: str,
        rows: Iterable[Row],
        json_of: Optional[JsonOf[Row]] = None,
        dry_run: bool = False,
    ) -> None:
        self._transport = transport
        self._call = Call("POST", url, query={"dryRun": True} if dry_run else None)
        self._queue: RowQueue[Row] = RowQueue()
        self._source = RowSource(rows, json_of, self._queue)
        self._request_id = transport.options.request_id or str(uuid.uuid4())
        self._requests = 0
        self._counts: Dict[str, int] = {"inserted": 0, "updated": 0, "unchanged": 0, "failed": 0}
        self._has_begun = False

    @property
    def summary(self) -> BulkSummary:
        """The answers until now."""
        counts = self._counts
        return BulkSummary(
            **counts, received=sum(counts.values()), resent=self._queue.resent, unanswered=len(self._queue)
        )

    def __iter__(self) -> Iterator[BulkAnswer[Row]]:
        """Raises :class:`IntegrationApiError` when the service refuses the request as a whole (see
        :func:`is_bulk_refusal`), or is away for too long."""
        if self._has_begun:
            raise TypeError("The answers of a bulk request can be iterated once.")
        self._has_begun = True
        return self._answers()

    def _answers(self) -> Iterator[BulkAnswer[Row]]:
        failures = 0
        try:
            while self._has_rows():
                before = self.summary.received
                try:
                    for row, answer in self._attempt().answers():
                        yield self._counted(row, answer)
                    failures = 0
                except IntegrationApiError as error:
                    has_progressed = self.summary.received > before
                    # A connection that is closed while the rows are slow to come has lost nothing.
                    has_lost = self._queue.in_flight > 0 if has_progressed else len(self._queue) > 0
                    if not has_lost and not is_bulk_refusal(error):
                        failures = 0 if has_progressed else failures
                        continue
                    failures = 1 if has_progressed else failures + 1
                    self._pause(failures, error)
        finally:
            self._source.close()

    def _has_rows(self) -> bool:
        """No request is made before there is something to send: rows that come slowly would let it time out."""
        while len(self._queue) == 0 and not self._source.ended:
            self._source.read()
        if len(self._queue) > 0:
            return True
        if self._source.failure is not None:
            raise self._source.failure
        return False

    def _attempt(self) -> BulkAttempt[Row]:
        self._requests += 1
        own = self._request_id if self._requests == 1 else f"{self._request_id}.{self._requests}"
        outgoing = self._transport.outgoing(self._call, own)
        return BulkAttempt(self._transport, outgoing, self._queue, self._source)

    def _pause(self, failures: int, error: IntegrationApiError) -> None:
        policy = self._transport.options.policy
        wait = error.retry_after
        if wait is None:
            wait = backoff(failures, policy.backoff, policy.longest_wait)
        if failures > policy.retries or is_bulk_refusal(error) or wait > policy.longest_wait:
            raise error
        self._transport.announce(failures, wait, error)
        sleep(wait, self._transport.options.cancellation)

    def _counted(self, pending: PendingRow[Row], answer: LineAnswer) -> BulkAnswer[Row]:
        line = self.summary.received + 1
        if not answer["success"]:
            self._counts["failed"] += 1
            return RefusedRow(line, pending.row, answer["error"])
        accepted = _accepted(line, pending, answer)
        self._counts[accepted.effect] += 1
        return accepted


def _accepted(line: int, pending: PendingRow[Row], answer: LineAnswer) -> AcceptedRow[Row]:
    # What the row did the first time counts.
    first: LineAnswer = answer if pending.applied is None else pending.applied
    own = first if effect_of(answer) == "unchanged" else answer
    return AcceptedRow(
        line=line,
        row=pending.row,
        id=answer["id"],
        message=answer["message"],
        effect=effect_of(first),
        deprovisioned=answer.get("deprovisioned", first.get("deprovisioned")) is True,
        restored=answer.get("restored", first.get("restored")) is True,
        hold_id=answer.get("holdId", first.get("holdId")),
        conflict_id=answer.get("conflictId"),
        warnings=own.get("warnings") or [],
    )


def is_bulk_refusal(error: IntegrationApiError) -> bool:
    """Whether the service refuses a bulk request as a whole, and would refuse it again.

    Any other error is that of the last attempt: a lost connection, 429, a failure of the service or of a balancer,
    answers that do not fit the rows.
    """
    return not is_temporary(error) and error.status != 200 and (error.status is None or error.status < 500)
