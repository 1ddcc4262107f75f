#!/bin/sh
# Builds mishap and mishap-bench, installs the tools they need if they are missing, and prints the report.
# Arguments go to mishap-bench: --only ROW, --quick, --json FILE, --list, --against PATH (another build of mishap) with
# --against-scenarios FOLDER (its Benchmarks/scenarios, if they are not in the checkout of that build), --budgets FILE with
# --write and --build-log FILE (figures that do not depend on the machine's speed).
set -eu
cd "$(dirname "$0")/.."

# The report compares with nginx; a comparison of two builds needs tools to count system calls and instructions instead,
# and the budgets need only those for instructions.
programs="wrk nginx openssl python3"
previous=""
for word in "$@"; do
    # Checked here, before a build that takes minutes.
    if [ "$previous" = --against ] && [ ! -e "$word" ]; then
        echo "bench.sh: --against $word: there is no such file" >&2
        exit 1
    fi
    previous="$word"
    case "$word" in
    --list) programs="" && break ;;
    --against) programs="wrk strace valgrind python3" ;;
    --budgets) programs="valgrind strip:binutils taskset:util-linux" ;;
    esac
done

missing=""
for program in $programs; do
    # The package has the name of the program; otherwise it is program:package.
    PATH="$PATH:/usr/sbin" command -v "${program%%:*}" >/dev/null || missing="$missing ${program##*:}"
done
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
