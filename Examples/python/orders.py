"""A client of a shop's gateway as many teams have one: it repeats what failed, renews its token, follows pages and resumes
downloads. With httpx."""

from __future__ import annotations

import json
import threading
import time
import uuid
from dataclasses import dataclass
from typing import Any, Callable

import httpx


class OrdersError(Exception):
    """What the caller sees."""


class Refused(OrdersError):
    """The gateway does not want the request, as it is."""


class Unavailable(OrdersError):
    """It did not work, however often it was tried."""


@dataclass
class Settings:
    attempts: int = 4
    #: Seconds for an attempt: more than an answer takes on a busy machine.
    timeout: float = 2
    #: Seconds before the second attempt; twice as many before each further one.
    pause: float = 0.02
    #: The longest wait that a gateway may ask for.
    longest_pause: float = 5


class Orders:
    def __init__(self, url: str, settings: Settings | None = None) -> None:
        self.url = url
        self.settings = settings or Settings()
        self.http = httpx.Client(timeout=self.settings.timeout)
        self._token: str | None = None
        self._lock = threading.Lock()

    # MARK: What callers use

    def order(self, item: str) -> Any:
        """Orders once, however often that has to be tried."""
        return self.json("POST", "/orders", {"item": item}, {"Idempotency-Key": self.new_key()})

    def orders(self) -> list[Any]:
        """All orders, of all pages."""
        orders: list[Any] = []
        seen: set[str] = set()
        cursor: str | None = None
        while True:
            page = self.json("GET", "/orders" if cursor is None else f"/orders?cursor={cursor}")
            orders += page["orders"]
            cursor = page.get("next")
            if cursor is None:
                return orders
            if not self.is_new(cursor, seen):
                raise Refused(f"page {cursor} comes again")
            seen.add(cursor)

    def download(self, name: str) -> bytes:
        """The whole file, in as many parts as it takes."""
        content = b""
        tag: str | None = None
        for attempt in range(1, self.settings.attempts + 1):
            fields = self.range(len(content), tag)
            try:
                with self.http.stream("GET", f"{self.url}/files/{name}", headers=fields) as answer:
                    if answer.status_code >= 500:
                        raise httpx.RemoteProtocolError(f"status {answer.status_code}")
                    if answer.status_code >= 400:
                        raise Refused(f"status {answer.status_code}")
                    if answer.status_code != 206:
                        content = b""
                    tag = answer.headers.get("etag")
                    for part in answer.iter_raw():
                        content += part
                return content
            except httpx.TransportError:
                self.wait(attempt, None)
        raise Unavailable(f"{name} was not downloaded")

    # MARK: Requests

    def json(self, method: str, target: str, body: Any = None, fields: dict[str, str] | None = None) -> Any:
        """The value of an answer. What failed on the way, or is no JSON, is asked for again."""
        renewed = False
        attempt = 1
        while True:
            token = self.token()
            try:
                answer = self.send(method, target, body, {**(fields or {}), "Authorization": f"Bearer {token}"})
            except httpx.TransportError as error:
                failure: str = type(error).__name__
                asked = None
            except httpx.DecodingError:
                failure, asked = "what came is not what was encoded", None
            else:
                if answer.status_code == 401 and not renewed:
                    renewed = True
                    self.renew(token)
                    continue
                if answer.status_code < 300:
                    try:
                        return self.value(answer)
                    except ValueError:
                        failure, asked = "what came is no JSON", None
                elif self.is_worth_repeating(answer.status_code):
                    failure, asked = f"status {answer.status_code}", answer.headers.get("retry-after")
                else:
                    raise Refused(f"status {answer.status_code}")
            if attempt >= self.settings.attempts:
                raise Unavailable(f"{method} {target}: {failure}, {attempt} times")
            self.wait(attempt, asked)
            attempt += 1

    def send(self, method: str, target: str, body: Any, fields: dict[str, str]) -> httpx.Response:
        return self.http.request(method, self.url + target, json=body, headers=fields)

    def value(self, answer: httpx.Response) -> Any:
        if "json" not in answer.headers.get("content-type", ""):
            raise ValueError("no JSON")
        return json.loads(answer.content)

    def is_worth_repeating(self, status: int) -> bool:
        return status == 429 or status >= 500

    def is_new(self, cursor: str, seen: set[str]) -> bool:
        return cursor not in seen

    def new_key(self) -> str:
        return str(uuid.uuid4())

    def range(self, start: int, tag: str | None) -> dict[str, str]:
        """What asks for the rest of a file, if that is the same still."""
        return {"Range": f"bytes={start}-", "If-Range": tag} if start and tag else {}

    def wait(self, attempt: int, asked: str | None) -> None:
        pause = self.settings.pause * 2 ** (attempt - 1)
        if asked is not None and asked.isdigit():
            # A little more, since clocks differ.
            pause = max(pause, min(int(asked) + 0.2, self.settings.longest_pause))
        time.sleep(pause)

    # MARK: The token

    def token(self) -> str:
        with self._lock:
            if self._token is None:
                self._token = self.new_token()
            return self._token

    def renew(self, refused: str) -> None:
        """Only one of many requests whose token was refused asks for another one."""
        with self._lock:
            if self._token == refused:
                self._token = self.new_token()

    def new_token(self) -> str:
        for attempt in range(1, self.settings.attempts + 1):
            try:
                answer = self.http.post(f"{self.url}/token")
                if answer.status_code < 300:
                    return str(self.value(answer)["token"])
                if not self.is_worth_repeating(answer.status_code):
                    raise Refused(f"no token: status {answer.status_code}")
            except (httpx.TransportError, ValueError):
                pass
            self.wait(attempt, None)
        raise Unavailable("no token")


#: By the name of the bug, each the same client with one thing wrong; the suite finds them.
BUGS: dict[str, type[Orders]] = {}


def bug(name: str) -> Callable[[type[Orders]], type[Orders]]:
    def add(kind: type[Orders]) -> type[Orders]:
        BUGS[name] = kind
        return kind

    return add


@bug("a new key for each attempt")
class NewKeys(Orders):
    def send(self, method: str, target: str, body: Any, fields: dict[str, str]) -> httpx.Response:
        fields = {**fields, "Idempotency-Key": self.new_key()} if "Idempotency-Key" in fields else fields
        return super().send(method, target, body, fields)


@bug("does not wait for as long as it is told")
class Hasty(Orders):
    def wait(self, attempt: int, asked: str | None) -> None:
        super().wait(attempt, None)


@bug("repeats what was refused")
class Stubborn(Orders):
    def is_worth_repeating(self, status: int) -> bool:
        return status >= 400 and status != 401


@bug("never gives up")
class Endless(Orders):
    def wait(self, attempt: int, asked: str | None) -> None:
        self.settings.attempts = min(attempt + 2, 12)
        super().wait(1, asked)


@bug("waits for ever")
class Patient(Orders):
    def __init__(self, url: str, settings: Settings | None = None) -> None:
        super().__init__(url, settings)
        self.http.timeout = httpx.Timeout(8)


@bug("each request gets a token of its own")
class Crowd(Orders):
    def renew(self, refused: str) -> None:
        self._token = self.new_token()


@bug("goes on with the old token")
class OldToken(Orders):
    def renew(self, refused: str) -> None:
        self.new_token()


@bug("takes any answer for JSON")
class Gullible(Orders):
    def value(self, answer: httpx.Response) -> Any:
        try:
            return json.loads(answer.content)
        except ValueError:
            return {}


@bug("follows pages in a circle")
class Circling(Orders):
    def is_new(self, cursor: str, seen: set[str]) -> bool:
        self.circles = getattr(self, "circles", 0) + 1
        return self.circles < 10


@bug("resumes what has changed")
class Mixing(Orders):
    def range(self, start: int, tag: str | None) -> dict[str, str]:
        return {"Range": f"bytes={start}-"} if start else {}


@bug("does not resume")
class Restarting(Orders):
    def range(self, start: int, tag: str | None) -> dict[str, str]:
        return {}
