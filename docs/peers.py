#!/usr/bin/env python3
"""Measures Mishap beside other mock servers: the figures of "How it compares" in the README.

    python3 docs/peers.py --mishap .build/release/mishap --rift PATH --python VENV/bin/python --rounds 7

`--rift` and `--python` may be left out; the latter has mitmproxy and pytest-httpserver. Only loopback is used. `wrk` makes the load.
First a reset within a body is asked of each, and a misspelt failure, over a raw socket. Then each is started with 1,000 rules,
in turns, every second round in reversed order: time to the first whole answer, VmRSS, and CPU time of the process for each
request. Requests are recorded, where that can be had: Mishap's journal is on, and Rift has `recordRequests`.
"""

import argparse
import json
import os
import pathlib
import re
import socket
import statistics
import subprocess
import tempfile
import time

RULES = 1000
REQUEST = f"/rule/{RULES // 2}"
ORDER = '{"order":{"id":1042,"state":"shipped","customer":"Ada Lovelace"}}'
READY = '{"state":"ready"}'

MITMPROXY = f"""
from mitmproxy import http
def request(flow):
    path = flow.request.path
    if path == "/reset": flow.kill()
    elif path == "/part":
        flow.response = http.Response.make(200, {ORDER[:37]!r}, {{"Content-Type": "application/json"}})
        flow.response.headers["Content-Length"] = "{len(ORDER)}"
    else: flow.response = http.Response.make(200, {READY!r}, {{"Content-Type": "application/json"}})
"""

PYTEST_HTTPSERVER = f"""
import threading
from pytest_httpserver import HTTPServer
from werkzeug import Response
server = HTTPServer(host="127.0.0.1", port=PORT, threaded=True)
def part(request):
    def body():
        yield {ORDER[:37]!r}
        raise RuntimeError("broken")
    return Response(body(), content_type="application/json", headers={{"Content-Length": "{len(ORDER)}"}})
server.expect_request("/part").respond_with_handler(part)
for number in range({RULES}): server.expect_request(f"/rule/{{number}}").respond_with_json({{"state": "ready"}})
server.start()
threading.Event().wait()
"""


def rift(port):
    reply = {"statusCode": 200, "headers": {"Content-Type": "application/json"}, "body": READY}
    broken = {"statusCode": 200, "body": ORDER}
    stubs = [
        ("/reset", {"is": broken, "_rift": {"fault": {"tcp": "CONNECTION_RESET_BY_PEER"}}}),
        ("/misspelt", {"fault": "CONNECTION_RESET_BY_PEEER"}),
        ("/misspelt-too", {"is": broken, "_rift": {"fault": {"tcp": "CONNECTION_RESET_BY_PEEER"}}}),
    ] + [(f"/rule/{number}", {"is": reply}) for number in range(RULES)]
    stubs = [{"predicates": [{"equals": {"path": path}}], "responses": [response]} for path, response in stubs]
    return {"imposters": [{"port": port, "protocol": "http", "recordRequests": True, "stubs": stubs}]}


def mishap():
    part = {"fail": "tcp/reset-mid-body", "with": {"after": 37}, "reply": {"json": json.loads(ORDER)}}
    rules = [{"match": {"path": f"/rule/{number}"}, "reply": {"json": {"state": "ready"}}} for number in range(RULES)]
    return {"rules": [{"match": {"path": "/part"}} | part] + rules}


def peers(options, folder):
    """Commands by name, with their ports and the paths that are watched."""
    def write(name, text):
        (folder / name).write_text(text if isinstance(text, str) else json.dumps(text))
        return str(folder / name)

    def port():
        with socket.create_server(("127.0.0.1", 0)) as server:
            return server.getsockname()[1]

    mine, theirs, admin, metrics, proxy, fixture = (port() for _ in range(6))
    all = {"Mishap": (
        mine, [options.mishap, "serve", write("mishap.json", mishap()), "--port", str(mine), "--quiet"], ["/part"])}
    if options.rift:
        command = [options.rift, "--host", "127.0.0.1", "--port", str(admin), "--metrics-port", str(metrics)]
        command += ["--loglevel", "error", "--configfile", write("rift.json", rift(theirs))]
        all["Rift"] = (theirs, command, ["/reset", "/misspelt", "/misspelt-too"])
    if options.python:
        dump = str(pathlib.Path(options.python).parent / "mitmdump")
        command = [dump, "--mode", "reverse:http://127.0.0.1:1", "--set", "connection_strategy=lazy", "-q"]
        command += ["--listen-host", "127.0.0.1", "-p", str(proxy), "-s", write("answers.py", MITMPROXY)]
        all["mitmproxy"] = (proxy, command, ["/reset", "/part"])
        script = write("server.py", PYTEST_HTTPSERVER.replace("PORT", str(fixture)))
        all["pytest-httpserver"] = (fixture, [options.python, script], ["/part"])
    return all


def ask(port, path, patience):
    """What came on a connection, and how it ended."""
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(patience)
        client.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        came = b""
        while True:
            try:
                piece = client.recv(65536)
            except ConnectionResetError:
                return came, "RST"
            except TimeoutError:
                return came, "open"
            if not piece:
                return came, "FIN"
            came += piece
            if path == REQUEST and b"ready" in came:
                return came, "whole"


def start(port, command):
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            came, _ = ask(port, REQUEST, 5)
        except ConnectionRefusedError:
            time.sleep(0.001)
            continue
        if b"ready" not in came:
            raise SystemExit(f"{command[0]} answers {came!r}")
        return process, (time.monotonic() - began) * 1000


def cpu(process):
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load(port, seconds):
    url = f"http://127.0.0.1:{port}{REQUEST}"
    run = subprocess.run(["wrk", "-t1", "-c16", f"-d{seconds}s", url], capture_output=True, text=True, check=True)
    if "Non-2xx" in run.stdout:
        raise SystemExit(run.stdout)
    return int(re.search(r"(\d+) requests in", run.stdout)[1])


def round_of(port, command):
    process, started = start(port, command)
    time.sleep(0.2)
    resident = int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1]) * 1.024e-3
    load(port, 1)
    before = cpu(process)
    requests = load(port, 4)
    cost = (cpu(process) - before) / requests * 1e6
    process.terminate()
    process.wait()
    return started, resident, cost


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mishap", required=True)
    parser.add_argument("--rift")
    parser.add_argument("--python", help="the Python that has mitmproxy and pytest-httpserver")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        all = peers(options, pathlib.Path(folder))
        for name, (port, command, paths) in all.items():
            process, _ = start(port, command)
            for path in paths:
                came, end = ask(port, path, 2)
                head, _, body = came.partition(b"\r\n\r\n")
                print(f"{name} {path}: {head.splitlines()[:1]}, {len(body)} bytes of body, {end}")
            process.terminate()
            process.wait()
        results = {name: [] for name in all}
        for number in range(options.rounds):
            for name in list(all)[:: 1 if number % 2 == 0 else -1]:
                results[name].append(round_of(*all[name][:2]))
    for name, rounds in results.items():
        started, resident, cost = zip(*rounds)
        print(
            f"{name}: starts in {min(started):.0f} to {max(started):.0f} ms; {statistics.median(resident):.0f} MB; "
            f"{statistics.median(cost):.1f} µs of CPU for each request ({min(cost):.1f} to {max(cost):.1f})"
        )


if __name__ == "__main__":
    main()
