"""A typed client of the Integration API, and the kit that connectors are written with."""

from .answer import Answer, AnswerWarning
from .api import IntegrationApi
from .bulk.answers import BulkAnswers, is_bulk_refusal
from .bulk.types import AcceptedRow, BulkAnswer, BulkEffect, BulkSummary, RefusedRow
from .calls.events import NewReviewEvent
from .calls.users import PullState
from .connectors import ConnectorEvent, ConnectorMetrics, HandlerContext, PermanentError, RunningConnector, connector
from .errors import ErrorDetail, IntegrationApiError
from .options import Retry
from .pages import ChangeWalk, PageMeta, WalkMeta
from .retry import backoff, is_temporary
from .waiting import Cancellation, Cancelled

__all__ = [
    "AcceptedRow",
    "Answer",
    "AnswerWarning",
    "BulkAnswer",
    "BulkAnswers",
    "BulkEffect",
    "BulkSummary",
    "Cancellation",
    "Cancelled",
    "ChangeWalk",
    "ConnectorEvent",
    "ConnectorMetrics",
    "ErrorDetail",
    "HandlerContext",
    "IntegrationApi",
    "IntegrationApiError",
    "NewReviewEvent",
    "PageMeta",
    "PermanentError",
    "PullState",
    "RefusedRow",
    "Retry",
    "RunningConnector",
    "WalkMeta",
    "backoff",
    "connector",
    "is_bulk_refusal",
    "is_temporary",
]
