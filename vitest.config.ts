import { defineConfig } from 'vitest/config';

/** Tests that are thorough and slow, such as those that kill processes or damage files: a suite of their own. */
const robustness = [
  '**/*-killed.test.ts',
  '**/durability.test.ts',
  '**/fuzz.test.ts',
  '**/hostile-*.test.ts',
  '**/mutated-files.test.ts',
  '**/scale-out.test.ts',
  '**/website-faults.test.ts',
  '**/embedded-postgres.test.ts',
  '**/parser-pool.test.ts',
  // Checks the types of a copy of the whole repository.
  'scripts/extending.test.ts',
];

const shared = {
  globalSetup: ['packages/testing/src/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  pool: 'forks' as const,
  // Nothing is mocked, so files may share a process: modules are loaded once for each worker, not once for each file.
  isolate: false,
};

export default defineConfig({
  test: {
    // More than most machines have cores: many tests wait for jobs, answers or timeouts.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'tests',
          include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: robustness,
        },
      },
      {
        test: {
          ...shared,
          name: 'robustness',
          include: robustness,
          exclude: ['**/node_modules/**'],
          // A killed process is missed after a quarter of a minute, several times in one test.
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'clients',
          // Installs the clients of other languages; needs Python and its package registry.
          include: ['scripts/clients/*.clients.ts'],
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.e2e.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          pool: 'forks',
        },
      },
    ],
  },
});
