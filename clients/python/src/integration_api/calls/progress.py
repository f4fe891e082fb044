"""The export of doctoral students' progress."""

from __future__ import annotations

from typing import Iterator, List, Optional, Union

from ..answer import Answer
from ..openapi import (
    ExportControllerPullQuery,
    OpenSeat,
    OpenSeatsControllerListQuery,
    ProgressRecord,
    RemovedRecord,
)
from ..pages import ChangeWalk, PageMeta, WalkMeta, at, items_of
from ..transport import Call, Transport

_PROGRESS = "/api/v1/integration/progress"

ProgressQuery = ExportControllerPullQuery
"""With ``includeRemoved`` those who stopped being Students come too."""

ListedRecord = Union[ProgressRecord, RemovedRecord]
"""That of one who stopped being a Student has a ``removed``."""


class Progress:
    """The export of doctoral students' progress (scope ``progress``)."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def page(self, query: Optional[ProgressQuery] = None) -> Answer[List[ListedRecord], WalkMeta]:
        return self._transport.call(Call("GET", _PROGRESS, query=query))

    def records(self, query: Optional[ProgressQuery] = None) -> ChangeWalk[ListedRecord]:
        """The records, oldest change first. ::

            walk = api.progress.records({"since": last_night})
            for record in walk:
                store(record)
            keep(walk.next_since)
        """
        return ChangeWalk(lambda cursor: self.page(at(query, cursor)))

    def open_seats_page(
        self, query: Optional[OpenSeatsControllerListQuery] = None
    ) -> Answer[List[OpenSeat], PageMeta]:
        """Committee seats whose member has left."""
        return self._transport.call(Call("GET", f"{_PROGRESS}/open-seats", query=query))

    def open_seats(self, query: Optional[OpenSeatsControllerListQuery] = None) -> Iterator[OpenSeat]:
        """All of them, in the order of the students' IDs."""
        return items_of(lambda cursor: self.open_seats_page(at(query, cursor)))
