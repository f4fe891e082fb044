"""Universities for tests: a clock that moves, and faults on demand."""

from .sandbox import ClockProgress, SandboxClock, SandboxFaults, SandboxFixture, ScimAccess, use_sandbox

__all__ = ["ClockProgress", "SandboxClock", "SandboxFaults", "SandboxFixture", "ScimAccess", "use_sandbox"]
