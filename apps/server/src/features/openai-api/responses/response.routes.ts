import { askQuestion, deleteMessage, getConversation } from '@lectern/contract';
import { z } from 'zod';
import {
  defineForeignEndpoint,
  EventFrames,
  ForeignRefusal,
  foreignRoute,
  rightsOf,
} from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { chatMessage } from '../chat/read-messages.ts';
import { waitForFirst } from '../wait-for-first.ts';
import { answerResponse } from './answer-response.service.ts';
import { presentStored, type ResponseHead, streamResponse, writeResponse } from './present-response.ts';
import { readStoredResponse, removeStoredResponse } from './stored-response.service.ts';

/** An item of the input: only messages are read; what a model thought before is left out. */
const inputItem = z.looseObject({
  type: z.string().nullish(),
  role: chatMessage.shape.role.optional(),
  content: chatMessage.shape.content,
});

const createResponse = defineForeignEndpoint({
  id: 'openai.createResponse',
  method: 'POST',
  path: '/responses',
  ...rightsOf(askQuestion),
  body: z.object({
    model: z.string().min(1).max(300),
    input: z.union([z.string(), z.array(inputItem).min(1).max(2_000)]),
    instructions: z.string().nullish(),
    previous_response_id: z.string().max(100).nullish(),
    store: z.boolean().nullish(),
    stream: z.boolean().nullish(),
    max_output_tokens: z.number().int().min(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    metadata: z.record(z.string().max(64), z.string().max(512)).nullish(),
    tools: z.array(z.looseObject({ type: z.string() })).nullish(),
    text: z.looseObject({ format: z.looseObject({ type: z.string() }).nullish() }).nullish(),
    background: z.boolean().nullish(),
    conversation: z.unknown().optional(),
    prompt: z.unknown().optional(),
  }),
  responseKind: 'events',
  status: 200,
});

const params = z.object({ response: z.string().max(100) });

const getResponse = defineForeignEndpoint({
  id: 'openai.getResponse',
  method: 'GET',
  path: '/responses/:response',
  ...rightsOf(getConversation),
  params,
  status: 200,
});

const deleteResponse = defineForeignEndpoint({
  id: 'openai.deleteResponse',
  method: 'DELETE',
  path: '/responses/:response',
  ...rightsOf(deleteMessage),
  params,
  status: 200,
});

export const responseEndpoints = [createResponse, getResponse, deleteResponse];

type Body = z.output<typeof createResponse.body>;

/** Throws where the request asks for something that it would not get. */
function checkBody({ tools, text, background, conversation, prompt }: Body): void {
  const refuse = (param: string, message: string) => {
    throw new ForeignRefusal('request.invalid', message, { param, reason: 'unsupported_parameter' });
  };
  if ((tools ?? []).length > 0)
    refuse(
      'tools',
      'Tools of the caller are not called here: an assistant searches its own knowledge bases.',
    );
  if (text?.format && text.format.type !== 'text') refuse('text.format', 'Answers are text.');
  if (background) refuse('background', 'Answers are not written in the background: leave it out.');
  if (conversation) refuse('conversation', 'Continue by previous_response_id instead.');
  if (prompt) refuse('prompt', 'There are no stored prompts: an assistant has its own.');
}

type Messages = Parameters<typeof answerResponse>[2]['messages'];

function readInput({ input, instructions }: Body): Messages {
  const wishes: Messages = instructions ? [{ role: 'developer', content: instructions }] : [];
  if (typeof input === 'string') return [...wishes, { role: 'user', content: input }];
  const said = input.flatMap(({ type, role, content }, n): Messages => {
    if (type === 'reasoning') return [];
    if (role !== undefined && (type ?? 'message') === 'message') return [{ role, content }];
    throw new ForeignRefusal(
      'request.invalid',
      `Input of the type '${type}' is not supported: send messages.`,
      {
        param: `input.${n}`,
        reason: 'unsupported_content',
      },
    );
  });
  return [...wishes, ...said];
}

export function responseRoutes(platform: Platform) {
  return [
    foreignRoute(createResponse, async ({ actor, body, language, signal }) => {
      checkBody(body);
      const { id, modelId, stored, pieces } = await answerResponse(
        platform,
        { actor, language, signal },
        {
          model: body.model,
          messages: readInput(body),
          parameters: {
            ...(typeof body.max_output_tokens === 'number' ? { maxTokens: body.max_output_tokens } : {}),
            ...(typeof body.temperature === 'number' ? { temperature: body.temperature } : {}),
            ...(typeof body.top_p === 'number' ? { topP: body.top_p } : {}),
          },
          previousId: body.previous_response_id ?? undefined,
          store: body.store ?? undefined,
        },
      );
      const head: ResponseHead = {
        id,
        modelId,
        stored,
        createdAt: new Date(),
        previousId: body.previous_response_id ?? null,
        instructions: body.instructions ?? null,
        maxOutputTokens: body.max_output_tokens ?? null,
        metadata: body.metadata ?? {},
      };
      if (body.stream !== true) return writeResponse(platform, actor, head, pieces);
      return new EventFrames(await waitForFirst(streamResponse(platform, actor, head, pieces)));
    }),
    foreignRoute(getResponse, async ({ actor, params, language }) =>
      presentStored(platform, actor, await readStoredResponse(platform, actor, params.response), language),
    ),
    foreignRoute(deleteResponse, async ({ actor, params }) => {
      await removeStoredResponse(platform, actor, params.response);
      return { id: params.response, object: 'response', deleted: true };
    }),
  ];
}
