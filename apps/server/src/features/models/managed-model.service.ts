import {
  AppError,
  type BodyOf,
  type createModel,
  type ErrorCode,
  errorText,
  type Language,
  type listModelNames,
  type Model,
  type ResponseOf,
  type testModel,
  type updateModel,
} from '@lectern/contract';
import {
  listModelNames as askForNames,
  ModelError,
  type ModelErrorKind,
  providers,
  testConnection,
} from '@lectern/models';
import { authorize } from '../../platform/authorized.ts';
import { asSystemTx, newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { modelPolicy } from './model.policy.ts';
import {
  deleteModelRow,
  findModelRow,
  findModelRowOf,
  insertModel,
  listFirstModels,
  listModelRowsOf,
  listUsesOfModel,
  lockModelNames,
  lockSecondModels,
  lockUseOfModel,
  updateModelRow,
} from './model.queries.ts';
import { checkModel, checkPlatformModel } from './model.service.ts';
import type { ModelRow } from './model.table.ts';
import {
  type Credentials,
  checkCredentials,
  mergeCredentials,
  sealCredentials,
} from './model-credentials.ts';
import type { ModelOwner } from './model-owner.ts';
import { forgetModelUse } from './model-use.queries.ts';
import { presentModel, presentModels, runsHere } from './present-model.ts';

/** Refuses the address when the model is saved, not only when it is first used. */
async function checkAddress(owner: ModelOwner, baseUrl: string | undefined): Promise<void> {
  if (baseUrl === undefined) return;
  try {
    await owner.outbound.check(baseUrl);
  } catch (error) {
    // A name that does not resolve today may do so tomorrow; a refused address stays refused.
    if ((error as { code?: string }).code === 'outbound_refused')
      throw new AppError('model.address_refused', { host: new URL(baseUrl).host });
  }
}

/** What people see of the name as it was entered. */
function readModelName(providerId: string, entered: string): string {
  const form = providers.find(({ id }) => id === providerId)?.modelName;
  if (!form) return entered;
  const name = form.read(entered);
  if (!name) throw new AppError('model.name_invalid', { example: form.example });
  return name.shown;
}

async function loadModel<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  owner: ModelOwner,
  action: Action,
  id: string,
) {
  const row = await findModelRowOf(tx, owner.companyId, id);
  // What runs on this server is managed with its files.
  return authorize(modelPolicy, owner.actor, action, runsHere(row) ? undefined : row);
}

async function checkNameFree(tx: Tx, owner: ModelOwner, name: string, except?: string): Promise<void> {
  await lockModelNames(tx, owner.companyId);
  const taken = (await listModelRowsOf(tx, owner.companyId)).some(
    (row) => row.id !== except && row.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new AppError('model.name_taken', { name });
}

/**
 * Throws where the model of that id may not stand in for this one: it would need another one in turn, or is not the
 * owner's to use. What the owner cannot see is not there. No other transaction chains the two until this one ends.
 */
async function checkSecond(
  tx: Tx,
  owner: ModelOwner,
  { id, type }: Pick<ModelRow, 'id' | 'type'>,
  secondModelId: string | null | undefined,
): Promise<void> {
  if (!secondModelId) return;
  if (type === 'embedding') throw new AppError('model.second_embedding');
  if (secondModelId === id) throw new AppError('model.second_itself');
  await lockSecondModels(tx, [id, secondModelId]);
  await (owner.companyId === null ? checkPlatformModel : checkModel)(tx, secondModelId, type);
  const second = await findModelRow(tx, secondModelId);
  if (second?.second) throw new AppError('model.second_has_second', { name: second.row.name });
  const firsts = await listFirstModels(tx, owner.companyId, id);
  if (firsts.length > 0) throw new AppError('model.second_of_second', { usedBy: firsts.join(', ') });
}

export async function checkUnused(tx: Tx, row: ModelRow): Promise<void> {
  await lockUseOfModel(tx, row.id, 'remove');
  const uses = await listUsesOfModel(tx, row);
  if (uses.length > 0) throw new AppError('model.in_use', { usedBy: uses.join(', ') });
}

export function listManagedModels(owner: ModelOwner): Promise<Model[]> {
  return owner.work(async (tx) => {
    const rows = await listModelRowsOf(tx, owner.companyId);
    const managed = rows.filter((row) => !runsHere(row));
    return presentModels(tx, managed, owner.companyId);
  });
}

/** What a form sends, with what is stored where it leaves something out; `credentials` are as the provider takes them. */
async function completeCredentials(
  platform: Platform,
  owner: ModelOwner,
  body: BodyOf<typeof listModelNames>,
) {
  const { modelId } = body;
  const row =
    modelId === undefined ? undefined : await owner.work((tx) => loadModel(tx, owner, 'read', modelId));
  const given = mergeCredentials(platform, row, body);
  return { given, credentials: checkCredentials(body.providerId, given) };
}

export async function tryModel(
  platform: Platform,
  owner: ModelOwner,
  body: BodyOf<typeof testModel>,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<ResponseOf<typeof testModel>> {
  const { given, credentials } = await completeCredentials(platform, owner, body);
  readModelName(body.providerId, body.modelName);
  const specification = {
    name: body.modelName,
    type: body.type,
    vision: body.vision,
    ...(body.voice === null ? {} : { voice: body.voice }),
    ...(body.contextTokens === null ? {} : { contextTokens: body.contextTokens }),
  };
  const result = await testConnection(body.providerId, credentials, specification, owner.runtime, signal);
  return {
    ok: result.ok,
    message: result.ok ? null : explainFailure(result, given, language),
    tookMs: Math.round(result.milliseconds),
    dimensions: result.ok ? (result.dimensions ?? null) : null,
  };
}

const explainedByProvider: ReadonlySet<ModelErrorKind> = new Set(['bad_credentials', 'model_not_found']);

function explainFailure(
  { kind, detail = '' }: { kind: ModelErrorKind; detail?: string | undefined },
  { baseUrl }: Credentials,
  language: Language,
): string {
  const host = baseUrl === undefined ? '' : new URL(baseUrl).host;
  const text = errorText(`model.${kind}` as ErrorCode, language, { detail, host });
  // Whoever runs the account can tell from the provider's own words which key or right is missing.
  return explainedByProvider.has(kind) && detail !== '' ? `${text} ${detail}` : text;
}

/** What a provider says that the credentials open. A failure is told in words, for the form. */
export async function listNames(
  platform: Platform,
  owner: ModelOwner,
  body: BodyOf<typeof listModelNames>,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<ResponseOf<typeof listModelNames>> {
  const { given, credentials } = await completeCredentials(platform, owner, body);
  try {
    const names = await askForNames(body.providerId, credentials, owner.runtime, signal);
    return { names, message: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { names: [], message: explainFailure(error, given, language) };
  }
}

export async function addModel(
  platform: Platform,
  owner: ModelOwner,
  body: BodyOf<typeof createModel>,
): Promise<Model> {
  await checkAddress(owner, body.baseUrl);
  return owner.work(async (tx) => {
    const { apiKey: _key, options: _options, ...fields } = body;
    const credentials = mergeCredentials(platform, undefined, body);
    checkCredentials(body.providerId, credentials);
    const shown = readModelName(body.providerId, body.modelName);
    const { name = shown } = body;
    await checkNameFree(tx, owner, name);
    const id = newId();
    await checkSecond(tx, owner, { id, type: body.type }, body.secondModelId);
    const row = await insertModel(tx, {
      ...fields,
      ...sealCredentials(platform.secrets, { id, providerId: body.providerId }, credentials),
      id,
      companyId: owner.companyId,
      name,
    });
    return presentModel(row);
  });
}

export async function changeModel(
  platform: Platform,
  owner: ModelOwner,
  id: string,
  body: BodyOf<typeof updateModel>,
): Promise<Model> {
  await checkAddress(owner, body.baseUrl);
  return owner.work(async (tx) => {
    const row = await loadModel(tx, owner, 'update', id);
    const { apiKey: _key, options: _options, ...changes } = body;
    const credentials = mergeCredentials(platform, row, body);
    checkCredentials(row.providerId, credentials);
    const shown = body.modelName && readModelName(row.providerId, body.modelName);
    // The name as entered stands for "no name of its own".
    const name = body.name === body.modelName ? shown : body.name;
    // Vectors of another embedding model do not match the stored ones.
    if (row.type === 'embedding' && body.modelName && body.modelName !== row.modelName)
      await checkUnused(tx, row);
    if (name) await checkNameFree(tx, owner, name, row.id);
    await checkSecond(tx, owner, row, body.secondModelId);
    const sealed = sealCredentials(platform.secrets, row, credentials);
    const changed = await updateModelRow(tx, row, { ...changes, name, ...sealed });
    if (!changed) throw new AppError('model.not_found');
    if (changesLimits(row, changed))
      await forgetModelUse(asSystemTx('of every company that uses the model', tx), row.id);
    return presentModel(changed);
  });
}

/** Counting begins anew: what was spent while nothing was limited is in the ledger alone. */
function changesLimits(before: ModelRow, after: ModelRow): boolean {
  const names = ['requestsPerMinute', 'tokensPerMinute', 'pricePerMonth'] as const;
  return names.some((name) => before[name] !== after[name]);
}

/** Returns the model's name. */
export function removeModel(owner: ModelOwner, id: string): Promise<string> {
  return owner.work(async (tx) => {
    const row = await loadModel(tx, owner, 'delete', id);
    await checkUnused(tx, row);
    await deleteModelRow(tx, row);
    return row.name;
  });
}
