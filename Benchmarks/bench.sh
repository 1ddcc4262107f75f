#!/bin/sh
# Builds both programs, installs what they are measured with where it is missing, and prints the report.
# Arguments go to mishap-bench: --only ROW, --quick, --json FILE, --list.
set -eu
cd "$(dirname "$0")/.."

missing=""
PATH="$PATH:/usr/sbin" command -v nginx >/dev/null || missing="$missing nginx"
command -v wrk >/dev/null || missing="$missing wrk"
if [ -n "$missing" ]; then
    sudo=""
    [ "$(id -u)" -eq 0 ] || sudo="sudo"
    $sudo apt-get update -q >&2
    # shellcheck disable=SC2086
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2
fi

make -s build >&2
swift build -c release --product mishap-bench >&2
bin=$(swift build -c release --show-bin-path)
exec "$bin/mishap-bench" --mishap "$bin/mishap" "$@"
