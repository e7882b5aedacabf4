import {
  buildOpenApiCompany,
  makeToken,
  type OpenApiCompany,
  type OpenApiServer,
  openClient,
  startOpenApiServer,
} from '@lectern/testing';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

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
  server.provider.reset();
  server.provider.setChat({ tokens: ['The rose ', 'blooms ', 'in June ', '[1]', '.'] });
});

// biome-ignore lint/suspicious/noExplicitAny: fields that the official types do not know.
type Loose = any;
const input = 'When does the rose bloom?';

const sentMessages = () =>
  server.provider.requests.findLast(({ call }) => call === 'chat')?.body.messages as {
    role: string;
    content: string;
  }[];

const fileOf = async (documentId: string) =>
  (await server.query('select file_id from documents where id = $1', [documentId]))[0]?.file_id;

describe('a response', () => {
  test('is answered, kept, read again and deleted', async () => {
    const answer = await company.client.responses.create({ model, input, instructions: 'Be brief.' });
    expect(answer).toMatchObject({ object: 'response', status: 'completed', model, store: true });
    expect(answer.output_text).toBe('The rose blooms in June [1].');
    const part = (answer.output[0] as Loose).content[0];
    const annotation = {
      type: 'file_citation',
      file_id: `file-${await fileOf(company.documentId)}`,
      index: answer.output_text.indexOf('[1]'),
    };
    expect(part.annotations).toMatchObject([annotation]);
    expect(part.citations[0].url).toContain(`/document/${company.documentId}?`);
    expect(sentMessages()[0]?.content).toContain('Be brief.');

    const again = await company.client.responses.retrieve(answer.id);
    expect(again.output).toEqual(answer.output);
    expect(again.usage).toEqual(answer.usage);
    await company.client.responses.delete(answer.id);
    await expect(company.client.responses.retrieve(answer.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    const kept = await server.query('select id from conversations where assistant_id = $1', [
      company.assistantId,
    ]);
    expect(kept).toEqual([]);
  });

  test('goes on from the one before it, and from that one another way', async () => {
    const first = await company.client.responses.create({ model, input });
    const ask = (text: string) =>
      company.client.responses.create({ model, input: text, previous_response_id: first.id });
    for (const text of ['And the apple tree, when was it planted?', 'And when does the rose wither?']) {
      const next = await ask(text);
      expect(next.previous_response_id).toBe(first.id);
      expect((await company.client.responses.retrieve(next.id)).previous_response_id).toBe(first.id);
      expect(
        sentMessages()
          .slice(1)
          .map(({ content }) => content),
      ).toEqual([input, 'The rose blooms in June [1].', expect.stringContaining(text)]);
    }
  });

  test('keeps what was said before it', async () => {
    const first = await company.client.responses.create({
      model,
      input: [
        { role: 'user', content: 'What grows here?' },
        { role: 'assistant', content: 'Roses.' },
        { role: 'user', content: [{ type: 'input_text', text: 'When do the roses bloom?' }] },
      ],
    });
    await company.client.responses.create({ model, input: 'Why?', previous_response_id: first.id });
    expect(
      sentMessages()
        .slice(1, 4)
        .map(({ content }) => content),
    ).toEqual(['What grows here?', 'Roses.', 'When do the roses bloom?']);
  });

  test('is not kept where the caller does not want it', async () => {
    const answer = await company.client.responses.create({ model, input, store: false });
    expect((answer as Loose).store).toBe(false);
    expect(answer.output_text).toBe('The rose blooms in June [1].');
    await expect(company.client.responses.retrieve(answer.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('of a bare model is never kept', async () => {
    const bare = `model-${server.chatModelId}`;
    expect(((await company.client.responses.create({ model: bare, input })) as Loose).store).toBe(false);
    const error = await company.client.responses
      .create({ model: bare, input, store: true })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ status: 400, param: 'store' });
  });

  test('streams the events of the API, which its helper understands', async () => {
    const events: Loose[] = [];
    const stream = company.client.responses.stream({ model, input });
    for await (const event of stream) events.push(event);
    expect([...new Set(events.map(({ type }) => type))]).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.annotation.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, n) => n));
    const final = await stream.finalResponse();
    expect(final.output_text).toBe('The rose blooms in June [1].');
    expect((final.output[0] as Loose).content[0].annotations).toHaveLength(1);
    expect((await company.client.responses.retrieve(final.id)).output_text).toBe(final.output_text);
  });
});

describe('what is refused', () => {
  const bad: [string, Record<string, unknown>, string][] = [
    ['no input', { input: '' }, 'input'],
    [
      'a picture',
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'x' }] }] },
      'input.0.content.0',
    ],
    [
      'a file whose bytes are none',
      { input: [{ role: 'user', content: [{ type: 'input_file', file_data: 'data:;base64,%%%' }] }] },
      'input.0.content.0',
    ],
    ['tools', { tools: [{ type: 'web_search' }] }, 'tools'],
    ['work in the background', { background: true }, 'background'],
    ['JSON', { text: { format: { type: 'json_object' } } }, 'text.format'],
    [
      'what a tool answered',
      { input: [{ type: 'function_call_output', call_id: 'a', output: 'b' }] },
      'input.0',
    ],
  ];
  test.each(bad)('%s', async (_, fields, param) => {
    const error = await company.client.responses
      .create({ model, input, ...fields } as Loose)
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.BadRequestError);
    expect(error.param).toBe(param);
  });

  test("another's response: of another token, of another company, of another assistant", async () => {
    const { id } = await company.client.responses.create({ model, input });
    const colleague = await openClient(server, await makeToken(company.owner));
    const other = await buildOpenApiCompany(server);
    for (const [client, name] of [
      [colleague, model],
      [other.client, `assistant-${other.assistantId}`],
    ] as const) {
      const asking = client.responses.create({ model: name, input, previous_response_id: id });
      await expect(asking).rejects.toMatchObject({ status: 404, code: 'previous_response_not_found' });
      await expect(client.responses.retrieve(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
      await expect(client.responses.delete(id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    }
    const nothing = company.client.responses.create({ model, input, previous_response_id: 'resp_nothing' });
    await expect(nothing).rejects.toMatchObject({ status: 404 });
  });

  test('a second question while the first is answered', async () => {
    const first = await company.client.responses.create({ model, input });
    server.provider.setChat({ tokens: Array.from({ length: 500 }, (_, n) => `word${n} `), tokenDelay: 20 });
    const ask = { model, input: 'And then?', previous_response_id: first.id } as const;
    const running = await company.client.responses.create({ ...ask, stream: true });
    for await (const _ of running) break;
    // Breaking off has stopped the model.
    await expect.poll(() => server.provider.openStreams).toBe(0);
    const held = await company.client.responses.create({ ...ask, stream: true });
    const reading = held[Symbol.asyncIterator]();
    await reading.next();
    await expect(company.client.responses.create(ask)).rejects.toBeInstanceOf(OpenAI.ConflictError);
    await reading.return?.();
    await expect.poll(() => server.provider.openStreams).toBe(0);
  });
});
