import type { ParseStage, ProgressMessage } from '@lectern/contract';
import { eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { updateParse } from './document.queries.ts';
import { documents } from './document.table.ts';

export type ParseId = { companyId: string; documentId: string; version: number };

/** The parse was cancelled, deleted or begun anew: the job ends without a word. */
export class ParseVoid extends Error {}

/** The company was disabled: the parse goes on where it stands once it is enabled again. */
export class CompanyDisabled extends Error {}

/** Share of the whole that is done when a stage begins and ends, in percent. */
const shares: Record<ParseStage, [number, number]> = {
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
const lookEveryMs = 1_000;

export function progressMessage(key: string, details: ProgressMessage['details'] = {}): ProgressMessage {
  return { at: new Date().toISOString(), key, details };
}

export function appendMessage(message: ProgressMessage) {
  return sql`${documents.messages} || ${JSON.stringify([message])}::jsonb`;
}

/** Writes progress where people see it, and notices when the parse is no longer wanted. */
export function followParse(database: Database, parse: ParseId, options: { log: Log; outer: AbortSignal }) {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, options.outer]);
  let lastWrite = 0;
  let writing: Promise<unknown> = Promise.resolve();

  const findReasonToStop = () =>
    database.withCompany(parse.companyId, async (tx) => {
      const company = await readCompanyState(tx, parse.companyId);
      if (company === 'disabled') return new CompanyDisabled();
      const [row] = await tx
        .select({ status: documents.status, version: documents.parseVersion, deletedAt: documents.deletedAt })
        .from(documents)
        .where(eq(documents.id, parse.documentId));
      const wanted = row?.status === 'parsing' && row.version === parse.version && row.deletedAt === null;
      return wanted && company === 'open' ? undefined : new ParseVoid();
    });

  const look = setInterval(() => {
    findReasonToStop()
      .then((reason) => {
        if (reason) controller.abort(reason);
      })
      .catch((error) => options.log.warn({ event: 'parse.look_failed', reason: String(error) }));
  }, lookEveryMs);

  const write = (work: (tx: Tx) => Promise<boolean>) =>
    database.withCompany(parse.companyId, async (tx) => {
      if (!(await work(tx))) throw new ParseVoid();
    });

  return {
    signal,
    /** Runs `work` only if the parse is still the current one, in one transaction with the new stage. */
    enter: async (stage: ParseStage, message?: ProgressMessage, work?: (tx: Tx) => Promise<void>) => {
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
    /** Cheap enough to be called for every page. */
    report: (stage: ParseStage, done: number, total: number) => {
      if (total <= 0 || Date.now() - lastWrite < writeEveryMs) return;
      lastWrite = Date.now();
      const [from, to] = shares[stage];
      const percent = from + ((to - from) * Math.min(done, total)) / total;
      writing = database
        .withCompany(parse.companyId, (tx) => updateParse(tx, parse, { percent, progressAt: new Date() }))
        .catch((error) => options.log.warn({ event: 'parse.report_failed', reason: String(error) }));
    },
    stop: () => clearInterval(look),
  };
}

export type ParseFollower = ReturnType<typeof followParse>;
