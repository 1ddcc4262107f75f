#!/bin/sh
# Starts the program, or says in one line why it cannot run here. The program lies in ../lib/mishap of an archive and of a
# Python environment; of npm, in the package of this platform. What it runs sees the variables that are set here only if
# somebody has exported one of the same name: hence the names.

_mishap_me=$0
[ ! -h "$_mishap_me" ] || _mishap_me=$(readlink -f -- "$_mishap_me")
case $_mishap_me in */*) _mishap_here=${_mishap_me%/*} ;; *) _mishap_here=. ;; esac
_mishap_lib=$_mishap_here/../lib/mishap

refuse() {
    echo "mishap: $1; run the container image there, or build it from source: make install" >&2
    exit 126
}

if [ ! -e "$_mishap_lib/mishap" ]; then
    case $(uname -s)-$(uname -m) in
    Linux-x86_64) _mishap_platform=linux-x64 ;;
    Linux-aarch64) _mishap_platform=linux-arm64 ;;
    *) refuse "there is a program for Linux on x86_64 and aarch64, and this is $(uname -s) on $(uname -m)" ;;
    esac
    _mishap_folder=$(CDPATH='' cd -- "$_mishap_here" && pwd -P)
    case $_mishap_folder/ in
    */node_modules/*) ;;
    *) refuse "the program is not at ../lib/mishap/mishap, seen from $_mishap_folder" ;;
    esac
    until _mishap_lib=$_mishap_folder/node_modules/@mishap/$_mishap_platform/lib/mishap && [ -e "$_mishap_lib/mishap" ]; do
        [ -n "$_mishap_folder" ] || refuse "the package @mishap/$_mishap_platform, which has the program, is not installed \
(npm install --include=optional)"
        _mishap_folder=${_mishap_folder%/*}
    done
fi

# The loader that the program was built for, the machine, and the oldest C library that it runs with.
. "$_mishap_lib/needs"
if [ ! -e "$_mishap_loader" ]; then
    [ "$(uname -m)" = "$_mishap_machine" ] ||
        refuse "this is the program for $_mishap_machine, and the machine is $(uname -m)"
    refuse "the C library is not glibc, and the program needs glibc $_mishap_glibc or later"
fi
# "glibc 2.36". A system without getconf is small, and not old.
if _mishap_found=$(getconf GNU_LIBC_VERSION 2>/dev/null); then
    _mishap_found=${_mishap_found#glibc }
    _mishap_minor=${_mishap_found#*.}
    _mishap_minor=${_mishap_minor%%[!0-9]*}
    [ "${_mishap_found%%.*}" -gt "${_mishap_glibc%%.*}" ] || [ "$_mishap_minor" -ge "${_mishap_glibc#*.}" ] ||
        refuse "this system has glibc $_mishap_found, and the program needs $_mishap_glibc or later"
elif command -v getconf >/dev/null; then
    refuse "the C library is not glibc, and the program needs glibc $_mishap_glibc or later"
fi
exec "$_mishap_lib/mishap" "$@"
