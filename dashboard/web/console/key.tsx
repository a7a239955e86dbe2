// A key: acts on release inside it, ignores a second finger, and rests 300 ms after each touch. Blocked, it says why.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { silent } from "../shared/stream.ts";
import { freshGuard, type Guard, heldLongEnough, holdMs, pressDown, pressUp, type Released } from "./press.ts";
import { click } from "./screen.ts";

// One for the whole screen: it is the same hand.
let guard: Guard = freshGuard;
const busyAfterMs = 400;

export interface KeyProps {
  readonly class?: string;
  readonly label?: string;
  /** What a key without words is called, for those who do not see it. */
  readonly name?: string;
  readonly children?: ComponentChildren;
  /** Shown in place of the label; the key does nothing then. */
  readonly blocked?: string | null;
  /** Pressed for two seconds before it acts. */
  readonly hold?: boolean;
  readonly pressed?: boolean;
  readonly onPress: () => unknown;
}

export function Key({ class: look = "", label, name, children, blocked = null, hold = false, pressed, onPress }: KeyProps) {
  const key = useId();
  const [down, setDown] = useState(false);
  const [busy, setBusy] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => leave(key, timer.current), [key]);

  function follow(released: Released): void {
    guard = released.guard;
    if (!released.acts || silent.value || blocked !== null) return;
    click();
    void watch(onPress(), setBusy);
  }

  function start(event: PointerEvent): void {
    guard = pressDown(guard, key, event.pointerId, event.timeStamp);
    if (guard.key !== key) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    setDown(true);
    if (!hold || blocked !== null) return;
    timer.current = setTimeout(() => {
      setDown(false);
      follow(heldLongEnough(guard, key, performance.now()));
    }, holdMs + 20);
  }

  function end(event: PointerEvent, inside: boolean): void {
    clearTimeout(timer.current);
    const released = pressUp(guard, key, event.pointerId, event.timeStamp, inside && !hold);
    setDown(false);
    follow(released);
  }

  return (
    <button
      type="button"
      class={`key ${look} ${down ? "down" : ""} ${hold ? "hold" : ""} ${blocked === null ? "" : "blocked"} ${busy ? "busy" : ""}`}
      aria-disabled={blocked !== null}
      aria-pressed={pressed}
      aria-label={name}
      onPointerDown={start}
      onPointerUp={(event) => end(event, isInside(event))}
      onPointerCancel={(event) => end(event, false)}
      onClick={(event) => {
        if (event.detail === 0 && !hold) follow({ guard, acts: true });
      }}
    >
      {blocked !== null ? <Lines text={blocked} /> : (children ?? <Lines text={label ?? ""} />)}
    </button>
  );
}

/** A label with the line break where the catalogue wants it. */
export function Lines({ text }: { readonly text: string }) {
  return (
    <span class="label">
      {text.split("\n").map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

function isInside(event: PointerEvent): boolean {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
}

/** A key that goes while a finger is on it must not keep the screen locked. */
function leave(key: string, timer: ReturnType<typeof setTimeout> | undefined): void {
  clearTimeout(timer);
  if (guard.key === key) guard = { ...guard, pointer: null, key: null };
}

async function watch(work: unknown, setBusy: (busy: boolean) => void): Promise<void> {
  if (!(work instanceof Promise)) return;
  const slow = setTimeout(() => setBusy(true), busyAfterMs);
  await work;
  clearTimeout(slow);
  setBusy(false);
}
