import type { ChatRequest, ToolCall } from '@lectern/models';
import { expect, it } from 'vitest';
import { converseWithTools, longestToolResult, readToolCall } from './tool-loop.ts';

const call: ToolCall = { id: '1', name: 'find', arguments: '{}' };

it('goes on until the model answers, and makes it answer after so many rounds', async () => {
  const messages: ChatRequest['messages'] = [{ role: 'user', content: 'q' }];
  const asked: boolean[] = [];
  const end = await converseWithTools({
    messages,
    rounds: 2,
    converse: async (_, mayCall) => {
      asked.push(mayCall);
      // It asks for tools even where it may not.
      return { text: 'words', calls: [call, call] };
    },
    answer: async (_, { round, index }) => `${round}.${index} ${'x'.repeat(30_000)}`,
  });
  expect([end, asked]).toEqual([{ text: 'words', rounds: 3 }, [true, true, false]]);
  const told = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
  expect(told.map((text) => text.slice(0, 3))).toEqual(['1.1', '1.2', '2.1', '2.2']);
  for (const text of told) expect(text.length).toBe(longestToolResult);
  expect(messages.at(-1)?.content).toContain('Answer now');
});

it('reads no call that it should not make', () => {
  const tools = new Map([['find', 'the tool']]);
  const read = (fields: Partial<ToolCall>, index = 1) =>
    readToolCall(tools, { ...call, ...fields }, { round: 1, index });
  expect(read({ arguments: ' ' })).toEqual({ tool: 'the tool', given: {} });
  expect(read({ arguments: '{"a":1}' }, 8)).toEqual({ tool: 'the tool', given: { a: 1 } });
  for (const wrong of [
    read({}, 9),
    read({ name: 'other' }),
    read({ arguments: '{' }),
    read({ arguments: '[]' }),
  ])
    expect(wrong).toEqual({ error: expect.stringContaining('Refused') });
});
