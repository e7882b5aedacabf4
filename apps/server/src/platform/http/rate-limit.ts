import { AppError, type Endpoint } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';

/** Requests a minute for guesses at passwords and codes, by address. */
const guessesPerMinute = 30;
const windowMs = 60_000;

/** A fixed window in each process: enough to blunt floods; guesses are bounded exactly by the database. */
export function createRateLimiter(perMinute: number) {
  let windowEnd = 0;
  let counts = new Map<string, number>();
  return (request: FastifyRequest, endpoint: Endpoint, actor: Actor | undefined) => {
    if (perMinute === 0) return;
    const now = Date.now();
    if (now > windowEnd) {
      windowEnd = now + windowMs;
      counts = new Map();
    }
    const guess = endpoint.rateLimit === 'guess';
    const key = guess ? `guess ${request.ip}` : (actor?.sessionId ?? actor?.apiToken?.id ?? request.ip);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count <= (guess ? Math.min(guessesPerMinute, perMinute) : perMinute)) return;
    const seconds = Math.ceil((windowEnd - now) / 1000);
    throw new AppError('request.rate_limited', { seconds }, { retryAfterSeconds: seconds });
  };
}
