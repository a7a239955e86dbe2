#!/usr/bin/env python3
"""A serial device for benches: holds the master of a pty and links its other end at the path given.

One JSON command a line on stdin:
  {"first": 0, "n": 5000, "intervalUs": 5000, "template": "C {seq} {card}\\n", "out": "x.bin"}
writes n frames; intervalUs 0 means as fast as the pty takes them. The template knows {seq}, {card}, and {uid} with {on}:
card after card comes over the reader and leaves it. CLOCK_MONOTONIC in ns, taken just before the write() that carries a frame's last byte,
goes to `out` as one little-endian int64 a frame; then {"done": n} is printed.
"""
import array
import json
import os
import pty
import sys
import threading
import time
import tty

RANKS, SUITS = "23456789TJQKA", "cdhs"


def open_pty(link):
    """The slave stays open here, so that the system under test may come and go."""
    master, slave = pty.openpty()
    tty.setraw(master)
    tty.setraw(slave)
    if os.path.lexists(link):
        os.unlink(link)
    os.symlink(os.ttyname(slave), link)
    return master


def discard_replies(master):
    """What the system under test says to the device would otherwise fill the pty."""
    while True:
        try:
            if not os.read(master, 4096):
                return
        except OSError:
            return


def make_frame(template, seq):
    card = seq % 52
    tag = seq // 2 % 52
    return template.format(
        seq=seq, card=RANKS[card % 13] + SUITS[card // 13], uid=f"E0040100000000{tag:02X}", on=1 - seq % 2
    ).encode()


def feed(master, frames, gap_ns):
    """Writes the frames, one each gap_ns, and returns when each left."""
    now, write = time.monotonic_ns, os.write
    left = array.array("q", bytes(8 * len(frames)))
    start = now() + 1_000_000
    for i, frame in enumerate(frames):
        if gap_ns:
            wait = start + i * gap_ns - now()
            if wait > 0:
                time.sleep(wait / 1e9)
        left[i] = now()
        written = write(master, frame)
        while written < len(frame):
            left[i] = now()
            written += write(master, frame[written:])
    return left


def main():
    master = open_pty(sys.argv[1])
    threading.Thread(target=discard_replies, args=(master,), daemon=True).start()
    print(json.dumps({"ready": sys.argv[1]}), flush=True)
    for line in sys.stdin:
        command = json.loads(line)
        frames = [make_frame(command["template"], command["first"] + i) for i in range(command["n"])]
        left = feed(master, frames, command["intervalUs"] * 1000)
        with open(command["out"], "wb") as file:
            left.tofile(file)
        print(json.dumps({"done": command["n"]}), flush=True)


main()
