import type { ClaimStatus } from '@lectern/contract';
import { findSupportingQuote } from '../citations/supporting-quote.ts';
import { coverage, termSet } from '../overlap.ts';
import { findNumbersAndWords, isNegative } from './facts.ts';

export type ClaimVerdict = { status: Exclude<ClaimStatus, 'unsourced'>; reason: ClaimReason | null };
/** Why a claim is not fully supported, where that can be named. */
export type ClaimReason = 'number' | 'negation';

/** Shares of a statement's words that its sources must hold. Chosen on the development half of `bench:claims`. */
const wordThresholds = { sameWords: 0.8, supported: 0.6, partly: 0.4 };
/** The sentences that come nearest count for more than the rest of the passage. */
const quoteShare = 0.6;

const equally = () => 1;

/**
 * Holds a statement against the passages that it cites by their words alone: enough of its words must stand there, all
 * of its numbers, and no negation may come or go. It knows no synonyms, so a free paraphrase may count as partly
 * supported.
 */
export function checkByWords(statement: string, sources: readonly string[]): ClaimVerdict {
  const wanted = termSet(statement);
  const quotes = sources.map((source) => findSupportingQuote(statement, source).text);
  const cover = (texts: readonly string[]) =>
    coverage(wanted, new Map(texts.flatMap((text) => [...termSet(text)])), equally);
  const value = quoteShare * cover(quotes) + (1 - quoteShare) * cover(sources);
  const known = findNumbersAndWords(sources.join('\n'), { withOne: true });
  if ([...findNumbersAndWords(statement, { withOne: false })].some((number) => !known.has(number)))
    return { status: 'unsupported', reason: 'number' };
  if (value < wordThresholds.partly) return { status: 'unsupported', reason: null };
  const polarity = isNegative(statement);
  const isDenied = quotes.length > 0 && quotes.every((quote) => isNegative(quote) !== polarity);
  // In other words the same may be said with a negation and without: only nearly the same words contradict.
  if (isDenied && value >= wordThresholds.sameWords) return { status: 'unsupported', reason: 'negation' };
  if (isDenied) return { status: 'partly', reason: 'negation' };
  return { status: value < wordThresholds.supported ? 'partly' : 'supported', reason: null };
}
