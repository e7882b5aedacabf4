import {
  AppError,
  type BodyOf,
  type Language,
  type RetrievalHit,
  type RetrievalSettings,
  retrievalSettings,
  type SearchEvent,
  type searchDocuments,
  searchLimits,
} from '@lectern/contract';
import { createTermMatcher } from '@lectern/text-analysis';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listSearchableKnowledgeBases } from '../assistants/assistant.queries.ts';
import { listQuestionSourcesOf } from '../conversations/suggestions/suggested-question.queries.ts';
import {
  chooseSuggestions,
  leaveOutAsked,
} from '../conversations/suggestions/suggested-questions.service.ts';
import { retrievalDefaultsOf } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { searchBases } from '../retrieval/retrieval.service.ts';
import { sourceOf, takeRequest } from '../usage/usage.service.ts';
import { listFoundDocuments } from './search.queries.ts';

/** Of the hits, those that may give related questions. */
const questionSources = 24;
const relatedShown = 5;

/** A question with what was found, to be summarized. */
export type SearchTask = {
  id: string;
  actor: Actor;
  language: Language;
  question: string;
  bases: KnowledgeBaseRow[];
  settings: RetrievalSettings;
  hits: RetrievalHit[];
};

/** The knowledge bases to search: those named, or all. One that the actor may not search is not there. */
async function loadBases(tx: Tx, actor: Actor, ids: string[] | undefined): Promise<KnowledgeBaseRow[]> {
  const bases = await listSearchableKnowledgeBases(tx, actor, { ids, limit: searchLimits.maxBases });
  if (ids && bases.length < new Set(ids).size) throw new AppError('knowledge_base.not_found');
  return bases;
}

/** Searches; what is to be told at once, and what a summary is written from. */
export async function findDocumentsFor(
  platform: Platform,
  actor: Actor,
  { question, knowledgeBaseIds, filter }: BodyOf<typeof searchDocuments>,
  language: Language,
  signal: AbortSignal,
): Promise<{ task: SearchTask; results: Extract<SearchEvent, { type: 'results' }> }> {
  const id = newId();
  const bases = await platform.database.withActor(actor, async (tx) => {
    const loaded = await loadBases(tx, actor, knowledgeBaseIds);
    if (loaded.length > 0) await takeRequest(tx, actor, { id, assistantId: null });
    return loaded;
  });
  const settings = retrievalSettings.parse({
    ...retrievalDefaultsOf(bases),
    topN: searchLimits.passages,
    filter,
  });
  // A depth, so that no table is asked here: that may take a model's time, and hits come first.
  const { hits: found, took } =
    bases.length === 0
      ? { hits: [], took: { total: 0 } }
      : await searchBases(platform, actor, {
          question,
          bases,
          settings,
          source: sourceOf(actor),
          operation: id,
          depth: searchLimits.passages,
          signal,
        });
  const hits = keepBest(found);
  const { documents, relatedQuestions } = await platform.database.withActor(actor, async (tx) => ({
    documents: await listFoundDocuments(tx, found),
    relatedQuestions: await findRelatedQuestions(tx, question, hits),
  }));
  const findMatches = createTermMatcher(question);
  return {
    task: { id, actor, language, question, bases, settings, hits },
    results: {
      type: 'results',
      documents: documents.filter(({ id }) => hits.some(({ documentId }) => documentId === id)),
      hits: hits.map((hit) => ({ ...hit, matches: findMatches(hit.text) })),
      relatedQuestions,
      took: took.total,
    },
  };
}

/** The best of each document, so that one long document does not crowd out the others. */
function keepBest(found: readonly RetrievalHit[]): RetrievalHit[] {
  const taken = new Map<string, number>();
  const kept = found.filter(({ documentId }) => {
    const count = (taken.get(documentId) ?? 0) + 1;
    taken.set(documentId, count);
    return count <= searchLimits.ofDocument;
  });
  return kept.slice(0, searchLimits.hits);
}

/** Questions that the chunks found answer, in their own words; no model is called. */
async function findRelatedQuestions(tx: Tx, asked: string, hits: RetrievalHit[]): Promise<string[]> {
  const sources = await listQuestionSourcesOf(
    tx,
    hits.slice(0, questionSources).map(({ chunkId }) => chunkId),
  );
  return leaveOutAsked(chooseSuggestions(sources), asked)
    .map(({ question }) => question)
    .slice(0, relatedShown);
}
