import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Conversion, Convert, OfficeFormat } from '@lectern/parsing';
import { fitSheetsToWidth, pageFilter } from './libreoffice-pages.ts';
import { closedProfile } from './libreoffice-profile.ts';
import { runProgram } from './run-program.ts';

/** The program as it was found; plain data that a parser process can be handed. */
export type InstalledLibreOffice = { program: string; version: string };

export type ConverterOptions = {
  /** Where files stand while they are converted; each conversion takes its own away. The system's folder unless told. */
  folder?: string;
  /** A presentation with many pictures takes a minute on a slow machine; 90 s unless told. */
  timeLimitMs?: number;
  signal?: AbortSignal;
};

const ASK_LIMIT_MS = 20_000;
const TIME_LIMIT_MS = 90_000;
const MEMORY_MEGABYTES = 1_200;
const PREFIX = 'lectern-conversion-';
/** No conversion takes so long. */
const LEFT_AFTER_MS = 3600_000;
const LONGEST_RESULT = 100 * 1024 * 1024;

/** Names in PATH, then where systems put it that have no such place. */
const PROGRAMS = [
  'soffice',
  'libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
  'C:\\Program Files\\LibreOffice\\program\\soffice.com',
];

/** Finds LibreOffice; undefined when it is not installed or does not start. */
export async function findLibreOffice(
  programs: readonly string[] = PROGRAMS,
): Promise<InstalledLibreOffice | undefined> {
  for (const program of programs) {
    try {
      const { stdout } = await runProgram({ program, args: ['--version'], timeLimitMs: ASK_LIMIT_MS });
      const version = /LibreOffice(?:Dev)? ([\d.]+)/.exec(stdout.toString())?.[1];
      if (version !== undefined) return { program, version };
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

/** The first bytes of what can be converted: the program makes something of anything, an empty file included. */
const SIGNATURES: Record<Conversion['from'], string> = {
  doc: 'd0cf11e0a1b11ae1',
  ppt: 'd0cf11e0a1b11ae1',
  xls: 'd0cf11e0a1b11ae1',
  rtf: '7b5c727466',
  docx: '504b0304',
  odt: '504b0304',
  pptx: '504b0304',
  odp: '504b0304',
  xlsx: '504b0304',
  xlsb: '504b0304',
  ods: '504b0304',
};

const SHEETS: readonly string[] = ['xls', 'xlsx', 'xlsb', 'ods'];

/** One conversion at a time: the program takes as much memory as a parser process. */
let last: Promise<unknown> = Promise.resolve();

function takeTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const next = last.then(work);
  last = next.catch(() => {});
  return next;
}

/**
 * Converts with a profile of its own that is thrown away, bounded in time and memory. It throws UnreadableFileError:
 * 'mislabelled' for another kind of file, 'time_limit', 'too_large_unpacked', 'broken' where nothing came of it.
 */
export function createConverter(installed: InstalledLibreOffice, options: ConverterOptions = {}): Convert {
  return (bytes, conversion) =>
    takeTurn(() =>
      inFolder(options, async (folder) => {
        const original = join(folder, `original.${conversion.from}`);
        await writeFile(original, bytes);
        return new Uint8Array(
          await readFile(await convert(installed, original, conversion, { ...options, folder })),
        );
      }),
    );
}

/** Lays an Office file out as pages; `use` gets the path of the PDF, which is gone afterwards. */
export type LayOutPages = <Result>(
  file: { path: string; format: OfficeFormat; signal?: AbortSignal },
  use: (pdfPath: string) => Promise<Result>,
) => Promise<Result>;

/** As `createConverter`, from file to file: neither is ever in this process's memory. */
export function createPageLayout(
  installed: InstalledLibreOffice,
  options: ConverterOptions = {},
): LayOutPages {
  return ({ path, format, signal }, use) =>
    takeTurn(() =>
      inFolder(options, async (folder) => {
        signal?.throwIfAborted();
        const original = join(folder, `original.${format}`);
        // The program writes a lock file next to it.
        await copyFile(path, original);
        const step = { ...options, folder, ...(signal ? { signal } : {}) };
        return use(await convert(installed, original, { from: format, to: 'pdf' }, step));
      }),
    );
}

let found: Promise<InstalledLibreOffice | undefined> | undefined;

async function requireLibreOffice(): Promise<InstalledLibreOffice> {
  found ??= findLibreOffice();
  const installed = await found;
  if (installed) return installed;
  // It may be installed while this process runs.
  found = undefined;
  const { UnreadableFileError } = await import('@lectern/parsing');
  throw new UnreadableFileError('converter_missing', 'LibreOffice');
}

/** As `createConverter`, with the program looked for when the first file needs it; 'converter_missing' where it is not. */
export function openConverter(options: ConverterOptions = {}): Convert {
  return async (bytes, conversion) => createConverter(await requireLibreOffice(), options)(bytes, conversion);
}

/** As `createPageLayout`, with the program looked for in the same way. */
export function openPageLayout(options: ConverterOptions = {}): LayOutPages {
  return async (file, use) => createPageLayout(await requireLibreOffice(), options)(file, use);
}

async function inFolder<Result>(
  options: ConverterOptions,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const place = options.folder ?? tmpdir();
  await removeLeftFolders(place);
  const folder = await mkdtemp(join(place, PREFIX));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A process that is killed leaves its folder, and with it a copy of somebody's file. */
async function removeLeftFolders(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(place, name);
    const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now());
    if (age > LEFT_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}

type InFolder = ConverterOptions & { folder: string };

/** Resolves to the path of the result, in the folder. */
async function convert(
  installed: InstalledLibreOffice,
  original: string,
  { from, to }: Conversion,
  options: InFolder,
): Promise<string> {
  if (!(await startOf(original)).startsWith(SIGNATURES[from])) {
    const { UnreadableFileError } = await import('@lectern/parsing');
    throw new UnreadableFileError('mislabelled', `no ${from}`);
  }
  // One limit for all steps of a conversion.
  const endsAt = Date.now() + (options.timeLimitMs ?? TIME_LIMIT_MS);
  const step = (path: string, target: string) => runStep(installed, path, target, { ...options, endsAt });
  const profile = join(options.folder, 'profile', 'user');
  await mkdir(profile, { recursive: true });
  await writeFile(join(profile, 'registrymodifications.xcu'), closedProfile);
  if (to !== 'pdf') return step(original, to);
  if (!SHEETS.includes(from)) return step(original, pageFilter(from, installed.version));
  const fitted = join(options.folder, 'fitted.fods');
  await fitSheetsToWidth(await step(original, 'fods'), fitted);
  return step(fitted, 'pdf');
}

async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead).toString('hex');
  } finally {
    await file.close();
  }
}

/** Runs the program once; resolves to the path of what it made. */
async function runStep(
  { program }: InstalledLibreOffice,
  path: string,
  target: string,
  { folder, endsAt, signal }: InFolder & { endsAt: number },
): Promise<string> {
  const { UnreadableFileError } = await import('@lectern/parsing');
  const output = await mkdtemp(join(folder, 'output-'));
  const result = await runProgram({
    program,
    args: [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      ...['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
      ...['--convert-to', target, '--outdir', output, path],
    ],
    cwd: folder,
    // Whatever it leaves behind in its home goes with the folder.
    environment: { HOME: folder, TMPDIR: folder },
    timeLimitMs: Math.max(endsAt - Date.now(), 1),
    memoryMegabytes: MEMORY_MEGABYTES,
    ...(signal ? { signal } : {}),
  });
  if (result.timedOut) throw new UnreadableFileError('time_limit', 'LibreOffice');
  const [name] = await readdir(output);
  if (name === undefined)
    throw new UnreadableFileError(
      'broken',
      `LibreOffice: ${result.stderr.trim().slice(-160) || 'no result'}`,
    );
  const made = join(output, name);
  if ((await stat(made)).size > LONGEST_RESULT) throw new UnreadableFileError('too_large_unpacked');
  return made;
}
