// `npm run dev`: the server straight from its sources, restarted at every change, and Vite in front of it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './dependencies.mjs';
import { getToolEnvironment, requireNode, root, runtimePath } from './runtime.mjs';

requireNode();
await ensureDependencies();

const port = process.env.LECTERN_PORT ?? '8080';
const api = `http://127.0.0.1:${port}`;
const programs = [
  {
    words: ['--watch', '--watch-preserve-output', join(root, 'apps/server/src/main.ts')],
    env: { LECTERN_PORT: port, NODE_ENV: 'development' },
    cwd: root,
  },
  {
    words: [join(root, 'node_modules/vite/bin/vite.js')],
    env: { LECTERN_API_URL: api },
    cwd: join(root, 'apps/web'),
  },
];

const children = programs.map(({ words, env, cwd }) =>
  spawn(runtimePath, words, { cwd, env: getToolEnvironment(env), stdio: 'inherit' }),
);
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
// One without the other is of no use.
for (const child of children) child.on('exit', stop);
