import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { GreyPicture, PictureRecogniser } from '@lectern/parsing';
import type { Worker } from 'tesseract.js';
import { readHocr } from './hocr.ts';
import { chooseData, encodePgm, listLanguages, type OcrLanguage } from './tesseract-data.ts';

/** Language data without the program: what the engine that comes with the product can read with. */
export type TesseractData = {
  /** Path of each data file by its name, such as "eng"; compressed where it ends in .gz. */
  files: Record<string, string>;
  languages: OcrLanguage[];
};

/** The data that comes with the product, by package; the small models, which are as good and faster. */
const DATA_PACKAGES = ['eng', 'fra', 'chi_sim', 'chi_tra'];
const DATA_VARIANT = '4.0.0_best_int';

const START_LIMIT_MS = 30_000;
const PAGE_LIMIT_MS = 180_000;
/** Automatic layout; this build knows no orientation. */
const LAYOUT = '3';

/** Looks for `*.traineddata` files in a folder; undefined when there are none of use. */
export async function findTesseractData(folder: string): Promise<TesseractData | undefined> {
  const names = await readdir(folder).catch(() => []);
  const found = names.flatMap((file) => {
    const name = /^([\w-]+)\.traineddata$/.exec(file)?.[1];
    return name === undefined ? [] : [[name, join(folder, file)] as const];
  });
  return describeData(Object.fromEntries(found));
}

/** Looks for the data that is installed with the product; undefined where the optional packages are not. */
export function findIncludedData(): TesseractData | undefined {
  const { resolve } = createRequire(import.meta.url);
  const found = DATA_PACKAGES.flatMap((name) => {
    try {
      const folder = dirname(resolve(`@tesseract.js-data/${name}/package.json`));
      return [[name, join(folder, DATA_VARIANT, `${name}.traineddata.gz`)] as const];
    } catch {
      return [];
    }
  });
  return describeData(Object.fromEntries(found));
}

function describeData(files: Record<string, string>): TesseractData | undefined {
  const languages = listLanguages(Object.keys(files));
  return languages.length === 0 ? undefined : { files, languages };
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
  const chosen = chooseData(languages, Object.keys(data.files));
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
      starting ??= startWorker(data.files, chosen);
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

async function startWorker(files: Record<string, string>, dataNames: readonly string[]): Promise<Worker> {
  const { default: tesseract } = await import('tesseract.js');
  const folder = await gatherData(files, dataNames);
  const isCompressed = files[dataNames[0]!]!.endsWith('.gz');
  return new Promise<Worker>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the engine does not start')), START_LIMIT_MS);
    tesseract
      .createWorker([...dataNames], tesseract.OEM.LSTM_ONLY, {
        // Not an address: the engine reads files from it and asks no network. Unless told, it would.
        langPath: folder,
        gzip: isCompressed,
        cacheMethod: 'none',
        // Without one, a failure is thrown out of the event loop.
        errorHandler: reject,
      })
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        // It has read them by now.
        void rm(folder, { recursive: true, force: true });
      });
  });
}

/** The engine reads all of its data from one folder. */
async function gatherData(files: Record<string, string>, dataNames: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tessdata-'));
  for (const name of dataNames) await copyFile(files[name]!, join(folder, basename(files[name]!)));
  return folder;
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
