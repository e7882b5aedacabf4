import type { Language } from '@lectern/contract';
import type { OptionTexts } from '../texts.ts';

/** Languages that a step can be told to use. */
export const targetLanguages = [
  'en',
  'fr',
  'zh-Hans',
  'zh-Hant',
  'de',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'ru',
  'uk',
  'tr',
  'ar',
  'hi',
  'ja',
  'ko',
  'vi',
  'id',
] as const;

const locales: Record<Language, string> = {
  en: 'en',
  fr: 'fr',
  zh: 'zh-Hans',
  'zh-TRADITIONAL': 'zh-Hant',
};

/** Adds the names of the languages to the label of an option. */
export function mapChoices(
  texts: OptionTexts,
  codes: readonly string[] = targetLanguages,
  type: 'language' | 'region' = 'language',
): OptionTexts {
  const entries = Object.entries(locales).map(([language, locale]) => {
    const names = new Intl.DisplayNames([locale], { type, style: 'short' });
    const choices = Object.fromEntries(codes.map((code) => [code, capitalise(names.of(code) ?? code)]));
    return [language, { ...texts[language as Language], choices }];
  });
  return Object.fromEntries(entries) as OptionTexts;
}

const capitalise = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
