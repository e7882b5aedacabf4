import type { Language } from '@lectern/contract';
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
  const text = await ask({
    system:
      'List up to five search terms for the question: names, technical terms and synonyms that a document answering it would use. One line, separated by commas, in the language of the question. Nothing else.',
    prompt: question,
    maxTokens: 80,
  });
  const terms = text
    ?.split('\n')[0]
    ?.trim()
    .replace(/[,，、;；]+\s*/g, ' ');
  return terms ? [{ text: terms.slice(0, longestVariant), kind: 'keywords' }] : [];
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
