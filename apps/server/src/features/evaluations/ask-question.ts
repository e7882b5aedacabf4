import { type EvaluationFigures, type EvaluationOutcome, retrievalLimits } from '@lectern/contract';
import { meanFigures, rankExpectations, scoreRanks } from '@lectern/retrieval';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { searchBases } from '../retrieval/retrieval.service.ts';
import type { EvaluationResultRow, StoredOutcome, StoredVariant } from './evaluation.table.ts';

/** So deep a ranking is looked at, however few hits the settings ask for. */
const depth = Math.min(100, retrievalLimits.maxTopN);
const firstShown = 3;

/** Asks one question as the retrieval test would, and says where what it should find came. */
export async function askQuestion(
  platform: Platform,
  actor: Actor,
  base: KnowledgeBaseRow,
  asked: {
    result: Pick<EvaluationResultRow, 'runId' | 'position' | 'question' | 'expected'>;
    variant: StoredVariant;
    /** Place of the variant in its run. */
    place: number;
    signal: AbortSignal;
  },
): Promise<StoredOutcome> {
  const { result, variant, place, signal } = asked;
  const { hits, took } = await searchBases(platform, actor, {
    question: result.question,
    bases: [base],
    settings: variant.settings,
    depth,
    source: 'retrieval_test',
    // An attempt that continues a killed one records each search once.
    operation: `evaluation:${result.runId}:${result.position}:${place}`,
    signal,
  });
  const { ranks, positions } = rankExpectations(
    hits.map(({ chunkId, documentId, page, boxes, text }) => ({
      chunkId,
      documentId,
      page,
      pages: boxes.map((box) => box.page),
      text,
    })),
    result.expected,
  );
  const first = new Map<string, EvaluationOutcome['first'][number]>();
  for (const { documentId, documentName, page } of hits)
    if (first.size < firstShown && !first.has(documentId))
      first.set(documentId, { documentId, documentName, page });
  return {
    ranks,
    hit: positions.some((position) => position !== null && position <= variant.settings.topN),
    tookMs: took.total,
    first: [...first.values()],
  };
}

/** Means over the questions of a variant. */
export function sumUp(outcomes: EvaluationOutcome[]): EvaluationFigures {
  return meanFigures(
    outcomes.map(({ ranks, hit, tookMs }) => {
      const { recall5, recall10, mrr10, ndcg10 } = scoreRanks(ranks);
      return { hitRate: hit ? 1 : 0, recall5, recall10, mrr10, ndcg10, meanMs: tookMs };
    }),
  );
}
