from __future__ import annotations

import contextlib
import http.client
import importlib.metadata
import json
import os
import selectors
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.parse
import weakref
from collections.abc import Mapping, Sequence
from typing import IO, Any, Union, cast

from ._errors import GatewayDied, MishapError, ScenarioError
from ._version import __version__

__all__ = ["Gateway"]

_START = 30.0
_END = 5.0
#: How long the end of a gateway may follow that of a connection: on a machine that is busy, a while.
_AFTER_CONNECTION = 2.0
_CALL = 30.0
#: How long a session lives in a gateway that is not ours, once nobody looks after it.
_TTL = 300.0

#: Settings of other gateways, which change where one is reached, or whether.
_NOT_OURS = frozenset(f"MISHAP_{name}" for name in ("ADVERTISE", "CONTROL", "HOST", "LISTEN", "PORT", "SCENARIO"))

_Path = Union[str, "os.PathLike[str]"]


class Gateway:
    """A gateway: one that runs, by its `url`, or one that is started for as long as this object, or its process, lives.

        gateway = Gateway(scenarios=["scenarios"])
        with Mishap(gateway, "graph/transient") as mishap:
            ...
        gateway.close()

    It may be used by several threads. A child process that was forked may use it too, and does not keep it alive.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        binary: _Path | None = None,
        scenarios: Sequence[_Path] = (),
        folder: _Path | None = None,
        token: str | None = None,
    ) -> None:
        """`url`: of one that runs, such as that of MISHAP_CONTROL_URL. `binary`: what is started, by default that of
        MISHAP_BIN, that which was installed with this package, or `mishap`; `scenarios`: files and folders that it serves,
        by default the folder `scenarios`, or those that came with the program; `folder`: where it starts. `token`: as
        `--token` of one that runs, by default that of MISHAP_TOKEN."""
        self._token = token or os.environ.get("MISHAP_TOKEN")
        self._process: _Process | None = None
        self._touching: _Touching | None = None
        if url is None:
            program = os.fspath(binary or os.environ.get("MISHAP_BIN") or _installed() or "mishap")
            self._process = _Process(program, [os.fspath(path) for path in scenarios], folder)
            url = self._process.url
        #: The address of the control API; it ends in `/__mishap`.
        self.control: str = url.rstrip("/") + ("" if url.rstrip("/").endswith("/__mishap") else "/__mishap")
        self._parts = urllib.parse.urlsplit(self.control)
        try:
            is_address = self._parts.scheme in ("http", "https") and bool(self._parts.hostname) and self._parts.port != 0
        except ValueError:
            is_address = False
        if not is_address:
            raise MishapError(f"{url!r} is no address of a gateway, such as http://127.0.0.1:8080")
        try:
            self._check_version()
            if self._process is None:
                self._touching = _Touching(self)
        except BaseException:
            self.close()
            raise

    @property
    def url(self) -> str:
        """The address for clients that use no session."""
        return self.control[: -len("/__mishap")]

    # MARK: Calls

    def call(self, method: str, path: str, body: Any = None, *, timeout: float = _CALL) -> Any:
        """Calls the control API: `path` is what follows `/__mishap/`, `body` a value for JSON, or bytes of it.

        Returns the value of the answer; None if it is empty.
        """
        __tracebackhide__ = True
        status, text = self._exchange(method, path, body, timeout)
        try:
            answer: Any = json.loads(text) if text else None
        except ValueError:
            raise MishapError(f"what answers at {self.control} is no mishap: {text[:200]!r}") from None
        if status < 300:
            return answer
        problem = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
        message = problem.get("text") or problem.get("detail") or f"status {status} of {method} {path}"
        diagnostics: list[dict[str, Any]] = problem.get("diagnostics", [])
        raise ScenarioError(message, diagnostics) if diagnostics or status == 422 else MishapError(message)

    def _exchange(self, method: str, path: str, body: Any, timeout: float) -> tuple[int, bytes]:
        """On a connection of its own, so that threads and forked processes share none."""
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(self._parts.hostname or "", self._parts.port, timeout=timeout)
        fields = {"Connection": "close"}
        if body is not None:
            fields["Content-Type"] = "application/json"
        if self._token:
            fields["Authorization"] = f"Bearer {self._token}"
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            connection.request(method, f"{self._parts.path}/{path}", content, fields)
            answer = connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException) as error:
            if self._process is not None:
                self._process.raise_if_ended()
            raise MishapError(f"no mishap at {self.control}: {error or type(error).__name__}") from None
        finally:
            connection.close()

    def _check_version(self) -> None:
        found = self.call("GET", "")
        version = str(cast("dict[str, Any]", found).get("mishap", "?")) if isinstance(found, dict) else "?"
        if _numbers(version) < _numbers(__version__):
            raise MishapError(
                f"the gateway at {self.control} is mishap {version}, which is older than this library, {__version__}; "
                "install that version of mishap, or the library of that version"
            )

    # MARK: Sessions

    def open_session(self, body: Mapping[str, Any] | bytes) -> dict[str, Any]:
        """`POST sessions`."""
        __tracebackhide__ = True
        made: dict[str, Any] = self.call("POST", "sessions", body)
        if self._touching is not None:
            self._touching.add(made["id"])
        return made

    def close_session(self, session: str, query: Mapping[str, str], timeout: float) -> dict[str, Any]:
        """`DELETE sessions/{id}`: its verdict; empty if that is not kept any more."""
        __tracebackhide__ = True
        if self._touching is not None:
            self._touching.remove(session)
        path = f"sessions/{session}?{urllib.parse.urlencode(query)}"
        return self.call("DELETE", path, timeout=timeout) or {}

    @property
    def ttl(self) -> str:
        """How long a session lives without a call: in a gateway that is not ours, what a killed process leaves."""
        return "24h" if self._process is not None else f"{_TTL:.0f}s"

    def close(self) -> None:
        """Ends the gateway, if this object started it."""
        if self._touching is not None:
            self._touching.stop()
        if self._process is not None:
            self._process.close()

    def __enter__(self) -> Gateway:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _installed() -> str | None:
    """The program that came with this package: the wheel of a platform has it."""
    try:
        files = importlib.metadata.files("mishap-testing") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    return next((os.fspath(file.locate()) for file in files if file.parts[-2:] == ("bin", "mishap")), None)


class _Process:
    """A gateway that ends when its standard input closes: with this process, however that ends."""

    def __init__(self, binary: str, scenarios: Sequence[str], folder: _Path | None) -> None:
        found = shutil.which(binary)
        if found is None:
            raise MishapError(
                f"there is no program {binary!r}: install mishap, name it by --mishap-bin or MISHAP_BIN, "
                "or name a gateway that runs by --mishap-url or MISHAP_CONTROL_URL"
            )
        self._program = os.path.abspath(found)
        command = [self._program, "serve", *scenarios, "--port", "0", "--quiet", "--until-stdin-closes"]
        # It writes to a file and not a pipe, so that it never waits for us.
        self._said: IO[bytes] = tempfile.TemporaryFile()
        # In a session of its own, so that Ctrl-C is ours: tests that end then still have their gateway.
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            env={name: value for name, value in os.environ.items() if name not in _NOT_OURS},
            cwd=folder,
            start_new_session=True,
        )
        self._owner = os.getpid()
        self._last_words = ""
        _processes.add(self)
        try:
            self.url = self._first_line()
        except BaseException:
            self.close()
            raise

    def _first_line(self) -> str:
        assert self._process.stdout is not None
        (descriptor, end, text) = (self._process.stdout.fileno(), time.monotonic() + _START, b"")
        with selectors.DefaultSelector() as selector:
            selector.register(descriptor, selectors.EVENT_READ)
            while b"\n" not in text:
                if not selector.select(max(0.0, end - time.monotonic())):
                    raise MishapError(f"the mishap gateway has not started within {_START:.0f} s\n{self._words()}")
                part = os.read(descriptor, 4096)
                if not part:
                    # It may have closed its output and go on; it ends with this error.
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        self._process.wait(_END)
                    raise MishapError(f"the mishap gateway has not started\n{self._words()}")
                text += part
        line = text.split(b"\n")[0].decode(errors="replace")
        if not line.startswith("mishap: listening on "):
            self._process.kill()
            raise MishapError(f"{self._program} is no mishap: it printed {line!r}")
        return line.split()[-1]

    def _words(self) -> str:
        if not self._said.closed:
            self._said.seek(0)
            self._last_words = self._said.read().decode(errors="replace").strip()
        return self._last_words

    def raise_if_ended(self) -> None:
        if os.getpid() != self._owner:
            return
        try:
            # A connection that it reset may come before its end.
            code = self._process.wait(_AFTER_CONNECTION)
        except subprocess.TimeoutExpired:
            return
        raise GatewayDied(code, self._words())

    def release(self) -> None:
        """In a forked child, which must not keep it alive."""
        if self._process.stdin is not None:
            self._process.stdin.close()

    def close(self) -> None:
        _processes.discard(self)
        if os.getpid() != self._owner or self._process.stdin is None or self._process.stdin.closed:
            return
        self._process.stdin.close()
        try:
            self._process.wait(_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._words()
        self._said.close()


_processes: weakref.WeakSet[_Process] = weakref.WeakSet()


def _release_all() -> None:
    for process in list(_processes):
        process.release()
    _processes.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_release_all)


class _Touching:
    """Asks for each session now and then, so that a gateway that is not ours forgets only what nobody looks after."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = weakref.ref(gateway)
        self._sessions: dict[str, None] = {}
        self._end = threading.Event()
        threading.Thread(target=self._run, name="mishap", daemon=True).start()

    def add(self, session: str) -> None:
        self._sessions[session] = None

    def remove(self, session: str) -> None:
        self._sessions.pop(session, None)

    def stop(self) -> None:
        self._end.set()

    def _run(self) -> None:
        while not self._end.wait(_TTL / 5):
            gateway = self._gateway()
            if gateway is None:
                return
            for session in list(self._sessions):
                try:
                    gateway.call("GET", f"sessions/{session}")
                except MishapError:
                    # The test that uses it says so.
                    pass
            del gateway


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of `0.2.0-dev` or `0.2.0.dev0`."""
    numbers: list[int] = []
    for part in version.replace("-", ".").split(".")[:3]:
        if not part.isdigit():
            break
        numbers.append(int(part))
    return tuple(numbers)
