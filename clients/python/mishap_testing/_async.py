from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from typing import Any, Callable, TypeVar

from ._mishap import Answer, Mishap, Scenario
from ._request import Request
from ._rule import Rule
from ._words import Duration

__all__ = ["AsyncMishap"]

_Result = TypeVar("_Result")


class AsyncMishap:
    """A session for tests that are coroutines: what reads or waits is awaited, and does not hold up the event loop.

    Rules are made as by `Mishap`: each call takes a fraction of a millisecond, and has ended when it returns.
    """

    def __init__(self, mishap: Mishap) -> None:
        #: The same session, for what is not here.
        self.sync = mishap
        self.url = mishap.url
        self.https_url = mishap.https_url
        self.port = mishap.port
        self.get = mishap.get
        self.post = mishap.post
        self.put = mishap.put
        self.patch = mishap.patch
        self.delete = mishap.delete
        self.any = mishap.any
        self.expect = mishap.expect

    async def load(self, scenario: Scenario) -> None:
        """As `Mishap.load`."""
        await _aside(lambda: self.sync.load(scenario))

    async def enqueue(self, *answers: Answer) -> None:
        """As `Mishap.enqueue`."""
        await _aside(lambda: self.sync.enqueue(*answers))

    async def hits(self, rule: Rule) -> int:
        """How many requests a rule has taken."""
        return await _aside(lambda: rule.hits)

    async def requests(self, rule: Rule | None = None) -> list[Request]:
        """The requests that a rule has taken, or all of them."""
        return await _aside(lambda: self.sync.requests if rule is None else rule.requests)

    async def unmatched(self) -> list[Request]:
        """Those that no rule and no system has taken."""
        return await _aside(lambda: self.sync.unmatched)

    async def variables(self) -> dict[str, Any]:
        """The session's variables."""
        return await _aside(lambda: dict(self.sync.variables))

    async def set(self, **variables: str | float | bool) -> None:
        """Sets variables of the session."""
        await _aside(lambda: self.sync.variables.update(variables))

    async def advance(self, by: Duration) -> None:
        """Moves a manual clock on."""
        await _aside(lambda: self.sync.clock.advance(by))

    async def verify(
        self,
        *expectations: Mapping[str, Any],
        wait: Duration | None = None,
        settle: Duration | None = None,
    ) -> dict[str, Any]:
        """As `Mishap.verify`: while it waits, the client goes on."""
        return await _aside(lambda: self.sync.verify(*expectations, wait=wait, settle=settle))

    async def explain(self, name: str | int) -> dict[str, Any]:
        """As `Mishap.explain`."""
        return await _aside(lambda: self.sync.explain(name))

    def __repr__(self) -> str:
        return f"<AsyncMishap {self.url}>"


async def _aside(call: Callable[[], _Result]) -> _Result:
    return await asyncio.get_running_loop().run_in_executor(None, functools.partial(call))
