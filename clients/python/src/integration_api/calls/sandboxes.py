"""Universities to test with."""

from __future__ import annotations

import uuid
from typing import List, Optional, Sequence

from ..answer import AnyMeta, Answer
from ..openapi import ActiveFault, CreatedSandbox, CreateSandbox, Fault, MoveClock, Sandbox, SandboxRequest
from ..transport import Call, Transport

_TENANTS = "/api/v1/sandbox/tenants"
_TENANT = f"{_TENANTS}/{{id}}"


class Sandboxes:
    """Universities to test with (scope ``sandbox``)."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, input: Optional[CreateSandbox] = None) -> Answer[CreatedSandbox, AnyMeta]:
        """An attempt whose answer was lost may have made one, which is deleted when its time is over."""
        return self._transport.call(Call("POST", _TENANTS, body=input or {}))

    def list(self) -> Answer[List[Sandbox], AnyMeta]:
        return self._transport.call(Call("GET", _TENANTS))

    def get(self, id: str) -> Answer[Sandbox, AnyMeta]:
        return self._transport.call(Call("GET", _TENANT, {"id": id}))

    def reset(self, id: str) -> Answer[Sandbox, AnyMeta]:
        return self._transport.call(Call("POST", f"{_TENANT}/reset", {"id": id}))

    def move_clock(self, id: str, move: MoveClock) -> Answer[Sandbox, AnyMeta]:
        """A repeated attempt has the same key, so that the time moves once. With ``waitSeconds`` it may move on behind the
        answer, which then has ``movingTo``."""
        return self._transport.call(
            Call(
                "PUT",
                f"{_TENANT}/clock",
                {"id": id},
                body=move,
                idempotency_key=str(uuid.uuid4()),
                patience=float(move.get("waitSeconds") or 0),
            )
        )

    def faults(self, id: str) -> Answer[List[ActiveFault], AnyMeta]:
        return self._transport.call(Call("GET", f"{_TENANT}/faults", {"id": id}))

    def set_faults(self, id: str, faults: Sequence[Fault]) -> Answer[List[ActiveFault], AnyMeta]:
        """Replaces the faults; an empty list ends them."""
        return self._transport.call(Call("PUT", f"{_TENANT}/faults", {"id": id}, body={"faults": list(faults)}))

    def requests(self, id: str, limit: Optional[int] = None) -> Answer[List[SandboxRequest], AnyMeta]:
        """What was asked of it, the latest last."""
        return self._transport.call(Call("GET", f"{_TENANT}/requests", {"id": id}, {"limit": limit}))

    def remove(self, id: str) -> Answer[Sandbox, AnyMeta]:
        return self._transport.call(Call("DELETE", _TENANT, {"id": id}))
