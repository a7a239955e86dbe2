// A port for one program alone: its driver's lock is a polite one that other programs need not ask for, the kernel's exclusive mode
// is not. Node has no ioctl, and perl is on every Debian.

import { spawn } from "node:child_process";

/** TIOCEXCL of Linux: nobody but root opens this terminal any more until it is closed. */
const exclusive = 0x540c;

/** Asks the kernel to keep others out of an open port; resolves to whether it does. */
export function claimPort(fd: number): Promise<boolean> {
  if (process.platform !== "linux") return Promise.resolve(false);
  return new Promise((resolve) => {
    const child = spawn("perl", ["-e", `exit(ioctl(STDIN, ${exclusive}, 0) ? 0 : 1)`], { stdio: [fd, "ignore", "ignore"] });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}
