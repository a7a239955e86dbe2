#!/usr/bin/env bash
# Makes what the guest boots from: Debian's own kernel and a small initramfs with the modules that the tests need. Kept in a cache,
# made again when Debian has a newer kernel or this folder's scripts have changed. Needs no root: nothing is installed.
# usage: test/guest/prepare.sh   prints the folder with vmlinuz and initramfs
set -euo pipefail
PATH="$PATH:/usr/sbin:/sbin"
here=$(cd "$(dirname "$0")" && pwd)
cache=${PITWIRE_GUEST_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/pitwire-guest}
# Each with what it depends on. The last ones are not loaded at start: udev finds them when a device comes, as on a real machine.
modules=(virtio_pci 9pnet_virtio 9p overlay virtio-rng configfs uhid hid hid-generic usbhid dummy_hcd libcomposite usb_f_hid usb_f_acm cdc-acm
  hid-mcp2221 hid-led)

say() { printf '%s\n' "$*" >&2; }

package=$(apt-cache depends linux-image-amd64 2>/dev/null | awk '/Depends:/ { print $2; exit }' || true)
if [ -z "$package" ]; then
  [ "$(id -u)" -ne 0 ] || apt-get update -qq >&2
  package=$(apt-cache depends linux-image-amd64 | awk '/Depends:/ { print $2; exit }')
fi
[ -n "$package" ] || { say "The guest needs Debian's kernel package linux-image-amd64, and apt does not know it: run sudo apt-get update."; exit 1; }
version=$(apt-cache policy "$package" | awk '/Candidate:/ { print $2 }')
stamp=$(cat "$here/prepare.sh" "$here/init" | sha256sum | cut -c1-12)
out="$cache/$package-$version-$stamp"
if [ -e "$out/initramfs" ]; then
  echo "$out"
  exit 0
fi

say "Preparing the guest: $package $version (once, about 75 MB)."
mkdir -p "$cache"
work=$(mktemp -d "$cache/making.XXXXXX")
trap 'rm -rf "$work"' EXIT
# An exact name: a pattern would fetch every kernel that the archive still holds.
(cd "$work" && apt-get download -qq "$package=$version" >&2)
mkdir "$work/kernel"
dpkg-deb -x "$work/$package"_*.deb "$work/kernel"
release=$(ls "$work/kernel/lib/modules")
depmod -b "$work/kernel" "$release"

root="$work/root"
mkdir -p "$root"/{bin,proc,sys,dev,mnt/host,mnt/rw,mnt/root} "$root/lib/modules/$release"
cp "$(command -v busybox)" "$root/bin/busybox"
install -m 755 "$here/init" "$root/init"
for name in "${modules[@]}"; do
  files=$(modprobe -d "$work/kernel" -S "$release" --show-depends "$name" | awk '$1 == "insmod" { print $2 }')
  for file in $files; do
    to="$root/${file#"$work/kernel/"}"
    mkdir -p "$(dirname "$to")"
    cp "$file" "$to"
  done
done
cp "$work/kernel/lib/modules/$release"/modules.{order,builtin,builtin.modinfo} "$root/lib/modules/$release/"
depmod -b "$root" "$release"
mkdir "$work/done"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/done/initramfs"
cp "$work/kernel/boot/vmlinuz-$release" "$work/done/vmlinuz"
rm -rf "$cache/$package"-* "$out"
mv "$work/done" "$out"
echo "$out"
