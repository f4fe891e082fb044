"""What a call raises that does not succeed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, TypedDict


class ErrorDetail(TypedDict):
    """What is wrong with one field of a request."""

    field: str
    code: str
    message: str


@dataclass(frozen=True)
class ErrorFacts:
    """What is known about a failure besides its sentence."""

    code: str
    request_id: str
    status: Optional[int] = None
    details: Optional[List[ErrorDetail]] = None
    conflict_id: Optional[str] = None
    retry_after: Optional[float] = None
    never_sent: bool = False


class IntegrationApiError(Exception):
    """A call that did not succeed, after all attempts. Its text is a sentence that a person can act on.

    ``code`` is one of the service, or ``CONNECTION_LOST``, ``TIMEOUT`` or ``UNEXPECTED_ANSWER`` of the client.
    ``status`` is None without an answer. ``details`` has every field that is wrong. ``conflict_id`` is that of an
    ``IDENTITY_CONFLICT``. ``request_id`` names the call in the log of the service. ``retry_after`` are the seconds
    of a Retry-After header.
    """

    def __init__(self, message: str, facts: ErrorFacts) -> None:
        super().__init__(message)
        self._facts = facts
        self.message = message
        self.code = facts.code
        self.status = facts.status
        self.details: List[ErrorDetail] = facts.details or []
        self.conflict_id = facts.conflict_id
        self.request_id = facts.request_id
        self.retry_after = facts.retry_after

    @property
    def never_sent(self) -> bool:
        """Whether no connection was made, so that the service has certainly not seen the request."""
        return self._facts.never_sent

    def __reduce__(self) -> "tuple[type[IntegrationApiError], tuple[str, ErrorFacts]]":
        """For processes of a pool, which send errors on."""
        return type(self), (self.message, self._facts)
