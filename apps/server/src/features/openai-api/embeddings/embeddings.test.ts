import {
  buildModel,
  buildOpenApiCompany,
  makeToken,
  type OpenApiCompany,
  type OpenApiServer,
  openClient,
  startOpenApiServer,
} from '@lectern/testing';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: OpenApiServer;
let company: OpenApiCompany;

beforeAll(async () => {
  server = await startOpenApiServer();
  company = await buildOpenApiCompany(server);
});
afterAll(async () => {
  await server.close();
  await server.provider.close();
});

const builtIn = 'built-in/hashed-384';

test('the same vectors as numbers and as bytes, one for each text', async () => {
  const input = ['The rose blooms in June.', 'The apple tree was planted in 1921.'];
  // The client asks for bytes by itself.
  const bytes = await company.client.embeddings.create({ model: builtIn, input });
  const numbers = await company.client.embeddings.create({
    model: builtIn,
    input,
    encoding_format: 'float',
    dimensions: 384,
  });
  expect(numbers.data.map(({ index }) => index)).toEqual([0, 1]);
  expect(numbers.data[0]?.embedding.length).toBe(384);
  for (const n of [0, 1])
    for (const [at, value] of (numbers.data[n]?.embedding ?? []).entries())
      expect(bytes.data[n]?.embedding[at]).toBeCloseTo(value, 6);
});

test("a provider's model is asked, and its tokens are in the ledger", async () => {
  const { id } = await buildModel(server.admin, server.provider, { type: 'embedding', name: 'Vectors' });
  const { data, model, usage } = await company.client.embeddings.create({
    model: 'Vectors',
    input: 'A rose.',
  });
  expect([data.length, data[0]?.embedding.length, model]).toEqual([1, 64, `model-${id}`]);
  const rows = await server.query(
    "select source, embedding_tokens, assistant_id from usage_records where kind = 'embedding' and model_id = $1",
    [id],
  );
  expect(rows).toEqual([{ source: 'api', embedding_tokens: usage.prompt_tokens, assistant_id: null }]);
});

const bad: [string, Record<string, unknown>, string][] = [
  ['no text', { input: '' }, 'input'],
  ['an empty list', { input: [] }, 'input'],
  ['tokens', { input: [1, 2, 3] }, 'input'],
  ['other dimensions', { dimensions: 12 }, 'dimensions'],
  ['an encoding that is none', { encoding_format: 'hex' }, 'encoding_format'],
  ['a model that writes', { model: 'Scripted' }, 'model'],
];
test.each(bad)('%s is refused', async (_, fields, param) => {
  const error = await company.client.embeddings
    .create({ model: builtIn, input: 'a', ...fields } as never)
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(OpenAI.BadRequestError);
  expect(error.param).toBe(param);
});

test('a token that may only chat is refused', async () => {
  const chatting = await openClient(server, await makeToken(company.owner, ['chat']));
  const error = await chatting.embeddings.create({ model: builtIn, input: 'a' }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
});
