"""What a connector is given, and what it reports."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Callable, Literal, Optional

from ..errors import IntegrationApiError
from ..openapi import ClaimedItem
from ..waiting import Cancellation


class PermanentError(Exception):
    """Raised by a handler when another attempt cannot succeed: the item becomes ``failed`` with this message."""


@dataclass(frozen=True)
class HandlerContext:
    """What a handler gets besides the item."""

    cancellation: Cancellation
    """Cancelled when the lease is lost, or when the connector is stopped and its time is over. A handler that runs for
    long looks at it, or waits by it."""


Handler = Callable[[ClaimedItem, HandlerContext], object]
"""Delivers one item; returns when the target system has it. An item may come again, with the same ``id`` of its envelope
when its content is the same, so a handler must do nothing twice for one id. Raises :class:`PermanentError` when another
attempt cannot succeed; any other exception gives the item back for a later attempt."""

EventType = Literal["claimed", "sent", "failed", "released", "lease-lost", "claim-failed"]


@dataclass(frozen=True)
class ConnectorEvent:
    """Something that happened to an item, or to the connector.

    ``sent``: the target system has it, and the service knows. ``failed``: a :class:`PermanentError`. ``released``: given
    back for a later attempt; without an error for ``stop``, or because an earlier item was given back. ``lease-lost``:
    the item belongs to another connector now, or will be handed out again; nothing was acknowledged. ``claim-failed``:
    without an item; the next claim follows after a pause.
    """

    type: EventType
    item: Optional[ClaimedItem] = None
    error: Optional[BaseException] = None
    repeated: bool = False


@dataclass
class ConnectorMetrics:
    """Counts since the start; ``in_hand`` are items now in hand, ``waiting`` the queued items that fit, at the last
    claim."""

    claims: int = 0
    claimed: int = 0
    sent: int = 0
    failed: int = 0
    released: int = 0
    leases_lost: int = 0
    leases_extended: int = 0
    claims_failed: int = 0
    in_hand: int = 0
    waiting: int = 0
    last_claim_at: Optional[datetime] = None


def says_lost(error: IntegrationApiError) -> bool:
    """Whether the service says that the lease has ended, or that another caller has the item."""
    return error.code == "LEASE_LOST" or error.status == 404
