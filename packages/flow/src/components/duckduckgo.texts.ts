import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const duckduckgoTexts: ComponentTexts = {
  en: {
    name: 'DuckDuckGo',
    description: 'Searches web pages or news with DuckDuckGo.',
    needs: 'No key. After many searches DuckDuckGo may answer none for a while, and then the step fails.',
  },
  fr: {
    name: 'DuckDuckGo',
    description: 'Recherche des pages ou des actualités avec DuckDuckGo.',
    needs:
      'Aucune clé. Après de nombreuses recherches, DuckDuckGo peut cesser de répondre un moment : l’étape échoue alors.',
  },
  zh: {
    name: 'DuckDuckGo',
    description: '使用 DuckDuckGo 搜索网页或新闻。',
    needs: '无需密钥。搜索过多时 DuckDuckGo 可能暂时不作答，此时步骤会失败。',
  },
  'zh-TRADITIONAL': {
    name: 'DuckDuckGo',
    description: '使用 DuckDuckGo 搜尋網頁或新聞。',
    needs: '無需金鑰。搜尋過多時 DuckDuckGo 可能暫時不作答，此時步驟會失敗。',
  },
};

export const duckduckgoOptionTexts = {
  channel: {
    en: { label: 'Channel', choices: { text: 'Web pages', news: 'News' } },
    fr: { label: 'Canal', choices: { text: 'Pages web', news: 'Actualités' } },
    zh: { label: '频道', choices: { text: '网页', news: '新闻' } },
    'zh-TRADITIONAL': { label: '頻道', choices: { text: '網頁', news: '新聞' } },
  },
} satisfies Record<string, OptionTexts>;
