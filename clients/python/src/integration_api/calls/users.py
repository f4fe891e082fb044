"""People."""

from __future__ import annotations

from typing import Callable, Iterable, Iterator, List, Literal, Optional, Tuple, TypedDict, TypeVar, Union

from ..answer import AnyMeta, Answer
from ..bulk.answers import BulkAnswers
from ..errors import IntegrationApiError
from ..openapi import (
    CommitteeImpact,
    Conflict,
    ConflictsControllerPageQuery,
    CreateUpdateUser,
    Hold,
    Match,
    RemovedUser,
    User,
    UserExportControllerListQuery,
    UserSummary,
    UserWithProvenance,
)
from ..pages import ChangeWalk, PageMeta, WalkMeta, at
from ..transport import Call, Transport

_USERS = "/api/v1/integration/users"
_BULK = f"{_USERS}/bulk"

UsersQuery = UserExportControllerListQuery
"""Filters narrow; without one, every person comes. With ``includeRemoved`` those who were erased come too."""

ListedUser = Union[User, RemovedUser]
"""One who was erased has a ``removed``."""

Row = TypeVar("Row")


class _ProvisionMeta(TypedDict):
    matchedBy: Optional[Literal["id", "legacyNumber", "email"]]
    changed: List[str]


class ProvisionMeta(_ProvisionMeta, total=False):
    """How a person was found, and what a post changed."""

    holdId: Optional[str]
    """Where a de-provisioning is held (202 ``DEPROVISIONING HELD``)."""
    committeeImpact: CommitteeImpact
    conflictId: Optional[str]
    """Where an administrator must decide who the person is (202 ``MATCH PENDING``): nothing was applied."""


class _StatusMeta(TypedDict):
    changed: bool
    previousStatus: Literal["active", "inactive"]
    sessionsEnded: int


class StatusMeta(_StatusMeta, total=False):
    """What a change of the status did."""

    holdId: Optional[str]
    committeeImpact: CommitteeImpact


class PullState(TypedDict, total=False):
    """How far a copy has come; JSON. It is empty before the first page."""

    since: str
    """What the next walk begins with."""
    cursor: str
    """In the middle of a walk: the next page."""


class Users:
    """People (scope ``users``). ``id`` is the 950/951 ID or the legacyNumber."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create_or_update(self, person: CreateUpdateUser) -> Answer[UserSummary, ProvisionMeta]:
        return self._transport.call(Call("POST", _USERS, body=person))

    def match(self, person: CreateUpdateUser) -> Answer[Match, AnyMeta]:
        """What :meth:`create_or_update` would do, and who else the person may be. Writes nothing."""
        return self._transport.call(Call("POST", f"{_USERS}/match", body=person))

    def page(self, query: Optional[UsersQuery] = None) -> Answer[List[ListedUser], WalkMeta]:
        return self._transport.call(Call("GET", _USERS, query=query))

    def list(self, query: Optional[UsersQuery] = None) -> ChangeWalk[ListedUser]:
        """Everyone whom the filters leave, oldest change first.

        ``next_since`` of the walk is what to send as ``since`` the next time.
        """
        return ChangeWalk(lambda cursor: self.page(at(query, cursor)))

    def pull(
        self, state: Optional[PullState] = None, limit: Optional[int] = None
    ) -> Iterator[Tuple[List[ListedUser], PullState]]:
        """Continues a copy of all people from a saved state: the rest of a walk, or what has changed since.

        Yields people and a state. It ends when nothing is left. Save the state after its people are stored: a process
        that ends in between gets them again. A walk whose cursor is too old begins again. ``limit`` is how many people
        come at once, 1 to 5,000; 1,000 by default. ::

            for users, state in api.users.pull(saved()):
                store(users)
                save(state)
        """
        since = (state or {}).get("since")
        cursor = (state or {}).get("cursor")
        while True:
            page = self._page_or_first(since, cursor, limit)
            cursor = page.meta["nextCursor"]
            yield page.data, _state_of(since, cursor, page.meta)
            if cursor is None:
                return

    def _page_or_first(
        self, since: Optional[str], cursor: Optional[str], limit: Optional[int]
    ) -> Answer[List[ListedUser], WalkMeta]:
        query: UsersQuery = {"includeRemoved": True}
        if since is not None:
            query["since"] = since
        if limit is not None:
            query["limit"] = limit
        try:
            return self.page(at(query, cursor))
        except IntegrationApiError as error:
            is_old = error.code == "VALIDATION_FAILED" and any(one["field"] == "cursor" for one in error.details)
            if cursor is None or not is_old:
                raise
            return self.page(query)

    def get(self, id: str) -> Answer[User, AnyMeta]:
        return self._transport.call(Call("GET", f"{_USERS}/{{id}}", {"id": id}))

    def get_with_provenance(self, id: str) -> Answer[UserWithProvenance, AnyMeta]:
        """The same with who set each field last, and which fields await their source."""
        return self._transport.call(Call("GET", f"{_USERS}/{{id}}", {"id": id}, {"include": "provenance"}))

    def set_status(
        self,
        id: str,
        account_status: Literal["active", "inactive"],
        if_impact: Optional[Literal["hold"]] = None,
    ) -> Answer[UserSummary, StatusMeta]:
        """De-provisions or restores a person.

        ``if_impact="hold"``: a de-provisioning that takes a member from committees is held (202 ``DEPROVISIONING
        HELD``).
        """
        body = {"accountStatus": account_status}
        return self._transport.call(
            Call("PATCH", f"{_USERS}/{{id}}", {"id": id}, {"ifImpact": if_impact}, body)
        )

    def bulk(self, people: Iterable[CreateUpdateUser], dry_run: bool = False) -> BulkAnswers[CreateUpdateUser]:
        """Any number of people, streamed both ways; an answer for each, in order."""
        return BulkAnswers(self._transport, _BULK, people, dry_run=dry_run)

    def bulk_of(
        self, rows: Iterable[Row], json_of: Callable[[Row], Union[str, bytes]], dry_run: bool = False
    ) -> BulkAnswers[Row]:
        """The same for people who are JSON already, such as the lines of a file with their numbers.

        ``json_of`` gives the JSON of a person on one line, as text or in UTF-8; it is sent as it is.
        """
        return BulkAnswers(self._transport, _BULK, rows, json_of, dry_run)

    def conflicts(
        self, query: Optional[ConflictsControllerPageQuery] = None
    ) -> Answer[List[Conflict], PageMeta]:
        """Conflicts of identity matching, which an administrator must decide: one entry per question."""
        return self._transport.call(Call("GET", "/api/v1/integration/conflicts", query=query))

    def conflict(self, id: str) -> Answer[Conflict, AnyMeta]:
        """What became of a post that was answered with ``MATCH PENDING`` or ``IDENTITY_CONFLICT``."""
        return self._transport.call(Call("GET", "/api/v1/integration/conflicts/{id}", {"id": id}))

    def hold(self, id: str) -> Answer[Hold, AnyMeta]:
        """What became of a de-provisioning that was held."""
        return self._transport.call(Call("GET", "/api/v1/integration/holds/{id}", {"id": id}))


def _state_of(since: Optional[str], cursor: Optional[str], meta: WalkMeta) -> PullState:
    if cursor is None:
        return {"since": meta["nextSince"]}
    return {"cursor": cursor} if since is None else {"since": since, "cursor": cursor}
