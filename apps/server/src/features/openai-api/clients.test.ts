import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import {
  buildOpenApiCompany,
  type OpenApiCompany,
  type OpenApiServer,
  startOpenApiServer,
} from '@lectern/testing';
import { embedMany, streamText } from 'ai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/** Clients that people use besides OpenAI's own, as their documentation sets them up. */

let server: OpenApiServer;
let company: OpenApiCompany;
let model: string;

beforeAll(async () => {
  server = await startOpenApiServer();
  company = await buildOpenApiCompany(server);
  model = `assistant-${company.assistantId}`;
});
afterAll(async () => {
  await server.close();
  await server.provider.close();
});
beforeEach(() => {
  server.provider.setChat({ tokens: ['The rose ', 'blooms ', 'in June ', '[1]', '.'] });
});

const question = 'When does the rose bloom?';
const answer = 'The rose blooms in June [1].';

test('the AI SDK streams an answer and makes embeddings', async () => {
  const lectern = createOpenAICompatible({
    name: 'lectern',
    baseURL: `${server.url}/v1`,
    apiKey: company.token,
    includeUsage: true,
  });
  const result = streamText({ model: lectern.chatModel(model), prompt: question });
  let text = '';
  for await (const part of result.textStream) text += part;
  expect(text).toBe(answer);
  expect((await result.usage).outputTokens).toBe(5);
  const { embeddings } = await embedMany({
    model: lectern.embeddingModel('built-in/hashed-384'),
    values: ['A rose.', 'A tulip.'],
  });
  expect(embeddings.map(({ length }) => length)).toEqual([384, 384]);
});

test('LangChain streams an answer, asks with what was said before, and makes embeddings', async () => {
  const configuration = { baseURL: `${server.url}/v1` };
  const chat = new ChatOpenAI({ model, apiKey: company.token, configuration, maxRetries: 0 });
  let text = '';
  for await (const chunk of await chat.stream(question)) text += chunk.text;
  expect(text).toBe(answer);
  const whole = await chat.invoke([
    ['system', 'Be brief.'],
    ['human', 'What grows here?'],
    ['ai', 'Roses.'],
    ['human', 'When do they bloom?'],
  ]);
  expect(whole.text).toBe(answer);
  const vectors = new OpenAIEmbeddings({
    model: 'built-in/hashed-384',
    apiKey: company.token,
    configuration,
  });
  expect((await vectors.embedQuery('A rose.')).length).toBe(384);
});
