#!/usr/bin/env bash
# The Debian packages that the tests need: installs what is missing where it may, else says exactly what to install.
# usage: test/packages.sh [MORE PACKAGE…]
set -euo pipefail
PATH="$PATH:/usr/sbin:/sbin"

missing=()
need() { # need COMMAND PACKAGE…
  command -v "$1" >/dev/null || missing+=("${@:2}")
}
need socat socat
need mosquitto mosquitto
need mosquitto_sub mosquitto-clients
need chromium chromium
need python3 python3
need cc gcc libc6-dev
need systemd-analyze systemd
need udevadm udev
# The guest: test/guest. Its kernel, linux-image-amd64, is unpacked there and not installed.
need qemu-system-x86_64 qemu-system-x86
need busybox busybox-static
need cpio cpio
need depmod kmod
need dpkg-deb dpkg
for package in "$@"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done

if [ ${#missing[@]} -eq 0 ]; then
  echo "The packages that the tests need are there."
  exit 0
fi
if ! command -v apt-get >/dev/null; then
  echo "The tests need these Debian packages, or your system's equivalents: ${missing[*]}" >&2
  exit 1
fi
install="apt-get install -y --no-install-recommends ${missing[*]}"
if [ "$(id -u)" -ne 0 ]; then
  printf 'The tests need packages that are not installed. Run this, then try again:\n\n  sudo %s\n\n' "$install" >&2
  exit 1
fi

# Debian starts a service as soon as it is installed; the tests bring brokers of their own, and no other may listen.
if [ ! -e /usr/sbin/policy-rc.d ]; then
  trap 'rm -f /usr/sbin/policy-rc.d' EXIT
  printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
  chmod 755 /usr/sbin/policy-rc.d
fi
echo "Installing: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086 # a list of words on purpose
$install -qq </dev/null >/dev/null
