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

import os
from collections.abc import Iterator, Mapping
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
    given: list[str] | None = pytestconfig.getoption("--mishap-scenarios")
    url: str | None = pytestconfig.getoption("--mishap-url")
    if url is not None and given is not None:
        raise pytest.UsageError("--mishap-scenarios is for a gateway that is started, and --mishap-url is one that runs")
    binary: str | None = pytestconfig.getoption("--mishap-bin")
    with _Plainly():
        gateway = Gateway(
            url or os.environ.get("MISHAP_CONTROL_URL"),
            binary=binary or os.environ.get("MISHAP_BIN") or "mishap",
            scenarios=given or pytestconfig.getini("mishap_scenarios"),
            folder=pytestconfig.rootpath if given is None else None,
        )
    yield gateway
    gateway.close()


@pytest.fixture
def mishap_session(request: pytest.FixtureRequest, mishap_gateway: Gateway) -> Iterator[Callable[..., Mishap]]:
    """Gives the test further sessions: `mishap_session("graph/transient", seed=7)`, with what the marker takes."""
    sessions = _Sessions(cast(Any, request).node, mishap_gateway)
    yield sessions.open
    sessions.end()


@pytest.fixture
def mishap(request: pytest.FixtureRequest, mishap_session: Callable[..., Mishap]) -> Mishap:
    """A session for this test, whose client is judged when the test has ended. A request that nothing takes fails it."""
    marker: pytest.Mark | None = cast(Any, request).node.get_closest_marker("mishap")
    return mishap_session(*marker.args, **marker.kwargs) if marker else mishap_session()


@pytest.fixture
def amishap(mishap: Mishap) -> AsyncMishap:
    """The same for a test that is a coroutine."""
    return AsyncMishap(mishap)


class _Sessions:
    """The sessions of a test. They are judged within its call, so that a client that misbehaves has failed the test, and
    an expected failure is one."""

    def __init__(self, item: Any, gateway: Gateway) -> None:
        self._item = item
        self._gateway = gateway
        self._open: list[Mishap] = []
        self._runtest: Callable[[], None] = item.runtest
        item.runtest = self._run

    def open(self, scenario: Scenario | None = None, **options: Any) -> Mishap:
        """A session of a scenario: its name, the path of a file, or a scenario as in a file."""
        __tracebackhide__ = True
        label = options.pop("label", self._item.nodeid)
        with _Plainly():
            session = Mishap(self._gateway, scenario, label=label, **options)
        self._open.append(session)
        return session

    def _run(self) -> None:
        try:
            self._runtest()
        except MishapError:
            # It says what is wrong, and that is not the client.
            raise
        except Exception:
            self._show()
            raise
        try:
            while self._open:
                # Those behind one whose verdict has failed are ended without one.
                self._open.pop(0).close()
        except VerdictFailed as error:
            raise _Failed(str(error), error.verdict) from None

    def _show(self) -> None:
        """The journals, beside what the test failed by itself."""
        for session in self._open:
            try:
                text = session.close(judge=False)
            except MishapError as error:
                text = str(error)
            self._item.add_report_section("call", "mishap", f"{session.id}: {text}")
        self._open.clear()

    def end(self) -> None:
        # An instance's own attribute, which hides the method of its class.
        del self._item.runtest
        for session in self._open:
            try:
                session.close(judge=False)
            except MishapError:
                # The test has said so, or does not care any more.
                pass


class _Plainly:
    """What is wrong with the gateway or a scenario is told in a message of its own, without our code around it."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, MishapError):
            raise _Fail(str(error), pytrace=False) from None


class _Failed(VerdictFailed, _Fail):
    """A verdict as pytest shows it: without our code around it."""

    __module__ = "mishap_testing"
    __qualname__ = "VerdictFailed"

    def __init__(self, message: str, verdict: Mapping[str, Any]) -> None:
        _Fail.__init__(self, message, pytrace=False)
        self.verdict = dict(verdict)
