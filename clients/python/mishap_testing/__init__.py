"""Tests of how a client handles errors, against Mishap, the mock gateway that fails on cue.

    def test_lost_payment(mishap):
        pay = (mishap.post("/payments")
            .fail("tcp/reset-mid-body", after=4, json={"id": 7}).reply(201, json={"id": 7}))
        pay.expect(requests=2, same=["body", "headers.Idempotency-Key"])
        assert Shop(mishap.url).pay(30) == {"id": 7}

The fixtures are in `mishap_testing.pytest_plugin`, which pytest finds by itself.
"""

from ._async import AsyncMishap
from ._errors import GatewayDied, MishapError, ScenarioError, VerdictFailed
from ._gateway import Gateway
from ._mishap import Clock, Mishap, Variables
from ._request import Headers, Request
from ._rule import Rule
from ._version import __version__

__all__ = [
    "AsyncMishap",
    "Clock",
    "Gateway",
    "GatewayDied",
    "Headers",
    "Mishap",
    "MishapError",
    "Request",
    "Rule",
    "ScenarioError",
    "Variables",
    "VerdictFailed",
    "__version__",
]
