import type { Language } from '@lectern/contract';
import { analyzeQuery } from '@lectern/text-analysis';
import type { AskModel } from '../ask-model.ts';

const longestVariant = 500;

/** What a model is told to call each language. */
const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'French',
  zh: 'Simplified Chinese',
  'zh-TRADITIONAL': 'Traditional Chinese',
};

export type SearchVariant = { text: string; kind: 'keywords' | 'translation' | 'retry' };

/** The words that matter for finding an answer, as one more search. */
export async function extractKeywords(question: string, ask: AskModel): Promise<SearchVariant[]> {
  const terms = await askForKeywords(question, 5, ask);
  return terms ? [{ text: terms.join(' ').slice(0, longestVariant), kind: 'keywords' }] : [];
}

/** The words that matter in a text, at most `count`. Without a model: its own content words, rare ones first. */
export async function listKeywords(text: string, count: number, ask: AskModel): Promise<string[]> {
  const asked = await askForKeywords(text, count, ask);
  const byWords = () =>
    analyzeQuery(text)
      .filter(({ supporting }) => !supporting)
      .sort((a, b) => b.count * b.weight - a.count * a.weight)
      .map(({ forms }) => forms[0] as string);
  return (asked ?? byWords()).slice(0, count);
}

/** Undefined without a model, or where it names none. */
async function askForKeywords(text: string, count: number, ask: AskModel): Promise<string[] | undefined> {
  const reply = await ask({
    system: `List up to ${count} search terms for the question: names, technical terms and synonyms that a document answering it would use. One line, separated by commas, in the language of the question. Nothing else.`,
    prompt: text,
    maxTokens: 16 * Math.max(5, count),
  });
  const terms = (reply?.trim().split('\n')[0] ?? '')
    .split(/[,，、;；]/)
    .map((term) => term.trim())
    .filter(Boolean);
  return terms.length > 0 ? terms : undefined;
}

/** The question in other languages, one search each; a language that the model leaves out is not searched in. */
export async function translateQuestion(
  question: string,
  languages: readonly Language[],
  ask: AskModel,
): Promise<SearchVariant[]> {
  if (languages.length === 0) return [];
  const text = await ask({
    system: `Translate the question into ${languages.map((language) => languageNames[language]).join(', ')}: one line for each language in this order, without its name. Nothing else.`,
    prompt: question,
    maxTokens: 120 * languages.length,
  });
  const lines = (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines
    .slice(0, languages.length)
    .filter((line) => line !== question.trim())
    .map((line) => ({ text: line.slice(0, longestVariant), kind: 'translation' }));
}

/** Another wording for a search that found too little. */
export async function rewordQuestion(question: string, ask: AskModel): Promise<SearchVariant | undefined> {
  const text = await ask({
    system:
      'A search for the question found nothing relevant. Write one other wording of it, with the terms that a document would use. Keep its language. One line, nothing else.',
    prompt: question,
    maxTokens: 120,
  });
  const line = text?.split('\n')[0]?.trim();
  return line && line !== question.trim()
    ? { text: line.slice(0, longestVariant), kind: 'retry' }
    : undefined;
}
