"""One item on its way."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Callable, Literal, Optional

from ..api import IntegrationApi
from ..errors import IntegrationApiError
from ..openapi import Ack, ClaimedItem, Release
from ..retry import is_temporary
from ..waiting import Cancellation
from .error_text import text_of
from .lease import Lease
from .types import ConnectorEvent, Handler, HandlerContext, PermanentError, says_lost

# Between two attempts to settle an item while the service is away.
SETTLE_AGAIN = 1.0
# Reported in place of a message that the service refuses.
REFUSED_MESSAGE = "The handler failed; the message of its error was refused."
# Statuses of a refusal that another text may avoid.
REFUSED_TEXT = (400, 413)


@dataclass(frozen=True)
class DeliveryContext:
    """What the deliveries of a connector share."""

    client: IntegrationApi
    handle: Handler
    emit: Callable[[ConnectorEvent], None]
    stopping: Cancellation
    """Cancelled when no item may begin any more."""
    closing: Cancellation
    """Cancelled when nothing may be sent any more."""


class Delivery:
    """One item: handled under its lease, then acknowledged or given back, never both. Its own thread keeps the lease
    meanwhile; the handler runs in another one, since it cannot be ended from outside."""

    def __init__(self, context: DeliveryContext, item: ClaimedItem, lease: Lease) -> None:
        self.item = item
        self.settled = False
        """Whether the target system has it, or never gets it: only then a later item of the same student may go there."""
        self.ended = False
        """Whether nothing goes on with it any more."""
        self._context = context
        self._lease = lease
        self._wake = threading.Event()
        self._is_cut = False
        self._may_begin: Optional[bool] = None
        self._is_handled = False
        self._failure: Optional[BaseException] = None

    def begin(self, may_begin: bool) -> None:
        """Says that the items before it have ended, and whether it may be handled at all."""
        self._may_begin = may_begin
        self._wake.set()

    def cut(self) -> None:
        """Ends the handler, whose time is over. The item is given back."""
        self._is_cut = True
        self._lease.cancellation.cancel(RuntimeError("The connector is stopped."))
        self._wake.set()

    def wake(self) -> None:
        """The connector is stopped."""
        self._wake.set()

    def run(self) -> None:
        """Raises when the service refuses the report on the item."""
        stopping = self._context.stopping
        self._wait_for(lambda: self._may_begin is not None or stopping.cancelled)
        if self._lease.lost:
            self._lost()
        elif self._may_begin is not True or stopping.cancelled or self._is_cut:
            self._give_back(None)
        else:
            self._handle()

    def _wait_for(self, is_so: Callable[[], bool]) -> None:
        """Keeps the lease until it is so, the lease is lost, or the item is cut."""
        while not is_so() and not self._lease.lost and not self._is_cut:
            self._wake.wait(self._lease.until_due)
            self._wake.clear()
            self._lease.keep()

    def _handle(self) -> None:
        handler = threading.Thread(target=self._run_handler, name="integration-api handler", daemon=True)
        try:
            handler.start()
        except RuntimeError:
            # The machine has no further thread.
            self._give_back(None)
            raise
        self._wait_for(lambda: self._is_handled)
        # A handler that goes on without a lease still counts: otherwise more of them would run than are wanted.
        while not self._is_handled and not self._is_cut:
            self._wake.wait()
            self._wake.clear()
        is_handled = self._is_handled
        if self._lease.lost:
            self._lost()
        elif is_handled and self._failure is None:
            # Also when it is cut meanwhile: the target system has the item.
            self._acknowledge()
        elif isinstance(self._failure, PermanentError):
            self._fail(self._failure)
        elif self._is_cut:
            self._give_back(None)
        else:
            self._give_back(self._failure)

    def _run_handler(self) -> None:
        try:
            self._context.handle(self.item, HandlerContext(self._lease.cancellation))
        except BaseException as error:
            self._failure = error
        self._is_handled = True
        self._wake.set()

    def _acknowledge(self) -> None:
        def report(client: IntegrationApi) -> None:
            answer = client.sync.ack(self._report("sent"))
            self.settled = True
            self._emit(ConnectorEvent("sent", self.item, repeated=answer.meta.get("repeated") is True))

        self._settle(report)

    def _fail(self, error: BaseException) -> None:
        def report(client: IntegrationApi) -> None:
            failed = self._report("failed")
            failed["lastError"] = text_of(error)
            client.sync.ack(failed)
            self.settled = True
            self._emit(ConnectorEvent("failed", self.item, error))

        self._settle(report, self._release(error, {"lastError": REFUSED_MESSAGE}))

    def _give_back(self, error: Optional[BaseException]) -> None:
        # Without an error at once; with one after the service's own delay, which grows with each attempt.
        if error is None:
            self._settle(self._release(None, {"delaySeconds": 0}))
            return
        shorter = self._release(error, {"lastError": REFUSED_MESSAGE})
        self._settle(self._release(error, {"lastError": text_of(error)}), shorter)

    def _release(self, error: Optional[BaseException], release: Release) -> Callable[[IntegrationApi], None]:
        def report(client: IntegrationApi) -> None:
            client.sync.release(self.item["claimId"], release)
            self._emit(ConnectorEvent("released", self.item, error))

        return report

    def _settle(
        self,
        report: Callable[[IntegrationApi], None],
        shorter: Optional[Callable[[IntegrationApi], None]] = None,
    ) -> None:
        """Reports to the service as long as the lease lasts: an item whose report is not received is delivered again.

        ``shorter`` reports without what a handler raised, where that is refused.
        """
        closing = self._context.closing
        while not self._lease.lost and not closing.cancelled:
            try:
                report(self._reporter())
                return
            except IntegrationApiError as error:
                if says_lost(error):
                    self._lease.lose()
                elif is_temporary(error) or error.status == 500:
                    closing.wait(SETTLE_AGAIN)
                elif shorter is not None and error.status in REFUSED_TEXT:
                    report, shorter = shorter, None
                else:
                    raise
                self._lease.keep()
            except BaseException:
                if not closing.cancelled:
                    raise
        self._lost()

    def _reporter(self) -> IntegrationApi:
        """Makes single attempts, so that the lease is kept between them."""
        client = self._context.client
        timeout = min(client._transport.options.timeout, self._lease.left)
        return client.with_options(timeout=timeout, retries=0, cancellation=self._context.closing)

    def _report(self, status: Literal["sent", "failed"]) -> Ack:
        return {
            "submissionId": self.item["submissionId"],
            "claimId": self.item["claimId"],
            "status": status,
        }

    def _lost(self) -> None:
        self._emit(ConnectorEvent("lease-lost", self.item))

    def _emit(self, event: ConnectorEvent) -> None:
        self._context.emit(event)
