"""Runs the scripts of docs/gitlab-ci.json as a GitLab runner does, with a client in the place of `npm test`."""

import json
import os
import shlex
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import pytest
from test_action import PAY, PROGRAM

JOBS = json.loads((Path(__file__).resolve().parents[2] / "docs" / "gitlab-ci.json").read_text())
CLIENT = """
import os, sys, urllib.error, urllib.request
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
for _ in range(int(sys.argv[1])):
    try:
        opener.open(urllib.request.Request(os.environ["API_URL"] + "/payments", method="POST"), timeout=60).close()
    except urllib.error.HTTPError as error:
        error.close()
"""


@pytest.fixture
def checkout(tmp_path):
    """A folder with a scenario, and one with the programs `npm` and `mishap`."""
    assert PROGRAM, "MISHAP_BIN has to name the program, such as .build/release/mishap"
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "pay.json").write_text(json.dumps(PAY))
    (tmp_path / "client.py").write_text(CLIENT)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "mishap").symlink_to(PROGRAM)
    return tmp_path


def run(checkout, job, requests, variables):
    """The exit code of the job's script and what it said."""
    npm = checkout / "bin" / "npm"
    npm.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} client.py {requests}\n")
    npm.chmod(0o755)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MISHAP_")}
    environment |= variables | {"PATH": f"{checkout / 'bin'}:{environment['PATH']}", "NO_PROXY": "*", "no_proxy": "*"}

    def lines(words):
        return subprocess.run(
            ["bash", "-eo", "pipefail", "-c", "\n".join(words)], cwd=checkout, env=environment, timeout=300,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    script = lines(job["script"])
    after = lines(job.get("after_script", []))
    assert after.returncode == 0, after.stdout
    for path in job["artifacts"]["paths"]:
        assert json.loads((checkout / path).read_text())["failures"]
    return script.returncode, script.stdout


@pytest.mark.parametrize("requests, code, outcome", [(2, 0, "passed"), (1, 22, "failed")])
def test_with_a_service(checkout, requests, code, outcome):
    job = JOBS["tests-with-a-service"]
    (service,) = job["services"]
    address = f"http://{service['alias']}:{service['variables']['HEALTHCHECK_TCP_PORT']}"
    assert all(value.startswith(address + "/") for value in job["variables"].values())
    # Its variables are the service's too.
    own = {name: value for name, value in os.environ.items() if not name.startswith("MISHAP_")}
    gateway = subprocess.Popen(
        [PROGRAM, "serve", "--port", "0", "--quiet", "--until-stdin-closes", "--control", "any"], cwd=checkout / "bin",
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=own | job["variables"],
    )  # fmt: skip
    with gateway:
        try:
            url = gateway.stdout.readline().split(" on ")[1].strip()
            variables = {name: value.replace(address, url) for name, value in job["variables"].items()}
            result, said = run(checkout, job, requests, variables)
        finally:
            gateway.stdin.close()
        assert gateway.wait(timeout=60) == 0
    assert result == code, said
    assert f"{outcome}: one retry" in said


@pytest.mark.parametrize("requests, code, failures", [(2, 0, "0"), (1, 3, "1")])
def test_under_exec(checkout, requests, code, failures):
    job = JOBS["tests-under-exec"]
    result, said = run(checkout, job, requests, {})
    assert result == code, said
    verdicts = xml.etree.ElementTree.parse(checkout / job["artifacts"]["reports"]["junit"]).getroot()
    assert verdicts.get("failures") == failures
