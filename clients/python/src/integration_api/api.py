"""The calls of one credential of one university."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Callable, Optional, Type, TypedDict

from .address import Address
from .answer import AnyMeta, Answer
from .calls.drops import Drops
from .calls.events import Events
from .calls.progress import Progress
from .calls.runs import Runs
from .calls.sandboxes import Sandboxes
from .calls.students import Students
from .calls.submissions import Submissions
from .calls.sync import Sync
from .calls.users import Users
from .connection import Pool
from .options import Options, Retry, header_value
from .transport import Call, Transport
from .waiting import Cancellation


class Root(TypedDict):
    """``tenantId`` is the university that the credential is for."""

    tenantId: str


class IntegrationApi:
    """The calls of one credential of one university. May be used by any number of threads at once."""

    def __init__(
        self,
        url: str,
        api_key: str,
        api_secret: str,
        *,
        timeout: float = 30.0,
        retries: int = 5,
        backoff: float = 0.25,
        longest_wait: float = 60.0,
        run: Optional[str] = None,
        on_retry: Optional[Callable[[Retry], None]] = None,
        stamps_events: bool = True,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        """``url`` is the address of the service, such as ``https://integration.example.edu``.

        ``timeout`` are seconds that one attempt may take; ``retries`` attempts after the first one, ``backoff`` the
        seconds before the second attempt, doubled with each further one and shortened at random. A service that asks by
        Retry-After to wait for more than ``longest_wait`` seconds is not asked again. ``run`` is the name of the run that
        the calls belong to (``X-Sync-Run``). ``on_retry`` is called before each further attempt. With
        ``stamps_events`` ``events.send`` adds the time of this machine to an event without one, so that a later attempt does
        not make it later; False leaves that to the service, as is right in a sandbox with a clock of its own.
        ``ssl_context`` is for certificates of your own. Raises ``ValueError`` when ``url`` is no address, and when ``api_key``, ``api_secret`` or
        ``run`` has a line break, such as the one at the end of a file, or another character that no header can have.
        """
        address = Address.of(url)
        credential = {
            "X-Service-API-Key": header_value("api_key", api_key),
            "X-Service-API-Secret": header_value("api_secret", api_secret),
        }
        options = Options(timeout, retries, backoff, longest_wait, run, on_retry=on_retry, stamps_events=stamps_events)
        self._use(Transport(address, credential, Pool(address, ssl_context), options))

    def _use(self, transport: Transport) -> None:
        self._transport = transport
        self.users = Users(transport)
        """People (scope ``users``)."""
        self.runs = Runs(transport)
        """What the calls of each run did (scope ``users``)."""
        self.drops = Drops(transport)
        """Folders of files that are taken by ``drops run`` (scope ``users``)."""
        self.progress = Progress(transport)
        """The export of doctoral students' progress (scope ``progress``)."""
        self.sync = Sync(transport)
        """The sync queue (scope ``sync``)."""
        self.submissions = Submissions(transport)
        """Forms and their review (scope ``workflow``)."""
        self.students = Students(transport)
        """Progress of doctoral students, part by part (scope ``workflow``)."""
        self.events = Events(transport)
        """What changed, and reviews of other systems as CloudEvents (scope ``workflow``)."""
        self.sandboxes = Sandboxes(transport)
        """Universities to test with (scope ``sandbox``)."""

    def with_options(
        self,
        *,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
        run: Optional[str] = None,
        request_id: Optional[str] = None,
        cancellation: Optional[Cancellation] = None,
    ) -> IntegrationApi:
        """The same client with other options, for one call or many; it shares the connections.

        ``request_id`` is 1-128 of ``A-Z a-z 0-9 . _ -``, for the log of the service; by default each call has one of its
        own. ``cancellation`` ends the calls from another thread. ::

            api.with_options(run="noon", timeout=5).users.get("S-77")
        """
        given = {
            "timeout": timeout,
            "retries": retries,
            "run": run,
            "request_id": request_id,
            "cancellation": cancellation,
        }
        changes = {name: value for name, value in given.items() if value is not None}
        other = IntegrationApi.__new__(IntegrationApi)
        other._use(self._transport.with_options(changes))
        return other

    def root(self) -> Answer[Root, AnyMeta]:
        """Checks connection and credential."""
        return self._transport.call(Call("GET", "/api/v1/integration", whole=True))

    def close(self) -> None:
        """Closes idle connections. The client can still be used."""
        self._transport.pool.close()

    def __enter__(self) -> IntegrationApi:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"IntegrationApi({self._transport.address.text!r})"
