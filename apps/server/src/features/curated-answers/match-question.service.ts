import { matchCurated, type QuestionSignature, signQuestion } from '@lectern/answering';
import type { RetrievalHit } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCuratedAnswer, listCuratedPhrasings } from './curated-answer.queries.ts';
import type { CuratedAnswerRow } from './curated-answer.table.ts';
import { readSources } from './curated-sources.service.ts';

/** Phrasings whose analysis is kept: that of all of them would take longer than a search. */
const mostKept = 20_000;
const signatures = new Map<string, QuestionSignature>();

function signOnce(phrasing: string): QuestionSignature {
  const known = signatures.get(phrasing);
  if (known) return known;
  if (signatures.size >= mostKept) signatures.clear();
  const signature = signQuestion(phrasing);
  signatures.set(phrasing, signature);
  return signature;
}

export async function matchQuestion(
  tx: Tx,
  assistantId: string,
  question: string,
): Promise<{ id: string; question: string; phrasing: string } | undefined> {
  const candidates = (await listCuratedPhrasings(tx, assistantId)).map((row) => {
    const texts = [row.question, ...row.alternatives];
    return { ...row, texts, phrasings: texts.map(signOnce) };
  });
  const best = candidates.length === 0 ? undefined : matchCurated(question, candidates);
  if (!best) return undefined;
  const { id, texts } = best.candidate;
  return { id, question: texts[0]!, phrasing: texts[best.phrasing]! };
}

export type FoundCuratedAnswer = {
  row: CuratedAnswerRow;
  phrasing: string;
  /** Its passages in the given knowledge bases, under the numbers that its markers have. */
  passages: (RetrievalHit & { number: number })[];
};

/** The curated answer to a question, with those of its passages that these knowledge bases still have. */
export function findAnswerTo(
  { database }: Platform,
  actor: Actor,
  assistantId: string,
  asked: { question: string; baseIds: string[] },
): Promise<FoundCuratedAnswer | undefined> {
  return database.withActor(actor, async (tx) => {
    const match = await matchQuestion(tx, assistantId, asked.question);
    const row = match && (await findCuratedAnswer(tx, match.id));
    if (!match || !row) return undefined;
    const { rows, passages: hits } = await readSources(tx, [row], asked.baseIds);
    const current = rows[0] ?? row;
    const passages = hits.map((hit) => ({ ...hit, number: current.chunkIds.indexOf(hit.chunkId) + 1 }));
    return { row: current, phrasing: match.phrasing, passages };
  });
}
