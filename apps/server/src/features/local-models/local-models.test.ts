import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findModelRuntimes,
  type ModelHub,
  startModelHub,
  startTestServer,
  type TestServer,
  tinyModels,
} from '@lectern/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const runtimes = await findModelRuntimes();
const folder = mkdtempSync(join(tmpdir(), 'lectern-local-models-'));
const imports = join(folder, 'imports');
let hub: ModelHub;
let server: TestServer;

beforeAll(async () => {
  hub = await startModelHub();
  cpSync(tinyModels.reranker, join(imports, 'tiny-reranker'), { recursive: true });
  server = await startTestServer({
    ...hub.settings(folder),
    LECTERN_MODEL_IMPORT_DIR: imports,
    ...(runtimes ? { LECTERN_MODEL_RUNTIME_DIR: runtimes } : {}),
  });
});
afterAll(async () => {
  await server.close();
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

async function find(id = 'tiny-embedder') {
  const { body } = await server.admin.call('GET', '/local-models');
  return body.items.find((item: { id: string }) => item.id === id);
}
const findOffer = async () => (await server.admin.call('GET', '/admin/overview')).body.model_offer;
const download = () => server.admin.call('POST', '/local-models/tiny-embedder/download');
const ended = async (id?: string) => {
  await expect
    .poll(async () => (await find(id)).install?.status, { timeout: 20_000 })
    .not.toBe('in_progress');
  return find(id);
};

describe.skipIf(!runtimes)('a model of the catalogue', () => {
  it('is offered with what it needs and whether it fits', async () => {
    const { status, body } = await server.admin.call('GET', '/local-models');
    expect(status).toBe(200);
    expect(body.items).toHaveLength(1);
    expect(body.items[0]).toMatchObject({ fits: true, in_catalogue: true, model_id: null, install: null });
    expect(body.machine).toMatchObject({ can_import: true, runtime_bytes: 0 });
    expect((await findOffer()).model.id).toBe('tiny-embedder');
  });

  it('is not for people below the administrator', async () => {
    const person = await server.signUp();
    expect((await person.call('GET', '/local-models')).status).toBe(403);
    expect((await person.call('POST', '/local-models/tiny-embedder/download')).status).toBe(403);
  });

  it('fails without a trace where a file is not what it should be', async () => {
    hub.misbehave('model.onnx', { spoil: true });
    expect((await download()).status).toBe(202);
    const item = await ended();
    expect(item.install).toMatchObject({ status: 'failed', error: { code: 'local_model.checksum' } });
    expect(item.model_id).toBeNull();
    expect((await server.admin.call('GET', '/models?type=embedding')).body.items).toHaveLength(1);
  });

  it('goes on where a download broke off', async () => {
    hub.misbehave('model.onnx', { cutAfter: 1_000 });
    await download();
    expect((await ended()).install).toMatchObject({ error: { code: 'local_model.unreachable' } });
    hub.requests.length = 0;
    await download();
    const item = await ended();
    expect(item.install).toBeNull();
    expect(item.model_id).not.toBeNull();
    const range = hub.requests.find(({ path, method }) => path === 'model.onnx' && method === 'GET')?.range;
    expect(range).toBe('bytes=1000-');
    expect((await download()).body.error.code).toBe('local_model.installed');
  });

  it('becomes the default of new knowledge bases where nobody chose one, and is offered no more', async () => {
    const { model_id: modelId } = await find();
    expect((await server.admin.call('GET', '/system-models')).body.embedding).toBe(modelId);
    expect(await findOffer()).toBeNull();
    const declined = await server.admin.call('POST', '/local-models/tiny-embedder/decline');
    expect(declined.body.error.code).toBe('local_model.installed');
  });

  it('may be chosen by every company, and stays while it is in use', async () => {
    const person = await server.signUp();
    const { model_id: modelId } = await find();
    const { body: base } = await person.call('POST', '/knowledge-bases', {
      name: 'local',
      embedding_model_id: modelId,
    });
    expect(base.embedding_model_id).toBe(modelId);
    const inUse = await server.admin.call('DELETE', '/local-models/tiny-embedder');
    expect(inUse.body.error.code).toBe('model.in_use');
    await person.call('DELETE', `/knowledge-bases/${base.id}`);
  });

  it('is neither changed nor removed as a model with a key is', async () => {
    const { model_id: modelId } = await find();
    expect((await server.admin.call('PATCH', `/models/${modelId}`, { name: 'x' })).status).toBe(404);
    expect((await server.admin.call('DELETE', `/models/${modelId}`)).status).toBe(404);
  });
});

describe.skipIf(!runtimes)('cancelling', () => {
  it('stops the download, and keeps what is there for the next one', async () => {
    await server.query(`update knowledge_bases set embedding_model_id = 'built-in/hashed-384'`);
    await server.admin.call('PATCH', '/system-models', { embedding: null });
    expect((await server.admin.call('DELETE', '/local-models/tiny-embedder')).status).toBe(204);
    expect((await find()).model_id).toBeNull();
    let letGo = () => {};
    hub.misbehave('tokenizer.json', { hold: new Promise<void>((resolve) => (letGo = resolve)) });
    await download();
    await expect
      .poll(() => hub.requests.some(({ path }) => path === 'tokenizer.json'), { timeout: 10_000 })
      .toBe(true);
    expect((await download()).body.error.code).toBe('local_model.running');
    expect((await server.admin.call('POST', '/local-models/tiny-embedder/cancel')).status).toBe(204);
    expect((await find()).install).toMatchObject({ status: 'cancelled' });
    letGo();
    expect((await server.admin.call('POST', '/local-models/tiny-embedder/cancel')).status).toBe(409);
  });
});

describe('declining the offer', () => {
  it('is remembered for every administrator, and hides no download', async () => {
    await server.query('delete from local_model_installs');
    expect((await findOffer()).model.id).toBe('tiny-embedder');
    const person = await server.signUp();
    expect((await person.call('POST', '/local-models/tiny-embedder/decline')).status).toBe(403);
    expect((await server.admin.call('POST', '/local-models/tiny-embedder/decline')).status).toBe(204);
    expect((await server.admin.call('POST', '/local-models/none/decline')).status).toBe(404);
    const { body } = await server.admin.call('GET', '/local-models');
    expect(await findOffer()).toBeNull();
    expect(body.items[0]).toMatchObject({ model_id: null, fits: true, install: { status: 'cancelled' } });
  });
});

describe('from a folder of the server', () => {
  const bring = (path: string) => server.admin.call('POST', '/local-models/import', { path });

  it.skipIf(!runtimes)('installs what an operator put there', async () => {
    expect(await bring('tiny-reranker')).toMatchObject({ status: 202, body: { id: 'tiny-reranker' } });
    const item = await ended('tiny-reranker');
    expect(item).toMatchObject({ type: 'rerank', install: null, in_catalogue: false });
    const { body } = await server.admin.call('GET', '/models?type=rerank');
    expect(body.items).toMatchObject([{ id: item.model_id, name: 'tiny-reranker', owner: 'platform' }]);
  });

  it('takes nothing from elsewhere', async () => {
    mkdirSync(join(folder, 'secret'));
    writeFileSync(join(folder, 'secret', 'model.onnx'), 'x');
    symlinkSync(join(folder, 'secret'), join(imports, 'link'));
    for (const path of ['../secret', '/etc/passwd', 'link', '.', '..'])
      expect((await bring(path)).body.error.code, path).toBe('local_model.path_forbidden');
    expect((await bring('nothing')).body.error.code).toBe('local_model.path_missing');
  });

  it('says what is wrong with a file that is no model', async () => {
    writeFileSync(join(imports, 'page.onnx'), '<html></html>');
    expect((await bring('page.onnx')).status).toBe(202);
    expect((await ended('page')).install.error.code).toBe('local_model.not_a_model');
    expect((await server.admin.call('DELETE', '/local-models/page')).status).toBe(204);
    expect(await find('page')).toBeUndefined();
  });
});
