"""Clients for the scenarios in scenarios/expect: of each, one that does what the scenario expects, and one that does not.

    mishap exec scenarios/expect/retry-count.json -- python3 clients.py retry-count behaves
    mishap exec scenarios/expect/retry-count.json -- python3 clients.py retry-count misbehaves

They wait a little longer than they must, since the gateway's clock begins when it has sent an answer.
"""

import email.utils
import http.client
import json
import os
import select
import sys
import threading
import time
import urllib.parse
import urllib.request
import uuid

GATEWAY = os.environ["MISHAP_URL"]
CLIENTS = {}


def client(name):
    """Registers a function as the client of a recipe, `name behaves` or `name misbehaves`."""

    def register(function):
        assert name not in CLIENTS
        CLIENTS[name] = function
        return function

    return register


class Answer:
    def __init__(self, response):
        self.status, self.fields = response.status, response.headers
        try:
            self.body, self.is_whole = response.read(), True
        except http.client.IncompleteRead as error:
            self.body, self.is_whole = error.partial, False

    @property
    def json(self):
        return json.loads(self.body)


def connect(timeout=60):
    return http.client.HTTPConnection(urllib.parse.urlsplit(GATEWAY).netloc, timeout=timeout)


def send(connection, method, path, body=None, **fields):
    """Sends a request; underscores in names of fields stand for hyphens."""
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in fields.items()})


def ask(method, path, body=None, timeout=60, **fields):
    """A request on a connection of its own."""
    connection = connect(timeout)
    try:
        send(connection, method, path, body, **fields)
        return Answer(connection.getresponse())
    finally:
        connection.close()


def wait_a_little():
    """Before something is tried again. What comes on another connection within a millisecond or so of an answer's end may, as
    exactly as the gateway's clock tells, have come before it."""
    time.sleep(0.05)


def bearer(token):
    return "Bearer " + token


# Attempts


def attempts(most):
    for _ in range(most):
        if ask("GET", "/orders").status == 200:
            return


@client("retry-count behaves")
def three_attempts():
    attempts(3)


@client("retry-count misbehaves")
def five_attempts():
    attempts(5)


@client("backoff behaves")
def growing_pauses():
    sent = time.monotonic()
    ask("GET", "/orders")
    pause = 0.1
    for _ in range(5):
        time.sleep(pause)
        before, sent = sent, time.monotonic()
        ask("GET", "/orders")
        # What the requests took counts too: where they are slow, the gateway has seen a longer pause.
        pause = min(2.5 * (time.monotonic() - before), 0.6)


@client("backoff misbehaves")
def equal_pauses():
    for _ in range(6):
        ask("GET", "/orders")
        time.sleep(0.1)


def asked_pause(answer):
    """Seconds that a Retry-After asks for."""
    value = answer.fields["Retry-After"]
    if value.isdigit():
        return int(value)
    date, now = (email.utils.parsedate_to_datetime(text) for text in (value, answer.fields["Date"]))
    return (date - now).total_seconds()


@client("retry-after-seconds behaves")
@client("retry-after-date behaves")
def as_asked():
    time.sleep(asked_pause(ask("GET", "/orders")) + 0.2)
    assert ask("GET", "/orders").status == 200


@client("retry-after-seconds misbehaves")
@client("retry-after-date misbehaves")
def after_its_own_pause():
    ask("GET", "/orders")
    time.sleep(0.2)
    ask("GET", "/orders")


def pay(keys):
    for key in keys:
        try:
            if ask("POST", "/payments", b'{"amount":100}', Idempotency_Key=key).status == 201:
                return
        except http.client.RemoteDisconnected:
            pass


@client("idempotency-key behaves")
def one_key():
    pay([str(uuid.uuid4())] * 2)


@client("idempotency-key misbehaves")
def a_key_for_each_attempt():
    pay(str(uuid.uuid4()) for _ in range(2))


class Upload:
    """A body that is read once."""

    def __init__(self):
        self.parts = [b"first part, ", b"second part"]

    def read(self, _=-1):
        return self.parts.pop(0) if self.parts else b""


def upload(bodies):
    for body in bodies:
        if ask("PUT", "/files/a", body, Content_Length="23").status == 201:
            return


@client("same-body behaves")
def whole_body_again():
    upload([Upload(), Upload()])


@client("same-body misbehaves")
def rest_of_the_stream():
    stream = Upload()
    assert ask("PUT", "/files/a", stream, Content_Length="23").status == 503
    ask("PUT", "/files/a", stream.read())


@client("answered-post behaves")
def not_sent_again():
    assert ask("POST", "/orders", b"{}").status == 500


@client("answered-post misbehaves")
def sent_again():
    for _ in range(2):
        ask("POST", "/orders", b"{}")


@client("bad-request behaves")
def not_repeated():
    assert ask("GET", "/orders").status == 400


@client("bad-request misbehaves")
def repeated():
    attempts(3)


class Breaker:
    """Opens after five failures, for `pause` seconds; then one request decides."""

    def __init__(self, pause):
        self.pause, self.failures, self.opened = pause, 0, 0.0

    def ask(self):
        """False if it is open."""
        if self.failures >= 5 and time.monotonic() - self.opened < self.pause:
            return False
        if ask("GET", "/quotes").status == 200:
            self.failures = 0
        else:
            self.failures += 1
            self.opened = time.monotonic()
        return True


def quotes(breaker):
    count = 0
    while count < 9:
        if breaker.ask():
            count += 1
        else:
            time.sleep(0.01)


@client("circuit-breaker behaves")
def it_opens():
    quotes(Breaker(pause=0.7))


@client("circuit-breaker misbehaves")
def it_hardly_opens():
    quotes(Breaker(pause=0.1))


# Tokens


class Token:
    def __init__(self):
        self.value, self.lock = "t1", threading.Lock()

    def refresh(self):
        self.value = ask("POST", "/token").json["access_token"]
        return self.value

    def refresh_once(self, refused):
        """A new token, unless another thread has got one since that one was refused."""
        with self.lock:
            return self.refresh() if self.value == refused else self.value


def ten_orders(new_token):
    """Each thread's request is refused before any of them gets a token."""
    token, all_are_refused = Token(), threading.Barrier(10)

    def order(number):
        used = token.value
        assert ask("GET", f"/orders/{number}", Authorization=bearer(used)).status == 401
        all_are_refused.wait()
        used = new_token(token, used)
        assert ask("GET", f"/orders/{number}", Authorization=bearer(used)).status == 200

    threads = [threading.Thread(target=order, args=[number]) for number in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@client("one-refresh behaves")
def one_for_all():
    ten_orders(lambda token, refused: token.refresh_once(refused))


@client("one-refresh misbehaves")
def one_each():
    ten_orders(lambda token, _: token.refresh())


def poll(share):
    """Polls until its second token was used. It gets that once this share of the first one's time is over."""
    answer, began, count = ask("POST", "/token").json, time.monotonic(), 1
    while True:
        if count == 1 and time.monotonic() - began >= share * answer["expires_in"]:
            answer, count = ask("POST", "/token").json, 2
        status = ask("GET", "/orders", Authorization=bearer(answer["access_token"])).status
        if status == 200 and count == 2:
            return
        if status == 401:
            answer, count = ask("POST", "/token").json, 2
        time.sleep(0.1)


@client("refresh-in-time behaves")
def before_it_expires():
    poll(share=0.5)


@client("refresh-in-time misbehaves")
def when_it_is_refused():
    poll(share=100)


@client("no-secret-in-query behaves")
def token_in_a_field():
    assert ask("GET", "/orders?limit=10", Authorization=bearer("t1")).status == 200


@client("no-secret-in-query misbehaves")
def token_in_the_query():
    ask("GET", "/orders?limit=10&access_token=t1", Authorization=bearer("t1"))


def follow(add_token):
    request = urllib.request.Request("http://api.example/report")
    add_token(request)
    urllib.request.build_opener(urllib.request.ProxyHandler({"http": GATEWAY})).open(request).read()


@client("redirect-elsewhere behaves")
def token_for_the_first_host():
    follow(lambda request: request.add_unredirected_header("Authorization", bearer("t1")))


@client("redirect-elsewhere misbehaves")
def token_for_every_host():
    follow(lambda request: request.add_header("Authorization", bearer("t1")))


# Time and connections


@client("timeout behaves")
def half_a_second():
    give_up(0.5)


@client("timeout misbehaves")
def three_seconds():
    give_up(3)


def give_up(seconds):
    try:
        ask("GET", "/orders", timeout=seconds)
    except TimeoutError:
        pass


def hedge(is_cancelled):
    slow = connect()
    send(slow, "GET", "/search")
    assert not select.select([slow.sock], [], [], 0.2)[0]
    assert ask("GET", "/search").json["from"] == "fast"
    if not is_cancelled:
        slow.getresponse().read()
    slow.close()


@client("hedged-request behaves")
def the_other_is_closed():
    hedge(is_cancelled=True)


@client("hedged-request misbehaves")
def the_other_goes_on():
    hedge(is_cancelled=False)


def cancel(is_closed):
    connection = connect()
    send(connection, "GET", "/report")
    time.sleep(0.1)
    # The user has cancelled.
    if not is_closed:
        connection.getresponse().read()
    connection.close()


@client("cancelled behaves")
def it_is_closed():
    cancel(is_closed=True)


@client("cancelled misbehaves")
def it_is_only_ignored():
    cancel(is_closed=False)


@client("new-connection behaves")
def another_connection():
    assert ask("GET", "/orders").status == 200
    wait_a_little()
    assert ask("GET", "/orders").status == 200


@client("new-connection misbehaves")
def the_same_connection():
    connection = connect()
    send(connection, "GET", "/orders")
    socket = connection.sock
    Answer(connection.getresponse())
    try:
        socket.sendall(b"GET /orders HTTP/1.1\r\nHost: localhost\r\n\r\n")
        socket.recv(1000)
    except OSError:
        pass


def images(threads):
    numbers, all_are_there = iter(range(12)), threading.Barrier(threads)

    def load():
        connection = connect()
        connection.connect()
        all_are_there.wait()
        # The interpreter takes them one by one.
        for number in numbers:
            send(connection, "GET", f"/images/{number}")
            assert Answer(connection.getresponse()).status == 200
        connection.close()

    loaders = [threading.Thread(target=load) for _ in range(threads)]
    for thread in loaders:
        thread.start()
    for thread in loaders:
        thread.join()


@client("at-once behaves")
def four_at_a_time():
    images(4)


@client("at-once misbehaves")
def all_at_once():
    images(12)


def ask_for_quotes(pause):
    for number in range(8):
        ask("GET", f"/quotes/{number}")
        time.sleep(pause)


@client("rate-limit behaves")
def four_a_second():
    ask_for_quotes(0.25)


@client("rate-limit misbehaves")
def as_fast_as_possible():
    ask_for_quotes(0)


# Several requests


@client("resumed-download behaves")
def the_rest():
    first = ask("GET", "/list")
    assert not first.is_whole and first.body
    wait_a_little()
    rest = ask("GET", "/list", Range=f"bytes={len(first.body)}-", If_Range=first.fields["ETag"])
    lines = (first.body + rest.body).decode().splitlines()
    assert rest.status == 206 and len(lines) == 102 and lines[-1].startswith("order 100:"), lines


@client("resumed-download misbehaves")
def all_again():
    assert not ask("GET", "/list").is_whole
    wait_a_little()
    assert ask("GET", "/list").is_whole


def save(after_conflict):
    tag = ask("GET", "/note").fields["ETag"]
    assert ask("PUT", "/note", b"changed", If_Match=tag).status == 412
    wait_a_little()
    assert ask("PUT", "/note", b"changed", **after_conflict()).status == 204


@client("if-match behaves")
def read_again():
    save(lambda: {"If_Match": ask("GET", "/note").fields["ETag"]})


@client("if-match misbehaves")
def overwritten():
    save(lambda: {})


def work(steps):
    for method, path in steps:
        ask(method, path)
        wait_a_little()


@client("order behaves")
def in_order():
    work([("POST", "/login"), ("GET", "/orders"), ("POST", "/logout")])


@client("order misbehaves")
def read_first():
    work([("GET", "/orders"), ("POST", "/login"), ("POST", "/logout")])


@client("after-logout behaves")
def nothing_after_it():
    work([("GET", "/messages"), ("POST", "/logout")])


@client("after-logout misbehaves")
def goes_on_polling():
    work([("GET", "/messages"), ("POST", "/logout"), ("GET", "/messages")])


@client("pagination behaves")
def to_the_last_page():
    page = f"{GATEWAY}/items?page=1"
    while page:
        parts = urllib.parse.urlsplit(page)
        page = ask("GET", f"{parts.path}?{parts.query}").json["next"]


@client("pagination misbehaves")
def to_an_empty_page():
    number = 1
    while ask("GET", f"/items?page={number}").json["items"]:
        number += 1


def batch():
    calls = [{"jsonrpc": "2.0", "method": "add", "params": [1, 2], "id": number} for number in range(3)]
    return calls, ask("POST", "/", json.dumps(calls)).json


@client("batch-fallback behaves")
def one_by_one():
    calls, answer = batch()
    if isinstance(answer, dict):
        assert all(ask("POST", "/", json.dumps(call)).json["result"] == 3 for call in calls)


@client("batch-fallback misbehaves")
def batches_again():
    for _ in range(2):
        batch()


def connects(number, pause):
    for _ in range(number):
        try:
            ask("GET", "/orders")
        except OSError:
            time.sleep(pause)


@client("connect-attempts behaves")
def three_with_pauses():
    connects(3, 0.15)


@client("connect-attempts misbehaves")
def ten_at_once():
    connects(10, 0)


if __name__ == "__main__":
    CLIENTS[" ".join(sys.argv[1:])]()
