import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findExplanation } from '../answers/explanation.queries.ts';
import { findMessage } from '../conversation.queries.ts';
import { findAnswer } from '../conversation.service.ts';
import { listNextChunkIds, listQuestionSourcesOf } from './suggested-question.queries.ts';
import { chooseSuggestions, leaveOutAsked } from './suggested-questions.service.ts';

const shown = 3;

/** What could be asked next: the passages that were found and not cited, and those that follow the cited ones. */
export function suggestFollowUps(
  { database }: Platform,
  actor: Actor,
  ids: { conversationId: string; messageId: string },
) {
  return database.withActor(actor, async (tx) => {
    const { row } = await findAnswer(tx, actor, ids);
    const cited = [...new Set(row.citations.map(({ chunkId }) => chunkId))];
    if (cited.length === 0) return [];
    const explanation = await findExplanation(tx, row.id);
    const given = explanation?.hits.filter(({ outcome }) => outcome === 'given') ?? [];
    const question = row.questionId ? await findMessage(tx, row.conversationId, row.questionId) : undefined;
    const sources = await listQuestionSourcesOf(tx, [
      ...given.map(({ chunkId }) => chunkId),
      ...(await listNextChunkIds(tx, cited)),
    ]);
    const asked = `${question?.content ?? ''} ${row.searchedQuestion ?? ''}`;
    return leaveOutAsked(chooseSuggestions(sources), asked).slice(0, shown);
  });
}
