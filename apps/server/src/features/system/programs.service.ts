import { findOptionalPrograms, type OptionalProgram, recognisedLanguages } from '@lectern/adapters';
import type { Recogniser } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';

let found: Promise<OptionalProgram[]> | undefined;

/** Programs that extend what can be read. Looked for once a process, as everything that uses them does. */
export async function findPrograms({ config }: Platform) {
  found ??= findOptionalPrograms({
    recognition: config.recognition,
    ...(config.crawl.chromium === undefined ? {} : { chromium: config.crawl.chromium }),
  });
  return (await found).map(({ path = null, version = null, ...program }) => ({ ...program, path, version }));
}

/** The engine that reads scans, without its path, which only administrators see. */
export async function describeRecogniser(platform: Platform): Promise<Recogniser | null> {
  const engine = await platform.findRecognition();
  if (!engine) return null;
  const isProgram = engine.kind === 'program';
  return {
    state: isProgram ? 'found' : 'included',
    name: 'Tesseract',
    version: isProgram ? engine.installed.version : null,
    languages: recognisedLanguages(engine),
  };
}
