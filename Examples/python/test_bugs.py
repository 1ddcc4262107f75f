"""The same suite, with a client that has one bug: it fails, and by its tests' names one sees what is wrong."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys

import pytest
from orders import BUGS

FOUND_BY = {
    "a new key for each attempt": {"an_order_is_repeated_after_a_failure_of_the_gateway"},
    "does not wait for as long as it is told": {"an_order_waits_for_as_long_as_it_is_told"},
    "repeats what was refused": {"an_order_that_is_refused_is_not_repeated"},
    "never gives up": {"an_order_is_given_up_after_four_attempts"},
    "waits for ever": {"an_order_is_given_up_in_time_and_repeated"},
    "each request gets a token of its own": {"a_token_that_has_expired_is_renewed_once_for_all"},
    "goes on with the old token": {"a_token_that_has_expired_is_renewed_once_for_all"},
    "takes any answer for JSON": {"an_order_whose_answer_is_lost_is_repeated"},
    "follows pages in a circle": {"pages_in_a_circle_end"},
    "resumes what has changed": {"a_download_that_has_changed_begins_anew"},
    "does not resume": {"a_download_that_breaks_off_is_resumed"},
}


@pytest.mark.parametrize("name", BUGS)
def test_the_suite_finds(name: str) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "--tb=no",
        "--color=no",
        "-p",
        "no:cacheprovider",
        "-p",
        "mishap_testing.pytest_plugin",
    ]
    # What others set for pytest is not for this one.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    run = subprocess.run(
        [*command, "test_orders.py"],
        cwd=pathlib.Path(__file__).parent,
        env={**environment, "BUG": name},
        capture_output=True,
        text=True,
        timeout=300,
    )
    failed = set(re.findall(r"^FAILED test_orders\.py::test_(\w+)", run.stdout, re.MULTILINE))
    assert run.returncode == 1 and FOUND_BY[name] <= failed, run.stdout + run.stderr
    assert "passed" in run.stdout
