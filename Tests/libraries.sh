#!/bin/sh
# All tests with libmicrohttpd and GnuTLS as they are in other releases of Debian: `make test-libraries`, which builds them
# first.
#
#     Tests/libraries.sh [RELEASE...]
#
# A release is a name in Debian's archive: bookworm (12), trixie (13), testing (the release to come). All three have a
# libmicrohttpd.so.12 and a libgnutls.so.30, which run on the libc of Debian 12 (see earlier-libc.py). Their packages, and those
# that GnuTLS needs, come by apt, into .build/libraries/RELEASE: the archive and the keys are those of this machine,
# everything else is apart, so that nothing of it is installed.
set -eu
cd "$(dirname "$0")/.."
SWIFT=${SWIFT:-swift}
libraries=$PWD/.build/libraries
# Debian 13 gave some of them another name, for its time_t of 64 bits.
packages='^(libmicrohttpd12|libgnutls30|libnettle8|libhogweed6|libtasn1-6|libp11-kit0|libunistring[0-9]|libidn2-0|libgmp10|libffi8)(t64)?$'

say() { printf '%s\n' "$*"; }
fail() {
    say "$*" >&2
    exit 1
}

# apt as the release's folder has it: no list, no package and no hook of the system.
in_release() {
    command=$1
    shift
    "$command" -q -c "$folder/apt.conf" "$@"
}

prepare() {
    mkdir -p "$folder/state/lists/partial" "$folder/cache/archives/partial" "$folder/package"
    say "deb $archive $release main" >"$folder/sources.list"
    cat >"$folder/apt.conf" <<EOF
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Acquire::Languages "none";
Dir::Etc::sourcelist "$folder/sources.list";
Dir::Etc::sourceparts "-";
Dir::State "$folder/state";
Dir::State::status "/dev/null";
Dir::Cache "$folder/cache";
EOF
}

# Brings the release's packages here and unpacks them; what apt says where it could not.
fetch() {
    prepare
    in_release apt-get update || return 1
    names=$(in_release apt-cache search --names-only "$packages" | cut -d ' ' -f 1)
    [ "$(say "$names" | grep -cE '^lib(microhttpd12|gnutls30)')" -eq 2 ] || {
        say "It has no libmicrohttpd12, or no libgnutls30."
        return 1
    }
    rm -rf "$folder/package.new"
    mkdir "$folder/package.new"
    # shellcheck disable=SC2086
    (cd "$folder/package.new" && in_release apt-get download $names) || return 1
    for package in "$folder"/package.new/*.deb; do dpkg-deb -x "$package" "$folder/package.new" || return 1; done
    find "$folder/package.new" -type f -name '*.so.*' -exec python3 Tests/earlier-libc.py {} + || return 1
    rm -rf "$folder/package"
    mv "$folder/package.new" "$folder/package"
}

test_release() {
    release=$1
    folder=$libraries/$release
    mkdir -p "$folder"
    if ! fetch >"$folder/apt.log" 2>&1; then
        sed 's/^/    /' "$folder/apt.log" >&2
        ls "$folder"/package/libgnutls30*.deb >/dev/null 2>&1 || {
            say "The libraries of Debian's release $release could not be fetched from $archive." >&2
            return 1
        }
        say "They could not be fetched from $archive: the packages of an earlier run are used." >&2
    fi
    library=$(find "$folder/package" -name libmicrohttpd.so.12)
    [ -n "$library" ] || {
        say "The package of $release has no libmicrohttpd.so.12." >&2
        return 1
    }
    version=$(dpkg-deb -f "$folder"/package/libmicrohttpd12*.deb Version)
    gnutls=$(dpkg-deb -f "$folder"/package/libgnutls30*.deb Version)
    printf "\nlibmicrohttpd %s and GnuTLS %s of Debian's release %s\n" "$version" "$gnutls" "$release"
    export LD_LIBRARY_PATH="${library%/*}${outer_path:+:$outer_path}"
    # What is loaded says itself which version it is.
    export EXPECTED_LIBMICROHTTPD="${version%%-*}" EXPECTED_GNUTLS="${gnutls%%-*}"
    "$SWIFT" test --skip-build --filter LoadedLibraryTests >"$folder/loaded.log" 2>&1 || {
        cat "$folder/loaded.log" >&2
        say "These are not what the tests load, or they are not built." >&2
        return 1
    }
    # Options of `swift test`, divided at blanks.
    # shellcheck disable=SC2086
    "$SWIFT" test --skip-build --parallel ${ARGS:-}
}

[ $# -gt 0 ] || set -- bookworm trixie testing
outer_path=${LD_LIBRARY_PATH:-}
for program in apt-get apt-cache dpkg-deb python3; do
    command -v $program >/dev/null 2>&1 || fail "There is no $program here. The libraries come from Debian's archive, by apt."
done
# Of the security archive, whose label is another, there are no whole releases.
archive=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sed -n 1p)
[ -n "$archive" ] || fail "apt knows no archive of Debian here; after apt-get update it may."

failed=""
for release in "$@"; do
    (test_release "$release") || failed="$failed $release"
done
[ -z "$failed" ] || fail "Failed with the libraries of:$failed"
