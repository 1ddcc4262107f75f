"""Mishap, the mock gateway that fails on cue, in a container of Testcontainers for Python.

Copy this file beside your tests. It needs `testcontainers` 4.15, and Python 3.10 or later:

    with MishapContainer().with_scenarios("scenarios") as mishap:
        with mishap.session("test_pay", "pay") as session:
            Shop(session.url).pay(30)

The session's end fails the test with its verdict, unless the client did what the scenario expects.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import os
import pathlib
import socket
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import WaitStrategy, WaitStrategyTarget

if TYPE_CHECKING:
    from typing import Self

__all__ = ["IMAGE", "MishapContainer", "MishapError", "Session", "VerdictFailed"]

#: The image that is started if no other is named.
IMAGE = "mishap:0.2.0"

_PORT = 8080
_CALL = 30.0
# For bytes and ends that are sent at once, from a machine that may be busy.
_PATIENCE = 3.0
_log = logging.getLogger(__name__)
_Address = tuple[str, int]


class MishapError(Exception):
    """The gateway has not started, or refuses a call."""


class VerdictFailed(AssertionError):
    """The client did not do what the session's scenario expects; the text has the verdict and the journal."""


class MishapContainer(DockerContainer):
    """A gateway in a container. Its port 8080 is exposed, and it has started once its health is 200.

    With `require_resets`, a way from here to the gateway that changes failures is a `MishapError`; else it is a warning in the
    log. `options` are those of `DockerContainer`.
    """

    def __init__(self, image: str = IMAGE, *, require_resets: bool = False, **options: Any) -> None:
        super().__init__(image, **options)
        self.with_exposed_ports(_PORT)
        self.waiting_for(_Health().with_startup_timeout(30))
        self._require_resets = require_resets
        self._address: _Address | None = None

    def with_scenarios(self, path: str | os.PathLike[str]) -> Self:
        """Copies a scenario file, or all files of a folder, to `/scenarios`; `pay.json` is the scenario `pay`.

        They come beside those of the image, or in the place of one. They are copied and not mounted, since the engine may be on
        another machine, which does not have them. `FileNotFoundError` if there is no such file or folder.
        """
        source = pathlib.Path(path).absolute()
        if source.is_dir():
            files = {file.relative_to(source).as_posix(): file for file in sorted(source.rglob("*")) if file.is_file()}
        elif source.is_file():
            files = {source.name: source}
        else:
            raise FileNotFoundError(f"there is no scenario file or folder {os.fspath(path)!r}")
        for name, file in files.items():
            # Not with the mode it has here: the gateway runs as another user.
            self.with_copy_into_container(file, f"/scenarios/{name}", 0o644)
        return self

    def start(self) -> Self:
        try:
            super().start()
            self._find()
        except BaseException:
            self.stop()
            raise
        return self

    def stop(self, force: bool = True, delete_volume: bool = True) -> None:
        super().stop(force, delete_volume)
        # `with` stops a container again whose start has failed.
        self._container = None

    def _find(self) -> None:
        """Sets the address, and tries whether failures arrive by it as they are sent."""
        mapped = _mapped_address(self)
        own = self._own_address(mapped)
        self._address = own or mapped
        changed = _changed(self._address)
        if changed:
            way = "the container's own address" if own else "the mapped port"
            message = (
                f"Failures do not arrive as Mishap sends them, by {self.url}, {way}: {'; '.join(changed)}. Tests of them would "
                "pass with clients that fail in production. See docs/containers.md of Mishap: the container's own address, or "
                "both containers in one network."
            )
            if self._require_resets:
                raise MishapError(message)
            _log.warning(message)

    def _own_address(self, mapped: _Address) -> _Address | None:
        """The container's own address if it leads to this gateway from here, as it does on Linux beside the engine.

        Another container may have that address here if the engine is elsewhere, so that the certificate of the gateway's
        authority has to be the same by both ways; each gateway has its own.
        """
        authority = _get(mapped, "ca.pem", 2.0)
        container = self.get_wrapped_container()
        container.reload()
        for network in container.attrs["NetworkSettings"]["Networks"].values():
            address = (network["IPAddress"], _PORT)
            if address[0] and authority and _get(address, "ca.pem", 2.0) == authority:
                return address
        return None

    @property
    def url(self) -> str:
        """The address for clients that use no session, such as `http://172.17.0.2:8080`."""
        if self._address is None:
            raise MishapError("the container has not started")
        return f"http://{_authority(self._address)}"

    @property
    def control_url(self) -> str:
        """The address of the control API."""
        return self.url + "/__mishap"

    def ca_pem(self) -> str:
        """The certificate that clients which speak TLS have to trust."""
        return self._call("GET", "ca.pem")[1]

    def session(self, label: str, scenario: str | Mapping[str, Any] | None = None, **members: Any) -> Session:
        """Opens a session: `POST sessions` of the control API. `MishapError` says what is wrong with it.

        `scenario` is a name, or a scenario as in a file. `members` are further ones of the call: `seed`, `expect`, `ttl`, ….
        """
        body = {"label": label, **members} | ({} if scenario is None else {"scenario": scenario})
        made = json.loads(self._call("POST", "sessions", body)[1])
        return Session(self, made)

    def _call(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        """A call of the control API by its path below `/__mishap/`: the status, which may be 412, and the body."""
        assert self._address is not None, "the container has not started"
        connection = http.client.HTTPConnection(*self._address, timeout=_CALL)
        try:
            fields = {"Accept": "text/plain, application/json;q=0.9", "Content-Type": "application/json"}
            connection.request(method, f"/__mishap/{path}", None if body is None else json.dumps(body), fields)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException) as error:
            raise MishapError(f"no answer from {self.control_url}/{path}: {error or type(error).__name__}") from error
        finally:
            connection.close()
        if answer.status >= 400 and answer.status != 412:
            raise MishapError(_problem(text) or f"{method} {path} is refused with {answer.status}: {text}")
        return answer.status, text


class Session:
    """A session of the gateway, for one test. As a context manager it ends with the block, and fails it by its verdict."""

    def __init__(self, gateway: MishapContainer, made: Mapping[str, Any]) -> None:
        self._gateway = gateway
        self.id: str = made["id"]
        #: Where the client under test sends its requests.
        self.url: str = made["url"]
        #: The same in TLS.
        self.https_url: str = made.get("httpsUrl", "")

    def end(self) -> str:
        """Ends the session, and returns the text of its verdict; a `VerdictFailed` if something is not as expected."""
        status, text = self._gateway._call("DELETE", f"sessions/{self.id}?journal=1&assert=1")
        if status == 412:
            raise VerdictFailed(text)
        return text

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self.end()
        except (MishapError, VerdictFailed):
            # A test that fails by itself says what its own failure is.
            if kind is None:
                raise


class _Health(WaitStrategy):
    """Waits until the gateway answers. If it has ended, as with an error in a scenario, its output is in the error."""

    def wait_until_ready(self, container: WaitStrategyTarget) -> None:
        deadline = time.monotonic() + self._startup_timeout
        while time.monotonic() < deadline:
            container.reload()
            if container.status in ("exited", "dead"):
                output = b"".join(container.get_logs()).decode(errors="replace")
                raise MishapError(f"the gateway has not started:\n{output}")
            # The port is gone if it has ended meanwhile.
            with contextlib.suppress(TimeoutError, ConnectionError):
                if container.status == "running" and _get(_mapped_address(container), "health", 1.0):
                    return
            time.sleep(0.1)
        raise TimeoutError(f"the gateway has not answered within {self._startup_timeout:.0f} s")


def _problem(text: str) -> str | None:
    """What the gateway says is wrong with a call. Nothing if the answer is another's, as of a proxy."""
    try:
        problem = json.loads(text)
    except ValueError:
        return None
    return problem.get("text") or problem.get("detail") if isinstance(problem, dict) else None


def _mapped_address(container: WaitStrategyTarget) -> _Address:
    host = container.get_container_host_ip()
    if "." in host:
        # The control API refuses names with a dot that it does not know, and no addresses.
        host = socket.gethostbyname(host)
    return host, int(container.get_exposed_port(_PORT))


def _authority(address: _Address) -> str:
    host, port = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _changed(address: _Address) -> list[str]:
    """What of three failures, asked by a raw socket, arrives here otherwise than it is sent."""
    changed: list[str] = []
    for failure in ("tcp/reset", "tcp/reset-mid-body"):
        _, end = _exchange(address, f"fail/{failure}/any", _PATIENCE)
        if end != "RST":
            changed.append(f"{failure} ends with {end} in place of RST")
    failure = "http/malformed-status-line"
    seen, _ = _exchange(address, f"fail/{failure}/any", _PATIENCE)
    if not seen.startswith(b"BLAH BLAH\r\n"):
        first = seen.split(b"\r\n")[0].decode("latin-1")
        changed.append(f"{failure} begins with {first!r}")
    return changed


def _get(address: _Address, path: str, seconds: float) -> bytes:
    """The body of an answer that has the status 200; otherwise nothing."""
    seen, _ = _exchange(address, path, seconds)
    head, _, body = seen.partition(b"\r\n\r\n")
    return body if head.startswith(b"HTTP/1.1 200 ") else b""


def _exchange(address: _Address, path: str, seconds: float) -> tuple[bytes, str]:
    """The bytes that answer a request, and what ends them: `RST`, `FIN`, or `nothing` within so many seconds."""
    # By this agent it is in no report of the gateway.
    request = (
        f"GET /__mishap/{path} HTTP/1.1\r\nHost: {_authority(address)}\r\n"
        "User-Agent: mishap-doctor\r\nConnection: close\r\n\r\n"
    )
    deadline = time.monotonic() + seconds
    seen = b""
    try:
        with socket.create_connection(address, seconds) as connection:
            connection.sendall(request.encode())
            while (left := deadline - time.monotonic()) > 0:
                connection.settimeout(left)
                part = connection.recv(65536)
                if not part:
                    return seen, "FIN"
                seen += part
    except ConnectionResetError:
        return seen, "RST"
    except OSError:
        pass
    return seen, "nothing"
