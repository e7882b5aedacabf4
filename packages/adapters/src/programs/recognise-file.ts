import { readFile } from 'node:fs/promises';
import type { ParseOptions, RecognisedPage } from '@lectern/parsing';
import { openRecogniser, type RecognitionEngine } from './recognition.ts';
import type { OcrLanguage } from './tesseract-data.ts';

/** A file whose pages without text are asked for. The path is one that this process may read. */
export type ListPagesTask = {
  path: string;
  name: string;
  mediaType?: string;
  pages?: ParseOptions['pages'];
};

/** Pages of a file to be recognised, 1-based. */
export type RecognisePagesTask = {
  path: string;
  name: string;
  mediaType?: string;
  pages: number[];
  engine: RecognitionEngine;
  languages: OcrLanguage[];
};

/** A page that takes long is no silence. */
const SIGN_OF_LIFE_MS = 5000;

type OnProgress = (done: number, total: number) => void;

/** Body of the worker method that lists the pages without a text layer, in order. */
export async function listPagesOfFile(task: ListPagesTask, onProgress: OnProgress): Promise<number[]> {
  const { listPagesToRecognise } = await import('@lectern/parsing');
  const { path, name, mediaType, pages } = task;
  return listPagesToRecognise({ name, mediaType, bytes: await readFile(path) }, { pages, onProgress });
}

/**
 * Body of the worker method that recognises pages: one reading for each page, in order, `failed` where the
 * engine had no result. Empty when the engine has data for none of the languages.
 */
export async function recognisePagesOfFile(
  task: RecognisePagesTask,
  onProgress: OnProgress,
): Promise<RecognisedPage[]> {
  const recogniser = openRecogniser(task.engine, task.languages);
  if (recogniser === undefined) return [];
  const { recognisePages } = await import('@lectern/parsing');
  const { path, name, mediaType, pages } = task;
  let done = 0;
  onProgress(0, pages.length);
  const timer = setInterval(() => onProgress(done, pages.length), SIGN_OF_LIFE_MS);
  try {
    return await recognisePages({ name, mediaType, bytes: await readFile(path) }, pages, recogniser, {
      onProgress: (count, total) => {
        done = count;
        onProgress(count, total);
      },
    });
  } finally {
    clearInterval(timer);
    await recogniser.close?.();
  }
}
