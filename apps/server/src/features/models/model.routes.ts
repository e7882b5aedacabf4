import {
  AppError,
  type BodyOf,
  createModel,
  deleteModel,
  type ErrorCode,
  errorText,
  getSystemModels,
  hasPermission,
  listModelProviders,
  listModels,
  type ModelTypeName,
  testModel,
  updateModel,
  updateSystemModels,
} from '@lectern/contract';
import { describeProviders, getProvider, providers, testConnection } from '@lectern/models';
import { eq } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findModelRow,
  listModelRows,
  listUsesOfModel,
  readSystemModels,
  writeSystemModel,
} from './model.queries.ts';
import { checkModel, listUsableModels, presentModel, secretContext } from './model.service.ts';
import { type ModelRow, models } from './model.table.ts';

const platformModels = "the platform's models belong to no company";

function checkCredentials(
  providerId: string,
  credentials: { baseUrl?: string | undefined; apiKey?: string | undefined },
) {
  if (!providers.some((provider) => provider.id === providerId && provider.hosted))
    throw new AppError('model.provider_unknown', { provider: providerId });
  const result = getProvider(providerId).credentials.schema.safeParse(credentials);
  if (!result.success)
    throw new AppError('model.credentials_invalid', { field: result.error.issues[0]?.path.join('.') });
  return result.data;
}

/** The ending helps to tell keys apart; of a short key it would tell too much. */
function keyEnding(key: string): string {
  return key.length >= 12 ? key.slice(-4) : '';
}

async function checkNameFree(tx: Tx, name: string, except?: string): Promise<void> {
  const taken = (await listModelRows(tx)).some(
    (row) => row.id !== except && row.name.toLowerCase() === name.toLowerCase(),
  );
  if (taken) throw new AppError('model.name_taken', { name });
}

const systemTypes = {
  chat: 'chat',
  embedding: 'embedding',
  rerank: 'rerank',
  imageToText: 'image_to_text',
  speechToText: 'speech_to_text',
} as const satisfies Record<keyof BodyOf<typeof updateSystemModels>, ModelTypeName>;

async function presentSystemModels(tx: Tx) {
  const chosen = await readSystemModels(tx);
  return {
    chat: chosen.get('chat') ?? null,
    embedding: chosen.get('embedding') ?? null,
    rerank: chosen.get('rerank') ?? null,
    imageToText: chosen.get('image_to_text') ?? null,
    speechToText: chosen.get('speech_to_text') ?? null,
  };
}

export function modelRoutes(platform: Platform) {
  const { database, secrets, modelRuntime } = platform;

  async function getRow(tx: Tx, id: string): Promise<ModelRow> {
    const row = await findModelRow(tx, id);
    if (!row) throw new AppError('model.not_found');
    return row;
  }

  /** What a form leaves out is taken from the row, but a stored key never goes to another address. */
  function mergeCredentials(
    row: ModelRow | undefined,
    given: { providerId?: string; baseUrl?: string | undefined; apiKey?: string | undefined },
  ) {
    const baseUrl = given.baseUrl ?? row?.baseUrl ?? undefined;
    const sameAddress =
      row !== undefined &&
      baseUrl === (row.baseUrl ?? undefined) &&
      (given.providerId ?? row.providerId) === row.providerId;
    const kept =
      sameAddress && row.sealedKey ? secrets.decrypt(row.sealedKey, secretContext(row.id)) : undefined;
    return { baseUrl, apiKey: given.apiKey ?? kept };
  }

  /** Said when the model is saved, not only when it is first used. */
  async function checkAddress(baseUrl: string | undefined): Promise<void> {
    if (baseUrl === undefined) return;
    try {
      await platform.outbound.check(baseUrl);
    } catch (error) {
      // A name that does not resolve today may do so tomorrow; a refused address stays refused.
      if ((error as { code?: string }).code === 'outbound_refused')
        throw new AppError('model.address_refused', { host: new URL(baseUrl).host });
    }
  }

  return [
    route(listModelProviders, async () => ({ items: describeProviders() })),
    route(listModels, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const items = (await listUsableModels(tx)).map((model) =>
          // Where a model runs and how its key ends is the business of whoever runs the platform.
          hasPermission(actor.level, 'SettingsModel') ? model : { ...model, baseUrl: null, maskedKey: null },
        );
        return { items: query.type ? items.filter((model) => model.type === query.type) : items };
      }),
    ),
    route(testModel, async ({ actor, body, language, signal }) => {
      const row = body.modelId
        ? await database.withActor(actor, (tx) => getRow(tx, body.modelId as string))
        : undefined;
      const credentials = checkCredentials(body.providerId, mergeCredentials(row, body));
      const specification = {
        name: body.modelName,
        type: body.type,
        vision: body.vision,
        ...(body.contextTokens === null ? {} : { contextTokens: body.contextTokens }),
      };
      const result = await testConnection(body.providerId, credentials, specification, modelRuntime, signal);
      return {
        ok: result.ok,
        message: result.ok
          ? null
          : errorText(`model.${result.kind}` as ErrorCode, language, { detail: result.detail ?? '' }),
        tookMs: Math.round(result.milliseconds),
        dimensions: result.ok ? (result.dimensions ?? null) : null,
      };
    }),
    route(createModel, async ({ body }) => {
      await checkAddress(body.baseUrl);
      return database.acrossCompanies(platformModels, async (tx) => {
        checkCredentials(body.providerId, body);
        const name = body.name ?? body.modelName;
        await checkNameFree(tx, name);
        const id = newId();
        const [row] = await tx
          .insert(models)
          .values({
            id,
            companyId: null,
            providerId: body.providerId,
            modelName: body.modelName,
            name,
            type: body.type,
            vision: body.vision,
            contextTokens: body.contextTokens,
            baseUrl: body.baseUrl ?? null,
            sealedKey: body.apiKey ? secrets.encrypt(body.apiKey, secretContext(id)) : null,
            keyEnding: body.apiKey ? keyEnding(body.apiKey) : null,
          })
          .returning();
        return presentModel(row as ModelRow);
      });
    }),
    route(updateModel, async ({ params, body }) => {
      await checkAddress(body.baseUrl);
      return database.acrossCompanies(platformModels, async (tx) => {
        const row = await getRow(tx, params.modelId);
        const { apiKey, ...changes } = body;
        const credentials = mergeCredentials(row, body);
        checkCredentials(row.providerId, credentials);
        if (body.name) await checkNameFree(tx, body.name, row.id);
        // Another model of vectors under the same id would make every stored vector a lie.
        if (row.type === 'embedding' && body.modelName && body.modelName !== row.modelName) {
          const uses = await listUsesOfModel(tx, row.id);
          if (uses.length > 0) throw new AppError('model.in_use', { usedBy: uses.join(', ') });
        }
        const key = credentials.apiKey;
        const [changed] = await tx
          .update(models)
          .set({
            ...changes,
            sealedKey: key ? secrets.encrypt(key, secretContext(row.id)) : null,
            keyEnding: apiKey ? keyEnding(apiKey) : key ? row.keyEnding : null,
            updatedAt: new Date(),
          })
          .where(eq(models.id, row.id))
          .returning();
        return presentModel(changed as ModelRow);
      });
    }),
    route(deleteModel, async ({ params }) => {
      await database.acrossCompanies(platformModels, async (tx) => {
        const row = await getRow(tx, params.modelId);
        const uses = await listUsesOfModel(tx, row.id);
        if (uses.length > 0) throw new AppError('model.in_use', { usedBy: uses.join(', ') });
        await tx.delete(models).where(eq(models.id, row.id));
      });
    }),
    route(getSystemModels, ({ actor }) => database.withActor(actor, presentSystemModels)),
    route(updateSystemModels, ({ body }) =>
      database.acrossCompanies('system models serve every company', async (tx) => {
        for (const [key, modelId] of Object.entries(body) as [
          keyof typeof systemTypes,
          string | null | undefined,
        ][]) {
          if (modelId === undefined) continue;
          const type = systemTypes[key];
          if (modelId !== null) await checkModel(tx, modelId, type);
          await writeSystemModel(tx, type, modelId);
        }
        return presentSystemModels(tx);
      }),
    ),
  ];
}
