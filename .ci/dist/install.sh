#!/bin/sh
# What `make install` puts into a folder, and `make uninstall` takes away; `make dist` packs the same:
#
#     .ci/dist/install.sh PROGRAM PREFIX
#     .ci/dist/install.sh --remove PREFIX
set -eu

prefix=${2%/}
case $prefix in "" | /*) ;; *) prefix=$PWD/$prefix ;; esac
program=$(realpath -- "$1" 2>/dev/null) || program=$1
cd "$(dirname "$0")/../.."

lib=$prefix/lib/mishap
share=$prefix/share
# Shells, and the files of their completions below share.
completions="bash:bash-completion/completions/mishap zsh:zsh/site-functions/_mishap fish:fish/vendor_completions.d/mishap.fish"

# What is there of an earlier version, which may have other files. Nothing else, whatever lies beside it.
remove() {
    [ -e "$lib/mishap" ] || return 0
    rm -rf "$lib" "$share/mishap/scenarios" "$share/doc/mishap"
    rmdir "$share/mishap" 2>/dev/null || true
    rm -f "$prefix/bin/mishap" "$share/man/man1/mishap.1"
    for pair in $completions; do rm -f "$share/${pair#*:}"; done
}

if [ "$1" = --remove ]; then
    [ -e "$lib/mishap" ] || {
        echo "There is no mishap in $prefix; PREFIX names where it was installed." >&2
        exit 1
    }
    remove
    echo "Removed mishap from $prefix"
    exit
fi

[ -x "$program" ] || {
    echo "There is no program $program to install; make build makes it." >&2
    exit 1
}
# The same whatever the umask is.
umask 022
put() { install -D -m 644 "$1" "$2"; }

remove
install -D -s -m 755 "$program" "$lib/mishap"
install -d "$prefix/bin"
ln -sf ../lib/mishap/mishap "$prefix/bin/mishap"
put docs/mishap.1 "$share/man/man1/mishap.1"
for pair in $completions; do
    install -d "$(dirname "$share/${pair#*:}")"
    "$lib/mishap" completion "${pair%%:*}" >"$share/${pair#*:}"
done
for name in LICENSE CHANGELOG.md; do put "$name" "$share/doc/mishap/$name"; done
find scenarios -type f ! -name '.*' | while IFS= read -r file; do put "$file" "$share/mishap/$file"; done
echo "Installed mishap into $prefix"
