"""A stand-in for the Docker engine: the calls of its API that Testcontainers makes, on loopback.

A container is the program of MISHAP_BIN, which listens on a loopback address of its own as a container does on its bridge.
A published port is a proxy of TCP, which makes a FIN of an RST as Docker's proxy does.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import struct
import subprocess
import tarfile
import tempfile
import threading
import urllib.parse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from typing import Self

PORT = 8080
#: The scenario of the image's own.
IMAGE_SCENARIO = {"rules": [{"reply": {"text": "of the image"}}]}


def free_address() -> str:
    """An address of the loopback range on whose port 8080 nobody listens."""
    for _ in range(100):
        address = f"127.{secrets.randbelow(200) + 20}.{secrets.randbelow(250) + 1}.{secrets.randbelow(250) + 1}"
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, PORT))
            return address
    raise AssertionError(f"port {PORT} is taken on all of loopback")


def start_gateway(
    address: str, scenarios: pathlib.Path, output: Any, environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """The program as in its image. It ends with this process, however that ends."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MISHAP_")}
    image = {"MISHAP_HOST": address, "MISHAP_PORT": str(PORT), "MISHAP_CONTROL": "any"}
    return subprocess.Popen(
        [os.environ["MISHAP_BIN"], "serve", str(scenarios), "--until-stdin-closes"],
        env={**clean, **image, **environment},
        stdin=subprocess.PIPE,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def stop_gateway(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()


class Proxy:
    """A published port: each connection to it is one of its own to the container."""

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        # A thread that waits in accept would keep it open.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError), socket.create_connection(self._target, 60) as container:
            container.settimeout(None)
            upload = threading.Thread(target=self._upload, args=(client, container), daemon=True)
            upload.start()
            self._copy(container, client)
            upload.join(60)

    def _upload(self, client: socket.socket, container: socket.socket) -> None:
        self._copy(client, container)

    @staticmethod
    def _copy(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while part := source.recv(65536):
                target.sendall(part)
        # After an RST as well as after a FIN.
        with contextlib.suppress(OSError):
            target.shutdown(socket.SHUT_WR)


class RefusingProxy(Proxy):
    """A proxy of HTTP that answers each POST by itself, with a page."""

    PAGE = "<h1>No gateway</h1>"

    def _upload(self, client: socket.socket, container: socket.socket) -> None:
        head = f"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: {len(self.PAGE)}\r\nConnection: close\r\n"
        with contextlib.suppress(OSError):
            while part := client.recv(65536):
                if part.startswith(b"POST "):
                    client.sendall(f"{head}\r\n{self.PAGE}".encode())
                    client.shutdown(socket.SHUT_WR)
                    # With bytes that nobody has read, the close would be a reset.
                    while client.recv(65536):
                        pass
                    break
                container.sendall(part)
        with contextlib.suppress(OSError):
            container.shutdown(socket.SHUT_RDWR)


class HastyGateway:
    """Answers as a gateway does to whoever tries its way, but sends an RST right behind bytes. It opens no session."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    @staticmethod
    def _serve(client: socket.socket) -> None:
        with client, contextlib.suppress(OSError):
            request = b""
            while b"\r\n\r\n" not in request and (part := client.recv(65536)):
                request += part
            if b"/fail/tcp/" in request:
                if b"/reset-mid-body/" in request:
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhalf")
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                return
            first = b"HTTP/1.1 502 No" if request.startswith(b"POST ") else b"HTTP/1.1 200 OK"
            if b"/malformed-status-line/" in request:
                first = b"BLAH BLAH"
            client.sendall(first + b"\r\nContent-Length: 4\r\nConnection: close\r\n\r\nhere")
            client.shutdown(socket.SHUT_WR)
            # With bytes that nobody has read, the close would be a reset.
            while client.recv(65536):
                pass


@dataclass
class Container:
    image: str
    environment: dict[str, str]
    root: pathlib.Path
    #: Where it listens.
    address: str
    #: What the engine says is its address.
    claimed: str
    id: str = field(default_factory=lambda: secrets.token_hex(32))
    process: subprocess.Popen[bytes] | None = None
    proxy: Proxy | None = None

    @property
    def status(self) -> str:
        if self.process is None:
            return "created"
        return "running" if self.process.poll() is None else "exited"

    @property
    def output(self) -> bytes:
        file = self.root / "output"
        return file.read_bytes() if file.exists() else b""

    def start(self) -> None:
        with (self.root / "output").open("wb") as output:
            self.process = start_gateway(self.address, self.root / "scenarios", output, self.environment)
        self.proxy = Proxy((self.address, PORT))

    def remove(self) -> None:
        if self.process is not None:
            stop_gateway(self.process)
        if self.proxy is not None:
            self.proxy.close()
        shutil.rmtree(self.root, ignore_errors=True)

    @property
    def shown(self) -> dict[str, Any]:
        """What `docker inspect` shows of it."""
        bindings = (
            [{"HostIp": "0.0.0.0", "HostPort": str(self.proxy.port)}] if self.proxy and self.status == "running" else None
        )
        return {
            "Id": self.id,
            "Name": "/mishap",
            "Image": "sha256:0",
            "Config": {"Image": self.image, "Labels": {}, "Tty": False},
            "State": {"Status": self.status, "Running": self.status == "running", "ExitCode": 0, "Error": ""},
            "HostConfig": {"NetworkMode": "bridge"},
            "NetworkSettings": {
                "Ports": {f"{PORT}/tcp": bindings},
                "Networks": {"bridge": {"IPAddress": self.claimed, "Gateway": "127.0.0.1"}},
            },
        }


class Engine:
    """The engine; `with Engine() as engine`. What it runs ends with it."""

    def __init__(self) -> None:
        #: The images that there are.
        self.images: set[str] = set()
        #: What containers say is their address, in place of where they listen.
        self.claimed: str | None = None
        #: Every container that was made, and not removed.
        self.containers: dict[str, Container] = {}
        engine = self

        class Handler(_Handler):
            pass

        Handler.engine = engine
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"tcp://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        for container in self.containers.values():
            container.remove()

    def create(self, wanted: Mapping[str, Any]) -> Container:
        root = pathlib.Path(tempfile.mkdtemp(prefix="mishap-container-"))
        (root / "scenarios").mkdir()
        (root / "scenarios" / "of-the-image.json").write_text(json.dumps(IMAGE_SCENARIO))
        environment = dict(entry.split("=", 1) for entry in wanted.get("Env") or [])
        address = free_address()
        container = Container(wanted["Image"], environment, root, address, self.claimed or address)
        self.containers[container.id] = container
        return container


class _Handler(BaseHTTPRequestHandler):
    engine: ClassVar[Engine]
    protocol_version = "HTTP/1.1"
    # Head and body together.
    wbufsize = 65536

    def log_message(self, *_: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        self._handle()

    do_POST = do_PUT = do_DELETE = do_GET

    def _handle(self) -> None:
        body = b"".join(self._body())
        parts = urllib.parse.urlsplit(self.path)
        path = re.sub(r"^/v1\.\d+", "", parts.path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        status, answer = self._answer(f"{self.command} {path}", query, body)
        content = answer if isinstance(answer, bytes) else b"" if answer is None else json.dumps(answer).encode()
        self.send_response(status)
        kind = "application/octet-stream" if isinstance(answer, bytes) else "application/json"
        self.send_header("Content-Type", kind)
        self.send_header("Api-Version", "1.44")
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def _body(self) -> Iterator[bytes]:
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline().split(b";")[0], 16):
                yield self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            yield self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _answer(self, call: str, query: Mapping[str, str], body: bytes) -> tuple[int, Any]:
        engine = self.engine
        if call == "GET /_ping":
            return 200, b"OK"
        if call == "GET /version":
            return 200, {"ApiVersion": "1.44", "MinAPIVersion": "1.24", "Version": "25.0.0", "Os": "linux"}
        if call == "GET /networks":
            return 200, []
        if image := re.fullmatch(r"GET /images/(.+)/json", call):
            name = urllib.parse.unquote(image[1])
            return (
                (200, {"Id": "sha256:0", "RepoTags": [name]}) if name in engine.images else (404, {"message": "no such image"})
            )
        if call == "POST /images/create":
            return 404, {"message": f"no registry has {query['fromImage']}:{query.get('tag', '')}"}
        if call == "POST /containers/create":
            return 201, {"Id": engine.create(json.loads(body)).id, "Warnings": []}
        if call == "GET /containers/json":
            wanted = json.loads(query.get("filters", "{}")).get("id", list(engine.containers))
            return 200, [container.shown for id, container in engine.containers.items() if id in wanted]
        if found := re.fullmatch(r"(\w+) /containers/([0-9a-f]+)(/\w+)?", call):
            container = engine.containers.get(found[2])
            if container is None:
                return 404, {"message": "no such container"}
            return self._of(container, found[1] + (found[3] or ""), query, body)
        return 501, {"message": f"the stand-in has no {call}"}

    def _of(self, container: Container, call: str, query: Mapping[str, str], body: bytes) -> tuple[int, Any]:
        if call == "GET/json":
            return 200, container.shown
        if call == "PUT/archive":
            with tarfile.open(fileobj=io.BytesIO(body)) as archive:
                for member in archive.getmembers():
                    content = archive.extractfile(member)
                    assert content is not None, f"{member.name} is no file"
                    # Tools write names with and without the first slash.
                    file = container.root / query["path"].lstrip("/") / member.name.lstrip("/")
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(content.read())
                    file.chmod(member.mode)
            return 200, None
        if call == "POST/start":
            container.start()
            return 204, None
        if call == "GET/logs":
            wanted = query.get("stdout") in ("1", "true", "True")
            output = container.output if wanted else b""
            return 200, b"\x01\x00\x00\x00" + len(output).to_bytes(4, "big") + output
        if call == "DELETE":
            del self.engine.containers[container.id]
            container.remove()
            return 204, None
        return 501, {"message": f"the stand-in has no {call}"}
