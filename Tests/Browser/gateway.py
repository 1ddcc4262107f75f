"""A `mishap serve` of its own for a test, a raw client of it, and load."""
import http.client
import json
import os
import pathlib
import select
import socket
import struct
import subprocess
import sys
import time

FOLDER = pathlib.Path(__file__).parent
ROOT = FOLDER.parent.parent
PATIENCE = 60


class Gateway:
    """`scenarios`: by name. `dev`: a server of the page that is still being written, in front of the gateway."""

    def __init__(self, program, folder, scenarios, options=(), dev=None):
        self.program, self.folder, self.options = program, pathlib.Path(folder), list(options)
        self.token = None
        for name, scenario in scenarios.items():
            path = self.folder / (name + ".json")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(scenario if isinstance(scenario, str) else json.dumps(scenario, indent=2))
        self.port = 0
        self.process = None
        self.front = None
        self.start()
        self.page = f"http://127.0.0.1:{self.port}/__mishap/"
        if dev:
            with socket.create_server(("127.0.0.1", 0)) as free:
                port = free.getsockname()[1]
            self.front = subprocess.Popen([sys.executable, dev, str(port), self.url], stderr=subprocess.DEVNULL)
            self.page = f"http://127.0.0.1:{port}/__mishap/"
            deadline = time.monotonic() + PATIENCE
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    assert time.monotonic() < deadline, "the server of the page does not start"
                    time.sleep(0.02)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("MISHAP_")}
        self.process = subprocess.Popen(
            [self.program, "serve", str(self.folder), "--port", str(self.port), "--quiet", "--until-stdin-closes", *self.options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
        is_there, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if is_there else ""
        assert "listening on " in line, "the gateway does not start"
        self.port = int(line.split()[-1].rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()

    def stop(self):
        if self.front:
            self.front.kill()
            self.front.wait()
        if self.process.poll() is None:
            self.kill()

    # Calls and requests.

    def request(self, method, target, body=None, headers=None, patience=PATIENCE):
        """The status and the body of a whole answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        try:
            connection.request(method, target, body, headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def call(self, method, path, body=None, **headers):
        """A call of the control API: what it gives as JSON, or None."""
        fields = {"Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.token:
            fields["Authorization"] = f"Bearer {self.token}"
        text = None if body is None else body if isinstance(body, str) else json.dumps(body)
        status, data = self.request(method, "/__mishap/" + path, text, fields)
        assert status < 400, f"{method} {path}: {status} {data[:500]!r}"
        return json.loads(data) if data[:1] in (b"{", b"[") else None

    def session(self, scenario, **more):
        return self.call("POST", "sessions", {"scenario": scenario, **more})["id"]

    def journal(self, session):
        return self.call("GET", f"sessions/{session.replace('/', '--')}/journal?limit=10000")["entries"]

    def raw(self, data):
        """Bytes on a connection of their own, which stays open until it is closed."""
        connection = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        connection.sendall(data if isinstance(data, bytes) else data.encode("latin1"))
        return connection

    def ended(self, data):
        """What comes until the connection ends, and how: `FIN`, `RST`."""
        with self.raw(data) as connection:
            got = b""
            try:
                while True:
                    piece = connection.recv(65536)
                    if not piece:
                        return got, "FIN"
                    got += piece
            except ConnectionResetError:
                return got, "RST"

    def pipelined(self, target, count):
        """So many requests at once on one connection, whose answers are all read."""
        data = f"GET {target} HTTP/1.1\r\nHost: a\r\n\r\n".encode() * (count - 1)
        got, how = self.ended(data + f"GET {target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        assert how == "FIN" and got.count(b"HTTP/1.1 200 ") == count, (how, got[-500:])

    def load(self, target, requests, rate=0):
        """Load by a process of its own; it ends with a line of what it reached."""
        return subprocess.Popen(
            [sys.executable, str(FOLDER / "load.py"), str(self.port), target, str(requests), str(rate)],
            stdout=subprocess.PIPE, text=True)


def reset(connection):
    """Closes with an RST."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
