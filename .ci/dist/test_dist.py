"""What `make dist` has made, as people get it: each in a place where nothing else of Mishap is, nor of its libraries."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pathlib
import re
import resource
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator

import pytest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DIST = pathlib.Path(os.environ.get("MISHAP_DIST", ROOT / "dist")).resolve()
MEGABYTE = 1_000_000
# Nothing of the environment of these tests, but what finds programs and the package index.
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("MISHAP", "PYT", "NODE", "npm_"))}

sys.path.insert(0, str(HERE))
import libraries  # noqa: E402
from make import Build, make_image  # noqa: E402


def one(pattern: str) -> pathlib.Path:
    (found,) = DIST.glob(pattern)
    return found


@pytest.fixture(scope="session")
def build() -> Build:
    return Build.of(pathlib.Path(os.environ.get("MISHAP_BINARY", ROOT / ".build/release/mishap")))


def run(*command: str | os.PathLike[str], code: int = 0, **options: object) -> str:
    options = {"env": CLEAN, "timeout": 300, **options}
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert result.returncode == code, result.stdout + result.stderr
    return str(result.stdout + result.stderr)


def ask(url: str, **options: object) -> bytes:
    with urllib.request.urlopen(url, timeout=60, **options) as answer:  # type: ignore[arg-type]
        return bytes(answer.read())


@contextlib.contextmanager
def served(*command: str | os.PathLike[str], **options: object) -> Iterator[str]:
    """The address of a gateway while it runs; at the end it stops by itself, as by Ctrl-C."""
    options = {"env": CLEAN, **options}
    process = subprocess.Popen(  # type: ignore[call-overload]
        list(map(str, command)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **options,
    )
    try:
        line = process.stdout.readline()
        if "listening on" not in line:
            raise AssertionError(line + process.communicate(timeout=60)[0])
        yield line.split()[-1]
        os.killpg(process.pid, signal.SIGINT)
        assert "stopped by SIGINT" in process.communicate(timeout=60)[0]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def try_out(url: str) -> None:
    """An answer in the clear and by TLS, and a reset in the middle of a body."""
    assert json.loads(ask(url + "/__mishap/health"))["status"] == "ok"
    authority = ask(url + "/__mishap/ca.pem").decode()
    context = ssl.create_default_context(cadata=authority)
    assert b"ok" in ask(url.replace("http:", "https:") + "/__mishap/health", context=context)
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(b"GET /__mishap/fail/tcp/reset-mid-body/x HTTP/1.1\r\nHost: a\r\n\r\n")
        with pytest.raises(ConnectionResetError):
            while connection.recv(4096):
                pass


def free_port() -> int:
    """A port that nobody listens on, of those that the system gives to nobody who asks for any: it stays free between two uses."""
    first = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for _ in range(100):
        port = 10_000 + secrets.randbelow(first - 10_000) if first > 11_000 else 61_000 + secrets.randbelow(4_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("all ports are taken")


class Start:
    """What a start costs: the time of processors, which is the same on a busy machine, and all of the time until it answers."""

    def __init__(self) -> None:
        self.begun, self.worked = time.monotonic(), self.work()

    @staticmethod
    def work() -> float:
        """Of processes that have ended."""
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def has_answered(self) -> None:
        # Whoever asks a registry that is not there waits for longer.
        assert time.monotonic() - self.begun < 60

    def has_ended(self) -> None:
        assert self.work() - self.worked < 5


# A root and what runs in it.


def inside(root: pathlib.Path, *words: str, write: bool = False) -> list[str]:
    namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child=INT"]
    if os.geteuid() != 0:
        namespaces += ["--user", "--map-root-user"]
    border = words.index("--")
    options = ["--write"] if write else []
    return [*namespaces, sys.executable, str(HERE / "inside.py"), str(root), *options, *words[:border], *words[border:]]


def prepare(root: pathlib.Path) -> None:
    for name in ("proc", "dev", "tmp", "opt"):
        (root / name).mkdir(parents=True, exist_ok=True)
    for name in ("null", "urandom"):
        (root / "dev" / name).touch()


@pytest.fixture
def bare(tmp_path: pathlib.Path, build: Build) -> pathlib.Path:
    """A root with the C library and nothing else."""
    root = tmp_path / "root"
    for library in build.libraries:
        if library.is_libc:
            target = root / "lib" / f"{build.machine}-linux-gnu" / library.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(library.file, target)
    target = root / build.loader.lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(pathlib.Path(build.loader).resolve(), target)
    prepare(root)
    return root


# The files.


def test_what_is_made_and_how_large() -> None:
    limits = {"*.tar.xz": 10, "*.deb": 10, "*.whl": 10, "mishap-linux-*.tgz": 10, "mishap-[0-9]*.tgz": 1}
    for pattern, most in limits.items():
        assert one(pattern).stat().st_size <= most * MEGABYTE, pattern
    sums = dict(line.split()[::-1] for line in (DIST / "SHA256SUMS").read_text().splitlines())
    files = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in DIST.iterdir() if path.is_file()}
    del files["SHA256SUMS"]
    assert sums == files


def test_the_folder_says_what_is_in_it(build: Build) -> None:
    folder = one("mishap-*-linux-*/")
    documents = folder / "share/doc/mishap"
    run("sha256sum", "--check", "--quiet", documents / "SHA256SUMS", cwd=folder)
    for name in ("share/man/man1/mishap.1", "share/mishap/scenarios/tcp/reset-mid-body.json", "share/doc/mishap/LICENSE"):
        assert (folder / name).is_file(), name
    shipped = {path.name for path in (folder / "lib/mishap").glob("*.so*")}
    needed = {library.name for library in build.libraries if not library.is_libc}
    assert shipped == needed and "libgnutls.so.30" in shipped
    text = json.loads((documents / "sbom.spdx.json").read_text())
    assert text["spdxVersion"] == "SPDX-2.3"
    listed = {pathlib.Path(file["fileName"]).name: file for file in text["files"]}
    assert set(listed) == shipped | {"mishap"}
    for name, file in listed.items():
        content = (folder / "lib/mishap" / name).read_bytes()
        assert [entry["checksumValue"] for entry in file["checksums"]] == [
            hashlib.sha1(content).hexdigest(),
            hashlib.sha256(content).hexdigest(),
        ]
        assert file["licenseConcluded"] != "NOASSERTION", name
    known = {entry["SPDXID"] for entry in text["packages"] + text["files"]} | {"SPDXRef-DOCUMENT"}
    for relation in text["relationships"]:
        assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= known
    packages = {entry["name"] for entry in text["packages"]} - {"mishap"}
    assert packages == {path.stem for path in (documents / "licences").glob("*.txt")}
    assert {"swift", "libgnutls30"} < packages and any(name.startswith("libstdc++-") for name in packages)


def test_version_names_commit_and_libraries(build: Build) -> None:
    said = run(one("mishap-*/lib/mishap/mishap"), "--version")
    assert said == run(build.program, "--version"), "dist is of another build: make dist"
    lines = said.splitlines()
    assert lines[0] == build.version
    assert re.fullmatch(r"commit [0-9a-f]{12}(-dirty)?", lines[1])
    assert re.fullmatch(r"libmicrohttpd [\d.]+, GnuTLS [\d.]+, PCRE2 [\d.]+, zlib [\d.]+", lines[2])


# The archive.


def test_archive_where_there_is_only_the_c_library(bare: pathlib.Path) -> None:
    run("tar", "--extract", "--xz", "--strip-components=1", "--directory", bare / "opt", "--file", one("*.tar.xz"))
    assert not (bare / "bin").exists()
    program = "/opt/lib/mishap/mishap"
    assert run(*inside(bare, "--", program, "--version")).startswith(one("mishap-*-linux-*/").name.split("-")[1])
    with served(*inside(bare, "--", program, "serve", "--port", "0")) as url:
        try_out(url)
        # The shipped scenarios are there without being named.
        assert b"captive" in ask(url + "/@http/html/any") or b"Welcome" in ask(url + "/@http/html/any")


@pytest.fixture
def archive(tmp_path: pathlib.Path) -> pathlib.Path:
    run("tar", "--extract", "--xz", "--directory", tmp_path, "--file", one("*.tar.xz"))
    (folder,) = tmp_path.iterdir()
    return folder


def test_launcher_of_the_archive(archive: pathlib.Path, tmp_path: pathlib.Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(os.path.relpath(archive / "bin/mishap", tmp_path))
    for launcher in (archive / "bin/mishap", link):
        with served(launcher, "serve", "--port", "0", cwd=tmp_path) as url:
            try_out(url)
    assert run(link, "--prot", code=2).startswith("mishap: there is no option --prot")
    # By its name, and from elsewhere.
    assert run("sh", "-c", f"cd {archive}/bin && sh mishap --version") == run(link, "--version")


def pretend(folder: pathlib.Path, **programs: str) -> dict[str, str]:
    """An environment in which programs say something else."""
    folder.mkdir()
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    return {**CLEAN, "PATH": f"{folder}:{CLEAN['PATH']}"}


INSTEAD = "; run the container image there, or build it from source: make install\n"


def test_launcher_says_why_it_cannot_start(archive: pathlib.Path, tmp_path: pathlib.Path, build: Build) -> None:
    launcher, glibc = archive / "bin/mishap", f"{build.glibc[0]}.{build.glibc[1]}"
    old = pretend(tmp_path / "old", getconf="echo glibc 2.31")
    assert (
        run(launcher, code=126, env=old)
        == f"mishap: this system has glibc 2.31, and the program needs {glibc} or later{INSTEAD}"
    )
    newer = pretend(tmp_path / "newer", getconf="echo glibc 3.0-rc1")
    assert run(launcher, "--version", env=newer).startswith(build.version)
    musl = pretend(tmp_path / "musl", getconf="exit 1")
    lacking = f"mishap: the C library is not glibc, and the program needs glibc {glibc} or later{INSTEAD}"
    assert run(launcher, code=126, env=musl) == lacking
    needs = archive / "lib/mishap/needs"
    text = needs.read_text()
    needs.write_text(text.replace(build.loader, "/lib/no-loader"))
    assert run(launcher, code=126) == lacking
    needs.write_text(text.replace(build.loader, "/lib/no-loader").replace(f"machine={build.machine}", "machine=pdp11"))
    assert run(launcher, code=126) == f"mishap: this is the program for pdp11, and the machine is {build.machine}{INSTEAD}"
    shutil.rmtree(archive / "lib")
    mac = pretend(tmp_path / "mac", uname='[ "$1" = -s ] && echo Darwin || echo arm64')
    assert run(launcher, code=126, env=mac) == (
        f"mishap: there is a program for Linux on x86_64 and aarch64, and this is Darwin on arm64{INSTEAD}"
    )
    assert f"the program is not at ../lib/mishap/mishap, seen from {archive}/bin" in run(launcher, code=126)


# The image.


def dockerfile() -> dict[str, str]:
    """The instructions of the last stage of the Dockerfile, each of which is there once."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
    last = text[text.rindex("\nFROM ") :]
    return dict(line.split(" ", 1) for line in last.splitlines() if re.match("[A-Z]+ ", line))


@pytest.fixture
def image(tmp_path: pathlib.Path, build: Build) -> pathlib.Path:
    root = tmp_path / "image"
    make_image(build, root)
    size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_symlink() or path.is_file())
    print(f"the image's root has {size / MEGABYTE:.1f} MB")
    assert size <= 45 * MEGABYTE
    prepare(root)
    return root


def test_image_starts_read_only_and_without_rights(image: pathlib.Path, tmp_path: pathlib.Path) -> None:
    said = dockerfile()
    variables = dict(pair.split("=") for pair in said["ENV"].split())
    assert said["USER"] == "10001:10001"
    command = json.loads(said["ENTRYPOINT"]) + json.loads(said["CMD"])
    variables["MISHAP_PORT"] = str(free_port())
    with served(*inside(image, "--", *command), env={**CLEAN, **variables}):
        url = f"http://127.0.0.1:{variables['MISHAP_PORT']}"
        try_out(url)
        assert b"captive" in ask(url + "/@http/html/any") or b"Welcome" in ask(url + "/@http/html/any")
        check = json.loads(said["HEALTHCHECK"].split("CMD ")[1])
        run(*inside(image, "--", *check), env={**CLEAN, **variables})
        status = pathlib.Path("/proc", str(child_of_init(command[0])), "status").read_text()
        assert "NoNewPrivs:\t1" in status and re.search(r"CapEff:\t0+\n", status)
        if os.geteuid() == 0:
            assert re.search(r"Uid:\t10001\t10001", status)
    run(*inside(image, "--", *check), code=1, env={**CLEAN, **variables})
    # One's own scenarios, in place of those that are in it.
    own = tmp_path / "own"
    own.mkdir()
    (own / "mine.json").write_text('{ "rules": [ { "steps": [ { "reply": { "text": "mine" } } ] } ] }')
    with served(*inside(image, f"{own}:/scenarios", "--", *command), env={**CLEAN, **variables}):
        assert ask(url + "/any") == b"mine"


def test_image_by_an_engine() -> None:
    if shutil.which("docker") is None or subprocess.run(["docker", "info"], capture_output=True).returncode != 0:
        pytest.skip("there is no container engine here: the image itself was not built")
    run("make", "docker", "IMAGE=mishap-check", cwd=ROOT, timeout=3600)
    size = int(run("docker", "image", "inspect", "--format", "{{.Size}}", "mishap-check"))
    assert size <= 45 * MEGABYTE
    limits = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
    name = run("docker", "run", "--detach", "--rm", *limits, "--publish", "127.0.0.1:0:8080", "mishap-check").strip()
    try:
        ends = time.monotonic() + 120
        while run("docker", "inspect", "--format", "{{.State.Health.Status}}", name).strip() != "healthy":
            assert time.monotonic() < ends
            time.sleep(0.2)
        address = run("docker", "port", name, "8080/tcp").split()[0]
        assert json.loads(ask(f"http://{address}/__mishap/health"))["status"] == "ok"
    finally:
        run("docker", "rm", "--force", name)


def child_of_init(program: str) -> int:
    """The process that runs a program, by the name of its file in the root."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if words[0] == program.encode():
                return int(folder.name)
    raise AssertionError(f"nothing runs {program}")


# Packages of languages.


def example(page: str, language: str, count: int) -> list[str]:
    """The first code blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)[:count]


@pytest.fixture
def environment(tmp_path: pathlib.Path) -> pathlib.Path:
    """A Python environment with the wheel and nothing else; pytest is lent by that of these tests."""
    folder = tmp_path / "environment"
    run(sys.executable, "-m", "venv", folder)
    run(folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--no-index", "-q", one("*.whl"))
    return folder


def test_wheel(environment: pathlib.Path, tmp_path: pathlib.Path) -> None:
    start = Start()
    with served(environment / "bin/mishap", "serve", "--port", "0", cwd=tmp_path) as url:
        ask(url + "/__mishap/health")
        start.has_answered()
        try_out(url)
    start.has_ended()
    import sysconfig

    (packages,) = environment.glob("lib/python3*/site-packages")
    (packages / "pytest.pth").write_text(sysconfig.get_path("purelib") + "\n")
    client, test = example("clients/python/README.md", "python", 2)
    project = tmp_path / "project"
    project.mkdir()
    (project / "shop.py").write_text(client)
    (project / "test_shop.py").write_text(
        test + "\n\ndef test_shipped(mishap_session):\n    mishap_session('graph/is-transient')\n"
    )
    pytest_of_it = [environment / "bin/python", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    # No `mishap` is in this PATH: the plugin finds its own.
    path = {**CLEAN, "PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
    assert "2 passed" in run(*pytest_of_it, cwd=project, env=path)
    # No file of it remains.
    run(environment / "bin/python", "-m", "pip", "uninstall", "-q", "-y", "mishap-testing")
    assert not [path for path in environment.rglob("*") if "mishap" in str(path.relative_to(environment)) and path.is_file()]


def test_npm(tmp_path: pathlib.Path) -> None:
    (tmp_path / "package.json").write_text('{ "name": "shop", "version": "1.0.0", "type": "module", "private": true }\n')
    packages = [one("mishap-[0-9]*.tgz"), one("mishap-linux-*.tgz")]
    options = ["--offline", "--no-audit", "--no-fund", "--save-dev", "--cache", tmp_path / "cache"]
    run("npm", "install", *options, *packages, cwd=tmp_path)
    start = Start()
    with served("npx", "--offline", "mishap", "serve", "--port", "0", cwd=tmp_path) as url:
        ask(url + "/__mishap/health")
        start.has_answered()
        try_out(url)
    start.has_ended()
    (text,) = example("clients/javascript/README.md", "js", 1)
    shop = """
class Shop {
  constructor(url) { this.url = url }
  async pay(amount) {
    for (let attempt = 0; ; attempt++) {
      try {
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k1' }
        const answer = await fetch(this.url + '/payments', { method: 'POST', headers, body: JSON.stringify({ amount }) })
        return await answer.json()
      } catch (error) { if (attempt) throw error }
    }
  }
}
"""
    (tmp_path / "shop.test.js").write_text(text + shop)
    assert "# pass 1\n" in run(
        "node",
        "--test",
        "--test-reporter=tap",
        cwd=tmp_path,
        env={**CLEAN, "PATH": "/usr/bin:/bin:" + str(pathlib.Path(shutil.which("node") or "").parent)},
    )
    # Without the package of this platform, which npm leaves out where it does not fit: what else is in the PATH.
    shutil.rmtree(tmp_path / "node_modules/@mishap")
    elsewhere = pretend(tmp_path / "elsewhere", mishap=f'exec {one("mishap-*/lib/mishap/mishap")} "$@"')
    (tmp_path / "package.json").write_text('{ "type": "module", "scripts": { "test": "node --test --test-reporter=tap" } }\n')
    assert "# pass 1\n" in run("npm", "test", cwd=tmp_path, env=elsewhere)
    assert "mishap: the package @mishap/linux-" in run("npx", "--offline", "mishap", "serve", code=126, cwd=tmp_path)


# Debian, for which these need the network. A root is kept in .build.


@pytest.fixture(params=["bookworm", "trixie"])
def debian(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> pathlib.Path:
    release = str(request.param)
    kept = ROOT / ".build" / "roots" / f"{release}.tar"
    root = tmp_path / release
    if not kept.exists():
        if not shutil.which("debootstrap"):
            pytest.fail("debootstrap is not installed")
        if os.geteuid() != 0:
            pytest.fail("debootstrap needs root")
        # Of debootstrap itself, unless somebody has another.
        mirror = os.environ.get("MISHAP_DEBIAN_MIRROR", "").split()
        kept.parent.mkdir(parents=True, exist_ok=True)
        run("debootstrap", "--variant=minbase", release, root, *mirror, timeout=900)
        run("tar", "--create", "--one-file-system", "--file", f"{kept}.part", "--directory", root, ".")
        pathlib.Path(f"{kept}.part").rename(kept)
    else:
        root.mkdir()
        run("tar", "--extract", "--file", kept, "--directory", root)
    prepare(root)
    return root


def test_archive_and_package_on_debian(debian: pathlib.Path) -> None:
    assert not list(debian.glob("usr/lib/*/libmicrohttpd.so*"))
    run("tar", "--extract", "--xz", "--strip-components=1", "--directory", debian / "opt", "--file", one("*.tar.xz"))
    with served(*inside(debian, "--", "/opt/bin/mishap", "serve", "--port", "0")) as url:
        try_out(url)
    shutil.copy(one("*.deb"), debian / "tmp/mishap.deb")
    run(*inside(debian, "--", "dpkg", "--install", "/tmp/mishap.deb", write=True))
    with served(*inside(debian, "--", "mishap", "serve", "--port", "0")) as url:
        try_out(url)
        assert b"captive" in ask(url + "/@http/html/any") or b"Welcome" in ask(url + "/@http/html/any")
    run(*inside(debian, "--", "dpkg", "--purge", "mishap", write=True))
    assert not list(debian.glob("usr/**/*mishap*"))


def test_package_depends_on_its_glibc(build: Build) -> None:
    assert run("dpkg-deb", "--field", one("*.deb"), "Depends") == f"libc6 (>= {build.glibc[0]}.{build.glibc[1]})\n"


# make install.


def test_install_and_uninstall(tmp_path: pathlib.Path, build: Build) -> None:
    """In a folder with a blank in its name, beside files that are somebody else's."""
    prefix = tmp_path / "my local"
    others = [prefix / "share/mishap/mine.json", prefix / "share/man/man1/other.1", tmp_path / "my"]
    for other in others:
        other.parent.mkdir(parents=True, exist_ok=True)
        other.write_text("precious")
    for _ in range(2):
        run(HERE / "install.sh", build.program, prefix)
        assert run(prefix / "bin/mishap", "--version") == run(build.program, "--version")
        assert (prefix / "share/zsh/site-functions/_mishap").read_text().startswith("#compdef mishap")
    run(HERE / "install.sh", "--remove", prefix)
    left = [path for path in prefix.parent.rglob("*") if path.is_file() or path.is_symlink()]
    assert sorted(left) == sorted(others) and all(other.read_text() == "precious" for other in others)
    assert run(HERE / "install.sh", "--remove", prefix, code=1).startswith("There is no mishap in ")
    assert run(HERE / "install.sh", "/no/program", prefix, code=1).startswith("There is no program /no/program")


def test_a_version_is_set_in_all_places(tmp_path: pathlib.Path) -> None:
    names = run("git", "ls-files", "-z", cwd=ROOT).split("\0")[:-1]
    for name in names:
        if not name.startswith("scenarios/") and (ROOT / name).exists():
            target = tmp_path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target, follow_symlinks=False)
    before = run(HERE / "version.sh").strip()
    run(tmp_path / ".ci/dist/version.sh", "7.6.5")
    assert run(tmp_path / ".ci/dist/version.sh") == "7.6.5\n"
    number = before.removesuffix("-dev")
    places = [
        "Sources",
        "clients/python/mishap_testing",
        "clients/javascript/src",
        "clients/javascript/package.json",
        "docs/mishap.1",
    ]
    old = [rf'"{re.escape(number)}[-.a-z0-9]*"', rf"'{re.escape(number)}[-.a-z0-9]*'", rf"mishap:{re.escape(number)}"]
    found = subprocess.run(
        ["grep", "-rnE", "|".join(old), *places, "clients/testcontainers"], cwd=tmp_path, capture_output=True, text=True
    )
    assert found.stdout == ""
    assert "no version" in run(tmp_path / ".ci/dist/version.sh", "seven", code=2)
