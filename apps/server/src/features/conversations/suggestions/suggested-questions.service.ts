import { analyzeQuery, guessStemLanguage, tokenize } from '@lectern/text-analysis';
import type { Tx } from '../../../platform/database/database.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { listContentStamps, listQuestionSources, type QuestionSource } from './suggested-question.queries.ts';

type Suggestion = { question: string; documentName: string };

const shown = 4;
const ofEachDocument = 2;
const reads = { maxDocuments: 8, maxChunks: 120 };
const maxKept = 500;

/** By knowledge base, as long as its documents stay the same. */
const kept = new Map<string, { stamp: string; suggestions: Suggestion[] }>();

const letters = /\p{L}/gu;
/** Headings that every document has tell nothing of this one. */
const general =
  /^(table of )?contents$|^(introduction|conclusions?|references|abstract|summary|index|appendix|annex|figures?|tables?|notes?|overview|preface|what['’]s new|reminders|nouveautés|acknowledge?ments|table des matières|sommaire|annexes?|résumé|remerciements|bibliographie|目录|目錄|前言|引言|参考文献|參考文獻|附录|附錄|摘要|结论|結論)\b/iu;

/** Frequent characters that only traditional writing has. */
const traditional = /[關於們個這時會國說學對長東車門見體萬與產業為點現經]/u;

/** A sentence of some length: a table, a list of names or a title page answers nothing in words. */
const prose = /[\p{L}\d,;()’'“”«» -]{80,}[.!?]|[\p{Script=Han}，、“”]{24,}。/u;

/** “3.2 Paying taxes:” → “Paying taxes”; undefined for what makes no question. */
function cleanHeading(heading: string): string | undefined {
  const clean = heading
    .replace(/\s+/gu, ' ')
    .replace(
      /^((chapter|section|part|annex|chapitre|partie|annexe)\s+)?([\divxIVX]{1,5}[.)、:：-]?)+\s+([–—-]\s+)?/iu,
      '',
    )
    .replace(/[\s.:：;,–-]+$/u, '')
    .trim();
  const size = clean.match(letters)?.length ?? 0;
  const isHan = /\p{Script=Han}/u.test(clean);
  if (size < (isHan ? 3 : 8) || clean.length > 70 || size / clean.length < 0.6) return undefined;
  if (general.test(clean) || (!isHan && !clean.includes(' '))) return undefined;
  return clean;
}

/** In the language of the document, not of the reader: that is what its passages are found by. */
function askAbout(heading: string, { text }: QuestionSource): string | undefined {
  if (/\p{Script=Han}/u.test(heading))
    return traditional.test(text) ? `關於「${heading}」，文件中怎麼說？` : `关于“${heading}”，文件中怎么说？`;
  // Our sentence around a heading of another language would be found by nobody.
  if (!/^[\p{Script=Latin}\P{L}]+$/u.test(heading)) return undefined;
  const language = guessStemLanguage(tokenize(`${heading} ${text}`));
  if (language === 'fr') return `Que dit le document sur « ${heading} » ?`;
  return language === 'en' ? `What does the document say about “${heading}”?` : undefined;
}

/** `asked`: in these very words, by the document or by the model that enriched it. */
function suggestFrom(source: QuestionSource): { question: string; asked: boolean } | undefined {
  const [own] = source.questions;
  if (own !== undefined) return own.length <= 120 ? { question: own, asked: true } : undefined;
  const written = source.headingPath.at(-1) ?? '';
  const heading = written === source.title ? undefined : cleanHeading(written);
  if (heading === undefined || !prose.test(source.text)) return undefined;
  if (/[?？]$/u.test(heading)) return { question: heading, asked: true };
  const question = askAbout(heading, source);
  return question === undefined ? undefined : { question, asked: false };
}

/** Questions that are asked in so many words first; a few of each document. */
export function chooseSuggestions(sources: readonly QuestionSource[]): Suggestion[] {
  const found = new Map<string, Suggestion & { asked: boolean }>();
  const taken = new Map<string, number>();
  for (const source of sources) {
    const { documentName } = source;
    const suggestion = suggestFrom(source);
    const count = taken.get(documentName) ?? 0;
    if (!suggestion || found.has(suggestion.question) || count >= ofEachDocument) continue;
    taken.set(documentName, count + 1);
    found.set(suggestion.question, { ...suggestion, documentName });
  }
  return [...found.values()]
    .sort((a, b) => Number(b.asked) - Number(a.asked))
    .map(({ question, documentName }) => ({ question, documentName }));
}

/** A suggestion with more of its words in the question asks the same again. */
const mostShared = 0.6;

/** Without the suggestions that ask again what was asked. */
export function leaveOutAsked(suggestions: readonly Suggestion[], asked: string): Suggestion[] {
  const termsOf = (text: string) => analyzeQuery(text).map(({ forms }) => forms[0] as string);
  const known = new Set(termsOf(asked));
  return suggestions.filter(({ question }) => {
    const terms = termsOf(question);
    return terms.filter((term) => known.has(term)).length <= terms.length * mostShared;
  });
}

async function suggestOf(tx: Tx, id: string, stamp: string): Promise<Suggestion[]> {
  const known = kept.get(id);
  if (known?.stamp === stamp) return known.suggestions;
  const suggestions = chooseSuggestions(await listQuestionSources(tx, id, reads)).slice(0, shown);
  if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string);
  kept.set(id, { stamp, suggestions });
  return suggestions;
}

/** A few questions that the documents of these knowledge bases answer, of each in turn; no model is called. */
export async function suggestQuestions(tx: Tx, bases: readonly KnowledgeBaseRow[]): Promise<Suggestion[]> {
  if (bases.length === 0) return [];
  const stamps = await listContentStamps(
    tx,
    bases.map(({ id }) => id),
  );
  const lists: Suggestion[][] = [];
  for (const { id } of bases) {
    const stamp = stamps.get(id);
    if (stamp !== undefined) lists.push(await suggestOf(tx, id, stamp));
    if (lists.flat().length >= shown * 2) break;
  }
  const inTurn = Array.from({ length: shown }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  return inTurn.flat().slice(0, shown);
}
