import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runtimeBytes, runtimeFormOf } from './packages.ts';
import { openRuntimeStore } from './runtime.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-runtimes-'));
const asked: string[] = [];
const registry = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end('not what was published');
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => registry.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

describe('what runs models', () => {
  it.each(['embedding', 'chat'] as const)(
    'is not taken from a registry that changed it: %s',
    async (type) => {
      const store = openRuntimeStore(join(folder, type));
      asked.length = 0;
      const install = store.install(type, { fetch: fetch as never, registry: `${url}/` });
      await expect(install).rejects.toMatchObject({ name: 'DownloadError', reason: 'checksum' });
      const [first] = runtimeFormOf(type).packages;
      expect(asked).toEqual([expect.stringContaining(`/${first?.name}/-/`)]);
      expect(store.isInstalled(type)).toBe(false);
      expect(readdirSync(join(folder, type))).toEqual([]);
      await expect(store.find(type)).rejects.toMatchObject({ kind: 'local_missing' });
    },
  );

  it('is one for embedding and rerank models, and a smaller one for chat models', () => {
    expect(runtimeFormOf('rerank')).toBe(runtimeFormOf('embedding'));
    expect(runtimeBytes('chat')).toBeLessThan(runtimeBytes('embedding'));
  });
});
