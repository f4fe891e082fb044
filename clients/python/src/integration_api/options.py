"""How patiently calls are made, and what they carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Optional

from .errors import IntegrationApiError
from .retry import RetryPolicy
from .waiting import Cancellation


@dataclass(frozen=True)
class Retry:
    """Another attempt that is about to be made, ``wait`` seconds from now."""

    attempt: int
    wait: float
    error: IntegrationApiError


@dataclass(frozen=True)
class Options:
    """What ``IntegrationApi`` and its ``with_options`` take."""

    timeout: float = 30.0
    retries: int = 5
    backoff: float = 0.25
    longest_wait: float = 60.0
    run: Optional[str] = None
    request_id: Optional[str] = None
    cancellation: Optional[Cancellation] = None
    on_retry: Optional[Callable[[Retry], None]] = None

    @property
    def policy(self) -> RetryPolicy:
        return RetryPolicy(self.retries, self.backoff, self.longest_wait)
