import { hasPermission, type Level, type Model, maskSecret } from '@lectern/contract';
import { providers } from '@lectern/models';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ModelRow } from './model.table.ts';
import { maskOptions } from './model-credentials.ts';
import { isLimited } from './model-meter.service.ts';
import { listModelUse, type ModelUse } from './model-use.queries.ts';

/** Models that need no entry: their names, such as `built-in/hashed-384`, are their ids. */
export const includedModels = providers.flatMap((provider) =>
  (provider.includedModels ?? []).map((specification) => ({
    id: specification.name,
    provider,
    specification,
  })),
);

const providerNames = new Map(providers.map((provider) => [provider.id, provider.name]));

export function presentModel(row: ModelRow, uses?: Map<string, ModelUse>): Model {
  return {
    id: row.id,
    providerId: row.providerId,
    providerName: providerNames.get(row.providerId) ?? row.providerId,
    modelName: row.modelName,
    name: row.name,
    type: row.type,
    vision: row.vision,
    voice: row.voice,
    contextTokens: row.contextTokens,
    baseUrl: row.baseUrl,
    maskedKey: row.sealedKey === null ? null : maskSecret(row.keyEnding),
    options: maskOptions(row),
    builtIn: false,
    owner: row.companyId === null ? 'platform' : 'company',
    inputPrice: row.inputPrice,
    outputPrice: row.outputPrice,
    secondModelId: row.secondModelId,
    gain: null,
    requestsPerMinute: row.requestsPerMinute,
    tokensPerMinute: row.tokensPerMinute,
    pricePerMonth: row.pricePerMonth,
    use: isLimited(row) && uses ? (uses.get(row.id) ?? { requests: 0, tokens: 0, price: 0 }) : null,
    createdAt: row.createdAt.toISOString(),
  };
}

/** With what the company has used of those that have limits. */
export async function presentModels(
  tx: Tx,
  rows: ModelRow[],
  companyId: string | null | undefined,
): Promise<Model[]> {
  const uses = companyId && rows.some(isLimited) ? await listModelUse(tx, companyId) : undefined;
  return rows.map((row) => presentModel(row, uses));
}

/** Where a model runs and how its key ends is the business of whoever runs it; what it costs, of whoever pays. */
export function showModel(level: Level, model: Model): Model {
  const runs = hasPermission(level, model.owner === 'company' ? 'SettingsCompanyModels' : 'SettingsModel');
  const pays = hasPermission(level, 'SettingsCompanyModels');
  return {
    ...model,
    ...(runs ? {} : { baseUrl: null, maskedKey: null, options: {} }),
    ...(pays ? {} : { inputPrice: null, outputPrice: null, pricePerMonth: null, use: null }),
  };
}

/** The provider of models whose files are on this server. They belong to the platform, and have no key. */
export const localProviderId = 'local';

/** Whether a model runs on this server, and costs nothing. */
export const runsHere = (row: { providerId: string } | undefined) => row?.providerId === localProviderId;

/** With what a model of the catalogue was measured to be worth. */
export function addGain({ localModels }: Platform['config'], model: Model): Model {
  if (!runsHere(model)) return model;
  const entry = localModels.catalogue.find(({ id }) => id === model.modelName);
  return { ...model, gain: entry?.gain ?? null };
}

export function presentIncluded({ id, provider, specification }: (typeof includedModels)[number]): Model {
  return {
    id,
    providerId: provider.id,
    providerName: provider.name,
    modelName: specification.name,
    name: specification.name,
    type: specification.type,
    vision: specification.vision ?? false,
    voice: null,
    contextTokens: specification.contextTokens ?? null,
    baseUrl: null,
    maskedKey: null,
    options: {},
    builtIn: true,
    owner: 'built_in',
    inputPrice: null,
    outputPrice: null,
    secondModelId: null,
    gain: null,
    requestsPerMinute: null,
    tokensPerMinute: null,
    pricePerMonth: null,
    use: null,
    createdAt: null,
  };
}
