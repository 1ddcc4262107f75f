from __future__ import annotations

import base64
import datetime
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

__all__ = ["Headers", "Request"]


class Headers(Mapping[str, str]):
    """Header fields by their names, in any case. A field that came several times is joined by ", "."""

    def __init__(self, pairs: Sequence[Sequence[str]]) -> None:
        self.pairs: list[tuple[str, str]] = [(name, value) for name, value in pairs]

    def get_all(self, name: str) -> list[str]:
        """The values of each field of that name, in their order."""
        return [value for other, value in self.pairs if other.lower() == name.lower()]

    def __getitem__(self, name: str) -> str:
        values = self.get_all(name)
        if not values:
            raise KeyError(name)
        return ", ".join(values)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and bool(self.get_all(name))

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(name.lower() for name, _ in self.pairs))

    def __len__(self) -> int:
        return len({name.lower() for name, _ in self.pairs})

    def __repr__(self) -> str:
        return f"Headers({self.pairs!r})"


class Request:
    """A request as it came, and what became of it."""

    def __init__(self, entry: Mapping[str, Any]) -> None:
        #: The whole entry of the journal, with what was sent.
        self.entry: dict[str, Any] = dict(entry)
        self.method: str = entry.get("method", "")
        #: Decoded, without the query.
        self.path: str = entry.get("path", "")
        #: The values of each field of the query.
        self.query: dict[str, list[str]] = dict(entry.get("query", {}))
        self.headers = Headers(entry.get("headers", []))
        #: The name of the rule that answered; None if none did.
        self.rule: str | None = entry.get("rule")
        #: The name of the failure that it got, if any.
        self.failure: str | None = entry.get("failure")
        #: The number of the connection; equal for requests on one.
        self.connection: int = entry["connection"]
        #: When its head was complete.
        self.started = datetime.datetime.fromisoformat(entry["time"].replace("Z", "+00:00"))
        milliseconds = entry.get("milliseconds")
        #: When its answer had ended; None if it has not.
        self.ended: datetime.datetime | None = (
            None
            if entry.get("ending") is None or milliseconds is None
            else self.started + datetime.timedelta(milliseconds=milliseconds)
        )

    @property
    def body(self) -> bytes:
        """The whole body, as it came.

        Raises ValueError if the journal has kept only a part of it; `bodies="1MiB"` beside the scenario keeps more.
        """
        text: str = self.entry.get("body", "")
        if "truncated" in self.entry:
            raise ValueError(
                f"the body has {self.entry['bodyBytes']} bytes, of which the journal has kept a part; "
                'ask for more, as in @pytest.mark.mishap(bodies="1MiB")'
            )
        return base64.b64decode(text) if self.entry.get("bodyEncoding") == "base64" else text.encode()

    @property
    def text(self) -> str:
        """The body as text; of one that is coded (gzip), what is in it."""
        decoded: str | None = self.entry.get("decoded")
        if decoded is not None and "decodedEncoding" not in self.entry:
            return decoded
        coding = self.headers.get("Content-Encoding", "identity")
        if coding != "identity":
            raise ValueError(f"the body is coded ({coding}), and what is in it is no text or has more than 64 KiB: see body")
        return self.body.decode()

    @property
    def json(self) -> Any:
        """The value in the body. Raises ValueError if it is no JSON."""
        return self.entry["json"] if "json" in self.entry else json.loads(self.text)

    def __repr__(self) -> str:
        status = self.entry.get("sent", {}).get("status")
        return f"<Request {self.entry.get('seq')}: {self.method} {self.entry.get('target')} -> {status}>"
