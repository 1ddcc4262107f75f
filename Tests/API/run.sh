#!/bin/sh
# Makes calls of the control API from its OpenAPI document, right and wrong ones, and holds each answer against it; and a client
# from the document, which is used.
# `make test-api` runs it with the program as argument; further ones go to schemathesis.
set -eu
cd "$(dirname "$0")/../.."
program=$1
shift
clients=$PWD/.build/api-clients
if ! cmp -s Tests/API/requirements.txt "$clients/requirements.txt"; then
    echo "Installing schemathesis and a generator of clients into .build/api-clients" >&2
    python3 -m venv --clear "$clients"
    "$clients/bin/python3" -m pip --disable-pip-version-check install --quiet -r Tests/API/requirements.txt || {
        echo "pip reaches no package index that has it; PIP_INDEX_URL names another." >&2
        exit 1
    }
    # Last, so that an interrupted installation starts again.
    cp Tests/API/requirements.txt "$clients/"
fi

# Options of the caller's own gateway are none of this one's.
for name in $(env | sed -n 's/^\(MISHAP_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
folder=$(mktemp -d)
"$program" serve scenarios --scenario mtop/tour --port 0 --quiet >"$folder/listening" 2>"$folder/log" &
gateway=$!
trap 'kill "$gateway" 2>/dev/null || true; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
while [ ! -s "$folder/listening" ]; do
    kill -0 "$gateway" 2>/dev/null || {
        cat "$folder/log" >&2
        exit 1
    }
    sleep 0.05
done
url=$(sed 's/.* on //' "$folder/listening")

# `fail/…` answers in any way, and not at all.
# It keeps what it found in the folder where it runs.
tests=$PWD/Tests/API
cd "$folder"
"$clients/bin/schemathesis" --config-file "$tests/schemathesis.toml" run "$url/__mishap/openapi.json" \
    --exclude-path-regex '/fail/' --seed 1 --max-examples 200 --generation-database none --no-color \
    --suppress-health-check all --request-timeout 20 "$@"
# A client that is generated from the document compiles, and makes a session.
PATH="$clients/bin:$PATH" openapi-python-client generate --url "$url/__mishap/openapi.json" \
    --output-path "$folder/control" --meta none --fail-on-warning >"$folder/generated" 2>&1 || {
    cat "$folder/generated" >&2
    exit 1
}
"$clients/bin/python3" -m compileall -q "$folder/control"
PYTHONPATH=$folder "$clients/bin/python3" "$tests/generated.py" "$url"
kill -0 "$gateway" || {
    echo "The gateway has gone meanwhile." >&2
    cat "$folder/log" >&2
    exit 1
}
