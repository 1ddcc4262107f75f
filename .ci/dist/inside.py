#!/usr/bin/env python3
"""Runs a command in a root as a container engine would: read-only, with a /proc of its own, as user 10001, without any right.

    unshare --mount --pid --fork .ci/dist/inside.py ROOT [--write] [FROM:TO…] -- COMMAND…

FROM:TO are folders that the command sees beside. Who is not root adds --user --map-root-user, and remains that user.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import subprocess
import sys

DROP_FROM_BOUNDING_SET = 24
SET_NO_NEW_PRIVILEGES = 38
USER = 10001


def mount(*arguments: str) -> None:
    subprocess.run(["mount", *arguments], check=True)


def main(arguments: list[str]) -> None:
    border = arguments.index("--")
    (root, *places), command = arguments[:border], arguments[border + 1 :]
    writable = "--write" in places
    mount("--make-rprivate", "/")
    mount("--bind", root, root)
    for place in (place for place in places if ":" in place):
        source, target = place.split(":")
        mount("--bind", source, root + target)
        mount("-o", "remount,bind,ro", root + target)
    if not writable:
        mount("-o", "remount,bind,ro", root)
    mount("-t", "proc", "proc", root + "/proc")
    for name in ("null", "urandom"):
        if pathlib.Path(root, "dev", name).exists():
            mount("--bind", f"/dev/{name}", f"{root}/dev/{name}")
    os.chroot(root)
    os.chdir("/")
    libc = ctypes.CDLL(None)
    if not writable:
        for right in range(64):
            libc.prctl(DROP_FROM_BOUNDING_SET, right, 0, 0, 0)
        libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        if pathlib.Path("/proc/self/uid_map").read_text().split()[2] != "1":
            os.setgroups([])
            os.setgid(USER)
            os.setuid(USER)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
