from __future__ import annotations

import base64
import http
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._failures import SPOILERS
from ._request import Request
from ._words import Duration, duration, fields

if TYPE_CHECKING:
    from ._mishap import Mishap

__all__ = ["Rule", "answer", "failure"]

#: What of a rule is not its match.
_OF_RULE = frozenset(["name", "description", "atEnd", "countBy", "rateLimit", "atOnce"])
#: What of a failure that spoils a reply belongs to that reply.
_OF_REPLY = frozenset(["json", "text", "base64", "status", "headers"])


class Rule:
    """Which requests get which answers. Each `reply`, `fail` or `passes` adds an answer: the first request gets the first
    one, and so on, and the last one stays, unless it has `times`: then the rule takes no more. The gateway has the rule when
    the call returns; a later rule stands above an earlier one.

        orders = mishap.post("/orders").fail(503, headers={"Retry-After": "1"}).reply(201, json={"id": 7})
    """

    def __init__(self, mishap: Mishap, match: Mapping[str, Any]) -> None:
        __tracebackhide__ = True
        given = fields(match)
        self._mishap = mishap
        self._rule: dict[str, Any] = {name: given.pop(name) for name in list(given) if name in _OF_RULE}
        self._match = given
        self._steps: list[dict[str, Any]] = []
        what = f"{given.get('method', 'any')} {given.get('path', '')}".strip()
        #: As expectations and the journal name it.
        named: str | None = self._rule.pop("name", None)
        self.name: str = mishap._name_rule(named or what, is_given=named is not None)

    # MARK: Answers

    def reply(
        self,
        status: int = 200,
        *,
        json: Any = None,
        text: str | None = None,
        body: bytes | None = None,
        headers: Mapping[str, Any] | None = None,
        times: int | None = None,
        delay: Duration | Mapping[str, Any] | None = None,
        **reply: Any,
    ) -> Rule:
        """Answers so: `times` requests, after `delay`. `reply` has further fields of a reply, such as `html`, `framing`
        or `chunks`; `json=None` is no body, and `text="null"` the value null."""
        __tracebackhide__ = True
        return self._add(answer(status, json=json, text=text, body=body, headers=headers, **reply), times, delay)

    def fail(
        self,
        name: str | int,
        *,
        times: int | None = None,
        delay: Duration | Mapping[str, Any] | None = None,
        with_: Mapping[str, Any] | None = None,
        **parameters: Any,
    ) -> Rule:
        """Fails so: by a name of the catalogue, or a status. `parameters` are those that `mishap explain NAME` lists; of a
        failure that spoils a reply, `json`, `text`, `body`, `status` and `headers` are that reply's. `with_` has parameters
        whose names are those of arguments here."""
        __tracebackhide__ = True
        return self._add(failure(name, {**parameters, **(with_ or {})}), times, delay)

    def passes(self, *, times: int | None = None, delay: Duration | Mapping[str, Any] | None = None) -> Rule:
        """Counts the request, and lets the rules below answer it."""
        __tracebackhide__ = True
        return self._add({"pass": True}, times, delay)

    def delay(self, duration_: Duration | Mapping[str, Any]) -> Rule:
        """Lets the last answer wait: `"250ms"`, seconds, or `{"uniform": ["10ms", "50ms"]}`."""
        __tracebackhide__ = True
        return self._change({"delay": _delay(duration_)}, "delay")

    def cut(self, after: int | str | Mapping[str, Any], end: str, **more: Any) -> Rule:
        """Ends the last answer `after` so many bytes of its body, by `"close"`, `"reset"` or `"stall"`."""
        __tracebackhide__ = True
        return self._change({"cut": {"after": after, **fields({"end": end, **more})}}, "cut")

    def _add(self, step: dict[str, Any], times: int | None, delay: Duration | Mapping[str, Any] | None) -> Rule:
        __tracebackhide__ = True
        beside = fields({"times": times, "delay": None if delay is None else _delay(delay)})
        return self._put([*self._steps, {**step, **beside}])

    def _change(self, fields: Mapping[str, Any], what: str) -> Rule:
        __tracebackhide__ = True
        if not self._steps:
            raise ValueError(f"{what}() is about the answer before it: call reply(), fail() or passes() first")
        return self._put([*self._steps[:-1], {**self._steps[-1], **fields}])

    def _put(self, steps: list[dict[str, Any]]) -> Rule:
        __tracebackhide__ = True
        # A last answer that is given so many times leaves further requests to the rules below, until another answer follows.
        end = {"atEnd": "pass"} if "times" in steps[-1] else {}
        self._mishap._put_rule(self.name, {**end, **self._rule, "match": self._match, "steps": steps})
        self._steps = steps
        return self

    # MARK: What came

    def expect(self, **expectation: Any) -> Rule:
        """Expects this of the client, as in a scenario: `requests=2`, `same=["body"]`, `honours="Retry-After"`,
        `gave_up={"atMost": "3s"}`. It is judged when the test has ended."""
        __tracebackhide__ = True
        about = {"rule": self.name} if self._steps else {"match": self._match}
        self._mishap._expect({**about, **fields(expectation)})
        return self

    @property
    def hits(self) -> int:
        """How many requests it has taken."""
        return self._mishap._hits(self.name)

    @property
    def requests(self) -> list[Request]:
        """The requests that it has taken, in the order in which they came; calls of a batch are those of its request."""
        return self._mishap._requests({"rule": self.name}) if self._steps else []

    def __repr__(self) -> str:
        return f"<Rule {self.name!r}>"


def answer(
    status: int = 200,
    *,
    json: Any = None,
    text: str | None = None,
    body: bytes | None = None,
    headers: Mapping[str, Any] | None = None,
    **reply: Any,
) -> dict[str, Any]:
    """A step that replies, for `Mishap.enqueue`."""
    encoded = None if body is None else _base64(body)
    given = {"status": int(status), "headers": headers, "json": json, "text": text, "base64": encoded, **reply}
    return {"reply": fields(given)}


def failure(name: str | int, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """A step that fails."""
    code: str | int = int(name) if isinstance(name, http.HTTPStatus) else name
    given = {key.rstrip("_"): value for key, value in parameters.items()}
    if isinstance(given.get("body"), bytes):
        given["base64"] = _base64(given.pop("body"))
    cause = given.get("by")
    is_spoiler = (cause if isinstance(cause, str) and "/" in cause else str(code)) in SPOILERS
    reply = {key: given.pop(key) for key in list(given) if is_spoiler and key in _OF_REPLY}
    step: dict[str, Any] = {"fail": code}
    if given:
        step["with"] = given
    if reply:
        step["reply"] = reply
    return step


def _delay(given: Duration | Mapping[str, Any]) -> str | dict[str, Any]:
    return dict(given) if isinstance(given, Mapping) else duration(given)


def _base64(body: bytes) -> str:
    return base64.b64encode(body).decode()
