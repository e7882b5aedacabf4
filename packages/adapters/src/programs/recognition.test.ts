import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { documentText, readDocument } from '@lectern/parsing';
import { describeWithTesseract } from '@lectern/testing/programs';
import { realDocuments, testOnRealDocuments } from '@lectern/testing/real-documents';
import { readSampleDocument } from '@lectern/testing/sample-documents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listPagesOfFile, recognisePagesOfFile } from './recognise-file.ts';
import {
  findRecognitionEngine,
  openRecogniser,
  type RecognitionEngine,
  recognisedLanguages,
} from './recognition.ts';
import { runProgram } from './run-program.ts';

// `npm test` brings the program; LECTERN_TESSERACT names another.
const places = { tesseract: process.env.LECTERN_TESSERACT || undefined };
const quiet = () => {};
let folder: string;
let engine: RecognitionEngine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-recognition-'));
  // Undefined where there is no program: the tests are skipped then.
  engine = (await findRecognitionEngine(places))!;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function readScan(name: string, languages: ('en' | 'fr' | 'zh')[], pages?: number[]) {
  const path = join(realDocuments, name);
  const listed = pages ?? (await listPagesOfFile({ path, name }, quiet));
  const recognised = await recognisePagesOfFile({ path, name, pages: listed, engine, languages }, quiet);
  return {
    listed,
    recognised,
    document: await readDocument({ name, bytes: await readFile(path) }, { recognised }),
  };
}

describeWithTesseract('recognition by the program', () => {
  testOnRealDocuments('reads a scan that lies on its side', async () => {
    const { listed, recognised, document } = await readScan('s08-ocr-rotated.pdf', ['en']);
    expect(listed).toEqual([1]);
    expect(recognised[0]!.engine).toMatch(/^tesseract [\d.]+ eng$/);
    expect(documentText(document)).toContain(
      'Docling bundles PDF document conversion to JSON and Markdown in an easy self contained package',
    );
    expect(document.warnings).toEqual([]);
    expect(document.blocks[0]).toMatchObject({ type: 'paragraph', source: 'ocr', page: 1 });
    expect(document.blocks[0]!.confidence).toBeGreaterThan(0.8);
  });

  testOnRealDocuments('leaves alone what has text already, also behind a scan', async () => {
    expect((await readScan('s07-scan-zh.pdf', ['zh'])).listed).toEqual([]);
    expect((await readScan('s06-kyokuyo-tables-ja.pdf', ['zh'])).listed).toEqual([]);
  });

  testOnRealDocuments('reads Chinese without spaces between its characters', async () => {
    const { recognised } = await readScan('s07-scan-zh.pdf', ['zh', 'en'], [1]);
    const text = recognised[0]!.lines!.map((line) => line.text).join('\n');
    expect(text).toContain('浙江菲达环保科技股份有限公司');
  });

  it('is known by the languages it has data for', () => {
    expect(recognisedLanguages(engine)).toEqual(expect.arrayContaining(['en', 'fr', 'zh']));
    expect(openRecogniser(engine, ['zh', 'en'])!.name).toMatch(/ chi_(sim|tra)\+eng$/);
    expect(openRecogniser(engine, [])).toBeUndefined();
  });

  it('makes a failed reading of what the program cannot make out', async () => {
    const broken = join(folder, 'broken-program');
    await writeFile(broken, '#!/bin/sh\necho no picture >&2\nexit 1\n', { mode: 0o755 });
    const recogniser = openRecogniser(
      {
        kind: 'program',
        installed: { program: broken, version: '5', dataNames: ['eng'], languages: ['en'] },
      },
      ['en'],
    )!;
    const picture = { pixels: new Uint8Array(100).fill(255), width: 10, height: 10, dpi: 70 };
    await expect(recogniser.recognise(picture)).rejects.toMatchObject({ reason: 'unreadable' });
  });
});

describeWithTesseract('without the program', () => {
  testOnRealDocuments('the engine that comes with the product reads, where it is given data', async () => {
    const list = await runProgram({
      program: places.tesseract ?? 'tesseract',
      args: ['--list-langs'],
      timeLimitMs: 10_000,
    });
    const data = /"(.+)"/.exec(`${list.stdout}${list.stderr}`)![1]!;
    await cp(join(data, 'eng.traineddata'), join(folder, 'eng.traineddata'));
    engine = (await findRecognitionEngine({ tesseract: 'no-such-program', dataFolder: folder }))!;
    expect(engine).toMatchObject({ kind: 'wasm', data: { languages: ['en'] } });
    // It knows no orientation: the page is turned for it.
    const { recognised, document } = await readScan('s08-ocr-rotated.pdf', ['en', 'fr']);
    expect(recognised[0]!.engine).toBe('tesseract.js 7 eng');
    expect(documentText(document)).toContain('Docling bundles PDF document conversion to');
  });

  it('nothing is found where there is neither program nor data', async () => {
    const bare = { tesseract: 'no-such-program', includedData: false };
    expect(await findRecognitionEngine({ ...bare, dataFolder: dirname(folder) })).toBeUndefined();
    expect(await findRecognitionEngine(bare)).toBeUndefined();
  });
});

it('a fresh installation reads scans with the data that it brings', async () => {
  const included = (await findRecognitionEngine({ tesseract: 'no-such-program' }))!;
  expect(included.kind).toBe('wasm');
  expect(recognisedLanguages(included)).toEqual(['en', 'fr', 'zh', 'zh-Hant']);
  const { name, bytes } = readSampleDocument('scan.pdf');
  const path = join(folder, name);
  await writeFile(path, bytes);
  const recognised = await recognisePagesOfFile(
    { path, name, pages: [1], engine: included, languages: ['en'] },
    quiet,
  );
  const document = await readDocument({ name, bytes }, { recognised });
  expect(documentText(document)).toContain('The water will be shut off on the third of November.');
  expect(recognised[0]!.engine).toBe('tesseract.js 7 eng');
});
