"""How long a call may take, and how a caller ends it."""

from __future__ import annotations

import threading
import time
from typing import Callable, List, Optional


class Cancelled(Exception):
    """Raised by a call that was ended by its :class:`Cancellation`."""


class Cancellation:
    """Ends calls, walks and handlers from another thread. May be given to any number of them."""

    def __init__(self) -> None:
        self._event = threading.Event()
        # A signal handler may cancel while its thread is in here.
        self._lock = threading.RLock()
        self._listeners: List[Callable[[], None]] = []
        self._reason: Exception = Cancelled("The call was cancelled.")

    @property
    def cancelled(self) -> bool:
        return self._event.is_set()

    def cancel(self, reason: Optional[Exception] = None) -> None:
        """Ends what goes on under this object; it raises the reason. Later calls of this method do nothing."""
        with self._lock:
            if self._event.is_set():
                return
            if reason is not None:
                self._reason = reason
            self._event.set()
            listeners, self._listeners = self._listeners, []
        for listener in listeners:
            listener()

    def wait(self, seconds: Optional[float] = None) -> bool:
        """Waits so long, or until it is cancelled. Returns whether it is."""
        return self._event.wait(seconds)

    def raise_if_cancelled(self) -> None:
        if self._event.is_set():
            raise self._reason

    def _listen(self, listener: Callable[[], None]) -> None:
        """Calls back, at once when it is cancelled already; perhaps twice when it is cancelled meanwhile."""
        with self._lock:
            self._listeners.append(listener)
        if self._event.is_set():
            listener()

    def _leave(self, listener: Callable[[], None]) -> None:
        with self._lock:
            self._listeners = [one for one in self._listeners if one != listener]


def sleep(seconds: float, cancellation: Optional[Cancellation] = None) -> None:
    """Waits; raises the reason of the cancellation when that comes first."""
    if cancellation is None:
        time.sleep(seconds)
        return
    cancellation.wait(seconds)
    cancellation.raise_if_cancelled()


class Deadline:
    """The end of one attempt: after a time, or by the caller's cancellation. Closes the connection then."""

    def __init__(self, seconds: float, cancellation: Optional[Cancellation]) -> None:
        self.seconds = seconds
        self.timed_out = False
        self._end = time.monotonic() + seconds
        self._cancellation = cancellation
        self._close: Optional[Callable[[], None]] = None
        if cancellation is not None:
            cancellation._listen(self._cut)

    def guard(self, close: Callable[[], None]) -> None:
        """Says how the connection is closed from another thread."""
        self._close = close
        if self.over:
            close()

    @property
    def over(self) -> bool:
        return self.timed_out or (self._cancellation is not None and self._cancellation.cancelled)

    def remaining(self) -> float:
        """Seconds that are left. Raises ``TimeoutError`` when none are."""
        left = self._end - time.monotonic()
        if self.timed_out or left <= 0:
            self.timed_out = True
            raise TimeoutError(f"no answer for {self.seconds:g} s")
        return left

    def expire(self) -> None:
        """The time is over now."""
        self.timed_out = True
        self._cut()

    def raise_if_cancelled(self) -> None:
        if self._cancellation is not None:
            self._cancellation.raise_if_cancelled()

    def end(self) -> None:
        """Nothing goes on any more that could be closed."""
        self._close = None
        if self._cancellation is not None:
            self._cancellation._leave(self._cut)

    def _cut(self) -> None:
        close = self._close
        if close is not None:
            close()
