import { AppError, levels } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../../platform/actor.ts';
import type { SystemTx } from '../../../platform/database/database.ts';
import { languageOf } from '../../../platform/http/language.ts';
import { hashToken } from '../../../platform/token.ts';
import {
  type AdmittedVisitor,
  findVisitorByToken,
  listAdmittedVisitors,
  touchVisitor,
} from './visitor.queries.ts';

/** The owner of the assistant stands in for a visitor, as an ordinary user who may talk to this assistant alone. */
function actorOf({
  id,
  companyId,
  widgetId,
  assistantId,
  ownerId,
}: AdmittedVisitor): Omit<Actor, 'language'> {
  return {
    accountId: ownerId,
    companyId,
    level: levels.USER,
    via: 'widget',
    sessionId: null,
    signedInWith: 'password',
    visitor: { id, widgetId, assistantId },
    mustChangePassword: false,
  };
}

/** Read on every request: a widget that is switched off, or an assistant that is deleted, ends its visits at once. */
export async function findActorOfVisitor(
  tx: SystemTx,
  token: string,
  request: FastifyRequest,
): Promise<Actor> {
  const row = await findVisitorByToken(tx, hashToken(token));
  if (!row) throw new AppError('auth.session_expired');
  if (row.stale) await touchVisitor(tx, row.id);
  return { ...actorOf(row), language: languageOf(request) };
}

/** Today's actors of those among these visitors who are still let in. */
export async function recheckVisitors(
  tx: SystemTx,
  ids: string[],
): Promise<Map<string, Omit<Actor, 'language'>>> {
  return new Map((await listAdmittedVisitors(tx, ids)).map((row) => [row.id, actorOf(row)]));
}
