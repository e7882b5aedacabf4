import { openRecogniser, type RecognitionEngine } from '@lectern/adapters';
import { defaultOcrLanguages, type ErrorCode, type OcrLanguage } from '@lectern/contract';
import { fileExtension, formats, type RecognisedPage } from '@lectern/parsing';
import { parseRequest } from '../../documents/request-parse.service.ts';
import { openVision } from '../../models/model.service.ts';
import { findPageReadings, storePageReadings } from '../page-reading.queries.ts';
import { progressMessage } from '../parse-progress.ts';
import type { ParseRun, Recognising } from '../parse-run.ts';
import type { FoundText } from './chunk-document.ts';
import { readPagesWithModel } from './read-pages.ts';
import { transcribe } from './transcribe.ts';

/** A dense page takes the engine eight seconds of an idle processor, and it may have a fraction of one. */
const enginePageMs = 90_000;

/** `missing`: nothing here reads what the file holds; its error, should the file turn out to have no other text. */
export type Recognition = { text: FoundText; missing?: ErrorCode };

/** Whether reading the file tells its pages without text, so that it need not be opened to list them. */
export function tellsTextless({ found, reading }: ParseRun): boolean {
  return reading.ocr !== 'off' && fileExtension(found.file.name) === 'pdf';
}

/**
 * Finds text where the file has none of its own: on pages that are pictures, and in recordings. `known`: the pages,
 * where they are known already.
 */
export async function recognise(run: ParseRun, known?: number[]): Promise<Recognition> {
  const { found, reading } = run;
  if (isRecording(found.file.name)) {
    const speech = await transcribe(run);
    return speech ? { text: { speech } } : { text: {}, missing: 'parsing.speech_missing' };
  }
  if (reading.ocr === 'off') return { text: {} };
  const pages = known ?? (await listPages(run));
  if (pages.length === 0) return { text: {} };
  const way = await chooseWay(run);
  if (!way) return { text: {}, missing: 'parsing.ocr_missing' };
  return { text: { recognised: await recognisePages(run, pages, way) } };
}

export function isRecording(name: string): boolean {
  const audio = formats.find(({ id }) => id === 'audio');
  return audio?.extensions.includes(fileExtension(name)) ?? false;
}

function listPages({ platform, found, follower }: ParseRun): Promise<number[]> {
  const { name, readingOptions } = parseRequest(found);
  return platform.objects.withLocalFile(found.file.objectKey, (path) =>
    platform.parsers.run<number[]>(
      'listPages',
      { path, name, pages: readingOptions.pageRanges },
      { signal: follower.signal },
    ),
  );
}

/** How pages are read: some at a time, each reading kept under the engine's name. */
type Way = {
  /** Readings of one name can stand for each other. */
  engine: string;
  /** The name that people know it by. */
  label: string;
  read: (pages: number[], onPage: (done: number) => void) => Promise<RecognisedPage[]>;
  /** The readings are in the database already, with what they cost. */
  keepsItself: boolean;
};

/** What reads pages here; undefined where nothing does. */
export async function chooseWay(run: Recognising): Promise<Way | undefined> {
  const { ocr } = run.reading;
  const program = ocr === 'vision' ? undefined : await openProgram(run);
  if (program || ocr === 'engine') return program;
  const { platform, parse } = run;
  const opened = await platform.database.withCompany(parse.companyId, (tx) => openVision(platform, tx));
  if (!opened) return undefined;
  const engine = `vision ${opened.id}`;
  return {
    engine,
    label: opened.name,
    read: (pages, onPage) => readPagesWithModel(run, { pages, engine, opened, onPage }),
    keepsItself: true,
  };
}

async function openProgram(run: Recognising): Promise<Way | undefined> {
  const engine = await run.platform.findRecognition();
  if (!engine) return undefined;
  const languages = chooseLanguages(run);
  const recogniser = openRecogniser(engine, languages);
  if (!recogniser) return undefined;
  const { name } = recogniser;
  await recogniser.close?.();
  return {
    engine: name,
    label: engine.kind === 'program' ? `Tesseract ${engine.installed.version}` : 'Tesseract',
    read: (pages, onPage) => recogniseWithProgram(run, { engine, languages, pages, onPage }),
    keepsItself: false,
  };
}

function chooseLanguages({ reading, base }: Recognising): OcrLanguage[] {
  return reading.ocrLanguages.length > 0 ? reading.ocrLanguages : defaultOcrLanguages(base.language);
}

function recogniseWithProgram(
  { platform, found, follower }: Recognising,
  task: {
    engine: RecognitionEngine;
    languages: OcrLanguage[];
    pages: number[];
    onPage: (done: number) => void;
  },
): Promise<RecognisedPage[]> {
  const { engine, languages, pages, onPage } = task;
  return platform.objects.withLocalFile(found.file.objectKey, (path) =>
    platform.parsers.run<RecognisedPage[]>(
      'recognisePages',
      { path, name: found.file.name, pages, engine, languages },
      { signal: follower.signal, pageMs: enginePageMs, onProgress: onPage },
    ),
  );
}

/** In goes of the base's task page size; what was read before, in whichever parse, is not read again. */
async function recognisePages(run: ParseRun, pages: number[], way: Way): Promise<RecognisedPage[]> {
  const { platform, parse, found, reading, follower } = run;
  const source = { companyId: parse.companyId, sha256: found.file.sha256, engine: way.engine };
  const known = await platform.database.withCompany(parse.companyId, (tx) =>
    findPageReadings(tx, source, pages),
  );
  const readings = new Map(known.map((page) => [page.page, page]));
  const left = pages.filter((page) => !readings.has(page));
  await follower.enter(
    'recognising',
    progressMessage('parse.recognising', { pages: pages.length, with: way.label }),
  );
  const stop = platform.metrics.parseSeconds.startTimer({ stage: 'recognising' });
  while (left.length > 0) {
    const task = left.splice(0, reading.taskPageSize);
    const before = readings.size;
    const made = await way.read(task, (done) => follower.report('recognising', before + done, pages.length));
    if (!way.keepsItself)
      await platform.database.withCompany(parse.companyId, (tx) => storePageReadings(tx, source, made));
    for (const page of made) readings.set(page.page, page);
    follower.report('recognising', readings.size, pages.length);
  }
  stop();
  return pages.flatMap((page) => readings.get(page) ?? []);
}
