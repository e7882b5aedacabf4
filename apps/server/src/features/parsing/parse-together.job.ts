import { type Job, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { assertCompanyActive, JobObsoleteError, watchWork } from '../../platform/runs/watch-work.ts';
import { countWantedParses } from '../documents/document-batch.queries.ts';
import { parseJob } from '../documents/request-parse.service.ts';
import type { ParseId } from './parse-progress.ts';
import { parseTogether } from './together/parse-together.ts';

/** As many as one transaction and one message to a parser process should hold. */
const documentsAtOnce = 32;

/**
 * Parses small documents together: read in one go, embedded in one call, indexed in one write. It only does what goes
 * smoothly. Every document that needs more, or meets a fault, is handed to the job for one document, which knows how
 * to wait, retry and fail.
 */
export function parseTogetherJob(platform: Platform): Job<ParseId> {
  const { database, jobs, log } = platform;

  async function handOver(parses: ParseId[]): Promise<void> {
    for (const parse of parses)
      await database.withCompany(parse.companyId, async (tx) => {
        const place = await jobs.fairPriority(tx, parseJob, parse.companyId);
        await jobs.enqueue(tx, parseJob, parse, { priority: -place });
      });
  }

  async function run(parses: ParseId[], outer: AbortSignal): Promise<void> {
    for (const [companyId, own] of Map.groupBy(parses, (parse) => parse.companyId))
      await handOver(await runForCompany(companyId, own, outer));
  }

  /** Returns the documents that are left to the other job. */
  async function runForCompany(companyId: string, parses: ParseId[], outer: AbortSignal): Promise<ParseId[]> {
    outer.throwIfAborted();
    let left = parses;
    let settled = 0;
    const { signal, carryOut } = watchWork(platform, {
      companyId,
      noun: 'parse',
      outer,
      look: async (tx) => {
        await assertCompanyActive(tx, companyId);
        // One that was cancelled must not wait for the others' model.
        const wanted = await countWantedParses(tx, parses);
        if (settled === 0 && wanted < parses.length) throw new JobObsoleteError();
      },
    });
    const work = async () => {
      left = await parseTogether(platform, companyId, parses, { signal, onSettling: () => settled++ });
    };
    const handOverAll = async (error: unknown) => {
      log.warn({ event: 'parse.together_failed', documents: parses.length, reason: String(error) });
    };
    await carryOut(work, { onFailure: handOverAll }).catch((error) => {
      // A disabled company: the job for one document waits for it.
      if (!(error instanceof RetryLater)) throw error;
    });
    return left;
  }

  return {
    concurrency: () => 1,
    takesTurns: true,
    batch: { size: documentsAtOnce, run },
    run: (parse, signal) => run([parse], signal),
    onFailed: (parse) => handOver([parse]),
  };
}
