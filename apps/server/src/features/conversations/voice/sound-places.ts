import { AppError } from '@lectern/contract';

/** A page that reads aloud asks for two parts at a time. */
const mostOwn = 4;
const mostInProcess = 32;
const retry = { retryAfterSeconds: 2 };

/** Sound is in memory while a model works on it: so many at a time, of one person and in this process. */
export function createSoundPlaces() {
  const held = new Map<string, number>();
  let all = 0;

  return async function holdPlace<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const own = held.get(accountId) ?? 0;
    if (own >= mostOwn) throw new AppError('request.rate_limited', { seconds: 2 }, retry);
    if (all >= mostInProcess) throw new AppError('server.unavailable', {}, retry);
    held.set(accountId, own + 1);
    all++;
    try {
      return await work();
    } finally {
      all--;
      const rest = (held.get(accountId) as number) - 1;
      if (rest > 0) held.set(accountId, rest);
      else held.delete(accountId);
    }
  };
}
