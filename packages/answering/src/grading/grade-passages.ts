import { truncateToTokens } from '@lectern/models';
import type { AskModel, DoneBy } from '../ask-model.ts';
import { coverage, rarities, termSet } from '../overlap.ts';

const passageTokens = 250;
/** By words alone, a passage that holds less of the question than this share of the best one is not relevant. */
const leastRelative = 0.4;
const leastCoverage = 0.25;

const system = `You decide which passages help to answer a question. A passage helps if it holds at least part of the answer.
Answer with the numbers of the passages that help, separated by commas, or with 0 if none does. Nothing else.`;

/** Which passages are relevant, by their position. Without a model, by the words that they share with the question. */
export async function gradePassages(
  question: string,
  passages: readonly { text: string }[],
  ask: AskModel,
): Promise<{ relevant: boolean[]; by: DoneBy }> {
  if (passages.length === 0) return { relevant: [], by: 'words' };
  const list = passages.map(({ text }, i) => `[${i + 1}] ${truncateToTokens(text, passageTokens)}`);
  const prompt = `Question: ${question}\n\n${list.join('\n\n')}`;
  const numbers = readNumbers(await ask({ system, prompt, maxTokens: 60 }));
  if (numbers !== undefined) return { relevant: passages.map((_, i) => numbers.has(i + 1)), by: 'model' };
  return { relevant: gradeByWords(question, passages), by: 'words' };
}

/** Undefined where the model answered in sentences. */
function readNumbers(text: string | undefined): Set<number> | undefined {
  if (text === undefined || !/^[\s\d,;.、，[\]]+$/.test(text) || !/\d/.test(text)) return undefined;
  return new Set([...text.matchAll(/\d+/g)].map(([number]) => Number(number)));
}

function gradeByWords(question: string, passages: readonly { text: string }[]): boolean[] {
  const wanted = termSet(question);
  const sets = passages.map(({ text }) => termSet(text));
  const rarity = rarities(sets);
  const shares = sets.map((terms) => coverage(wanted, terms, rarity));
  const best = Math.max(...shares);
  return shares.map((share) => share >= leastCoverage && share >= best * leastRelative);
}
