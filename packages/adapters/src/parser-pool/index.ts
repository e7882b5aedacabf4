import type { WorkerMethod } from './worker.ts';

export { createParserPool, type ParserPool, type ParserPoolOptions } from './parser-pool.ts';
export type { RunOptions } from './run-options.ts';
export type { ParseTask, WorkerMethod } from './worker.ts';

/**
 * The whole body of a worker's entry file: serves `parse` and the named methods to the pool that
 * started this process. The readers are loaded here and so never in the process of the pool.
 */
export async function startParserWorker(methods: Record<string, WorkerMethod> = {}): Promise<void> {
  const { serveParserPool } = await import('./worker.ts');
  serveParserPool(methods);
}
