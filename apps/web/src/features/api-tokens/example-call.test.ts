import { expect, it } from 'vitest';
import { exampleCall, openAiExample } from './example-call.ts';

it('shows a call that the token may make', () => {
  const pathOf = (...scopes: Parameters<typeof exampleCall>[2]) =>
    exampleCall('https://lectern.example.com', 'lat_x', scopes).match(/\/api\/v1(\S+)/)?.[1];
  expect(pathOf('knowledge.write', 'knowledge.read')).toBe('/knowledge-bases');
  expect(pathOf('knowledge.read', 'assistants.read')).toBe('/assistants');
  expect(pathOf('usage.read')).toBe('/me');
});

it('asks an assistant by its name, whatever is in it', () => {
  const line = openAiExample('https://lectern.example.com', 'lat_x', "Anna's handbook");
  expect(line).toContain('https://lectern.example.com/v1/chat/completions');
  expect(line).toContain(`"model":"Anna'\\''s handbook"`);
});
