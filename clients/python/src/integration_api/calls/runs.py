"""What the calls of each run did."""

from __future__ import annotations

from typing import Iterator, List, Optional

from ..answer import AnyMeta, Answer
from ..openapi import FailedRow, FailedRowsControllerListQuery, FinishedRun, FinishRun, Run, RunsControllerListQuery
from ..pages import PageMeta, at, items_of
from ..transport import Call, Transport

_RUNS = "/api/v1/integration/runs"


class Runs:
    """What the calls of each run did (scope ``users``)."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def page(self, query: Optional[RunsControllerListQuery] = None) -> Answer[List[Run], PageMeta]:
        return self._transport.call(Call("GET", _RUNS, query=query))

    def all(self, query: Optional[RunsControllerListQuery] = None) -> Iterator[Run]:
        """All runs, the latest first."""
        return items_of(lambda cursor: self.page(at(query, cursor)))

    def get(self, name: str) -> Answer[Run, AnyMeta]:
        return self._transport.call(Call("GET", f"{_RUNS}/{{name}}", {"name": name}))

    def finish(self, name: str, body: Optional[FinishRun] = None) -> Answer[FinishedRun, AnyMeta]:
        """Says that all rows of a run were sent.

        With ``complete``, people whom the run does not name are absent. The call may be repeated, and then has the
        same answer.
        """
        return self._transport.call(Call("POST", f"{_RUNS}/{{name}}/finish", {"name": name}, body=body or {}))

    def failures_page(
        self, name: str, query: Optional[FailedRowsControllerListQuery] = None
    ) -> Answer[List[FailedRow], PageMeta]:
        return self._transport.call(Call("GET", f"{_RUNS}/{{name}}/failures", {"name": name}, query))

    def failures(self, name: str, query: Optional[FailedRowsControllerListQuery] = None) -> Iterator[FailedRow]:
        """The people whom a run sent and who were refused, in the order in which they arrived."""
        return items_of(lambda cursor: self.failures_page(name, at(query, cursor)))
