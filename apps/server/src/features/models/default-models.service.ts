import type { BodyOf, ModelTypeName, SystemModels, updateSystemModels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Platform } from '../../platform/platform.ts';
import { modelPolicy } from './model.policy.ts';
import {
  type ChosenModels,
  readCompanyDefaults,
  readSystemModels,
  setCompanyDefault,
  setSystemModel,
} from './model.queries.ts';
import { checkModel, checkPlatformModel, findDefaultModelId, readChosenDefaults } from './model.service.ts';

const types = {
  chat: 'chat',
  embedding: 'embedding',
  rerank: 'rerank',
  imageToText: 'image_to_text',
  speechToText: 'speech_to_text',
  textToSpeech: 'text_to_speech',
} as const satisfies Record<keyof SystemModels, ModelTypeName>;

function presentChosen(chosen: ChosenModels): SystemModels {
  return {
    chat: chosen.get('chat') ?? null,
    embedding: chosen.get('embedding') ?? null,
    rerank: chosen.get('rerank') ?? null,
    imageToText: chosen.get('image_to_text') ?? null,
    speechToText: chosen.get('speech_to_text') ?? null,
    textToSpeech: chosen.get('text_to_speech') ?? null,
  };
}

/** The changes in a fixed order, so that two callers do not deadlock. */
function listChanges(body: BodyOf<typeof updateSystemModels>): [ModelTypeName, string | null][] {
  return (Object.keys(types) as (keyof typeof types)[]).flatMap((key) => {
    const modelId = body[key];
    return modelId === undefined ? [] : [[types[key], modelId] as [ModelTypeName, string | null]];
  });
}

export function presentSystemModels({ database }: Platform, actor: Actor): Promise<SystemModels> {
  return database.withActor(actor, async (tx) => presentChosen(await readSystemModels(tx)));
}

export function changeSystemModels(
  { database }: Platform,
  actor: Actor,
  body: BodyOf<typeof updateSystemModels>,
): Promise<SystemModels> {
  return database.acrossCompanies('system models serve every company', async (tx) => {
    const owner = authorize(modelPolicy, actor, 'update', { companyId: null });
    for (const [type, modelId] of listChanges(body)) {
      if (modelId !== null) await checkPlatformModel(tx, modelId, type);
      await setSystemModel(tx, owner, type, modelId);
    }
    return presentChosen(await readSystemModels(tx));
  });
}

export function presentCompanyDefaults({ database }: Platform, actor: Actor): Promise<SystemModels> {
  return database.withActor(actor, async (tx) => presentChosen(await readCompanyDefaults(tx)));
}

export function changeCompanyDefaults(
  { database }: Platform,
  actor: Actor,
  body: BodyOf<typeof updateSystemModels>,
): Promise<SystemModels> {
  return database.withActor(actor, async (tx) => {
    const owner = authorize(modelPolicy, actor, 'update', { companyId: actor.companyId });
    for (const [type, modelId] of listChanges(body)) {
      if (modelId !== null) await checkModel(tx, modelId, type);
      await setCompanyDefault(tx, owner, type, modelId);
    }
    return presentChosen(await readCompanyDefaults(tx));
  });
}

/** The models used by default: the company's choice, else the platform's, else the included ones. */
export function presentDefaults({ database }: Platform, actor: Actor): Promise<SystemModels> {
  return database.withActor(actor, async (tx) => {
    const chosenDefaults = await readChosenDefaults(tx);
    const used: ChosenModels = new Map();
    for (const type of Object.values(types)) {
      const id = await findDefaultModelId(tx, type, chosenDefaults);
      if (id !== undefined) used.set(type, id);
    }
    return presentChosen(used);
  });
}
