from __future__ import annotations

import json
import os
import urllib.parse
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from typing import Any, Callable, Union

from ._errors import MishapError, ScenarioError, VerdictFailed
from ._gateway import Gateway
from ._request import Request
from ._rule import Rule, failure
from ._words import Duration, duration, fields, settling

__all__ = ["Clock", "Mishap", "Scenario", "Variables"]

#: The name of a scenario of the gateway, the path of a file, or a scenario as in a file.
Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]
#: An answer for the queue: a status, the name of a failure, or a step as in a scenario.
Answer = Union[int, str, Mapping[str, Any]]

#: Beside the time that a call may wait for the gateway's sake.
_SLACK = 30.0
_LONGEST_LABEL = 1024
_LONGEST_NAME = 180
#: Requests of a page of the journal, the most that there may be.
_PAGE = 10_000


class Mishap:
    """A session of a gateway: rules, hits, variables and a journal of its own, so that tests can run at once.

    In a test it is the fixture `mishap`; elsewhere it is used with `with`, at whose end the client is judged.
    """

    def __init__(
        self,
        gateway: Gateway,
        scenario: Scenario | None = None,
        *,
        label: str | None = None,
        settle: Duration | None = None,
        unmatched: str = "fail",
        seed: int | None = None,
        variables: Mapping[str, str | float | bool] | None = None,
        expect: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None,
        bodies: str | None = None,
        clock: str | None = None,
        port: int | None = None,
    ) -> None:
        """`settle`: the time without a request after which no more is expected; without it the client is judged at once.
        `unmatched`: "allow" lets a request pass that nothing takes. `port=0`: a port of its own. The others are members of
        `POST sessions`."""
        __tracebackhide__ = True
        if unmatched not in ("fail", "allow"):
            raise ValueError(f'unmatched is "fail" or "allow", not {unmatched!r}')
        self.gateway = gateway
        self._settle = None if settle is None else settling(settle)
        self._owner = os.getpid()
        self._allows_unmatched = unmatched == "allow"
        self._rules: dict[str, dict[str, Any]] = {}
        self._names: set[str] = set()
        self._expectations: list[Any] = list(expect) if isinstance(expect, (list, tuple)) else [expect] if expect else []
        cut = None if label is None else label.encode()[:_LONGEST_LABEL].decode(errors="ignore")
        given = {
            "label": cut,
            "seed": seed,
            "variables": None if variables is None else dict(variables),
            "expect": self._expectations or None,
            "bodies": bodies,
            "clock": clock,
            "port": port,
            "ttl": gateway.ttl,
        }
        made = _with_scenario(scenario, fields(given), gateway.open_session)
        #: As the control API calls it, such as `~k3j9x01`.
        self.id: str = made["id"]
        #: The address for the client under test.
        self.url: str = made["url"]
        #: The same in TLS; `/__mishap/ca.pem` of the gateway is the certificate to trust.
        self.https_url: str = made["httpsUrl"]
        #: Its own port, if it has one.
        self.port: int | None = made.get("port")
        self.variables = Variables(self)
        self.clock = Clock(self)
        self._is_open = True

    # MARK: Rules

    def get(self, path: str | Mapping[str, Any], **match: Any) -> Rule:
        """A rule for GET: `path` as in a scenario, and what else must hold, such as `query={"page": "2"}`."""
        return Rule(self, {"method": "GET", "path": path, **match})

    def post(self, path: str | Mapping[str, Any], **match: Any) -> Rule:
        return Rule(self, {"method": "POST", "path": path, **match})

    def put(self, path: str | Mapping[str, Any], **match: Any) -> Rule:
        return Rule(self, {"method": "PUT", "path": path, **match})

    def patch(self, path: str | Mapping[str, Any], **match: Any) -> Rule:
        return Rule(self, {"method": "PATCH", "path": path, **match})

    def delete(self, path: str | Mapping[str, Any], **match: Any) -> Rule:
        return Rule(self, {"method": "DELETE", "path": path, **match})

    def any(self, path: str | Mapping[str, Any] | None = None, **match: Any) -> Rule:
        """A rule for requests of each method; without a path, for all of them."""
        return Rule(self, {"path": path, **match})

    def load(self, scenario: Scenario) -> None:
        """Gives the session another scenario. Hits and variables begin anew, the rules of this test stand above it, and what is
        expected of the client is judged from there on."""
        __tracebackhide__ = True
        _with_scenario(scenario, {}, self._put_scenario)
        # Another scenario takes them away.
        for name, rule in self._rules.items():
            self._call("PUT", _rule_path(name), rule)
        if self._expectations:
            self._call("POST", "expect", self._expectations)

    def enqueue(self, *answers: Answer) -> None:
        """Answers for the next requests that no rule takes: statuses, names of failures, steps as in a scenario."""
        __tracebackhide__ = True
        steps = [dict(step) if isinstance(step, Mapping) else _step(step) for step in answers]
        self._call("POST", "enqueue", steps)

    # MARK: What came

    @property
    def requests(self) -> list[Request]:
        """All requests, in the order in which they came."""
        return self._requests({})

    @property
    def unmatched(self) -> list[Request]:
        """Those that no rule and no system has taken."""
        return self._requests({"unmatched": "1"})

    def expect(self, **expectation: Any) -> None:
        """Expects this of the client, whichever rules it is about: `order=["login", "pay"]`,
        `match={"path": "/token"}, requests=1`."""
        __tracebackhide__ = True
        self._expect(fields(expectation))

    def verify(
        self,
        *expectations: Mapping[str, Any],
        wait: Duration | None = None,
        settle: Duration | None = None,
    ) -> dict[str, Any]:
        """Judges the client now, by these expectations, or else by those of the session. It waits for the verdict for so
        long. Raises VerdictFailed."""
        __tracebackhide__ = True
        times = fields({"wait": _duration(wait), "settle": _duration(settle)})
        timeout = _SLACK + 60.0
        if expectations:
            body = {"expect": [dict(expectation) for expectation in expectations], **times}
            verdict: dict[str, Any] = self._call("POST", "verify", body, timeout=timeout)
        else:
            verdict = self._call("GET", f"verdict?{urllib.parse.urlencode(times)}", timeout=timeout)
        if verdict["outcome"] not in ("passed", "none"):
            lines = [
                f"{item['outcome']}: {item['name'] or json.dumps(item['expectation'])}: {item['reason']}"
                for item in verdict["expectations"]
                if item["outcome"] != "passed"
            ]
            raise VerdictFailed("\n".join(lines), verdict)
        return verdict

    def explain(self, name: str | int) -> dict[str, Any]:
        """All that the catalogue knows about a failure: its name, or a status."""
        __tracebackhide__ = True
        name = f"http/status/{name}" if isinstance(name, int) else name
        found: dict[str, Any] = self.gateway.call("GET", f"catalogue/{urllib.parse.quote(name)}")
        return found

    # MARK: Its end

    def close(self, *, judge: bool = True) -> str:
        """Takes the session away, and judges its client. Raises VerdictFailed.

        Returns the verdict and an excerpt of the journal, as text. Without `judge` it waits for nothing.
        """
        __tracebackhide__ = True
        # A process that was forked leaves it to the one that opened it.
        if not self._is_open or os.getpid() != self._owner:
            return ""
        query = {"journal": "1"}
        if not judge:
            query["wait"] = "0"
        elif self._settle is not None:
            query["settle"] = self._settle
        verdict = self.gateway.close_session(self.id, query, _SLACK + 60.0)
        self._is_open = False
        if judge and "outcome" not in verdict:
            raise MishapError(f"the session {self.id} has expired, and its client was not judged")
        # The first line is the outcome, of which the others say more.
        text = "\n".join(str(verdict.get("text", "")).strip().split("\n")[1:]).strip()
        count = verdict.get("unmatchedCount", 0)
        if judge and verdict.get("outcome") in ("failed", "undecided"):
            raise VerdictFailed(text, verdict)
        if judge and count and not self._allows_unmatched:
            first = verdict["unmatched"][0]
            more = "" if count == 1 else f" and {count - 1} more"
            raise VerdictFailed(f"no rule takes {first['method']} {first['target']}{more}\n{text}", verdict)
        return text

    def __enter__(self) -> Mishap:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        __tracebackhide__ = True
        self.close(judge=kind is None)

    # MARK: Calls

    def _call(self, method: str, path: str, body: Any = None, *, timeout: float = _SLACK) -> Any:
        __tracebackhide__ = True
        return self.gateway.call(method, f"sessions/{self.id}/{path}".rstrip("/"), body, timeout=timeout)

    def _name_rule(self, wanted: str, *, is_given: bool) -> str:
        __tracebackhide__ = True
        if is_given:
            if wanted in self._names:
                raise ValueError(f"there is a rule {wanted!r} already")
            self._names.add(wanted)
            return wanted
        base = name = wanted.encode()[:_LONGEST_NAME].decode(errors="ignore")
        number = 1
        while name in self._names:
            number += 1
            name = f"{base} {number}"
        self._names.add(name)
        return name

    def _put_scenario(self, body: bytes) -> dict[str, Any]:
        __tracebackhide__ = True
        state: dict[str, Any] = self._call("PUT", "scenario", body)
        return state

    def _put_rule(self, name: str, rule: dict[str, Any]) -> None:
        __tracebackhide__ = True
        self._call("PUT", _rule_path(name), rule)
        self._rules[name] = rule

    def _expect(self, expectation: dict[str, Any]) -> None:
        __tracebackhide__ = True
        self._call("POST", "expect", expectation)
        self._expectations.append(expectation)

    def _hits(self, name: str) -> int:
        rules: list[dict[str, Any]] = self._call("GET", "")["rules"]
        return sum(int(rule["hits"]) for rule in rules if rule["name"] == name)

    def _requests(self, query: Mapping[str, str]) -> list[Request]:
        entries: list[dict[str, Any]] = []
        more: dict[str, str] = {}
        while True:
            given = urllib.parse.urlencode({"limit": str(_PAGE), **query, **more})
            page: dict[str, Any] = self._call("GET", f"journal?{given}")
            if page["evicted"]:
                raise MishapError(f"the journal has dropped {page['evicted']} requests for room; see --journal-bytes")
            entries += page["entries"]
            if len(page["entries"]) < _PAGE:
                break
            more = {"after": page["next"]}
        return [Request(entry) for entry in sorted(entries, key=lambda entry: int(entry["seq"])) if "method" in entry]

    def __repr__(self) -> str:
        return f"<Mishap {self.url}>"


class Variables(MutableMapping[str, Any]):
    """The session's variables, which its scenario declares."""

    def __init__(self, mishap: Mishap) -> None:
        self._mishap = mishap

    def _all(self) -> dict[str, Any]:
        values: dict[str, Any] = self._mishap._call("GET", "")["variables"]
        return values

    def __getitem__(self, name: str) -> Any:
        return self._all()[name]

    def __setitem__(self, name: str, value: str | float | bool) -> None:
        __tracebackhide__ = True
        self._mishap._call("PATCH", "variables", {name: value})

    def __delitem__(self, name: str) -> None:
        raise TypeError("a variable of a session stays")

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        return f"Variables({self._all()!r})"


class Clock:
    """The clock of a session with `clock="manual"`."""

    def __init__(self, mishap: Mishap) -> None:
        self._mishap = mishap

    def advance(self, by: Duration) -> None:
        """Moves it on: `"30s"`, or seconds."""
        __tracebackhide__ = True
        self._mishap._call("POST", "clock", {"advance": duration(by)})


def _duration(value: Duration | None) -> str | None:
    return None if value is None else duration(value)


def _rule_path(name: str) -> str:
    return f"rules/{urllib.parse.quote(name, safe='')}"


def _step(given: int | str) -> dict[str, Any]:
    return {"reply": {"status": given}} if isinstance(given, int) and given < 400 else failure(given, {})


def _with_scenario(
    scenario: Scenario | None, members: dict[str, Any], call: Callable[[bytes], dict[str, Any]]
) -> dict[str, Any]:
    """Makes a call with a scenario. Of a file the text is sent, so that errors have their lines."""
    __tracebackhide__ = True
    file, text = _text(scenario)
    more = "".join(f", {json.dumps(name)}: {json.dumps(value)}" for name, value in members.items())
    try:
        return call(f'{{"scenario": {text}{more}}}'.encode())
    except ScenarioError as error:
        if file is None:
            raise
        message = str(error)
        lines = [file + line[len("scenario") :] if line.startswith("scenario:") else line for line in message.split("\n")]
        raise ScenarioError("\n".join(lines), error.diagnostics) from None


def _text(scenario: Scenario | None) -> tuple[str | None, str]:
    __tracebackhide__ = True
    if scenario is None:
        # The rules come by calls.
        return None, '{ "rules": [] }'
    if isinstance(scenario, Mapping):
        return None, json.dumps(scenario)
    if isinstance(scenario, str) and not scenario.endswith(".json"):
        return None, json.dumps(scenario)
    file = os.fspath(scenario)
    try:
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        json.loads(text)
    except OSError as error:
        raise ScenarioError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        where = f":{error.lineno}:{error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise ScenarioError(f"{file}{where}: error: {getattr(error, 'msg', error)}") from None
    return file, text
