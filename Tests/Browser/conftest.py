"""What the tests of the page share: one Chromium, a gateway and a tab for each test, a screenshot where one fails."""
import os
import pathlib
import re
import shutil
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

from gateway import ROOT, Gateway  # noqa: E402
from webdriver import Browser, Driver  # noqa: E402

KEPT = ROOT / ".build" / "browser"
FIGURES = []
SHOP = {
    "description": "A shop whose answers end in each way there is.",
    "variables": {"stock": 3, "note": "plain", "isOpen": True},
    "rules": [
        {"name": "whole", "match": {"path": "/whole"}, "reply": {"json": {"ok": True}}},
        {"name": "cut", "match": {"path": "/fin"}, "fail": "tcp/close-mid-body"},
        {"name": "torn", "match": {"path": "/rst"}, "fail": "tcp/reset-mid-body"},
        {"name": "silent", "match": {"path": "/stall"}, "fail": "tcp/stall-mid-body"},
        {"name": "late", "match": {"path": "/open"}, "reply": {"text": "late"}, "delay": "120s"},
        {"name": "order", "match": {"method": "POST", "path": "/orders", "headers": {"X-Key": "k1"}},
         "steps": [{"fail": 503}, {"reply": {"status": 201, "json": {"id": 7}}, "set": {"stock": "{{variables.stock-1}}"}}]},
    ],
    "expect": [{"name": "orders twice", "rule": "order", "requests": 2}],
}


@pytest.fixture(scope="session")
def program():
    found = os.environ.get("MISHAP_BIN")
    if not found:
        pytest.exit("MISHAP_BIN has to name the program", 2)
    return str(pathlib.Path(found).resolve())


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    if KEPT.exists():
        shutil.rmtree(KEPT)
    driver = Driver()
    one = Browser(driver, browser=os.environ.get("MISHAP_BROWSER"))
    yield one
    try:
        one.stop()
    finally:
        driver.stop()


@pytest.fixture
def start(program, tmp_path):
    """Starts a gateway: `start({"shop": SHOP}, "--token", "t")`."""
    all = []

    def begin(scenarios, *options, files=()):
        folder = tmp_path / f"scenarios-{len(all)}"
        folder.mkdir()
        for name in files:
            (folder / name).write_text(files[name])
        # `MISHAP_PAGE_SERVER`: a server of a page that is still being written, called with a port and the gateway's URL.
        one = Gateway(program, folder, scenarios, options, os.environ.get("MISHAP_PAGE_SERVER"))
        all.append(one)
        return one

    yield begin
    for one in all:
        one.stop()


@pytest.fixture
def shop(start):
    return start({"shop": SHOP})


class Watched:
    """What a test may have on the console."""

    def __init__(self):
        self.allowed = []

    def allow(self, *patterns):
        self.allowed += patterns


@pytest.fixture
def console():
    return Watched()


@pytest.fixture
def downloads(browser, tmp_path):
    folder = tmp_path / "downloads"
    folder.mkdir()
    browser.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    return folder


@pytest.fixture
def tab(browser, console, start, request):
    """A new tab, which goes before the gateways do. When the test ends, nothing may be on the console, no CSP violation and no error."""
    browser.log()
    one = browser.new_tab()
    one.size(1400, 860)
    one.cdp("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    yield one
    if request.node.stash.get(FAILED, False):
        KEPT.mkdir(parents=True, exist_ok=True)
        try:
            (KEPT / f"{request.node.name}.png").write_bytes(one.screenshot())
        except Exception as error:
            print(f"no screenshot: {error}")
    log = browser.log()
    for handle in browser.call("GET", "/window/handles"):
        if handle != browser.first:
            browser.call("POST", "/window", {"handle": handle})
            browser.call("DELETE", "/window")
    browser.call("POST", "/window", {"handle": browser.first})
    unexpected = [one["message"] for one in log if one["level"] in ("SEVERE", "WARNING")
                  and not any(re.search(pattern, one["message"]) for pattern in console.allowed)]
    assert not unexpected, f"on the console: {unexpected}"


FAILED = pytest.StashKey()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    if call.when == "call":
        item.stash[FAILED] = outcome.get_result().failed


@pytest.fixture
def figure():
    """Prints a figure at the end of the run."""
    return FIGURES.append


def pytest_terminal_summary(terminalreporter):
    for line in FIGURES:
        terminalreporter.write_line(f"figure: {line}")
    if KEPT.exists() and any(KEPT.iterdir()):
        terminalreporter.write_line(f"screenshots of what failed: {KEPT}")
