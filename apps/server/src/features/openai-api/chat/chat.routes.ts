import { askQuestion } from '@lectern/contract';
import { z } from 'zod';
import {
  defineForeignEndpoint,
  EventFrames,
  ForeignRefusal,
  foreignRoute,
  rightsOf,
} from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { waitForFirst } from '../wait-for-first.ts';
import { answerTarget } from './answer-target.service.ts';
import { collectCompletion, streamCompletion } from './present-completion.ts';
import { chatMessage } from './read-messages.ts';

const tool = z.object({
  type: z.literal('function'),
  function: z.object({
    name: z.string().min(1).max(64),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
});

const createChatCompletion = defineForeignEndpoint({
  id: 'openai.createChatCompletion',
  method: 'POST',
  path: '/chat/completions',
  ...rightsOf(askQuestion),
  // What is not named here is ignored: clients send more with every version.
  body: z.object({
    model: z.string().min(1).max(300),
    messages: z.array(chatMessage).min(1).max(2_000),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    n: z.number().int().nullish(),
    max_tokens: z.number().int().min(1).nullish(),
    max_completion_tokens: z.number().int().min(1).nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    presence_penalty: z.number().min(-2).max(2).nullish(),
    frequency_penalty: z.number().min(-2).max(2).nullish(),
    tools: z.array(tool).max(128).nullish(),
    tool_choice: z.unknown().optional(),
    response_format: z.object({ type: z.string() }).nullish(),
    logprobs: z.boolean().nullish(),
    modalities: z.array(z.string()).nullish(),
  }),
  responseKind: 'events',
  status: 200,
});

export const chatEndpoints = [createChatCompletion];

type Body = z.output<typeof createChatCompletion.body>;

/** Throws where the request asks for something that it would not get. */
function checkBody({ n, logprobs, modalities, response_format: format, tool_choice: choice }: Body): void {
  const refuse = (param: string, text: string) => {
    throw new ForeignRefusal('request.invalid', text, { param, reason: 'unsupported_parameter' });
  };
  if ((n ?? 1) !== 1) refuse('n', 'One answer is written at a time: leave n out, or set it to 1.');
  if (logprobs) refuse('logprobs', 'Log probabilities are not given.');
  if (modalities?.some((one) => one !== 'text')) refuse('modalities', 'Answers are text.');
  if (format && format.type !== 'text') refuse('response_format', 'Answers are text: ask for JSON in words.');
  if (choice !== undefined && choice !== null && choice !== 'auto' && choice !== 'none')
    refuse(
      'tool_choice',
      "Models choose their tools themselves: leave tool_choice out, or set it to 'auto'.",
    );
}

export function chatRoutes(platform: Platform) {
  return [
    foreignRoute(createChatCompletion, async ({ actor, body, language, signal }) => {
      checkBody(body);
      const answering = await answerTarget(platform, { actor, language, signal }, body.model, {
        messages: body.messages,
        parameters: readParameters(body),
        tools: body.tool_choice === 'none' ? [] : readTools(body),
      });
      if (body.stream !== true) return collectCompletion(platform, answering);
      const withUsage = body.stream_options?.include_usage === true;
      return new EventFrames(await waitForFirst(streamCompletion(platform, answering, { withUsage })));
    }),
  ];
}

function readParameters(body: Body) {
  const maxTokens = body.max_completion_tokens ?? body.max_tokens;
  const given = {
    temperature: body.temperature,
    topP: body.top_p,
    presencePenalty: body.presence_penalty,
    frequencyPenalty: body.frequency_penalty,
    maxTokens,
  };
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  );
}

function readTools({ tools }: Body) {
  return (tools ?? []).map(({ function: { name, description, parameters } }) => ({
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  }));
}
