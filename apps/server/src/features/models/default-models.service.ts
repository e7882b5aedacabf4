import type { BodyOf, ModelTypeName, SystemModels, updateSystemModels } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type ChosenModels,
  readCompanyDefaults,
  readSystemModels,
  writeCompanyDefault,
  writeSystemModel,
} from './model.queries.ts';
import { checkModel, checkPlatformModel, findDefaultModelId, readChosenDefaults } from './model.service.ts';

const types = {
  chat: 'chat',
  embedding: 'embedding',
  rerank: 'rerank',
  imageToText: 'image_to_text',
  speechToText: 'speech_to_text',
} as const satisfies Record<keyof SystemModels, ModelTypeName>;

function presentChosen(chosen: ChosenModels): SystemModels {
  return {
    chat: chosen.get('chat') ?? null,
    embedding: chosen.get('embedding') ?? null,
    rerank: chosen.get('rerank') ?? null,
    imageToText: chosen.get('image_to_text') ?? null,
    speechToText: chosen.get('speech_to_text') ?? null,
  };
}

/** What the body names, always in the same order: two changes at once then wait for one another, never in a ring. */
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
  body: BodyOf<typeof updateSystemModels>,
): Promise<SystemModels> {
  return database.acrossCompanies('system models serve every company', async (tx) => {
    for (const [type, modelId] of listChanges(body)) {
      if (modelId !== null) await checkPlatformModel(tx, modelId, type);
      await writeSystemModel(tx, type, modelId);
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
    for (const [type, modelId] of listChanges(body)) {
      if (modelId !== null) await checkModel(tx, modelId, type);
      await writeCompanyDefault(tx, actor.companyId, type, modelId);
    }
    return presentChosen(await readCompanyDefaults(tx));
  });
}

/** What is taken where nobody chose: the company's choice, else the system's, else what comes with the product. */
export function presentDefaults({ database }: Platform, actor: Actor): Promise<SystemModels> {
  return database.withActor(actor, async (tx) => {
    const chosenDefaults = await readChosenDefaults(tx);
    const taken: ChosenModels = new Map();
    for (const type of Object.values(types)) {
      const id = await findDefaultModelId(tx, type, chosenDefaults);
      if (id !== undefined) taken.set(type, id);
    }
    return presentChosen(taken);
  });
}
