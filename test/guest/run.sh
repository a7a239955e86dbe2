#!/usr/bin/env bash
# Runs a command under Debian's kernel in QEMU, with this machine's files as its root. No KVM is needed.
# usage: test/guest/run.sh COMMAND   ends as the command does; 125 when the guest did not come to an end
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
boot=$("$here/prepare.sh")
log=$(mktemp)
# Guards that an emulated processor pays for dearly and has no use for; and no waiting for its pauses when a device is taken apart.
spare="mitigations=off apparmor=0 audit=0 rcupdate.rcu_expedited=1"
trap 'rm -f "$log"' EXIT
timeout "${GUEST_LIMIT_S:-900}" qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 2 -m 1536 \
  -nodefaults -no-user-config -display none -no-reboot -serial stdio \
  -virtfs local,path=/,mount_tag=hostroot,security_model=none,readonly=on,multidevs=remap -device virtio-rng-pci \
  -kernel "$boot/vmlinuz" -initrd "$boot/initramfs" \
  -append "console=ttyS0 quiet panic=-1 no_timer_check $spare command64=$(printf %s "$1" | base64 -w0)" </dev/null 2>&1 | sed -u 's/\r//g' | tee "$log" || true
code=$(sed -n 's/^\[guest\] ended with \([0-9]*\) .*/\1/p' "$log" | tail -1)
[ -n "$code" ] || echo "The guest did not come to an end within ${GUEST_LIMIT_S:-900} s." >&2
exit "${code:-125}"
