import {
  type ApiClient,
  buildAssistant,
  buildDocument,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let owner: ApiClient;
let user: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signUp();
  user = await server.addMember(owner, 'USER');
  manager = await server.addMember(owner, 'COMPANY');
});
afterAll(() => server.close());

test("a base that is its owner's alone hides from colleagues with all that is in it", async () => {
  const base = await buildKnowledgeBase(owner, { permission: 'me' });
  const document = await buildDocument(owner, { knowledge_base_id: base.id });
  const colleague = await server.addMember(owner, 'ELEVATED_USER');
  const paths = [
    `/knowledge-bases/${base.id}`,
    `/knowledge-bases/${base.id}/documents`,
    `/documents/${document.id}`,
    `/documents/${document.id}/file`,
    `/documents/${document.id}/rendered`,
    `/documents/${document.id}/chunks`,
  ];
  for (const path of paths) {
    expect((await colleague.call('GET', path)).status, path).toBe(404);
    expect((await user.call('GET', path)).status, path).toBeGreaterThanOrEqual(403);
    expect((await manager.call('GET', path)).status, path).toBe(200);
  }
  const search = { question: 'rose', knowledge_base_ids: [base.id] };
  expect((await colleague.call('POST', '/retrieval', search)).status).toBe(404);
  const assistant = { name: 'Over the base', knowledge_base_ids: [base.id] };
  expect((await colleague.call('POST', '/assistants', assistant)).status).toBe(404);
});

test('a colleague works in a team base but does not delete it, nor change an assistant of another', async () => {
  const base = await buildKnowledgeBase(owner, { permission: 'team' });
  const assistant = await buildAssistant(owner);
  const colleague = await server.addMember(owner, 'ELEVATED_USER');
  expect((await colleague.call('PATCH', `/knowledge-bases/${base.id}`, { description: 'ours' })).status).toBe(
    200,
  );
  expect((await colleague.call('DELETE', `/knowledge-bases/${base.id}`)).status).toBe(403);
  expect((await colleague.call('PATCH', `/assistants/${assistant.id}`, { opener: 'Hi' })).status).toBe(403);
  expect((await colleague.call('DELETE', `/assistants/${assistant.id}`)).status).toBe(403);
  expect((await manager.call('DELETE', `/assistants/${assistant.id}`)).status).toBe(204);
});

test('who only chats opens a document that an assistant can cite, and nothing around it', async () => {
  const base = await buildKnowledgeBase(owner, { permission: 'me' });
  const document = await buildDocument(owner, { knowledge_base_id: base.id });
  expect((await user.call('GET', `/documents/${document.id}/file`)).status).toBe(404);
  const assistant = await buildAssistant(owner, { knowledge_base_ids: [base.id] });
  expect((await user.call('GET', `/documents/${document.id}`)).body.abilities).toEqual({
    read: false,
    update: false,
    delete: false,
  });
  expect((await user.call('GET', `/documents/${document.id}/file`)).status).toBe(200);
  expect((await user.call('GET', `/documents/${document.id}/rendered`)).status).toBe(200);
  expect((await user.call('GET', `/documents/${document.id}/chunks`)).status).toBe(403);
  await owner.call('DELETE', `/assistants/${assistant.id}`);
  expect((await user.call('GET', `/documents/${document.id}/file`)).status).toBe(404);
});
