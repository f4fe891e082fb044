"""Fixtures for pytest, which finds this module by itself where the client is installed.

They need ``INTEGRATION_API_URL``, and ``INTEGRATION_API_KEY`` and ``INTEGRATION_API_SECRET`` of a key with the scope
``sandbox``. A test or a class says by a mark what its sandbox is to be: ``@pytest.mark.sandbox({"seed": "empty"})``.
"""

from __future__ import annotations

from typing import Iterator

import pytest

from .testing import SandboxFixture, use_sandbox


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sandbox(options): what the sandbox of the fixture is to be, as for its creation")


@pytest.fixture
def sandbox(request: pytest.FixtureRequest) -> Iterator[SandboxFixture]:
    """A university of its own for one test, which is deleted behind it."""
    mark = request.node.get_closest_marker("sandbox")
    with use_sandbox(mark.args[0] if mark is not None and mark.args else None) as made:
        yield made


@pytest.fixture(scope="session")
def session_sandbox() -> Iterator[SandboxFixture]:
    """A university for all tests of a run, which is deleted behind the last one."""
    with use_sandbox() as made:
        yield made
