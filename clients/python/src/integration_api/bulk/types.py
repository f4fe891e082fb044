"""What a bulk request answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, List, Literal, Mapping, Optional, TypedDict, TypeVar, Union

from ..answer import AnswerWarning
from ..errors import ErrorDetail

Row = TypeVar("Row")

BulkEffect = Literal["inserted", "updated", "unchanged"]


@dataclass(frozen=True)
class AcceptedRow(Generic[Row]):
    """A row that was accepted. One that was sent again counts with what it did the first time."""

    line: int
    """The place of the row among those that were given, from 1."""
    row: Row
    id: str
    """The 950/951 ID."""
    message: str
    effect: BulkEffect
    deprovisioned: bool
    """Whether the person lost the access by the row."""
    restored: bool
    """Whether the person got the access back by the row."""
    hold_id: Optional[str]
    conflict_id: Optional[str]
    warnings: List[AnswerWarning]
    success: Literal[True] = True


class _RowError(TypedDict):
    code: str
    message: str


class RowError(_RowError, total=False):
    """Why a row was refused."""

    details: List[ErrorDetail]


@dataclass(frozen=True)
class RefusedRow(Generic[Row]):
    """A row that was refused; the others go on."""

    line: int
    row: Row
    error: RowError
    success: Literal[False] = False


BulkAnswer = Union[AcceptedRow[Row], RefusedRow[Row]]


@dataclass(frozen=True)
class BulkSummary:
    """``received`` are answered rows, which the next four add up to. ``resent`` is how often a row was sent again.
    ``unanswered`` are rows that were read and have no answer: they may be applied, or not."""

    received: int
    inserted: int
    updated: int
    unchanged: int
    failed: int
    resent: int
    unanswered: int


def effect_of(answer: Mapping[str, object]) -> BulkEffect:
    """What the service did with a row that it accepted."""
    if answer.get("changed") is False:
        return "unchanged"
    return "inserted" if answer.get("message") == "DATA INSERTED" else "updated"
