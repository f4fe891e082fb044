"""What a call answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, List, Mapping, Optional, TypedDict, TypeVar

Data = TypeVar("Data", covariant=True)
Meta = TypeVar("Meta", covariant=True)

AnyMeta = Mapping[str, object]
"""The ``meta`` of a call that has nothing special in it."""


class AnswerWarning(TypedDict):
    """Something about a field that was accepted."""

    field: str
    code: str
    message: str


@dataclass(frozen=True)
class Answer(Generic[Data, Meta]):
    """The answer of a call. ``data`` and ``meta`` are JSON as the service sends it."""

    status: int
    message: Optional[str]
    data: Data
    meta: Meta
    warnings: List[AnswerWarning]
    request_id: str
    """Names the call in the log of the service."""
    attempts: int
    """How often the call was sent; beyond 1 an earlier attempt may have taken effect."""
