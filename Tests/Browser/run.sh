#!/bin/sh
# Tests in a headless Chromium: `make test-browser` runs it with the program as argument.
# browser.py has pages of another origin, page_test.py the gateway's own page; further arguments are --browser NAME.
set -eu
cd "$(dirname "$0")/../.."
# Options of the caller's own gateway are none of this one's.
for name in $(env | sed -n 's/^\(MISHAP_[A-Z_]*\)=.*/\1/p'); do [ "$name" = MISHAP_PAGE_SERVER ] || unset "$name"; done
python3 Tests/Browser/browser.py "$@"
MISHAP_BIN=$1
[ "${2-}" != --browser ] || { MISHAP_BROWSER=$3 && export MISHAP_BROWSER; }
: "${PYTHON:=.build/clients/bin/python3}"
[ -x "$PYTHON" ] || PYTHON=python3
export MISHAP_BIN
exec "$PYTHON" -m pytest -p no:cacheprovider -q --tb=short Tests/Browser/page_test.py
