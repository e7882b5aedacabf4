import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Conversion, Convert } from '@lectern/parsing';
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
  rtf: '7b5c727466',
  pptx: '504b0304',
  odp: '504b0304',
};

/** One conversion at a time: the program takes as much memory as a parser process. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Converts with a profile of its own that is thrown away, bounded in time and memory. It throws UnreadableFileError:
 * 'mislabelled' for another kind of file, 'time_limit', 'too_large_unpacked', 'broken' where nothing came of it.
 */
export function createConverter(installed: InstalledLibreOffice, options: ConverterOptions = {}): Convert {
  return (bytes, conversion) => {
    const next = last.then(() => convert(installed, bytes, conversion, options));
    last = next.catch(() => {});
    return next;
  };
}

let found: Promise<InstalledLibreOffice | undefined> | undefined;

/** As `createConverter`, with the program looked for when the first file needs it; 'converter_missing' where it is not. */
export function openConverter(options: ConverterOptions = {}): Convert {
  return async (bytes, conversion) => {
    found ??= findLibreOffice();
    const installed = await found;
    if (installed) return createConverter(installed, options)(bytes, conversion);
    const { UnreadableFileError } = await import('@lectern/parsing');
    throw new UnreadableFileError('converter_missing', 'LibreOffice');
  };
}

async function convert(
  { program }: InstalledLibreOffice,
  bytes: Uint8Array,
  { from, to }: Conversion,
  options: ConverterOptions,
): Promise<Uint8Array> {
  const { UnreadableFileError } = await import('@lectern/parsing');
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  if (!head.startsWith(SIGNATURES[from])) throw new UnreadableFileError('mislabelled', `no ${from}`);
  const folder = await mkdtemp(join(options.folder ?? tmpdir(), 'conversion-'));
  try {
    const profile = join(folder, 'profile');
    const output = join(folder, 'output');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), closedProfile);
    await writeFile(join(folder, `original.${from}`), bytes);
    const result = await runProgram({
      program,
      args: [
        `-env:UserInstallation=${pathToFileURL(profile).href}`,
        ...['--headless', '--norestore', '--nologo', '--nolockcheck', '--nodefault'],
        ...['--convert-to', to, '--outdir', output, join(folder, `original.${from}`)],
      ],
      cwd: folder,
      // Whatever it leaves behind in its home goes with the folder.
      environment: { HOME: folder, TMPDIR: folder },
      timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
      memoryMegabytes: MEMORY_MEGABYTES,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (result.timedOut) throw new UnreadableFileError('time_limit', 'LibreOffice');
    const [name] = await readdir(output).catch(() => []);
    if (name === undefined) {
      throw new UnreadableFileError(
        'broken',
        `LibreOffice: ${result.stderr.trim().slice(-160) || 'no result'}`,
      );
    }
    const path = join(output, name);
    if ((await stat(path)).size > LONGEST_RESULT) throw new UnreadableFileError('too_large_unpacked');
    return new Uint8Array(await readFile(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
