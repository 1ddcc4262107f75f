"""Asks `mishap doctor` over real parts, and holds what it says against the table in docs/containers.md.

    ways.py PROGRAM ROOT [--namespaces] [--write] [--only WAY]

ROOT has the programs. With --namespaces this process is root of a user and a network namespace of its own.
"""

import argparse
import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

PAGE = pathlib.Path("docs/containers.md")
BEGIN, END = "<!-- what arrives: written by make test-way -->", "<!-- end of what arrives -->"
COLUMNS = ["reset", "end", "time", "head", "framing", "target", "connection", "upload", "half-close"]


class Ways:
    """The programs, with what they need; all of them end with it."""

    def __init__(self, program, root, folder):
        self.program, self.root, self.folder = program, pathlib.Path(root), pathlib.Path(folder)
        self.running = []
        libraries = [str(path) for path in self.root.glob("usr/lib/*-linux-gnu*")] + [str(self.root / "usr/lib")]
        self.environment = dict(
            os.environ,
            PATH=":".join(str(self.root / name) for name in ("usr/sbin", "usr/bin", "sbin", "bin")) + ":" + os.environ["PATH"],
            LD_LIBRARY_PATH=":".join(libraries),
        )

    def start(self, *command, **options):
        log = open(self.folder / f"{len(self.running)}-{pathlib.Path(command[0]).name}.log", "wb")
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=self.environment, start_new_session=True,
            **options)
        process.log = log.name
        self.running.append(process)
        return process

    def stop(self):
        for process in reversed(self.running):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.running = []

    def run(self, *command):
        subprocess.run(command, check=True, env=self.environment, stdin=subprocess.DEVNULL)

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def gateway(self, port, inside=(), *options):
        """Starts a gateway on all addresses, in another namespace if a command leads there, without scenarios."""
        empty = self.folder / "scenarios"
        empty.mkdir(exist_ok=True)
        log = open(self.folder / f"{len(self.running)}-gateway.log", "wb")
        process = subprocess.Popen(
            [*inside, self.program, "serve", str(empty), "--port", str(port), *(options or ("--host", "0.0.0.0"))],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        process.log = log.name
        self.running.append(process)
        return process

    def wait_for(self, port, process, host="127.0.0.1"):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=5):
                return
            if process.poll() is not None:
                break
            time.sleep(0.05)
        sys.exit(f"{process.args[0]} does not listen on port {port}:\n" + open(process.log).read())

    def doctor(self, url):
        result = subprocess.run(
            [self.program, "doctor", "--json", url], capture_output=True, stdin=subprocess.DEVNULL, timeout=30)
        if result.stderr:
            sys.exit(f"doctor said on standard error: {result.stderr.decode()}")
        return json.loads(result.stdout), result.returncode


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


# Each starts what it needs, and returns the URL that a client has.


def direct(ways, gateway):
    return f"http://127.0.0.1:{gateway}"


def docker_proxy(ways, gateway):
    port = free_port()
    read, write = os.pipe()

    def give():
        os.dup2(write, 3)

    process = ways.start(
        "docker-proxy", "-proto", "tcp", "-host-ip", "127.0.0.1", "-host-port", str(port), "-container-ip",
        "127.0.0.1", "-container-port", str(gateway), preexec_fn=give, pass_fds=(3, write))
    os.close(write)
    # It says 0 there once it listens, and else why not.
    said = os.read(read, 1000)
    os.close(read)
    if not said.startswith(b"0"):
        sys.exit(f"docker-proxy does not start: {said.decode()}{open(process.log).read()}")
    return f"http://127.0.0.1:{port}"


def socat(ways, gateway):
    port = free_port()
    process = ways.start("socat", f"TCP-LISTEN:{port},bind=127.0.0.1,fork,reuseaddr,backlog=64", f"TCP:127.0.0.1:{gateway}")
    ways.wait_for(port, process)
    return f"http://127.0.0.1:{port}"


def nginx(ways, port, blocks, modules=()):
    folders = [ways.root / "usr/lib/nginx/modules", pathlib.Path("/usr/lib/nginx/modules")]
    lines = []
    for module in modules:
        path = next((folder / module for folder in folders if (folder / module).exists()), None)
        if path is None:
            sys.exit(f"nginx has no {module}")
        lines.append(f"load_module {path};")
    folder = ways.folder / f"nginx-{port}"
    folder.mkdir()
    text = "\n".join(lines) + f"""
daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
{blocks}
"""
    path = ways.file(f"nginx-{port}.conf", text)
    user = [] if os.getuid() else ["-g", "user root;"]
    process = ways.start("nginx", "-p", str(folder), "-c", path, *user)
    ways.wait_for(port, process)
    return f"http://127.0.0.1:{port}"


def nginx_stream(ways, gateway):
    port = free_port()
    return nginx(
        ways, port, f"stream {{ server {{ listen 127.0.0.1:{port}; proxy_pass 127.0.0.1:{gateway}; }} }}",
        ["ngx_stream_module.so"])


def nginx_http(ways, gateway):
    port = free_port()
    paths = " ".join(
        f"{name}_temp_path {ways.folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    return nginx(
        ways, port, f"""http {{
    access_log off; {paths}
    upstream gateway {{ server 127.0.0.1:{gateway}; keepalive 16; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{ proxy_pass http://gateway; proxy_http_version 1.1; proxy_set_header Connection ""; }}
    }}
}}""")


def haproxy(ways, gateway, mode):
    port = free_port()
    path = ways.file(f"haproxy-{mode}.cfg", f"""
defaults
    mode {mode}
    timeout connect 3s
    timeout client 60s
    timeout server 60s
frontend in
    bind 127.0.0.1:{port}
    default_backend gateway
backend gateway
    server one 127.0.0.1:{gateway}
""")
    process = ways.start("haproxy", "-db", "-f", path)
    ways.wait_for(port, process)
    return f"http://127.0.0.1:{port}"


def haproxy_tcp(ways, gateway):
    return haproxy(ways, gateway, "tcp")


def haproxy_http(ways, gateway):
    return haproxy(ways, gateway, "http")


def other_namespace(ways):
    """A network namespace with a process that keeps it; the command that leads into it."""
    keeper = ways.start("unshare", "--net", "sleep", "600")
    own = os.readlink("/proc/self/ns/net")
    while os.readlink(f"/proc/{keeper.pid}/ns/net") == own:
        time.sleep(0.01)
    inside = ["nsenter", "--net", "--target", str(keeper.pid)]
    ways.run(*inside, "ip", "link", "set", "lo", "up")
    return keeper, inside


def slirp(ways, gateway):
    keeper, inside = other_namespace(ways)
    api = str(ways.folder / "slirp.sock")
    port = free_port()
    process = ways.start("slirp4netns", "--configure", "--api-socket", api, str(keeper.pid), "tap0")
    deadline = time.monotonic() + 30
    while not os.path.exists(api):
        if process.poll() is not None or time.monotonic() > deadline:
            sys.exit("slirp4netns does not start:\n" + open(process.log).read())
        time.sleep(0.05)
    with socket.socket(socket.AF_UNIX) as control:
        control.connect(api)
        control.sendall(json.dumps({"execute": "add_hostfwd", "arguments": {
            "proto": "tcp", "host_addr": "127.0.0.1", "host_port": port, "guest_port": gateway}}).encode())
        control.shutdown(socket.SHUT_WR)
        answer = json.loads(control.makefile().read())
    if "error" in answer:
        sys.exit(f"slirp4netns forwards no port: {answer}")
    guest = ways.gateway(gateway, inside)
    # It accepts by itself, before the gateway is there.
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and ways.doctor(f"http://127.0.0.1:{port}")[0].get("problem"):
        if guest.poll() is not None:
            sys.exit("the gateway does not start:\n" + open(guest.log).read())
    return f"http://127.0.0.1:{port}"


def nat(ways, gateway):
    """As kube-proxy does it: an address that nobody has is translated on its way out."""
    keeper, inside = other_namespace(ways)
    ways.run("ip", "link", "add", "client", "type", "veth", "peer", "name", "gateway", "netns", str(keeper.pid))
    ways.run("ip", "address", "add", "10.9.0.1/24", "dev", "client")
    ways.run("ip", "link", "set", "client", "up")
    ways.run(*inside, "ip", "address", "add", "10.9.0.2/24", "dev", "gateway")
    ways.run(*inside, "ip", "link", "set", "gateway", "up")
    ways.run("ip", "route", "add", "10.96.0.0/16", "dev", "client")
    ways.run("nft", "-f", ways.file("nat.nft", """
table ip mishap {
    chain output {
        type nat hook output priority -100;
        ip daddr 10.96.0.1 tcp dport 80 dnat to numgen inc mod 1 map { 0 : 10.9.0.2 . %d }
    }
}
""" % gateway))
    process = ways.gateway(gateway, inside)
    ways.wait_for(gateway, process, "10.9.0.2")
    return "http://10.96.0.1"


WAYS = [
    ("direct", "direct", direct, False),
    ("nftables `dnat`: a Kubernetes Service, Docker's rules", "nat", nat, True),
    ("Docker's proxy: a published port, on the host's loopback", "docker-proxy", docker_proxy, False),
    ("slirp4netns: a published port of rootless engines", "slirp4netns", slirp, True),
    ("socat", "socat", socat, False),
    ("nginx `stream`", "nginx-stream", nginx_stream, False),
    ("haproxy `mode tcp`", "haproxy-tcp", haproxy_tcp, False),
    ("haproxy `mode http`", "haproxy-http", haproxy_http, False),
    ("nginx `proxy_pass`", "nginx-http", nginx_http, False),
]


def words(row):
    """What arrived in place of what was sent, in a word or two."""
    if row["outcome"] == "not tried":
        return "not tried"
    arrived, sent = (row[name].split(" (")[0].split(", ") for name in ("arrived", "sent"))
    what, end = arrived[0], arrived[-1].replace("kept open", "open")
    if row["need"] == "reset" and (what.endswith("bytes") or not what[:3].isdigit()):
        # How many of the bytes before a reset a proxy passes on is chance.
        return end
    if what.endswith("bytes") or what == "nothing":
        if what == sent[0]:
            return end if arrived[-1] != sent[-1] else "late or merged"
        return ("cut" if what != "nothing" else what) + ", " + end
    if "fields" in what:
        return what.removeprefix("fields in ") + (f", {end}" if arrived[-1] != sent[-1] else "") + (
            ", late or merged" if "(" in row["arrived"] else "")
    return what.split()[0]


def cells(report):
    row_cells = []
    for need in COLUMNS:
        rows = [row for row in report["rows"] if row["need"] == need]
        assert rows, need
        changed = [row for row in rows if row["outcome"] != "as sent"]
        said = list(dict.fromkeys(words(row) for row in changed))
        if not changed:
            row_cells.append("as sent")
        elif len(changed) == len(rows) and len(said) == 1:
            row_cells.append(said[0])
        else:
            row_cells.append("; ".join(f"`{row['failure'].split('/')[1]}` {words(row)}" for row in changed))
    return row_cells + [(report["between"] or "nothing").split(",")[0].replace("/1", " 1")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("root")
    parser.add_argument("--namespaces", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    if options.namespaces:
        ip = [str(path) for path in pathlib.Path(options.root).glob("*bin/ip")] + ["ip"]
        subprocess.run([ip[0], "link", "set", "lo", "up"], check=True)
    lines = {}
    for title, name, prepare, needs_namespace in WAYS:
        if needs_namespace and not options.namespaces or options.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            ways = Ways(program, options.root, folder)
            try:
                port = free_port()
                if not needs_namespace:
                    ways.wait_for(port, ways.gateway(port))
                report, code = ways.doctor(prepare(ways, port))
            finally:
                ways.stop()
        if "problem" in report:
            sys.exit(f"{name}: {report['problem']}")
        lines[title] = "| " + " | ".join([title] + cells(report)) + " |"
        print(lines[title], flush=True)
        changed = any(row["outcome"] == "changed" for row in report["rows"] + [report["https"]])
        if code != (1 if changed else 0):
            sys.exit(f"{name}: exit code {code}")
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    table, after = rest.split(END)
    if options.write:
        head = "| way | " + " | ".join(COLUMNS) + " | `doctor` says that there is |\n" + "|---" * (len(COLUMNS) + 2) + "|"
        PAGE.write_text(before + BEGIN + "\n" + "\n".join([head, *lines.values()]) + "\n" + END + after)
        return
    wrong = [line for line in lines.values() if line not in table]
    for line in wrong:
        print(f"docs/containers.md does not say: {line}", file=sys.stderr)
    print(f"{len(lines)} ways, {len(wrong)} of them other than in docs/containers.md")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
