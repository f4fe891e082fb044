"""Carries approved submissions into another system."""

from .connector import RunningConnector, connector
from .types import ConnectorEvent, ConnectorMetrics, HandlerContext, PermanentError

__all__ = [
    "ConnectorEvent",
    "ConnectorMetrics",
    "HandlerContext",
    "PermanentError",
    "RunningConnector",
    "connector",
]
