import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: ApiClient;
let assistantId: string;

async function ask(client: ApiClient, conversationId: string, content: string) {
  await client.call('POST', `/conversations/${conversationId}/messages`, { content });
  return (await client.call('GET', `/conversations/${conversationId}`)).body.messages.at(-1);
}

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  const document = await buildDocument(owner, {
    text: 'The rose blooms in June. The apple tree was planted in 1921.',
  });
  assistantId = (
    await buildAssistant(owner, {
      knowledge_base_ids: [document.knowledge_base_id],
      retrieval: { similarity_threshold: 0.3 },
    })
  ).id;
});
afterAll(() => server.close());

test('an assistant’s answers are counted, and poor ones listed by likeness, without who asked', async () => {
  const member = await server.addMember(owner, 'USER');
  const own = await buildConversation(owner, assistantId);
  const theirs = await buildConversation(member, assistantId);
  const good = await ask(owner, own.id, 'When does the rose bloom?');
  await owner.call('PUT', `/conversations/${own.id}/messages/${good.id}/feedback`, { rating: 'up' });
  const bad = await ask(member, theirs.id, 'When was the apple tree planted?');
  const feedback = { rating: 'down', text: 'Which of the two trees?' };
  await member.call('PUT', `/conversations/${theirs.id}/messages/${bad.id}/feedback`, feedback);
  await ask(member, theirs.id, 'How do I renew a parking permit?');
  const last = await ask(owner, own.id, 'renew parking permit');
  expect(last.nothing_found).toBe(true);
  // A test of the draft is no question of a user.
  const draft = await owner.call('POST', `/assistants/${assistantId}/conversations`, { uses_draft: true });
  await ask(owner, draft.body.id, 'Where do I park?');

  const path = `/assistants/${assistantId}/insights`;
  const sums = (await owner.call('GET', `${path}?days=7`)).body;
  expect(sums).toMatchObject({
    questions: 4,
    answered: 2,
    unanswered: 2,
    failed: 0,
    curated: 0,
    rated_up: 1,
    rated_down: 1,
  });
  expect(sums.days.length).toBe(7);
  expect(sums.days.at(-1)).toMatchObject({ answered: 2, not_answered: 2 });
  expect(sums.support).toBeGreaterThan(0.5);
  expect(sums.median_first_token_ms).toBeLessThanOrEqual(sums.slow_ms);

  const list = (await owner.call('GET', `${path}/questions`)).body;
  expect(list).toMatchObject({ questions: 3, truncated: false });
  expect(list.items[0]).toMatchObject({
    question: 'renew parking permit',
    count: 2,
    reasons: ['unanswered'],
  });
  const rated = (await owner.call('GET', `${path}/questions?reason=rated_down`)).body;
  expect(rated.items).toMatchObject([{ question: 'When was the apple tree planted?', count: 1 }]);

  const shown = (await owner.call('GET', `${path}/answers/${bad.id}`)).body;
  expect(shown).toMatchObject({
    question: 'When was the apple tree planted?',
    answer: bad.content,
    feedback,
    conversation_id: null,
  });
  expect(shown.citations.length).toBeGreaterThan(0);
  expect((await owner.call('GET', `${path}/answers/${last.id}`)).body.conversation_id).toBe(own.id);
  for (const by of ['time', 'price']) {
    const { items } = (await owner.call('GET', `${path}/answers?by=${by}`)).body;
    expect(items.length, by).toBeGreaterThan(0);
    expect(items.map(({ question }: { question: string }) => question)).not.toContain('Where do I park?');
  }

  // Only for those who may change the assistant, and for answers of it alone.
  const reader = await server.addMember(owner, 'ELEVATED_USER');
  for (const call of ['', '/questions', '/answers', `/answers/${bad.id}`])
    expect((await reader.call('GET', `${path}${call}`)).status, call).toBe(403);
  const other = await buildAssistant(owner);
  expect((await owner.call('GET', `/assistants/${other.id}/insights/answers/${bad.id}`)).status).toBe(404);
  expect((await owner.call('GET', `${path}?days=8`)).status).toBe(422);
});
