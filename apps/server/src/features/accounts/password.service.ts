import { randomBytes, randomInt } from 'node:crypto';
import { AppError, passwordLimits } from '@lectern/contract';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters that OWASP names for 19 MiB; about 20 ms a hash. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** A hash of nothing anyone knows, so that an unknown login costs the same time as a known one. */
const decoy = hashPassword(randomBytes(32).toString('base64'));

export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}

export function checkNewPassword(password: string): void {
  if (password.length < passwordLimits.min) throw new AppError('account.password_too_short');
}

const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Sixteen characters that nobody mistakes for others: about 92 bits. */
export function generatePassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('');
}
