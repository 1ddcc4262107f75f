"""Uses a client that was generated from the OpenAPI document, as a test suite would: `generated.py URL`."""

import sys

import httpx
from control import Client
from control.api.journals import read_journal
from control.api.sessions import add_rules, create_session, delete_session, enqueue, list_sessions
from control.models import (
    CreateSessionBody, DeleteSessionAssert, Expectation, Match, Problem, Rule, Scenario, Step,
)

url = sys.argv[1]
client = Client(base_url=url)


def given(body):
    found = create_session.sync(client=client, body=body)
    assert not isinstance(found, Problem), found
    return found


session = given(
    CreateSessionBody(
        scenario=Scenario(rules=[Rule(name="pay", match=Match(path="/pay"), fail="http/status/503")]),
        label="generated", expect=Expectation(rule="pay", requests=1)))
assert session.label == "generated" and session.rules[0].name == "pay", session
added = add_rules.sync(session.id, client=client, body=[Rule(name="more", match=Match(path="/more"), reply={"status": 204})])
assert added.rules == ["more"], added
queued = enqueue.sync(session.id, client=client, body=[Step(reply={"text": "queued"}), Step(fail="http/status/429")])
assert queued.queued == 2, queued
statuses = [httpx.get(session.url + path).status_code for path in ["/pay", "/more", "/any", "/any", "/any"]]
assert statuses == [503, 204, 200, 429, 404], statuses
journal = read_journal.sync(session.id, client=client, wait="5s")
assert [entry.target for entry in journal.entries] == ["/pay", "/more", "/any", "/any", "/any"], journal
page = list_sessions.sync(client=client, label="generated")
assert [one.id for one in page.sessions] == [session.id], page
wrong = create_session.sync(client=client, body=CreateSessionBody(scenario=Scenario(rules=[Rule(name="x", fail="http/statsu/503")])))
assert isinstance(wrong, Problem) and wrong.status == 422 and wrong.diagnostics[0].pointer == "/scenario/rules/0/fail", wrong
verdict = delete_session.sync(session.id, client=client, assert_=DeleteSessionAssert.VALUE_1)
assert verdict.outcome == "passed" and verdict.expectations[0].entries == [1], verdict
