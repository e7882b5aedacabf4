import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, startProgress } from './runtime.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findCommand(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/sbin');
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

function findInstalled() {
  return findCommand(COMMANDS) ?? APPLICATIONS.find((path) => existsSync(path));
}

const WAY_OUT = 'Install Chromium or Chrome, or set LECTERN_CHROMIUM to its program.';

/**
 * The browser of the journeys: the one named by LECTERN_CHROMIUM, one of the system, or one installed with apt
 * where this account may do that.
 */
export async function ensureChromium() {
  const named = process.env.LECTERN_CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`LECTERN_CHROMIUM names ${named}, which does not exist.`);
  }
  const found = findInstalled();
  if (found) return found;

  const apt = findCommand(['apt-get']);
  const sudo = process.getuid?.() === 0 ? [] : [findCommand(['sudo']), '-n'];
  if (!apt || sudo.includes(undefined)) throw new Error(`No Chromium was found. ${WAY_OUT}`);
  const progress = startProgress('Installing Chromium (apt-get)');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'];
  for (const words of [['update'], install]) {
    const [command, ...rest] = [...sudo, apt, '-qq', ...words];
    const { code, output } = await run(command, rest, { capture: true, env });
    if (code === 0) continue;
    progress.fail();
    throw new Error(`Chromium could not be installed. ${WAY_OUT}\n${output.slice(-2000)}`);
  }
  progress.done('Chromium installed');
  const installed = findInstalled();
  if (!installed) throw new Error(`apt-get brought no Chromium. ${WAY_OUT}`);
  return installed;
}
