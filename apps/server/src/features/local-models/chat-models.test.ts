import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localModelCatalogue } from '@lectern/models';
import {
  type ApiClient,
  buildAssistant,
  buildConversation,
  buildDocument,
  buildTinyChatModel,
  findModelRuntimes,
  startTestServer,
  type TestServer,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const runtimes = await findModelRuntimes();
const folder = mkdtempSync(join(tmpdir(), 'lectern-local-chat-'));
const bytes = buildTinyChatModel();
/** A model hub with one chat model. */
const hub = createServer((_, response) => {
  response.end(bytes);
});
let server: TestServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(hub.address() as AddressInfo).port}`;
  const catalogue = join(folder, 'catalogue.json');
  writeFileSync(catalogue, JSON.stringify([...localModelCatalogue, offered]));
  server = await startTestServer({
    LECTERN_MODEL_HUB_URL: `http://${address}`,
    LECTERN_OUTBOUND_ALLOWED_HOSTS: address,
    LECTERN_MODEL_CATALOGUE_FILE: catalogue,
    LECTERN_MODEL_IMPORT_DIR: folder,
    ...(runtimes ? { LECTERN_MODEL_RUNTIME_DIR: runtimes } : {}),
  });
});
afterAll(async () => {
  await server.close();
  hub.closeAllConnections();
  await new Promise((resolve) => hub.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const offered = {
  id: 'offered',
  name: 'Offered',
  type: 'chat',
  repository: 'tests/offered',
  revision: 'main',
  files: [
    {
      path: 'offered.gguf',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  ],
  licence: 'Apache-2.0',
  languages: ['en'],
  languageCount: 1,
  maxTokens: 100_000,
  dimensions: null,
  quantization: 'F32',
};

async function find(id: string) {
  const { body } = await server.admin.call('GET', '/local-models');
  return body.items.find((item: { id: string }) => item.id === id);
}

async function bring(name: string, bytes: Uint8Array) {
  writeFileSync(join(folder, name), bytes);
  expect((await server.admin.call('POST', '/local-models/import', { path: name })).status).toBe(202);
  const id = name.replace('.gguf', '');
  return ended(id);
}

async function ended(id: string) {
  await expect
    .poll(async () => (await find(id)).install?.status, { timeout: 20_000 })
    .not.toBe('in_progress');
  return find(id);
}

async function ask(person: ApiClient, assistantId: string, content: string) {
  const conversation = await buildConversation(person, assistantId);
  const events = [];
  for await (const { data } of person.stream('POST', `/conversations/${conversation.id}/messages`, {
    content,
  }))
    events.push(data);
  return events.find(({ type }) => type === 'done')?.message;
}

describe('the catalogue', () => {
  it('offers chat models with what they need', async () => {
    const item = await find('qwen3-0.6b');
    expect(item).toMatchObject({
      type: 'chat',
      quantization: 'Q8_0',
      licence: 'Apache-2.0',
      in_catalogue: true,
      model_id: null,
    });
    expect(item.memory_megabytes).toBeGreaterThan(800);
    expect((await server.admin.call('GET', '/local-models')).body.machine.chat_runtime_bytes).toBe(
      runtimes ? 0 : expect.any(Number),
    );
  });
});

describe.skipIf(!runtimes)('a chat model on this server', () => {
  let person: ApiClient;
  let modelId: string;

  it('is installed from its file alone', async () => {
    person = await server.signUp();
    const item = await bring('tiny.gguf', buildTinyChatModel());
    expect(item).toMatchObject({ type: 'chat', install: null, max_tokens: 16_384, quantization: 'F32' });
    modelId = item.model_id;
  });

  it('is downloaded from the catalogue, and known by its own file from then on', async () => {
    expect(await find('offered')).toMatchObject({ type: 'chat', max_tokens: 100_000, fits: true });
    expect((await server.admin.call('POST', '/local-models/offered/download')).status).toBe(202);
    const item = await ended('offered');
    expect(item).toMatchObject({ install: null, max_tokens: 16_384, model_id: expect.any(String) });
    const { body } = await server.admin.call('GET', '/models?type=chat');
    expect(body.items).toContainEqual(expect.objectContaining({ id: item.model_id, name: 'Offered' }));
    expect((await server.admin.call('DELETE', '/local-models/offered')).status).toBe(204);
  });

  it('answers for an assistant that chose it, with citations and the tokens it took', async () => {
    const document = await buildDocument(person, { text: '# The sky\n\nBlue is the colour of the sky.' });
    const assistant = await buildAssistant(person, {
      knowledge_base_ids: [document.knowledge_base_id],
      chat_model_id: modelId,
      parameters: { temperature: 0 },
    });
    const message = await ask(person, assistant.id, 'Which colour has the sky?');
    expect(message).toMatchObject({ status: 'complete', content: expect.stringContaining('Blue') });
    expect(message.citations).toMatchObject([{ document_id: document.id }]);
  });

  it('may be the default of all', async () => {
    const change = await server.admin.call('PATCH', '/system-models', { chat: modelId });
    expect(change.status).toBe(200);
    const assistant = await buildAssistant(person, { parameters: { temperature: 0, max_tokens: 4 } });
    const message = await ask(person, assistant.id, 'What?');
    expect(message.content).toBe('Blue');
    expect((await server.admin.call('DELETE', '/local-models/tiny')).body.error.code).toBe('model.in_use');
    await server.admin.call('PATCH', '/system-models', { chat: null });
  });

  it('says what is wrong with a prompt that does not fit', async () => {
    // The model reads each letter by itself, which no estimate expects.
    const prompt = 'a'.repeat(17_000);
    const assistant = await buildAssistant(person, { chat_model_id: modelId, system_prompt: prompt });
    const message = await ask(person, assistant.id, 'What?');
    expect(message).toMatchObject({ status: 'failed', error: { code: 'model.context_too_long' } });
  });
});

describe('a file that is no chat model', () => {
  it.each([
    ['damaged', buildTinyChatModel().subarray(0, 100_000)],
    ['no_chat_model', buildTinyChatModel({ 'llama.pooling_type': 3 })],
    ['no_chat_template', buildTinyChatModel({ 'tokenizer.chat_template': undefined })],
  ])('is refused with a sentence: %s', async (reason, bytes) => {
    const { type, model_id: modelId, install } = await bring(`${reason}.gguf`, bytes);
    expect({ type, modelId }).toEqual({ type: 'chat', modelId: null });
    expect(install.error).toEqual({ code: `local_model.${reason}`, message: expect.stringMatching(/\.$/) });
    expect((await server.admin.call('DELETE', `/local-models/${reason}`)).status).toBe(204);
  });

  it('is refused among others in a folder', async () => {
    mkdirSync(join(folder, 'several.gguf'));
    for (const name of ['a.gguf', 'b.gguf'])
      writeFileSync(join(folder, 'several.gguf', name), buildTinyChatModel());
    await server.admin.call('POST', '/local-models/import', { path: 'several.gguf' });
    await expect
      .poll(async () => (await find('several')).install?.error?.code, { timeout: 20_000 })
      .toBe('local_model.several_models');
  });
});
