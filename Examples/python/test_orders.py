"""Twenty failures that the client survives."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor

import pytest
from mishap_testing import Mishap, Rule
from orders import BUGS, Orders, Refused, Unavailable

FILE = {"size": "64KB", "headers": {"ETag": '"v1"'}, "ranges": True}


@pytest.fixture
def token(mishap: Mishap) -> Rule:
    return mishap.post("/token").reply(json={"token": "t1"})


@pytest.fixture
def client(mishap: Mishap, token: Rule) -> Orders:
    """The client; with BUG it is one of those that have one."""
    return BUGS.get(os.environ.get("BUG", ""), Orders)(mishap.url)


def order_is_repeated(mishap: Mishap, failure: str | int, **given: object) -> Rule:
    """A rule that fails the first order so; the client is to order once more, as if it were the same."""
    rule = mishap.post("/orders").fail(failure, **given).reply(201, json={"id": 7})
    return rule.expect(requests=2, same=["body", "headers.Idempotency-Key"])


# MARK: It repeats


@pytest.mark.parametrize("status", [500, 502, 503])
def test_an_order_is_repeated_after_a_failure_of_the_gateway(mishap: Mishap, client: Orders, status: int) -> None:
    order_is_repeated(mishap, status)
    assert client.order("tea") == {"id": 7}


def test_an_order_waits_for_as_long_as_it_is_told(mishap: Mishap, client: Orders) -> None:
    order_is_repeated(mishap, 429, headers={"Retry-After": "1"}).expect(honours="Retry-After")
    assert client.order("tea") == {"id": 7}


@pytest.mark.parametrize(
    "failure",
    ["tcp/reset", "tcp/close", "tcp/close-mid-headers", "http/malformed-status-line", "http/html", "http/empty-body"],
)
def test_an_order_whose_answer_is_lost_is_repeated(mishap: Mishap, client: Orders, failure: str) -> None:
    order_is_repeated(mishap, failure)
    assert client.order("tea") == {"id": 7}


@pytest.mark.parametrize("failure", ["tcp/reset-mid-body", "http/length-too-long", "http/truncated-json", "http/bad-gzip"])
def test_an_order_whose_answer_is_spoiled_is_repeated(mishap: Mishap, client: Orders, failure: str) -> None:
    order_is_repeated(mishap, failure, status=201, json={"id": 7, "item": "tea"})
    assert client.order("tea") == {"id": 7}


def test_an_order_is_given_up_in_time_and_repeated(mishap: Mishap, client: Orders) -> None:
    mishap.post("/orders").reply(201, json={"id": 7})
    slow = mishap.post("/orders", name="slow").fail("http/timeout", times=1)
    slow.expect(gave_up={"atMost": "6s"})
    mishap.expect(match={"path": "/orders"}, requests=2, same=["body", "headers.Idempotency-Key"])
    assert client.order("tea") == {"id": 7}


def test_an_order_is_given_up_after_four_attempts(mishap: Mishap, client: Orders) -> None:
    mishap.post("/orders").fail(503).expect(requests=4, gap=[{"atLeast": "20ms"}, {"atLeast": "40ms"}, {"atLeast": "80ms"}])
    with pytest.raises(Unavailable, match="status 503, 4 times"):
        client.order("tea")


def test_an_order_that_is_refused_is_not_repeated(mishap: Mishap, client: Orders) -> None:
    mishap.post("/orders").fail(400).reply(201, json={"id": 7}).expect(requests=1)
    with pytest.raises(Refused, match="status 400"):
        client.order("tea")


# MARK: It renews its token


def test_a_token_that_has_expired_is_renewed_once_for_all(mishap: Mishap, client: Orders, token: Rule) -> None:
    # Meanwhile all others ask with the old one too.
    token.reply(json={"token": "t2"}, delay="500ms").expect(requests=2)
    stale = mishap.get("/orders", headers={"Authorization": "Bearer t1"}).fail(401)
    fresh = mishap.get("/orders", headers={"Authorization": "Bearer t2"}).reply(json={"orders": []})
    fresh.expect(requests=10)
    client.token()
    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(lambda _: client.orders(), range(10))) == [[]] * 10
    assert 1 <= stale.hits <= 10


def test_a_token_is_asked_for_again(mishap: Mishap, client: Orders) -> None:
    mishap.post("/token").fail(503).fail("tcp/reset").reply(json={"token": "t9"}).expect(requests=3)
    mishap.get("/orders", headers={"Authorization": "Bearer t9"}).reply(json={"orders": [1]})
    assert client.orders() == [1]


def test_a_token_that_is_refused_for_good_ends_it(mishap: Mishap, client: Orders) -> None:
    mishap.get("/orders").fail(401).expect(requests=2)
    with pytest.raises(Refused, match="status 401"):
        client.orders()


# MARK: It follows pages


def test_a_page_that_fails_is_asked_for_again(mishap: Mishap, client: Orders) -> None:
    mishap.get("/orders").reply(json={"orders": [1, 2], "next": "p2"})
    second = mishap.get("/orders", query={"cursor": "p2"})
    second.fail(503).fail("tcp/close-mid-body", json={"orders": [3], "next": None}).reply(
        json={"orders": [3], "next": None}
    )
    second.expect(requests=3)
    assert client.orders() == [1, 2, 3]


def test_pages_in_a_circle_end(mishap: Mishap, client: Orders) -> None:
    mishap.get("/orders").reply(json={"orders": [1], "next": "p1"}).expect(requests={"atMost": 3})
    with pytest.raises(Refused, match="page p1 comes again"):
        client.orders()


# MARK: It resumes downloads


@pytest.fixture
def content(mishap: Mishap, client: Orders) -> bytes:
    """What the whole file is: of a rule's seeded bytes only the gateway knows it."""
    mishap.get("/whole").reply(**FILE)
    return client.http.get(mishap.url + "/whole").content


@pytest.mark.parametrize("end", ["reset", "close", "stall"])
def test_a_download_that_breaks_off_is_resumed(mishap: Mishap, client: Orders, content: bytes, end: str) -> None:
    mishap.get("/files/a").reply(**FILE).cut("20KB", end).reply(**FILE).expect(requests=2)
    mishap.expect(match={"path": "/files/a", "headers": {"Range": "bytes=20000-", "If-Range": '"v1"'}}, requests=1)
    assert hashlib.sha256(client.download("a")).digest() == hashlib.sha256(content).digest()


def test_a_download_that_has_changed_begins_anew(mishap: Mishap, client: Orders) -> None:
    other = {"text": "x" * 30_000, "headers": {"ETag": '"v2"'}, "ranges": True}
    mishap.get("/files/a").reply(**FILE).cut("20KB", "reset").reply(**other).expect(requests=2)
    assert client.download("a") == b"x" * 30_000
