import { analyzeQuery } from '@lectern/text-analysis';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findExplanation, findMessage } from '../conversation.queries.ts';
import { findAnswer } from '../conversation.service.ts';
import { listNeighbouringSources } from './suggested-question.queries.ts';
import { chooseSuggestions } from './suggested-questions.service.ts';

const shown = 3;
/** A suggestion with more of its words in the question asks the same again. */
const mostShared = 0.6;

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
    const found = explanation?.hits
      .filter(({ outcome }) => outcome === 'given')
      .map(({ chunkId }) => chunkId);
    const question = row.questionId ? await findMessage(tx, row.conversationId, row.questionId) : undefined;
    const asked = new Set(termsOf(`${question?.content ?? ''} ${row.searchedQuestion ?? ''}`));
    const sources = await listNeighbouringSources(tx, { found: found ?? [], cited });
    return chooseSuggestions(sources)
      .filter((suggestion) => {
        const terms = termsOf(suggestion.question);
        return terms.filter((term) => asked.has(term)).length <= terms.length * mostShared;
      })
      .slice(0, shown);
  });
}

function termsOf(text: string): string[] {
  return analyzeQuery(text).map(({ forms }) => forms[0] as string);
}
