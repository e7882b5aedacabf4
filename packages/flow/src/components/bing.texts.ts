import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const bingTexts: ComponentTexts = {
  en: {
    name: 'Bing',
    description: 'Searches web pages or news with the Bing Search API.',
    needs:
      'A subscription key, stored as a credential. Microsoft retired this service in August 2025; only subscriptions that it keeps still work.',
  },
  fr: {
    name: 'Bing',
    description: 'Recherche des pages ou des actualités avec l’API Bing Search.',
    needs:
      'Une clé d’abonnement, enregistrée comme identifiant. Microsoft a arrêté ce service en août 2025 ; seuls les abonnements maintenus fonctionnent encore.',
  },
  zh: {
    name: 'Bing',
    description: '使用 Bing 搜索 API 搜索网页或新闻。',
    needs: '作为凭据保存的订阅密钥。微软已于 2025 年 8 月停用此服务，仅其保留的订阅仍可使用。',
  },
  'zh-TRADITIONAL': {
    name: 'Bing',
    description: '使用 Bing 搜尋 API 搜尋網頁或新聞。',
    needs: '作為憑證儲存的訂閱金鑰。微軟已於 2025 年 8 月停用此服務，僅其保留的訂閱仍可使用。',
  },
};

export const bingOptionTexts = {
  channel: {
    en: { label: 'Channel', choices: { webpages: 'Web pages', news: 'News' } },
    fr: { label: 'Canal', choices: { webpages: 'Pages web', news: 'Actualités' } },
    zh: { label: '频道', choices: { webpages: '网页', news: '新闻' } },
    'zh-TRADITIONAL': { label: '頻道', choices: { webpages: '網頁', news: '新聞' } },
  },
} satisfies Record<string, OptionTexts>;
