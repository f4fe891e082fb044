"""A university of its own for one test, or for many."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Callable, List, Optional, Sequence, Type

from ..api import IntegrationApi
from ..calls.sandboxes import Sandboxes
from ..errors import IntegrationApiError
from ..openapi import ActiveFault, CreatedSandbox, CreateSandbox, Fault, MoveClock, SandboxRequest
from ..waiting import sleep


# The service answers then, and moves on.
_WAIT_SECONDS = 5
_LOOK_SECONDS = 1.0


@dataclass(frozen=True)
class ClockProgress:
    """How far a long move has come."""

    now: datetime
    to: datetime


OnProgress = Callable[[ClockProgress], object]


def _show(progress: ClockProgress) -> None:
    line = f"The clock of the sandbox is at {progress.now.isoformat()}, on its way to {progress.to.isoformat()}."
    print(line, file=sys.stderr)


class SandboxClock:
    """The time of one sandbox. It goes forward only. What falls due on the way has happened when a method returns, however
    long that takes: no time-out of the client ends it. ``on_progress`` is called once a second while a move takes long; by
    default that is a line on standard error."""

    def __init__(self, sandboxes: Sandboxes, tenant_id: str) -> None:
        self._sandboxes = sandboxes
        self._tenant_id = tenant_id

    def now(self) -> datetime:
        return _moment(self._sandboxes.get(self._tenant_id).data["now"])

    def set(self, now: datetime, *, on_progress: OnProgress = _show) -> datetime:
        """Moves to a moment."""
        return self._move({"now": now.astimezone().isoformat()}, on_progress)

    def advance(
        self,
        *,
        days: int = 0,
        hours: int = 0,
        minutes: int = 0,
        seconds: int = 0,
        on_progress: OnProgress = _show,
    ) -> datetime:
        """Moves on."""
        return self._move({"advanceSeconds": ((days * 24 + hours) * 60 + minutes) * 60 + seconds}, on_progress)

    def freeze(self) -> datetime:
        """Time stands still from now on."""
        return self._move({"frozen": True})

    def resume(self) -> datetime:
        """Time runs on from now on."""
        return self._move({"frozen": False})

    def _move(self, move: MoveClock, on_progress: OnProgress = _show) -> datetime:
        move["waitSeconds"] = _WAIT_SECONDS
        state = self._sandboxes.move_clock(self._tenant_id, move).data
        target = state["movingTo"]
        while state["movingTo"] is not None:
            on_progress(ClockProgress(_moment(state["now"]), _moment(state["movingTo"])))
            sleep(_LOOK_SECONDS, None)
            state = self._sandboxes.get(self._tenant_id).data
        if target is not None and state["now"] < target:
            raise RuntimeError(
                f"The clock has stopped at {state['now']} on its way to {target}: the sandbox was reset, or what was due "
                "there failed, as the log of the service says."
            )
        return _moment(state["now"])


class SandboxFaults:
    """What the next calls of one sandbox answer instead."""

    def __init__(self, sandboxes: Sandboxes, tenant_id: str) -> None:
        self._sandboxes = sandboxes
        self._tenant_id = tenant_id

    def next(self, fault: Fault) -> None:
        """Lets the next call of a route fail, or the next ``times``. Faults that were set before are gone.

        The ``route`` is such as ``POST /api/v1/integration/users``; ``*`` for all calls.
        """
        once = fault.copy()
        once.setdefault("times", 1)
        self.set([once])

    def set(self, faults: Sequence[Fault]) -> None:
        self._sandboxes.set_faults(self._tenant_id, faults)

    def clear(self) -> None:
        self.set([])

    def list(self) -> "List[ActiveFault]":
        """With how many calls each still meets."""
        return self._sandboxes.faults(self._tenant_id).data


@dataclass(frozen=True)
class ScimAccess:
    """What an identity provider is given: the base address, which ends with ``/scim/v2``, and its token."""

    url: str
    token: str = field(repr=False)


class SandboxFixture:
    """A university with its calls; leaving its ``with`` deletes it. Otherwise it is deleted when its time is over."""

    def __init__(self, maker: IntegrationApi, url: str, sandbox: CreatedSandbox, retries: int) -> None:
        self.sandbox = sandbox
        """As it was made, with its keys."""
        self.api = self._client(url, "integration", retries)
        """The calls of the SIS and of connectors."""
        self.workflow = self._client(url, "workflow", retries)
        """The calls of review workflows."""
        self.scim = ScimAccess(f"{url.rstrip('/')}/scim/v2", ".".join(self._key("scim")))
        """The access of an identity provider."""
        self.clock = SandboxClock(maker.sandboxes, self.tenant_id)
        self.faults = SandboxFaults(maker.sandboxes, self.tenant_id)
        self._maker = maker

    @property
    def tenant_id(self) -> str:
        return self.sandbox["tenantId"]

    def requests(self, limit: Optional[int] = None) -> List[SandboxRequest]:
        """What was asked of it, the latest last."""
        return self._maker.sandboxes.requests(self.tenant_id, limit).data

    def reset(self) -> None:
        """Puts it back to how it was made."""
        self._maker.sandboxes.reset(self.tenant_id)

    def remove(self) -> None:
        """Deletes it, and closes the connections."""
        try:
            self._maker.sandboxes.remove(self.tenant_id)
        except IntegrationApiError as error:
            # It is gone already, perhaps by an attempt whose answer was lost.
            if error.code != "NOT_FOUND":
                raise
        finally:
            for client in (self.api, self.workflow, self._maker):
                client.close()

    def __enter__(self) -> SandboxFixture:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.remove()

    def _client(self, url: str, scope: str, retries: int) -> IntegrationApi:
        api_key, api_secret = self._key(scope)
        return IntegrationApi(url, api_key, api_secret, retries=retries, stamps_events=False)

    def _key(self, scope: str) -> "tuple[str, str]":
        for credential in self.sandbox["credentials"]:
            if scope in credential["scopes"]:
                return credential["apiKey"], credential["apiSecret"]
        raise LookupError(f"The sandbox has no key with the scope {scope}")


def use_sandbox(
    sandbox: Optional[CreateSandbox] = None,
    *,
    url: Optional[str] = None,
    api_key: Optional[str] = None,
    api_secret: Optional[str] = None,
    retries: int = 0,
) -> SandboxFixture:
    """Makes a sandbox. It takes some hundredths of a second; the first one of a seed in a day takes a second or two.

    ``url`` is where the service is, ``api_key`` and ``api_secret`` a key with the scope ``sandbox``; the defaults are
    ``INTEGRATION_API_URL``, ``INTEGRATION_API_KEY`` and ``INTEGRATION_API_SECRET`` of the environment. ``retries`` are
    attempts of its clients after the first one; 0 by default, so that a test sees each fault. Raises
    :class:`IntegrationApiError` when it cannot be made. ::

        with use_sandbox({"seed": "empty"}) as it:
            it.api.users.create_or_update(person)
            it.clock.advance(days=30)
    """
    address = url or _from_environment("INTEGRATION_API_URL")
    key = api_key or _from_environment("INTEGRATION_API_KEY")
    secret = api_secret or _from_environment("INTEGRATION_API_SECRET")
    maker = IntegrationApi(address, key, secret)
    created = maker.sandboxes.create(sandbox).data
    try:
        return SandboxFixture(maker, address, created, retries)
    except BaseException:
        maker.sandboxes.remove(created["tenantId"])
        maker.close()
        raise


def _moment(text: str) -> datetime:
    # Before Python 3.11 the letter of UTC is not read.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _from_environment(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise LookupError(f"Set {name}, or give it to use_sandbox")
    return value
