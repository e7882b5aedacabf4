import { recognisedLanguages } from '@lectern/adapters';
import type { Recogniser } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';

/** What reads scans here, as people see it: without its path, which is an administrator's to know. */
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
