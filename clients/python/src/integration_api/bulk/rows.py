"""The rows of a bulk request that were read and have no final answer."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from typing import Callable, Deque, Dict, Generator, Generic, Iterable, Iterator, Optional, TypeVar, Union

Row = TypeVar("Row")
JsonOf = Callable[[Row], Union[str, bytes]]

# No more rows are without an answer at a time; they bound the memory of a bulk request.
MOST_ROWS = 10_000
MOST_BYTES = 16 * 1024 * 1024
# Only the white space of JSON counts as blank, as for the service.
_BLANK = b" \t\r"


@dataclass
class PendingRow(Generic[Row]):
    """One row. ``applied`` is the answer that says what it did, where an earlier row has to be sent again first."""

    row: Row
    json: bytes
    is_sent: bool = False
    applied: Optional[Dict[str, object]] = None


class RowQueue(Generic[Row]):
    """The rows that were read and have no final answer, in order."""

    def __init__(self) -> None:
        self.resent = 0
        # Those without an answer: first the ones of this request, then the others.
        self._in_flight: Deque[PendingRow[Row]] = deque()
        self._unsent: Deque[PendingRow[Row]] = deque()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._in_flight) + len(self._unsent)

    @property
    def has_room(self) -> bool:
        return len(self) < MOST_ROWS and self._bytes < MOST_BYTES

    @property
    def in_flight(self) -> int:
        """Rows sent since the last :meth:`rewind`, and not settled."""
        return len(self._in_flight)

    @property
    def has_unsent(self) -> bool:
        return len(self._unsent) > 0

    def push(self, row: Row, json_line: bytes) -> None:
        self._unsent.append(PendingRow(row, json_line))
        self._bytes += len(json_line)

    def send(self) -> Optional[PendingRow[Row]]:
        """The next row that was not sent since the last :meth:`rewind`, now counted as sent."""
        if not self._unsent:
            return None
        row = self._unsent.popleft()
        self._in_flight.append(row)
        if row.is_sent:
            self.resent += 1
        row.is_sent = True
        return row

    def at(self, place: int) -> Optional[PendingRow[Row]]:
        """A row in flight by its place, 0 for the oldest."""
        return self._in_flight[place] if place < len(self._in_flight) else None

    def settle(self) -> None:
        """Removes the oldest row."""
        self._bytes -= len(self._in_flight.popleft().json)

    def rewind(self) -> None:
        """A new request begins: every row is to be sent again."""
        self._unsent.extendleft(reversed(self._in_flight))
        self._in_flight.clear()


class RowSource(Generic[Row]):
    """Reads the caller's rows one by one, in the caller's thread, as far as there is room for them."""

    def __init__(self, rows: Iterable[Row], json_of: Optional[JsonOf[Row]], queue: RowQueue[Row]) -> None:
        self.ended = False
        self.failure: Optional[Exception] = None
        self._rows: Iterator[Row] = iter(rows)
        self._json_of = json_of
        self._queue = queue

    def read(self) -> None:
        """Reads one more row into the queue, if there is room for it."""
        if self.ended or not self._queue.has_room:
            return
        try:
            row = next(self._rows)
        except StopIteration:
            self.ended = True
            return
        except Exception as error:
            self._fail(error)
            return
        try:
            self._queue.push(row, self._line_of(row))
        except StopIteration as error:
            # As in a generator. It is not the end of the rows.
            failure = RuntimeError("json_of raised StopIteration")
            failure.__cause__ = error
            self._fail(failure)
        except Exception as error:
            self._fail(error)

    def close(self) -> None:
        """Lets the caller's generator know that no more rows are read."""
        self.ended = True
        if isinstance(self._rows, Generator):
            self._rows.close()

    def _fail(self, error: Exception) -> None:
        self.ended = True
        self.failure = error

    def _line_of(self, row: Row) -> bytes:
        # The answers would be those of other rows if it were not one line.
        text = json_line(row) if self._json_of is None else self._json_of(row)
        line = text.encode() if isinstance(text, str) else bytes(text)
        if b"\n" in line or not line.strip(_BLANK):
            raise TypeError("A row of a bulk request must be one line that is not blank.")
        return line


def json_line(row: object) -> bytes:
    return json.dumps(row, separators=(",", ":"), allow_nan=False).encode()
