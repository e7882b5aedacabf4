import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, startProgress } from './runtime.mjs';

/**
 * Every program that tests look for on the machine: its commands, and the Debian package of the program with the
 * packages of the data and fonts it needs. What is not in this table, a test must not use.
 */
export const testPrograms = [
  {
    name: 'Chromium',
    variable: 'LECTERN_CHROMIUM',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    applications: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    packages: ['chromium', 'fonts-liberation', 'fonts-noto-cjk'],
  },
  {
    name: 'Tesseract',
    variable: 'LECTERN_TESSERACT',
    commands: ['tesseract'],
    applications: [],
    // The language packages do not depend on the program.
    packages: [
      'tesseract-ocr',
      'tesseract-ocr-eng',
      'tesseract-ocr-fra',
      'tesseract-ocr-chi-sim',
      'tesseract-ocr-osd',
    ],
  },
];

function findCommand(names, folders) {
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

function findProgram({ variable, commands, applications }, folders) {
  const named = process.env[variable];
  if (named && !existsSync(named)) throw new Error(`${variable} is set to ${named}, which does not exist.`);
  return named || findCommand(commands, folders) || applications.find((path) => existsSync(path));
}

/** The apt-get that this account may run, with sudo where it must; undefined where it may not install anything. */
async function findInstaller(folders, isRoot) {
  const apt = findCommand(['apt-get'], folders);
  if (!apt) return undefined;
  if (isRoot) return [apt];
  const sudo = findCommand(['sudo'], folders);
  if (!sudo) return undefined;
  const { code } = await run(sudo, ['-n', 'true'], { capture: true });
  return code === 0 ? [sudo, '-n', apt] : undefined;
}

async function install(installer, missing) {
  const names = missing.map(({ name }) => name).join(' and ');
  const progress = startProgress(`Installing ${names} (apt-get)`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const packages = missing.flatMap((program) => program.packages);
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
    const [command, ...rest] = [...installer, '-qq', ...args];
    const { code, output } = await run(command, rest, { capture: true, env });
    if (code === 0) continue;
    progress.fail();
    throw new Error(`apt-get could not install ${names}.\n${output.slice(-2000)}`);
  }
  progress.done(`${names} installed`);
}

function explain({ name, variable, packages }) {
  return (
    `${name} was not found, so the tests that need it are skipped. ` +
    `Install it (on Debian: apt-get install ${packages.join(' ')}) or set ${variable} to its path.`
  );
}

const systemFolders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/sbin'];

/**
 * Finds the programs of the tests, and installs what is missing where this account may.
 *
 * @returns `environment`: the path of each program by its variable, and in LECTERN_TESTS_WITHOUT the names of those
 *   whose tests are to be skipped; `notices`: a sentence for each of these
 * @throws where the account may install but apt-get fails: a machine that could run every test must run every test
 */
export async function ensureTestPrograms({
  folders = systemFolders,
  isRoot = process.getuid?.() === 0,
} = {}) {
  const find = (program) => findProgram(program, folders);
  const missing = testPrograms.filter((program) => !find(program));
  const installer = missing.length > 0 ? await findInstaller(folders, isRoot) : undefined;
  if (installer) {
    await install(installer, missing);
    const absent = missing.filter((program) => !find(program)).map(({ name }) => name);
    if (absent.length > 0)
      throw new Error(`The packages of ${absent.join(' and ')} do not contain the program.`);
  }
  const found = testPrograms.map((program) => ({ program, path: find(program) }));
  const absent = found.filter(({ path }) => !path).map(({ program }) => program);
  return {
    environment: {
      ...Object.fromEntries(found.flatMap(({ program, path }) => (path ? [[program.variable, path]] : []))),
      LECTERN_TESTS_WITHOUT: absent.map(({ name }) => name).join(','),
    },
    notices: absent.map(explain),
  };
}
