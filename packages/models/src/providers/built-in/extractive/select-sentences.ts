import type { ChatPassage } from '../../../ports.ts';
import { fitsQuestion } from './question-kind.ts';
import { type Sentence, splitPassage } from './sentences.ts';
import { extractTerms } from './terms.ts';

export type SelectedSentence = { number: number; sentence: Sentence; score: number };

const mostSentences = 3;
/** Share of the question's weight that the best sentence and its surroundings must have. */
const enough = 0.3;
/** A further sentence must be this close to the best one. */
const nearBest = 0.7;
/** Overlap of two sentences (share of the shorter one's words) from which the second says nothing new. */
const repeats = 0.7;

type Candidate = SelectedSentence & { terms: Map<string, number>; covered: number };

/** The sentences that answer best: the best one first, then others that add something; none where nothing answers. */
export function selectSentences(question: string, passages: ChatPassage[]): SelectedSentence[] {
  const wanted = extractTerms(question);
  if (wanted.size === 0) return [];
  const candidates = scoreSentences(question, wanted, passages).sort((a, b) => b.score - a.score);
  const best = candidates[0];
  if (best === undefined || best.covered < enough) return [];
  const chosen: Candidate[] = [];
  for (const candidate of candidates) {
    if (chosen.length === mostSentences || candidate.score < best.score * nearBest) break;
    if (candidate.covered < enough) continue;
    if (chosen.some((other) => overlap(candidate.terms, other.terms) > repeats)) continue;
    chosen.push(candidate);
  }
  return chosen;
}

function scoreSentences(question: string, wanted: Map<string, number>, passages: ChatPassage[]): Candidate[] {
  const read = passages.map((passage) => ({
    passage,
    context: extractTerms(`${passage.title ?? ''}\n${passage.text}`),
    sentences: splitPassage(passage.text).map((sentence) => ({
      sentence,
      terms: extractTerms(`${sentence.heading ?? ''} ${sentence.text}`),
    })),
  }));
  const everySentence = read.flatMap(({ sentences }) => sentences.map(({ terms }) => terms));
  const weights = new Map<string, number>();
  for (const term of wanted.keys()) {
    const holders = everySentence.filter((terms) => terms.has(term)).length;
    weights.set(term, Math.log(1 + (everySentence.length + 1) / (holders + 0.5)));
  }
  const fits = fitsQuestion(question, (text) => share(weights, extractTerms(text)));
  return read.flatMap(({ passage, context, sentences }, rank) => {
    const contextShare = share(weights, context);
    return sentences.map(({ sentence, terms }, i) => {
      const own = share(weights, terms);
      const beside = Math.max(
        share(weights, sentences[i - 1]?.terms),
        share(weights, sentences[i + 1]?.terms),
      );
      const covered = Math.min(1, own + 0.35 * Math.max(0, contextShare - own));
      const fit = 0.65 + 0.35 * fits(sentence.text);
      // The search put the better passages first.
      const place = 1 / (1 + 0.06 * rank);
      const score =
        (own + 0.25 * contextShare + 0.1 * beside) * fit * place * lengthFit(sentence.text, terms.size);
      return { number: passage.number, sentence, score, terms, covered: own === 0 ? 0 : covered };
    });
  });
}

function share(weights: Map<string, number>, terms: Map<string, number> | undefined): number {
  let matched = 0;
  let total = 0;
  for (const [term, weight] of weights) {
    total += weight;
    if (terms?.has(term)) matched += weight;
  }
  return total > 0 ? matched / total : 0;
}

/** A title or a fragment answers nothing; a wall of text is no short answer; a question is no answer. */
function lengthFit(text: string, terms: number): number {
  if (/[?？]\s*$/.test(text)) return 0.4;
  const tooShort = Math.min(1, terms / 5);
  const width = text.replace(/[\p{Script=Han}]/gu, 'xx').length;
  return tooShort * Math.min(1, Math.sqrt(320 / Math.max(width, 1)));
}

function overlap(a: Map<string, number>, b: Map<string, number>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const term of small.keys()) if (large.has(term)) shared++;
  return small.size > 0 ? shared / small.size : 1;
}
