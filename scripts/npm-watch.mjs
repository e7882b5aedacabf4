import { readFileSync } from 'node:fs';

const INTERVAL_MS = 250;

/** What Linux tells of a process; undefined when it is gone or only waits to be collected. */
function findProcess(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may hold anything; state, parent and, 20th after it, start time follow.
    const [state, parent, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { parent: Number(parent), started: rest[17] };
  } catch {
    return undefined;
  }
}

function isNpm(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('npm');
  } catch {
    return false;
  }
}

/** The npm that runs this script: our parent, or the parent of the shell between. */
function findNpm() {
  const parent = process.ppid;
  const pid = [parent, findProcess(parent)?.parent].find((candidate) => candidate && isNpm(candidate));
  return pid ? { pid, started: findProcess(pid)?.started } : undefined;
}

/**
 * Calls `onGone` once when the npm that started this process has ended without telling us: it passes a signal on to
 * its shell, which dies of it and leaves us running. Does nothing when no npm started us.
 */
export function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const npm = findNpm();
  const timer = setInterval(() => {
    const npmLives = !npm || findProcess(npm.pid)?.started === npm.started;
    if (process.ppid === parent && npmLives) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}
