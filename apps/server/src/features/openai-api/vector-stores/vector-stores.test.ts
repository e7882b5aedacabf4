import {
  buildOpenApiCompany,
  makeToken,
  type OpenApiCompany,
  type OpenApiServer,
  openClient,
  startOpenApiServer,
} from '@lectern/testing';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: OpenApiServer;
let company: OpenApiCompany;
let client: OpenAI;

beforeAll(async () => {
  server = await startOpenApiServer();
  company = await buildOpenApiCompany(server);
  client = company.client;
});
afterAll(async () => {
  await server.close();
  await server.provider.close();
});

const upload = async (name: string, text: string) =>
  client.files.create({ file: await toFile(Buffer.from(text), name), purpose: 'assistants' });

describe('files', () => {
  test('are uploaded, listed, read and deleted', async () => {
    const file = await upload('tulips.txt', 'Tulips bloom in April.');
    expect(file).toMatchObject({ object: 'file', filename: 'tulips.txt', bytes: 22, purpose: 'assistants' });
    const ids: string[] = [];
    for await (const one of client.files.list({ limit: 1 })) ids.push(one.id);
    expect(ids).toContain(file.id);
    expect(await client.files.retrieve(file.id)).toEqual(file);
    expect(await (await client.files.content(file.id)).text()).toBe('Tulips bloom in April.');
    expect(await client.files.delete(file.id)).toEqual({ id: file.id, object: 'file', deleted: true });
    await expect(client.files.retrieve(file.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    // In the audit log they are what our own calls are.
    const { items } = (await company.owner.call('GET', '/company/audit-log')).body;
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['uploadFilesToFolder', 'deleteFiles']));
  });

  test('of a kind that is not read, and without a file, are refused', async () => {
    await expect(upload('program.exe', 'MZ')).rejects.toMatchObject({
      status: 400,
      code: 'document.unsupported',
    });
    const form = new FormData();
    form.append('purpose', 'assistants');
    const headers = { authorization: `Bearer ${company.token}` };
    const answer = await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(400);
  });

  test('are for those who run the company', async () => {
    const member = await server.addMember(company.owner, 'ELEVATED_USER');
    const error = await (await openClient(server, await makeToken(member))).files
      .list()
      .then(undefined, (thrown) => thrown);
    expect(error).toBeInstanceOf(OpenAI.PermissionDeniedError);
  });
});

describe('vector stores', () => {
  test('take files, which are found in them', async () => {
    const file = await upload('lilies.txt', 'Lilies bloom in July. The bulbs are planted in autumn.');
    const store = await client.vectorStores.create({ name: 'Flowers' });
    expect(store).toMatchObject({ object: 'vector_store', name: 'Flowers', file_counts: { total: 0 } });
    const attached = await client.vectorStores.files.createAndPoll(
      store.id,
      { file_id: file.id },
      { pollIntervalMs: 50 },
    );
    expect(attached).toMatchObject({ id: file.id, status: 'completed', last_error: null });
    expect((await client.vectorStores.retrieve(store.id)).file_counts).toMatchObject({
      completed: 1,
      total: 1,
    });
    const listed: string[] = [];
    for await (const one of client.vectorStores.files.list(store.id)) listed.push(one.id);
    expect(listed).toEqual([file.id]);

    const { data } = await client.vectorStores.search(store.id, { query: 'When do lilies bloom?' });
    expect(data[0]).toMatchObject({ file_id: file.id, filename: 'lilies.txt' });
    expect(data[0]?.content[0]?.text).toContain('Lilies bloom in July.');
    expect(data[0]?.score).toBeGreaterThan(0.1);

    await client.vectorStores.files.delete(file.id, { vector_store_id: store.id });
    expect((await client.vectorStores.files.list(store.id)).data).toEqual([]);
    const renamed = await client.vectorStores.update(store.id, { name: 'Bulbs' });
    expect(renamed.name).toBe('Bulbs');
    const ids: string[] = [];
    for await (const one of client.vectorStores.list({ limit: 1 })) ids.push(one.id);
    expect(ids).toEqual([store.id, `vs_${company.baseId}`]);
    expect(await client.vectorStores.delete(store.id)).toMatchObject({ id: store.id, deleted: true });
    await expect(client.vectorStores.retrieve(store.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('are searched within what a filter leaves', async () => {
    const store = `vs_${company.baseId}`;
    const find = (filters: OpenAI.ComparisonFilter) =>
      client.vectorStores.search(store, { query: 'When does the rose bloom?', filters });
    expect((await find({ type: 'ne', key: 'tag', value: 'old' })).data).not.toEqual([]);
    expect((await find({ type: 'eq', key: 'tag', value: 'old' })).data).toEqual([]);
    await expect(find({ type: 'gt', key: 'year', value: 2000 })).rejects.toMatchObject({ param: 'filters' });
  });

  test('of another company are not there', async () => {
    const other = await buildOpenApiCompany(server);
    const store = `vs_${other.baseId}`;
    const file = await upload('a.txt', 'a');
    const calls = [
      () => client.vectorStores.retrieve(store),
      () => client.vectorStores.update(store, { name: 'Mine' }),
      () => client.vectorStores.delete(store),
      () => client.vectorStores.search(store, { query: 'rose' }),
      () => client.vectorStores.files.list(store),
      () => client.vectorStores.files.create(store, { file_id: file.id }),
      () => client.vectorStores.files.create(`vs_${company.baseId}`, { file_id: `file-${other.baseId}` }),
    ];
    for (const call of calls) await expect(call()).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  test('take a name that is free, and do not expire', async () => {
    await client.vectorStores.create({ name: 'Taken' });
    await expect(client.vectorStores.create({ name: 'Taken' })).rejects.toBeInstanceOf(OpenAI.ConflictError);
    await expect(
      client.vectorStores.create({ expires_after: { anchor: 'last_active_at', days: 1 } }),
    ).rejects.toMatchObject({ status: 400, param: 'expires_after' });
    expect((await client.vectorStores.create({})).name).toMatch(/^Vector store /);
  });
});
