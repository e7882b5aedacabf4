import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { chooseFreeName } from '../../platform/free-name.ts';
import { checkUnused } from './managed-model.service.ts';
import { modelPolicy } from './model.policy.ts';
import {
  deleteModelRow,
  fillSystemModel,
  insertModel,
  listModelRowsOf,
  lockModelNames,
} from './model.queries.ts';
import type { ModelRow } from './model.table.ts';
import { localProviderId, runsHere } from './present-model.ts';

export async function listLocalModelRows(tx: Tx): Promise<ModelRow[]> {
  return (await listModelRowsOf(tx, null)).filter(runsHere);
}

/** Whether the platform has one beyond the built-in one. */
export async function hasEmbeddingModel(tx: Tx): Promise<boolean> {
  return (await listModelRowsOf(tx, null)).some(({ type }) => type === 'embedding');
}

/**
 * Every company may use the model from now on. An embedding model becomes the default of new knowledge bases where
 * nobody chose one: the built-in one knows no meaning.
 */
export async function addLocalModelRow(
  tx: Tx,
  {
    id,
    name,
    type,
    maxTokens,
  }: { id: string; name: string; type: 'embedding' | 'rerank' | 'chat'; maxTokens: number },
): Promise<void> {
  await lockModelNames(tx, null);
  const taken = await listModelRowsOf(tx, null);
  const row = await insertModel(tx, {
    id: newId(),
    companyId: null,
    providerId: localProviderId,
    modelName: id,
    name: chooseFreeName(name, taken),
    type,
    contextTokens: maxTokens,
  });
  if (type === 'embedding') await fillSystemModel(tx, type, row.id);
}

/** False where there is none. Throws where something uses it. */
export async function removeLocalModelRow(tx: Tx, actor: Actor, modelName: string): Promise<boolean> {
  const found = (await listLocalModelRows(tx)).find((row) => row.modelName === modelName);
  if (!found) return false;
  const row = authorize(modelPolicy, actor, 'delete', found);
  await checkUnused(tx, row);
  await deleteModelRow(tx, row);
  return true;
}
