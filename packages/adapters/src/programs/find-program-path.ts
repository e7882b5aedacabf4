import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where a program stands: a name is looked for in PATH, a path taken as it is. Undefined when it is not there. */
export async function findProgramPath(program: string): Promise<string | undefined> {
  const candidates = isAbsolute(program)
    ? [program]
    : (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  for (const path of candidates) {
    try {
      await access(path, constants.X_OK);
      return await realpath(path);
    } catch {
      // Not here.
    }
  }
  return undefined;
}
