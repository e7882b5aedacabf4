import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser named, or the first that the system has; undefined where there is none. */
export async function findChromium(named?: string): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin');
  const candidates =
    named === undefined
      ? [...folders.flatMap((folder) => commands.map((name) => join(folder, name))), ...applications]
      : [named];
  for (const path of candidates) if (await isProgram(path)) return path;
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
