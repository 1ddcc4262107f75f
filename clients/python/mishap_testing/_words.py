"""How values of Python are written in scenarios."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from typing import Any, Union

__all__ = ["Duration", "camel", "duration", "fields", "settling"]

#: A text such as "250ms", or seconds.
Duration = Union[str, int, float, datetime.timedelta]


def duration(value: Duration) -> str:
    if isinstance(value, str):
        return value
    seconds = value.total_seconds() if isinstance(value, datetime.timedelta) else float(value)
    return f"{round(seconds * 1000)}ms"


def settling(value: Duration) -> str:
    """A time of which the gateway takes at most a minute. It is told at the end of a test, and has to be right before."""
    text = duration(value)
    found = re.fullmatch(r"([0-9]+)(ms|s)", text)
    if found is None or int(found[1]) > (60_000 if found[2] == "ms" else 60):
        raise ValueError(f'settle is a time such as "300ms", at most "60s", and not {value!r}')
    return text


def camel(name: str) -> str:
    """`gave_up` is `gaveUp`; a final `_`, as in `for_`, goes."""
    return re.sub(r"_(.)", lambda match: match[1].upper(), name.rstrip("_"))


def fields(given: Mapping[str, Any | None]) -> dict[str, Any]:
    """What is not None, by the names of the scenario format."""
    return {camel(name): value for name, value in given.items() if value is not None}
