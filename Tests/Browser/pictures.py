"""Makes the pictures of docs/page.md from a real run: `Tests/Browser/pictures.py PROGRAM`.

    docs/pictures/page-timeline.png   what came, and how it ended
    docs/pictures/page-request.png    one request in full
    docs/pictures/page-break.png      a failure for the next requests
"""
import os
import pathlib
import shutil
import sys
import tempfile

import steps
from gateway import ROOT, Gateway, reset
from webdriver import Browser, Driver, until

TARGET = ROOT / "docs" / "pictures"
MOST = 150_000
SIZE = (1200, 575)
SHOP = {
    "description": "A shop: orders, a catalogue, and a payment whose answer is lost.",
    "rules": [
        {"name": "catalogue", "match": {"method": "GET", "path": "/catalogue"}, "delay": "40ms",
         "reply": {"json": {"items": [{"sku": "A-7", "price": 30}, {"sku": "B-2", "price": 12}]}}},
        {"name": "order", "match": {"method": "POST", "path": "/orders"},
         "steps": [{"fail": 503}, {"reply": {"status": 201, "json": {"id": 1042}}, "delay": "60ms"}]},
        {"name": "order state", "match": {"path": "/orders/{id}"},
         "reply": {"chunks": ["{\"id\":1042,", {"text": "\"state\":", "delay": "60ms"}, {"text": "\"shipped\"}", "delay": "60ms"}]}},
        {"name": "export", "match": {"path": "/export"}, "fail": "tcp/stall-mid-body"},
        {"name": "picture", "match": {"path": "/pictures/*"}, "fail": "tcp/close-mid-body", "delay": "30ms"},
        {"name": "login", "match": {"method": "POST", "path": "/login", "json": {"/user": "ada", "/code": "4711"}}, "reply": {"json": {"token": "t-1"}}},
        {"name": "news", "match": {"path": "/news"}, "reply": {"text": "none"}, "delay": "60s"},
    ],
}
JSON = {"Content-Type": "application/json", "User-Agent": "ShopApp/3.2 (iPhone; iOS 18.1)", "Accept": "application/json", "Accept-Encoding": "gzip"}


def traffic(gateway):
    """What an app does on a bad day. Gives the connections that are still open."""
    app = {name: JSON[name] for name in ("User-Agent", "Accept", "Accept-Encoding")}
    head = "".join(f"{name}: {value}\r\n" for name, value in app.items())

    def get(target, more=""):
        return f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{gateway.port}\r\n{head}{more}\r\n"

    def pay(key):
        text = '{"order": 1042, "amount": 30, "currency": "EUR"}'
        return (f"POST /@recipes/lost-payment/payments HTTP/1.1\r\nHost: 127.0.0.1:{gateway.port}\r\n{head}"
                f"Content-Type: application/json\r\nIdempotency-Key: {key}\r\nContent-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}")

    gateway.request("POST", "/login?device=phone", '{"user": "ada", "code": "0815"}', JSON)
    gateway.request("POST", "/login", '{"user": "ada", "code": "4711"}', JSON)
    gateway.request("GET", "/catalogue", headers=app)
    gateway.ended(get("/pictures/A-7.jpg"))
    for _ in range(2):
        gateway.request("POST", "/orders", '{"sku": "A-7", "count": 2}', JSON)
    gateway.request("GET", "/orders/1042", headers=app)
    gateway.ended(pay("pay-7f3a"))
    gateway.ended(pay("pay-7f3a"))
    gateway.request("GET", "/@recipes/lost-payment/balance", headers=app)
    gateway.ended(get("/__mishap/fail/http/malformed-status-line/health"))
    gateway.ended(get("/__mishap/fail/tcp/reset-mid-body/feed"))
    gateway.request("POST", "/@recipes/per-user/login", '{"user": "grace", "code": "12"}', JSON)
    gateway.request("GET", "/@graph/healthy/v23.0/me?fields=id%2Cname", headers=app)
    stalled = gateway.raw(get("/export?year=2026"))
    news = gateway.raw(get("/news"))
    return stalled, news


def wait_for_rows(tab, count):
    until(lambda: len(steps.rows(tab)) >= count, lambda: f"{count} rows: {steps.shown(tab)}")


def keep(tab, name):
    tab.script("document.activeElement?.blur(); document.getElementById('status').textContent = ''")
    data = tab.screenshot()
    path = TARGET / name
    path.write_bytes(data)
    print(f"{path.relative_to(ROOT)}: {len(data):,} bytes")
    if len(data) > MOST:
        sys.exit(f"{name} has more than {MOST:,} bytes")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("recipes", "graph"):
            shutil.copytree(ROOT / "scenarios" / name, pathlib.Path(folder, name))
        gateway = Gateway(str(pathlib.Path(sys.argv[1]).resolve()), folder, {"shop": SHOP}, ["--scenario", "shop"], os.environ.get("MISHAP_PAGE_SERVER"))
        driver = Driver()
        browser = None
        try:
            browser = Browser(driver, size=SIZE)
            tab = browser.new_tab()
            tab.size(*SIZE)
            tab.media(prefers_color_scheme="light")
            steps.visit(tab, gateway)
            stalled, news = traffic(gateway)
            wait_for_rows(tab, 16)
            reset(stalled)
            steps.row(tab, "/export?year=2026", "stall")
            until(lambda: steps.counted(tab) == 16, "all are counted")
            keep(tab, "page-timeline.png")
            steps.open_row(tab, "/login?device=phone")
            keep(tab, "page-request.png")
            tab.press("Close", ".full")
            steps.in_view(tab, "shop")
            steps.view(tab, "Break it")
            until(lambda: tab.texts("#view-break .choice"), "the catalogue is there")
            steps.pick_failure(tab, "429", "http/status/429")
            steps.filled(tab, "For the next", "2", "#view-break")
            steps.break_it(tab, 1)
            steps.pick_failure(tab, "reset-mid", "tcp/reset-mid-body")
            steps.filled(tab, "For the next", "1", "#view-break")
            steps.filled(tab, "Method", "GET", "#view-break")
            steps.filled(tab, "Path", "/orders/{id}", "#view-break")
            steps.break_it(tab, 2)
            gateway.ended(f"GET /orders/1042 HTTP/1.1\r\nHost: 127.0.0.1:{gateway.port}\r\nConnection: close\r\n\r\n")
            gateway.request("GET", "/catalogue")
            until(lambda: any("1 of 2" in one for one in steps.listed(tab)) and any("1 of 1" in one for one in steps.listed(tab)),
                  lambda: f"both are taken once: {steps.listed(tab)}")
            until(lambda: steps.counted(tab) == 18, "all are counted")
            tab.size(1200, 840)
            tab.script("document.getElementById('view-break').scrollTop = 0")
            keep(tab, "page-break.png")
            news.close()
        finally:
            if browser:
                browser.stop()
            driver.stop()
            gateway.stop()


if __name__ == "__main__":
    main()
