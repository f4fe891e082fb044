"""One request of a bulk call."""

from __future__ import annotations

import json
from http.client import HTTPException, HTTPResponse
from typing import Any, Dict, Generic, Iterator, List, Optional, Tuple, TypeVar, Union

from ..connection import Connection
from ..errors import ErrorFacts, IntegrationApiError
from ..transport import Outgoing, Transport, no_answer, refusal_of
from ..waiting import Deadline
from .body import RequestBody
from .pump import Pump
from .rows import PendingRow, RowQueue, RowSource
from .types import effect_of

Row = TypeVar("Row")
NDJSON = "application/x-ndjson"
LONGEST_LINE = 1024 * 1024

LineAnswer = Dict[str, Any]
"""A line of the answer that fits the oldest row without one."""


class BulkAttempt(Generic[Row]):
    """Writes rows and reads their answers at the same time."""

    def __init__(
        self, transport: Transport, outgoing: Outgoing, queue: RowQueue[Row], source: RowSource[Row]
    ) -> None:
        self._transport = transport
        self._outgoing = outgoing
        self._queue = queue
        self._body = RequestBody(queue, source)
        self._answered = 0
        self._postponed = 0
        self._is_summarised = False

    def answers(self) -> Iterator[Tuple[PendingRow[Row], LineAnswer]]:
        """The rows that are answered for good, as the answers come.

        Raises :class:`IntegrationApiError` when the request ended before each row had its answer.
        """
        options = self._transport.options
        deadline = Deadline(options.timeout, options.cancellation)
        connection: Optional[Connection] = None
        try:
            deadline.raise_if_cancelled()
            connection = self._transport.pool.open(deadline)
            for line in self._lines(connection, deadline):
                answered = self._take(line)
                if answered is not None:
                    yield answered
        except (OSError, HTTPException) as error:
            raise self._lost(error, deadline) from error
        finally:
            deadline.end()
            if connection is not None:
                connection.close()
        self._complete()

    def _lines(self, connection: Connection, deadline: Deadline) -> Iterator[bytes]:
        outgoing = self._outgoing
        headers = {
            **self._transport.headers_of(outgoing),
            "Content-Type": NDJSON,
            "Accept": NDJSON,
            "Transfer-Encoding": "chunked",
        }
        connection.begin(outgoing.method, outgoing.target, headers)
        pump = Pump(connection, self._body, self._queue, deadline, self._transport.options.timeout)
        response = pump.answer()
        if response.status != 200:
            self._body.end()
            content = b"".join(_pieces(response))
            raise refusal_of(response.status, response.reason, response.headers, content, outgoing)
        self._body.welcome()
        rest = b""
        for piece in _pieces(response):
            *lines, rest = (rest + piece).split(b"\n")
            if len(rest) > LONGEST_LINE:
                raise self._unexpected("A line of the answer is too long.")
            yield from (line for line in lines if line.strip())
        if rest.strip():
            yield rest

    def _take(self, line: bytes) -> Optional[Tuple[PendingRow[Row], LineAnswer]]:
        """The row that is answered for good, which leaves the queue.

        From the first row for which the service was unavailable, this row and all later ones are sent again in their
        order, so that of two rows about one person the later one still comes last.
        """
        answer = self._parsed(line)
        if answer is None:
            return None
        self._answered += 1
        row = self._queue.at(self._postponed)
        if row is None or answer["line"] != self._answered:
            raise self._unexpected("The answers do not fit the rows.")
        is_unavailable = not answer["success"] and answer["error"]["code"] == "SERVICE_UNAVAILABLE"
        if is_unavailable or self._postponed > 0:
            self._postponed += 1
            # The second answer to such a row will say `unchanged`.
            if answer["success"] and effect_of(answer) != "unchanged" and row.applied is None:
                row.applied = answer
            self._body.end()
            return None
        self._queue.settle()
        return row, answer

    def _parsed(self, line: bytes) -> Optional[LineAnswer]:
        """None for the summary."""
        answer = _dictionary(line)
        if answer.get("summary") is not None:
            self._is_summarised = True
            return None
        error = answer.get("error")
        code = error.get("code") if isinstance(error, dict) else None
        is_success = answer.get("success") is True
        if isinstance(answer.get("line"), int) and (is_success or isinstance(code, str)):
            return {**answer, "success": is_success}
        # The last line of a body that the service could not read on has no number.
        message = answer.get("message") or "A line of the answer is no answer to a row."
        raise self._unexpected(str(message), code)

    def _complete(self) -> None:
        """The answer has come to its end."""
        if not self._is_summarised:
            raise self._failure("CONNECTION_LOST", "The connection was lost: the answer ended without its summary.")
        if self._postponed > 0:
            message = "The service was unavailable for some rows."
            facts = ErrorFacts("SERVICE_UNAVAILABLE", self._outgoing.request_id, 503)
            raise IntegrationApiError(message, facts)
        if self._queue.in_flight > 0:
            message = "The connection was lost: the summary came before every row was answered."
            raise self._failure("CONNECTION_LOST", message)

    def _unexpected(self, message: str, code: Optional[str] = None) -> IntegrationApiError:
        facts = ErrorFacts(code or "UNEXPECTED_ANSWER", self._outgoing.request_id, 200)
        return IntegrationApiError(message, facts)

    def _failure(self, code: str, message: str) -> IntegrationApiError:
        return IntegrationApiError(message, ErrorFacts(code, self._outgoing.request_id))

    def _lost(self, error: Exception, deadline: Deadline) -> IntegrationApiError:
        return no_answer(error, self._outgoing.place, self._outgoing.request_id, deadline)


def _pieces(response: HTTPResponse) -> Iterator[bytes]:
    """The content of an answer as it comes."""
    while True:
        piece = response.read1(64 * 1024)
        if not piece:
            return
        yield piece


def _dictionary(line: bytes) -> Dict[str, Any]:
    try:
        value: Union[object, Dict[str, Any]] = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
