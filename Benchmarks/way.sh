#!/bin/sh
# Which files of the project a request goes through, from accept to its journal entry: those with a function that callgrind
# counts in a debug build while one request comes on a new connection. Code that the compiler writes belongs to no file.
#   Benchmarks/way.sh            a reply from a file, and a JSON-RPC batch of three calls
#   Benchmarks/way.sh --files    with the names of the files
set -eu
export LC_ALL=C
cd "$(dirname "$0")/.."

for program in valgrind vgdb curl nm addr2line strip; do
    command -v $program >/dev/null || { echo "way.sh: it takes $program" >&2; exit 1; }
done
swift build --product mishap >&2
built="$(swift build --show-bin-path)/mishap"

folder=$(mktemp -d)
server=""
trap 'kill $server 2>/dev/null || true; wait 2>/dev/null || true; rm -rf "$folder"' EXIT
# valgrind cannot read all of the debugging information, which addr2line is asked for instead.
strip -g -o "$folder/mishap" "$built"
nm "$built" | awk '$2 ~ /[tT]/ { print $3, $1 }' | sort -k 1b,1 >"$folder/symbols"
mkdir "$folder/scenarios"
printf '%s\n' '{ "rules": [ { "match": { "path": "/hello" }, "reply": { "text": "hello" } } ] }' \
    >"$folder/scenarios/static.json"
cp scenarios/jsonrpc/internal-error.json "$folder/scenarios/batch.json"

tell() { vgdb --vgdb-prefix="$folder/vgdb" --pid=$server --cmd-time-out=30 "$@" >/dev/null 2>&1; }

# measure NAME TARGET CURL-OPTION...
measure() {
    name=$1 target=$2
    shift 2
    valgrind -q --tool=callgrind --instr-atstart=no --demangle=no --vgdb-prefix="$folder/vgdb" \
        --callgrind-out-file="$folder/out" "$folder/mishap" serve "$folder/scenarios" --port 0 --quiet >"$folder/said" &
    server=$!
    tries=600
    until url=$(sed -n 's/^mishap: listening on //p' "$folder/said") && [ -n "$url" ]; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] && kill -0 $server || { echo "way.sh: mishap did not start" >&2; exit 1; }
        sleep 0.1
    done
    # What happens once only is no part of it.
    for _ in 1 2 3; do curl -sf "$@" "$url$target" >/dev/null; done
    tell instrumentation on
    curl -sf "$@" "$url$target" >/dev/null
    tell dump
    kill $server && wait $server || true
    server=""
    # A function is "fn=(3) name" where it is named first, and "fn=(3)" after that.
    sed -n -E 's/^c?fn=\([0-9]+\) (.*)$/\1/p' "$folder"/out.1* | sort -u | join - "$folder/symbols" |
        awk '{ print $2 }' | addr2line -e "$built" | sed -n -E 's|^.*/(Sources/[^:]+\.swift):.*$|\1|p' | sort -u >"$folder/files"
    echo "$name: $(grep -c . "$folder/files") files"
    sed -E 's|^Sources/([^/]+)/.*$|\1|' "$folder/files" | uniq -c | awk '{ printf "    %s %s\n", $1, $2 }'
    [ $shows = no ] || sed 's/^/    /' "$folder/files"
    rm -f "$folder"/out*
}

shows=no
[ "${1:-}" = --files ] && shows=yes
measure "a static reply" "/@static/hello"
measure "a batch of three calls" "/@batch/" --json \
    '[{"jsonrpc":"2.0","method":"add","id":1},{"jsonrpc":"2.0","method":"add","id":2},{"jsonrpc":"2.0","method":"add","id":3}]'
