import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const rewriteTexts: ComponentTexts = {
  en: {
    name: 'Rewrite question',
    description:
      'Words the question so that it stands alone, or in another way where a search found nothing. After the last round it goes on by its other way.',
    needs: 'One short model call. Without a chat model, it adds the question before to one that leans on it.',
  },
  fr: {
    name: 'Reformuler la question',
    description:
      'Formule la question de façon autonome, ou autrement lorsqu’une recherche n’a rien donné. Après le dernier tour, elle poursuit par l’autre chemin.',
    needs:
      'Un court appel de modèle. Sans modèle de chat, la question précédente est ajoutée à celle qui en dépend.',
  },
  zh: {
    name: '改写问题',
    description: '把问题改写为可独立理解的表述，或在搜索无结果时换一种说法。达到轮数后沿另一条路径继续。',
    needs: '一次简短的模型调用。没有聊天模型时，为依赖上文的问题补上前一个问题。',
  },
  'zh-TRADITIONAL': {
    name: '改寫問題',
    description: '把問題改寫為可獨立理解的表述，或在搜尋無結果時換一種說法。達到輪數後沿另一條路徑繼續。',
    needs: '一次簡短的模型呼叫。沒有聊天模型時，為依賴上文的問題補上前一個問題。',
  },
};

export const rewriteOptionTexts = {
  loop: {
    en: { label: 'Loop', description: 'Most rounds for one message of the person.' },
    fr: { label: 'Tours', description: 'Nombre maximal de tours pour un même message.' },
    zh: { label: '循环', description: '针对用户的一条消息最多改写的轮数。' },
    'zh-TRADITIONAL': { label: '迴圈', description: '針對使用者的一則訊息最多改寫的輪數。' },
  },
} satisfies Record<string, OptionTexts>;
