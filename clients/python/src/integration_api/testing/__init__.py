"""Universities for tests: a clock that moves, and faults on demand."""

from .sandbox import SandboxClock, SandboxFaults, SandboxFixture, ScimAccess, use_sandbox

__all__ = ["SandboxClock", "SandboxFaults", "SandboxFixture", "ScimAccess", "use_sandbox"]
