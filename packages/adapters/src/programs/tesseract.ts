import type { PictureRecogniser } from '@lectern/parsing';
import { readHocr } from './hocr.ts';
import { runProgram } from './run-program.ts';
import { chooseData, encodePgm, listLanguages, type OcrLanguage } from './tesseract-data.ts';

export type TesseractOptions = {
  /** Name or path of the program; `tesseract` unless told. */
  program?: string;
  /** Folder of the `*.traineddata` files; the program's own unless told. */
  dataFolder?: string;
};

/** The program as it was found. */
export type InstalledTesseract = {
  program: string;
  version: string;
  /** Names of the data files, such as "eng", "chi_sim", "osd". */
  dataNames: string[];
  /** Languages of the product among them. */
  languages: OcrLanguage[];
  dataFolder?: string;
};

const ASK_LIMIT_MS = 10_000;
/** A dense page takes eight seconds of processor time; how long that is depends on what else continues. */
const PAGE_PROCESSOR_SECONDS = 60;
const PAGE_LIMIT_MS = 180_000;
const PAGE_MEMORY_MEGABYTES = 1024;
/** Automatic layout; 1 looks at the page's orientation besides. */
const LAYOUT_WITH_ORIENTATION = '1';
const LAYOUT = '3';

/** Finds the program and the languages it has data for; undefined when it cannot be run or has no data. */
export async function findTesseract(options: TesseractOptions = {}): Promise<InstalledTesseract | undefined> {
  const program = options.program ?? 'tesseract';
  const folder = options.dataFolder === undefined ? [] : ['--tessdata-dir', options.dataFolder];
  const ask = (args: string[]) => runProgram({ program, args, timeLimitMs: ASK_LIMIT_MS });
  try {
    const [version, list] = await Promise.all([ask(['--version']), ask([...folder, '--list-langs'])]);
    // Older ones write both to standard error.
    const versionText = version.stdout.toString() || version.stderr;
    const number = /tesseract v?([\d.]+)/i.exec(versionText)?.[1];
    const listText = list.stdout.toString() || list.stderr;
    const dataNames = listText
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .filter((line) => /^[\w/-]+$/.test(line));
    if (number === undefined || dataNames.length === 0) return undefined;
    return {
      program,
      version: number,
      dataNames,
      languages: listLanguages(dataNames),
      ...(options.dataFolder === undefined ? {} : { dataFolder: options.dataFolder }),
    };
  } catch {
    return undefined;
  }
}

/**
 * A recogniser that starts the program for each picture, with one thread and bounded time and memory.
 * Undefined when there is data for none of the languages.
 */
export function createTesseractRecogniser(
  installed: InstalledTesseract,
  languages: readonly OcrLanguage[],
): PictureRecogniser | undefined {
  const data = chooseData(languages, installed.dataNames);
  if (data.length === 0) return undefined;
  const folder = installed.dataFolder === undefined ? [] : ['--tessdata-dir', installed.dataFolder];
  const layout = installed.dataNames.includes('osd') ? LAYOUT_WITH_ORIENTATION : LAYOUT;
  return {
    name: `tesseract ${installed.version} ${data.join('+')}`,
    recognise: async (picture, signal) => {
      const { RecognitionError } = await import('@lectern/parsing');
      const page = ['--psm', layout, '--dpi', String(Math.round(picture.dpi)), '-l', data.join('+')];
      const result = await runProgram({
        program: installed.program,
        args: ['stdin', 'stdout', ...folder, ...page, 'hocr'],
        input: encodePgm(picture),
        environment: { OMP_THREAD_LIMIT: '1' },
        timeLimitMs: PAGE_LIMIT_MS,
        processorSeconds: PAGE_PROCESSOR_SECONDS,
        memoryMegabytes: PAGE_MEMORY_MEGABYTES,
        ...(signal === undefined ? {} : { signal }),
      });
      if (result.timedOut) throw new RecognitionError('time_limit');
      const hocr = result.stdout.toString();
      if (result.exitCode !== 0 || !hocr.includes('ocr_page'))
        throw new RecognitionError('unreadable', result.stderr.slice(-200));
      return readHocr(hocr, picture.width, picture.height);
    },
  };
}
