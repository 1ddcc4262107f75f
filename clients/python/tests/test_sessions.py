"""Sessions of a real gateway, by the plugin's own fixtures."""

from __future__ import annotations

import asyncio
import datetime
import gzip
import json
import os
import pathlib
import statistics
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

import pytest
from conftest import Shop, ask

from mishap_testing import AsyncMishap, Gateway, GatewayDied, Mishap, MishapError, ScenarioError, VerdictFailed

SCENARIO = {
    "variables": {"token": "t1"},
    "rules": [{"name": "token", "match": {"path": "/token"}, "reply": {"json": {"token": "{{variables.token}}"}}}],
}


def test_lost_payment(mishap: Mishap) -> None:
    pay = mishap.post("/payments").fail("tcp/reset-mid-body", after=4, json={"id": 7}).reply(201, json={"id": 7})
    pay.expect(requests=2, same=["body", "headers.Idempotency-Key"])
    assert Shop(mishap.url).pay(30) == {"id": 7}
    assert pay.requests[0].json["amount"] == 30
    assert [request.failure for request in pay.requests] == ["tcp/reset-mid-body", None]
    assert pay.hits == 2


def test_a_later_rule_stands_above(mishap: Mishap) -> None:
    every = mishap.any("/**").reply(text="every")
    mishap.get("/a").reply(text="a")
    assert [ask(mishap.url + path)[1] for path in ("/a", "/b")] == [b"a", b"every"]
    # One that is changed stays where it is.
    every.reply(text="more")
    assert [ask(mishap.url + path)[1] for path in ("/a", "/b")] == [b"a", b"more"]


def test_requests_are_as_they_came(mishap: Mishap, eventually: Callable[[Callable[[], bool]], bool]) -> None:
    rule = mishap.post("/a/{id}").reply(204)
    before = datetime.datetime.now(datetime.timezone.utc)
    ask(mishap.url + "/a/%C3%BC?q=1&q=2&r=", b'{"n": [1]}', **{"X-Two": "2", "Content-Type": "application/json"})
    # Its entry may end after its client has the answer.
    assert eventually(lambda: rule.requests[0].ended is not None)
    (request,) = rule.requests
    assert (request.method, request.path) == ("POST", "/a/ü")
    assert request.query == {"q": ["1", "2"], "r": [""]}
    assert request.headers["x-two"] == "2" and "X-TWO" in request.headers and "x-one" not in request.headers
    assert request.headers.get("x-one") is None and request.headers.get_all("X-Two") == ["2"]
    assert request.body == b'{"n": [1]}' and request.text == '{"n": [1]}' and request.json == {"n": [1]}
    assert (request.rule, request.failure) == ("POST /a/{id}", None)
    second = datetime.timedelta(seconds=1)
    assert request.ended is not None and before - second < request.started <= request.ended < before + 90 * second
    assert request.entry["sent"]["status"] == 204
    assert mishap.requests[0].connection == request.connection


def test_bodies_are_bytes(mishap: Mishap) -> None:
    rule = mishap.post("/").reply()
    ask(mishap.url + "/", b"\xff\x00")
    ask(mishap.url + "/", gzip.compress(b"[1]"), **{"Content-Encoding": "gzip"})
    binary, coded = rule.requests
    assert binary.body == b"\xff\x00"
    with pytest.raises(ValueError):
        binary.json  # noqa: B018
    assert coded.text == "[1]" and coded.json == [1] and gzip.decompress(coded.body) == b"[1]"


def test_a_body_that_is_not_kept_whole_is_no_body(mishap: Mishap, mishap_session: Callable[..., Mishap]) -> None:
    rule = mishap.post("/").reply()
    ask(mishap.url + "/", b"x" * 20_000)
    with pytest.raises(ValueError, match=r"20000 bytes.*bodies="):
        rule.requests[0].body  # noqa: B018
    more = mishap_session(bodies="1MiB")
    rule = more.post("/").reply()
    ask(more.url + "/", b"x" * 20_000)
    assert rule.requests[0].body == b"x" * 20_000


@pytest.mark.mishap(unmatched="allow")
def test_what_nothing_takes(mishap: Mishap) -> None:
    mishap.get("/orders").reply()
    assert ask(mishap.url + "/order")[0] == 404
    assert [request.path for request in mishap.unmatched] == ["/order"] and mishap.unmatched[0].rule is None


@pytest.mark.mishap(SCENARIO, variables={"token": "t2"}, clock="manual")
def test_variables_and_the_clock(mishap: Mishap) -> None:
    assert dict(mishap.variables) == {"token": "t2"}
    mishap.variables["token"] = "t3"
    assert json.loads(ask(mishap.url + "/token")[1]) == {"token": "t3"} and mishap.variables["token"] == "t3"
    mishap.get("/now").reply(text="{{now.iso.s}}")
    mishap.clock.advance("1h")
    mishap.clock.advance(datetime.timedelta(seconds=2))
    assert ask(mishap.url + "/now")[1] == b"2030-01-01T01:00:02Z"
    with pytest.raises(MishapError, match=r"has no variable .*did you mean"):
        mishap.variables["tokn"] = "x"
    with pytest.raises(TypeError):
        del mishap.variables["token"]


def test_another_scenario_leaves_the_rules_of_the_test(mishap: Mishap, tmp_path: pathlib.Path) -> None:
    rule = mishap.get("/a").reply(text="a").expect(requests=1)
    assert ask(mishap.url + "/a")[1] == b"a"
    mishap.load(SCENARIO)
    assert ask(mishap.url + "/a")[1] == b"a" and ask(mishap.url + "/token")[0] == 200
    file = tmp_path / "x.json"
    file.write_text('{ "rules": [ { "match": { "path": "/x" }, "reply": { "text": "x" } } ] }')
    mishap.load(file)
    assert ask(mishap.url + "/x")[1] == b"x"
    # What is expected begins anew too, and the journal goes on.
    assert rule.hits == 0 and len(rule.requests) == 2
    ask(mishap.url + "/a")


def test_answers_that_are_given_some_times(mishap: Mishap) -> None:
    below = mishap.get("/a").reply(text="below")
    mishap.get("/a").fail(503, times=2).reply(201, times=1)
    assert [ask(mishap.url + "/a")[0] for _ in range(4)] == [503, 503, 201, 200]
    assert below.hits == 1


def test_answers_of_the_queue(mishap: Mishap) -> None:
    mishap.enqueue(503, "http/truncated-json", {"reply": {"text": "x"}})
    assert ask(mishap.url)[0] == 503
    assert ask(mishap.url)[0] == 200
    assert ask(mishap.url)[1] == b"x"
    mishap.expect(rule="queue", requests=3)


def test_a_verdict_in_the_middle(mishap: Mishap) -> None:
    mishap.get("/a").reply()
    ask(mishap.url + "/a")
    assert mishap.verify({"rule": "GET /a", "requests": 1}, settle="1ms")["outcome"] == "passed"
    with pytest.raises(VerdictFailed) as failed:
        mishap.verify({"name": "twice", "rule": "GET /a", "requests": 2})
    assert str(failed.value) == "failed: twice: 1 request came (entry 1); 2 requests were expected"
    assert failed.value.verdict["expectations"][0]["entries"] == [1]
    assert isinstance(failed.value, AssertionError)
    assert mishap.verify()["outcome"] == "none"


def test_the_catalogue(mishap: Mishap) -> None:
    assert mishap.explain("tcp/reset")["kind"] == "ending"
    with pytest.raises(MishapError, match=r"tcp/reset"):
        mishap.explain("tcp/rest")


def test_two_sessions_share_nothing(mishap: Mishap, mishap_session: Callable[..., Mishap]) -> None:
    other = mishap_session(SCENARIO)
    mishap.get("/a").reply(text="mine").expect(requests=1)
    other.get("/a").reply(text="other").expect(requests=2)
    assert ask(mishap.url + "/a")[1] == b"mine"
    assert [ask(other.url + "/a")[1] for _ in range(2)] == [b"other"] * 2


@pytest.mark.mishap({"rules": [], "connections": [{"fail": "tcp/reset-on-accept", "times": 1}, {"accept": True}]})
def test_a_port_of_its_own(mishap: Mishap) -> None:
    assert mishap.port is not None and mishap.url.endswith(f":{mishap.port}")
    mishap.get("/").reply(text="x")
    with pytest.raises(OSError):
        ask(mishap.url + "/")
    assert ask(mishap.url + "/")[1] == b"x"


def test_amishap(amishap: AsyncMishap) -> None:
    async def use() -> None:
        rule = amishap.get("/slow").reply(text="x", delay="100ms")
        asked = asyncio.get_running_loop().run_in_executor(None, ask, amishap.url + "/slow")
        # While it waits, the client goes on.
        await amishap.verify({"rule": rule.name, "requests": {"atLeast": 1}}, wait="60s")
        assert (await asked)[1] == b"x"
        assert await amishap.hits(rule) == 1
        assert [request.path for request in await amishap.requests(rule)] == ["/slow"]
        await amishap.load(SCENARIO)
        await amishap.set(token="t9")
        assert await amishap.variables() == {"token": "t9"}
        await amishap.enqueue(503)
        assert len(await amishap.requests()) == 1 and await amishap.unmatched() == []
        assert (await amishap.explain("tcp/reset"))["name"] == "tcp/reset"

    asyncio.run(use())


# MARK: Without the fixtures


def test_a_session_is_judged_at_the_end_of_with(mishap_gateway: Gateway) -> None:
    with pytest.raises(VerdictFailed, match="no request came"), Mishap(mishap_gateway) as session:
        session.get("/a").reply().expect(requests=1)
    with pytest.raises(ZeroDivisionError), Mishap(mishap_gateway) as session:
        session.get("/a").reply().expect(requests=1)
        raise ZeroDivisionError
    # It is gone.
    with pytest.raises(MishapError, match="deleted"):
        session.requests  # noqa: B018
    assert session.close() == ""


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda m: m.get("/").fail("tcp/rest"), 'unknown failure "tcp/rest"; did you mean "tcp/reset"?'),
        (lambda m: m.get("/").reply(staus=3), 'unknown field "staus" in a reply; did you mean "status"?'),
        (lambda m: m.get("/", hedaers={}), None),
        (lambda m: m.get("/").reply().expect(request=2), 'it is "requests": 2'),
        (lambda m: m.enqueue({"repyl": {}}), 'did you mean "reply"?'),
        (lambda m: m.load("tcp/rest"), 'there is no scenario "tcp/rest"'),
        (lambda m: m.load({"rules": [{"fail": "x/y"}]}), 'unknown failure "x/y"'),
    ],
)
def test_what_is_wrong_is_told_at_once(mishap: Mishap, make: Callable[[Mishap], Any], message: str | None) -> None:
    if message is None:
        # Only what answers is sent.
        make(mishap)
        return
    with pytest.raises(ScenarioError) as error:
        make(mishap)
    assert message in str(error.value)
    assert message.startswith("there is") or error.value.diagnostics[0]["severity"] == "error"


def test_a_broken_file_is_told_by_its_lines(mishap: Mishap, tmp_path: pathlib.Path) -> None:
    file = tmp_path / "broken.json"
    file.write_text('{\n  "rules": [\n    { "fail": "x/y" }\n  ]\n}\n')
    with pytest.raises(ScenarioError) as error:
        mishap.load(str(file))
    assert str(error.value).startswith(f'{file}:3:15: error: unknown failure "x/y"')
    file.write_text('{\n  "rules": [\n}\n')
    with pytest.raises(ScenarioError, match=r"broken\.json:3:1: error: "):
        mishap.load(str(file))


def test_options_that_are_not(mishap_gateway: Gateway) -> None:
    with pytest.raises(ValueError, match='unmatched is "fail" or "allow", not "no"'.replace('"no"', "'no'")):
        Mishap(mishap_gateway, unmatched="no")


def test_no_gateway() -> None:
    with pytest.raises(MishapError, match=r"^no mishap at http://127\.0\.0\.1:1/__mishap: .*refused"):
        Gateway("http://127.0.0.1:1")
    with pytest.raises(MishapError, match=r"^there is no program 'no-such': install mishap"):
        Gateway(binary="no-such")
    with pytest.raises(MishapError, match=r"^/.*/echo is no mishap: it printed 'serve --port 0"):
        Gateway(binary="echo")
    for address in ["127.0.0.1:8080", "http://h:abc", "http://h:0", "http://"]:
        with pytest.raises(MishapError, match=r"is no address of a gateway"):
            Gateway(address)


def test_a_gateway_that_does_not_start(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.json").write_text("{")
    with pytest.raises(MishapError, match=r"(?s)has not started\n.*a\.json:1:2: error: "):
        Gateway(binary=os.environ["MISHAP_BIN"], scenarios=[tmp_path])


def test_something_else_than_a_gateway(mishap: Mishap) -> None:
    mishap.get("/__mishap/").reply(text="hello")
    mishap.any("/old/__mishap/").reply(json={"mishap": "0.0.9", "api": 1})
    with pytest.raises(MishapError, match=r"is no mishap"):
        Gateway(mishap.url)
    with pytest.raises(MishapError, match=r"is mishap 0\.0\.9, which is older than this library, \d"):
        Gateway(mishap.url + "/old")


def test_a_gateway_that_dies_says_so_each_time() -> None:
    with Gateway(binary=os.environ["MISHAP_BIN"]) as gateway:
        session = Mishap(gateway)
        assert gateway._process is not None
        gateway._process._process.kill()
        for _ in range(2):
            with pytest.raises(GatewayDied, match=r"^the mishap gateway has ended, exit code -9; it said nothing$") as died:
                session.get("/").reply()
            assert (died.value.code, died.value.stderr) == (-9, "")
    # It was closed, which takes nothing away from what is said.
    with pytest.raises(GatewayDied):
        session.get("/").reply()


def test_threads_share_a_gateway(mishap_gateway: Gateway) -> None:
    def use(number: int) -> None:
        with Mishap(mishap_gateway) as session:
            session.get("/a").reply(text=str(number)).expect(requests=1)
            assert ask(session.url + "/a")[1] == str(number).encode()

    with ThreadPoolExecutor(40) as pool:
        list(pool.map(use, range(200)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_forked_process_uses_the_gateway_and_does_not_keep_it(eventually: Callable[[Callable[[], bool]], bool]) -> None:
    gateway = Gateway(binary=os.environ["MISHAP_BIN"])
    session = Mishap(gateway)
    session.get("/a").reply(text="a")
    process = gateway._process
    assert process is not None
    child = os.fork()
    if child == 0:
        try:
            session.get("/b").reply(text="b")
            gateway.close()
            # Held up by the test, which needs the gateway to end before this process does.
            time.sleep(600)
        finally:
            os._exit(1)
    try:
        assert eventually(lambda: ask(session.url + "/b") == (200, b"b"))
        assert ask(session.url + "/a")[1] == b"a"
        gateway.close()
        assert process._process.returncode == 0
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


def test_a_session_that_has_expired_is_not_one_that_passed(mishap_gateway: Gateway) -> None:
    session = Mishap(mishap_gateway)
    mishap_gateway.call("DELETE", "sessions?labelPrefix=x")
    mishap_gateway.close_session(session.id, {}, 30)
    session.gateway = Forgetful(mishap_gateway)
    with pytest.raises(MishapError, match="has expired, and its client was not judged"):
        session.close()


class Forgetful(Gateway):
    """A gateway that has forgotten the verdict, as it does after a minute."""

    def __init__(self, gateway: Gateway) -> None:
        self.__dict__.update(gateway.__dict__)

    def call(self, method: str, path: str, body: Any = None, *, timeout: float = 0) -> Any:
        return None


@pytest.mark.mishap(SCENARIO, expect={"name": "twice", "rule": "token", "requests": 2})
def test_what_the_marker_expects_stays_with_another_scenario(mishap: Mishap) -> None:
    mishap.load(SCENARIO)
    with pytest.raises(VerdictFailed, match="twice"):
        mishap.verify()
    for _ in range(2):
        ask(mishap.url + "/token")


def test_all_requests_of_many_are_there(mishap: Mishap, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mishap_testing._mishap._PAGE", 7)
    mishap.any().reply()
    for number in range(21):
        ask(f"{mishap.url}/{number}")
    assert [request.path for request in mishap.requests] == [f"/{number}" for number in range(21)]


def test_two_tests_may_share_a_session(mishap: Mishap) -> None:
    rule = mishap.get("/a").reply(text="a").expect(requests=2)
    threads = [threading.Thread(target=ask, args=(mishap.url + "/a",)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rule.hits == 2


def test_a_session_costs_little(mishap_gateway: Gateway) -> None:
    times = []
    work = cpu_seconds(mishap_gateway)
    for _ in range(50):
        start = time.perf_counter()
        with Mishap(mishap_gateway) as session:
            session.get("/a").reply(text="a").expect(requests=0)
        times.append(time.perf_counter() - start)
    work = (cpu_seconds(mishap_gateway) - work) / 50
    # Of four calls and a verdict; 2 ms were measured. What others do on this machine delays some of them, and adds no work;
    # a call that waits for something delays each.
    assert work < 0.05 and min(times) < 0.05, (work, times)
    sys.stderr.write(f"a session: {statistics.median(times) * 1000:.2f} ms, of work {work * 1000:.2f} ms\n")


def cpu_seconds(gateway: Gateway) -> float:
    """What the gateway and this process have worked so far."""
    assert gateway._process is not None
    with open(f"/proc/{gateway._process._process.pid}/stat") as file:
        user, system = file.read().rpartition(") ")[2].split()[11:13]
    return time.process_time() + (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
