import { recordFetch } from '@lectern/testing';
import { expect, it } from 'vitest';
import { type ChatRequest, createModelRuntime, openChatModel } from '../../index.ts';

const stream = (events: { type: string }[]) =>
  new Response(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  });
const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
});
const delta = (index: number, value: object) => ({ type: 'content_block_delta', index, delta: value });

/** As a model answers that thinks without being asked to, and thinks again between two calls. */
const asks = [
  { type: 'message_start', message: { usage: { input_tokens: 5, output_tokens: 1 } } },
  block(0, { type: 'thinking', thinking: '', signature: '' }),
  delta(0, { type: 'thinking_delta', thinking: 'Look ' }),
  delta(0, { type: 'thinking_delta', thinking: 'both up.' }),
  delta(0, { type: 'signature_delta', signature: 'EqQBCgIYAhIM' }),
  block(1, { type: 'redacted_thinking', data: 'EmwKAhgBEgy3' }),
  block(2, { type: 'text', text: '' }),
  delta(2, { type: 'text_delta', text: 'One moment.' }),
  block(3, { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: {} }),
  delta(3, { type: 'input_json_delta', partial_json: '{"word":"rose"}' }),
  block(4, { type: 'thinking', thinking: '', signature: '' }),
  delta(4, { type: 'signature_delta', signature: 'ErUBKkYI' }),
  block(5, { type: 'tool_use', id: 'toolu_2', name: 'look_up', input: {} }),
  delta(5, { type: 'input_json_delta', partial_json: '{"word":"lily"}' }),
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];

it('gives thoughts back with the calls that they led to, as they were signed', async () => {
  const { calls, fetch } = recordFetch(() => stream(asks));
  const model = openChatModel(
    {
      providerId: 'anthropic',
      credentials: { baseUrl: 'https://api.anthropic.com', apiKey: 'sk-ant-0123456789' },
      model: { name: 'claude-sonnet-5', type: 'chat' },
      guardKey: 'test',
    },
    createModelRuntime({ fetch, retry: { attempts: 1 } }),
  );
  const tools = [{ name: 'look_up', description: 'Looks a word up', parameters: { type: 'object' } }];
  const messages: ChatRequest['messages'] = [{ role: 'user', content: 'What are these?' }];
  const toolCalls = [];
  for await (const event of model.stream({ messages, parameters: {}, tools }))
    if (event.type === 'tool-call') toolCalls.push(event.call);
  expect(toolCalls).toHaveLength(2);
  // What is kept of a call in between is plain JSON.
  const kept = JSON.parse(JSON.stringify(toolCalls)) as typeof toolCalls;
  messages.push({ role: 'assistant', content: 'One moment.', toolCalls: kept });
  for (const answers of kept) messages.push({ role: 'tool', content: 'A flower', answers });
  for await (const _ of model.stream({ messages, parameters: {}, tools }));
  expect(calls[1]?.body.messages[1]).toEqual({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Look both up.', signature: 'EqQBCgIYAhIM' },
      { type: 'redacted_thinking', data: 'EmwKAhgBEgy3' },
      { type: 'text', text: 'One moment.' },
      { type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { word: 'rose' } },
      { type: 'thinking', thinking: '', signature: 'ErUBKkYI' },
      { type: 'tool_use', id: 'toolu_2', name: 'look_up', input: { word: 'lily' } },
    ],
  });
});
