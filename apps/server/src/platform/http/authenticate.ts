import { AppError } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../actor.ts';
import type { Database, SystemTx } from '../database/database.ts';

/** The actor behind a token of one kind; throws `auth.…` errors. */
export type ActorLookup = (tx: SystemTx, token: string, request: FastifyRequest) => Promise<Actor>;

/**
 * Finds the actor behind the `Authorization` header; the prefix of the token says who looks it up. Account, membership
 * and company are read on every request, so that a removal takes effect immediately.
 */
export function createAuthenticate(database: Database, lookups: Record<string, ActorLookup>) {
  return async (request: FastifyRequest): Promise<Actor> => {
    const [, token, prefix] =
      /^Bearer (([a-z]{3})_[A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '') ?? [];
    const lookUp = prefix === undefined ? undefined : lookups[prefix];
    if (token === undefined || !lookUp) throw new AppError('auth.required');
    return database.asSystem('a token names its company only after it is looked up', (tx) =>
      lookUp(tx, token, request),
    );
  };
}
