"""The lease of one item."""

from __future__ import annotations

import time
from typing import Callable

from ..api import IntegrationApi
from ..errors import IntegrationApiError
from ..waiting import Cancellation, Cancelled
from .types import says_lost


class Lease:
    """Is prolonged each time a third of it has passed, by the thread that calls :meth:`keep` in time.

    It is lost when the service says so, or when it was not prolonged before its end: the clock of this process counts
    from before the request that prolonged it.
    """

    def __init__(
        self, client: IntegrationApi, claim_id: str, seconds: int, is_fresh: bool, on_extended: Callable[[], None]
    ) -> None:
        """``is_fresh``: the lease certainly began with the answer that brought it; another one is prolonged at once."""
        self.lost = False
        self.cancellation = Cancellation()
        """Cancelled when the lease is lost, or by its user."""
        self._client = client
        self._claim_id = claim_id
        self._seconds = seconds
        self._on_extended = on_extended
        now = time.monotonic()
        self._ends = now + seconds
        self._due = now + seconds / 3 if is_fresh else now

    @property
    def left(self) -> float:
        """Seconds until it ends by the clock of this process, above 0."""
        return max(0.001, self._ends - time.monotonic())

    @property
    def until_due(self) -> float:
        """Seconds until it is to be prolonged."""
        return max(0.0, min(self._due, self._ends) - time.monotonic())

    def keep(self) -> None:
        """Prolongs it when that is due."""
        now = time.monotonic()
        if self.lost:
            return
        if now >= self._ends:
            self.lose()
        elif now >= self._due:
            self._due = time.monotonic() + self._seconds / (3 if self._extend(now) else 24)

    def lose(self) -> None:
        self.lost = True
        self.cancellation.cancel(RuntimeError("The lease of this item is lost."))

    def _extend(self, asked: float) -> bool:
        timeout = min(self._client._transport.options.timeout, self.left)
        try:
            self._client.with_options(timeout=timeout, retries=0).sync.extend(self._claim_id, self._seconds)
        except IntegrationApiError as error:
            if says_lost(error):
                self.lose()
            return False
        except Cancelled:
            # The connector ends.
            return False
        self._ends = asked + self._seconds
        self._on_extended()
        return True
