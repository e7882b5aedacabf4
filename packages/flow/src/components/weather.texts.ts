import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const weatherTexts: ComponentTexts = {
  en: {
    name: 'Weather',
    description: 'Gives the weather of a place now, or its forecast by day, from Open-Meteo.',
    needs: 'No key. The forecast reaches 16 days at most: for 30 days, it gives those 16.',
  },
  fr: {
    name: 'Météo',
    description: 'Donne le temps qu’il fait à un endroit, ou ses prévisions par jour, d’après Open-Meteo.',
    needs: 'Aucune clé. Les prévisions couvrent 16 jours au plus : pour 30 jours, ces 16 jours sont donnés.',
  },
  zh: {
    name: '天气',
    description: '给出某地当前天气或逐日预报，数据来自 Open-Meteo。',
    needs: '无需密钥。预报最多 16 天：选择 30 天时给出这 16 天。',
  },
  'zh-TRADITIONAL': {
    name: '天氣',
    description: '給出某地目前天氣或逐日預報，資料來自 Open-Meteo。',
    needs: '無需金鑰。預報最多 16 天：選擇 30 天時給出這 16 天。',
  },
};

export const weatherOptionTexts = {
  place: {
    en: { label: 'Place', description: 'Left empty, the person’s latest message.' },
    fr: { label: 'Lieu', description: 'S’il est vide, le dernier message de la personne.' },
    zh: { label: '地点', description: '留空时使用用户的最新消息。' },
    'zh-TRADITIONAL': { label: '地點', description: '留空時使用使用者的最新訊息。' },
  },
  period: {
    en: {
      label: 'Period',
      choices: {
        now: 'Now',
        '3d': '3 days',
        '7d': '7 days',
        '10d': '10 days',
        '15d': '15 days',
        '30d': '30 days',
      },
    },
    fr: {
      label: 'Période',
      choices: {
        now: 'Maintenant',
        '3d': '3 jours',
        '7d': '7 jours',
        '10d': '10 jours',
        '15d': '15 jours',
        '30d': '30 jours',
      },
    },
    zh: {
      label: '时段',
      choices: { now: '现在', '3d': '3 天', '7d': '7 天', '10d': '10 天', '15d': '15 天', '30d': '30 天' },
    },
    'zh-TRADITIONAL': {
      label: '時段',
      choices: { now: '現在', '3d': '3 天', '7d': '7 天', '10d': '10 天', '15d': '15 天', '30d': '30 天' },
    },
  },
} satisfies Record<string, OptionTexts>;
