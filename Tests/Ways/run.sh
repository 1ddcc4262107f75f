#!/bin/sh
# Asks `mishap doctor` over what people have between client and gateway: Docker's proxy, slirp, proxies of TCP and HTTP,
# a packet-level NAT; and holds its answers against the table in docs/containers.md. Then lives of sessions on three
# replicas behind such a NAT. `make test-way` runs it with the program as argument; `--write` writes the table.
#
# The programs are Debian's, unpacked into .build/ways and never installed: nothing is started or changed outside of it.
set -eu
cd "$(dirname "$0")/../.."
program=$1
shift
folder=$PWD/.build/ways
packages="socat nginx-light libnginx-mod-stream haproxy slirp4netns nftables iproute2"

# With the packages that they need and that are not there, in which `--print-uris` has them; of docker.io the proxy alone.
fetch() {
    for tool in apt-get dpkg-deb unshare nsenter; do
        command -v $tool >/dev/null || {
            echo "This test unpacks Debian's packages, and $tool is not here." >&2
            exit 1
        }
    done
    echo "Unpacking $packages and Docker's proxy into .build/ways" >&2
    rm -rf "$folder"
    mkdir -p "$folder/packages" "$folder/root"
    [ -n "$(ls /var/lib/apt/lists/*Packages* 2>/dev/null)" ] || apt-get update -q >/dev/null
    names=$(apt-get install --print-uris --reinstall -y -qq --no-install-recommends $packages |
        sed -n "s/^'[^']*' \([^_]*\)_.*/\1/p")
    (
        cd "$folder/packages"
        # As root it would want to become another user, who may not write here.
        apt-get download -qq -o APT::Sandbox::User=root $names docker.io
        for package in *.deb; do
            case $package in
            docker.io_*) dpkg-deb --fsys-tarfile "$package" | tar -x -C ../root ./usr/sbin/docker-proxy ./usr/libexec 2>/dev/null ||
                dpkg-deb --fsys-tarfile "$package" | tar -x -C ../root ./usr/sbin/docker-proxy ;;
            *) dpkg-deb -x "$package" ../root ;;
            esac
        done
        rm -f ./*.deb
    )
    # Last, so that an interrupted one starts again.
    echo "$packages" >"$folder/unpacked"
}
[ "$(cat "$folder/unpacked" 2>/dev/null)" = "$packages" ] || fetch

# Options of the caller's own gateway are none of this one's.
for name in $(env | sed -n 's/^\(MISHAP_[A-Z_]*\)=.*/\1/p'); do
    [ "$name" = MISHAP_NO_NAMESPACES ] || unset "$name"
done
if [ "${MISHAP_NO_NAMESPACES:-}" = 1 ]; then
    exec python3 Tests/Ways/ways.py "$program" "$folder/root" "$@"
fi
if ! reason=$(unshare --user --map-root-user --net true 2>&1); then
    echo "Namespaces are refused here: $reason" >&2
    echo "MISHAP_NO_NAMESPACES=1 leaves out the ways that need them: slirp4netns and nftables." >&2
    exit 1
fi
unshare --user --map-root-user --net python3 Tests/Ways/ways.py "$program" "$folder/root" --namespaces "$@"
exec unshare --user --map-root-user --net python3 Tests/Ways/replicas.py "$program" "$folder/root"
