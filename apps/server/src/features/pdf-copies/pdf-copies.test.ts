import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findLibreOffice, type LayOutPages } from '@lectern/adapters';
import { UnreadableFileError } from '@lectern/parsing';
import {
  type ApiClient,
  buildKnowledgeBase,
  startTestServer,
  type TestServer,
  waitUntil,
} from '@lectern/testing';
import { readSampleDocument } from '@lectern/testing/sample-documents';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseObject } from '../file-storage/object.service.ts';
import { reconcile } from '../system/reconcile.service.ts';
import { evictUnusedPdfCopies, pdfCopyPrefix } from './pdf-copy.service.ts';

let server: TestServer;
let layOutForReal: LayOutPages;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'pdf-copies-'));
  layOutForReal = server.platform.layOutPages;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Stands in for the program; `work` happens while it runs. */
function layOutAs(pdf: string, work: () => Promise<void> = async () => {}) {
  let runs = 0;
  server.platform.layOutPages = async (_file, use) => {
    const path = join(folder, `${++runs}.pdf`);
    await work();
    await writeFile(path, pdf);
    return use(path);
  };
  return () => runs;
}

let uploads = 0;
async function addOfficeFile(person: ApiClient, baseId?: string): Promise<string> {
  const id = baseId ?? (await buildKnowledgeBase(person)).id;
  const bytes = `{\\rtf1\\ansi Ducks swim ${++uploads} times.\\par}`;
  const { body } = await person.upload(`/knowledge-bases/${id}/documents?parse=false`, [
    { name: 'ducks.rtf', bytes },
  ]);
  return body.documents[0].id;
}

const stateOf = async (person: ApiClient, documentId: string) =>
  (await person.call('GET', `/documents/${documentId}/pdf-copy`)).body.state as string;

async function waitForState(person: ApiClient, documentId: string, state: string): Promise<void> {
  await waitUntil(`the copy is ${state}`, async () => (await stateOf(person, documentId)) === state);
}

const readCopy = (person: ApiClient, documentId: string, headers?: Record<string, string>) =>
  person.call('GET', `/documents/${documentId}/pdf-copy/file`, undefined, headers);

async function listCopies(person: ApiClient): Promise<string[]> {
  const { body } = await person.call('GET', '/me');
  const keys: string[] = [];
  for await (const { key } of server.platform.objects.list(pdfCopyPrefix(body.company.id))) keys.push(key);
  return keys;
}

const installed = await findLibreOffice();
const title = installed
  ? ''
  : ' (SKIPPED: apt-get install libreoffice-writer libreoffice-calc libreoffice-impress)';

test.skipIf(!installed)(`an Office file is shown as pages${title}`, { timeout: 120_000 }, async () => {
  server.platform.layOutPages = layOutForReal;
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person);
  const { body } = await person.upload(
    `/knowledge-bases/${base.id}/documents?parse=false`,
    (['gardens.pptx', 'plots.xlsx', 'by-law.docx'] as const).map(readSampleDocument),
  );
  for (const { id } of body.documents) {
    await waitForState(person, id, 'ready');
    const { status, headers, body: bytes } = await readCopy(person, id);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(bytes.slice(0, 5)).toBe('%PDF-');
  }
});

test('two who open a file at once have it laid out once, and read the same copy by ranges', async () => {
  const asked = Promise.withResolvers<void>();
  const countRuns = layOutAs('%PDF-1.7 of ducks', () => asked.promise);
  const person = server.admin;
  const id = await addOfficeFile(person);
  expect(await Promise.all([stateOf(person, id), stateOf(person, id), stateOf(person, id)])).toEqual(
    Array(3).fill('preparing'),
  );
  expect((await readCopy(person, id)).body.error?.code ?? 'document.no_pdf_copy').toBe(
    'document.no_pdf_copy',
  );
  asked.resolve();
  await waitForState(person, id, 'ready');
  expect(countRuns()).toBe(1);
  const part = await readCopy(person, id, { range: 'bytes=0-3' });
  expect([part.status, part.body]).toEqual([206, '%PDF']);
  // The file manager shows the same content, and has nothing laid out again.
  const [file] = (await server.query('select file_id as id from documents where id = $1', [id])) as [
    { id: string },
  ];
  expect((await person.call('GET', `/files/${file.id}/pdf-copy`)).body.state).toBe('ready');
  expect((await person.call('GET', `/files/${file.id}/pdf-copy/content`)).body).toBe('%PDF-1.7 of ducks');
  expect(countRuns()).toBe(1);
});

test('what cannot be laid out says so, and is tried again later', async () => {
  const person = await server.signUp();
  const id = await addOfficeFile(person);
  const failures = ['converter_missing', 'time_limit'] as const;
  for (const [reason, state] of [
    [failures[0], 'no_program'],
    [failures[1], 'failed'],
  ] as const) {
    server.platform.layOutPages = async () => {
      throw new UnreadableFileError(reason);
    };
    await waitForState(person, id, state);
    expect((await readCopy(person, id)).body.error.code).toBe('document.no_pdf_copy');
    await server.query("update pdf_copies set updated_at = now() - interval '2 hours'");
  }
  layOutAs('%PDF at last');
  await waitForState(person, id, 'ready');
});

test('files that are no Office files need no copy', async () => {
  const countRuns = layOutAs('');
  const person = await server.signUp();
  const base = await buildKnowledgeBase(person);
  const { body } = await person.upload(`/knowledge-bases/${base.id}/documents?parse=false`, [
    { name: 'notes.md', bytes: 'Ducks swim.' },
  ]);
  expect(await stateOf(person, body.documents[0].id)).toBe('not_needed');
  expect(countRuns()).toBe(0);
});

test('another company learns nothing of a copy', async () => {
  layOutAs('%PDF of secrets');
  const person = await server.signUp();
  const id = await addOfficeFile(person);
  await waitForState(person, id, 'ready');
  const stranger = await server.signUp();
  for (const path of [`/documents/${id}/pdf-copy`, `/documents/${id}/pdf-copy/file`])
    expect((await stranger.call('GET', path)).status).toBe(404);
});

test('a copy goes with the last document of its content, also while it is being made', async () => {
  const person = await server.signUp();
  const [kept, gone] = [await addOfficeFile(person), await addOfficeFile(person)];
  let reached = () => {};
  const running = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  layOutAs('%PDF of what stays');
  await waitForState(person, kept, 'ready');
  expect(await listCopies(person)).toHaveLength(1);

  layOutAs('%PDF of what goes', () => {
    reached();
    return held;
  });
  expect(await stateOf(person, gone)).toBe('preparing');
  await running;
  await person.call('DELETE', `/documents/${gone}`);
  await waitUntil(
    'it is cleared',
    async () => (await server.query('select 1 from documents where id = $1', [gone])).length === 0,
  );
  release();
  await person.call('DELETE', `/documents/${kept}`);
  await waitUntil('no copy is left', async () => (await listCopies(person)).length === 0);
  expect((await reconcile(server.platform, Date.now() + 86_400_000)).objects).toBe(0);
});

test('a copy goes when its bytes are replaced', async () => {
  layOutAs('%PDF of what is replaced');
  const person = await server.signUp();
  const id = await addOfficeFile(person);
  await waitForState(person, id, 'ready');
  const [file] = (await server.query(
    'select f.id, f.company_id, f.object_key from files f join documents d on d.file_id = f.id where d.id = $1',
    [id],
  )) as [{ id: string; company_id: string; object_key: string }];
  await server.query('delete from documents where id = $1', [id]);
  await server.query('delete from files where id = $1', [file.id]);
  await releaseObject(server.platform, file.company_id, file.object_key);
  expect(await listCopies(person)).toEqual([]);
});

test('a copy whose content no file has any more is removed, also while it is being made', async () => {
  const person = await server.signUp();
  const stranger = await server.signUp();
  const [kept, gone, running] = [
    await addOfficeFile(person),
    await addOfficeFile(person),
    await addOfficeFile(stranger),
  ];
  layOutAs('%PDF of what stays');
  await waitForState(person, kept, 'ready');
  layOutAs('%PDF of what goes');
  await waitForState(person, gone, 'ready');
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  layOutAs('%PDF of what is made', () => {
    reached.resolve();
    return release.promise;
  });
  expect(await stateOf(stranger, running)).toBe('preparing');
  await reached.promise;
  // As after a deletion that the request for the copy came too late for.
  const lost = (await server.query(
    'select d.file_id as id, f.sha256 from documents d join files f on f.id = d.file_id where d.id = any($1)',
    [[gone, running]],
  )) as { id: string; sha256: string }[];
  await server.query('delete from documents where id = any($1)', [[gone, running]]);
  await server.query('delete from files where id = any($1)', [lost.map(({ id }) => id)]);
  await evictUnusedPdfCopies(server.platform);
  expect(await listCopies(person)).toHaveLength(2);
  await server.query("update pdf_copies set updated_at = now() - interval '2 hours'");
  await evictUnusedPdfCopies(server.platform);
  release.resolve();
  expect(await listCopies(person)).toHaveLength(1);
  expect(await stateOf(person, kept)).toBe('ready');
  const rows = await server.query('select 1 from pdf_copies where sha256 = any($1)', [
    lost.map(({ sha256 }) => sha256),
  ]);
  expect(rows).toEqual([]);
  await waitUntil('the conversion kept nothing', async () => {
    const jobs = await server.query(
      "select 1 from pgboss.job where name = 'pdf-copy.make' and state in ('created', 'retry', 'active')",
    );
    return jobs.length === 0 && (await listCopies(stranger)).length === 0;
  });
});

test('a conversion that broke off is done again', async () => {
  const person = await server.signUp();
  const id = await addOfficeFile(person);
  let runs = 0;
  server.platform.layOutPages = async (_file, use) => {
    // Nothing is left of the first attempt, and the queue hands the job out once more.
    if (++runs === 1) throw new Error('broken off');
    const path = join(folder, 'again.pdf');
    await writeFile(path, '%PDF again');
    return use(path);
  };
  await waitForState(person, id, 'ready');
  expect([runs, (await readCopy(person, id)).body]).toEqual([2, '%PDF again']);
});
