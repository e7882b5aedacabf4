import { findOptionalPrograms, type OptionalProgram } from '@lectern/adapters';
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
