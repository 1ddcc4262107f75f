"""Pages of another origin in a headless Chromium, against `mishap serve` with and without --cors.

The page is served on another port than the gateway, which makes it another origin. It sends the requests of page.html's
table, and posts what the browser let it see; that is compared with the table here. Everything is on loopback, and ends by
a deadline.
"""
import argparse
import http.server
import json
import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

FOLDER = pathlib.Path(__file__).parent
PATIENCE = 90

SCENARIOS = {
    "open": {
        "cors": True,
        "rules": [
            {"match": {"path": "/refused-once", "method": "OPTIONS"}, "steps": [{"reply": {"status": 403}}],
             "atEnd": "pass"},
            {"match": {"path": "/get-only", "method": "OPTIONS"},
             "reply": {"status": 204, "headers": {"Access-Control-Allow-Methods": "GET"}}},
            {"match": {"path": "/closed"},
             "reply": {"text": "closed", "headers": {"Access-Control-Allow-Origin": None}}},
            {"match": {"path": "/failing"}, "fail": "http/status/503"},
            {"match": {"path": "/reset"}, "fail": "tcp/reset-mid-body"},
            {"name": "rest", "match": {"path": "/**"}, "reply": {"text": "hello", "headers": {"X-Trace": "7"}}},
        ],
    },
    "shut": {"rules": [{"reply": {"text": "hello"}}]},
}
RECIPE = "scenarios/recipes/preflight-fails.json"

JSON = {"Content-Type": "application/json"}
# What the page asks of the gateway, and what it sees: a status with its text, or that the browser kept the answer from it.
WITHOUT_OPTION = [
    ("GET", "/@open/a", {}, "200 hello"),
    ("PUT", "/@open/a", JSON, "200 hello"),
    ("DELETE", "/@open/a", {"X-Id": "1"}, "200 hello"),
    ("PUT", "/@open/refused-once", JSON, "kept"),
    ("PUT", "/@open/refused-once", JSON, "200 hello"),
    ("DELETE", "/@open/get-only", {}, "kept"),
    ("GET", "/@open/closed", {}, "kept"),
    ("GET", "/@open/failing", {}, "503 "),
    ("GET", "/@open/reset", {}, "broken"),
    ("POST", "/@recipe/orders", JSON, "kept"),
    ("POST", "/@recipe/orders", JSON, '201 {"id":7}'),
    ("GET", "/@shut/a", {}, "kept"),
    ("PUT", "/@shut/a", JSON, "kept"),
    # The control API answers pages of this machine, with the option or without.
    ("GET", "/__mishap/sessions", {}, "200 "),
    ("GET", "/__mishap/fail/http/status/503", {}, "kept"),
]
WITH_OPTION = [
    ("GET", "/@shut/a", {}, "200 hello"),
    ("PUT", "/@shut/a", JSON, "200 hello"),
    ("GET", "/@open/a", {}, "200 hello"),
    ("GET", "/__mishap/sessions", {}, "200 "),
    ("GET", "/__mishap/fail/http/status/503", {}, "kept"),
]


class Page(http.server.ThreadingHTTPServer):
    """Serves the page with its table, and takes what it saw."""

    daemon_threads = True

    def __init__(self, gateway, table):
        super().__init__(("127.0.0.1", 0), PageHandler)
        requests = [{"method": m, "url": gateway + target, "headers": h} for m, target, h, _ in table]
        self.page = (FOLDER / "page.html").read_text().replace("REQUESTS", json.dumps(requests)).encode()
        self.seen = None
        self.is_done = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()


class PageHandler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        is_page = self.path == "/"
        self.send_response(200 if is_page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if is_page:
            self.wfile.write(self.server.page)

    def do_POST(self):
        self.server.seen = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()
        self.server.is_done.set()

    def log_message(self, *_):
        pass


def start_gateway(program, folder, options):
    process = subprocess.Popen(
        [program, "serve", folder, "--port", "0", "--quiet", "--until-stdin-closes", *options],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    is_there, _, _ = select.select([process.stdout], [], [], PATIENCE)
    line = process.stdout.readline() if is_there else ""
    if "listening on " not in line:
        sys.exit("the gateway does not start")
    return process, line.split()[-1]


def visit(browser, address, profile):
    """Opens the page in a browser that lives in a process group of its own."""
    return subprocess.Popen(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-proxy-server",
         f"--user-data-dir={profile}", "--remote-debugging-port=0", address],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def run(program, browser, scenarios, options, table):
    gateway, url = start_gateway(program, scenarios, options)
    page = Page(url, table)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = visit(browser, f"http://127.0.0.1:{page.server_port}/", profile)
        is_done = page.is_done.wait(PATIENCE)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    gateway.stdin.close()
    gateway.wait(PATIENCE)
    if not is_done:
        sys.exit(f"the browser did not end within {PATIENCE} s")
    failures = 0
    for (method, target, _, wanted), seen in zip(table, page.seen, strict=True):
        is_right = seen == wanted or wanted.endswith(" ") and seen.startswith(wanted)
        failures += not is_right
        print(f"{'ok  ' if is_right else 'FAIL'} {' '.join(options):7} {method:6} {target:32} {seen[:40]!r}"
              + ("" if is_right else f", and {wanted!r} was expected"))
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--browser", help="a Chromium or Chrome; by default what PATH has")
    arguments = parser.parse_args()
    names = ["chromium", "chromium-browser", "google-chrome"]
    browser = arguments.browser or next(filter(None, map(shutil.which, names)), None)
    if not browser:
        sys.exit("there is no Chromium here; --browser names one")
    with tempfile.TemporaryDirectory() as folder:
        for name, scenario in SCENARIOS.items():
            pathlib.Path(folder, name + ".json").write_text(json.dumps(scenario))
        shutil.copy(RECIPE, pathlib.Path(folder, "recipe.json"))
        failures = run(arguments.program, browser, folder, [], WITHOUT_OPTION)
        failures += run(arguments.program, browser, folder, ["--cors"], WITH_OPTION)
    sys.exit(f"{failures} failed" if failures else 0)


main()
