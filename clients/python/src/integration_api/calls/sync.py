"""The sync queue."""

from __future__ import annotations

import uuid
from typing import Dict, Iterator, List, Optional, TypedDict

from ..answer import AnyMeta, Answer
from ..openapi import (
    Ack,
    BulkReplay,
    BulkReplayed,
    Claim,
    ClaimedItem,
    ClaimsMeta,
    Connector,
    Envelope,
    Lease,
    Release,
    ReleasedItem,
    Replay,
    SyncControllerListQuery,
    SyncControllerPreviewQuery,
    SyncItem,
    SyncTransition,
)
from ..pages import PageMeta, at, items_of
from ..transport import Call, Transport

_SYNC = "/api/v1/integration/sync"

QueueQuery = SyncControllerListQuery

OfTarget = SyncControllerPreviewQuery
"""Which item of a submission, where the university has several targets."""


class QueueMeta(PageMeta):
    """``totals`` are items of the tenant by status."""

    totals: Dict[str, int]


class PayloadMeta(TypedDict):
    """About an envelope. ``contentHash`` is the SHA-256 of its canonical data."""

    preview: bool
    contentHash: str
    syncStatus: str
    blockedBy: List[str]
    """Mapped fields whose discrepancies are unresolved."""


class AckMeta(TypedDict, total=False):
    """``repeated``: the same was acknowledged before."""

    repeated: bool


class Sync:
    """The sync queue (scope ``sync``)."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def page(self, query: Optional[QueueQuery] = None) -> Answer[List[SyncItem], QueueMeta]:
        return self._transport.call(Call("GET", f"{_SYNC}/queue", query=query))

    def items(self, query: Optional[QueueQuery] = None) -> Iterator[SyncItem]:
        """All items of the queue, latest change first."""
        return items_of(lambda cursor: self.page(at(query, cursor)))

    def history(
        self, submission_id: str, query: Optional[OfTarget] = None
    ) -> Answer[List[SyncTransition], AnyMeta]:
        """Every step of an item, oldest first."""
        path = {"submissionId": submission_id}
        return self._transport.call(Call("GET", f"{_SYNC}/queue/{{submissionId}}/history", path, query))

    def payload(self, submission_id: str, query: Optional[OfTarget] = None) -> Answer[Envelope, PayloadMeta]:
        """The envelope of a submission; reading it changes nothing."""
        path = {"submissionId": submission_id}
        return self._transport.call(Call("GET", f"{_SYNC}/payload/{{submissionId}}", path, query))

    def replay(self, item: Replay) -> Answer[SyncItem, AnyMeta]:
        """Queues an item again.

        Not repeated when it may have taken effect: a connector may have delivered it since.
        """
        return self._transport.call(Call("POST", f"{_SYNC}/replay", body=item, repeatability="unsafe"))

    def replay_bulk(self, selection: BulkReplay) -> Answer[BulkReplayed, AnyMeta]:
        """Queues items of one status again. Not repeated when it may have taken effect, as :meth:`replay`."""
        return self._transport.call(
            Call(
                "POST",
                f"{_SYNC}/replay/bulk",
                body=selection,
                repeatability="safe" if selection.get("dryRun") is True else "unsafe",
            )
        )

    def ack(self, report: Ack) -> Answer[SyncItem, AckMeta]:
        """Reports what became of an item; with ``claimId`` under that lease only."""
        # Each `processing` without a lease counts an attempt.
        counts = report.get("status") == "processing" and report.get("claimId") is None
        return self._transport.call(
            Call("POST", f"{_SYNC}/ack", body=report, repeatability="unsafe" if counts else "safe")
        )

    def claim(
        self, input: Optional[Claim] = None, idempotency_key: Optional[str] = None
    ) -> Answer[List[ClaimedItem], ClaimsMeta]:
        """Leases items that wait. A repeated attempt has the same key, so that a lost answer loses nothing.

        ``idempotency_key``: the same key gives those of its claims that are still open. Random by default.
        """
        body: Claim = {} if input is None else input
        return self._transport.call(
            Call(
                "POST",
                f"{_SYNC}/claims",
                body=body,
                idempotency_key=idempotency_key or str(uuid.uuid4()),
                patience=float(body.get("waitSeconds") or 0),
            )
        )

    def extend(self, claim_id: str, lease_seconds: int) -> Answer[Lease, AnyMeta]:
        """Prolongs a lease: it then ends so many seconds from now."""
        body = {"leaseSeconds": lease_seconds}
        return self._transport.call(
            Call("POST", f"{_SYNC}/claims/{{claimId}}/extend", {"claimId": claim_id}, body=body)
        )

    def release(self, claim_id: str, release: Optional[Release] = None) -> Answer[ReleasedItem, AnyMeta]:
        """Gives an item back to the queue."""
        return self._transport.call(
            Call("POST", f"{_SYNC}/claims/{{claimId}}/release", {"claimId": claim_id}, body=release or {})
        )

    def connectors(self) -> Answer[List[Connector], AnyMeta]:
        """Who takes items of the queue, and what became of them."""
        return self._transport.call(Call("GET", f"{_SYNC}/connectors"))
