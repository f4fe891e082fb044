from __future__ import annotations

import pytest

from case_server import CaseServer, Json
from integration_api.testing import use_sandbox

SANDBOXES = "/api/v1/sandbox/tenants"


def test_a_sandbox_that_cannot_be_used_is_deleted() -> None:
    created: Json = {"success": True, "data": {"tenantId": "t-1", "credentials": []}}
    exchanges: "list[Json]" = [
        {"request": {"call": f"POST {SANDBOXES}"}, "answer": {"status": 201, "json": created}},
        {
            "request": {"call": f"DELETE {SANDBOXES}/t-1"},
            "answer": {"status": 200, "json": {"success": True, "data": None}},
        },
    ]
    server = CaseServer(exchanges, lambda: None, lambda rows: None)
    server.start()
    try:
        with pytest.raises(LookupError, match="no key with the scope"):
            use_sandbox(url=server.url, api_key="the-key", api_secret="the-secret")
    finally:
        server.stop()
    assert [seen["call"] for seen in server.seen] == [f"POST {SANDBOXES}", f"DELETE {SANDBOXES}/t-1"]
