#!/usr/bin/env python3
"""Makes what is published, from a program that was built for release:

    .ci/dist/make.py PROGRAM OUTPUT     a folder, .tar.xz, .deb, a Python wheel and npm packages, with checksums
    .ci/dist/make.py --image PROGRAM ROOT     the root of the container image, and nothing else

Two runs for one program give the same bytes: times are SOURCE_DATE_EPOCH, or that of the commit.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import lzma
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from dataclasses import dataclass

# Before modules of this folder.
sys.dont_write_bytecode = True

import sbom
from libraries import Library, Package, libraries, loader, oldest_glibc, run, static_runtime

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = pathlib.Path(__file__).resolve().parent
# Of each machine: what Debian calls it, and npm.
MACHINES = {"x86_64": ("amd64", "linux-x64"), "aarch64": ("arm64", "linux-arm64")}
SETUPTOOLS = "setuptools==80.9.0"
UPSTREAM = "https://github.com/mishap-gateway/mishap"


@dataclass(frozen=True)
class Build:
    """A program with all that it needs, and what it runs on."""

    program: pathlib.Path
    version: str
    machine: str
    libraries: list[Library]
    static: list[Package]
    loader: str
    glibc: tuple[int, int]
    epoch: int

    @property
    def name(self) -> str:
        return f"mishap-{self.version}-linux-{self.machine}"

    @property
    def bundled(self) -> list[Library]:
        return [library for library in self.libraries if not library.is_libc]

    @classmethod
    def of(cls, program: pathlib.Path) -> Build:
        machine = os.uname().machine
        if machine not in MACHINES:
            raise SystemExit(f"there are packages for {' and '.join(MACHINES)}, and this machine is {machine}")
        found = libraries(program)
        needed = [program, *(library.file for library in found if not library.is_libc)]
        return cls(
            program,
            version=run(program, "--version").split("\n")[0],
            machine=machine,
            libraries=found,
            static=static_runtime(program),
            loader=loader(program),
            glibc=oldest_glibc(needed),
            epoch=int(os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct", cwd=ROOT)),
        )


def write(path: pathlib.Path, text: str | bytes, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    path.chmod(mode)


def copy(source: pathlib.Path, target: pathlib.Path, mode: int = 0o644) -> None:
    write(target, source.read_bytes(), mode)


def copy_tree(source: pathlib.Path, target: pathlib.Path, *left_out: str) -> None:
    """A copy of a folder of the repository, with the modes that it has there, whatever the umask of the clone was."""
    shutil.copytree(source, target, ignore=shutil.ignore_patterns(*left_out))
    for path in [target, *target.rglob("*")]:
        path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


def files(folder: pathlib.Path) -> list[pathlib.Path]:
    return sorted(path for path in folder.rglob("*") if path.is_symlink() or path.is_file())


SWIFT = os.environ.get("SWIFT", "swift")


def licences(folder: pathlib.Path, packages: set[Package]) -> None:
    """The copyright file of each package and Swift's licence, and the texts to which these refer."""
    referred = set()
    for package in packages:
        if not package.copyright.exists():
            raise SystemExit(f"{package.copyright} is missing: without its licence {package.name} cannot be passed on")
        text = package.copyright.read_text(errors="replace")
        write(folder / f"{package.name}.txt", text)
        referred |= set(re.findall(r"/usr/share/common-licenses/([A-Za-z0-9.-]*[A-Za-z0-9])", text))
    for name in referred:
        common = pathlib.Path("/usr/share/common-licenses", name)
        if common.exists():
            copy(common, folder / "common-licenses" / name)
    swift = pathlib.Path(shutil.which(SWIFT) or SWIFT).resolve().parent.parent / "share/swift/LICENSE.txt"
    if not swift.exists():
        raise SystemExit(f"{swift} is missing: the licence of Swift, whose runtime is in the program")
    copy(swift, folder / "swift.txt")


def put_libraries(build: Build, lib: pathlib.Path) -> None:
    for library in build.bundled:
        copy(library.file, lib / library.name)


def make_folder(build: Build, folder: pathlib.Path) -> None:
    """What `make install` installs, with the libraries beside the program, a launcher before it, and what it all is."""
    run(HERE / "install.sh", build.program, folder)
    lib, documents = folder / "lib" / "mishap", folder / "share" / "doc" / "mishap"
    put_libraries(build, lib)
    major, minor = build.glibc
    write(
        lib / "needs",
        f"_mishap_loader={build.loader}\n_mishap_machine={build.machine}\n_mishap_glibc={major}.{minor}\n",
    )
    (folder / "bin" / "mishap").unlink()
    copy(HERE / "launcher.sh", folder / "bin" / "mishap", 0o755)
    licences(documents / "licences", {library.package for library in build.bundled} | set(build.static))
    swift = re.search(r"Swift version (\S+)", run(SWIFT, "--version"))
    version = swift.group(1) if swift else "unknown"
    content = sbom.document(folder, build.name, build.version, version, build.bundled, build.static, build.epoch)
    write(documents / "sbom.spdx.json", json.dumps(content, indent=2) + "\n")
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n" for file in files(folder)]
    write(documents / "SHA256SUMS", "".join(sums))


def plain(build: Build, entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mtime = build.epoch
    return entry


def make_archive(build: Build, folder: pathlib.Path, output: pathlib.Path) -> pathlib.Path:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w", format=tarfile.PAX_FORMAT) as tar:
        # In the order of names, folders before what is in them.
        tar.add(folder, build.name, filter=lambda entry: plain(build, entry))
    path = output / f"{build.name}.tar.xz"
    write(path, lzma.compress(archive.getvalue(), preset=9 | lzma.PRESET_EXTREME))
    return path


def make_deb(build: Build, folder: pathlib.Path, output: pathlib.Path) -> pathlib.Path:
    """The same in /usr. The package's own Depends says which glibc it needs, so that there is no launcher."""
    architecture, _ = MACHINES[build.machine]
    version = build.version.replace("-", "~")
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(temporary, "root")
        shutil.copytree(folder, root / "usr", symlinks=True)
        root.chmod(0o755)
        usr = root / "usr"
        (usr / "bin" / "mishap").unlink()
        (usr / "bin" / "mishap").symlink_to("../lib/mishap/mishap")
        # Debian has zsh's functions of packages elsewhere.
        (usr / "share/zsh/site-functions").rename(usr / "share/zsh/vendor-completions")
        documents = usr / "share/doc/mishap"
        (documents / "LICENSE").rename(documents / "copyright")
        (documents / "SHA256SUMS").unlink()
        size = sum(file.lstat().st_size for file in files(root)) // 1024
        fields = {
            "Package": "mishap",
            "Version": version,
            "Architecture": architecture,
            "Maintainer": "Mishap <mishap@localhost>",
            "Installed-Size": str(size),
            "Depends": f"libc6 (>= {build.glibc[0]}.{build.glibc[1]})",
            "Section": "web",
            "Priority": "optional",
            "Homepage": UPSTREAM,
            "Description": "mock HTTP gateway that fails on cue\n"
            " Scenario files in JSON say, request by request, how a gateway behaves: half a body\n"
            " and then a reset, HTML where JSON belongs, nothing at all for a minute, TLS that\n"
            " fails in the handshake. Clients are pointed at it to see how they handle errors.",
        }
        write(root / "DEBIAN" / "control", "".join(f"{name}: {value}\n" for name, value in fields.items()))
        set_times(build, root)
        path = output / f"mishap_{version}_{architecture}.deb"
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(build.epoch)}
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(path)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return path


def set_times(build: Build, folder: pathlib.Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (build.epoch, build.epoch), follow_symlinks=False)


def make_wheel(build: Build, folder: pathlib.Path, output: pathlib.Path) -> pathlib.Path:
    """clients/python with the folder as its data, which goes into the environment as it is: bin, lib and share."""
    with tempfile.TemporaryDirectory() as temporary:
        # A copy, since setuptools leaves files beside its sources.
        source = pathlib.Path(temporary, "python")
        copy_tree(ROOT / "clients" / "python", source, "tests", "__pycache__", "build", "*.egg-info")
        run(*pip(), "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", temporary, source)
        (pure,) = pathlib.Path(temporary).glob("*.whl")
        with zipfile.ZipFile(pure) as archive:
            entries = {name: (archive.read(name), 0o644) for name in archive.namelist()}
    name = "-".join(pure.name.split("-")[:2])
    tag = f"py3-none-manylinux_{build.glibc[0]}_{build.glibc[1]}_{build.machine}"
    (about,) = (entry for entry in entries if entry.endswith(".dist-info/WHEEL"))
    text = entries[about][0].decode().replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    entries[about] = (re.sub(r"Tag: \S+", f"Tag: {tag}", text).encode(), 0o644)
    for file in files(folder):
        path = file.relative_to(folder).as_posix()
        place = path.replace("bin/", "scripts/") if path.startswith("bin/") else f"data/{path}"
        entries[f"{name}.data/{place}"] = (file.read_bytes(), file.stat().st_mode & 0o777)
    record = about.replace("WHEEL", "RECORD")
    del entries[record]
    lines = []
    for entry, (content, _) in sorted(entries.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{entry},sha256={digest},{len(content)}\n")
    entries[record] = ("".join([*lines, f"{record},,\n"]).encode(), 0o644)
    path = output / f"{name}-{tag}.whl"
    # Zip knows no time before 1980.
    moment = time.gmtime(max(build.epoch, 315532800))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        # What the wheel is comes last, as the format recommends.
        for entry, (content, mode) in sorted(entries.items(), key=lambda item: (".dist-info/" in item[0], item[0])):
            information = zipfile.ZipInfo(entry, moment)
            information.external_attr = (0o100000 | mode) << 16
            information.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(information, content)
    return path


def pip() -> list[str]:
    """pip of an environment of its own, with a setuptools that writes the same from one day to another."""
    environment = ROOT / ".build" / "dist-python"
    known = environment / SETUPTOOLS
    command = [str(environment / "bin" / "python3"), "-m", "pip", "--disable-pip-version-check"]
    if not known.exists():
        run(sys.executable, "-m", "venv", "--clear", environment)
        run(*command, "install", "--quiet", SETUPTOOLS, "wheel==0.45.1")
        known.touch()
    return command


def make_npm(build: Build, folder: pathlib.Path, output: pathlib.Path) -> list[pathlib.Path]:
    """clients/javascript with the launcher, and the package of this platform, of which it depends."""
    _, platform = MACHINES[build.machine]
    main = json.loads((ROOT / "clients/javascript/package.json").read_text())
    system, processor = platform.split("-")
    package = {
        "name": f"@mishap/{platform}",
        "version": main["version"],
        "description": f"The program of Mishap for {build.machine} Linux with glibc; the package mishap starts it",
        "license": main["license"],
        "os": [system],
        "cpu": [processor],
        "libc": ["glibc"],
        "preferUnplugged": True,
        "publishConfig": {"access": "public"},
    }
    made = []
    with tempfile.TemporaryDirectory() as temporary:
        library, program = pathlib.Path(temporary, "main"), pathlib.Path(temporary, "program")
        # With the launcher in place of the link to it.
        copy_tree(ROOT / "clients" / "javascript", library, "node_modules")
        shutil.copytree(folder, program)
        shutil.rmtree(program / "bin")
        (program / "share/doc/mishap/SHA256SUMS").unlink()
        write(program / "package.json", json.dumps(package, indent=2) + "\n")
        for source in (library, program):
            printed = run("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", output, source, cwd=temporary)
            made.append(output / printed.strip())
    return made


def make_image(build: Build, root: pathlib.Path) -> None:
    """All that the container image has: the program, its libraries, the C library, the scenarios and a user."""
    usr = root / "usr"
    lib = usr / "lib" / "mishap"
    run("install", "-D", "-s", "-m", "755", build.program, lib / "mishap")
    put_libraries(build, lib)
    (usr / "bin").mkdir(parents=True)
    (usr / "bin" / "mishap").symlink_to("../lib/mishap/mishap")
    for library in build.libraries:
        if library.is_libc:
            # Where the loader looks without being told.
            copy(library.file, root / "lib" / f"{build.machine}-linux-gnu" / library.name, 0o755)
    copy(
        next(library.file for library in build.libraries if library.name == pathlib.Path(build.loader).name),
        root / build.loader.lstrip("/"),
        0o755,
    )
    licences(usr / "share/doc/mishap/licences", {library.package for library in build.libraries} | set(build.static))
    copy(ROOT / "LICENSE", usr / "share/doc/mishap/LICENSE")
    copy_tree(ROOT / "scenarios", root / "scenarios")
    write(root / "etc" / "passwd", "mishap:x:10001:10001::/:/sbin/nologin\n")
    write(root / "etc" / "group", "mishap:x:10001:\n")
    set_times(build, root)


def main(arguments: list[str]) -> None:
    os.umask(0o022)
    if len(arguments) == 3 and arguments[0] == "--image":
        make_image(Build.of(pathlib.Path(arguments[1]).resolve()), pathlib.Path(arguments[2]))
        return
    if len(arguments) != 2:
        raise SystemExit(__doc__)
    build, output = Build.of(pathlib.Path(arguments[0]).resolve()), pathlib.Path(arguments[1]).resolve()
    shutil.rmtree(output, ignore_errors=True)
    folder = output / build.name
    folder.mkdir(parents=True)
    make_folder(build, folder)
    made = [make_archive(build, folder, output), make_deb(build, folder, output), make_wheel(build, folder, output)]
    if shutil.which("npm"):
        made += make_npm(build, folder, output)
    else:
        print("There is no npm here: the npm packages are left out.", file=sys.stderr)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made]
    write(output / "SHA256SUMS", "".join(sums))
    for path in made:
        print(f"{path.stat().st_size / 1e6:6.2f} MB  {path.name}")
    print(f"for {build.machine} Linux with glibc {build.glibc[0]}.{build.glibc[1]} or later")


if __name__ == "__main__":
    main(sys.argv[1:])
