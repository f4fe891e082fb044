from __future__ import annotations

import os

import pytest

from integration_api.testing import SandboxFixture


def pytest_collection_modifyitems(items: "list[pytest.Item]") -> None:
    """The tests count what is there, so their universities are empty unless they say otherwise."""
    for item in items:
        if item.get_closest_marker("sandbox") is None:
            item.add_marker(pytest.mark.sandbox({"seed": "empty"}))


@pytest.fixture
def environment(sandbox: SandboxFixture) -> "dict[str, str]":
    """What a program gets that calls the service by itself."""
    url = os.environ["INTEGRATION_API_URL"]
    api_key, api_secret = next(
        (one["apiKey"], one["apiSecret"]) for one in sandbox.sandbox["credentials"] if "integration" in one["scopes"]
    )
    return {**os.environ, "URL": url, "API_KEY": api_key, "API_SECRET": api_secret}
