"""The body of one bulk request."""

from __future__ import annotations

import time
from typing import Generic, List, Optional, TypeVar

from .rows import RowQueue, RowSource

Row = TypeVar("Row")

PIECE_BYTES = 16 * 1024
# A row that takes longer, in seconds, is slow: an answer, or the end of the connection, may have come meanwhile.
SLOW = 0.01
# A service that refuses the request as a whole answers within this time.
REFUSED_WITHIN = 0.25
_END = b"0\r\n\r\n"


class RequestBody(Generic[Row]):
    """First the rows that an earlier request left unanswered, then further ones, as chunks of HTTP/1.1. It holds back
    while too many rows have no answer.

    A read of the source may take any time, so there is none while a row waits to be written.
    """

    def __init__(self, queue: RowQueue[Row], source: RowSource[Row]) -> None:
        queue.rewind()
        self.ended = False
        self._queue = queue
        self._source = source
        self._is_closed = False
        self._written = 0
        # Until the service has answered, or had time to, only a first piece is written: a service that refuses the
        # credential and closes the connection would otherwise reset it, and its answer would be lost.
        self._is_welcome = False
        self._patience: Optional[float] = None

    def welcome(self) -> None:
        self._is_welcome = True

    def end(self) -> None:
        """Sends no further row, so that the service answers those that it has."""
        self.ended = True

    @property
    def patience(self) -> Optional[float]:
        """Seconds until rows may be written although the service has not answered; None when it is not waited for."""
        if self._patience is None or self._is_welcome:
            return None
        return max(0.0, self._patience - time.monotonic())

    @property
    def has_rows(self) -> bool:
        """Whether rows wait that may be written at once."""
        return not self.ended and self._queue.has_unsent and self._may_write()

    def next_piece(self) -> bytes:
        """The next chunk; empty when there is nothing to write now."""
        if self._is_closed:
            return b""
        rows = self._next_rows() if not self.ended and self._may_write() else []
        if rows:
            content = b"\n".join(rows) + b"\n"
            self._written += len(content)
            return b"%x\r\n%b\r\n" % (len(content), content)
        if not self.ended and (not self._source.ended or self._queue.has_unsent):
            return b""
        self.ended = True
        self._is_closed = True
        return _END

    def _next_rows(self) -> List[bytes]:
        if not self._queue.has_unsent and self._reads_slowly():
            return []
        rows: List[bytes] = []
        size = 0
        while size < PIECE_BYTES:
            row = self._queue.send()
            if row is None:
                break
            rows.append(row.json)
            size += len(row.json) + 1
        return rows

    def _reads_slowly(self) -> bool:
        begun = time.monotonic()
        self._source.read()
        return time.monotonic() - begun > SLOW

    def _may_write(self) -> bool:
        if self._is_welcome or self._written < PIECE_BYTES:
            return True
        if self._patience is None:
            self._patience = time.monotonic() + REFUSED_WITHIN
        if time.monotonic() >= self._patience:
            self._is_welcome = True
        return self._is_welcome
