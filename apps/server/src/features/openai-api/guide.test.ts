import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  buildOpenApiCompany,
  type OpenApiCompany,
  type OpenApiServer,
  startOpenApiServer,
} from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The examples of the guide, run as they stand there. Those in Python are run by `npm run check:clients`. */

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const guide = readFileSync(join(root, 'docs/guide/api.md'), 'utf8');
const run = promisify(execFile);

/** Under its heading, each block of the language. */
const blocksOf = (language: string) =>
  guide
    .split('\n## ')
    .flatMap((section) =>
      [...section.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
        ([, code]) => [section.split('\n', 1)[0] as string, code as string] as const,
      ),
    );

let server: OpenApiServer;
let company: OpenApiCompany;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  server = await startOpenApiServer();
  server.provider.setChat({ tokens: ['The rose blooms in June ', '[1]', '.'] });
  company = await buildOpenApiCompany(server);
  await server.query("update assistants set name = 'Handbook' where id = $1", [company.assistantId]);
  mkdirSync(join(root, '.build'), { recursive: true });
  // Inside the repository, where the client is found.
  folder = mkdtempSync(join(root, '.build/guide-'));
  env = { PATH: process.env.PATH ?? '', LECTERN_URL: server.url, LECTERN_TOKEN: company.token };
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.close();
  await server.provider.close();
});

/** What the output of each job holds. */
const expected: Record<string, { bash: string; ts: string }> = {
  'Ask an assistant': { bash: '"url_citation"', ts: '/document/' },
  'Stream the answer': { bash: 'data: [DONE]', ts: 'The rose blooms in June [1].' },
  'Keep a conversation': { bash: '"previous_response_id":"resp_', ts: 'The rose blooms in June [1].' },
  'Upload a document and search it': {
    bash: 'Lilies bloom in July.',
    ts: 'tulips.txt Tulips bloom in April.',
  },
  'Make embeddings': { bash: '"embedding":[', ts: '2 384' },
  "Call Lectern's own API": { bash: 'Dahlias bloom in August.', ts: 'Asters bloom in September.' },
};

test('every job has an example in curl, TypeScript and Python', () => {
  for (const language of ['bash', 'ts', 'python'])
    expect(blocksOf(language).map(([job]) => job)).toEqual(Object.keys(expected));
});

/** `scripts/client-package.test.ts` runs those that use our own client, which has to be installed. */
const runHere = blocksOf('ts').filter(([, code]) => !code.includes('@lectern/client'));

test.each(runHere)('%s in TypeScript', async (job, code) => {
  const file = join(folder, `${job.replaceAll(' ', '-')}.ts`);
  writeFileSync(file, code);
  const { stdout } = await run(process.execPath, [file], { env });
  expect(stdout).toContain(expected[job]?.ts);
});

test.each(blocksOf('bash'))('%s with curl', async (job, code) => {
  const { stdout } = await run('bash', ['-euc', code], { env });
  expect(stdout).toContain(expected[job]?.bash);
});
