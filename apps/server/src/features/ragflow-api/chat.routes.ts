import {
  type Assistant,
  createAssistant,
  deleteAssistant,
  getAssistant,
  updateAssistant,
} from '@lectern/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defineForeignEndpoint, foreignRoute, rightsOf } from '../../platform/http/foreign-api.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAssistantRows } from '../assistants/assistant.queries.ts';
import {
  addAssistant,
  loadAssistant,
  presentAssistant,
  removeAssistant,
} from '../assistants/assistant.service.ts';
import { assistantDefaults } from '../assistants/assistant-defaults.ts';
import { changeAssistant } from '../assistants/assistant-versions.service.ts';
import { listUsableModels } from '../models/model.service.ts';
import {
  anyId,
  idsToDelete,
  listQuery,
  ok,
  pageOf,
  presentTimes,
  readAs,
  readFilterId,
  readIds,
  refuse,
} from './envelope.ts';

const mostListed = 1_000;

const number = z.number().nullish();

const settings = {
  avatar: z.string().nullish(),
  description: z.string().nullish(),
  dataset_ids: z.array(anyId).max(64).nullish(),
  llm: z
    .object({
      model_name: z.string().nullish(),
      temperature: number,
      top_p: number,
      presence_penalty: number,
      frequency_penalty: number,
      max_tokens: number,
    })
    .nullish(),
  prompt: z
    .object({
      similarity_threshold: number,
      keywords_similarity_weight: number,
      top_n: number,
      top_k: number,
      variables: z.array(z.object({ key: z.string(), optional: z.boolean().nullish() })).nullish(),
      rerank_model: z.string().nullish(),
      empty_response: z.string().nullish(),
      opener: z.string().nullish(),
      show_quote: z.boolean().nullish(),
      prompt: z.string().nullish(),
    })
    .nullish(),
};

const create = defineForeignEndpoint({
  id: 'ragflow.createChat',
  method: 'POST',
  path: '/api/v1/chats',
  ...rightsOf(createAssistant),
  body: z.object({ name: z.string().max(255), ...settings }),
  status: 200,
});
const list = defineForeignEndpoint({
  id: 'ragflow.listChats',
  method: 'GET',
  path: '/api/v1/chats',
  ...rightsOf(getAssistant),
  query: z.object(listQuery),
  status: 200,
});
const remove = defineForeignEndpoint({
  id: 'ragflow.deleteChats',
  method: 'DELETE',
  path: '/api/v1/chats',
  ...rightsOf(deleteAssistant),
  body: idsToDelete,
  status: 200,
});
const update = defineForeignEndpoint({
  id: 'ragflow.updateChat',
  method: 'PUT',
  path: '/api/v1/chats/:chat',
  ...rightsOf(updateAssistant),
  params: z.object({ chat: anyId }),
  body: z.object({ name: z.string().max(255).nullish(), ...settings }),
  status: 200,
});

export const chatEndpoints = [create, list, remove, update];

type Settings = z.output<typeof update.body>;

/** Those fields that were given. */
function given<Fields extends Record<string, unknown>>(fields: Fields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}

async function findModel(tx: Tx, type: 'chat' | 'rerank', wanted: string): Promise<string> {
  const [name = ''] = wanted.split('@');
  const model = (await listUsableModels(tx)).find(
    (one) => one.type === type && [one.id, one.name, one.modelName].includes(name),
  );
  return model?.id ?? refuse(`There is no ${type} model called ${name}.`, 'model.not_found');
}

/** Its settings as those of an assistant; `before` is what is not given. */
async function readSettings(
  tx: Tx,
  body: Settings,
  before: Pick<Assistant, 'parameters' | 'retrieval'>,
): Promise<Record<string, unknown>> {
  const { llm, prompt } = body;
  if (body.avatar && !body.avatar.startsWith('data:image/'))
    refuse('A picture comes as a data URL: data:image/png;base64,…');
  const retrieval = given({
    similarityThreshold: prompt?.similarity_threshold,
    keywordWeight: prompt?.keywords_similarity_weight,
    topN: prompt?.top_n,
    topK: prompt?.top_k,
    rerankModelId: prompt?.rerank_model ? await findModel(tx, 'rerank', prompt.rerank_model) : undefined,
  });
  const parameters = given({
    temperature: llm?.temperature,
    topP: llm?.top_p,
    presencePenalty: llm?.presence_penalty,
    frequencyPenalty: llm?.frequency_penalty,
    maxTokens: llm?.max_tokens,
  });
  return given({
    name: body.name,
    avatar: body.avatar || undefined,
    description: body.description,
    knowledgeBaseIds: body.dataset_ids,
    chatModelId: llm?.model_name ? await findModel(tx, 'chat', llm.model_name) : undefined,
    parameters: llm ? { ...before.parameters, ...parameters } : undefined,
    retrieval: prompt ? { ...before.retrieval, ...retrieval } : undefined,
    systemPrompt: prompt?.prompt,
    opener: prompt?.opener,
    emptyResponse: prompt?.empty_response,
    showQuote: prompt?.show_quote,
    // The passages are no variable of the caller's here.
    variables: prompt?.variables
      ?.filter(({ key }) => key !== 'knowledge')
      .map(({ key, optional }) => ({ key, optional: optional ?? true, value: '' })),
  });
}

function present(assistant: Assistant, models: Map<string, string>) {
  const { parameters, retrieval } = assistant;
  return {
    id: assistant.id,
    name: assistant.name,
    avatar: assistant.avatar ?? '',
    description: assistant.description,
    dataset_ids: assistant.knowledgeBaseIds,
    datasets: assistant.knowledgeBaseIds.map((id) => ({ id })),
    language: assistant.language,
    llm: {
      model_name: models.get(assistant.chatModelId ?? '') ?? null,
      temperature: parameters.temperature,
      top_p: parameters.topP,
      presence_penalty: parameters.presencePenalty,
      frequency_penalty: parameters.frequencyPenalty,
      max_tokens: parameters.maxTokens,
    },
    prompt: {
      similarity_threshold: retrieval.similarityThreshold,
      keywords_similarity_weight: retrieval.keywordWeight,
      top_n: retrieval.topN,
      top_k: retrieval.topK,
      variables: [
        { key: 'knowledge', optional: true },
        ...assistant.variables.map(({ key, optional }) => ({ key, optional })),
      ],
      rerank_model: models.get(retrieval.rerankModelId ?? '') ?? '',
      empty_response: assistant.emptyResponse,
      opener: assistant.opener,
      show_quote: assistant.showQuote,
      prompt: assistant.systemPrompt,
    },
    prompt_type: 'simple',
    status: '1',
    ...presentTimes({ createdAt: new Date(assistant.createdAt), updatedAt: new Date(assistant.updatedAt) }),
  };
}

async function readModels(tx: Tx) {
  return new Map((await listUsableModels(tx)).map(({ id, name }) => [id, name]));
}

function read({ database }: Platform, actor: Actor, assistant: Assistant) {
  return database.withActor(actor, async (tx) => ok(present(assistant, await readModels(tx))));
}

export function chatRoutes(platform: Platform) {
  const { database } = platform;
  return [
    foreignRoute(create, async ({ actor, body }) => {
      const input = await database.withActor(actor, (tx) =>
        readSettings(tx, body, assistantDefaults(actor.language)),
      );
      return read(platform, actor, await addAssistant(platform, actor, readAs(createAssistant.body, input)));
    }),
    foreignRoute(list, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const id = readFilterId(query.id);
        const { rows } = id
          ? { rows: [await loadAssistant(tx, actor, 'read', id)] }
          : await listAssistantRows(tx, actor, { page: 1, pageSize: mostListed });
        const named = rows.filter(({ name }) => query.name === undefined || name === query.name);
        if (query.name !== undefined && named.length === 0)
          refuse(`There is no chat called ${query.name}.`, 'assistant.not_found');
        const models = await readModels(tx);
        const shown = [];
        for (const row of pageOf(named, query))
          shown.push(present(await presentAssistant(tx, actor, row), models));
        return ok(shown);
      }),
    ),
    foreignRoute(remove, async ({ actor, body }) => {
      for (const id of readIds(body)) await removeAssistant(platform, actor, id);
      return ok();
    }),
    foreignRoute(update, async ({ actor, params, body }) => {
      const input = await database.withActor(actor, async (tx) =>
        readSettings(tx, body, await loadAssistant(tx, actor, 'update', params.chat)),
      );
      await changeAssistant(platform, actor, params.chat, readAs(updateAssistant.body, input));
      return ok();
    }),
  ];
}
