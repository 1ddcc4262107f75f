"""Clients for the scenarios in scenarios/recipes: of each, one that does what the scenario expects, and one that does not.

    mishap exec scenarios/recipes/lost-payment.json -- python3 recipes.py lost-payment behaves
    mishap exec scenarios/recipes/lost-payment.json -- python3 recipes.py lost-payment misbehaves

They are clients as people have them: requests, curl and Node's fetch. The last line of each says what it has in the end.
"""

import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

import requests

GATEWAY = os.environ["MISHAP_URL"]
CLIENTS = {}


def client(name):
    """Registers a function as the client of a recipe, which is told whether it behaves."""

    def register(function):
        assert name not in CLIENTS
        CLIENTS[name] = function
        return function

    return register


def wait_a_little():
    """Before something is tried again on another connection: see clients.py."""
    time.sleep(0.05)


@client("token-expires-between-pages")
def pages(behaves):
    session, first = requests.Session(), GATEWAY + "/items?page=1"

    def log_in():
        token = session.post(GATEWAY + "/token").json()["access_token"]
        session.headers["Authorization"] = "Bearer " + token

    log_in()
    items, page = [], first
    while page:
        answer = session.get(page)
        if answer.status_code == 401:
            log_in()
            if not behaves:
                page = first
            continue
        items += answer.json()["items"]
        page = answer.json()["next"]
    return items


@client("captive-portal-once")
def profile(behaves):
    answer = requests.get(GATEWAY + "/profile")
    fields = {}
    if not answer.headers["Content-Type"].startswith("application/json"):
        wait_a_little()
        if not behaves:
            fields["If-None-Match"] = answer.headers["ETag"]
        answer = requests.get(GATEWAY + "/profile", headers=fields)
    return answer.json()


@client("lost-payment")
def payment(behaves):
    key, number = "k-1", 0
    while True:
        number += 1
        fields = {"Idempotency-Key": key if behaves else f"k-{number}"}
        try:
            answer = requests.post(GATEWAY + "/payments", json={"amount": 30}, headers=fields)
            break
        except requests.ConnectionError:
            wait_a_little()
    return answer.json(), requests.get(GATEWAY + "/balance").json()


@client("shuffled-batch")
def batch(behaves):
    methods = ["rate", "name", "account"]
    calls = [{"jsonrpc": "2.0", "id": number, "method": method} for number, method in enumerate(methods)]
    answers = requests.post(GATEWAY + "/rpc", json=calls).json()
    if behaves:
        answers.sort(key=lambda answer: answer["id"])
    rate, _, account = [answer["result"] for answer in answers]
    call = {"jsonrpc": "2.0", "id": 3, "method": "transfer", "params": {"to": account, "rate": rate}}
    return requests.post(GATEWAY + "/rpc", json=call).json()["result"], account


@client("long-poll")
def poll(behaves):
    session = requests.Session()
    assert session.get(GATEWAY + "/news").status_code == 204
    if not behaves:
        time.sleep(1.5)
    # While the second poll waits, or before it comes.
    post = threading.Timer(0.1, lambda: requests.post(GATEWAY + "/news", json={"text": "snow"}))
    post.start()
    answer = session.get(GATEWAY + "/news")
    post.join()
    return answer.json()


@client("event-stream-cut")
def events(behaves):
    prices, last, retry = [], None, 0.0
    while len(prices) < 4:
        fields = {"Last-Event-ID": last} if last and behaves else {}
        with requests.get(GATEWAY + "/events", headers=fields, stream=True) as answer:
            event = {}
            try:
                for line in answer.iter_lines(decode_unicode=True):
                    if line:
                        name, _, value = line.partition(": ")
                        event[name] = value
                        continue
                    # Only an empty line makes an event of it.
                    retry = int(event.get("retry", retry * 1000)) / 1000
                    last = event.get("id", last)
                    if "data" in event:
                        prices.append(json.loads(event["data"])["price"])
                    event = {}
            except requests.exceptions.ChunkedEncodingError:
                pass
        time.sleep(retry + 0.05)
    return prices


@client("resumed-download")
def download(behaves):
    with tempfile.TemporaryDirectory() as folder:
        path, head = os.path.join(folder, "manual.txt"), os.path.join(folder, "head")
        command = ["curl", "-sS", "-o", path, "-D", head, GATEWAY + "/manual.txt"]
        first = subprocess.run(command, capture_output=True, text=True)
        assert first.returncode == 56, first
        wait_a_little()
        subprocess.run(command + (["-C", "-"] if behaves else []), check=True)
        with open(path, "rb") as file:
            digest = base64.b64encode(hashlib.sha256(file.read()).digest()).decode()
        with open(head) as file:
            assert f"Repr-Digest: sha-256=:{digest}:" in file.read()
        return digest


@client("preflight-fails")
def preflight(behaves):
    """What a browser does for a page of http://shop.test; `make test-browser` has a real one."""
    asks = {
        "Origin": "http://shop.test", "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }

    def is_granted():
        answer = requests.options(GATEWAY + "/orders", headers=asks)
        leave = [answer.headers.get("Access-Control-Allow-" + name) for name in ("Origin", "Headers")]
        return answer.ok and leave == [asks["Origin"], "content-type"]

    while not is_granted() and behaves:
        wait_a_little()
    return requests.post(GATEWAY + "/orders", json={}, headers={"Origin": asks["Origin"]}).json()


@client("per-user")
def users(behaves):
    def log_in(user, code):
        return requests.post(GATEWAY + "/login", json={"user": user, "code": code})

    said = []
    for code in ["1", "2" if behaves else "1"]:
        for user in ["ada", "bob"]:
            answer = log_in(user, code)
            said.append((user, answer.status_code))
    return said


@client("maintenance")
def maintenance(behaves):
    while True:
        answer = requests.get(GATEWAY + "/orders")
        if answer.status_code != 503:
            return answer.json()
        time.sleep(int(answer.headers["Retry-After"]) + 0.05 if behaves else 0.8)


@client("slow-first-byte")
def export(behaves):
    try:
        answer = requests.get(GATEWAY + "/export", timeout=10 if behaves else 1)
    except requests.exceptions.ReadTimeout:
        answer = requests.get(GATEWAY + "/export", timeout=10)
    count = len(answer.content)
    requests.put(GATEWAY + "/imported", json={"bytes": count}).raise_for_status()
    return count


@client("gzip-breaks")
def orders(behaves):
    script = """
        const [url, attempts] = process.argv.slice(1);
        for (let attempt = 1; attempt <= attempts; attempt++) {
          try {
            console.log((await (await fetch(url)).json()).orders.length);
            break;
          } catch (error) { console.log(error.name, error.cause?.code); }
        }
        """
    command = ["node", "--input-type=module", "-e", script, GATEWAY + "/orders", "2" if behaves else "1"]
    # What it makes of the half body differs from version to version.
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]


@client("down-at-start")
def start(behaves):
    while True:
        try:
            return requests.get(GATEWAY + "/profile").json()
        except requests.ConnectionError:
            time.sleep(0.3 if behaves else 0.05)


@client("slow-uplink")
def upload(behaves):
    # Half a megabyte takes more than two seconds.
    command = ["curl", "-sS", "-X", "PUT", "--data-binary", "@-", GATEWAY + "/photo"]
    for patience in (["--speed-limit", "1000", "--speed-time", "5"] if behaves else ["--max-time", "1"], []):
        run = subprocess.run(command + patience, input=bytes(500_000), capture_output=True)
        if run.returncode == 0:
            return json.loads(run.stdout)
        wait_a_little()


if __name__ == "__main__":
    name, conduct = sys.argv[1:]
    print(CLIENTS[name](conduct == "behaves"))
