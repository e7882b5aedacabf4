import { z } from 'zod';
import { mcpLimits } from '../companies/mcp-servers.ts';
import { abilities, id, name, pageOf, paging, photo, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { languages } from '../core/languages.ts';
import { flowFormInput } from '../flows/flow-form.ts';
import { retrievalSettings } from '../retrieval/retrieval.ts';
import { claimChecks } from './answer-support.ts';

/** Earlier turns that a model may be told. */
export const conversationMemoryLimit = 50;

/** Parameters of a chat model; null: not sent, the provider's own default holds. */
export const chatParameters = z.strictObject({
  temperature: z.number().min(0).max(2).nullable().default(0.1),
  topP: z.number().min(0).max(1).nullable().default(0.3),
  presencePenalty: z.number().min(-2).max(2).nullable().default(null),
  frequencyPenalty: z.number().min(-2).max(2).nullable().default(null),
  maxTokens: z.number().int().min(1).max(128_000).nullable().default(2_048),
});
export type ChatParameters = z.infer<typeof chatParameters>;

/** One click sets them all; a person may still change each. */
export const freedomPresets = {
  precise: { temperature: 0.1, topP: 0.3, presencePenalty: 0.4, frequencyPenalty: 0.7, maxTokens: 2_048 },
  balance: { temperature: 0.5, topP: 0.5, presencePenalty: 0.4, frequencyPenalty: 0.7, maxTokens: 2_048 },
  improvise: { temperature: 0.9, topP: 0.9, presencePenalty: 0.4, frequencyPenalty: 0.2, maxTokens: 2_048 },
} as const satisfies Record<string, ChatParameters>;

/** A variable that the system prompt may name as `{key}`; `knowledge` and `date` are filled by the server. */
export const promptVariable = z.strictObject({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
  optional: z.boolean().default(true),
  /** Used where the conversation gives none. */
  value: z.string().max(2_000).default(''),
});

/** Keys that the server fills. */
export const reservedPromptVariables = ['knowledge', 'date'] as const;

export const assistantSettings = {
  description: z.string().max(2_000),
  avatar: photo.nullable(),
  language: z.enum(languages),
  /** First message of every conversation; empty: none. */
  opener: z.string().max(4_000),
  /** The answer when nothing passes the threshold; empty: the model answers from its own knowledge and says so. */
  emptyResponse: z.string().max(4_000),
  knowledgeBaseIds: z.array(id).max(64),
  systemPrompt: z.string().max(32_000),
  variables: z.array(promptVariable).max(32),
  retrieval: retrievalSettings,
  chatModelId: z.string().max(64).nullable(),
  parameters: chatParameters,
  /** Show citations under an answer. */
  showQuote: z.boolean(),
  /** Earlier turns that the model gets. */
  conversationMemory: z.number().int().min(0).max(conversationMemoryLimit),
  /** Rewrite a question that leans on the conversation into one that stands alone, and search for that. */
  multiTurn: z.boolean(),
  /** Keep relevant passages only, and search again in other words where too few are. */
  selfRag: z.boolean(),
  /** The model writes the markers of its citations; off: statements are matched to passages after the answer. */
  quoteByLlm: z.boolean(),
  /** Document name, page and heading path stand before each passage in the prompt. */
  addChunkInfo: z.boolean(),
  /** Passages go to the model in the order of their documents and pages; off: best first. */
  sortByPage: z.boolean(),
  /** Search for the question's keywords as well, as a model lists them. */
  keywordExtraction: z.boolean(),
  /** Languages that the question is also searched in, translated by a model. */
  crossLanguages: z.array(z.enum(languages)).max(languages.length),
  /** Restrict each search to the documents whose tags and field values the question names. */
  deriveFilter: z.boolean(),
  claimCheck: z.enum(claimChecks),
  /** Where nothing is found, the reply offers to mail the conversation to the assistant's creator. */
  mailSupport: z.boolean(),
  /** Tools of MCP servers that the model may call; those that are not allowed any more are left out. */
  toolIds: z.array(id).max(mcpLimits.mostChosen),
  /** The published version of this flow answers, whatever the settings for passages and models say. */
  flowId: id.nullable(),
} as const;

/** What a version changed, in the words of who published it. */
export const versionNote = z.string().trim().max(500);

export type AssistantSettings = z.infer<z.ZodObject<typeof assistantSettings>>;

export const assistant = z.object({
  id,
  name: z.string(),
  ...assistantSettings,
  /** Number of the published version. */
  version: z.number().int(),
  /** Settings that were saved and not yet published; null where there are none, and for those who may not change it. */
  draft: z.object({ savedByName: z.string(), savedAt: timestamp }).nullable(),
  /** The flow that answers was changed since it was published; a draft conversation or evaluation uses the change. */
  flowHasDraft: z.boolean(),
  ownerName: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  abilities,
});
export type Assistant = z.infer<typeof assistant>;

/** What someone who may only chat sees of an assistant. */
export const assistantSummary = z.object({
  id,
  name: z.string(),
  description: z.string(),
  avatar: z.string().nullable(),
  opener: z.string(),
  language: z.enum(languages),
  knowledgeBaseCount: z.number().int(),
  /** Answers from every knowledge base that the caller may open; each person has one, and it is in no list. */
  general: z.boolean(),
  /** What the person is asked for before the first question. */
  variables: z.array(promptVariable),
  showQuote: z.boolean(),
  /** The flow that answers; null for an assistant that answers by itself. */
  flow: z
    .object({
      id,
      name: z.string(),
      /** What a run asks for before it starts. */
      form: z.array(flowFormInput),
    })
    .nullable(),
  /** False also where no mail server is configured. */
  mailSupport: z.boolean(),
  /** There are unpublished settings, which the caller may try. */
  hasDraft: z.boolean(),
  abilities,
});
export type AssistantSummary = z.infer<typeof assistantSummary>;

const optionalSettings = z.object(assistantSettings).partial().shape;

export const listAssistants = defineEndpoint({
  id: 'listAssistants',
  tag: 'Assistants',
  summary: 'Assistants that the caller may chat with',
  method: 'GET',
  path: '/assistants',
  access: 'Chat',
  scope: 'assistants.read',
  query: z.object({ search: z.string().max(255).optional(), ...paging }),
  response: pageOf(assistantSummary),
  status: 200,
});

export const getGeneralAssistant = defineEndpoint({
  id: 'getGeneralAssistant',
  tag: 'Assistants',
  summary: 'The assistant over all knowledge bases that the caller may open; it needs no setting up',
  method: 'GET',
  path: '/assistants/general',
  access: 'Knowledge',
  scope: 'assistants.read',
  response: assistantSummary,
  status: 200,
});

/** What a new assistant starts with, in the caller's language. */
export const getAssistantDefaults = defineEndpoint({
  id: 'getAssistantDefaults',
  tag: 'Assistants',
  summary: 'The settings a new assistant starts with, in the language asked for',
  method: 'GET',
  path: '/assistants/defaults',
  access: 'CreateChat',
  scope: 'assistants.read',
  query: z.object({ language: z.enum(languages).default('en') }),
  response: z.object(assistantSettings),
  status: 200,
});

export const createAssistant = defineEndpoint({
  id: 'createAssistant',
  tag: 'Assistants',
  summary: 'Create an assistant; what is left out takes its default',
  method: 'POST',
  path: '/assistants',
  access: 'CreateChat',
  scope: 'assistants.write',
  body: z.strictObject({ name, ...optionalSettings }),
  response: assistant,
  status: 201,
  errors: [
    'assistant.name_taken',
    'assistant.unknown_variable',
    'flow.not_found',
    'assistant.flow_not_published',
    'quota.assistants_reached',
    'knowledge_base.not_found',
    'model.not_found',
    'model.wrong_type',
    'mcp_tool.not_found',
  ],
});

const assistantParams = z.object({ assistantId: id });

export const getAssistant = defineEndpoint({
  id: 'getAssistant',
  tag: 'Assistants',
  summary: 'One assistant with all its settings',
  method: 'GET',
  path: '/assistants/:assistantId',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  response: assistant,
  status: 200,
  errors: ['assistant.not_found'],
});

export const updateAssistant = defineEndpoint({
  id: 'updateAssistant',
  tag: 'Assistants',
  summary: 'Rename or configure an assistant',
  method: 'PATCH',
  path: '/assistants/:assistantId',
  access: 'CreateChat',
  scope: 'assistants.write',
  params: assistantParams,
  body: z.strictObject({
    /** Changes at once, also where the settings go to the draft. */
    name: name.optional(),
    ...optionalSettings,
    /** False: the settings are kept as a draft, and others go on with what is published. */
    publish: z.boolean().default(true),
    /** What the new version changes. */
    note: versionNote.default(''),
  }),
  response: assistant,
  status: 200,
  errors: [
    'assistant.not_found',
    'assistant.forbidden',
    'assistant.name_taken',
    'assistant.unknown_variable',
    'flow.not_found',
    'assistant.flow_not_published',
    'knowledge_base.not_found',
    'model.not_found',
    'model.wrong_type',
    'mcp_tool.not_found',
  ],
});

export const deleteAssistant = defineEndpoint({
  id: 'deleteAssistant',
  tag: 'Assistants',
  summary: 'Delete an assistant with its conversations',
  method: 'DELETE',
  path: '/assistants/:assistantId',
  access: 'CreateChat',
  scope: 'assistants.write',
  audit: true,
  params: assistantParams,
  responseKind: 'none',
  status: 204,
  errors: ['assistant.not_found', 'assistant.forbidden'],
});
