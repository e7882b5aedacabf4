import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOpenApiCompany, type OpenApiServer, startOpenApiServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Clients in Python, unchanged, against the real server. `npm run check:clients` needs Python 3 with `venv`, and PyPI. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const environment = join(root, '.build/python-clients');
const python = join(environment, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
const packages = ['openai>=3,<4', 'ragflow-sdk==0.22.1'];
const run = promisify(execFile);

let server: OpenApiServer;
let env: Record<string, string>;

beforeAll(async () => {
  if (!existsSync(python))
    await run('python3', ['-m', 'venv', environment]).catch((error) => {
      throw new Error('The clients in Python need Python 3 with venv.', { cause: error });
    });
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
  server = await startOpenApiServer();
  server.provider.setChat({ tokens: ['The rose blooms in June ', '[1]', '.'] });
  const company = await buildOpenApiCompany(server);
  await server.query("update assistants set name = 'Handbook' where id = $1", [company.assistantId]);
  env = { PATH: process.env.PATH ?? '', LECTERN_URL: server.url, LECTERN_TOKEN: company.token };
});
afterAll(async () => {
  await server?.close();
  await server?.provider.close();
});

const guide = readFileSync(join(root, 'docs/guide/api.md'), 'utf8');
const examples = guide
  .split('\n## ')
  .flatMap((section) =>
    [...section.matchAll(/```python\n([\s\S]*?)```/g)].map(
      ([, code]) => [section.split('\n', 1)[0] as string, code as string] as const,
    ),
  );
const expected: Record<string, string> = {
  'Ask an assistant': '/document/',
  'Stream the answer': 'The rose blooms in June [1].',
  'Keep a conversation': 'The rose blooms in June [1].',
  'Upload a document and search it': 'crocus.txt The crocus blooms in March.',
  'Make embeddings': '2 384',
  "Call Lectern's own API": 'Irises bloom in May.',
};

test.each(examples)('the guide: %s', async (job, code) => {
  const { stdout } = await run(python, ['-c', code], { env });
  expect(stdout).toContain(expected[job]);
});

test('the official client for Python: errors, tools, streams with usage, pages', async () => {
  const script = fileURLToPath(new URL('openai_check.py', import.meta.url));
  const { stdout } = await run(python, [script], {
    env: { ...env, CHAT_MODEL: `model-${server.chatModelId}` },
  });
  expect(stdout).toContain('all checks passed');
});

test("RAGFlow's SDK with another base URL", async () => {
  const script = fileURLToPath(new URL('ragflow_check.py', import.meta.url));
  const { stdout } = await run(python, [script], { env: { ...env, CHAT_MODEL_NAME: 'Scripted' } });
  expect(stdout).toContain('all checks passed');
  const moving = readFileSync(join(root, 'docs/guide/coming-from-ragflow.md'), 'utf8');
  const [, example = ''] = /```python\n([\s\S]*?)```/.exec(moving) ?? [];
  expect((await run(python, ['-c', example], { env })).stdout).toMatch(/^\S.* \d+$/m);
});
