"""The connection of one bulk request: writes rows and reads answers at the same time, in one thread."""

from __future__ import annotations

import http.client
import io
import select
import ssl
import time
from typing import Any, Generic, Optional, TypeVar

from ..connection import PIECE, Connection
from ..waiting import Deadline
from .body import RequestBody
from .rows import RowQueue

Row = TypeVar("Row")
_WOULD_BLOCK = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Pump(io.RawIOBase, Generic[Row]):
    """The bytes of the answer. The thread that waits for them writes rows meanwhile.

    One thread alone reads and writes, since a connection under TLS must not be used by two at once, and so that the
    caller's rows are read in the caller's thread.
    """

    def __init__(
        self, connection: Connection, body: RequestBody[Row], queue: RowQueue[Row], deadline: Deadline, timeout: float
    ) -> None:
        self._sock = connection.wire.sock
        self._body = body
        self._queue = queue
        self._deadline = deadline
        self._timeout = timeout
        self._unsent = memoryview(b"")
        self._is_broken = False
        self._silent_since = time.monotonic()
        self._had_ended = body.ended
        self._sock.setblocking(False)

    def answer(self) -> http.client.HTTPResponse:
        """The answer, when its head has come."""
        response = http.client.HTTPResponse(_Made(self), method="POST")  # type: ignore[arg-type]
        response.begin()
        return response

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._silent_since = time.monotonic()
        self._had_ended = self._body.ended
        while True:
            # What has come is read before anything is written to a connection that the service may have closed.
            try:
                return self._sock.recv_into(buffer)
            except _WOULD_BLOCK:
                if not self._write():
                    self._wait()

    def _write(self) -> bool:
        """Writes what the connection takes at once, one piece at most. Returns whether it may take more."""
        if self._is_broken:
            return False
        if not self._unsent:
            begun = time.monotonic()
            self._unsent = memoryview(self._body.next_piece())
            # The service does not owe the time that a row took.
            self._silent_since += time.monotonic() - begun
            if not self._unsent:
                return self._body.has_rows
        try:
            self._unsent = self._unsent[self._sock.send(self._unsent) :]
        except _WOULD_BLOCK:
            return False
        except OSError:
            # The service may have answered before it closed the connection; the reader sees it.
            self._is_broken = True
            self._body.end()
            return False
        return not self._unsent

    def _wait(self) -> None:
        """Until the connection can be used, or it is time to look at the clock."""
        self._deadline.raise_if_cancelled()
        timeout = max(0.0, self._silent_since + self._timeout - time.monotonic())
        patience = self._body.patience
        if patience is not None:
            timeout = min(timeout, patience)
        _select(self._sock, bool(self._unsent) and not self._is_broken, timeout)
        self._deadline.raise_if_cancelled()
        if time.monotonic() - self._silent_since >= self._timeout:
            self._lose_patience()

    def _lose_patience(self) -> None:
        """The service owes an answer. A proxy may keep the answers back until the request body ends, so after the time
        the body ends first, and after as much time again the request."""
        self._silent_since = time.monotonic()
        if self._queue.in_flight == 0 and not self._body.ended:
            return
        if self._had_ended:
            self._deadline.timed_out = True
            raise TimeoutError("The rows were not answered in time.")
        self._had_ended = True
        self._body.end()


class _Made:
    """A socket to ``http.client``, which asks for a file alone."""

    def __init__(self, pump: Pump[Any]) -> None:
        self._pump = pump

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(self._pump, PIECE)


def _select(sock: Any, writes: bool, timeout: Optional[float]) -> None:
    if not hasattr(select, "poll"):
        select.select([sock], [sock] if writes else [], [], timeout)
        return
    poll = select.poll()
    poll.register(sock, select.POLLIN | (select.POLLOUT if writes else 0))
    poll.poll(None if timeout is None else timeout * 1000)
