const waiting = new WeakSet<object>();

/** Calls back once before the next drawing, however often it is asked for; a hidden page draws no frames, so a timer steps in. */
export function scheduleFrame(owner: object, callback: () => void): void {
  if (waiting.has(owner)) return;
  waiting.add(owner);
  const run = () => {
    waiting.delete(owner);
    callback();
  };
  if (document.hidden) setTimeout(run, 200);
  else requestAnimationFrame(run);
}
