"""What the tests of all languages share. `MISHAP_BIN` names the program."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import pytest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parent
sys.path[:0] = [str(HERE), str(FOLDER / "python")]

#: The settings under which Go compiles: by no network, and with the cache of its user if there is one.
GO = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local", "GOWORK": "off"}
if shutil.which("go"):
    _cache = subprocess.run(["go", "env", "GOCACHE"], capture_output=True, text=True, check=False).stdout.strip()
    if os.access(_cache, os.W_OK):
        GO["GOCACHE"] = _cache

# Testcontainers reads its settings when it is imported; those of the user are not for the stand-in.
_home = tempfile.TemporaryDirectory(prefix="mishap-testcontainers-")
for _name in [name for name in os.environ if name.startswith(("DOCKER_", "TESTCONTAINERS_", "TC_"))]:
    del os.environ[_name]
os.environ |= {"HOME": _home.name, "TESTCONTAINERS_RYUK_DISABLED": "true", "DOCKER_CONFIG": _home.name}

if "MISHAP_BIN" not in os.environ:
    pytest.exit("MISHAP_BIN has to name the program")
os.environ["MISHAP_BIN"] = os.path.abspath(os.environ["MISHAP_BIN"])

import engine as stand_in
import mishap_container

collect_ignore: list[str] = [] if sys.platform == "linux" else ["test_python.py", "test_languages.py"]


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[stand_in.Engine]:
    """A stand-in of the Docker engine, which clients find by DOCKER_HOST."""
    with stand_in.Engine() as engine:
        engine.images.add(mishap_container.IMAGE)
        monkeypatch.setenv("DOCKER_HOST", engine.url)
        yield engine


@pytest.fixture
def scenarios(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder with the scenarios that the tests and the examples of the README use."""
    folder = tmp_path / "scenarios"
    (folder / "shop").mkdir(parents=True)
    (folder / "orders.json").write_text(readme_blocks("json")[0])
    (folder / "shop" / "pay.json").write_text('{ "rules": [{ "reply": { "text": "paid" } }] }')
    # As of somebody who lets nobody else read files.
    (folder / "shop" / "pay.json").chmod(0o600)
    return folder


class Running:
    """A gateway for the stand-ins: `own` is where it listens, `mapped` the port of a proxy to it, `folder` has its scenarios."""

    def __init__(self, own: str, mapped: int, folder: pathlib.Path) -> None:
        self.own = own
        self.mapped = mapped
        self.folder = folder


@contextlib.contextmanager
def gateway(folder: pathlib.Path) -> Iterator[Running]:
    address = stand_in.free_address()
    said = folder / f"output-{address}"
    with said.open("wb") as output:
        process = stand_in.start_gateway(address, folder / "scenarios", output, {})
    proxy = stand_in.Proxy((address, stand_in.PORT))
    try:
        deadline = time.monotonic() + 60
        while b"listening on" not in said.read_bytes():
            assert process.poll() is None and time.monotonic() < deadline, said.read_text()
            time.sleep(0.02)
        yield Running(address, proxy.port, folder)
    finally:
        proxy.close()
        stand_in.stop_gateway(process)


@pytest.fixture
def running(scenarios: pathlib.Path) -> Iterator[Running]:
    with gateway(scenarios.parent) as running:
        yield running


@pytest.fixture
def another(scenarios: pathlib.Path) -> Iterator[Running]:
    with gateway(scenarios.parent) as running:
        yield running


def readme_blocks(language: str) -> list[str]:
    """The examples of the README in a language."""
    parts = (FOLDER / "README.md").read_text().split(f"```{language}\n")[1:]
    return [part.split("```")[0] for part in parts]


def run(*command: str | os.PathLike[str], folder: pathlib.Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end, with both outputs as one; a test says what it expects of it."""
    # What others set for pytest is not for that of the examples.
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        command,
        cwd=folder,
        env=inherited | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
