import { AppError, type Model, type ModelTypeName } from '@lectern/contract';
import {
  type ChatModel,
  type EmbeddingModel,
  type ModelEntry,
  openChatModel,
  openEmbeddingModel,
  openRerankModel,
  openSpeechModel,
  openVisionModel,
  openVoiceModel,
  type RerankModel,
  type SecondModel,
  type SpeechModel,
  type StandIn,
  secondModels,
  type VisionModel,
  type VoiceModel,
} from '@lectern/models';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type ChosenModels,
  findModelRow,
  listModelRows,
  lockUseOfModel,
  readCompanyDefaults,
  readSystemModels,
} from './model.queries.ts';
import type { ModelRow } from './model.table.ts';
import { openCredentials } from './model-credentials.ts';
import { createMeter } from './model-meter.service.ts';
import { outboundFor } from './model-owner.ts';
import { includedModels, presentIncluded, presentModels } from './present-model.ts';

export { modelUses } from './model.queries.ts';

/** What opens a model, whether included or configured. */
type UsableModel = {
  id: string;
  name: string;
  type: ModelTypeName;
  /** Null for what comes with the product and what the platform gives to all. */
  companyId: string | null;
  entry: (platform: Platform) => ModelEntry;
  /** Answers where this one cannot; it has none itself. */
  second?: UsableModel | undefined;
};

function asUsable(row: ModelRow, askedBy: string, second?: ModelRow | null): UsableModel {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    companyId: row.companyId,
    second: second ? asUsable(second, askedBy) : undefined,
    entry: (platform) => ({
      providerId: row.providerId,
      credentials: openCredentials(platform.secrets, row),
      meter: createMeter(platform, row, askedBy),
      model: {
        name: row.modelName,
        type: row.type,
        vision: row.vision,
        ...(row.voice === null ? {} : { voice: row.voice }),
        ...(row.contextTokens === null ? {} : { contextTokens: row.contextTokens }),
      },
      // Also for the platform's models: what one company brings on itself must not rest the model for all.
      guardKey: `${askedBy} ${row.id}`,
    }),
  };
}

/** Stored keys that this process's secret does not open: it was changed, or a second server made its own. */
export async function countUnreadableKeys({ database, secrets }: Platform): Promise<number> {
  const rows = await database.acrossCompanies('the secret is one for all companies', listModelRows);
  return rows.filter((row) => {
    try {
      openCredentials(secrets, row);
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
      companyId: null,
      entry: () => ({
        providerId: included.provider.id,
        credentials: {},
        model: included.specification,
        guardKey: id,
      }),
    };
  // Anything else that is no UUID cannot be a row.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return undefined;
  const found = await findModelRow(tx, id);
  return found && asUsable(found.row, found.askedBy, found.second);
}

async function getUsableModel(tx: Tx, id: string, type: ModelTypeName): Promise<UsableModel> {
  const model = await findUsableModel(tx, id);
  if (!model) throw new AppError('model.not_found');
  if (model.type !== type) throw new AppError('model.wrong_type', { type });
  return model;
}

/**
 * Throws where the company may not use such a model, or where it is of another type. The model then
 * stays until the transaction ends, which writes down that it is used.
 */
export async function checkModel(tx: Tx, id: string, type: ModelTypeName): Promise<void> {
  await lockUseOfModel(tx, id, 'choose');
  await getUsableModel(tx, id, type);
}

/** As `checkModel`, across companies: what serves all of them must belong to none. */
export async function checkPlatformModel(tx: Tx, id: string, type: ModelTypeName): Promise<void> {
  await lockUseOfModel(tx, id, 'choose');
  const { companyId } = await getUsableModel(tx, id, type);
  if (companyId !== null) throw new AppError('model.not_found');
}

/** What was chosen for lack of a choice: the company's goes first. */
export async function readChosenDefaults(tx: Tx): Promise<ChosenModels[]> {
  return [await readCompanyDefaults(tx), await readSystemModels(tx)];
}

/** The company's choice, else the system's, else what comes with the product. */
export async function findDefaultModelId(
  tx: Tx,
  type: ModelTypeName,
  chosenDefaults: ChosenModels[],
): Promise<string | undefined> {
  for (const chosen of chosenDefaults) {
    const id = chosen.get(type);
    if (id !== undefined && (await findUsableModel(tx, id))) return id;
  }
  return includedModels.find((model) => model.specification.type === type)?.id;
}

async function getDefaultModelId(tx: Tx, type: ModelTypeName): Promise<string> {
  const id = await findDefaultModelId(tx, type, await readChosenDefaults(tx));
  if (id === undefined) throw new AppError('model.not_found');
  return id;
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
  backUp?: (first: M, second: SecondModel<M>) => M,
): Promise<Opened<M>> {
  const usable = await getUsableModel(tx, wanted.id, wanted.type);
  const { id, name, second } = usable;
  const openOne = (one: UsableModel) =>
    open(one.entry(platform), outboundFor(platform, one.companyId).runtime);
  const model = openOne(usable);
  if (!second || !backUp) return { model, id, name };
  const onStandIn = ({ insteadOf }: StandIn) =>
    platform.metrics.modelStandIns.inc({ kind: insteadOf.reason });
  const behind = {
    id: second.id,
    name: second.name,
    firstName: name,
    open: () => openOne(second),
    onStandIn,
  };
  return { model: backUp(model, behind), id, name };
}

/** Whom a call is booked to: the model that was asked, or the second one where that answered. */
export function bookedTo(
  asked: Pick<Opened<unknown>, 'id' | 'name'>,
  { standIn }: { standIn?: StandIn | undefined },
): { modelId: string; modelName: string } {
  const { id, name } = standIn ?? asked;
  return { modelId: id, modelName: name };
}

/** The model of that id, or the default. */
export async function openChat(platform: Platform, tx: Tx, id: string | null): Promise<Opened<ChatModel>> {
  const chosen = id ?? (await getDefaultModelId(tx, 'chat'));
  return openUsable(platform, tx, { id: chosen, type: 'chat' }, openChatModel, secondModels.chat);
}

export function openEmbedding(platform: Platform, tx: Tx, id: string): Promise<Opened<EmbeddingModel>> {
  return openUsable(platform, tx, { id, type: 'embedding' }, openEmbeddingModel);
}

/** What an embedding model is called wherever it is configured: by its provider and that one's name for it. */
export type EmbeddingName = { provider: string; model: string };

export async function describeEmbedding(tx: Tx, id: string): Promise<EmbeddingName> {
  const included = includedModels.find((candidate) => candidate.id === id);
  if (included) return { provider: included.provider.id, model: included.specification.name };
  const found = await findModelRow(tx, id);
  return { provider: found?.row.providerId ?? '', model: found?.row.modelName ?? '' };
}

/** A model of that name that the company may use, its own before the platform's. */
export async function findEmbeddingNamed(tx: Tx, name: EmbeddingName): Promise<string | undefined> {
  const included = includedModels.find(
    ({ provider, specification }) =>
      provider.id === name.provider &&
      specification.name === name.model &&
      specification.type === 'embedding',
  );
  if (included) return included.id;
  const rows = (await listModelRows(tx)).filter(
    (row) => row.type === 'embedding' && row.providerId === name.provider && row.modelName === name.model,
  );
  return pickRow(rows, [], 'embedding')?.id;
}

export function openRerank(platform: Platform, tx: Tx, id: string): Promise<Opened<RerankModel>> {
  return openUsable(platform, tx, { id, type: 'rerank' }, openRerankModel, secondModels.rerank);
}

/**
 * What reads pictures for the company: its default for that, else a default chat vision model, else any model that
 * does. Undefined where there is none: such models never come with the product.
 */
export async function openVision(platform: Platform, tx: Tx): Promise<Opened<VisionModel> | undefined> {
  const rows = await listModelRows(tx);
  const sees = (row: ModelRow) => row.type === 'image_to_text' || (row.type === 'chat' && row.vision);
  const defaults = await readChosenDefaults(tx);
  const chosen = (type: ModelTypeName) => defaults.map((choice) => choice.get(type));
  const wanted = [...chosen('image_to_text'), ...chosen('chat')];
  const row = pickRow(rows.filter(sees), wanted, 'image_to_text');
  return row && openUsable(platform, tx, row, openVisionModel, secondModels.vision);
}

/** What writes recordings down for the company: its default, else any speech model; undefined where there is none. */
export async function openSpeech(platform: Platform, tx: Tx): Promise<Opened<SpeechModel> | undefined> {
  const row = await pickRowOf(tx, 'speech_to_text');
  return row && openUsable(platform, tx, row, openSpeechModel, secondModels.speech);
}

/** What reads aloud for the company: its default, else any text-to-speech model; undefined where there is none. */
export async function openVoice(platform: Platform, tx: Tx): Promise<Opened<VoiceModel> | undefined> {
  const row = await pickRowOf(tx, 'text_to_speech');
  return row && openUsable(platform, tx, row, openVoiceModel, secondModels.voice);
}

async function pickRowOf(tx: Tx, type: ModelTypeName): Promise<ModelRow | undefined> {
  const rows = (await listModelRows(tx)).filter((row) => row.type === type);
  return pickRow(
    rows,
    (await readChosenDefaults(tx)).map((choice) => choice.get(type)),
    type,
  );
}

/** The first that is wanted by id, else the first made for it, the company's own before the platform's. */
function pickRow(
  rows: ModelRow[],
  wanted: (string | undefined)[],
  type: ModelTypeName,
): ModelRow | undefined {
  for (const id of wanted) {
    const row = rows.find((candidate) => candidate.id === id);
    if (row) return row;
  }
  const rank = (row: ModelRow) => (row.type === type ? 0 : 2) + (row.companyId === null ? 1 : 0);
  return rows.sort((a, b) => rank(a) - rank(b))[0];
}

/** Every model the transaction's company may use: the included ones first. */
export async function listUsableModels(tx: Tx, companyId?: string): Promise<Model[]> {
  return [
    ...includedModels.map(presentIncluded),
    ...(await presentModels(tx, await listModelRows(tx), companyId)),
  ];
}
