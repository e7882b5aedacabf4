const firstWaits = [30, 2 * 60, 10 * 60, 30 * 60];
const laterWait = 3600;
const patience = 24 * 3600;

/**
 * Seconds until a mail is offered again that was offered so often, or undefined when a day has gone by. Greylisting
 * servers want to be asked again within minutes; one that is down for a night must find the mails still there.
 */
export function waitAfter(attempts: number): number | undefined {
  const waitOf = (n: number) => firstWaits[n - 1] ?? laterWait;
  let waited = 0;
  for (let n = 1; n <= attempts; n++) waited += waitOf(n);
  return waited <= patience ? waitOf(attempts) : undefined;
}

/** A wrong setting stops every mail alike: they wait until someone has put it right. */
export const waitForSettings = 10 * 60;
