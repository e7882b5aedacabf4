import {
  type DoneBy,
  extractKeywords,
  gradePassages,
  rewordQuestion,
  rewriteQuestion,
  type SearchVariant,
  translateQuestion,
} from '@lectern/answering';
import type { HitOutcome, RetrievalHit } from '@lectern/contract';
import { isSmallTalk } from '@lectern/models';
import type { Platform } from '../../../platform/platform.ts';
import { type RetrievalAnswer, searchBases } from '../../retrieval/retrieval.service.ts';
import { addWholeFiles } from '../files/whole-files.service.ts';
import { type AnswerTask, flowOf, usageSourceOf } from './answer-task.ts';
import { findScope, type SearchScope } from './search-scope.service.ts';
import type { StepLog } from './step-log.ts';

/** With fewer relevant passages than this, the question is searched again in other words. */
const fewestRelevant = 2;

type Search = { text: string; kind: 'question' | SearchVariant['kind']; hitCount: number };

export type FoundPassages = {
  /** The question as it was searched for. */
  asked: string;
  rewritten: { text: string; by: DoneBy } | undefined;
  /** Nothing in a document answers small talk, and an assistant may have no knowledge base. */
  searched: boolean;
  hits: RetrievalHit[];
  dropped: { hit: RetrievalHit; outcome: HitOutcome }[];
  searches: Search[];
  gradedBy: DoneBy | undefined;
  overviews: RetrievalAnswer['overviews'];
  tables: RetrievalAnswer['tables'];
  scope: SearchScope | undefined;
};

/** Understands the question, searches for it, and keeps what is relevant, as the assistant is set up. */
export async function findPassages(
  platform: Platform,
  task: AnswerTask,
  log: StepLog,
  signal: AbortSignal,
): Promise<FoundPassages> {
  const { assistant, bases, history } = task;
  const question = task.question.content;
  const found: FoundPassages = {
    asked: question,
    rewritten: undefined,
    searched: bases.length > 0 && !isSmallTalk(question),
    hits: [],
    dropped: [],
    searches: [],
    gradedBy: undefined,
    overviews: [],
    tables: [],
    scope: undefined,
  };
  if (!found.searched) return found;
  if (assistant.multiTurn && history.length > 0) {
    found.rewritten = await log.run('rewrite', (ask) => rewriteQuestion({ history, question, ask }));
    found.asked = found.rewritten?.text ?? question;
  }
  found.scope = await findScope(platform, task, found.asked, log);
  const variants = await listVariants(task, found.asked, log);
  const search = createSearch(platform, task, found, signal);
  await log.run('search', async (_, taken) => {
    for (const variant of [{ text: found.asked, kind: 'question' as const }, ...variants])
      taken.operations.push(...(await search(variant)));
  });
  if (assistant.selfRag) await keepRelevant(found, log, search);
  found.hits = await addWholeFiles(platform, task, found.hits);
  return found;
}

function listVariants({ assistant }: AnswerTask, asked: string, log: StepLog): Promise<SearchVariant[]> {
  const { keywordExtraction, crossLanguages } = assistant;
  if (!keywordExtraction && crossLanguages.length === 0) return Promise.resolve([]);
  return log.run('expand', async (ask) => [
    ...(keywordExtraction ? await extractKeywords(asked, ask) : []),
    ...(await translateQuestion(asked, crossLanguages, ask)),
  ]);
}

/** The documents that the question names, and the files that came with it. */
function namedWith({ question }: AnswerTask): string[] | undefined {
  const named = question.documents.map(({ id }) => id);
  return named.length === 0 ? undefined : [...named, ...question.files.map(({ documentId }) => documentId)];
}

type RunSearch = (variant: { text: string; kind: Search['kind'] }) => Promise<string[]>;

/** Searches, and adds what is found to `found`: a passage that several searches find keeps its best score. */
function createSearch(
  platform: Platform,
  task: AnswerTask,
  found: FoundPassages,
  signal: AbortSignal,
): RunSearch {
  const { actor, assistant, bases, answer } = task;
  const { topN } = assistant.retrieval;
  const search: RunSearch = async ({ text, kind }) => {
    const isFirst = found.searches.length === (found.scope?.derived?.foundNothing ? 1 : 0);
    const { scope } = found;
    const derived = scope?.derived && !scope.derived.foundNothing ? scope.derived : undefined;
    const result = await searchBases(platform, actor, {
      question: text,
      bases,
      documentIds: namedWith(task),
      ...(derived ? { derivedFilter: derived.filter } : {}),
      settings: assistant.retrieval,
      source: usageSourceOf(task),
      ...flowOf(task),
      assistantId: assistant.id,
      chatModelId: assistant.chatModelId,
      operation: found.searches.length === 0 ? answer.id : `${answer.id}:${found.searches.length + 1}`,
      explain: true,
      // Tables are asked once, with the question itself.
      ...(isFirst ? {} : { depth: topN }),
      signal,
    });
    found.searches.push({ text, kind, hitCount: result.hits.length });
    if (derived && isFirst && result.hits.length === 0) {
      // What was read into the question must not hide what the documents say.
      derived.foundNothing = true;
      return [...result.operations, ...(await search({ text, kind }))];
    }
    if (scope && result.matchedDocuments !== null) scope.matchedDocuments = result.matchedDocuments;
    const byChunk = new Map(found.hits.map((hit) => [hit.chunkId, hit]));
    for (const hit of result.hits)
      if (hit.score > (byChunk.get(hit.chunkId)?.score ?? -1)) byChunk.set(hit.chunkId, hit);
    const ranked = isFirst ? result.hits : [...byChunk.values()].sort((a, b) => b.score - a.score);
    const beyond = ranked.slice(topN).map((hit) => ({ hit, outcome: 'beyond_top_n' as const }));
    found.hits = ranked.slice(0, topN);
    const kept = new Set(found.hits.map(({ chunkId }) => chunkId));
    found.dropped = [...found.dropped, ...beyond, ...result.dropped].filter(
      ({ hit }, i, all) =>
        !kept.has(hit.chunkId) && all.findIndex((other) => other.hit.chunkId === hit.chunkId) === i,
    );
    if (isFirst) Object.assign(found, { overviews: result.overviews, tables: result.tables });
    return result.operations;
  };
  return search;
}

/** Drops what is not relevant; where too little is left, searches once more in other words. */
async function keepRelevant(found: FoundPassages, log: StepLog, search: RunSearch): Promise<void> {
  let irrelevant = new Set<string>();
  const grade = () =>
    log.run('grade', async (ask) => {
      const { relevant, by } = await gradePassages(found.asked, found.hits, ask);
      found.gradedBy = by;
      irrelevant = new Set(found.hits.filter((_, i) => !relevant[i]).map(({ chunkId }) => chunkId));
      return relevant.filter(Boolean).length;
    });
  if ((await grade()) < fewestRelevant) {
    const retry = await log.run('expand', (ask) => rewordQuestion(found.asked, ask));
    if (retry) {
      await log.run('search', async (_, taken) => {
        taken.operations.push(...(await search(retry)));
      });
      await grade();
    }
  }
  const isIrrelevant = ({ chunkId }: RetrievalHit) => irrelevant.has(chunkId);
  found.dropped.push(
    ...found.hits.filter(isIrrelevant).map((hit) => ({ hit, outcome: 'irrelevant' as const })),
  );
  found.hits = found.hits.filter((hit) => !isIrrelevant(hit));
}
