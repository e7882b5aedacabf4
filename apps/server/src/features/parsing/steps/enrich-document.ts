import type { ChunkKind } from '@lectern/contract';
import { createKeywordFinder } from '@lectern/enrichment';
import { and, asc, count, gt, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { type ChunkRow, chunks } from '../../documents/chunks/chunk.table.ts';
import { openWriter } from '../../models/complete.service.ts';
import { openVision } from '../../models/model.service.ts';
import { forEachAtOnce } from '../for-each-at-once.ts';
import { progressMessage } from '../parse-progress.ts';
import { ofParse, type ParseRun, say } from '../parse-run.ts';
import { createAnnotator } from './annotate-chunk.ts';

/** Rows, questions with answers and facts say by themselves what they are found by. */
export const enrichedKinds: ChunkKind[] = ['text', 'table', 'image', 'slide'];

const batchRows = 64;
/** A company's model answers others meanwhile; its provider's limits are kept by the model itself. */
const atOnce = 4;

/** Adds keywords, questions and descriptions to chunks; each is marked when it is done, and not asked about again. */
export async function enrichDocument(run: ParseRun): Promise<void> {
  const { platform, parse, enrichment, follower } = run;
  const { autoKeywords, autoQuestions, describeFigures } = enrichment;
  if (autoKeywords === 0 && autoQuestions === 0 && !describeFigures) return;
  const { writer, vision, total, left } = await platform.database.withCompany(
    parse.companyId,
    async (tx) => ({
      writer: await openWriter(platform, tx, enrichment.chatModelId),
      vision: describeFigures ? await openVision(platform, tx) : undefined,
      total: await tx.$count(chunks, enrichable(run)),
      left: await tx.$count(chunks, and(enrichable(run), isNull(chunks.enrichedAt))),
    }),
  );
  if (left === 0) return;
  const with_ = [autoKeywords + autoQuestions > 0 ? writer?.name : undefined, vision?.name];
  const names = [...new Set(with_.filter((name) => name !== undefined))].join(', ') || 'Lectern';
  await follower.enter('enriching', progressMessage('parse.enriching', { with: names }));
  if (left === total) await warnAboutMissingModels(run, writer !== undefined, vision !== undefined);
  const stop = platform.metrics.parseSeconds.startTimer({ stage: 'enriching' });
  const finder = autoKeywords > 0 && !writer ? await learnTerms(run) : undefined;
  const annotator = createAnnotator(run, { writer, vision, finder });
  let done = total - left;
  for await (const batch of readBatches(run, and(enrichable(run), isNull(chunks.enrichedAt)) as SQL)) {
    await forEachAtOnce(batch, atOnce, follower.signal, async (row) => {
      await annotator.annotate(row);
      follower.report('enriching', ++done, total);
    });
  }
  stop();
  if (annotator.leftOut > 0)
    await say(run, progressMessage('warning.enrichment_left_out', { count: annotator.leftOut }));
}

function enrichable({ parse }: ParseRun): SQL {
  return and(ofParse(parse), inArray(chunks.kind, enrichedKinds)) as SQL;
}

async function warnAboutMissingModels(run: ParseRun, writes: boolean, sees: boolean): Promise<void> {
  const { autoQuestions, describeFigures } = run.enrichment;
  if (autoQuestions > 0 && !writes) await say(run, progressMessage('warning.needs_chat_model'));
  if (!describeFigures || sees) return;
  const [row] = await run.platform.database.withCompany(run.parse.companyId, (tx) =>
    tx
      .select({ count: count() })
      .from(chunks)
      .where(and(enrichable(run), isNotNull(chunks.imageKey))),
  );
  if (row && row.count > 0) await say(run, progressMessage('warning.needs_vision_model'));
}

/** How often each term occurs in the chunks of the document: the weight of keywords without a model. */
async function learnTerms(run: ParseRun) {
  const finder = createKeywordFinder();
  for await (const batch of readBatches(run, enrichable(run)))
    for (const { text } of batch) finder.observe(text);
  return finder;
}

async function* readBatches({ platform, parse, follower }: ParseRun, which: SQL): AsyncGenerator<ChunkRow[]> {
  let last = -1;
  while (true) {
    follower.signal.throwIfAborted();
    const rows = await platform.database.withCompany(parse.companyId, (tx) =>
      tx
        .select()
        .from(chunks)
        .where(and(which, gt(chunks.ordinal, last)))
        .orderBy(asc(chunks.ordinal))
        .limit(batchRows),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < batchRows) return;
    last = rows.at(-1)?.ordinal ?? last;
  }
}
