"""What the calls of a chain send."""

from __future__ import annotations

import datetime
import http
import json
from typing import Any, cast

import pytest

from mishap_testing import Gateway, Mishap


class Recorder(Gateway):
    """A gateway that takes everything."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, str, Any]] = []
        self._touching = None
        self._process = cast(Any, self)

    def call(self, method: str, path: str, body: Any = None, *, timeout: float = 0) -> Any:
        self.calls.append((method, path, json.loads(body) if isinstance(body, bytes) else body))
        return {"id": "~1", "url": "http://h/@~1", "httpsUrl": "https://h/@~1", "variables": {}, "rules": []}


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def recorded(recorder: Recorder) -> Mishap:
    return Mishap(recorder, label="it")


def last(recorder: Recorder) -> Any:
    return recorder.calls[-1][2]


def test_a_session_begins_without_rules(recorder: Recorder, recorded: Mishap) -> None:
    body = {"scenario": {"rules": []}, "label": "it", "ttl": "24h"}
    assert recorder.calls == [("POST", "sessions", body)]


def test_each_call_sends_the_rule_as_it_is_then(recorder: Recorder, recorded: Mishap) -> None:
    rule = recorded.post("/payments", headers={"X-Id": "7"}, at_end="loop")
    assert len(recorder.calls) == 1
    failing = {"fail": "tcp/reset-mid-body", "with": {"after": 4}, "reply": {"json": {"id": 7}}}
    match = {"method": "POST", "path": "/payments", "headers": {"X-Id": "7"}}
    rule.fail("tcp/reset-mid-body", after=4, json={"id": 7})
    assert recorder.calls[1:] == [
        ("PUT", "sessions/~1/rules/POST%20%2Fpayments", {"atEnd": "loop", "match": match, "steps": [failing]})
    ]
    rule.reply(201, json={"id": 7}, times=2, delay=1.5)
    replying = {"reply": {"status": 201, "json": {"id": 7}}, "times": 2, "delay": "1500ms"}
    assert last(recorder)["steps"] == [failing, replying]


def test_a_last_answer_with_times_ends_the_rule(recorder: Recorder, recorded: Mishap) -> None:
    rule = recorded.get("/").fail(503, times=2)
    assert last(recorder) == {
        "atEnd": "pass",
        "match": {"method": "GET", "path": "/"},
        "steps": [{"fail": 503, "times": 2}],
    }
    rule.reply()
    assert "atEnd" not in last(recorder)
    recorded.get("/", at_end="loop").fail(503, times=2)
    assert last(recorder)["atEnd"] == "loop"


def test_rules_of_one_match_have_names_of_their_own(recorded: Mishap) -> None:
    names = [recorded.get("/a").name, recorded.get("/a").name, recorded.any().name, recorded.get("/", name="x").name]
    assert names == ["GET /a", "GET /a 2", "any", "x"]
    assert recorded.get("/a 2").name == "GET /a 2 2"
    with pytest.raises(ValueError, match="there is a rule 'x' already"):
        recorded.get("/other", name="x")
    long = [recorded.get("/ü" + "x" * 300).name.encode() for _ in range(12)]
    assert len(set(long)) == 12 and max(map(len, long)) <= 200


@pytest.mark.parametrize(
    ("name", "given", "step"),
    [
        (503, {"headers": {"Retry-After": "1"}}, {"fail": 503, "with": {"headers": {"Retry-After": "1"}}}),
        (http.HTTPStatus.BAD_GATEWAY, {}, {"fail": 502}),
        ("graph/190", {"json": 1, "message": "x"}, {"fail": "graph/190", "with": {"json": 1, "message": "x"}}),
        ("tcp/reset", {}, {"fail": "tcp/reset"}),
        ("wrong-id", {"json": 1}, {"fail": "wrong-id", "reply": {"json": 1}}),
        (
            "tcp/slow",
            {"text": "a", "status": 201, "headers": {"A": "b"}, "bytes": 1, "every": "1s"},
            {
                "fail": "tcp/slow",
                "with": {"bytes": 1, "every": "1s"},
                "reply": {"text": "a", "status": 201, "headers": {"A": "b"}},
            },
        ),
        ("tcp/reset-mid-body", {"body": b"\xff"}, {"fail": "tcp/reset-mid-body", "reply": {"base64": "/w=="}}),
        ("http/early-reply", {"with_": {"times": 3}}, {"fail": "http/early-reply", "with": {"times": 3}}),
        # By the cause, which is of another kind.
        (
            "urlerror/-1017",
            {"by": "http/status/503", "json": 1},
            {"fail": "urlerror/-1017", "with": {"by": "http/status/503", "json": 1}},
        ),
    ],
)
def test_parameters_go_where_they_belong(
    recorder: Recorder, recorded: Mishap, name: Any, given: dict[str, Any], step: dict[str, Any]
) -> None:
    recorded.get("/").fail(name, **given)
    assert last(recorder)["steps"] == [step]


def test_what_is_beside_an_answer_changes_the_last_one(recorder: Recorder, recorded: Mishap) -> None:
    rule = recorded.get("/").reply(text="abc").passes()
    rule.delay(datetime.timedelta(seconds=2)).cut("50%", "stall", for_="5s")
    beside = {"pass": True, "delay": "2000ms", "cut": {"after": "50%", "end": "stall", "for": "5s"}}
    assert last(recorder)["steps"] == [{"reply": {"status": 200, "text": "abc"}}, beside]
    recorded.get("/").reply(body=b"\xff", framing="chunked", delay={"uniform": ["1ms", "2ms"]})
    assert last(recorder)["steps"] == [
        {"reply": {"status": 200, "base64": "/w==", "framing": "chunked"}, "delay": {"uniform": ["1ms", "2ms"]}}
    ]


def test_delay_and_cut_need_an_answer(recorded: Mishap) -> None:
    with pytest.raises(ValueError, match=r"delay\(\) is about the answer before it"):
        recorded.get("/").delay("1s")
    with pytest.raises(ValueError, match=r"cut\(\) is about the answer before it"):
        recorded.get("/").cut(1, "close")


def test_an_expectation_is_about_its_rule(recorder: Recorder, recorded: Mishap) -> None:
    rule = recorded.get("/a").reply()
    rule.expect(requests=2, gave_up={"atMost": "3s"}, name="twice")
    assert recorder.calls[-1] == (
        "POST",
        "sessions/~1/expect",
        {"rule": "GET /a", "requests": 2, "gaveUp": {"atMost": "3s"}, "name": "twice"},
    )
    # A rule that answers nothing is not there; its match is.
    recorded.get("/never").expect(requests=0)
    assert last(recorder) == {"match": {"method": "GET", "path": "/never"}, "requests": 0}


def test_answers_wait_in_the_queue(recorder: Recorder, recorded: Mishap) -> None:
    recorded.enqueue(503, 201, "tcp/reset", {"reply": {"text": "x"}})
    assert recorder.calls[-1] == (
        "POST",
        "sessions/~1/enqueue",
        [{"fail": 503}, {"reply": {"status": 201}}, {"fail": "tcp/reset"}, {"reply": {"text": "x"}}],
    )


def test_a_label_is_cut_where_it_is_too_long(recorder: Recorder) -> None:
    Mishap(recorder, label="ü" * 2_000)
    assert last(recorder)["label"] == "ü" * 512
