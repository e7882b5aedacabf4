import {
  type ApiClient,
  createApiClient,
  type FakeProvider,
  type FakeS3,
  startFakeProvider,
  startFakeS3,
  waitUntilParsed,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewProduct, startNewProduct } from './support/product.ts';

/**
 * The bundle, not the sources: what is loaded only when a provider or a bucket is first used must be
 * there in what people start.
 */
let provider: FakeProvider;
let bucket: FakeS3;
let product: NewProduct;
let client: ApiClient;

beforeAll(async () => {
  provider = await startFakeProvider();
  bucket = await startFakeS3();
  product = await startNewProduct({
    LECTERN_ADMIN_EMAIL: 'admin@example.org',
    LECTERN_ADMIN_PASSWORD: 'correct horse battery',
    LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${provider.port}`,
    LECTERN_S3_BUCKET: bucket.bucket,
    LECTERN_S3_ENDPOINT: bucket.endpoint,
    LECTERN_S3_ACCESS_KEY_ID: bucket.accessKeyId,
    LECTERN_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  });
  const { body } = await createApiClient(product.url).call('POST', '/sessions', {
    login: 'admin@example.org',
    password: 'correct horse battery',
  });
  client = createApiClient(product.url, body.token);
});
afterAll(async () => {
  await product?.stop();
  await provider?.close();
  await bucket?.close();
});

test('the first page names few files, and is sent compressed', async () => {
  const page = await fetch(`${product.url}/login`);
  const files = (await page.text()).match(/(?<=["'])\/assets\/[^"']+/g) ?? [];
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThanOrEqual(4);
  for (const file of files) {
    const answer = await fetch(product.url + file, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    await answer.body?.cancel();
  }
});

test('documents, index and answers of a hosted model work on a bucket', async () => {
  const base = await client.call('POST', '/knowledge-bases', { name: 'Harbour' });
  const document = await client.call('POST', `/knowledge-bases/${base.body.id}/documents/text`, {
    name: 'harbour',
    text: '# Harbour\n\nThe harbour opens at six.',
  });
  expect((await waitUntilParsed(client, document.body.id)).status).toBe(3);
  const model = await client.call('POST', '/models', {
    provider_id: 'openai-compatible',
    model_name: 'scripted',
    type: 'chat',
    base_url: provider.baseUrl,
  });
  expect(model.status).toBe(201);
  const assistant = await client.call('POST', '/assistants', {
    name: 'Pilot',
    knowledge_base_ids: [base.body.id],
    chat_model_id: model.body.id,
  });
  const conversation = await client.call('POST', `/assistants/${assistant.body.id}/conversations`, {});
  let last: { type: string; message?: { status: string; content: string; citations: unknown[] } } | undefined;
  const events = client.stream('POST', `/conversations/${conversation.body.id}/messages`, {
    content: 'When does the harbour open?',
  });
  for await (const { data } of events) last = data;
  expect(last?.message).toMatchObject({ status: 'complete', content: 'This is the answer [1].' });
  expect(last?.message?.citations).toHaveLength(1);
});
