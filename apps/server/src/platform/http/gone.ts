import { AppError, missingNoun } from '@lectern/contract';
import type { Actor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import { deletionPort } from '../deletion-port.ts';

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The error of a call: a 404 for an id in its address that was deleted is a 410. What belongs to another company stays
 * a 404, and so does an id in the query or the body, where a form shows the error at its field.
 */
export async function asGone(
  database: Database,
  failure: AppError,
  { actor, params }: { actor: Actor | undefined; params: unknown },
): Promise<AppError> {
  const noun = missingNoun(failure.code);
  if (!noun || !actor?.companyId) return failure;
  const ids = Object.values((params ?? {}) as Record<string, unknown>).filter(
    (id): id is string => typeof id === 'string' && idForm.test(id),
  );
  if (ids.length === 0) return failure;
  const gone = await database.withActor(actor, (tx) => deletionPort.get().wasDeleted(tx, noun, ids));
  return gone ? new AppError(`${noun}.gone`) : failure;
}
