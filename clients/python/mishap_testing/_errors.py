from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["GatewayDied", "MishapError", "ScenarioError", "VerdictFailed"]


class MishapError(Exception):
    """The gateway cannot be used, or does not take what was asked for."""

    __module__ = "mishap_testing"


class ScenarioError(MishapError):
    """A scenario, a rule or an expectation has errors, or there is no scenario of that name.

    The message shows each error at its place, as `mishap check` does. `diagnostics` has them as data: `line`, `column`,
    `pointer`, `severity`, `message`.
    """

    __module__ = "mishap_testing"

    def __init__(self, message: str, diagnostics: Sequence[Mapping[str, Any]] = ()) -> None:
        super().__init__(message)
        self.diagnostics: list[dict[str, Any]] = [dict(diagnostic) for diagnostic in diagnostics]


class VerdictFailed(AssertionError):
    """The client did something else than was expected of it. `verdict` is what the gateway said."""

    __module__ = "mishap_testing"

    def __init__(self, message: str, verdict: Mapping[str, Any]) -> None:
        super().__init__(message)
        self.verdict = dict(verdict)


class GatewayDied(MishapError):
    """The gateway that this library started has ended. `code` is its exit code, or minus the signal's number."""

    __module__ = "mishap_testing"

    def __init__(self, code: int | None, stderr: str) -> None:
        words = " / ".join(line.strip() for line in stderr.splitlines() if line.strip())
        last = f"its last words: {words[-500:]}" if words else "it said nothing"
        super().__init__(f"the mishap gateway has ended, exit code {code}; {last}")
        self.code = code
        self.stderr = stderr
