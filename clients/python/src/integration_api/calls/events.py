"""What changed, and reviews of other systems."""

from __future__ import annotations

import uuid
from datetime import datetime, timezone
from typing import Callable, Iterator, List, Literal, Optional, Sequence, TypedDict, Union

from ..answer import AnyMeta, Answer
from ..openapi import ChangeEvent, EventResult, FeedControllerReadQuery, FeedMeta, ReviewEvent, ReviewEventData
from ..transport import Call, Transport

_FEED = "/api/v1/integration/events"
_REVIEWS = "/api/v1/workflow/events"
# The most seconds that the service waits.
_WAIT_SECONDS = 25

FeedQuery = FeedControllerReadQuery


class _NewReviewEvent(TypedDict):
    source: str
    data: ReviewEventData


class NewReviewEvent(_NewReviewEvent, total=False):
    """What the sender of a review event has to say; the client adds the rest."""

    specversion: Literal["1.0"]
    type: Literal["submission.status-changed.v1"]
    id: str
    time: Optional[str]
    datacontenttype: str


AnyReviewEvent = Union[NewReviewEvent, ReviewEvent]


class Events:
    """What changed, as CloudEvents (scopes ``users``, ``progress`` and ``sync``), and reviews of other systems (scope
    ``workflow``), of which a repeated one has no effect."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def page(self, query: Optional[FeedQuery] = None) -> Answer[List[ChangeEvent], FeedMeta]:
        """The events behind a place; without ``after`` only the place of now, as ``meta["nextAfter"]``."""
        patience = float((query or {}).get("waitSeconds") or 0)
        return self._transport.call(Call("GET", _FEED, query=query, patience=patience))

    def follow(
        self,
        after: Optional[str],
        save: Callable[[str], object],
        types: Optional[Sequence[str]] = None,
        limit: Optional[int] = None,
    ) -> Iterator[ChangeEvent]:
        """Follows what changes, in the order of commits, until the cancellation of the client ends it.

        ``after`` is the saved place; None: from now on; ``earliest``: everything that is kept. Deal with an event before
        you take the next one: ``save`` gets the place behind a page when you ask for the event behind its last one, so
        that a process that ends in between gets that page again. ``types`` such as ``user.*``; all that the credential
        may read by default. ``limit`` is how many events may come again after a crash, 1 to 1,000; 100 by default.

        Raises ``CURSOR_EXPIRED`` when events behind the place are kept no longer: copy everything again, and follow from
        now on. ::

            for event in api.events.follow(saved(), save):
                deal(event)
        """
        while True:
            page = self._next_page(after, types, limit)
            if page is None:
                return
            yield from page.data
            next_after = page.meta["nextAfter"]
            if next_after != after:
                save(next_after)
            after = next_after

    def _next_page(
        self, after: Optional[str], types: Optional[Sequence[str]], limit: Optional[int]
    ) -> Optional[Answer[List[ChangeEvent], FeedMeta]]:
        """None when the cancellation has ended it."""
        # Without a place the answer is the place of now, at once.
        query: FeedQuery = {"waitSeconds": _WAIT_SECONDS}
        if after is not None:
            query["after"] = after
        if types is not None:
            query["types"] = types
        if limit is not None:
            query["limit"] = limit
        cancellation = self._transport.options.cancellation
        try:
            return self.page(query)
        except Exception:
            if cancellation is not None and cancellation.cancelled:
                return None
            raise

    def send(self, event: AnyReviewEvent) -> Answer[EventResult, AnyMeta]:
        """Adds ``specversion`` and ``type``, and where they are missing a random ``id`` and the time of now.

        All attempts of one call have the same. An event that another call may send again needs an ``id`` of its own, such
        as that of the vote.
        """
        body = self._complete(event)
        return self._transport.call(Call("POST", _REVIEWS, body=body, content_type="application/cloudevents+json"))

    def forward(self, raw: bytes, content_type: str) -> Answer[EventResult, AnyMeta]:
        """An event in the bytes of its sender, which may be none: the service says what is wrong with it.

        ``content_type`` is what the sender has given them.
        """
        return self._transport.call(Call("POST", _REVIEWS, raw=raw, content_type=content_type))

    def send_batch(self, events: Sequence[AnyReviewEvent]) -> Answer[List[EventResult], AnyMeta]:
        """At most 1,000 events as of ``send``; one result for each, in order. One that is refused stops no other."""
        body = [self._complete(event) for event in events]
        return self._transport.call(Call("POST", _REVIEWS, body=body, content_type="application/cloudevents-batch+json"))

    def _complete(self, event: AnyReviewEvent) -> "dict[str, object]":
        added: "dict[str, object]" = {"specversion": "1.0", "type": "submission.status-changed.v1", "id": str(uuid.uuid4())}
        if self._transport.options.stamps_events:
            added["time"] = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        return {**added, **event}
