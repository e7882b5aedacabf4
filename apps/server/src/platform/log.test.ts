import {
  buildAssistant,
  buildConversation,
  buildDocument,
  createApiClient,
  startFakeProvider,
  startTestServer,
} from '@lectern/testing';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('lines are JSON with a level, a time and what happened', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) });
  log.debug({ event: 'too.quiet' });
  log.info({ event: 'server.started', port: 1 });
  log.error({ event: 'server.failed' }, new Error('boom', { cause: 'hidden' }));
  const parsed = lines.map((line) => JSON.parse(line));
  expect(parsed[0]).toMatchObject({ level: 'info', event: 'server.started', port: 1 });
  expect(Date.parse(parsed[0].time)).not.toBeNaN();
  expect(parsed[1]).toMatchObject({ level: 'error', event: 'server.failed', message: 'boom' });
  expect(lines.join()).not.toMatch(/too\.quiet|hidden/);
});

test('no secret and no content of a person gets into the log, whatever goes wrong', async () => {
  const lines: string[] = [];
  const provider = await startFakeProvider({ apiKey: 'sk-right-key-of-this-test' });
  const server = await startTestServer(
    { LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}` },
    createLog({ logLevel: 'debug' }, { write: (line) => lines.push(line) }),
  );
  const password = 'secret-password-one';
  const wrongKey = 'sk-wrong-key-of-this-test';
  try {
    const { body } = await server.anonymous.call('POST', '/accounts', {
      email: 'log@example.org',
      username: 'log',
      password,
    });
    const person = createApiClient(server.url, body.token);
    await server.anonymous.call('POST', '/sessions', { login: 'log', password: 'secret-password-wrong' });
    await createApiClient(server.url, 'lst_secret-token-that-opens-nothing').call('GET', '/me');
    await person.call('PUT', '/me/password', {
      current_password: password,
      new_password: 'secret-password-two',
    });
    const model = (fields: Record<string, unknown>) => ({
      provider_id: 'openai-compatible',
      model_name: 'm',
      type: 'chat',
      base_url: provider.baseUrl,
      api_key: wrongKey,
      ...fields,
    });
    const chat = (await server.admin.call('POST', '/models', model({}))).body;
    const embedding = (await server.admin.call('POST', '/models', model({ type: 'embedding', name: 'e' })))
      .body;
    // The provider repeats the key that it refuses.
    await server.admin.call('POST', '/models/test', model({}));
    const document = await buildDocument(person, { text: 'secret-text of a document' });
    await person.call('POST', '/retrieval', {
      question: 'secret-question',
      knowledge_base_ids: [document.knowledge_base_id],
    });
    const base = (
      await person.call('POST', '/knowledge-bases', { name: 'b', embedding_model_id: embedding.id })
    ).body;
    const failed = await buildDocument(person, { knowledge_base_id: base.id, text: 'secret-text again' });
    expect(failed.error.code).toBe('model.bad_credentials');
    const assistant = await buildAssistant(person, { chat_model_id: chat.id });
    const { id } = await buildConversation(person, assistant.id);
    await person.call('POST', `/conversations/${id}/messages`, { content: 'secret-question' });
    expect(JSON.stringify((await person.call('GET', `/conversations/${id}`)).body)).not.toContain(wrongKey);

    // Faults of ours carry statements and their values: the log may have the one and not the other.
    await server.query('alter table assistants rename to assistants_away');
    const fault = await person.call('POST', '/assistants', {
      name: 'secret-name',
      system_prompt: 'secret-prompt',
    });
    await server.query('alter table assistants_away rename to assistants');
    expect(fault.status).toBe(500);
    expect(JSON.stringify(fault.body)).not.toMatch(/select|insert|assistants|relation/i);
    expect(lines.join('')).toContain(fault.body.error.request_id);
    await server.restart();

    const secrets = [body.token, person.token, server.admin.token, 'correct horse battery'] as string[];
    const text = lines.join('\n');
    expect(lines.length).toBeGreaterThan(20);
    for (const secret of [...secrets, wrongKey, 'sk-', 'secret-', 'lst_', '$argon2'])
      expect(
        lines.filter((line) => line.includes(secret)),
        `the log tells ${secret}`,
      ).toEqual([]);
    expect(text).not.toMatch(/authorization/i);
  } finally {
    await server.close();
    await provider.close();
  }
});
