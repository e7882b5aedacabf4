import { z } from 'zod';
import { id, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { assistant, assistantSettings, versionNote } from './assistants.ts';

const settings = z.object(assistantSettings);

/** The settings of an assistant as they were published. */
export const assistantVersion = z.object({
  number: z.number().int(),
  note: z.string(),
  publishedByName: z.string(),
  publishedAt: timestamp,
});
export type AssistantVersion = z.infer<typeof assistantVersion>;

const assistantParams = z.object({ assistantId: id });
const versionParams = z.object({
  assistantId: id,
  number: z.coerce.number().int().min(1).max(2_147_483_647),
});
const ofEditors = ['assistant.not_found', 'assistant.forbidden'] as const;

export const getAssistantDraft = defineEndpoint({
  id: 'getAssistantDraft',
  tag: 'Assistants',
  summary: 'Settings that were saved and not yet published',
  method: 'GET',
  path: '/assistants/:assistantId/draft',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  response: settings,
  status: 200,
  errors: [...ofEditors, 'assistant.no_draft'],
});

export const publishAssistantDraft = defineEndpoint({
  id: 'publishAssistantDraft',
  tag: 'Assistants',
  summary: 'Publish the draft of an assistant as its next version',
  method: 'POST',
  path: '/assistants/:assistantId/draft/publish',
  access: 'CreateChat',
  scope: 'assistants.write',
  params: assistantParams,
  body: z.strictObject({ note: versionNote.default('') }),
  response: assistant,
  status: 200,
  errors: [
    ...ofEditors,
    'assistant.no_draft',
    'assistant.unknown_variable',
    'model.not_found',
    'model.wrong_type',
  ],
});

export const discardAssistantDraft = defineEndpoint({
  id: 'discardAssistantDraft',
  tag: 'Assistants',
  summary: 'Discard the draft of an assistant, if it has one',
  method: 'DELETE',
  path: '/assistants/:assistantId/draft',
  access: 'CreateChat',
  scope: 'assistants.write',
  params: assistantParams,
  responseKind: 'none',
  status: 204,
  errors: [...ofEditors],
});

export const listAssistantVersions = defineEndpoint({
  id: 'listAssistantVersions',
  tag: 'Assistants',
  summary: 'Published versions of an assistant, newest first',
  method: 'GET',
  path: '/assistants/:assistantId/versions',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: assistantParams,
  query: z.object(paging),
  response: pageOf(assistantVersion),
  status: 200,
  errors: [...ofEditors],
});

export const getAssistantVersion = defineEndpoint({
  id: 'getAssistantVersion',
  tag: 'Assistants',
  summary: 'A published version with its settings',
  method: 'GET',
  path: '/assistants/:assistantId/versions/:number',
  access: 'CreateChat',
  scope: 'assistants.read',
  params: versionParams,
  response: assistantVersion.extend({ settings }),
  status: 200,
  errors: [...ofEditors, 'assistant.version_not_found'],
});

/** Knowledge bases that are gone, or that the caller may not open, are left out. A draft stays. */
export const restoreAssistantVersion = defineEndpoint({
  id: 'restoreAssistantVersion',
  tag: 'Assistants',
  summary: 'Publish an earlier version again, as a new one',
  method: 'POST',
  path: '/assistants/:assistantId/versions/:number/restore',
  access: 'CreateChat',
  scope: 'assistants.write',
  params: versionParams,
  body: z.strictObject({ note: versionNote.default('') }),
  response: assistant,
  status: 200,
  errors: [
    ...ofEditors,
    'assistant.version_not_found',
    'assistant.unknown_variable',
    'model.not_found',
    'model.wrong_type',
  ],
});
