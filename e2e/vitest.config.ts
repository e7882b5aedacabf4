import { defineConfig } from 'vitest/config';

// Journeys through the built product in a real browser: one at a time, in the order of their names.
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/..`,
    include: ['e2e/**/*.e2e.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    pool: 'forks',
    maxWorkers: 1,
    fileParallelism: false,
    // A journey is a walk: after a step that failed the next ones tell nothing.
    bail: 1,
  },
});
