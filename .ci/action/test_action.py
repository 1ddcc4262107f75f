"""Runs action.yml as a runner does: the inputs by its expressions, each step in a shell of its own, with real requests between.

    MISHAP_BIN=.build/release/mishap python3 -m pytest -p no:cacheprovider .ci/action
"""

import hashlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import tarfile
import urllib.error
import urllib.request
import xml.etree.ElementTree
from pathlib import Path
from types import SimpleNamespace

import pytest

FOLDER = Path(__file__).resolve().parent
ACTION = json.loads((FOLDER / "action.yml").read_text())
PROGRAM = shutil.which(os.environ.get("MISHAP_BIN", "mishap")) or ""
# As a runner starts `shell: sh`, with the file of the step's script behind.
SHELL = ["sh", "-e"]
EXPRESSION = re.compile(r"\$\{\{\s*(\S+)\s*\}\}")

PAY = {
    "rules": [
        {
            "name": "pay",
            "match": {"method": "POST", "path": "/payments"},
            "steps": [{"fail": 503}, {"reply": {"status": 201, "json": {"id": 7}}}],
        }
    ],
    "expect": [{"name": "one retry, 100% of the time", "rule": "pay", "requests": 2}],
}


class Job:
    """A job of a workflow: its workspace, its variables, and the steps that use the action."""

    def __init__(self, folder):
        self.workspace = folder / "work space"
        self.temporary = folder / "temp"
        self.files = folder / "files"
        for made in (self.workspace, self.temporary, self.files):
            made.mkdir()
        names = ("MISHAP_", "GITHUB_", "INPUT_", "RUNNER_")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(names)} | {
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_ACTION_PATH": str(FOLDER),
            "RUNNER_TEMP": str(self.temporary),
            "RUNNER_OS": "Linux",
        }
        self.count = 0
        self.write("scenarios/pay.json", PAY)

    def write(self, path, scenario):
        path = self.workspace / path
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(scenario, indent=2))

    def script(self, name, text):
        """A program that runs `text` in place of Mishap; "$PROGRAM" is Mishap."""
        path = self.files / name
        path.write_text(f"#!/bin/sh\nPROGRAM='{PROGRAM}'\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def first_on_path(self, name, target):
        """Makes `target` the program of this name."""
        folder = self.files / "first"
        if not folder.exists():
            folder.mkdir()
            self.environment["PATH"] = f"{folder}:{self.environment['PATH']}"
        (folder / name).symlink_to(target)

    def take_from_path(self, name):
        """Leaves all programs on PATH but this one."""
        folder = self.files / "others"
        folder.mkdir()
        for place in map(Path, self.environment["PATH"].split(":")):
            for program in place.iterdir() if place.is_dir() else ():
                if program.name != name and not (folder / program.name).is_symlink():
                    (folder / program.name).symlink_to(program.absolute())
        self.environment["PATH"] = str(folder)

    def start(self, **inputs):
        if not {"program", "archive"} & inputs.keys():
            inputs["program"] = PROGRAM
        return self.use(**inputs)

    def judge(self, **inputs):
        return self.use(command="judge", **inputs)

    def use(self, **inputs):
        """One use of the action."""
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        assert given.keys() <= ACTION["inputs"].keys()
        context = {f"inputs.{name}": given.get(name, about["default"]) for name, about in ACTION["inputs"].items()}
        result = SimpleNamespace(code=0, said="", summary="", variables={}, outputs={})
        for step in ACTION["runs"]["steps"]:
            self.step(step, context, result)
            if result.code != 0:
                break
        self.environment |= result.variables
        result.outputs = {name: evaluated(about["value"], context) for name, about in ACTION["outputs"].items()}
        result.annotations = commands(result.said)
        return result

    def step(self, step, context, result):
        self.count += 1
        script, *files = (self.files / f"{self.count}-{name}" for name in ("script", "ENV", "OUTPUT", "STEP_SUMMARY"))
        script.write_text(step["run"])
        own = {f"GITHUB_{file.name.split('-')[1]}": str(file) for file in files}
        for file in files:
            file.touch()
        own |= {name: evaluated(value, context) for name, value in step["env"].items()}
        # It returns when nobody has its output any more.
        ran = subprocess.run(
            SHELL + [script], cwd=self.workspace, env=self.environment | own, timeout=300,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        result.code = ran.returncode
        result.said += ran.stdout
        result.variables |= settings(files[0])
        for name, value in settings(files[1]).items():
            context[f"steps.{step['id']}.outputs.{name}"] = value
        result.summary += files[2].read_text()

    def processes(self):
        """Process ids of all that the job has started and that still runs, with their command lines."""
        mark = f"RUNNER_TEMP={self.temporary}\0".encode()
        found = {}
        for entry in Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes():
                    found[int(entry.name)] = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                pass  # It has ended, or is another user's.
        return found

    def gateway(self):
        """The process id of the only gateway."""
        (process,) = (number for number, words in self.processes().items() if words[:2] == [PROGRAM, "exec"])
        return process

    def supervisor(self):
        """The process id of what runs the only gateway."""
        return int((self.temporary / "mishap-mishap" / "pid").read_text())

    def nothing_is_left(self):
        wait_for_ends(self.processes())
        return not self.processes() and not list(self.temporary.iterdir())


def evaluated(text, context):
    """The only expressions that action.yml needs: one name of a context. What is not there is empty."""
    assert all(name in context or name.startswith("steps.") for name in EXPRESSION.findall(text)), text
    return EXPRESSION.sub(lambda match: context.get(match.group(1), ""), text)


def settings(file):
    return dict(line.split("=", 1) for line in file.read_text().splitlines())


def commands(text):
    """The workflow commands that a runner takes from what a step says: of their kind, their properties and their message."""
    found, token = [], None
    for line in text.splitlines():
        match = re.match(r"\s*::([^\s:]+)(?: ([^:]*))?::(.*)$", line)
        if token is not None:
            token = None if match and match.group(1) == token else token
        elif match and match.group(1) == "stop-commands":
            token = match.group(3)
        elif match:
            message = match.group(3).replace("%0A", "\n").replace("%0D", "\r").replace("%25", "%")
            found.append((match.group(1), match.group(2), message))
        else:
            # The older form, which is taken anywhere in a line.
            assert "##[" not in line
    assert token is None
    return found


def wait_for_ends(processes):
    for process in processes:
        try:
            file = os.pidfd_open(process)
        except ProcessLookupError:
            continue
        with os.fdopen(file) as ended:
            assert select.select([ended], [], [], 60)[0], f"{process} has not ended"


def ask(url, method="GET"):
    """The status and the body of an answer."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(urllib.request.Request(url, method=method), timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def pay(url):
    return ask(url + "/payments", "POST")[0]


def one_error(result):
    ((kind, _, message),) = result.annotations
    assert (kind, result.code) == ("error", 1), result.said
    return message


@pytest.fixture
def job(tmp_path):
    assert PROGRAM, "MISHAP_BIN has to name the program, such as .build/release/mishap"
    job = Job(tmp_path)
    yield job
    # As a runner does at the end of a job.
    left = job.processes()
    for process in left:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass
    wait_for_ends(left)


@pytest.fixture(params=["dash", "bash"])
def shell(request, job):
    """A shell that is the `sh` of the job."""
    program = shutil.which(request.param)
    if program is None:
        pytest.skip(f"{request.param} is not installed")
    job.first_on_path("sh", program)
    return Path(program)


def test_the_file_is_a_composite_action():
    assert ACTION.keys() == {"name", "description", "inputs", "outputs", "runs"}
    assert ACTION["runs"].keys() == {"using", "steps"} and ACTION["runs"]["using"] == "composite"
    assert all(about.keys() == {"description", "default"} for about in ACTION["inputs"].values())
    assert all(about.keys() == {"description", "value"} for about in ACTION["outputs"].values())
    assert all(isinstance(about["default"], str) for about in ACTION["inputs"].values())
    used = set()
    for step in ACTION["runs"]["steps"]:
        assert step.keys() == {"id", "shell", "env", "run"} and step["shell"] == "sh"
        assert "${{" not in step["run"], "what comes from outside is no text of a script"
        for value in step["env"].values():
            used.update(EXPRESSION.findall(value))
    assert used == {f"inputs.{name}" for name in ACTION["inputs"]}
    steps = {step["id"] for step in ACTION["runs"]["steps"]}
    for name, about in ACTION["outputs"].items():
        (expression,) = EXPRESSION.findall(about["value"])
        context, step, outputs, output = expression.split(".")
        assert (context, outputs, output) == ("steps", "outputs", name) and step in steps


def test_every_input_is_read_by_the_script():
    script = (FOLDER / "mishap.sh").read_text()
    for step in ACTION["runs"]["steps"]:
        assert set(re.findall(r"INPUT_[A-Z0-9_]+", script)) == step["env"].keys()


def test_a_client_that_behaves_passes(job, shell):
    started = job.start(scenarios="scenarios")
    assert (started.code, started.annotations) == (0, []), started.said
    assert Path(f"/proc/{job.supervisor()}/exe").samefile(shell)
    assert started.variables.keys() == {"MISHAP_URL", "MISHAP_HTTPS_URL", "MISHAP_CONTROL_URL", "MISHAP_CA"}
    for name, value in started.variables.items():
        assert started.outputs[name.removeprefix("MISHAP_").lower().replace("_", "-")] == value
    assert started.variables["MISHAP_CONTROL_URL"] == started.variables["MISHAP_URL"] + "/__mishap"
    assert "BEGIN CERTIFICATE" in Path(started.variables["MISHAP_CA"]).read_text()
    assert (pay(started.outputs["url"]), pay(started.outputs["url"])) == (503, 201)

    judged = job.judge()
    assert (judged.code, judged.annotations, judged.outputs["exit-code"]) == (0, [], "0"), judged.said
    assert "passed: one retry, 100% of the time: 2 requests came" in judged.said
    assert judged.summary.startswith("## Mishap (mishap): passed\n")
    assert "| `http/status/503` | 1 |" in judged.summary
    assert judged.summary.count("## ") == 1
    assert job.nothing_is_left()


def test_a_client_that_does_not_behave_fails_the_step(job, shell):
    started = job.start(scenarios="scenarios", junit="verdicts.xml", report="exercised.json\nexercised.txt\n")
    pay(started.outputs["url"])

    judged = job.judge()
    assert (judged.code, judged.outputs["exit-code"]) == (3, "3")
    assert [(kind, message) for kind, _, message in judged.annotations] == [
        ("error", "failed: pay\n  failed: one retry, 100% of the time: 1 request came (entry 1); 2 requests were expected")
    ]
    assert "100%25 of the time" in judged.said
    assert judged.summary.startswith("## Mishap (mishap): failed\n")
    assert "    mishap: failed: pay\n" in judged.summary
    assert xml.etree.ElementTree.parse(job.workspace / "verdicts.xml").getroot().get("failures") == "1"
    report = json.loads((job.workspace / "exercised.json").read_text())
    assert [failure["name"] for failure in report["failures"]] == ["http/status/503"]
    assert "http/status/503" in (job.workspace / "exercised.txt").read_text()
    assert job.nothing_is_left()


def test_a_failed_verdict_may_be_a_warning(job):
    started = job.start(scenarios="scenarios")
    pay(started.outputs["url"])
    judged = job.judge(fail_on_verdict="false")
    assert (judged.code, judged.outputs["exit-code"]) == (0, "3")
    assert [kind for kind, _, _ in judged.annotations] == ["warning"]


def test_each_session_that_failed_has_an_annotation(job):
    job.write("scenarios/orders.json", PAY)
    started = job.start(scenarios="scenarios/pay.json\n\n  scenarios/orders.json  \n")
    assert (pay(started.outputs["url"] + "/@pay"), pay(started.outputs["url"] + "/@orders")) == (503, 503)
    judged = job.judge()
    assert judged.code == 3
    assert sorted(message.splitlines()[0] for _, _, message in judged.annotations) == ["failed: orders", "failed: pay"]


def test_a_required_failure_that_did_not_come_fails_the_step(job):
    started = job.start(scenarios="scenarios", require="http/status/503\ntcp/reset,tcp/close")
    assert (pay(started.outputs["url"]), pay(started.outputs["url"])) == (503, 201)
    judged = job.judge()
    assert judged.code == 3
    assert [message for _, _, message in judged.annotations] == [
        "not exercised: tcp/reset: no request got it",
        "not exercised: tcp/close: no request got it",
    ]


def test_seed_and_scenario_are_passed_on(job):
    job.write("scenarios/dice.json", {"rules": [{"choose": [{"fail": 500}, {"reply": {"status": 200}}]}]})
    throws = []
    for seed in ("7", "7", "8"):
        started = job.start(scenarios="scenarios", scenario="dice", seed=seed)
        assert started.code == 0, started.said
        throws.append([ask(started.outputs["url"])[0] for _ in range(30)])
        assert job.judge().code == 0
    assert throws[0] == throws[1] != throws[2]


def test_what_clients_send_is_no_command_of_the_runner(job):
    started = job.start(scenarios="scenarios")
    ask(started.outputs["url"] + "/%23%23[error]x")
    ask(started.outputs["url"] + "/%0A::error::x")
    judged = job.judge()
    assert '"/##[error]x"' in judged.said and "::error::x" in judged.said
    assert [message.splitlines()[0] for _, _, message in judged.annotations] == ["failed: pay"]


def test_two_gateways_are_judged_apart(job):
    one, two = job.start(name="one"), job.start(name="two")
    assert one.outputs["url"] != two.outputs["url"]
    assert job.environment["MISHAP_URL"] == two.outputs["url"]
    assert [pay(gateway.outputs["url"]) for gateway in (one, two, two)] == [503, 503, 201]
    assert (job.judge(name="two").code, job.judge(name="one").code) == (0, 3)
    assert job.nothing_is_left()


def test_a_name_can_start_again_after_its_verdict(job):
    for _ in range(2):
        started = job.start()
        assert (pay(started.outputs["url"]), pay(started.outputs["url"])) == (503, 201)
        assert job.judge().code == 0


def test_a_second_start_is_an_error_and_harms_nothing(job):
    started = job.start()
    assert 'A gateway "mishap" was started already: judge it first' in one_error(job.start())
    assert (pay(started.outputs["url"]), pay(started.outputs["url"])) == (503, 201)
    assert job.judge().code == 0


def test_a_judge_without_a_start_is_an_error(job):
    assert 'No gateway "mishap" was started in this job' in one_error(job.judge())


def test_a_gateway_that_died_is_an_error(job):
    job.start()
    supervisor = job.supervisor()
    os.kill(job.gateway(), signal.SIGKILL)
    wait_for_ends([supervisor])
    judged = job.judge()
    assert one_error(judged).startswith("The gateway ended before it was judged (exit code 137)")
    assert judged.summary.startswith("## Mishap (mishap): no verdict\n")
    assert job.nothing_is_left()


def test_a_gateway_that_died_with_its_supervisor_is_an_error(job):
    job.start()
    processes = [job.supervisor(), job.gateway()]
    for process in processes:
        os.kill(process, signal.SIGKILL)
    wait_for_ends(processes)
    assert one_error(job.judge()).startswith("The gateway ended before it was judged (exit code unknown)")
    assert job.nothing_is_left()


def test_a_scenario_with_an_error_is_shown_at_its_place(job):
    job.write("scenarios/pay.json", {"rules": [{"fial": 503}]})
    started = job.start(scenarios="scenarios/pay.json")
    assert started.code == 1
    assert 'scenarios/pay.json:4:7: error: unknown field "fial" in a rule' in started.said
    (place, end) = started.annotations
    assert place[:2] == ("error", "title=Mishap,file=scenarios/pay.json,line=4,col=7")
    assert place[2].startswith('unknown field "fial" in a rule')
    assert end[2].startswith("The gateway did not start (exit code 125)")
    assert "No gateway" in one_error(job.judge())
    assert job.nothing_is_left()


def test_a_gateway_that_does_not_start_in_time_is_ended(job):
    job.environment["MISHAP_ACTION_DEADLINE"] = "1"
    hanging = job.script("hanging", "echo 'it hangs'; exec sleep 600")
    # The second begins when it hangs, however long that takes.
    output, date = job.temporary / "mishap-mishap" / "output", shutil.which("date")
    job.first_on_path("date", job.script("date", f"until grep -qs hangs '{output}'; do sleep 0.05; done; exec {date} \"$@\""))
    started = job.start(program=hanging)
    assert one_error(started).startswith("The gateway did not start within 1 s")
    assert "it hangs" in started.said
    assert job.nothing_is_left()


def test_a_gateway_that_does_not_end_in_time_is_ended(job):
    job.environment |= {"MISHAP_URL": "", "MISHAP_HTTPS_URL": "", "MISHAP_CONTROL_URL": ""}
    hanging = job.script(
        "hanging",
        'while [ "$1" != -- ]; do shift; done; shift\n'
        'MISHAP_URL=u MISHAP_HTTPS_URL=h MISHAP_CONTROL_URL=c "$@"; exec sleep 600',
    )
    assert job.start(program=hanging).outputs["control-url"] == "c"
    job.environment["MISHAP_ACTION_DEADLINE"] = "1"
    assert one_error(job.judge()).startswith("The gateway did not end within 1 s")
    assert job.nothing_is_left()


@pytest.mark.parametrize(
    "inputs, message",
    [
        ({"program": "no/mishap"}, 'There is no program "no/mishap"'),
        ({"program": PROGRAM, "archive": "a.tar.xz"}, "There are both program and archive"),
        ({"program": PROGRAM, "sha256": "00"}, "There is sha256 without archive"),
        ({"archive": "a.tar.xz"}, "There is no archive a.tar.xz"),
        ({"archive": "http://example.com/a.tar.xz"}, "is neither a file nor an https URL"),
        ({"archive": "https://example.invalid/a.tar.xz"}, "An archive by URL needs sha256."),
        ({"name": "../x"}, 'The name "../x" may have letters'),
        ({"command": "stop"}, 'The command is "stop"'),
        ({"fail_on_verdict": "no"}, 'fail-on-verdict is "no"'),
    ],
)
def test_wrong_inputs_are_errors(job, inputs, message):
    assert message in one_error(job.start(**inputs))
    assert job.nothing_is_left()


def test_another_system_is_an_error(job):
    job.environment["RUNNER_OS"] = "macOS"
    assert "Mishap needs Linux, and this runner has macOS" in one_error(job.start())


@pytest.mark.parametrize(
    "tool, inputs",
    [
        ("setsid", {}),
        ("tar", {"archive": "a.tar.xz"}),
        ("xz", {"archive": "a.tar.xz"}),
        ("curl", {"archive": "https://example.invalid/a.tar.xz", "sha256": "0" * 64}),
    ],
)
def test_a_tool_that_is_not_installed_is_named(job, tool, inputs):
    (job.workspace / "a.tar.xz").touch()
    job.take_from_path(tool)
    assert one_error(job.start(**inputs)).startswith(f"There is no {tool} here: install it")
    assert job.nothing_is_left()


def test_inputs_of_start_are_named_where_judge_gets_them(job):
    started = job.start()
    assert (pay(started.outputs["url"]), pay(started.outputs["url"])) == (503, 201)
    judged = job.judge(junit="verdicts.xml")
    assert judged.code == 0
    assert [kind for kind, _, _ in judged.annotations] == ["warning"]


def archive(job, path="mishap-0.2.0-linux-x86_64/bin/mishap", name="mishap-0.2.0-linux-x86_64.tar.xz"):
    """An archive as a release has it, and its SHA-256."""
    program = job.script("program", 'exec "$PROGRAM" "$@"')
    packed = job.workspace / name
    with tarfile.open(packed, "w:xz") as tar:
        tar.add(program, path)
    return packed, hashlib.sha256(packed.read_bytes()).hexdigest()


def test_the_program_comes_out_of_an_archive(job):
    packed, sum = archive(job)
    started = job.start(archive=packed.name, sha256=sum.upper())
    assert started.code == 0, started.said
    assert (pay(started.outputs["url"]), pay(started.outputs["url"])) == (503, 201)
    assert job.judge().code == 0
    assert job.nothing_is_left()


@pytest.mark.parametrize("name", ["12:30.tar.xz", "-C.tar.xz"])
def test_the_name_of_an_archive_is_no_option_and_no_machine_of_tar(job, name):
    archive(job, name=name)
    started = job.start(archive=name)
    assert started.code == 0, started.said


def test_an_archive_with_another_sum_is_not_run(job):
    packed, sum = archive(job)
    started = job.start(archive=packed.name, sha256="0" * 64)
    assert one_error(started).startswith(f"The archive {packed.name} has the SHA-256 {sum}, and {'0' * 64} was expected")
    assert job.nothing_is_left()


def test_an_archive_without_the_program_is_an_error(job):
    packed, _ = archive(job, "other/bin/mishap")
    assert "has no mishap-*/bin/mishap" in one_error(job.start(archive=packed.name))
    assert job.nothing_is_left()


def test_an_archive_is_downloaded_by_https_only(job):
    """With a curl that takes the file and writes down how it was called: no test asks another machine."""
    packed, sum = archive(job)
    asked = job.files / "asked"
    curl = job.script(
        "curl",
        f"echo \"$@\" >'{asked}'\n"
        f'while [ "$1" != --output ]; do shift; done; cp \'{packed}\' "$2"',
    )
    job.first_on_path("curl", curl)
    started = job.start(archive="https://example.com/mishap.tar.xz", sha256=sum)
    assert started.code == 0, started.said
    words = asked.read_text().split()
    assert words[-1] == "https://example.com/mishap.tar.xz"
    assert ["--proto", "=https", "--proto-redir", "=https"] == [word for word in words if "proto" in word or "=" in word]
    assert job.judge().code == 3
