import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { compressAssets } from './compress-assets.mjs';

const folder = mkdtempSync(join(tmpdir(), 'lectern-assets-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('compresses what gets smaller by it, and only that', async () => {
  mkdirSync(join(folder, 'assets'));
  const script = Buffer.from('const answer = 42;\n'.repeat(500));
  writeFileSync(join(folder, 'assets/app.js'), script);
  writeFileSync(join(folder, 'assets/small.css'), 'a{}');
  writeFileSync(join(folder, 'assets/font.woff2'), Buffer.alloc(5_000));
  await compressAssets(folder);
  const read = (name: string) => readFileSync(join(folder, 'assets', name));
  expect(brotliDecompressSync(read('app.js.br'))).toEqual(script);
  expect(gunzipSync(read('app.js.gz'))).toEqual(script);
  expect(read('app.js.br').length).toBeLessThan(script.length / 10);
  for (const name of ['small.css.br', 'font.woff2.br'])
    expect(existsSync(join(folder, 'assets', name))).toBe(false);
});
