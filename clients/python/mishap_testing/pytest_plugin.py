"""The fixtures `mishap`, `amishap`, `mishap_session` and `mishap_gateway`.

def test_lost_payment(mishap):
    pay = mishap.post("/payments").fail("tcp/reset-mid-body", after=4, json={"id": 7}).reply(201, json={"id": 7})
    pay.expect(requests=2)
    assert Shop(mishap.url).pay(30) == {"id": 7}

@pytest.mark.mishap("graph/transient", seed=7, settle="300ms")
def test_transient(mishap):
    ...
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Callable, cast

import pytest

from ._async import AsyncMishap
from ._errors import MishapError, VerdictFailed
from ._gateway import Gateway
from ._mishap import Mishap, Scenario

if TYPE_CHECKING:

    class _Fail(BaseException):
        def __init__(self, msg: str, pytrace: bool = True) -> None: ...

else:
    # Its type has no name.
    _Fail = pytest.fail.Exception

__all__ = ["amishap", "mishap", "mishap_gateway", "mishap_session"]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("mishap", "the mock gateway that fails on cue")
    group.addoption(
        "--mishap-url",
        metavar="URL",
        help="use the gateway at this address, as MISHAP_CONTROL_URL does; by default one is started",
    )
    group.addoption(
        "--mishap-bin", metavar="FILE", help="start this program, as MISHAP_BIN does; by default mishap of the PATH"
    )
    group.addoption(
        "--mishap-scenarios",
        metavar="PATH",
        action="append",
        help="serve the scenarios of this file or folder, also more than once; by default those of the folder scenarios",
    )
    parser.addini("mishap_scenarios", "files and folders, as --mishap-scenarios", type="pathlist")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "mishap(scenario=None, *, settle=None, unmatched='fail', seed=None, variables=None, expect=None, bodies=None, "
        "clock=None, port=None): what the session of the fixture mishap begins with",
    )


@pytest.fixture(scope="session")
def mishap_gateway(pytestconfig: pytest.Config) -> Iterator[Gateway]:
    """The gateway of this process, which is started when the first test needs it."""
    scenarios: list[str] | None = pytestconfig.getoption("--mishap-scenarios")
    binary: str | None = pytestconfig.getoption("--mishap-bin")
    url: str | None = pytestconfig.getoption("--mishap-url")
    if scenarios is None and binary is None:
        url = url or os.environ.get("MISHAP_CONTROL_URL")
    elif url is not None:
        raise pytest.UsageError(
            "--mishap-url is a gateway that runs; --mishap-bin and --mishap-scenarios are for one that is started"
        )
    with _plainly():
        gateway = Gateway(
            url,
            binary=binary,
            scenarios=scenarios or pytestconfig.getini("mishap_scenarios"),
            folder=pytestconfig.rootpath if scenarios is None else None,
        )
    yield gateway
    gateway.close()


@pytest.fixture
def mishap_session(request: pytest.FixtureRequest, mishap_gateway: Gateway) -> Iterator[Callable[..., Mishap]]:
    """Gives the test further sessions: `mishap_session("graph/transient", seed=7)`, with what the marker takes."""
    item: pytest.Item = cast(Any, request).node
    sessions = _Sessions(item, mishap_gateway)
    item.stash[_SESSIONS] = sessions
    yield sessions.open
    sessions.end()


@pytest.fixture
def mishap(request: pytest.FixtureRequest, mishap_session: Callable[..., Mishap]) -> Mishap:
    """A session for this test, whose client is judged when the test has ended. A request that nothing takes fails it."""
    options: dict[str, Any] = {}
    # The nearest last: what a method says comes before what its class does.
    for marker in reversed(list(cast(pytest.Item, cast(Any, request).node).iter_markers("mishap"))):
        options.update(zip(["scenario"], marker.args), **marker.kwargs)
    with _plainly():
        return mishap_session(**options)


@pytest.fixture
def amishap(mishap: Mishap) -> AsyncMishap:
    """The same for a test that is a coroutine of asyncio."""
    return AsyncMishap(mishap)


@pytest.hookimpl(trylast=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Judges the clients when the test itself has passed, within its call: so a client that misbehaves has failed the test,
    and an expected failure is one."""
    sessions = item.stash.get(_SESSIONS, None)
    # A test of unittest does not raise what it has failed by.
    if sessions is not None and not getattr(item, "_excinfo", None):
        sessions.judge()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Shows the journals beside what a test has failed by itself."""
    outcome = yield
    sessions = item.stash.get(_SESSIONS, None)
    # A debugger that is about to begin finds the session as it was.
    if sessions is None or call.when != "call" or item.config.getoption("usepdb", False):
        return
    report: pytest.TestReport = outcome.get_result()
    if report.failed and (call.excinfo is None or not isinstance(call.excinfo.value, (MishapError, VerdictFailed))):
        report.sections += [("mishap", text) for text in sessions.shown()]


class _Sessions:
    """The sessions of a test."""

    def __init__(self, item: pytest.Item, gateway: Gateway) -> None:
        self._item = item
        self._gateway = gateway
        self._open: list[Mishap] = []
        self._owner = os.getpid()

    def open(self, scenario: Scenario | None = None, **options: Any) -> Mishap:
        """A session of a scenario: its name, the path of a file, or a scenario as in a file."""
        __tracebackhide__ = True
        options.setdefault("label", self._item.nodeid)
        session = Mishap(self._gateway, scenario, **options)
        self._open.append(session)
        return session

    def judge(self) -> None:
        while self._open and self._owner == os.getpid():
            # Those behind one whose verdict has failed are ended without one.
            with _plainly():
                self._open[0].close()
            self._open.pop(0)

    def shown(self) -> list[str]:
        """The journals of sessions, which end."""
        texts: list[str] = []
        for session in self._open if self._owner == os.getpid() else []:
            try:
                texts.append(f"{session.id}: {session.close(judge=False)}")
            except MishapError as error:
                texts.append(f"{session.id}: {error}")
        return texts

    def end(self) -> None:
        # The test has said so, or does not care any more.
        self.shown()


_SESSIONS = pytest.StashKey[_Sessions]()


@contextlib.contextmanager
def _plainly() -> Generator[None, None, None]:
    """What is wrong is told without our code around it."""
    try:
        yield
    except VerdictFailed as error:
        raise _Failed(str(error), error.verdict) from None
    except MishapError as error:
        raise _Fail(str(error), pytrace=False) from None


class _Failed(VerdictFailed, _Fail):
    """A verdict as pytest shows it."""

    __module__ = "mishap_testing"
    __qualname__ = "VerdictFailed"

    def __init__(self, message: str, verdict: Mapping[str, Any]) -> None:
        _Fail.__init__(self, message, pytrace=False)
        self.verdict = dict(verdict)
