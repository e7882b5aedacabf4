import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tinyModels } from './local-models.ts';

/** A model hub on this machine, with one small model. */
export type ModelHub = {
  url: string;
  /** Settings of a server that downloads from it. */
  settings: (folder: string) => Record<string, string>;
  /** Answers of the next requests for this file: cut after so many bytes, or spoiled. */
  misbehave: (path: string, how: { cutAfter?: number; spoil?: true; hold?: Promise<unknown> }) => void;
  /** Requests so far, as `GET path` with their ranges. */
  requests: { method: string; path: string; range: string | undefined }[];
  close: () => Promise<void>;
};

const files = [
  'model.onnx',
  'tokenizer.json',
  'tokenizer_config.json',
  'config.json',
  '1_Pooling/config.json',
];
const prompts = 'config_sentence_transformers.json';

export async function startModelHub(): Promise<ModelHub> {
  const requests: ModelHub['requests'] = [];
  const faults = new Map<string, Parameters<ModelHub['misbehave']>[1]>();
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace('/tests/tiny/resolve/main/', '');
    requests.push({ method: request.method ?? '', path, range: request.headers.range });
    if (![...files, prompts].includes(path)) return void response.writeHead(404).end();
    const bytes = readFileSync(join(tinyModels.embedder, path));
    const digest = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
    if (request.method === 'HEAD') return void response.writeHead(200, { etag: `"${digest}"` }).end();
    const fault = faults.get(path);
    faults.delete(path);
    await fault?.hold;
    const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const body = fault?.spoil ? Buffer.alloc(bytes.length) : bytes.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length });
    if (fault?.cutAfter === undefined) return void response.end(body);
    response.write(body.subarray(0, fault.cutAfter), () => setTimeout(() => response.destroy(), 50));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  return {
    url,
    requests,
    misbehave: (path, how) => faults.set(path, how),
    settings: (folder) => {
      const catalogue = join(folder, 'catalogue.json');
      const entry = {
        id: 'tiny-embedder',
        name: 'Tiny embedder',
        type: 'embedding',
        repository: 'tests/tiny',
        revision: 'main',
        // One with the digest of the catalogue, the others with that of the hub.
        files: [...files, prompts].map((path) => {
          const bytes = readFileSync(join(tinyModels.embedder, path));
          const sha256 = createHash('sha256').update(bytes).digest('hex');
          const { size } = statSync(join(tinyModels.embedder, path));
          return { path, bytes: size, ...(path === 'model.onnx' ? { sha256 } : {}) };
        }),
        licence: 'Apache-2.0',
        languages: ['en', 'fr'],
        languageCount: 2,
        maxTokens: 32,
        dimensions: 16,
        gain: { found: 90, foundBuiltIn: 60 },
      };
      writeFileSync(catalogue, JSON.stringify([entry]));
      return {
        LECTERN_MODEL_HUB_URL: url,
        LECTERN_MODEL_CATALOGUE_FILE: catalogue,
        LECTERN_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${port}`,
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
