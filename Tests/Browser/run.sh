#!/bin/sh
# Pages of another origin use scenarios in a headless Chromium: `make test-browser` runs it with the program as argument.
set -eu
cd "$(dirname "$0")/../.."
# Options of the caller's own gateway are none of this one's.
for name in $(env | sed -n 's/^\(MISHAP_[A-Z_]*\)=.*/\1/p'); do unset "$name"; done
exec python3 Tests/Browser/browser.py "$@"
