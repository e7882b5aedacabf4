import { AppError, type ErrorCode, errors } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { UnreadableFileError } from '@lectern/parsing';
import { and, eq } from 'drizzle-orm';
import { cleanText } from '../../platform/database/clean-text.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type JobDefinition, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { findLivingBase } from '../knowledge-bases/knowledge-base.service.ts';
import { cutDocument, isCut } from './cut-document.ts';
import { type DocumentWithFile, findDocument, lockDocument, updateParse } from './document.queries.ts';
import { type DocumentRow, documents } from './document.table.ts';
import { documentTables } from './document-table.table.ts';
import { embedDocument } from './embed-document.ts';
import { enrichDocument } from './enrich-document.ts';
import { syncDocumentIndex } from './index-repair.service.ts';
import {
  CompanyDisabled,
  followParse,
  type ParseFollower,
  type ParseId,
  ParseVoid,
  progressMessage,
} from './parse-progress.ts';
import { letOtherGoFirst, ofParse, type ParseRun, readOptions } from './parse-run.ts';
import { deleteChunksWithPictures } from './picture.service.ts';
import { isCurrent, publish } from './publish-parse.ts';
import { recognise } from './recognise-text.ts';
import { summariseDocument } from './summarise-document.ts';

/** A provider that is down is asked again for so long before the document fails. */
const patienceMs = 30 * 60_000;
/** Enabling the company takes up at once what waits; this is for a parse that had just looked. */
const disabledCompanySeconds = 60;

const passingFaults = new Set(['rate_limited', 'circuit_open', 'unreachable', 'timeout', 'server_error']);

/**
 * Reads, cuts, embeds and indexes one document. Each step leaves its result in the database, and
 * begins by looking whether it is there: killed at any line and run again, it ends the same.
 */
export function parseDocumentJob(platform: Platform): JobDefinition<ParseId> {
  const { database, log, metrics } = platform;

  async function run(parse: ParseId, outer: AbortSignal): Promise<void> {
    const { company, found } = await database.withCompany(parse.companyId, async (tx) => ({
      company: await readCompanyState(tx, parse.companyId),
      found: await findDocument(tx, parse.documentId),
    }));
    if (company === 'gone' || !found) return;
    const { parseVersion, activeVersion, status } = found.document;
    if (parseVersion !== parse.version || status !== 'parsing') {
      // Called off while nobody was there to clear up after it.
      const left = activeVersion !== parse.version && (await isCut({ platform, parse }));
      if (left) await clearVoid(found.document, parse);
      return;
    }
    if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
    const begin = found.document.processBeginAt ?? new Date();
    found.document.processBeginAt = begin;
    await database.withCompany(parse.companyId, (tx) => updateParse(tx, parse, { processBeginAt: begin }));
    const follower = followParse(database, parse, { log, outer });
    try {
      await takeSteps(await openRun(found, parse, follower));
      metrics.documentsParsed.inc({ outcome: 'success' });
    } catch (error) {
      const reason = follower.signal.aborted ? follower.signal.reason : error;
      if (reason instanceof ParseVoid || error instanceof ParseVoid) {
        await clearVoid(found.document, parse);
        return;
      }
      // Another process takes over what this one must leave.
      if (outer.aborted) throw error;
      if (reason instanceof CompanyDisabled) throw new RetryLater(disabledCompanySeconds);
      await settleFailure(found.document, parse, letOtherGoFirst(error));
    } finally {
      follower.stop();
    }
  }

  async function openRun(
    found: DocumentWithFile,
    parse: ParseId,
    follower: ParseFollower,
  ): Promise<ParseRun> {
    const base = await database.withCompany(parse.companyId, (tx) =>
      findLivingBase(tx, found.document.knowledgeBaseId),
    );
    if (!base) throw new ParseVoid();
    return { platform, parse, found, base, follower, ...readOptions(found) };
  }

  /** Each leaves its result in the database, and is over at once where it is there. */
  async function takeSteps(run: ParseRun): Promise<void> {
    if (!(await isCut(run))) {
      await run.follower.enter('reading', progressMessage('parse.reading'));
      const { text, missing } = await recognise(run);
      await cutDocument(run, text).catch((error) => {
        // A file without text of its own, and nothing here that finds some in it.
        const empty = error instanceof UnreadableFileError && error.reason === 'no_text';
        throw empty && missing ? new AppError(missing) : error;
      });
    }
    await enrichDocument(run);
    await embedDocument(run);
    await summariseDocument(run);
    await publish(run);
  }

  /** What a parse made that now counts for nothing: its chunks, and those that the index may hold already. */
  async function clearVoid({ knowledgeBaseId }: DocumentRow, parse: ParseId): Promise<void> {
    await database.withCompany(parse.companyId, async (tx) => {
      const row = await lockDocument(tx, parse.documentId);
      // The same parse may have been run, and published, by another process too.
      if (row && row.activeVersion !== parse.version && !isCurrent(row, parse)) await deleteCut(tx, parse);
    });
    await syncDocumentIndex(platform, { ...parse, knowledgeBaseId });
  }

  /** A fault that will pass has the job wait; every other ends in the state `fail` with its reason. */
  async function settleFailure(document: DocumentRow, parse: ParseId, error: unknown): Promise<void> {
    if (error instanceof ModelError) {
      metrics.modelErrors.inc({ kind: error.kind });
      const since = await findLastProgress(document);
      if (passingFaults.has(error.kind) && Date.now() - since < patienceMs) {
        await database.withCompany(parse.companyId, (tx) =>
          updateParse(tx, parse, { waitingReason: 'provider_busy' }),
        );
        throw new RetryLater((error.retryAfterMs ?? 15_000) / 1000);
      }
      await fail(parse, `model.${error.kind}` as ErrorCode, error.detail);
    } else if (error instanceof AppError && error.code.startsWith('parsing.')) await fail(parse, error.code);
    else if (error instanceof UnreadableFileError) await fail(parse, `parsing.${error.reason}`, error.detail);
    else throw error;
  }

  /** Long work on many chunks is no reason to give up at the first fault after it. */
  async function findLastProgress({ companyId, id, processBeginAt }: DocumentRow): Promise<number> {
    const fresh = await database.withCompany(companyId, (tx) => findDocument(tx, id));
    const begin = processBeginAt?.getTime() ?? Date.now();
    return Math.max(begin, fresh?.document.progressAt?.getTime() ?? 0);
  }

  async function fail(parse: ParseId, code: ErrorCode, detail?: string): Promise<void> {
    if (!(code in errors)) throw new Error(`No error ${code}`);
    metrics.documentsParsed.inc({ outcome: 'fail' });
    const knowledgeBaseId = await database.withCompany(parse.companyId, async (tx) => {
      const [row] = await tx
        .select({ begin: documents.processBeginAt, knowledgeBaseId: documents.knowledgeBaseId })
        .from(documents)
        .where(eq(documents.id, parse.documentId));
      const current = await updateParse(tx, parse, {
        status: 'fail',
        stage: null,
        waitingReason: null,
        errorCode: code,
        errorDetail: detail === undefined ? null : cleanText(detail).slice(0, 500),
        processDurationMs: row?.begin ? Date.now() - row.begin.getTime() : null,
      });
      // What a failed parse made is void; an earlier parse goes on answering. One that is no longer
      // the current one may have been published by another process: then its chunks are the truth.
      if (current) await deleteCut(tx, parse);
      return row?.knowledgeBaseId;
    });
    if (knowledgeBaseId) await syncDocumentIndex(platform, { ...parse, knowledgeBaseId });
  }

  async function deleteCut(tx: Tx, parse: ParseId): Promise<void> {
    await deleteChunksWithPictures(platform, tx, parse.companyId, ofParse(parse));
    await tx
      .delete(documentTables)
      .where(and(eq(documentTables.documentId, parse.documentId), eq(documentTables.version, parse.version)));
  }

  return {
    name: 'document.parse',
    concurrency: (configured) => configured,
    run,
    onFailed: (parse) => fail(parse, 'parsing.failed'),
  };
}
