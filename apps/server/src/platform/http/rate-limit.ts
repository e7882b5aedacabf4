import { AppError, type Endpoint, type RateLimit } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';

type Limit = { by: 'address'; perMinute: number } | { by: 'caller'; perMinute: number; perCompany: number };

/** Every limit that the contract can declare: one that is missing here does not compile. */
const limits: Record<RateLimit, Limit> = {
  guess: { by: 'address', perMinute: 30 },
  model: { by: 'caller', perMinute: 120, perCompany: 600 },
  upload: { by: 'caller', perMinute: 1_200, perCompany: 3_000 },
  preview: { by: 'caller', perMinute: 20, perCompany: 60 },
  link: { by: 'address', perMinute: 120 },
};

/** Requests a minute with tokens that nobody has, by address. */
const refusalsPerMinute = 300;
const windowMs = 60_000;

export type RateLimiter = {
  /** Throws `request.rate_limited`. */
  count: (request: FastifyRequest, endpoint: Endpoint, actor: Actor | undefined) => void;
  countRefusal: (request: FastifyRequest) => void;
  /** Throws where an address has sent too many wrong tokens. */
  checkRefusals: (request: FastifyRequest) => void;
};

/** A fixed window in each process: enough to blunt floods; guesses are bounded exactly by the database. */
export function createRateLimiter(perMinute: number): RateLimiter {
  let windowEnd = 0;
  let counts = new Map<string, number>();

  function read(key: string): number {
    if (Date.now() > windowEnd) {
      windowEnd = Date.now() + windowMs;
      counts = new Map();
    }
    return counts.get(key) ?? 0;
  }

  function refuseAbove(count: number, limit: number): void {
    if (perMinute === 0 || count <= limit) return;
    const seconds = Math.max(1, Math.ceil((windowEnd - Date.now()) / 1000));
    throw new AppError('request.rate_limited', { seconds }, { retryAfterSeconds: seconds });
  }

  function add(key: string, limit: number): void {
    const count = read(key) + 1;
    counts.set(key, count);
    refuseAbove(count, limit);
  }

  return {
    count: ({ ip }, { rateLimit }, actor) => {
      const own = rateLimit && limits[rateLimit];
      // An address that guesses must not keep the people behind it from everything else.
      if (own?.by === 'address') return add(`${rateLimit} of ${ip}`, Math.min(own.perMinute, perMinute));
      const caller = actor?.sessionId ?? actor?.apiToken?.id ?? ip;
      add(caller, perMinute);
      if (!own) return;
      add(`${rateLimit} of ${actor?.accountId ?? ip}`, Math.min(own.perMinute, perMinute));
      if (actor) add(`${rateLimit} of ${actor.companyId}`, own.perCompany);
    },
    countRefusal: ({ ip }) => {
      const key = `refusals of ${ip}`;
      const count = read(key) + 1;
      counts.set(key, count);
    },
    checkRefusals: ({ ip }) => refuseAbove(read(`refusals of ${ip}`), refusalsPerMinute),
  };
}
