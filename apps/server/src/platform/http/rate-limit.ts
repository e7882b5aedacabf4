import { AppError, type RateLimit } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import { type Actor, callerOf } from '../actor.ts';
import type { CallRules } from './call-rules.ts';

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

/** The tightest of the limits that a call counts against. */
export type RateStanding = { limit: number; remaining: number; resetSeconds: number };

export type RateLimiter = {
  /** Throws `request.rate_limited`. Undefined where nothing is limited. */
  count: (
    request: FastifyRequest,
    rules: Pick<CallRules, 'id' | 'rateLimit'>,
    actor: Actor | undefined,
  ) => RateStanding | undefined;
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

  const secondsLeft = () => Math.max(1, Math.ceil((windowEnd - Date.now()) / 1000));

  function refuseAbove(count: number, limit: number): void {
    if (perMinute === 0 || count <= limit) return;
    const seconds = secondsLeft();
    throw new AppError('request.rate_limited', { seconds }, { retryAfterSeconds: seconds });
  }

  function add(key: string, limit: number): RateStanding | undefined {
    const count = read(key) + 1;
    counts.set(key, count);
    refuseAbove(count, limit);
    return perMinute === 0
      ? undefined
      : { limit, remaining: Math.max(0, limit - count), resetSeconds: secondsLeft() };
  }

  const tightest = (...standings: (RateStanding | undefined)[]) =>
    standings.filter((one) => one !== undefined).sort((a, b) => a.remaining - b.remaining)[0];

  return {
    count: ({ ip }, { rateLimit }, actor) => {
      const own = rateLimit && limits[rateLimit];
      // An address that guesses must not keep the people behind it from everything else.
      if (own?.by === 'address') return add(`${rateLimit} of ${ip}`, Math.min(own.perMinute, perMinute));
      const caller = actor?.sessionId ?? actor?.apiToken?.id ?? actor?.visitor?.id ?? ip;
      const all = add(caller, perMinute);
      if (!own) return all;
      return tightest(
        all,
        add(`${rateLimit} of ${actor ? callerOf(actor) : ip}`, Math.min(own.perMinute, perMinute)),
        actor && add(`${rateLimit} of ${actor.companyId}`, own.perCompany),
      );
    },
    countRefusal: ({ ip }) => {
      const key = `refusals of ${ip}`;
      const count = read(key) + 1;
      counts.set(key, count);
    },
    checkRefusals: ({ ip }) => refuseAbove(read(`refusals of ${ip}`), refusalsPerMinute),
  };
}
