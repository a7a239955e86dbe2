// Waiting for a file descriptor to have something to read, where node has nothing for it: device files.

import { LinuxPortBinding } from "@serialport/bindings-cpp";

/**
 * Calls whenever `fd`, opened without blocking, can be read; what is read must be all there is. Keeps the process.
 * @returns ends it, to be called before the descriptor is closed
 */
export function whenReadable(fd: number, call: () => void): () => void {
  // A port's poll is one of libuv's, for any descriptor. Nothing else of the port is used, so it needs no settings.
  const { poller } = new LinuxPortBinding(fd, {} as never);
  let isOver = false;
  const wait = (): void => void poller.once("readable", readable);
  const readable = (): void => {
    if (isOver) return;
    call();
    if (!isOver) wait();
  };
  wait();
  return () => {
    isOver = true;
    poller.stop();
    poller.destroy();
  };
}
