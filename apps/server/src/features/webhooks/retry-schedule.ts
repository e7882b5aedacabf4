const minute = 60;
const hour = 3600;
/** About three days: an endpoint that is down over a weekend still gets everything. */
const waits = [
  5,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  18 * hour,
  22 * hour,
];
const mostAskedFor = 24 * hour;
const longestPause = 5 * minute;

/**
 * Seconds until the next attempt after so many, or undefined after the last. Spread by a fifth, so that what failed
 * together does not come back together. `asked`: what the endpoint's Retry-After says.
 */
export function waitAfter(attempts: number, asked = 0, random = Math.random): number | undefined {
  const wait = waits[attempts - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (0.9 + 0.2 * random()), Math.min(asked, mostAskedFor));
}

/** Seconds for which an endpoint is left alone after so many failures in a row; the first few may be chance. */
export function pauseAfter(failures: number): number {
  return failures < 5 ? 0 : Math.min(2 ** (failures - 5), longestPause);
}
