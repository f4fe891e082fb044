"""Lists that are read page by page."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generic, Iterator, List, Optional, TypedDict, TypeVar, cast

from .answer import Answer


class PageMeta(TypedDict):
    """``meta`` of a list that is read page by page."""

    count: int
    limit: int
    hasMore: bool
    nextCursor: Optional[str]


class WalkMeta(PageMeta):
    """``meta`` of a list of what changed. ``nextSince`` is what to send as ``since`` the next time."""

    nextSince: str


Item = TypeVar("Item")
Query = TypeVar("Query")
Meta = TypeVar("Meta", bound=PageMeta)

ReadPage = Callable[[Optional[str]], Answer[List[Item], Meta]]
"""Reads the page that begins at a cursor; None: the first one."""


def at(query: Optional[Query], cursor: Optional[str]) -> Query:
    """The query of the page at a cursor; None: as it is."""
    given = cast(Dict[str, Any], query or {})
    return cast(Query, given if cursor is None else {**given, "cursor": cursor})


def pages_of(read: ReadPage[Item, Meta]) -> Iterator[Answer[List[Item], Meta]]:
    """The pages of a list, from the first to the last."""
    cursor: Optional[str] = None
    while True:
        page = read(cursor)
        yield page
        cursor = page.meta["nextCursor"]
        if cursor is None:
            return


def items_of(read: ReadPage[Item, Meta]) -> Iterator[Item]:
    """The items of all pages of a list."""
    for page in pages_of(read):
        yield from page.data


class ChangeWalk(Generic[Item]):
    """One walk over items in the order in which they changed. Each iteration is a walk of its own."""

    def __init__(self, read: ReadPage[Item, WalkMeta]) -> None:
        self._read = read
        self._next_since: Optional[str] = None

    @property
    def next_since(self) -> Optional[str]:
        """What to send as ``since`` the next time, so that no change is missed; None until every item was read."""
        return self._next_since

    def pages(self) -> Iterator[Answer[List[Item], WalkMeta]]:
        self._next_since = None
        for page in pages_of(self._read):
            yield page
            if not page.meta["hasMore"]:
                self._next_since = page.meta["nextSince"]

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.data
