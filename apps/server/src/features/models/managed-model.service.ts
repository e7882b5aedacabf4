import {
  AppError,
  type BodyOf,
  type createModel,
  type ErrorCode,
  errorText,
  type Language,
  type Model,
  type ResponseOf,
  type testModel,
  type updateModel,
} from '@lectern/contract';
import { getProvider, providers, testConnection } from '@lectern/models';
import { authorize } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { secretEnding } from '../../platform/secret-ending.ts';
import { modelPolicy } from './model.policy.ts';
import {
  deleteModelRow,
  findModelRowOf,
  insertModel,
  listModelRowsOf,
  listUsesOfModel,
  lockModelNames,
  lockUseOfModel,
  updateModelRow,
} from './model.queries.ts';
import { presentModel, secretContext } from './model.service.ts';
import type { ModelRow } from './model.table.ts';
import type { ModelOwner } from './model-owner.ts';

type Credentials = { baseUrl?: string | undefined; apiKey?: string | undefined };

function checkCredentials(providerId: string, credentials: Credentials) {
  if (!providers.some((provider) => provider.id === providerId && provider.hosted))
    throw new AppError('model.provider_unknown', { provider: providerId });
  const result = getProvider(providerId).credentials.schema.safeParse(credentials);
  if (!result.success)
    throw new AppError('model.credentials_invalid', { field: result.error.issues[0]?.path.join('.') });
  return result.data;
}

/** Takes what a form leaves out from the row, but never sends a stored key to another address. */
function mergeCredentials(
  { secrets }: Platform,
  row: ModelRow | undefined,
  given: Credentials & { providerId?: string },
): Credentials {
  const baseUrl = given.baseUrl ?? row?.baseUrl ?? undefined;
  const sameAddress =
    row !== undefined &&
    baseUrl === (row.baseUrl ?? undefined) &&
    (given.providerId ?? row.providerId) === row.providerId;
  const storedKey =
    sameAddress && row.sealedKey ? secrets.decrypt(row.sealedKey, secretContext(row.id)) : undefined;
  return { baseUrl, apiKey: given.apiKey ?? storedKey };
}

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

async function loadModel<Action extends 'read' | 'update' | 'delete'>(
  tx: Tx,
  owner: ModelOwner,
  action: Action,
  id: string,
) {
  return authorize(modelPolicy, owner.actor, action, await findModelRowOf(tx, owner.companyId, id));
}

async function checkNameFree(tx: Tx, owner: ModelOwner, name: string, except?: string): Promise<void> {
  await lockModelNames(tx, owner.companyId);
  const taken = (await listModelRowsOf(tx, owner.companyId)).some(
    (row) => row.id !== except && row.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new AppError('model.name_taken', { name });
}

async function checkUnused(tx: Tx, row: ModelRow): Promise<void> {
  await lockUseOfModel(tx, row.id, 'remove');
  const uses = await listUsesOfModel(tx, row);
  if (uses.length > 0) throw new AppError('model.in_use', { usedBy: uses.join(', ') });
}

export function listManagedModels(owner: ModelOwner): Promise<Model[]> {
  return owner.work(async (tx) => (await listModelRowsOf(tx, owner.companyId)).map(presentModel));
}

export async function tryModel(
  platform: Platform,
  owner: ModelOwner,
  body: BodyOf<typeof testModel>,
  { language, signal }: { language: Language; signal: AbortSignal },
): Promise<ResponseOf<typeof testModel>> {
  const { modelId } = body;
  const row =
    modelId === undefined ? undefined : await owner.work((tx) => loadModel(tx, owner, 'read', modelId));
  const given = mergeCredentials(platform, row, body);
  const credentials = checkCredentials(body.providerId, given);
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
    message: result.ok
      ? null
      : errorText(`model.${result.kind}` as ErrorCode, language, {
          detail: result.detail ?? '',
          host: given.baseUrl === undefined ? '' : new URL(given.baseUrl).host,
        }),
    tookMs: Math.round(result.milliseconds),
    dimensions: result.ok ? (result.dimensions ?? null) : null,
  };
}

export async function addModel(
  { secrets }: Platform,
  owner: ModelOwner,
  body: BodyOf<typeof createModel>,
): Promise<Model> {
  await checkAddress(owner, body.baseUrl);
  return owner.work(async (tx) => {
    const { apiKey, baseUrl, name = body.modelName, ...fields } = body;
    checkCredentials(body.providerId, body);
    await checkNameFree(tx, owner, name);
    const id = newId();
    const row = await insertModel(tx, {
      ...fields,
      id,
      companyId: owner.companyId,
      name,
      baseUrl: baseUrl ?? null,
      sealedKey: apiKey ? secrets.encrypt(apiKey, secretContext(id)) : null,
      keyEnding: apiKey ? secretEnding(apiKey) : null,
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
    const { apiKey, ...changes } = body;
    const credentials = mergeCredentials(platform, row, body);
    checkCredentials(row.providerId, credentials);
    // Vectors of another embedding model do not match the stored ones.
    if (row.type === 'embedding' && body.modelName && body.modelName !== row.modelName)
      await checkUnused(tx, row);
    if (body.name) await checkNameFree(tx, owner, body.name, row.id);
    const key = credentials.apiKey;
    const changed = await updateModelRow(tx, row, {
      ...changes,
      sealedKey: key ? platform.secrets.encrypt(key, secretContext(row.id)) : null,
      keyEnding: apiKey ? secretEnding(apiKey) : key ? row.keyEnding : null,
    });
    if (!changed) throw new AppError('model.not_found');
    return presentModel(changed);
  });
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
