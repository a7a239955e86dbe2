// A page on a wall is loaded anew when its program has changed, and once a day; never while a hand is played, and never while nobody
// would answer: a browser's error page is no sign.

const dailyMs = 24 * 3_600_000;
const tryEveryMs = 3_000;

/** `outdated`: the program has changed. `between`: nothing is being played that guests look at. */
export function reloadWhen(outdated: () => boolean, between: () => boolean): void {
  const startedAt = performance.now();
  let asking = false;
  setInterval(() => {
    const due = outdated() || performance.now() - startedAt > dailyMs;
    if (!due || !between() || asking) return;
    asking = true;
    fetch(location.href, { method: "HEAD", cache: "no-store" })
      .then((answer) => {
        if (answer.ok && between()) location.reload();
      })
      .catch(() => {})
      .finally(() => {
        asking = false;
      });
  }, tryEveryMs);
}
