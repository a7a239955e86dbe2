#!/usr/bin/env bash
# npm run test:guest: boots the guest and runs the tests of this folder in it. Wants the program built (npm run build).
set -euo pipefail
cd "$(dirname "$0")/../.."
node_modules/.bin/rolldown -c test/guest/rolldown.config.ts --logLevel warn
inside="
set -e
cd '$PWD'
# Not each lamp that the kernel itself could not put out at a device that has just been unplugged.
echo 3 >/proc/sys/kernel/printk
# Of Debian's rules those that load drivers and name serial ports: each costs time at every one of hundreds of plugs.
find /usr/lib/udev/rules.d -name '*.rules' ! -name '50-udev-default.rules' ! -name '60-serial.rules' ! -name '80-drivers.rules' -delete
/lib/systemd/systemd-udevd --daemon 2>/dev/null
modprobe -a uhid hid-generic usbhid cdc-acm libcomposite usb_f_hid usb_f_acm
modprobe dummy_hcd num=2
# Emulated devices are unplugged by these threads too, and each waits for the kernel.
UV_THREADPOOL_SIZE=16 PROJECT='$PWD' node --test-reporter=spec dist/guest-tests.js
"
exec test/guest/run.sh "$inside"
