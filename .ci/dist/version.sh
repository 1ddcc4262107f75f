#!/bin/sh
# Sets the version in all places that have it, or prints it:
#
#     .ci/dist/version.sh [VERSION]     as in 0.2.0 or 0.3.0-dev
set -eu
cd "$(dirname "$0")/../.."

# The file of the program's own, from which the others follow.
own=Sources/Mishap/Control/MishapVersion.swift
[ $# -gt 0 ] || exec sed -n 's/.*static let text = "\(.*\)"/\1/p' "$own"

echo "$1" | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+(-dev)?$' || {
    echo "\"$1\" is no version, as in 0.2.0 or 0.3.0-dev" >&2
    exit 2
}
number=${1%-dev}
# What Python and npm call a version in development.
python=$number npm=$number
case $1 in *-dev) python=$number.dev0 npm=$number-dev.0 ;; esac

set_in() {
    sed -i "s/$2/$3/g" "$1"
    grep -q -- "$3" "$1" || {
        echo "$1 has no version where it is expected" >&2
        exit 1
    }
}
some='[0-9][0-9a-z.-]*'
set_in "$own" "let text = \"$some\"" "let text = \"$1\""
set_in Sources/MishapTesting/Version.swift "let libraryVersion = \"$some\"" "let libraryVersion = \"$1\""
set_in clients/python/mishap_testing/_version.py "__version__ = \"$some\"" "__version__ = \"$python\""
set_in clients/javascript/src/version.js "version = '$some'" "version = '$npm'"
set_in clients/javascript/package.json "\"version\": \"$some\"" "\"version\": \"$npm\""
for platform in linux-arm64 linux-x64; do
    set_in clients/javascript/package.json "\"@mishap\/$platform\": \"$some\"" "\"@mishap\/$platform\": \"$npm\""
done
set_in docs/mishap.1 "\"mishap $some\"" "\"mishap $1\""
# The image that these start has the number of the last version.
for module in python/mishap_container.py java/MishapContainer.java node/mishap-container.mjs go/mishap.go README.md; do
    set_in "clients/testcontainers/$module" "mishap:[0-9][0-9.]*[0-9]" "mishap:$number"
done
echo "$1"
