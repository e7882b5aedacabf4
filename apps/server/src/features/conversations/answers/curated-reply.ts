import { citeCurated, leansOnConversation } from '@lectern/answering';
import type { Platform } from '../../../platform/platform.ts';
import { type FoundCuratedAnswer, findAnswerTo } from '../../curated-answers/match-question.service.ts';
import type { AnswerTask } from './answer-task.ts';
import { explainHit } from './explanation.ts';
import type { LiveAnswer } from './live-answer.ts';

/** Gives the curated answer to the question, if the assistant has one; no model is called. */
export async function replyCurated(platform: Platform, task: AnswerTask, live: LiveAnswer) {
  const { actor, assistant, bases, question, history } = task;
  if (task.hasCuratedAnswers === false) return undefined;
  // What is meant stands in the conversation, not in the question.
  if (history.length > 0 && leansOnConversation(question.content)) return undefined;
  // It is about the files that came with it, or the documents that it names.
  if (question.files.length + question.documents.length > 0) return undefined;
  const found = await findAnswerTo(platform, actor, assistant.id, {
    question: question.content,
    baseIds: bases.map(({ id }) => id),
  });
  if (!found) return undefined;
  const passages = assistant.showQuote ? found.passages : [];
  const { content, citations } =
    found.row.chunkIds.length === 0
      ? { content: found.row.answer, citations: [] }
      : citeCurated(found.row.answer, passages);
  live.mark({ type: 'retrieval', hitCount: found.passages.length, searchedQuestion: question.content });
  live.append(content);
  for (const citation of citations) live.mark({ type: 'citation', citation });
  return { content, citations, curatedAnswerId: found.row.id, explain: () => explain(task, found) };
}

function explain({ question }: AnswerTask, { row, phrasing, passages }: FoundCuratedAnswer) {
  return {
    question: question.content,
    rewritten: null,
    scope: null,
    curated: { id: row.id, question: row.question, phrasing },
    searches: [],
    hits: passages.map((hit) => explainHit(hit, 'cited', hit.number)),
    gradedBy: null,
    steps: [],
    prompt: [],
  };
}
