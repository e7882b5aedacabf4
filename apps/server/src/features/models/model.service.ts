import { AppError, type Model, type ModelTypeName } from '@lectern/contract';
import {
  type ChatModel,
  type EmbeddingModel,
  type ModelEntry,
  openChatModel,
  openEmbeddingModel,
  openRerankModel,
  providers,
  type RerankModel,
} from '@lectern/models';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findModelRow, listModelRows, readSystemModels } from './model.queries.ts';
import type { ModelRow } from './model.table.ts';

/** Models that need no entry: their names, such as `built-in/hashed-384`, are their ids. */
const includedModels = providers.flatMap((provider) =>
  (provider.includedModels ?? []).map((specification) => ({
    id: specification.name,
    provider,
    specification,
  })),
);

/** What opens a model, whether included or configured. */
type UsableModel = {
  id: string;
  name: string;
  type: ModelTypeName;
  entry: (platform: Platform) => ModelEntry;
};

function asUsable(row: ModelRow): UsableModel {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    entry: ({ secrets }) => ({
      providerId: row.providerId,
      credentials: {
        baseUrl: row.baseUrl ?? undefined,
        apiKey: row.sealedKey === null ? undefined : secrets.decrypt(row.sealedKey, secretContext(row.id)),
      },
      model: {
        name: row.modelName,
        type: row.type,
        vision: row.vision,
        ...(row.contextTokens === null ? {} : { contextTokens: row.contextTokens }),
      },
      guardKey: `${row.companyId ?? 'platform'} ${row.id}`,
    }),
  };
}

/** Ties a sealed key to its row. */
export function secretContext(modelId: string): string {
  return `model:${modelId}`;
}

/** Stored keys that this process's secret does not open: it was changed, or a second server made its own. */
export async function countUnreadableKeys({ database, secrets }: Platform): Promise<number> {
  const rows = await database.acrossCompanies('the secret is one for all companies', listModelRows);
  return rows.filter(({ id, sealedKey }) => {
    if (sealedKey === null) return false;
    try {
      secrets.decrypt(sealedKey, secretContext(id));
      return false;
    } catch {
      return true;
    }
  }).length;
}

async function findUsableModel(tx: Tx, id: string): Promise<UsableModel | undefined> {
  const included = includedModels.find((candidate) => candidate.id === id);
  if (included)
    return {
      id,
      name: included.specification.name,
      type: included.specification.type,
      entry: () => ({
        providerId: included.provider.id,
        credentials: {},
        model: included.specification,
        guardKey: id,
      }),
    };
  // Anything else that is no UUID cannot be a row.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const row = await findModelRow(tx, id);
  return row && asUsable(row);
}

async function getUsableModel(tx: Tx, id: string, type: ModelTypeName): Promise<UsableModel> {
  const model = await findUsableModel(tx, id);
  if (!model) throw new AppError('model.not_found');
  if (model.type !== type) throw new AppError('model.wrong_type', { type });
  return model;
}

/** Throws where the company may not use such a model, or where it is of another type. */
export async function checkModel(tx: Tx, id: string, type: ModelTypeName): Promise<void> {
  await getUsableModel(tx, id, type);
}

async function getDefaultModelId(tx: Tx, type: 'chat' | 'embedding'): Promise<string> {
  const chosen = (await readSystemModels(tx)).get(type);
  if (chosen !== undefined && (await findUsableModel(tx, chosen))) return chosen;
  const included = includedModels.find((model) => model.specification.type === type);
  if (!included) throw new AppError('model.not_found');
  return included.id;
}

export function getDefaultEmbeddingModelId(tx: Tx): Promise<string> {
  return getDefaultModelId(tx, 'embedding');
}

/** A model with the name people know it by, for messages and the ledger. */
export type Opened<M> = { model: M; id: string; name: string };

async function openUsable<M>(
  platform: Platform,
  tx: Tx,
  wanted: { id: string; type: ModelTypeName },
  open: (entry: ModelEntry, runtime: Platform['modelRuntime']) => M,
): Promise<Opened<M>> {
  const usable = await getUsableModel(tx, wanted.id, wanted.type);
  return { model: open(usable.entry(platform), platform.modelRuntime), id: usable.id, name: usable.name };
}

/** The model of that id, or the system's default. */
export async function openChat(platform: Platform, tx: Tx, id: string | null): Promise<Opened<ChatModel>> {
  const chosen = id ?? (await getDefaultModelId(tx, 'chat'));
  return openUsable(platform, tx, { id: chosen, type: 'chat' }, openChatModel);
}

export function openEmbedding(platform: Platform, tx: Tx, id: string): Promise<Opened<EmbeddingModel>> {
  return openUsable(platform, tx, { id, type: 'embedding' }, openEmbeddingModel);
}

export function openRerank(platform: Platform, tx: Tx, id: string): Promise<Opened<RerankModel>> {
  return openUsable(platform, tx, { id, type: 'rerank' }, openRerankModel);
}

const providerNames = new Map(providers.map((provider) => [provider.id, provider.name]));

export function presentModel(row: ModelRow): Model {
  return {
    id: row.id,
    providerId: row.providerId,
    providerName: providerNames.get(row.providerId) ?? row.providerId,
    modelName: row.modelName,
    name: row.name,
    type: row.type,
    vision: row.vision,
    contextTokens: row.contextTokens,
    baseUrl: row.baseUrl,
    maskedKey: row.sealedKey === null ? null : `••••${row.keyEnding ?? ''}`,
    builtIn: false,
    createdAt: row.createdAt.toISOString(),
  };
}

/** Every model the company may use: the included ones first. */
export async function listUsableModels(tx: Tx): Promise<Model[]> {
  const included = includedModels.map(({ id, provider, specification }) => ({
    id,
    providerId: provider.id,
    providerName: provider.name,
    modelName: specification.name,
    name: specification.name,
    type: specification.type,
    vision: specification.vision ?? false,
    contextTokens: specification.contextTokens ?? null,
    baseUrl: null,
    maskedKey: null,
    builtIn: true,
    createdAt: null,
  }));
  return [...included, ...(await listModelRows(tx)).map(presentModel)];
}
