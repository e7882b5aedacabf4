import { isIPv6 } from 'node:net';
import { AppError } from '@lectern/contract';
import type { Database, SystemTx } from '../../platform/database/database.ts';
import { clearAttempts, countAttempt, deleteOldAttemptRows } from './sign-in-attempt.queries.ts';

export { clearAttempts } from './sign-in-attempt.queries.ts';

const maxGuesses = 5;
/** Of all places together from which the account was never used: many addresses make no more guesses than this. */
const maxStrangeGuesses = 30;

/** Counts a guess, and throws after too many. In a transaction of its own, so that the count is always committed. */
export async function checkGuess(database: Database, about: string): Promise<void> {
  await count(database, about, maxGuesses);
}

async function count(database: Database, about: string, limit: number): Promise<void> {
  const { seconds, first } = await database.asSystem('guesses are counted before anyone is known', (tx) =>
    countAttempt(tx, about, limit),
  );
  if (seconds > 0) throw new TooManyAttempts(seconds, first);
}

export class TooManyAttempts extends AppError {
  /** The attempt with which the waiting begins; those that follow say nothing new. */
  readonly first: boolean;
  constructor(seconds: number, first: boolean) {
    super('auth.too_many_attempts', { seconds }, { retryAfterSeconds: seconds });
    this.first = first;
  }
}

/** Where an attempt to sign in comes from. */
export type SignInPlace = {
  address: string;
  /** A device that signed in to this account before. */
  device: string | undefined;
  /** The account has a session from this address. */
  addressIsKnown: boolean;
};

/** Somebody with a network of their own has all of its addresses. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const groups =
    tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  return groups.slice(0, 4).join(':');
}

const fromHere = (login: string, { address, device }: SignInPlace) =>
  device === undefined ? `${login} from ${networkOf(address)}` : `${login} on ${device}`;
const fromStrangers = (login: string) => `${login} from anywhere strange`;

/**
 * Counts a guess at a password: by the place that it comes from, so that nobody can lock a stranger out, and besides
 * for all places together from which the account was never used.
 */
export async function checkSignInGuess(database: Database, login: string, place: SignInPlace): Promise<void> {
  await count(database, fromHere(login, place), maxGuesses);
  if (place.device === undefined && !place.addressIsKnown)
    await count(database, fromStrangers(login), maxStrangeGuesses);
}

export async function clearSignInGuesses(tx: SystemTx, login: string, place: SignInPlace): Promise<void> {
  await clearAttempts(tx, fromHere(login, place));
  await clearAttempts(tx, fromStrangers(login));
}

export async function deleteOldAttempts(database: Database): Promise<void> {
  await database.asSystem('guesses belong to no company', deleteOldAttemptRows);
}
