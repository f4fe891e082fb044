"""Sends the calls of one credential. The only module that knows requests and answers."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, replace
from email.message import Message
from http.client import HTTPException
from typing import Any, Dict, List, Mapping, Optional, cast

from .address import Address, filled, query_text
from .answer import Answer
from .connection import NotConnected, Pool
from .errors import ErrorDetail, ErrorFacts, IntegrationApiError
from .options import Options, Retry
from .retry import Repeatability, parse_retry_after, wait_before
from .waiting import Deadline, sleep


@dataclass(frozen=True)
class Call:
    """One call: method, address and content."""

    method: str
    url: str
    path: Optional[Mapping[str, object]] = None
    query: Optional[Mapping[str, object]] = None
    body: Optional[object] = None
    raw: Optional[bytes] = None
    """Sent as it is, in place of the JSON of ``body``."""
    repeatability: Repeatability = "safe"
    idempotency_key: Optional[str] = None
    content_type: str = "application/json"
    patience: float = 0.0
    """Seconds that the service was asked to wait, besides the time of an attempt."""
    whole: bool = False
    """The answer has its content beside ``success``, and not as ``data``."""


@dataclass(frozen=True)
class Outgoing:
    """A request that is about to be sent, without its credential."""

    method: str
    target: str
    headers: Dict[str, str]
    request_id: str

    @property
    def place(self) -> str:
        return f"{self.method} {self.target.partition('?')[0]}"


class Transport:
    """One credential at one address, with options. Its copies share the connections."""

    def __init__(self, address: Address, credential: Mapping[str, str], pool: Pool, options: Options) -> None:
        self.address = address
        self.pool = pool
        self.options = options
        self._credential = credential

    def with_options(self, changes: Mapping[str, Any]) -> Transport:
        return Transport(self.address, self._credential, self.pool, replace(self.options, **changes))

    def call(self, call: Call) -> Answer[Any, Any]:
        """Makes a call, in as many attempts as the policy allows.

        Raises :class:`IntegrationApiError` when the last attempt failed too.
        """
        outgoing = self.outgoing(call)
        body = json_bytes(call.body) if call.raw is None else call.raw
        attempt = 0
        while True:
            attempt += 1
            try:
                answer = self._attempt(outgoing, body, call)
                return replace(answer, attempts=attempt)
            except IntegrationApiError as error:
                wait = wait_before(self.options.policy, attempt, error, call.repeatability)
                if wait is None:
                    raise
                self.announce(attempt, wait, error)
            sleep(wait, self.options.cancellation)

    def outgoing(self, call: Call, request_id: Optional[str] = None) -> Outgoing:
        own = request_id or self.options.request_id or str(uuid.uuid4())
        headers = {"Accept": "application/json", "X-Request-Id": own}
        if call.body is not None or call.raw is not None:
            headers["Content-Type"] = call.content_type
        if self.options.run is not None:
            headers["X-Sync-Run"] = self.options.run
        if call.idempotency_key is not None:
            headers["Idempotency-Key"] = call.idempotency_key
        target = self.address.path + filled(call.url, call.path or {}) + query_text(call.query)
        return Outgoing(call.method, target, headers, own)

    def announce(self, attempt: int, wait: float, error: IntegrationApiError) -> None:
        if self.options.on_retry is not None:
            self.options.on_retry(Retry(attempt, wait, error))

    def headers_of(self, outgoing: Outgoing) -> Dict[str, str]:
        """All headers of a request, with the credential, which is in no object that is printed."""
        return {**outgoing.headers, **self._credential}

    def _attempt(self, outgoing: Outgoing, body: Optional[bytes], call: Call) -> Answer[Any, Any]:
        deadline = Deadline(self.options.timeout + call.patience, self.options.cancellation)
        connection = None
        try:
            deadline.raise_if_cancelled()
            connection = self.pool.take(deadline)
            headers = self.headers_of(outgoing)
            response, content = connection.exchange(outgoing.method, outgoing.target, headers, body)
            deadline.end()
            if not response.will_close and not deadline.over:
                self.pool.give(connection)
                connection = None
        except (OSError, HTTPException) as error:
            raise no_answer(error, outgoing.place, outgoing.request_id, deadline) from error
        finally:
            deadline.end()
            if connection is not None:
                connection.close()
        if 200 <= response.status < 300:
            return _answer_of(response.status, response.headers, content, outgoing, call.whole)
        raise refusal_of(response.status, response.reason, response.headers, content, outgoing)


def no_answer(error: Exception, place: str, request_id: str, deadline: Deadline) -> IntegrationApiError:
    """The error of a request without an answer. Raises the reason of the caller's own cancellation."""
    if not deadline.timed_out:
        # Its reason may be of any class, also one of those below.
        deadline.raise_if_cancelled()
    if isinstance(error, TimeoutError) or _is_socket_timeout(error) or deadline.timed_out:
        return IntegrationApiError(f"{place} was not answered in time.", ErrorFacts("TIMEOUT", request_id))
    why = str(error) or type(error).__name__
    facts = ErrorFacts("CONNECTION_LOST", request_id, never_sent=isinstance(error, NotConnected))
    return IntegrationApiError(f"{place} was not answered: {why}.", facts)


def _is_socket_timeout(error: Exception) -> bool:
    # Before Python 3.10 the timeout of a socket is another class.
    return type(error).__name__ == "timeout"


def refusal_of(
    status: int, reason: str, headers: Message, content: bytes, outgoing: Outgoing
) -> IntegrationApiError:
    """The error of an answer that is no success."""
    retry_after = parse_retry_after(headers.get("Retry-After"))
    body = _dictionary(_parsed(content))
    failure = _dictionary(body.get("error"))
    code = failure.get("code")
    if not isinstance(code, str):
        said = f" It says: {body['message']}" if isinstance(body.get("message"), str) else ""
        answer = f"{status} {reason}".rstrip()
        message = f"The answer is {answer} and not of this service; is the address right?{said}"
        facts = ErrorFacts("UNEXPECTED_ANSWER", outgoing.request_id, status, retry_after=retry_after)
        return IntegrationApiError(message, facts)
    facts = ErrorFacts(
        code=code,
        request_id=str(body.get("requestId") or outgoing.request_id),
        status=status,
        details=cast(Optional[List[ErrorDetail]], failure.get("details")),
        conflict_id=cast(Optional[str], failure.get("conflictId")),
        retry_after=retry_after,
    )
    return IntegrationApiError(str(body.get("message") or code), facts)


def _answer_of(
    status: int, headers: Message, content: bytes, outgoing: Outgoing, whole: bool
) -> Answer[Any, Any]:
    request_id = headers.get("X-Request-Id") or outgoing.request_id
    body = _dictionary(_parsed(content))
    if body.get("success") is not True:
        message = f"The answer is {status} without the success of this service; is the address right?"
        raise IntegrationApiError(message, ErrorFacts("UNEXPECTED_ANSWER", request_id, status))
    # The service's own answers are believed: their shape is that of the OpenAPI document.
    return Answer(
        status=status,
        message=body.get("message"),
        data=body if whole else body.get("data"),
        meta=body.get("meta") or {},
        warnings=body.get("warnings") or [],
        request_id=request_id,
        attempts=1,
    )


def json_bytes(body: Optional[object]) -> Optional[bytes]:
    """As JSON on one line. Raises ``ValueError`` for what JSON does not have, such as a NaN."""
    if body is None:
        return None
    return json.dumps(body, separators=(",", ":"), allow_nan=False).encode()


def _parsed(content: bytes) -> object:
    try:
        return json.loads(content)
    except ValueError:
        return None


def _dictionary(value: object) -> Dict[str, Any]:
    return value if isinstance(value, dict) else {}
