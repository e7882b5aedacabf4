const firstWaits = [30, 2 * 60, 10 * 60, 30 * 60];
const laterWait = 3600;
const giveUpAfter = 24 * 3600;

/**
 * Seconds until the next attempt after so many, or undefined after a day. Greylisting servers expect a retry within
 * minutes; a server that is down for a night must still get its mails.
 */
export function waitAfter(attempts: number): number | undefined {
  const waitOf = (n: number) => firstWaits[n - 1] ?? laterWait;
  let waited = 0;
  for (let n = 1; n <= attempts; n++) waited += waitOf(n);
  return waited <= giveUpAfter ? waitOf(attempts) : undefined;
}

/** A wrong setting stops every mail: they wait until someone corrects it. */
export const waitForSettings = 10 * 60;
