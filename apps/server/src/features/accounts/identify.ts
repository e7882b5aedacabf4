import { AppError } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import { findActorOfApiToken } from '../api-tokens/api-token.service.ts';
import { findActorOfSession } from './session.service.ts';

/**
 * The actor behind the `Authorization` header, by a session's or an API token. Account, membership and
 * company are read anew each time: a removal holds at once.
 */
export function identify(database: Database, request: FastifyRequest): Promise<Actor> {
  const [, token, kind] =
    /^Bearer ((lst|lat)_[A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new AppError('auth.required');
  return database.acrossCompanies('a token names its company only after it is looked up', (tx) =>
    kind === 'lat' ? findActorOfApiToken(tx, token, request) : findActorOfSession(tx, token, request),
  );
}
