#!/bin/sh
# The tests of the libraries for test suites, with the clients of `make clients` and a program:
#
#     clients/test.sh PROGRAM [PART...]
set -eu
cd "$(dirname "$0")/.."
all="python javascript"
MISHAP_BIN=$(realpath "$1")
export MISHAP_BIN
shift
python=$PWD/.build/clients/bin/python3

show() {
    printf '+ %s\n' "$*"
    "$@"
}

test_python() (
    cd clients/python
    show "$python" -m mypy --cache-dir ../../.build/mypy
    # What a later Python has; each version is not at hand.
    show "${python%python3}vermin" --no-tips --quiet --violations --target=3.9- mishap_testing
    PYTHONPATH=$PWD PYTHONDONTWRITEBYTECODE=1 show "$python" -m pytest -p no:cacheprovider -q \
        -p mishap_testing.pytest_plugin tests
)

test_javascript() (
    cd clients/javascript
    show tsc --project test/types
    show npm test --silent
)

for part in ${*:-$all}; do
    case " $all " in
    *" $part "*) "test_$part" ;;
    *)
        echo "There is no part $part. There are: $all." >&2
        exit 2
        ;;
    esac
done
