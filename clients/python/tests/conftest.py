"""What the tests share. They need the program: MISHAP_BIN names it."""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import textwrap
import time
import urllib.error
import urllib.request
from typing import Any, Callable

import pytest

pytest_plugins = ["pytester"]

PACKAGE = pathlib.Path(__file__).parent.parent


class Shop:
    """A client that repeats a payment once, with the same key, when the connection breaks."""

    def __init__(self, url: str) -> None:
        self.url = url

    def pay(self, amount: int) -> Any:
        try:
            return self.order(amount)
        except OSError:
            return self.order(amount)

    def order(self, amount: int, key: str = "k1") -> Any:
        fields = {"Content-Type": "application/json", "Idempotency-Key": key}
        body = json.dumps({"amount": amount}).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url + "/payments", body, fields), timeout=60) as answer:
            return json.loads(answer.read())


def ask(url: str, body: bytes | None = None, **fields: str) -> tuple[int, bytes]:
    """The status and the body of an answer, whatever the status."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, fields), timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


#: What changes how pytest prints: it says more where it runs in CI, and lines are as long as the terminal is wide.
PRINTING = ("BUILD_NUMBER", "CI", "CLICOLOR_FORCE", "COLUMNS", "FORCE_COLOR", "NO_COLOR", "PY_COLORS")


class Suite:
    """A suite of tests in a process of its own, with the plugin and a client."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        (folder / "client.py").write_text(
            f"import sys\nsys.path.insert(0, {str(PACKAGE / 'tests')!r})\nfrom conftest import Shop, ask\n"
        )

    def write(self, text: str, name: str = "test_it.py") -> None:
        (self.folder / name).write_text("import pytest\nfrom client import Shop, ask\n" + textwrap.dedent(text))

    def environment(self, **environment: str | None) -> dict[str, str]:
        apart: dict[str, str | None] = dict.fromkeys((*PRINTING, "PYTEST_ADDOPTS", "PYTEST_PLUGINS"))
        apart |= {"PYTHONPATH": str(PACKAGE), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        changed = {**os.environ, **apart, **environment}
        return {name: value for name, value in changed.items() if value is not None}

    def start(self, *arguments: str, **environment: str | None) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "pytest", "-p", "mishap_testing.pytest_plugin", "-p", "no:cacheprovider"]
        return subprocess.Popen(
            [*command, "--color=no", "-q", *arguments],
            cwd=self.folder,
            env=self.environment(**environment),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            # Where the tests run in the background of a shell, it would be ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    def run(self, *arguments: str, **environment: str | None) -> tuple[int, str]:
        """The exit code, and what was printed."""
        process = self.start(*arguments, **environment)
        try:
            output = process.communicate(timeout=300)[0]
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        return process.returncode, output


@pytest.fixture
def suite(tmp_path: pathlib.Path) -> Suite:
    return Suite(tmp_path)


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], bool]:
    """Waits for something that has to come, for a minute."""

    def wait(condition: Callable[[], bool]) -> bool:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False

    return wait
