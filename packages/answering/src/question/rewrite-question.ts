import { truncateToTokens } from '@lectern/models';
import { analyzeQuery } from '@lectern/text-analysis';
import type { AskModel, DoneBy } from '../ask-model.ts';
import { coverage, termSet } from '../overlap.ts';
import type { Turn } from '../prompt/build-prompt.ts';

/** Earlier messages that the model reads, and how much of each. */
const mostTurns = 6;
const turnTokens = 200;
const longestQuestion = 1_000;

const system = `You rewrite the last question of a conversation so that it can be understood without the conversation.
Replace pronouns and omissions by what they stand for. Keep the language of the question. If it already stands alone, repeat it unchanged.
Answer with the question only. Do not answer it.`;

/** Words that stand for something said before. */
const pronouns = [
  /\b(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|that|these|those|there|one|ones|same|former|latter)\b/i,
  /(?:^|[^\p{L}])(?:il|elle|ils|elles|lui|leur|leurs|ça|cela|ceci|celui|celle|ceux|celles|cette|cet|ces|y|en|idem)(?=$|[^\p{L}])/iu,
  /[它他她]|这|這|那(?!么|麼)/u,
];
/** Openings that continue an earlier turn. */
const continuations = [
  /^(?:and|but|or|so|also|then|what about|how about|why not)\b/i,
  /^(?:et|mais|ou|alors|donc|sinon|qu['’]en est-il|pourquoi pas)(?=$|[^\p{L}])/iu,
  /呢[?？]?$|^(?:还有|還有|然后|然後|另外)/u,
];
/** A question with fewer content words rarely names its subject; one with so many needs no model to say that it does. */
const fewestTerms = 2;
const enoughTerms = 8;
/** A rewritten question takes at least this share of its words from the conversation; else the model wrote something else. */
const leastShared = 0.3;

function matchesAny(question: string, patterns: RegExp[]): boolean {
  return patterns.some((pattern) => pattern.test(question.trim()));
}

const countTerms = (question: string) =>
  analyzeQuery(question).filter(({ supporting }) => !supporting).length;

/** Whether a question leans on what was said before, by its wording. */
export function leansOnConversation(question: string): boolean {
  return countTerms(question) < fewestTerms || matchesAny(question, [...pronouns, ...continuations]);
}

/**
 * What the built-in answerer is asked. "When is it planted?" says what is wanted, and the question before only found
 * the passages; "And tulips?" says nothing without it.
 */
export function chooseQuestionToAnswer(
  typed: string,
  rewritten: { text: string; by: DoneBy } | undefined,
): string {
  if (rewritten === undefined) return typed;
  return rewritten.by === 'words' && matchesAny(typed, pronouns) ? typed : rewritten.text;
}

/**
 * The question as one that stands alone. Without a model, the question before is added to one that leans on it.
 * Undefined where nothing changes.
 */
export async function rewriteQuestion(input: {
  history: readonly Turn[];
  question: string;
  ask: AskModel;
}): Promise<{ text: string; by: DoneBy } | undefined> {
  const { history, question, ask } = input;
  const before = history.findLast(({ role }) => role === 'user')?.content;
  if (before === undefined) return undefined;
  const leans = leansOnConversation(question);
  if (!leans && countTerms(question) >= enoughTerms) return undefined;
  const prompt = writePrompt(history, question);
  const written = readRewrite(await ask({ system, prompt, maxTokens: 200 }));
  if (written !== undefined && coverage(termSet(written), termSet(prompt), () => 1) >= leastShared)
    return written === question.trim() ? undefined : { text: written, by: 'model' };
  if (!leans) return undefined;
  return { text: `${question.trim()} (${before.trim()})`.slice(0, longestQuestion), by: 'words' };
}

function writePrompt(history: readonly Turn[], question: string): string {
  const turns = history
    .slice(-mostTurns)
    .map(
      ({ role, content }) =>
        `${role === 'user' ? 'Person' : 'Assistant'}: ${truncateToTokens(content, turnTokens)}`,
    );
  return `${turns.join('\n')}\n\nLast question: ${question}`;
}

/** A model may wrap the question in quotation marks or name it; more than one line is no question. */
function readRewrite(text: string | undefined): string | undefined {
  const line = text
    ?.trim()
    .replace(/^(?:last |rewritten |stand-?alone )?question\s*:\s*/i, '')
    .replace(/^["“«「](.*)["”»」]$/s, '$1')
    .trim();
  return !line || line.includes('\n\n') || line.length > longestQuestion ? undefined : line;
}
