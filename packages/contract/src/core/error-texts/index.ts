import type { ErrorCode, ErrorDetails } from '../errors.ts';
import type { Language } from '../languages.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { zh } from './zh.ts';
import { zhTraditional } from './zh-traditional.ts';

/** A code without a text in each language does not compile. */
const texts: Record<Language, Record<ErrorCode, string>> = { en, fr, zh, 'zh-TRADITIONAL': zhTraditional };

const locales: Record<Language, string> = { en: 'en', fr: 'fr', zh: 'zh-Hans', 'zh-TRADITIONAL': 'zh-Hant' };

/** 42 → “42 seconds”, 900 → “15 minutes”; never less than one has to wait. */
function formatWait(seconds: number, language: Language): string {
  const [value, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 2 * 3_600
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3_600), 'hour'];
  return new Intl.NumberFormat(locales[language], { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/**
 * The sentence for a code, `{name}` filled from the details; a detail that is missing leaves nothing behind. `{wait}` is
 * the detail `seconds` in words.
 */
export function errorText(code: ErrorCode, language: Language, details: ErrorDetails = {}): string {
  const fill = (key: string) =>
    key === 'wait' ? formatWait(Number(details.seconds), language) : String(details[key] ?? '');
  return texts[language][code].replace(/\{(\w+)\}/g, (_, key: string) => fill(key)).trim();
}
