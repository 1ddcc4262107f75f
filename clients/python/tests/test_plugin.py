"""Suites of tests as people write them, run by pytest in a process of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from typing import Any, Callable

import pytest
from conftest import Suite

from mishap_testing import Gateway

xdist = pytest.importorskip("xdist")


def shown(output: str) -> str:
    """What was printed, without times, numbers of sessions and how long it took."""
    output = re.sub(r"\d\d:\d\d:\d\d\.\d{3}", "TIME", output)
    output = re.sub(r"~[0-9a-z]+", "~ID", output)
    output = re.sub(r"after [0-9.]+ ms", "after N ms", output)
    output = re.sub(r"127\.0\.0\.1:\d+", "HOST", output)
    return re.sub(r"in \d+\.\d+s( \(\d+:\d\d:\d\d\))?", "in Ns", output)


def test_what_a_failed_test_prints(suite: Suite) -> None:
    suite.write(
        """
        class HastyShop(Shop):
            def pay(self, amount):
                try:
                    return self.order(amount, key="k1")
                except OSError:
                    return self.order(amount, key="k2")

        def test_lost_payment(mishap):
            pay = mishap.post("/payments").fail("tcp/reset-mid-body", after=4, json={"id": 7}).reply(201, json={"id": 7})
            pay.expect(name="same key", same=["headers.Idempotency-Key"])
            assert HastyShop(mishap.url).pay(30) == {"id": 7}
        """
    )
    code, output = suite.run()
    assert code == 1
    assert shown(output).splitlines() == [
        "F                                                                        [100%]",
        "=================================== FAILURES ===================================",
        "______________________________ test_lost_payment _______________________________",
        'failed: same key: headers.idempotency-key of entry 2 is "k2", and of entry 1 "k1"',
        "",
        "journal:",
        '  1  TIME  POST /payments: rule "POST /payments" step 1, tcp/reset-mid-body; 200, reset after N ms',
        '         {"amount": 30}',
        '  2  TIME  POST /payments: rule "POST /payments" step 2; 201, closed after N ms',
        '         {"amount": 30}',
        "=========================== short test summary info ============================",
        "FAILED test_it.py::test_lost_payment - mishap_testing.VerdictFailed: failed: ...",
        "1 failed in Ns",
    ]


def test_a_request_that_nothing_takes_fails_the_test(suite: Suite) -> None:
    suite.write(
        """
        def test_it(mishap):
            mishap.get("/orders").reply()
            ask(mishap.url + "/order")
            ask(mishap.url + "/orders")

        @pytest.mark.mishap(unmatched="allow")
        def test_allowed(mishap):
            ask(mishap.url + "/order")
        """
    )
    code, output = suite.run()
    assert code == 1 and "1 failed, 1 passed" in output
    assert 'no rule takes GET /order\nunmatched: entry 1: GET /order; nearest is rule "GET /orders": path is "/order"' in output


def test_a_client_that_misbehaves_has_failed_the_test(suite: Suite) -> None:
    suite.write(
        """
        @pytest.mark.xfail(strict=True)
        def test_expected(mishap):
            mishap.get("/a").reply().expect(requests=1)

        @pytest.mark.xfail(raises=AssertionError, strict=True)
        def test_expected_by_its_kind(mishap):
            mishap.get("/a").reply().expect(requests=1)

        def test_two(mishap, mishap_session):
            other = mishap_session()
            other.get("/a").reply().expect(requests=1)

        def test_skipped(mishap):
            mishap.get("/a").reply().expect(requests=1)
            pytest.skip("later")

        def test_own(mishap):
            mishap.get("/a").reply(text="a").expect(requests=2)
            assert ask(mishap.url + "/a")[1] == b"b"
        """
    )
    code, output = suite.run()
    assert code == 1
    assert "2 failed, 1 skipped, 2 xfailed in" in output
    # The journal is shown beside what the test itself says.
    own = shown(output).split("_ test_own _")[1]
    assert "assert b'a' == b'b'" in own
    assert '~ID: failed: {"rule":"GET /a","requests":2}: 1 request came (entry 1); 2 requests were expected' in own
    assert '  1  TIME  GET /a: rule "GET /a" step 1; 200, closed after N ms' in own


def test_a_fixture_that_is_asked_for_late_is_judged(suite: Suite) -> None:
    suite.write(
        """
        def test_late(request):
            mishap = request.getfixturevalue("mishap")
            mishap.get("/a").reply().expect(requests=1)
        """
    )
    code, output = suite.run()
    assert code == 1 and "not exercised: no request came" in output


def test_each_way_to_fail_shows_the_journal(suite: Suite) -> None:
    suite.write(
        """
        import unittest

        def test_fails(mishap):
            ask(mishap.url + "/fails")
            pytest.fail("so")

        def test_raises_nothing(mishap):
            with pytest.raises(ValueError):
                ask(mishap.url + "/raises")

        class TestUnit(unittest.TestCase):
            @pytest.fixture(autouse=True)
            def _mishap(self, mishap):
                self.mishap = mishap

            def test_unit(self):
                ask(self.mishap.url + "/unit")
                self.assertEqual(1, 2)

            def test_verdict(self):
                ask(self.mishap.url + "/verdict")

        @pytest.mark.xfail
        def test_xfail(mishap):
            ask(mishap.url + "/xfail")
            assert False
        """
    )
    code, output = suite.run()
    assert code == 1 and "4 failed, 1 xfailed" in output
    for path in ["fails", "raises", "unit", "verdict"]:
        assert output.count(f"GET /{path}: no rule; 404") == 1, output
    assert "GET /xfail" not in output


def test_a_forked_test_leaves_the_session_to_its_parent(suite: Suite, shared: Gateway) -> None:
    suite.write(
        """
        import os

        def test_forks(mishap):
            mishap.get("/a").reply(text="a").expect(requests=1)
            child = os.fork()
            if child == 0:
                raise RuntimeError("in the child")
            assert os.waitpid(child, 0)[1] != 0
            assert ask(mishap.url + "/a")[1] == b"a"
        """
    )
    code, output = suite.run(MISHAP_CONTROL_URL=shared.control)
    assert code == 0 and "1 passed" in output, output


def test_settings_of_other_gateways_are_not_ours(suite: Suite) -> None:
    suite.write("def test_a(mishap):\n    mishap.get('/a').reply()\n    assert ask(mishap.url + '/a')[0] == 200\n")
    other = {"MISHAP_CONTROL": "off", "MISHAP_ADVERTISE": "https://example.com", "MISHAP_LISTEN": "x=1"}
    code, output = suite.run(**other)
    assert code == 0, output


def test_scenarios_by_name_and_markers(suite: Suite) -> None:
    (suite.folder / "scenarios").mkdir()
    (suite.folder / "scenarios" / "draw.json").write_text(
        '{ "rules": [ { "choose": [ { "reply": { "text": "{{hex.8}}" } } ] } ] }'
    )
    (suite.folder / "more").mkdir()
    (suite.folder / "more" / "x.json").write_text('{ "rules": [ { "reply": { "text": "more" } } ] }')
    suite.write(
        """
        DRAWN = []

        @pytest.mark.mishap("draw", seed=7)
        @pytest.mark.parametrize("n", [1, 2])
        def test_seed(mishap, n):
            DRAWN.append(ask(mishap.url)[1])
            assert len(set(DRAWN)) == 1

        @pytest.mark.mishap("draw", seed=8)
        class TestOther:
            def test_seed(self, mishap):
                assert ask(mishap.url)[1] not in DRAWN

            @pytest.mark.mishap("draww")
            def test_unknown(self, mishap):
                pass

            # What it does not say is said by its class.
            @pytest.mark.mishap(seed=7)
            def test_merged(self, mishap):
                assert ask(mishap.url)[1] in DRAWN

        @pytest.mark.mishap(sed=8)
        def test_option(mishap):
            pass

        @pytest.mark.mishap(settle="300")
        def test_settle(mishap):
            pass

        def test_file(mishap_session):
            with pytest.raises(Exception, match="nothere.json: No such file"):
                mishap_session("nothere.json")
        """
    )
    code, output = suite.run()
    assert code == 1 and "5 passed, 3 errors" in output, output
    assert 'settle is a time such as "300ms", at most "60s", and not \'300\'' in output
    assert '_\nthere is no scenario "draww"; did you mean "draw"?\n' in output
    assert "unexpected keyword argument 'sed'" in output
    suite.write('@pytest.mark.mishap("x")\ndef test_it(mishap):\n    assert ask(mishap.url)[1] == b"more"\n')
    assert suite.run("--mishap-scenarios", "more")[0] == 0
    (suite.folder / "pytest.ini").write_text("[pytest]\nmishap_scenarios = more\n")
    assert suite.run()[0] == 0
    (suite.folder / "more" / "x.json").write_text('{ "rules": [ { "repyl": {} } ] }')
    code, output = suite.run()
    assert code == 1 and 'x.json:1:16: error: unknown field "repyl"' in output and "Traceback" not in output


def test_settle_waits_for_what_comes_late(suite: Suite) -> None:
    suite.write(
        """
        import threading

        # With two requests the verdict is final, so that nothing waits for that long.
        @pytest.mark.mishap(settle="30s")
        def test_late(mishap):
            mishap.get("/a").reply().expect(requests={"atLeast": 2})
            ask(mishap.url + "/a")
            threading.Timer(0.1, ask, [mishap.url + "/a"]).start()
        """
    )
    code, output = suite.run()
    assert code == 0, output


# MARK: The gateway


def test_no_gateway(suite: Suite) -> None:
    suite.write("def test_a(mishap):\n    pass\n\ndef test_b(mishap):\n    pass\n")
    code, output = suite.run(MISHAP_BIN="no-such")
    assert code == 1 and output.count("there is no program 'no-such': install mishap") == 2, output
    assert "Traceback" not in output and "mishap_testing/" not in output
    code, output = suite.run("--mishap-url", "http://127.0.0.1:1")
    assert code == 1 and "no mishap at http://127.0.0.1:1/__mishap: [Errno 111] Connection refused" in output
    code, output = suite.run(MISHAP_CONTROL_URL="http://127.0.0.1:1/__mishap")
    assert code == 1 and "no mishap at http://127.0.0.1:1/__mishap" in output
    code, output = suite.run("--mishap-url", "http://127.0.0.1:1", "--mishap-scenarios", "x")
    assert code != 0 and "--mishap-scenarios are for one that is started" in output


def test_a_gateway_that_dies_in_the_middle(suite: Suite) -> None:
    suite.write(
        """
        import os, signal

        def test_a(mishap, mishap_gateway):
            os.kill(mishap_gateway._process._process.pid, signal.SIGKILL)

        def test_b(mishap):
            pass

        def test_c(mishap):
            pass
        """
    )
    code, output = suite.run()
    assert code == 1 and "1 failed, 2 errors" in output
    line = "the mishap gateway has ended, exit code -9; it said nothing"
    assert f"ERROR at setup of test_b ___________________________\n{line}\n" in output, output
    assert f"ERROR at setup of test_c ___________________________\n{line}\n" in output


@pytest.fixture
def shared() -> Iterator[Gateway]:
    """A gateway that is not of the suite."""
    with Gateway(binary=os.environ["MISHAP_BIN"], folder="/") as gateway:
        yield gateway


def sessions(gateway: Gateway) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = gateway.call("GET", "sessions")["sessions"]
    return found


def test_a_gateway_that_is_there_is_used(suite: Suite, shared: Gateway) -> None:
    suite.write(
        """
        def test_a(mishap):
            mishap.get("/a").reply()
            ask(mishap.url + "/a")
            print(mishap.url)

        def test_b(mishap):
            assert False
        """
    )
    code, output = suite.run("-rP", MISHAP_CONTROL_URL=shared.control, MISHAP_BIN="no-such")
    assert code == 1 and f"\n{shared.url}/@~" in output, output
    assert sessions(shared) == []
    code, output = suite.run("-rP", "--mishap-url", shared.url, MISHAP_BIN="no-such")
    assert code == 1 and f"\n{shared.url}/@~" in output, output


def test_a_token(suite: Suite) -> None:
    suite.write("def test_a(mishap):\n    mishap.get('/a').reply()\n")
    # The one that is started takes it from the environment too.
    assert suite.run(MISHAP_TOKEN="secret-token")[0] == 0
    with Gateway(binary=os.environ["MISHAP_BIN"], folder="/") as gateway:
        assert suite.run(MISHAP_CONTROL_URL=gateway.control, MISHAP_TOKEN="secret-token")[0] == 0


def test_workers_have_a_gateway_each(suite: Suite) -> None:
    suite.write(
        """
        @pytest.mark.parametrize("n", range(200))
        def test_it(mishap, n):
            mishap.get("/a").reply(text=str(n)).expect(requests=1)
            assert ask(mishap.url + "/a")[1] == str(n).encode()
            print(mishap.url.split("/")[2])
        """
    )
    code, output = suite.run("-p", "xdist", "-n", "4", "-rP")
    assert code == 0 and "200 passed" in output, output
    assert len(set(re.findall(r"^127\.0\.0\.1:\d+$", output, re.MULTILINE))) == 4


# MARK: What is left behind


HANGING = """
import time

def test_hangs(mishap, mishap_gateway):
    mishap.get("/a").fail("http/timeout")
    with open("pid", "w") as file:
        file.write(f"{mishap_gateway._process._process.pid if mishap_gateway._process else 0}\\n")
    time.sleep(600)
"""


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        # Also between the two: whoever started it may ask about its end at any time.
        return False


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_gateway_stays_behind(
    suite: Suite, eventually: Callable[[Callable[[], bool]], bool], number: signal.Signals
) -> None:
    suite.write(HANGING)
    process = suite.start()
    try:
        assert eventually(lambda: (suite.folder / "pid").exists() and (suite.folder / "pid").read_text().endswith("\n"))
        gateway = int((suite.folder / "pid").read_text())
        assert is_alive(gateway)
        if number == signal.SIGINT:
            # As a terminal sends it.
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        output = process.communicate(timeout=120)[0]
        assert eventually(lambda: not is_alive(gateway)), output
        if number == signal.SIGINT:
            assert process.returncode == 2 and "KeyboardInterrupt" in output, output
    finally:
        process.kill()
        process.communicate()


def test_no_session_stays_behind_in_another_gateway(
    suite: Suite, shared: Gateway, eventually: Callable[[Callable[[], bool]], bool]
) -> None:
    suite.write(HANGING)
    for number in [signal.SIGINT, signal.SIGKILL]:
        process = suite.start(MISHAP_CONTROL_URL=shared.control)
        try:
            assert eventually(lambda: (suite.folder / "pid").exists())
            assert [session["label"] for session in sessions(shared)] == ["test_it.py::test_hangs"]
            process.send_signal(number)
            process.communicate(timeout=120)
        finally:
            process.kill()
            process.communicate()
        (suite.folder / "pid").unlink()
        if number == signal.SIGINT:
            assert sessions(shared) == []
    # Whoever was killed leaves it to its ttl: five minutes, since nobody asks for it any more.
    session = sessions(shared)[0]["id"]
    with urllib.request.urlopen(f"{shared.control}/sessions/{session}", timeout=60) as answer:
        assert json.load(answer)["label"] == "test_it.py::test_hangs"


def test_a_test_that_times_out(suite: Suite, shared: Gateway) -> None:
    suite.write(
        """
        import signal, threading, time

        def test_slow(mishap):
            rule = mishap.get("/a").fail("http/timeout")
            # As pytest-timeout does it.
            def end(*_):
                pytest.fail("too slow")
            signal.signal(signal.SIGALRM, end)
            # Once the client waits.
            def alarm():
                while not rule.hits:
                    time.sleep(0.02)
                signal.setitimer(signal.ITIMER_REAL, 0.3)
            threading.Thread(target=alarm, daemon=True).start()
            ask(mishap.url + "/a")
        """
    )
    code, output = suite.run(MISHAP_CONTROL_URL=shared.control)
    assert code == 1 and "Failed: too slow" in output
    assert 'GET /a: rule "GET /a" step 1, http/timeout; no status, ' in output, output
    assert sessions(shared) == []


def test_under_mishap_exec(suite: Suite) -> None:
    suite.write("def test_a(mishap):\n    mishap.get('/a').reply().expect(requests=0)\n")
    process = suite.start(MISHAP_BIN="no-such")
    process.communicate(timeout=300)
    assert process.returncode == 1
    command = [os.environ["MISHAP_BIN"], "exec", "--", *map(str, process.args)]
    result = subprocess.run(
        command,
        cwd=suite.folder,
        env=suite.environment(MISHAP_BIN="no-such"),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
