import { estimateTokens, truncateToTokens } from '@lectern/models';
import { analyzeDocument, splitSentences } from '@lectern/text-analysis';

/** Of a chunk's many sentences, the first say most. */
const mostSentences = 600;
const shortestTerms = 3;
/** What is said already counts for so much less. */
const repeatShare = 0.3;

/**
 * A summary without a model: the sentences whose words most of the texts share, word for word and in their order, until
 * `maxTokens` are full. Deterministic. Undefined where the texts have no sentences.
 */
export function extractSummary(texts: readonly string[], maxTokens: number): string | undefined {
  const sentences = texts
    .flatMap((text) => {
      const plain = stripMarkdown(text);
      return splitSentences(plain).map(({ start, end }) => plain.slice(start, end));
    })
    .slice(0, mostSentences)
    .map((text, order) => ({ text, order, terms: new Set(analyzeDocument(text)) }))
    .filter(({ terms }) => terms.size >= shortestTerms);
  if (sentences.length === 0) return undefined;
  const weights = new Map<string, number>();
  for (const { terms } of sentences)
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + 1);
  for (const [term, count] of weights) weights.set(term, Math.log(1 + count));
  const chosen: typeof sentences = [];
  const open = new Set(sentences);
  let left = maxTokens;
  while (open.size > 0) {
    const best = findBest(open, weights);
    open.delete(best);
    const tokens = estimateTokens(best.text) + 1;
    if (tokens > left) {
      if (chosen.length > 0) break;
      return truncateToTokens(best.text, maxTokens);
    }
    left -= tokens;
    chosen.push(best);
    for (const term of best.terms) weights.set(term, (weights.get(term) ?? 0) * repeatShare);
  }
  return chosen
    .sort((a, b) => a.order - b.order)
    .map(({ text }) => text)
    .join(' ');
}

type Sentence = { text: string; order: number; terms: Set<string> };

function findBest(sentences: Set<Sentence>, weights: Map<string, number>): Sentence {
  let best: { sentence: Sentence; score: number } | undefined;
  for (const sentence of sentences) {
    let score = 0;
    for (const term of sentence.terms) score += weights.get(term) ?? 0;
    // Long sentences have more of everything.
    score /= Math.sqrt(sentence.terms.size);
    if (best === undefined || score > best.score) best = { sentence, score };
  }
  return best!.sentence;
}

/** Headings, tables and marks are no sentences. */
function stripMarkdown(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:#|\||```|---)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').replace(/\*\*|__/g, ''))
    .join('\n');
}
