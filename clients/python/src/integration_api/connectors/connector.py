"""Claims items, hands them to the handler, and reports what became of them."""

from __future__ import annotations

import itertools
import threading
import time
import uuid
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from types import TracebackType
from typing import Callable, Dict, List, Optional, Sequence, Type

from ..api import IntegrationApi
from ..errors import IntegrationApiError
from ..openapi import Claim, ClaimedItem
from ..retry import backoff, is_temporary
from ..waiting import Cancellation
from .delivery import Delivery, DeliveryContext
from .lease import Lease
from .types import ConnectorEvent, ConnectorMetrics, Handler, HandlerContext

MOST_ITEMS = 100
# How long items may take to be given back after the deadline, in seconds.
CLOSING = 3.0
# Claims that bring nothing are at least so far apart, in seconds.
CLAIM_EVERY = 1.0
_COUNTED = {
    "claimed": "claimed",
    "sent": "sent",
    "failed": "failed",
    "released": "released",
    "lease-lost": "leases_lost",
    "claim-failed": "claims_failed",
}


def connector(
    client: IntegrationApi,
    handle: Handler,
    *,
    target_system: Optional[str] = None,
    form_types: Optional[Sequence[str]] = None,
    concurrency: int = 4,
    lease_seconds: int = 60,
    wait_seconds: int = 20,
    until_empty: bool = False,
    on_event: Optional[Callable[[ConnectorEvent], None]] = None,
) -> RunningConnector:
    """Starts a connector. Delivery is at least once: nothing is acknowledged before the handler has returned, and nothing
    whose lease is known to be lost.

    A cancellation of ``client`` ends the connector without an error: no new claim, and work in hand goes on to its end.

    Only items of ``target_system`` and of ``form_types`` are claimed, where they are given. ``concurrency`` items, 1-100,
    are in hand at once, each handled in a thread of its own; those of one student one after the other. A lease of
    ``lease_seconds``, 5-3600, is prolonged each time a third of it has passed. The service waits for an item for
    ``wait_seconds``, 0-25. ``until_empty`` ends the connector when the queue has nothing more to hand out. ``on_event`` is
    called from several threads; what it raises ends the connector, which gives back what has not begun. ::

        with connector(api, handle, target_system="SIS") as running:
            running.wait()
    """
    options = _Options(
        client=client,
        claim=_claim_of(target_system, form_types, lease_seconds, 0 if until_empty else wait_seconds),
        concurrency=min(MOST_ITEMS, max(1, concurrency)),
        lease_seconds=lease_seconds,
        until_empty=until_empty,
        on_event=on_event,
    )
    return RunningConnector(options, handle)


def _claim_of(
    target_system: Optional[str], form_types: Optional[Sequence[str]], lease_seconds: int, wait_seconds: int
) -> Claim:
    claim: Claim = {"leaseSeconds": lease_seconds, "waitSeconds": wait_seconds}
    if target_system is not None:
        claim["targetSystem"] = target_system
    if form_types is not None:
        claim["formTypes"] = list(form_types)
    return claim


@dataclass(frozen=True)
class _Options:
    client: IntegrationApi
    claim: Claim
    concurrency: int
    lease_seconds: int
    until_empty: bool
    on_event: Optional[Callable[[ConnectorEvent], None]]


@dataclass
class _OpenClaim:
    """A claim whose answer has not come. It is repeated with the same key and body until there is one."""

    key: str
    claim: Claim
    tries: int = 0


class RunningConnector:
    """A connector that runs. Its threads end with the program; :meth:`wait` and :meth:`stop` wait for them."""

    def __init__(self, options: _Options, handle: Handler) -> None:
        self._options = options
        self._stopping = Cancellation()
        self._closing = Cancellation()
        self._changed = threading.Condition()
        self._deliveries: List[Delivery] = []
        self._failure: Optional[BaseException] = None
        self._metrics = ConnectorMetrics()
        self._handle = handle
        self._here = threading.local()
        self._context = DeliveryContext(options.client, self._run_handler, self._emit, self._stopping, self._closing)
        self._thread = threading.Thread(target=self._run, name="integration-api connector", daemon=True)
        self._thread.start()

    def wait(self, seconds: Optional[float] = None) -> bool:
        """Waits so long, or until the connector has ended; returns whether it has.

        Raises :class:`IntegrationApiError` when the service refuses its claims or reports for good, and what ``on_event``
        has raised.
        """
        self._thread.join(seconds)
        if self._thread.is_alive():
            return False
        if self._failure is not None:
            raise self._failure
        return True

    def stop(self, deadline: float = 10.0) -> None:
        """Makes no new claim; returns when nothing is in hand any more.

        Work in hand may go on for ``deadline`` seconds; what is left is then given back. A handler and ``on_event`` may
        call it too: there it returns at once, and work in hand may go on to its end.
        """
        self._request_end()
        if self._is_own_thread:
            return
        self._thread.join(deadline)
        with self._changed:
            for delivery in self._deliveries:
                delivery.cut()
        self._thread.join(CLOSING)
        self._closing.cancel()
        self._thread.join()

    def metrics(self) -> ConnectorMetrics:
        with self._changed:
            return replace(self._metrics, in_hand=len(self._deliveries))

    def __enter__(self) -> RunningConnector:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.stop()

    @property
    def _is_own_thread(self) -> bool:
        return getattr(self._here, "is_own", False)

    def _run(self) -> None:
        self._here.is_own = True
        cancellation = self._options.client._transport.options.cancellation
        if cancellation is not None:
            cancellation._listen(self._request_end)
        try:
            self._claim_on()
        except BaseException as error:
            self._fail(error)
        with self._changed:
            self._changed.wait_for(lambda: not self._deliveries)
        if cancellation is not None:
            cancellation._leave(self._request_end)

    def _run_handler(self, item: ClaimedItem, context: HandlerContext) -> object:
        self._here.is_own = True
        return self._handle(item, context)

    def _request_end(self) -> None:
        self._stopping.cancel()
        with self._changed:
            self._changed.notify_all()
            for delivery in self._deliveries:
                delivery.wake()

    def _claim_on(self) -> None:
        open_claim: Optional[_OpenClaim] = None
        while not self._stopping.cancelled:
            in_hand = self._wait_for_room()
            if self._stopping.cancelled:
                return
            if open_claim is None:
                open_claim = _OpenClaim(str(uuid.uuid4()), self._options.claim.copy())
                open_claim.claim["limit"] = self._options.concurrency - in_hand
            begun = time.monotonic()
            has_nothing = self._claim(open_claim)
            if has_nothing is None:
                continue
            open_claim = None
            if not has_nothing:
                continue
            if not self._options.until_empty:
                # A service that is about to stop answers at once that there is nothing.
                self._stopping.wait(max(0.0, CLAIM_EVERY - (time.monotonic() - begun)))
            elif in_hand == 0:
                return
            else:
                # An item in hand may have kept back a later one of its student.
                self._wait_for_change(in_hand)

    def _wait_for_room(self) -> int:
        """How many items are in hand when there is room for one more."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._stopping.cancelled or len(self._deliveries) < self._options.concurrency
            )
            return len(self._deliveries)

    def _wait_for_change(self, in_hand: int) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._stopping.cancelled or len(self._deliveries) < in_hand)

    def _claim(self, open_claim: _OpenClaim) -> Optional[bool]:
        """Whether there was nothing to hand out; None without an answer: the same claim is to be made again."""
        open_claim.tries += 1
        client = self._options.client.with_options(cancellation=self._stopping)
        try:
            answer = client.sync.claim(open_claim.claim, open_claim.key)
        except IntegrationApiError as error:
            self._emit(ConnectorEvent("claim-failed", error=error))
            if not is_temporary(error) and (error.status or 500) < 500:
                raise
            wait = error.retry_after
            self._stopping.wait(backoff(open_claim.tries, 0.5, 30.0) if wait is None else wait)
            return None
        except BaseException:
            if self._stopping.cancelled:
                return None
            raise
        with self._changed:
            self._metrics.claims += 1
            self._metrics.waiting = answer.meta.get("waiting", 0)
            self._metrics.last_claim_at = datetime.now(timezone.utc)
        # A repeated claim brings what an earlier attempt took, and no more.
        is_fresh = open_claim.tries == 1 and answer.attempts == 1
        self._take(answer.data, is_fresh)
        return is_fresh and not answer.data

    def _take(self, items: Sequence[ClaimedItem], is_fresh: bool) -> None:
        client = self._options.client.with_options(cancellation=self._closing)
        try:
            lanes = self._lanes_of(client, items, is_fresh)
        except Exception:
            _release(client, items)
            raise
        for item in items:
            self._emit(ConnectorEvent("claimed", item))
        for lane in lanes:
            _begin_next(lane)
            for delivery in lane:
                self._start(delivery, lane)

    def _lanes_of(
        self, client: IntegrationApi, items: Sequence[ClaimedItem], is_fresh: bool
    ) -> List[List[Delivery]]:
        """The items of each student, in their order. None has begun."""
        lanes: Dict[str, List[Delivery]] = {}
        for item in items:
            lease_seconds = self._options.lease_seconds
            lease = Lease(client, item["claimId"], lease_seconds, is_fresh, self._count_extended)
            lane = lanes.setdefault(item["envelope"]["data"]["student"]["id"], [])
            lane.append(Delivery(self._context, item, lease))
        return list(lanes.values())

    def _start(self, delivery: Delivery, lane: List[Delivery]) -> None:
        name = "integration-api delivery"
        thread = threading.Thread(target=self._deliver, args=(delivery, lane), name=name, daemon=True)
        with self._changed:
            self._deliveries.append(delivery)
        try:
            thread.start()
        except RuntimeError as error:
            # The machine has no further thread. The connector ends, so the item is only given back.
            self._fail(error)
            self._deliver(delivery, lane)

    def _deliver(self, delivery: Delivery, lane: List[Delivery]) -> None:
        self._here.is_own = True
        try:
            delivery.run()
        except BaseException as error:
            # The service refuses reports on items: going on would deliver each again and again.
            self._fail(error)
        with self._changed:
            delivery.ended = True
            self._deliveries.remove(delivery)
            self._changed.notify_all()
            _begin_next(lane)

    def _fail(self, error: BaseException) -> None:
        if self._failure is None:
            self._failure = error
        self._request_end()

    def _count_extended(self) -> None:
        with self._changed:
            self._metrics.leases_extended += 1

    def _emit(self, event: ConnectorEvent) -> None:
        name = _COUNTED[event.type]
        with self._changed:
            setattr(self._metrics, name, getattr(self._metrics, name) + 1)
        if self._options.on_event is None:
            return
        try:
            self._options.on_event(event)
        except BaseException as error:
            # What the event says has happened all the same, so a report is not made again.
            self._fail(error)


def _begin_next(lane: Sequence[Delivery]) -> None:
    """Begins the first item that has not ended: all before it have. It may have begun already."""
    ended = list(itertools.takewhile(lambda one: one.ended, lane))
    if len(ended) < len(lane):
        following = lane[len(ended)]
        target = following.item.get("targetSystem")
        following.begin(all(one.settled for one in ended if one.item.get("targetSystem") == target))


def _release(client: IntegrationApi, items: Sequence[ClaimedItem]) -> None:
    """Gives back what cannot be read; what cannot be given back comes again when its lease is over."""
    for item in items:
        try:
            client.sync.release(item["claimId"], {"delaySeconds": 0})
        except Exception:
            continue
