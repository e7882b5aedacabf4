import type { NumberedHit } from '@lectern/answering';
import type { AnswerExplanation, Citation, HitOutcome, RetrievalHit } from '@lectern/contract';
import type { ChatMessage } from '@lectern/models';
import type { AnswerTask } from './answer-task.ts';
import type { FoundPassages } from './find-passages.service.ts';
import type { UsedTool } from './outcome.ts';
import type { StoredExplanation, TakenStep } from './stored-explanation.ts';

const excerptLength = 300;

export function buildExplanation(
  task: AnswerTask,
  found: FoundPassages,
  given: {
    prompt: ChatMessage[];
    hits: NumberedHit[];
    citations: Citation[];
    steps: readonly TakenStep[];
    toolCalls: readonly UsedTool[];
  },
): StoredExplanation {
  const cited = new Set(given.citations.map(({ chunkId }) => chunkId));
  const numbers = new Map(given.hits.map(({ chunkId, number }) => [chunkId, number]));
  const outcomeOf = ({ chunkId }: RetrievalHit): HitOutcome => {
    if (cited.has(chunkId)) return 'cited';
    return numbers.has(chunkId) ? 'given' : 'no_room';
  };
  return {
    question: task.question.content,
    rewritten: found.rewritten ?? null,
    curated: null,
    scope: found.scope ?? null,
    searches: found.searches,
    hits: [
      ...found.hits.map((hit) => explainHit(hit, outcomeOf(hit), numbers.get(hit.chunkId))),
      ...found.dropped.map(({ hit, outcome }) => explainHit(hit, outcome)),
    ],
    gradedBy: found.gradedBy ?? null,
    toolCalls: given.toolCalls.map(({ id: _, ...call }) => call),
    steps: [...given.steps],
    prompt: given.prompt.map(({ role, content }) => ({ role, content })),
  };
}

export function explainHit(
  hit: RetrievalHit,
  outcome: HitOutcome,
  number?: number,
): AnswerExplanation['hits'][number] {
  const { chunkId, documentId, documentName, knowledgeBaseId, page, headingPath } = hit;
  const { score, keywordScore, vectorScore, rerankScore } = hit;
  return {
    ...{ chunkId, documentId, documentName, knowledgeBaseId, page, headingPath },
    ...{ score, keywordScore, vectorScore, rerankScore },
    text: hit.text.slice(0, excerptLength),
    number: number ?? null,
    outcome,
  };
}
