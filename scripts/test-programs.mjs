import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run, startProgress } from './runtime.mjs';

/** The programs that tests drive: where each is found, and the Debian packages that bring it. */
const PROGRAMS = [
  {
    name: 'Chromium',
    variable: 'LECTERN_CHROMIUM',
    commands: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    applications: [
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    packages: ['chromium', 'fonts-noto-cjk'],
  },
  {
    name: 'tesseract',
    variable: 'LECTERN_TESSERACT',
    commands: ['tesseract'],
    applications: [],
    packages: ['eng', 'fra', 'chi-sim', 'osd'].map((language) => `tesseract-ocr-${language}`),
  },
];

function findCommand(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/sbin');
  return folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

function findProgram({ variable, commands, applications }) {
  const named = process.env[variable];
  if (named && !existsSync(named)) throw new Error(`${variable} names ${named}, which does not exist.`);
  return named || findCommand(commands) || applications.find((path) => existsSync(path));
}

function describeWayOut(missing) {
  const ways = missing.map(({ name, variable }) => `${name} (or set ${variable} to its program)`);
  return `Install ${ways.join(' and ')}.`;
}

async function installWithApt(missing) {
  const names = missing.map(({ name }) => name).join(', ');
  const apt = findCommand(['apt-get']);
  const sudo = process.getuid?.() === 0 ? [] : [findCommand(['sudo']), '-n'];
  if (!apt || sudo.includes(undefined)) throw new Error(`Not found: ${names}. ${describeWayOut(missing)}`);
  const progress = startProgress(`Installing ${names} (apt-get)`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const install = [
    'install',
    '-y',
    '--no-install-recommends',
    ...missing.flatMap(({ packages }) => packages),
  ];
  for (const words of [['update'], install]) {
    const [command, ...rest] = [...sudo, apt, '-qq', ...words];
    const { code, output } = await run(command, rest, { capture: true, env });
    if (code === 0) continue;
    progress.fail();
    throw new Error(`apt-get brought no ${names}. ${describeWayOut(missing)}\n${output.slice(-2000)}`);
  }
  progress.done(`${names} installed`);
}

/**
 * The programs of the tests by environment variable: those that are named or found, or brought by apt where this
 * account may do that.
 */
export async function ensureTestPrograms() {
  const missing = PROGRAMS.filter((program) => !findProgram(program));
  if (missing.length > 0) await installWithApt(missing);
  return Object.fromEntries(
    PROGRAMS.map((program) => {
      const path = findProgram(program);
      if (!path) throw new Error(`apt-get brought no ${program.name}. ${describeWayOut([program])}`);
      return [program.variable, path];
    }),
  );
}
