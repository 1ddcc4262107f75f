"""Which shared libraries a program needs, from which Debian packages they come, and how old a glibc may be."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
from dataclasses import dataclass


def run(*command: str | os.PathLike[str], **options: object) -> str:
    """What a command prints; its failure ends this program, with what it said."""
    words = list(map(str, command))
    result = subprocess.run(words, stdout=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C"}, **options)  # type: ignore[call-overload]
    if result.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: exit code {result.returncode}")
    return str(result.stdout)


@dataclass(frozen=True)
class Package:
    """A package of Debian, installed here."""

    name: str
    version: str
    source: str
    source_version: str
    architecture: str

    @property
    def copyright(self) -> pathlib.Path:
        return pathlib.Path("/usr/share/doc", self.name, "copyright")


@dataclass(frozen=True)
class Library:
    """A shared library: the name by which it is loaded, its file, and the package that the file is from."""

    name: str
    file: pathlib.Path
    package: Package

    @property
    def is_libc(self) -> bool:
        return self.package.name == "libc6"


def _package(file: pathlib.Path) -> Package:
    # Where /lib is a link to /usr/lib, packages may have either path.
    for path in (file, pathlib.Path("/usr", *file.parts[1:]), pathlib.Path("/", *file.parts[2:])):
        found = subprocess.run(["dpkg-query", "--search", str(path)], capture_output=True, text=True)
        if found.returncode == 0:
            name = found.stdout.split(":")[0]
            form = "${Package}\n${Version}\n${source:Package}\n${source:Version}\n${Architecture}"
            return Package(*run("dpkg-query", "--show", f"--showformat={form}", name).split("\n"))
    raise SystemExit(f"{file} is of no Debian package, so that neither its licence nor its version is known")


def libraries(program: pathlib.Path) -> list[Library]:
    """All that a program loads, the C library's own included, by name."""
    found = []
    for line in run("ldd", program).splitlines():
        match = re.match(r"\s*(\S+)(?: => (\S+))? \(0x", line)
        if not match:
            raise SystemExit(f"ldd {program}: {line.strip()}")
        name, file = match.groups()
        if name.startswith("linux-vdso"):
            continue
        path = pathlib.Path(file or name).resolve()
        found.append(Library(pathlib.Path(name).name, path, _package(path)))
    return sorted(found, key=lambda library: library.name)


def static_runtime(program: pathlib.Path) -> list[Package]:
    """The packages of C++'s runtime, where it is in the program and not beside it."""
    archive = pathlib.Path(".build/static/libstdc++.a")
    if any(library.name.startswith("libstdc++") for library in libraries(program)):
        return []
    if not archive.exists():
        raise SystemExit(f"{program} has no libstdc++ beside it, and {archive} does not say which is in it; make build does")
    archive = archive.resolve()
    return sorted({_package(archive), _package(archive.with_name("libgcc_eh.a"))}, key=lambda package: package.name)


def loader(program: pathlib.Path) -> str:
    """The path of the loader that the kernel starts for a program."""
    match = re.search(r"program interpreter: (\S+)\]", run("readelf", "--wide", "--program-headers", program))
    if not match:
        raise SystemExit(f"{program} is no program that loads shared libraries")
    return match.group(1)


def oldest_glibc(files: list[pathlib.Path]) -> tuple[int, int]:
    """The oldest glibc that has what these files use of it."""
    used = set()
    for file in files:
        used |= set(re.findall(r"Name: GLIBC_(\d+)\.(\d+)", run("readelf", "--wide", "--version-info", file)))
    return max((int(major), int(minor)) for major, minor in used)
