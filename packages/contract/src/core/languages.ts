/** Interface languages; `en` is the fallback. The value is what is under the key `lng`. */
export const languages = ['en', 'fr', 'zh', 'zh-TRADITIONAL'] as const;
export type Language = (typeof languages)[number];

/** The best interface language for an `Accept-Language` header or a browser's language list. */
export function matchLanguage(wanted: string | undefined | null): Language {
  for (const part of (wanted ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? '';
    if (tag === 'zh-traditional' || /^zh-(hant|tw|hk|mo)/.test(tag)) return 'zh-TRADITIONAL';
    if (tag.startsWith('zh')) return 'zh';
    if (tag.startsWith('fr')) return 'fr';
    if (tag.startsWith('en')) return 'en';
  }
  return 'en';
}
