import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { Language } from '../languages.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { zh } from './zh.ts';
import { zhTraditional } from './zh-traditional.ts';

/** A code without a text in each language does not compile. */
const texts: Record<Language, Record<ErrorCode, string>> = { en, fr, zh, 'zh-TRADITIONAL': zhTraditional };

/** The sentence for a code, `{name}` filled from the details; a detail that is missing leaves nothing behind. */
export function errorText(code: ErrorCode, language: Language, details: ErrorDetails = {}): string {
  return texts[language][code].replace(/\{(\w+)\}/g, (_, key: string) => String(details[key] ?? '')).trim();
}
