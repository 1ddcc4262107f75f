"""The package as people get it: built, installed into an empty environment, and used as the README says."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile

from conftest import PACKAGE, PRINTING

import mishap_testing


def run(*command: str | os.PathLike[str], folder: pathlib.Path, code: int = 0) -> str:
    apart = ("PYTEST", "PYTHON")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(apart) and name not in PRINTING}
    result = subprocess.run(list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
    assert result.returncode == code, result.stdout + result.stderr
    return result.stdout


def blocks(language: str) -> list[str]:
    text = (PACKAGE / "README.md").read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_it_is_built_installed_and_used(tmp_path: pathlib.Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build", ".*"))
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "-q"]
    run(sys.executable, "-m", "pip", "wheel", *options, "-w", tmp_path, source, folder=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name == f"mishap_testing-{mishap_testing.__version__}-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    assert "mishap_testing/py.typed" in names and not any(name.startswith("tests") for name in names)
    # And as source, from which others build it.
    make = "import setuptools.build_meta as b; b.build_sdist('.')"
    run(sys.executable, "-c", make, folder=source)
    (archive,) = source.glob("*.tar.gz")
    assert any(name.endswith("/LICENSE") for name in tarfile.open(archive).getnames())

    environment = tmp_path / "environment"
    run(sys.executable, "-m", "venv", environment, folder=tmp_path)
    python = environment / "bin" / "python"
    run(python, "-m", "pip", "install", *options, wheel, folder=tmp_path)
    # pytest itself is that of these tests.
    packages = pathlib.Path(
        run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=tmp_path).strip()
    )
    (packages / "pytest.pth").write_text(sysconfig.get_path("purelib") + "\n")

    project = tmp_path / "project"
    project.mkdir()
    client, test = blocks("python")
    (project / "shop.py").write_text(client)
    (project / "test_shop.py").write_text(test)
    command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    assert "1 passed" in run(*command, folder=project)
    # It fails as the README shows.
    (project / "shop.py").write_text(client.replace('"k1"', 'f"k{attempt + 1}"'))
    failed = run(*command, folder=project, code=1)
    (shown,) = blocks("text")

    def plain(text: str) -> str:
        return re.sub(r"[0-9]+\.[0-9]+ ms", "N ms", re.sub(r"\d\d:\d\d:\d\d\.\d{3}", "TIME", text))

    assert plain(shown) in plain(failed), failed


def test_the_version_is_that_of_the_program() -> None:
    printed = subprocess.run([os.environ["MISHAP_BIN"], "--version"], capture_output=True, text=True, check=True).stdout
    assert mishap_testing.__version__ == re.sub(r"-dev$", ".dev0", printed.split()[0])
