import { realpath, stat } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { resolve, sep } from 'node:path';
import {
  estimateMegabytes,
  type LocalModelType,
  type ModelManifest,
  runtimeBytes,
  sizeOf,
} from '@lectern/adapters';
import { AppError, type Language, type LocalModel, type ModelOffer } from '@lectern/contract';
import type { CatalogueModel } from '@lectern/models';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import { newId } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { isActive } from '../../platform/runs/columns.ts';
import { presentImportStatus, presentRunError } from '../../platform/runs/present-run.ts';
import {
  hasEmbeddingModel,
  listLocalModelRows,
  removeLocalModelRow,
} from '../models/local-model-rows.service.ts';
import { modelPolicy } from '../models/model.policy.ts';
import { enqueueInstall } from './install-local-model.job.ts';
import {
  cancelInstall,
  deleteInstalls,
  insertDeclined,
  insertInstall,
  listLatestInstalls,
  lockLocalModels,
} from './local-model.queries.ts';
import type { LocalModelInstallRow } from './local-model.table.ts';
import { findInCatalogue, fromPath } from './local-model-source.ts';
import { registerLocalModels } from './register-local-models.service.ts';

const ofPlatform = { companyId: null };
const reason = 'models of this server serve every company';

export async function presentLocalModels(platform: Platform, language: Language) {
  const { database, localModels, config } = platform;
  await registerLocalModels(platform);
  const manifests = new Map((await localModels.store.list()).map((manifest) => [manifest.id, manifest]));
  const { rows, installs } = await database.acrossCompanies(reason, async (tx) => ({
    rows: new Map((await listLocalModelRows(tx)).map((row) => [row.modelName, row.id])),
    installs: await listLatestInstalls(tx),
  }));
  const others = [...manifests.values()].filter(({ id }) => !findInCatalogue(config, id));
  // What is being brought by hand has neither a folder nor a place in the catalogue yet.
  const arriving = [...installs.keys()].filter((id) => !findInCatalogue(config, id) && !manifests.has(id));
  const facts = [
    ...config.localModels.catalogue.map((entry) => factsOf(entry, manifests.get(entry.id))),
    ...others.map((manifest) => factsOf(undefined, manifest)),
    ...arriving.map((id) => unknownFacts(id, installs.get(id))),
  ];
  const items = facts.map((fact): LocalModel => {
    const install = installs.get(fact.id);
    return {
      ...fact,
      fits: fact.memoryMegabytes <= limitOf(platform),
      modelId: (manifests.has(fact.id) && rows.get(fact.id)) || null,
      install: install && install.state !== 'finished' ? presentInstall(install, language) : null,
    };
  });
  return {
    items,
    machine: {
      memoryMegabytes: machineMegabytes(),
      processors: availableParallelism(),
      runtimeBytes: missingRuntime(platform, 'embedding'),
      chatRuntimeBytes: missingRuntime(platform, 'chat'),
      canImport: config.localModels.importDirectory !== undefined,
    },
  };
}

/**
 * The first embedding model of the catalogue that this server bears; null where the platform has one, or an administrator
 * declined it.
 */
export async function findModelOffer(platform: Platform, language: Language): Promise<ModelOffer> {
  // The overview is read every minute: where a model stands, nothing is read from the disk.
  if (await platform.database.acrossCompanies(reason, hasEmbeddingModel)) return null;
  const { items, machine } = await presentLocalModels(platform, language);
  const model = items.find(({ type, inCatalogue, fits }) => type === 'embedding' && inCatalogue && fits);
  if (!model || model.modelId !== null || model.install?.status === 'cancelled') return null;
  return { model, downloadBytes: model.bytes + machine.runtimeBytes };
}

type Facts = Omit<LocalModel, 'fits' | 'modelId' | 'install'>;

function factsOf(entry: CatalogueModel | undefined, manifest: ModelManifest | undefined): Facts {
  const { id, name, type, licence, languages, maxTokens, dimensions } = (manifest ?? entry) as ModelManifest;
  const files = manifest?.files ?? entry?.files ?? [];
  const largest = Math.max(0, ...files.map(({ bytes }) => bytes));
  return {
    id,
    name,
    type,
    licence,
    languages: [...languages],
    languageCount: entry?.languageCount ?? null,
    maxTokens,
    dimensions,
    bytes: manifest ? sizeOf(manifest) : files.reduce((sum, { bytes }) => sum + bytes, 0),
    quantization: (manifest?.type === 'chat' ? manifest.quantization : entry?.quantization) ?? null,
    memoryMegabytes: manifest?.type === 'chat' ? manifest.memoryMegabytes : estimateMegabytes(largest, type),
    inCatalogue: entry !== undefined,
    gain: entry?.gain ?? null,
    page: entry ? `https://huggingface.co/${entry.repository}` : null,
  };
}

const unknownFacts = (id: string, install: LocalModelInstallRow | undefined): Facts => ({
  id,
  name: id,
  type: /\.gguf$/i.test(install?.path ?? '') ? 'chat' : 'embedding',
  licence: null,
  languages: [],
  languageCount: null,
  maxTokens: 0,
  dimensions: null,
  quantization: null,
  bytes: 0,
  memoryMegabytes: 0,
  inCatalogue: false,
  gain: null,
  page: null,
});

const missingRuntime = ({ localModels }: Platform, type: LocalModelType) =>
  localModels.runtime.isInstalled(type) ? 0 : runtimeBytes(type);

/** A container may have less than the machine. */
const machineMegabytes = () =>
  Math.floor(Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 1_048_576);
const limitOf = ({ config }: Platform) =>
  Math.min(config.localModels.memoryMegabytes, Math.floor(process.availableMemory() / 1_048_576));

export function presentInstall(row: LocalModelInstallRow, language: Language) {
  return {
    status: presentImportStatus(row.state),
    stage: row.stage,
    percent: row.percent,
    error: presentRunError(row, language),
  };
}

export async function startDownload(platform: Platform, actor: Actor, id: string) {
  const entry = findInCatalogue(platform.config, id);
  if (!entry) throw new AppError('local_model.not_found');
  const needed = factsOf(entry, undefined).memoryMegabytes;
  const allowed = limitOf(platform);
  if (needed > allowed) throw new AppError('local_model.too_large', { needed, allowed });
  return start(platform, actor, { model: id, path: null });
}

export async function startImport(platform: Platform, actor: Actor, path: string) {
  const found = await findImportPath(platform, path);
  return start(platform, actor, { model: fromPath(platform.config, found).hints.id, path: found });
}

/** The path without links, which must lie in the import folder: the rest of the server's files are not for this. */
async function findImportPath({ config }: Platform, path: string): Promise<string> {
  const folder = config.localModels.importDirectory;
  if (folder === undefined) throw new AppError('local_model.path_forbidden', { folder: '–' });
  const root = await realpath(folder).catch(() => folder);
  const found = await realpath(resolve(root, path)).catch(() => undefined);
  if (found === undefined) {
    const inside = resolve(root, path).startsWith(root + sep);
    throw new AppError(inside ? 'local_model.path_missing' : 'local_model.path_forbidden', { folder });
  }
  if (!found.startsWith(root + sep)) throw new AppError('local_model.path_forbidden', { folder });
  const { size } = await stat(found);
  if (size === 0) throw new AppError('local_model.path_missing', { folder });
  return found;
}

async function start(
  platform: Platform,
  actor: Actor,
  { model, path }: { model: string; path: string | null },
): Promise<LocalModelInstallRow> {
  const { database, localModels } = platform;
  const installed = (await localModels.store.list()).some(({ id }) => id === model);
  if (installed) throw new AppError('local_model.installed');
  return database.acrossCompanies(reason, async (tx) => {
    await lockLocalModels(tx);
    const latest = (await listLatestInstalls(tx)).get(model);
    if (latest && isActive(latest)) throw new AppError('local_model.running');
    const { companyId } = actor;
    const row = await insertInstall(tx, { id: newId(), companyId, model, path });
    await enqueueInstall(platform, tx, { companyId, installId: row.id });
    return row;
  });
}

export async function stopInstall({ database }: Platform, actor: Actor, model: string): Promise<void> {
  const owner = authorize(modelPolicy, actor, 'update', ofPlatform);
  const stopped = await database.acrossCompanies(reason, (tx) => cancelInstall(tx, owner, model));
  if (!stopped) throw new AppError('local_model.not_running');
}

/** Remembers for every administrator that the offered model is not wanted. */
export async function declineOffer(platform: Platform, actor: Actor, model: string): Promise<void> {
  const { database, localModels, config } = platform;
  if (!findInCatalogue(config, model)) throw new AppError('local_model.not_found');
  if ((await localModels.store.list()).some(({ id }) => id === model))
    throw new AppError('local_model.installed');
  const owner = authorize(modelPolicy, actor, 'update', ofPlatform);
  await database.acrossCompanies(reason, async (tx) => {
    await lockLocalModels(tx);
    const latest = (await listLatestInstalls(tx)).get(model);
    if (latest && isActive(latest)) throw new AppError('local_model.running');
    await insertDeclined(tx, owner, { id: newId(), companyId: actor.companyId, model });
  });
}

/** Refused while anything uses it. The row goes first: files that are left over would be found again. */
export async function removeLocalModel(platform: Platform, actor: Actor, model: string): Promise<void> {
  const { database, localModels } = platform;
  const installed = (await localModels.store.list()).some(({ id }) => id === model);
  await database.acrossCompanies(reason, async (tx) => {
    await lockLocalModels(tx);
    const latest = (await listLatestInstalls(tx)).get(model);
    if (latest && isActive(latest)) throw new AppError('local_model.running');
    const had = await removeLocalModelRow(tx, actor, model);
    if (!had && !installed && !latest) throw new AppError('local_model.not_found');
    await deleteInstalls(tx, authorize(modelPolicy, actor, 'delete', ofPlatform), model);
    await localModels.pool.release(model);
    await localModels.store.remove(model);
  });
}
