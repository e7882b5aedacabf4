import { analyzeQuery, type QueryTerm } from '@lectern/text-analysis';
import { isSameFrame, type QuestionFrame, readFrame, withoutPoliteness } from './question-frame.ts';

/** A question as it is compared with others: without politeness, its content words in order, and its frame. */
export type QuestionSignature = { exact: string; terms: QueryTerm[]; frame: QuestionFrame };

/** One question may say a little more than the other, but not something else. */
const mostExtra = 0.2;
/** The frame tells these apart. */
const framed = new Set('may might must ought allowed possible doit doivent dois faut 必须'.split(' '));

export function signQuestion(question: string): QuestionSignature {
  const asked = withoutPoliteness(question);
  const all = analyzeQuery(asked);
  const main = all.filter(({ supporting, forms }) => !supporting && !forms.some((form) => framed.has(form)));
  return { exact: normalise(asked), terms: main.length > 0 ? main : all, frame: readFrame(question) };
}

function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
}

/**
 * How alike two questions are, 0–1; 0 where they may ask for different things. By words alone: the same content words in
 * the same order, of which one question may have a few more, asked in the same way. A paraphrase in other words is none;
 * whoever keeps an answer adds it as another phrasing.
 */
export function likenessOf(asked: QuestionSignature, kept: QuestionSignature): number {
  if (asked.exact !== '' && asked.exact === kept.exact) return 1;
  if (asked.terms.length === 0 || kept.terms.length === 0) return 0;
  if (!isSameFrame(asked.frame, kept.frame)) return 0;
  const [fewer, more] = asked.terms.length <= kept.terms.length ? [asked, kept] : [kept, asked];
  let matched = 0;
  let at = 0;
  for (const term of fewer.terms) {
    const place = more.terms.findIndex((other, i) => i >= at && isSameTerm(term, other));
    if (place < 0) return 0;
    matched += more.terms[place]!.weight;
    at = place + 1;
  }
  const total = more.terms.reduce((sum, { weight }) => sum + weight, 0);
  const extra = 1 - matched / total;
  return extra > mostExtra ? 0 : 1 - extra / 2;
}

function isSameTerm(a: QueryTerm, b: QueryTerm): boolean {
  return a.forms.some((form) => b.forms.includes(form));
}

/** The kept question that is closest to what was asked, if one is close enough to be the same question. */
export function matchCurated<Candidate extends { phrasings: readonly QuestionSignature[] }>(
  question: string,
  candidates: readonly Candidate[],
): { candidate: Candidate; phrasing: number; likeness: number } | undefined {
  const asked = signQuestion(question);
  let best: { candidate: Candidate; phrasing: number; likeness: number } | undefined;
  for (const candidate of candidates)
    candidate.phrasings.forEach((kept, phrasing) => {
      const likeness = likenessOf(asked, kept);
      if (likeness > (best?.likeness ?? 0)) best = { candidate, phrasing, likeness };
    });
  return best;
}
