import { readdir } from 'node:fs/promises';
import { resolve as resolvePath } from 'node:path';
import type { GreyPicture, PictureRecogniser } from '@lectern/parsing';
import type { Worker } from 'tesseract.js';
import { readHocr } from './hocr.ts';
import { chooseData, encodePgm, listLanguages, type OcrLanguage } from './tesseract-data.ts';

/** Language data without the program: what the engine that comes with the product can read with. */
export type TesseractData = { folder: string; dataNames: string[]; languages: OcrLanguage[] };

const START_LIMIT_MS = 30_000;
const PAGE_LIMIT_MS = 180_000;
/** Automatic layout; this build knows no orientation. */
const LAYOUT = '3';

/** Looks for `*.traineddata` files in a folder; undefined when there are none of use. */
export async function findTesseractData(folder: string): Promise<TesseractData | undefined> {
  const names = await readdir(folder).catch(() => []);
  const dataNames = names.flatMap((name) => /^([\w-]+)\.traineddata$/.exec(name)?.[1] ?? []);
  const languages = listLanguages(dataNames);
  return languages.length === 0 ? undefined : { folder, dataNames, languages };
}

/**
 * A recogniser that runs Tesseract as WebAssembly in a thread of this process, slower than the program.
 * It reads language data from the folder and never asks the network. Undefined when there is data
 * for none of the languages.
 */
export function createWasmRecogniser(
  data: TesseractData,
  languages: readonly OcrLanguage[],
): PictureRecogniser | undefined {
  const chosen = chooseData(languages, data.dataNames);
  if (chosen.length === 0) return undefined;
  let starting: Promise<Worker> | undefined;

  async function close(): Promise<void> {
    const worker = starting;
    starting = undefined;
    await worker?.then(
      (started) => started.terminate(),
      () => {},
    );
  }

  async function recognise(picture: GreyPicture, signal?: AbortSignal) {
    signal?.throwIfAborted();
    const { RecognitionError } = await import('@lectern/parsing');
    let timer: NodeJS.Timeout | undefined;
    const givenUp = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new RecognitionError('time_limit')), PAGE_LIMIT_MS);
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      starting ??= startWorker(data.folder, chosen);
      const worker = await Promise.race([starting, givenUp]);
      const page = recognisePicture(worker, picture);
      page.catch(() => {});
      const hocr = await Promise.race([page, givenUp]);
      return readHocr(hocr, picture.width, picture.height);
    } catch (error) {
      // Whatever the thread is at, the next picture gets a new one.
      await close();
      if (signal?.aborted) throw signal.reason;
      if (error instanceof RecognitionError) throw error;
      throw new RecognitionError('unreadable', String(error).slice(0, 200));
    } finally {
      clearTimeout(timer);
    }
  }

  return { name: `tesseract.js 7 ${chosen.join('+')}`, recognise, close };
}

async function startWorker(folder: string, dataNames: readonly string[]): Promise<Worker> {
  const { default: tesseract } = await import('tesseract.js');
  return new Promise<Worker>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the engine does not start')), START_LIMIT_MS);
    tesseract
      .createWorker([...dataNames], tesseract.OEM.LSTM_ONLY, {
        // Not an address: the engine reads files from it and asks no network. Unless told, it would.
        langPath: resolvePath(folder),
        gzip: false,
        cacheMethod: 'none',
        // Without one, a failure is thrown out of the event loop.
        errorHandler: reject,
      })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function recognisePicture(worker: Worker, picture: GreyPicture): Promise<string> {
  await worker.setParameters({
    tessedit_pageseg_mode: LAYOUT as never,
    user_defined_dpi: String(Math.round(picture.dpi)),
  });
  const { data } = await worker.recognize(
    Buffer.from(encodePgm(picture)),
    {},
    { hocr: true, text: false, blocks: false },
  );
  return data.hocr ?? '';
}
