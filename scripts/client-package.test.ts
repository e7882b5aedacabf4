import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildOpenApiCompany, makeToken, type OpenApiServer, startOpenApiServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildClientPackage } from './client-package.ts';

/** The client as others have it: packed, installed in an empty folder, and called as its README and the guide say. */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const run = promisify(execFile);
const texts = ['packages/client/README.md', 'docs/guide/api.md'].map((path) =>
  readFileSync(join(root, path), 'utf8'),
);
const examples = texts
  .join('\n')
  .split('\n## ')
  .flatMap((section) =>
    [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(
      ([, code]) => [section.split('\n', 1)[0] as string, code as string] as const,
    ),
  )
  .filter(([, code]) => code.includes('@lectern/client'));
const fileOf = (job: string) => `${job.toLowerCase().replaceAll(/\W+/g, '-')}.ts`;

/** What the output of each job holds. */
const expected: Record<string, RegExp> = {
  'Sign in by token': /^Signed in as person \d+ of person \d+$/m,
  'Create a knowledge base and upload a file': /100 %\nroses\.txt was taken/,
  'Wait until it is parsed': /Lilies bloom in July\./,
  'Ask and stream the answer':
    /^The rose blooms in June \[1\]\.\n\[1\] document \d+\.md, page –: The rose blooms in June$/m,
  Retries: /^\d+ knowledge bases$/m,
  Errors: /There is no such knowledge base\n404 \S.* [\w-]{8,} \{\}/,
  Cancel: /^Cancelled$/m,
  "Call Lectern's own API": /^asters\S* Asters bloom in September\.$/m,
};

/** Calls that must not compile. */
const mistakes = `
import { askQuestion, createClient, getDocument, listDocuments, uploadDocuments } from '@lectern/client';
const client = createClient({ baseUrl: '' });
const params = { conversationId: 'c' };
// @ts-expect-error without its parameter
client.call(getDocument, {});
// @ts-expect-error with a misspelt one
client.call(getDocument, { params: { docId: 'd' } });
// @ts-expect-error sorted by what it cannot be sorted by
client.call(listDocuments, { params: { knowledgeBaseId: 'b' }, query: { sort: 'colour' } });
// @ts-expect-error a stream is not called
client.call(askQuestion, { params, body: { content: 'When?' } });
// @ts-expect-error a file is uploaded
client.call(uploadDocuments, { params: { knowledgeBaseId: 'b' } });
// @ts-expect-error nothing else goes on after a drop
client.answer(getDocument, { params: { documentId: 'd' } });
// @ts-expect-error a document has no such field
client.call(getDocument, { params: { documentId: 'd' } }).then((document) => document.colour);
`;

let server: OpenApiServer;
let proxy: Server;
let folder: string;
let env: Record<string, string>;

/** Passes calls on, and hangs up once after the first word of an answer. */
function startFaultyProxy(target: string): Promise<Server> {
  let dropped = false;
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', url = '/' } = incoming;
    // Compressed, the words could not be told apart.
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const outgoing = request(target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      let dropping = false;
      answer.on('data', (chunk: Buffer) => {
        if (dropping) return;
        const text = chunk.toString();
        const word = text.indexOf('"type":"delta"');
        dropping = !dropped && word >= 0;
        dropped ||= dropping;
        if (!dropping) response.write(chunk);
        else response.write(text.slice(0, text.indexOf('\n\n', word) + 2), () => response.destroy());
      });
      answer.on('end', () => dropping || response.end());
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };
  const started = createServer(pass);
  return new Promise((resolve) => started.listen(0, '127.0.0.1', () => resolve(started)));
}

/** Packs the client and installs it, without the network: it has no dependencies. */
async function install(): Promise<void> {
  const built = await buildClientPackage(join(folder, 'package'));
  const home = join(folder, 'project');
  mkdirSync(home);
  const quiet = ['--offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { stdout } = await run('npm', ['pack', built, '--pack-destination', folder, ...quiet]);
  writeFileSync(join(home, 'package.json'), '{ "private": true, "type": "module" }');
  const tarball = join(folder, stdout.trim().split('\n').at(-1) as string);
  await run('npm', ['install', tarball, '--ignore-scripts', ...quiet], { cwd: home });
  folder = home;
}

async function startCompany(): Promise<void> {
  server = await startOpenApiServer();
  server.provider.setChat({ tokens: ['The rose blooms in June ', '[1]', '.'] });
  const company = await buildOpenApiCompany(server);
  await server.query("update assistants set name = 'Handbook' where id = $1", [company.assistantId]);
  proxy = await startFaultyProxy(server.url);
  env = {
    PATH: process.env.PATH ?? '',
    LECTERN_URL: server.url,
    LECTERN_TOKEN: company.token,
    LECTERN_NARROW_TOKEN: await makeToken(company.owner, ['chat']),
    LECTERN_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
  };
}

const temporary = mkdtempSync(join(tmpdir(), 'lectern-client-'));

beforeAll(async () => {
  folder = temporary;
  await Promise.all([install(), startCompany()]);
  writeFileSync(join(folder, 'roses.txt'), 'Roses bloom in June.');
  for (const [job, code] of examples) writeFileSync(join(folder, fileOf(job)), code);
});
afterAll(async () => {
  rmSync(temporary, { recursive: true, force: true });
  proxy?.close();
  await server?.close();
  await server?.provider.close();
});

test('every example is known here', () => {
  expect(examples.map(([job]) => job)).toEqual(Object.keys(expected));
});

test('the package is alone in the folder, and brings nothing of the repository', () => {
  const installed = join(folder, 'node_modules');
  const manifest = JSON.parse(readFileSync(join(installed, '@lectern/client/package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
  for (const file of ['index.js', 'index.d.ts', 'client.d.ts', 'contract.d.ts'])
    expect(readFileSync(join(installed, '@lectern/client/dist', file), 'utf8')).not.toMatch(
      /\bfrom ['"](?!\.\/[\w-]+\.js['"])|\bz\./,
    );
});

test('the examples have the right types, and wrong calls do not', async () => {
  writeFileSync(join(folder, 'mistakes.ts'), mistakes);
  // As `npm install -D @types/node` would.
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
  const files = [...examples.map(([job]) => fileOf(job)), 'mistakes.ts'];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, ...options, ...files], { cwd: folder }).catch(
    (error) => error as { stdout: string },
  );
  expect(stdout).toBe('');
});

test.each(examples)('%s', async (job) => {
  const { stdout } = await run(process.execPath, [fileOf(job)], { cwd: folder, env });
  expect(stdout).toMatch(expected[job] as RegExp);
});

test('an answer goes on over a connection that drops', async () => {
  const job = 'Ask and stream the answer';
  const { stdout, stderr } = await run(process.execPath, [fileOf(job)], {
    cwd: folder,
    env: { ...env, LECTERN_URL: env.LECTERN_PROXY as string },
  });
  expect(stderr).toContain('The connection dropped; attempt 1');
  expect(stdout).toMatch(expected[job] as RegExp);
});

test('what a token may not do is told', async () => {
  const code = `
    import { createClient, getMe, listFlows } from '@lectern/client';
    const { LECTERN_URL: baseUrl, LECTERN_NARROW_TOKEN: narrow } = process.env;
    const attempts = [[undefined, getMe], ['lat_${'x'.repeat(43)}', getMe], [narrow, listFlows]];
    for (const [token, endpoint] of attempts)
      await createClient({ baseUrl, token })
        .call(endpoint)
        .catch(({ name, status, code }) => console.log(name, status, code));
  `;
  writeFileSync(join(folder, 'refused.mjs'), code);
  const { stdout } = await run(process.execPath, ['refused.mjs'], { cwd: folder, env });
  expect(stdout.trim().split('\n')).toEqual([
    'ApiError 401 auth.required',
    'ApiError 401 auth.token_invalid',
    'ApiError 403 auth.token_scope_missing',
  ]);
});
