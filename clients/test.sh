#!/bin/sh
# The tests of the libraries for test suites and of the examples, with the clients of `make clients` and a program:
#
#     clients/test.sh PROGRAM [PART...]
set -eu
cd "$(dirname "$0")/.."
all="python javascript testcontainers action examples"
MISHAP_BIN=$(realpath "$1")
export MISHAP_BIN
shift
python=$PWD/.build/clients/bin/python3
# What others set for their gateways, for proxies, and for how pytest and Node.js print is not for these tests.
for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p'); do
    case $name in
    MISHAP_BIN) ;;
    MISHAP_* | PYTEST_* | *_proxy | *_PROXY | COLUMNS | CLICOLOR_FORCE | FORCE_COLOR | NO_COLOR | PY_COLORS) unset "$name" ;;
    esac
done

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

# pytest runs of their own, since each has settings of its own.
test_testcontainers() {
    PYTHONDONTWRITEBYTECODE=1 show "$python" -m pytest -p no:cacheprovider -q clients/testcontainers/tests
}
test_action() {
    PYTHONDONTWRITEBYTECODE=1 show "$python" -m pytest -p no:cacheprovider -q .ci/action
}

# At once: they mostly wait. Each says what it did when it has ended.
test_examples() {
    mkdir -p Examples/javascript/node_modules
    ln -sfn ../../../clients/javascript Examples/javascript/node_modules/mishap
    for language in python javascript swift; do
        "example_$language" >.build/example-$language.log 2>&1 &
        eval "process_$language=$!"
    done
    code=0
    for language in python javascript swift; do
        eval "wait \$process_$language" || code=1
        printf '+ the example in %s\n' "$language"
        tail -n 60 .build/example-$language.log
    done
    return $code
}

example_python() (
    cd Examples/python
    PYTHONPATH=../../clients/python PYTHONDONTWRITEBYTECODE=1 "$python" -m pytest -p no:cacheprovider -q \
        -p mishap_testing.pytest_plugin -n 4 test_orders.py test_bugs.py
)
example_javascript() (cd Examples/javascript && node --test)
# As somebody gets it: with the package as it is published, elsewhere.
example_swift() (
    rm -rf .build/archive && mkdir -p .build/archive
    git ls-files -z | tar --null --files-from - --create | tar --extract --directory .build/archive
    cd .build/archive/Examples/swift && swift test --scratch-path ../../../examples -Xswiftc -gnone
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
