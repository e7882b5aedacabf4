import type { Json, Language } from '@lectern/contract';

/** The codes of the World Meteorological Organization that the service uses, up to the first number of each row. */
const rows: [upTo: number, words: Record<Language, string>][] = [
  [0, { en: 'clear', fr: 'ciel dégagé', zh: '晴', 'zh-TRADITIONAL': '晴' }],
  [2, { en: 'partly cloudy', fr: 'partiellement nuageux', zh: '少云', 'zh-TRADITIONAL': '少雲' }],
  [3, { en: 'overcast', fr: 'couvert', zh: '阴', 'zh-TRADITIONAL': '陰' }],
  [48, { en: 'fog', fr: 'brouillard', zh: '雾', 'zh-TRADITIONAL': '霧' }],
  [55, { en: 'drizzle', fr: 'bruine', zh: '毛毛雨', 'zh-TRADITIONAL': '毛毛雨' }],
  [57, { en: 'freezing drizzle', fr: 'bruine verglaçante', zh: '冻毛毛雨', 'zh-TRADITIONAL': '凍毛毛雨' }],
  [65, { en: 'rain', fr: 'pluie', zh: '雨', 'zh-TRADITIONAL': '雨' }],
  [67, { en: 'freezing rain', fr: 'pluie verglaçante', zh: '冻雨', 'zh-TRADITIONAL': '凍雨' }],
  [77, { en: 'snow', fr: 'neige', zh: '雪', 'zh-TRADITIONAL': '雪' }],
  [82, { en: 'rain showers', fr: 'averses', zh: '阵雨', 'zh-TRADITIONAL': '陣雨' }],
  [86, { en: 'snow showers', fr: 'averses de neige', zh: '阵雪', 'zh-TRADITIONAL': '陣雪' }],
  [99, { en: 'thunderstorm', fr: 'orage', zh: '雷暴', 'zh-TRADITIONAL': '雷暴' }],
];

export function describeWeather(code: Json | undefined, language: string): string {
  const words = typeof code === 'number' ? rows.find(([upTo]) => code <= upTo)?.[1] : undefined;
  return words === undefined ? '' : (words[language as Language] ?? words.en);
}
