import { findChromium } from '../browser/find-chromium.ts';
import { findProgramPath } from './find-program-path.ts';
import { findLibreOffice } from './libreoffice.ts';
import { findRecognitionEngine, type RecognitionPlaces, recognisedLanguages } from './recognition.ts';
import { runProgram } from './run-program.ts';
import type { OcrLanguage } from './tesseract-data.ts';

/** A program that extends what can be read, as it was found on this machine. */
export type OptionalProgram = {
  id: 'tesseract' | 'libreoffice' | 'chromium';
  /** `included`: the program is not there, but what comes with the product does its work. */
  state: 'found' | 'included' | 'missing';
  path?: string;
  version?: string;
  /** Languages that it reads; empty where that says nothing. */
  languages: OcrLanguage[];
};

export type ProgramPlaces = { recognition?: RecognitionPlaces; chromium?: string };

const ASK_LIMIT_MS = 10_000;

/** Looks for all of them; a program that does not start counts as missing. */
export function findOptionalPrograms(places: ProgramPlaces = {}): Promise<OptionalProgram[]> {
  return Promise.all([
    describeRecognition(places.recognition),
    describeLibreOffice(),
    describeChromium(places.chromium),
  ]);
}

async function describeRecognition(places: RecognitionPlaces | undefined): Promise<OptionalProgram> {
  const engine = await findRecognitionEngine(places);
  if (engine === undefined) return { id: 'tesseract', state: 'missing', languages: [] };
  const languages = recognisedLanguages(engine);
  if (engine.kind === 'wasm') {
    return { id: 'tesseract', state: 'included', languages };
  }
  const { program, version } = engine.installed;
  return { id: 'tesseract', state: 'found', ...(await placeOf(program)), version, languages };
}

async function describeLibreOffice(): Promise<OptionalProgram> {
  const installed = await findLibreOffice();
  if (installed === undefined) return { id: 'libreoffice', state: 'missing', languages: [] };
  const { program, version } = installed;
  return { id: 'libreoffice', state: 'found', ...(await placeOf(program)), version, languages: [] };
}

async function describeChromium(named: string | undefined): Promise<OptionalProgram> {
  const missing = { id: 'chromium', state: 'missing', languages: [] } as const;
  const path = await findChromium(named);
  if (path === undefined) return { ...missing, languages: [] };
  try {
    const { stdout } = await runProgram({ program: path, args: ['--version'], timeLimitMs: ASK_LIMIT_MS });
    const version = /\d+(?:\.\d+)+/.exec(stdout.toString())?.[0];
    return { id: 'chromium', state: 'found', path, ...(version ? { version } : {}), languages: [] };
  } catch {
    return { ...missing, languages: [] };
  }
}

async function placeOf(program: string): Promise<{ path?: string }> {
  const path = await findProgramPath(program);
  return path === undefined ? {} : { path };
}
