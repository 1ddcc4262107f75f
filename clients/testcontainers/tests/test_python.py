"""The module for Python, by the real `testcontainers`, against a stand-in of the engine."""

from __future__ import annotations

import contextlib
import http.client
import logging
import pathlib
import socket
import sys
import threading
import time
import urllib.error
import urllib.request

import conftest
import mishap_container
import pytest
from docker.errors import NotFound
from engine import PORT, Engine, HastyGateway, RefusingProxy, free_address
from mishap_container import IMAGE, MishapContainer, MishapError, VerdictFailed


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        body: bytes = answer.read()
    return body


def ending(url: str) -> str:
    """How a request for a reset ends."""
    try:
        get(url)
    except http.client.RemoteDisconnected:
        return "FIN"
    except ConnectionResetError:
        return "RST"
    except urllib.error.URLError as error:
        return "RST" if isinstance(error.reason, ConnectionResetError) else f"{error.reason}"
    return "an answer"


def order(url: str) -> None:
    """A client that tries twice."""
    for _ in range(2):
        with contextlib.suppress(OSError, http.client.HTTPException):
            get(url + "/orders")
            return


def test_the_own_address_is_taken_where_it_answers(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING), MishapContainer(require_resets=True) as mishap:
        (container,) = engine.containers.values()
        assert mishap.url == f"http://{container.address}:8080"
        assert mishap.control_url == mishap.url + "/__mishap"
        assert ending(mishap.control_url + "/fail/tcp/reset/any") == "RST"
    assert caplog.records == []
    assert engine.containers == {}


def test_the_mapped_port_is_taken_with_one_warning_of_what_does_not_arrive(
    engine: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    engine.claimed = free_address()
    with caplog.at_level(logging.WARNING), MishapContainer() as mishap:
        assert mishap.url.startswith("http://127.0.0.1:")
        assert ending(mishap.control_url + "/fail/tcp/reset/any") == "FIN"
    (record,) = caplog.records
    assert record.getMessage() == (
        f"Failures do not arrive as Mishap sends them, by {mishap.url}, the mapped port: tcp/reset ends with FIN in place of RST; "
        "tcp/reset-mid-body ends with FIN in place of RST. Tests of them would pass with clients that fail in production. See "
        "docs/containers.md of Mishap: the container's own address, or both containers in one network."
    )


def test_resets_can_be_required(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    engine.claimed = free_address()
    with pytest.raises(MishapError, match="tcp/reset ends with FIN in place of RST"), MishapContainer(require_resets=True):
        pass
    assert caplog.records == []
    assert engine.containers == {}


def test_an_address_of_another_gateway_is_not_taken(engine: Engine, running: conftest.Running) -> None:
    engine.claimed = running.own
    with MishapContainer() as mishap:
        assert mishap.url.startswith("http://127.0.0.1:")


def test_an_address_that_accepts_and_says_nothing_delays_for_two_seconds(engine: Engine) -> None:
    with socket.create_server((free_address(), 8080)) as silent:
        engine.claimed = silent.getsockname()[0]
        silent.settimeout(60)
        waited: list[float] = []

        def say_nothing() -> None:
            client, _ = silent.accept()
            accepted = time.monotonic()
            with client:
                client.settimeout(60)
                while client.recv(65536):
                    pass
            waited.append(time.monotonic() - accepted)

        thread = threading.Thread(target=say_nothing, daemon=True)
        thread.start()
        start = time.monotonic()
        with MishapContainer() as mishap:
            assert mishap.url.startswith("http://127.0.0.1:")
            assert time.monotonic() - start > 2
        thread.join(60)
        # Without the start of the container, which takes its time.
        (delay,) = waited
        assert delay < 10


def test_an_http_proxy_that_answers_for_the_gateway_changes_all_three() -> None:
    with socket.create_server(("127.0.0.1", 0)) as proxy:

        def answer() -> None:
            for _ in range(3):
                client, _ = proxy.accept()
                with client:
                    client.recv(65536)
                    client.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        assert mishap_container._changed(proxy.getsockname()) == [
            "tcp/reset ends with FIN in place of RST",
            "tcp/reset-mid-body ends with FIN in place of RST",
            "http/malformed-status-line begins with 'HTTP/1.1 502 Bad Gateway'",
        ]
        thread.join(60)


def test_a_reset_that_comes_together_with_bytes_is_no_fin() -> None:
    with contextlib.closing(HastyGateway()) as hasty:
        assert mishap_container._changed(("127.0.0.1", hasty.port)) == []


@pytest.mark.parametrize("way", ["own address", "mapped port"])
def test_a_session_is_reached_by_its_url(engine: Engine, scenarios: pathlib.Path, way: str) -> None:
    if way == "mapped port":
        engine.claimed = free_address()
    with MishapContainer().with_scenarios(scenarios) as mishap:
        with mishap.session("a label", "shop/pay") as session:
            assert session.url == f"{mishap.url}/@{session.id}"
            assert session.https_url == session.url.replace("http:", "https:")
            assert get(session.url + "/any") == b"paid"
            assert b'"label": "a label"' in get(f"{mishap.control_url}/sessions/{session.id}")
        with pytest.raises(urllib.error.HTTPError, match="410"):
            get(session.url + "/any")


def test_a_verdict_that_failed_has_its_text(engine: Engine, scenarios: pathlib.Path) -> None:
    with MishapContainer().with_scenarios(scenarios) as mishap:
        with pytest.raises(VerdictFailed) as failure, mishap.session("once", "orders") as session:
            assert ending(session.url + "/orders") == "RST"
        assert str(failure.value).startswith("failed\nfailed: one more attempt: 1 request came")
        assert "GET /orders: " in str(failure.value)

        with mishap.session("twice", "orders") as session:
            order(session.url)
            assert session.end().startswith("passed\npassed: one more attempt: ")


def test_a_test_that_fails_by_itself_keeps_its_failure(engine: Engine, scenarios: pathlib.Path) -> None:
    with (
        MishapContainer().with_scenarios(scenarios) as mishap,
        pytest.raises(ZeroDivisionError),
        mishap.session("fails", "orders"),
    ):
        raise ZeroDivisionError


def test_a_session_takes_a_whole_scenario_and_further_members(engine: Engine) -> None:
    scenario = {"variables": {"who": "nobody"}, "rules": [{"reply": {"text": "for {{variables.who}}"}}]}
    with MishapContainer() as mishap, mishap.session("whole", scenario, variables={"who": "us"}) as session:
        assert get(session.url) == b"for us"


def test_what_is_wrong_with_a_session_is_said(engine: Engine) -> None:
    with MishapContainer() as mishap:
        with pytest.raises(MishapError, match='there is no scenario "nope"'):
            mishap.session("wrong", "nope")
        with pytest.raises(MishapError, match='unknown field "replyy" in a rule; did you mean "reply"?'):
            mishap.session("wrong", {"rules": [{"replyy": {}}]})


def test_the_answer_of_a_proxy_is_quoted(engine: Engine) -> None:
    with MishapContainer() as mishap:
        (container,) = engine.containers.values()
        with contextlib.closing(RefusingProxy((container.address, PORT))) as proxy:
            mishap._address = ("127.0.0.1", proxy.port)
            with pytest.raises(MishapError, match=f"^POST sessions is refused with 502: {proxy.PAGE}$"):
                mishap.session("refused")


def test_scenarios_come_beside_those_of_the_image(engine: Engine, scenarios: pathlib.Path) -> None:
    with MishapContainer().with_scenarios(scenarios) as mishap:
        with mishap.session("the image's", "of-the-image") as session:
            assert get(session.url) == b"of the image"
        (container,) = engine.containers.values()
        copied = container.root / "scenarios" / "shop" / "pay.json"
        assert copied.stat().st_mode & 0o777 == 0o644


def test_one_scenario_file_is_copied(engine: Engine, scenarios: pathlib.Path) -> None:
    with MishapContainer().with_scenarios(scenarios / "shop" / "pay.json") as mishap:
        with mishap.session("one file", "pay") as session:
            assert get(session.url) == b"paid"
        with pytest.raises(MishapError, match="there is no scenario"):
            mishap.session("none of the folder", "orders")


def test_scenarios_that_are_not_there_are_an_error_at_once(engine: Engine, tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError, match="there is no scenario file or folder '.*/scenario'"):
        MishapContainer().with_scenarios(tmp_path / "scenario")


def test_an_error_in_a_scenario_is_in_the_error_of_the_start(engine: Engine, scenarios: pathlib.Path) -> None:
    (scenarios / "wrong.json").write_text('{ "ruls": [] }')
    start = time.monotonic()
    with pytest.raises(MishapError, match='unknown field "ruls"'), MishapContainer().with_scenarios(scenarios):
        pass
    # Not at the end of the time that a start may take.
    assert time.monotonic() - start < 30
    assert engine.containers == {}


def test_a_start_that_fails_leaves_no_container(engine: Engine, scenarios: pathlib.Path) -> None:
    (scenarios / "wrong.json").write_text('{ "ruls": [] }')
    with pytest.raises(MishapError, match='unknown field "ruls"'):
        MishapContainer().with_scenarios(scenarios).start()
    assert engine.containers == {}
    engine.claimed = free_address()
    with pytest.raises(MishapError, match="tcp/reset ends with FIN in place of RST"):
        MishapContainer(require_resets=True).start()
    assert engine.containers == {}


def test_another_image_is_named_by_the_caller(engine: Engine) -> None:
    engine.images.add("registry.example.com/mishap:next")
    with MishapContainer("registry.example.com/mishap:next"):
        assert [container.image for container in engine.containers.values()] == ["registry.example.com/mishap:next"]
    engine.images.clear()
    with pytest.raises(NotFound, match=f"no registry has {IMAGE}"), MishapContainer():
        pass


def test_environment_of_the_container_reaches_the_gateway(engine: Engine) -> None:
    with MishapContainer().with_env("MISHAP_SCENARIO", "of-the-image") as mishap:
        assert get(mishap.url) == b"of the image"


def test_the_certificate_is_had_as_text(engine: Engine) -> None:
    with MishapContainer() as mishap:
        assert mishap.ca_pem().startswith("-----BEGIN CERTIFICATE-----\n")


def test_before_the_start_there_is_no_address(engine: Engine) -> None:
    with pytest.raises(MishapError, match="the container has not started"):
        _ = MishapContainer().url


def test_the_example_of_the_readme(engine: Engine, scenarios: pathlib.Path) -> None:
    folder = scenarios.parent
    (example,) = conftest.readme_blocks("python")
    (folder / "test_orders.py").write_text(example)
    (folder / "mishap_container.py").symlink_to(conftest.FOLDER / "python" / "mishap_container.py")
    options = ["-p", "no:cacheprovider", "--color=no", "-q", "test_orders.py"]
    ended = conftest.run(sys.executable, "-m", "pytest", *options, folder=folder, PYTHONDONTWRITEBYTECODE="1")
    assert "1 passed" in ended.stdout, ended.stdout
    assert ended.returncode == 0

    (folder / "test_orders.py").write_text(example.replace("range(2)", "range(1)"))
    ended = conftest.run(sys.executable, "-m", "pytest", *options, folder=folder, PYTHONDONTWRITEBYTECODE="1")
    assert "failed: one more attempt: 1 request came" in ended.stdout, ended.stdout
    assert ended.returncode == 1
