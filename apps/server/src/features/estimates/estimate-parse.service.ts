import { AppError, type BodyOf, type estimateParse, type ResponseOf } from '@lectern/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { documents } from '../documents/document.table.ts';
import { files } from '../file-storage/file.table.ts';
import { checkChunkOptions, loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { readOptions } from '../parsing/parse-run.ts';
import { estimateWorks, openWorkers, type WorkEstimate } from './estimate-works.ts';
import {
  addKinds,
  countRows,
  createMeasureBudget,
  type Measure,
  measureDocument,
  type ParseSettings,
} from './measure-document.ts';

/** What a parse of these documents would ask of models. Reads a few files where nothing is known of them. */
export async function estimateWork(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { documentIds, settings }: BodyOf<typeof estimateParse>,
  signal: AbortSignal,
): Promise<ResponseOf<typeof estimateParse>> {
  const { base, found, counts } = await platform.database.withActor(actor, async (tx) => {
    const loaded = await loadKnowledgeBase(tx, actor, 'read', knowledgeBaseId);
    const rows = await tx
      .select({ document: documents, file: files })
      .from(documents)
      .innerJoin(files, eq(files.id, documents.fileId))
      .where(
        and(
          eq(documents.knowledgeBaseId, loaded.id),
          isNull(documents.deletedAt),
          documentIds ? inArray(documents.id, documentIds) : undefined,
        ),
      );
    if (documentIds && rows.length !== new Set(documentIds).size) throw new AppError('document.not_found');
    const counts = await countRows(
      tx,
      rows.map(({ document }) => document.id),
    );
    return { base: loaded, found: rows, counts };
  });
  const wanted = settings && {
    ...settings,
    chunkOptions: checkChunkOptions(settings.chunkMethod, settings.chunkOptions),
  };
  const budget = createMeasureBudget();
  const groups = new Map<string, { settings: ParseSettings; measure: Measure; documents: number }>();
  for (const row of found) {
    signal.throwIfAborted();
    const own = wanted ?? ownSettings(row);
    const measure = await measureDocument(platform, row, own, counts, budget, signal);
    const key = JSON.stringify([own.readingOptions, own.enrichmentOptions]);
    const group = groups.get(key);
    groups.set(key, {
      settings: own,
      measure: group ? addMeasures(group.measure, measure) : measure,
      documents: (group?.documents ?? 0) + 1,
    });
  }
  const works: WorkEstimate[] = [];
  for (const { settings: own, measure } of groups.values()) {
    const workers = await platform.database.withActor(actor, (tx) => openWorkers(platform, tx, base, own));
    works.push(...estimateWorks(measure, own, workers));
  }
  return {
    documents: found.length,
    works: mergeWorks(works),
    currency: platform.config.currency,
    exact: [...groups.values()].every(({ measure }) => measure.exact),
  };
}

function ownSettings(row: Parameters<typeof readOptions>[0]): ParseSettings {
  const { reading, enrichment } = readOptions(row);
  const { chunkMethod, chunkOptions } = row.document;
  return { chunkMethod, chunkOptions, readingOptions: reading, enrichmentOptions: enrichment };
}

function addMeasures(a: Measure, b: Measure): Measure {
  return {
    kinds: addKinds(a.kinds, b.kinds),
    figures: a.figures + b.figures,
    refinement: {
      calls: a.refinement.calls + b.refinement.calls,
      promptTokens: a.refinement.promptTokens + b.refinement.promptTokens,
      completionTokens: a.refinement.completionTokens + b.refinement.completionTokens,
    },
    pages: a.pages + b.pages,
    recordings: a.recordings + b.recordings,
    exact: a.exact && b.exact,
  };
}

/** Documents with other settings may ask the same model for the same. */
function mergeWorks(works: WorkEstimate[]): WorkEstimate[] {
  const merged = new Map<string, WorkEstimate>();
  for (const work of works) {
    const key = JSON.stringify([work.work, work.modelName, work.builtIn]);
    const known = merged.get(key);
    merged.set(
      key,
      known
        ? {
            ...known,
            calls: known.calls + work.calls,
            promptTokens: known.promptTokens + work.promptTokens,
            completionTokens: known.completionTokens + work.completionTokens,
            cost: known.cost === null || work.cost === null ? null : known.cost + work.cost,
          }
        : work,
    );
  }
  return [...merged.values()];
}
