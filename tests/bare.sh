#!/usr/bin/env bash
# tests/bare.sh SYSTEM [COMMAND]: a Debian with git and nothing else, made in a folder, and a command of the README run in
# a clone of the last commit there. As root, with debootstrap; what it mounts ends with it.
#   SYSTEM   12 or 13
#   COMMAND  test (default), build, web (until the page is served), or what bash is to run in the clone
# Environment:
#   HEED_BARE            the folder that the systems are kept in; default: heed-bare in the folder for temporary files
#   HEED_MIRROR          where debootstrap takes packages from; default: the first place that this system's apt does
#   NODE_EXTRA_CA_CERTS  certificates that npm is to accept besides its own, where the network has its own authority
# Delete the folder of a system to begin again from nothing.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\033[1m%s\033[0m\n' "— $*" >&2; }
die() { printf 'bare: %s\n' "$*" >&2; exit 1; }

case ${1:-} in
  12) suite=bookworm ;;
  13) suite=trixie ;;
  *) sed -n '2,/^set/{/^set/d;s/^# \?//;p}' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
esac
root=${HEED_BARE:-${TMPDIR:-/tmp}/heed-bare}/debian-$1
shift
command=${*:-test}

[[ $EUID -eq 0 ]] || die "only root can make a system and enter it"
command -v debootstrap > /dev/null || die "debootstrap is missing: apt-get install debootstrap"

# --- The system -------------------------------------------------------------------------------------------

mirror() {
  local place
  place=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN)' 'Created-By: Packages' 2> /dev/null | sed -n 's/ Debian$//p' | head -n 1)
  printf '%s' "${HEED_MIRROR:-$place}"
}

# Packages of one's own making, kept with the system: a second try is not to fetch them again.
make_system() {
  [[ -e $root/made ]] && return
  say "making a Debian $suite in $root"
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include=bash,ca-certificates,git "$suite" "$root" $(mirror) > "$root.log" 2>&1 ||
    die "debootstrap failed: $(tail -n 3 "$root.log")"
  touch "$root/made"
}

# What a machine's owner has set up before: names of hosts, and an authority of the network's own.
settle_in() {
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  [[ -z ${NODE_EXTRA_CA_CERTS:-} ]] || cp -L "$NODE_EXTRA_CA_CERTS" "$root/etc/authorities.pem"
  rm -rf "$root/root/heed"
  git clone --quiet --no-hardlinks "$repository" "$root/root/heed"
}

# --- In it ------------------------------------------------------------------------------------------------

# ./dev web serves until it is ended: it has passed when the page and its engine are there.
web='./dev web --port 8099 & server=$!
get() { exec 3<> /dev/tcp/127.0.0.1/8099 && printf "GET $1 HTTP/1.0\r\n\r\n" >&3 && head -n 1 <&3 | grep -q " 200"; }
until get / 2> /dev/null; do
  kill -0 $server 2> /dev/null || { wait $server; exit; }
  sleep 1
done
for file in dist/index.html dist/assets/*.wasm; do get "/${file#dist/}" || exit 1; echo "served: ${file#dist/}"; done
kill $server'

case $command in
  test | build) script="./dev $command" ;;
  web) script=$web ;;
  *) script=$command ;;
esac

# Run as process 1 of the system, in a namespace of its own: all that it starts and mounts ends with it.
enter() {
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount -t tmpfs tmpfs "$root/dev"
  mkdir "$root"/dev/{pts,shm}
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  mount -t tmpfs tmpfs "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  local device
  for device in null zero full random urandom tty; do
    touch "$root/dev/$device"
    mount --bind "/dev/$device" "$root/dev/$device"
  done
  local authorities=()
  [[ ! -e $root/etc/authorities.pem ]] || authorities=(NODE_EXTRA_CA_CERTS=/etc/authorities.pem)
  # shellcheck disable=SC2016
  env -i HOME=/root LANG=C.UTF-8 TERM="${TERM:-dumb}" PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "${authorities[@]}" CI="${CI:-}" chroot "$root" bash -c 'cd /root/heed && eval "$1"' bash "$script"
}

make_system
settle_in
say "$suite: $command"
begun=$SECONDS
export root script
export -f enter
status=0
unshare --mount --pid --fork --kill-child bash -euo pipefail -c enter || status=$?
say "$suite: $command: $([[ $status -eq 0 ]] && echo passed || echo "FAILED ($status)") after $((SECONDS - begun)) s"
exit $status
