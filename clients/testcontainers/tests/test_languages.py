"""The modules for Java, Node.js and Go, compiled against stand-ins for the libraries, with a real gateway.

A driver in each language takes the same steps, and prints what came of them in the same words.
"""

from __future__ import annotations

import contextlib
import pathlib
import shutil
import subprocess
from collections.abc import Callable

import conftest
import pytest
from engine import PORT, HastyGateway, RefusingProxy, free_address
from mishap_container import IMAGE

DRIVERS = conftest.HERE / "drivers"
STUBS = conftest.HERE / "stubs"

Command = list[str]


class Language:
    """What is compiled once, and how it is run. `example` is the README's in a folder of its own."""

    def __init__(self, name: str, folder: pathlib.Path, driver: Command, example: Command) -> None:
        self.name = name
        self.folder = folder
        self.driver = driver
        self.example = example


def done(ended: subprocess.CompletedProcess[str]) -> str:
    assert ended.returncode == 0, ended.stdout
    return ended.stdout


def example(language: str, once: bool) -> str:
    """The README's example; with `once`, its client does not try again."""
    (text,) = conftest.readme_blocks(language)
    assert "attempt < 2" in text
    return text.replace("attempt < 2", "attempt < 1") if once else text


def java(folder: pathlib.Path) -> Language:
    module = conftest.FOLDER / "java" / "MishapContainer.java"
    for name in ("twice", "once"):
        source = folder / name / "OrdersTest.java"
        source.parent.mkdir()
        source.write_text(example("java", once=name == "once"))
    stubs = [str(file) for file in (STUBS / "java").rglob("*.java")]
    drivers = [str(DRIVERS / "Driver.java"), str(DRIVERS / "RunTests.java")]
    common = ["javac", "-Xlint:all,-serial", "-Werror", "--release", "11", "-proc:none"]
    done(conftest.run(*common, "-d", "classes", *stubs, str(module), *drivers, folder=folder))
    for name in ("twice", "once"):
        done(conftest.run(*common, "-cp", "classes", "-d", name, f"{name}/OrdersTest.java", folder=folder))
    run = ["java", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp"]
    classes = str(folder / "classes")
    return Language("java", folder, [*run, classes, "Driver"], [*run, f"{classes}:.", "RunTests", "OrdersTest"])


def node(folder: pathlib.Path) -> Language:
    for name in ("", "twice", "once"):
        place = folder / name
        place.mkdir(exist_ok=True)
        shutil.copy(conftest.FOLDER / "node" / "mishap-container.mjs", place)
        if name:
            (place / "orders.test.mjs").write_text(example("js", once=name == "once"))
    shutil.copytree(STUBS / "node", folder / "node_modules")
    shutil.copy(DRIVERS / "driver.mjs", folder)
    return Language("node", folder, ["node", str(folder / "driver.mjs")], ["node", "--test", "--test-reporter=tap"])


def go(folder: pathlib.Path) -> Language:
    library = "github.com/testcontainers/testcontainers-go"
    shutil.copytree(STUBS / "go", folder / "testcontainers-go")
    (folder / "testcontainers-go" / "go.mod").write_text(f"module {library}\n\ngo 1.19\n")
    for name in ("twice", "once"):
        place = folder / name
        for package in ("mishap", "driver"):
            (place / package).mkdir(parents=True)
        (place / "go.mod").write_text(
            f"module example.com/shop\n\ngo 1.19\n\nrequire {library} v0.44.0\n\nreplace {library} => ../testcontainers-go\n"
        )
        shutil.copy(conftest.FOLDER / "go" / "mishap.go", place / "mishap")
        shutil.copy(DRIVERS / "driver.go", place / "driver")
        (place / "orders_test.go").write_text(example("go", once=name == "once"))
        done(conftest.run("go", "vet", "./...", folder=place, **conftest.GO))
        done(conftest.run("go", "test", "-c", "-o", "orders.test", ".", folder=place, **conftest.GO))
    done(conftest.run("go", "build", "-o", str(folder / "run"), "./driver", folder=folder / "twice", **conftest.GO))
    return Language("go", folder, [str(folder / "run")], ["./orders.test", "-test.v"])


LANGUAGES: dict[str, tuple[str, Callable[[pathlib.Path], Language]]] = {
    "java": ("javac", java),
    "node": ("node", node),
    "go": ("go", go),
}


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Language:
    program, build = LANGUAGES[request.param]
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    return build(tmp_path_factory.mktemp(request.param))


def ways(
    running: conftest.Running, own: str | None = None, host: str = "127.0.0.1", mapped: int | None = None
) -> dict[str, str]:
    """What the stand-ins say of the container."""
    return {"STUB_OWN": own or running.own, "STUB_HOST": host, "STUB_MAPPED": str(mapped or running.mapped)}


def drive(language: Language, running: conftest.Running, *arguments: str, **environment: str) -> str:
    scenarios = running.folder / "scenarios"
    ended = conftest.run(*language.driver, arguments[0], str(scenarios), *arguments[1:], folder=running.folder, **environment)
    return done(ended)


def test_the_own_address_is_taken_and_all_calls_work(language: Language, running: conftest.Running) -> None:
    said = drive(language, running, IMAGE, **ways(running))
    url = f"http://{running.own}:8080"
    assert "there is no scenario file or folder" in said.splitlines()[0]
    assert f"started {IMAGE}\n" in said
    assert f"url {url} {url}/__mishap\n" in said
    assert "ca -----BEGIN CERTIFICATE-----" in said
    (session,) = [line.split()[1:] for line in said.splitlines() if line.startswith("session ")]
    assert session[1:] == [f"{url}/@{session[0]}", f"https://{running.own}:8080/@{session[0]}"]
    assert 'state   "label": "a \\"label\\"",' in said
    assert "failed failed\nfailed: one more attempt: not exercised: no request came\n" in said
    assert "got paid\nverdict none: nothing is expected\n" in said
    assert 'there is no scenario \\"nope\\"' in said or 'error there is no scenario "nope"' in said
    assert "stopped\n" in said
    assert "warning" not in said


def test_the_image_is_the_callers_and_scenarios_are_copied_for_everybody_to_read(
    language: Language, running: conftest.Running
) -> None:
    said = drive(language, running, "registry.example.com/mishap:next", **ways(running))
    assert "started registry.example.com/mishap:next\n" in said
    copied = sorted(line for line in said.splitlines() if line.startswith("copied "))
    if language.name == "java":
        # Its library copies folders as they are.
        assert copied == ["copied /scenarios 755"]
    else:
        assert copied == ["copied /scenarios/orders.json 644", "copied /scenarios/shop/pay.json 644"]


def test_the_mapped_port_is_taken_with_one_warning_of_what_does_not_arrive(
    language: Language, running: conftest.Running
) -> None:
    said = drive(language, running, IMAGE, **ways(running, own=free_address()))
    url = f"http://127.0.0.1:{running.mapped}"
    (warning,) = [line for line in said.splitlines() if line.startswith("warning ")]
    assert warning == (
        f"warning Failures do not arrive as Mishap sends them, by {url}, the mapped port: tcp/reset ends with FIN in place of RST; "
        "tcp/reset-mid-body ends with FIN in place of RST. Tests of them would pass with clients that fail in production. See "
        "docs/containers.md of Mishap: the container's own address, or both containers in one network."
    )
    assert f"{url}/@~" in said
    assert "got paid\n" in said


def test_resets_can_be_required(language: Language, running: conftest.Running) -> None:
    said = drive(language, running, IMAGE, "required", **ways(running, own=free_address()))
    assert "tcp/reset ends with FIN in place of RST" in said
    assert "error " in said
    assert "url " not in said
    assert "warning" not in said
    assert "stopped\n" in said


def test_a_reset_that_comes_together_with_bytes_is_no_fin(language: Language, running: conftest.Running) -> None:
    with contextlib.closing(HastyGateway()) as hasty:
        said = drive(language, running, IMAGE, "required", **ways(running, own=free_address(), mapped=hasty.port))
    assert "in place of" not in said
    assert f"url http://127.0.0.1:{hasty.port} " in said
    assert "error POST sessions is refused with 502: here\n" in said


def test_an_address_of_another_gateway_is_not_taken(
    language: Language, running: conftest.Running, another: conftest.Running
) -> None:
    said = drive(language, running, IMAGE, **ways(running, own=another.own))
    assert f"url http://127.0.0.1:{running.mapped} " in said


def test_a_host_that_has_a_name_keeps_it(language: Language, running: conftest.Running) -> None:
    said = drive(language, running, IMAGE, **ways(running, own=free_address(), host="localhost"))
    assert f"url http://localhost:{running.mapped} " in said
    assert "got paid\n" in said


def test_the_answer_of_a_proxy_is_quoted(language: Language, running: conftest.Running) -> None:
    with contextlib.closing(RefusingProxy((running.own, PORT))) as proxy:
        said = drive(language, running, IMAGE, **ways(running, own=free_address(), mapped=proxy.port))
    assert f"error POST sessions is refused with 502: {proxy.PAGE}\n" in said
    assert "stopped\n" in said


@pytest.mark.parametrize("language", ["java"], indirect=True)
def test_what_a_gateway_said_that_has_ended_is_in_the_error(language: Language, running: conftest.Running) -> None:
    """Those of Node.js and Go wait by what their libraries have."""
    said = drive(language, running, IMAGE, **ways(running), STUB_OUTPUT='unknown field "ruls"')
    assert 'error the gateway has not started:\nunknown field "ruls"\n' in said
    assert "url " not in said
    assert "stopped\n" in said


def test_the_example_of_the_readme(language: Language, running: conftest.Running) -> None:
    for name, passes in (("twice", True), ("once", False)):
        folder = language.folder / name
        shutil.copytree(running.folder / "scenarios", folder / "scenarios", dirs_exist_ok=True)
        ended = conftest.run(*language.example, folder=folder, **ways(running))
        assert (ended.returncode == 0) is passes, ended.stdout
        assert ("failed: one more attempt: 1 request came" in ended.stdout) is not passes, ended.stdout
        assert f"started {IMAGE}" in ended.stdout
