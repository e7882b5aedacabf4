import { AppError } from '@lectern/contract';
import { UnreadableFileError } from '@lectern/parsing';
import { eq } from 'drizzle-orm';
import { companyPort } from '../../platform/company-port.ts';
import { asFailure, type Failure, isMinuteLimit } from '../../platform/jobs/failure.ts';
import { type Job, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { disabledCompanySeconds, JobObsoleteError } from '../../platform/runs/watch-work.ts';
import { type DocumentWithFile, findDocument, updateParse } from '../documents/document.queries.ts';
import { type DocumentRow, documents } from '../documents/document.table.ts';
import { syncDocumentIndex } from '../indexing/index-repair.service.ts';
import { findActiveKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { deleteChunksOfParse, discardParse } from './discard-parse.ts';
import { onParseEnded } from './parse-ended.ts';
import { followParse, type ParseFollower, type ParseId, progressMessage } from './parse-progress.ts';
import { asRetryOnConflict, type ParseRun, readOptions } from './parse-run.ts';
import { chunkDocument, isChunked } from './steps/chunk-document.ts';
import { embedDocument } from './steps/embed-document.ts';
import { enrichDocument } from './steps/enrich-document.ts';
import { publish } from './steps/publish-parse.ts';
import { recognise, tellsTextless } from './steps/recognise-text.ts';
import { summariseDocument } from './steps/summarise-document.ts';

/**
 * Reads, cuts, embeds and indexes one document. Each step leaves its result in the database, and
 * begins by looking whether it is there: killed at any line and run again, it ends the same.
 */
export function parseDocumentJob(platform: Platform): Job<ParseId> {
  const { database, metrics } = platform;

  async function run(parse: ParseId, outer: AbortSignal): Promise<void> {
    const { company, found } = await database.withCompany(parse.companyId, async (tx) => ({
      company: await companyPort.get().readState(tx, parse.companyId),
      found: await findDocument(tx, parse.documentId),
    }));
    if (company === 'deleted' || !found) return;
    const { parseVersion, activeVersion, status } = found.document;
    if (parseVersion !== parse.version || status !== 'parsing') {
      // Ended or called off while nobody was there to clear up after it.
      if (activeVersion === parse.version) await syncDocumentIndex(platform, { ...found.document, ...parse });
      else if (await isChunked({ platform, parse })) await discardParse(platform, found.document, parse);
      return;
    }
    if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
    const begin = found.document.processBeginAt ?? new Date();
    found.document.processBeginAt = begin;
    await database.withCompany(parse.companyId, (tx) => updateParse(tx, parse, { processBeginAt: begin }));
    const follower = followParse(platform, parse, outer);
    const steps = async () => {
      await takeSteps(await openRun(found, parse, follower));
      metrics.documentsParsed.inc({ outcome: 'success' });
    };
    await follower.carryOut(steps, {
      onObsolete: () => discardParse(platform, found.document, parse),
      onFailure: (error) => settleFailure(found.document, parse, asRetryOnConflict(error)),
    });
  }

  async function openRun(
    found: DocumentWithFile,
    parse: ParseId,
    follower: ParseFollower,
  ): Promise<ParseRun> {
    const base = await database.withCompany(parse.companyId, (tx) =>
      findActiveKnowledgeBase(tx, found.document.knowledgeBaseId),
    );
    if (!base) throw new JobObsoleteError();
    return { platform, parse, found, base, follower, ...readOptions(found) };
  }

  /** Each leaves its result in the database, and is over at once where it is there. */
  async function takeSteps(run: ParseRun): Promise<void> {
    if (!(await isChunked(run))) {
      await run.follower.enter('reading', progressMessage('parse.reading'));
      const textless = tellsTextless(run)
        ? await chunkDocument(run, {}, { stopAtTextless: true })
        : undefined;
      if (textless?.length !== 0) await recogniseAndChunk(run, textless);
    }
    await enrichDocument(run);
    await embedDocument(run);
    await summariseDocument(run);
    await publish(run);
  }

  async function recogniseAndChunk(run: ParseRun, textless: number[] | undefined): Promise<void> {
    const { text, missing } = await recognise(run, textless);
    await chunkDocument(run, text).catch((error) => {
      // A file without text of its own, and nothing here that finds some in it.
      const empty = error instanceof UnreadableFileError && error.reason === 'no_text';
      throw empty && missing ? new AppError(missing) : error;
    });
  }

  /** A fault that will pass has the job wait; every other ends in the state `fail` with its reason. */
  async function settleFailure(document: DocumentRow, parse: ParseId, error: unknown): Promise<void> {
    const isFinal = error instanceof AppError && /^(parsing\.|quota\.)/.test(error.code);
    if (error instanceof AppError && !isFinal) throw error;
    const findLastProgress = () => readLastProgress(document);
    const failure = await asFailure(platform, error, { findLastProgress }).catch(async (reason) => {
      if (reason instanceof RetryLater)
        await database.withCompany(parse.companyId, (tx) =>
          updateParse(tx, parse, {
            waitingReason: isMinuteLimit(error) ? 'model_limited' : 'provider_busy',
          }),
        );
      throw reason;
    });
    if (!failure) throw error;
    await fail(parse, failure);
  }

  /** Long work on many chunks is no reason to give up at the first fault after it. */
  async function readLastProgress({ companyId, id, processBeginAt }: DocumentRow): Promise<Date> {
    const fresh = await database.withCompany(companyId, (tx) => findDocument(tx, id));
    const begin = processBeginAt?.getTime() ?? Date.now();
    return new Date(Math.max(begin, fresh?.document.progressAt?.getTime() ?? 0));
  }

  async function fail(parse: ParseId, { code, detail, details }: Failure): Promise<void> {
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
        errorDetail: detail ?? (details?.max === undefined ? null : String(details.max)),
        processDurationMs: row?.begin ? Date.now() - row.begin.getTime() : null,
      });
      // The result of a failed parse is obsolete; an earlier parse stays in use. One that is no longer
      // the current one may have been published by another process: then its chunks are the truth.
      if (current) {
        await deleteChunksOfParse(platform, tx, parse);
        const { companyId, documentId } = parse;
        await onParseEnded.run(tx, { companyId, documentIds: [documentId], outcome: 'failed' });
      }
      return row?.knowledgeBaseId;
    });
    if (knowledgeBaseId) await syncDocumentIndex(platform, { ...parse, knowledgeBaseId });
  }

  return {
    concurrency: (configured) => configured,
    takesTurns: true,
    run,
    onFailed: (parse) => fail(parse, { code: 'parsing.failed' }),
  };
}
