// Real node-hid, serialport and the devices' own libraries, under a real kernel: run in the guest by test/guest/test.sh.

import "./hid.ts";
import "./panels.ts";
import "./serial.ts";
import "./unplugs.ts";
import "./demo.ts";
