import type { ParseStage, ProgressMessage } from '@lectern/contract';
import { eq, sql } from 'drizzle-orm';
import type { SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { percentOf, type Shares } from '../../platform/runs/percent-of.ts';
import { assertCompanyActive, JobObsoleteError, watchWork } from '../../platform/runs/watch-work.ts';
import { updateParse } from '../documents/document.queries.ts';
import { documents } from '../documents/document.table.ts';

export type ParseId = { companyId: string; documentId: string; version: number };

const shares: Shares<ParseStage> = {
  queued: [0, 0],
  reading: [0, 25],
  recognising: [25, 45],
  chunking: [45, 47],
  enriching: [47, 65],
  embedding: [65, 90],
  summarising: [90, 93],
  indexing: [93, 99],
  done: [100, 100],
};

const writeEveryMs = 400;

export function progressMessage(key: string, details: ProgressMessage['details'] = {}): ProgressMessage {
  return { at: new Date().toISOString(), key, details };
}

/** The model gave a vector of zeros for so many chunks: they are found by their words alone. */
export function withoutMeaningMessage(count: number): ProgressMessage {
  return progressMessage('warning.embedding_without_meaning', { count });
}

export function appendMessage(message: ProgressMessage) {
  return sql`${documents.messages} || ${JSON.stringify([message])}::jsonb`;
}

/** Writes the progress of a parse, and stops it once it is obsolete. */
export function followParse(platform: Platform, parse: ParseId, outer: AbortSignal) {
  const { database, log } = platform;
  const { companyId } = parse;
  let lastWrite = 0;
  let writing: Promise<unknown> = Promise.resolve();

  const { signal, carryOut } = watchWork(platform, {
    companyId,
    noun: 'parse',
    outer,
    look: async (tx) => {
      await assertCompanyActive(tx, companyId);
      const [row] = await tx
        .select({ status: documents.status, version: documents.parseVersion, deletedAt: documents.deletedAt })
        .from(documents)
        .where(eq(documents.id, parse.documentId));
      const wanted = row?.status === 'parsing' && row.version === parse.version && row.deletedAt === null;
      if (!wanted) throw new JobObsoleteError();
    },
  });

  const write = (work: (tx: SystemTx) => Promise<boolean>) =>
    database.withCompany(companyId, async (tx) => {
      if (!(await work(tx))) throw new JobObsoleteError();
    });

  return {
    signal,
    carryOut,
    /** Runs `work` only if the parse is still the current one, in one transaction with the new stage. */
    enter: async (stage: ParseStage, message?: ProgressMessage, work?: (tx: SystemTx) => Promise<void>) => {
      signal.throwIfAborted();
      await writing;
      await write(async (tx) => {
        const current = await updateParse(tx, parse, {
          stage,
          waitingReason: null,
          percent: shares[stage][0],
          ...(message ? { messages: appendMessage(message) } : {}),
        } as Parameters<typeof updateParse>[2]);
        if (current) await work?.(tx);
        return current;
      });
    },
    /** Reports progress. Cheap enough to be called for every page. */
    report: (stage: ParseStage, done: number, total: number) => {
      if (total <= 0 || Date.now() - lastWrite < writeEveryMs) return;
      lastWrite = Date.now();
      const percent = percentOf(shares[stage], done, total);
      writing = database
        .withCompany(companyId, (tx) => updateParse(tx, parse, { percent, progressAt: new Date() }))
        .catch((error) => log.warn({ event: 'parse.report_failed', reason: String(error) }));
    },
  };
}

export type ParseFollower = ReturnType<typeof followParse>;
