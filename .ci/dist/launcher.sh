#!/bin/sh
# Starts the program, or says in one line why it cannot run here. The program lies in ../lib/mishap of an archive and of a
# Python environment; of npm, in the package of this platform.

me=$0
[ ! -h "$me" ] || me=$(readlink -f -- "$me")
case $me in */*) here=${me%/*} ;; *) here=. ;; esac
lib=$here/../lib/mishap

refuse() {
    echo "mishap: $1; run the container image there, or build it from source: make install" >&2
    exit 126
}

if [ ! -e "$lib/mishap" ]; then
    case $(uname -s)-$(uname -m) in
    Linux-x86_64) platform=linux-x64 ;;
    Linux-aarch64) platform=linux-arm64 ;;
    *) refuse "there is a program for Linux on x86_64 and aarch64, and this is $(uname -s) on $(uname -m)" ;;
    esac
    folder=$(cd -- "$here" && pwd -P)
    until lib=$folder/node_modules/@mishap/$platform/lib/mishap && [ -e "$lib/mishap" ]; do
        [ -n "$folder" ] || refuse "the package @mishap/$platform is not installed, which has the program (npm install \
--include=optional)"
        folder=${folder%/*}
    done
fi

# The loader that the program was built for, the machine, and the oldest C library that it runs with.
. "$lib/needs"
if [ ! -e "$loader" ]; then
    [ "$(uname -m)" = "$machine" ] || refuse "this is the program for $machine, and the machine is $(uname -m)"
    refuse "the C library is not glibc, and the program needs glibc $glibc or later"
fi
# "glibc 2.36". A system without getconf is small, and not old.
if found=$(getconf GNU_LIBC_VERSION 2>/dev/null); then
    found=${found#glibc }
    minor=${found#*.}
    minor=${minor%%[!0-9]*}
    [ "${found%%.*}" -gt "${glibc%%.*}" ] || [ "$minor" -ge "${glibc#*.}" ] ||
        refuse "this system has glibc $found, and the program needs $glibc or later"
elif command -v getconf >/dev/null; then
    refuse "the C library is not glibc, and the program needs glibc $glibc or later"
fi
exec "$lib/mishap" "$@"
