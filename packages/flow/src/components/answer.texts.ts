import type { ComponentTexts, OptionTexts } from '../texts.ts';

export const answerTexts: ComponentTexts = {
  en: {
    name: 'Answer',
    description:
      'Shows what came before to the person and waits for their next message. With nothing after it, the run ends here.',
  },
  fr: {
    name: 'Réponse',
    description:
      'Affiche à la personne ce qui précède et attend son prochain message. Si rien ne suit, l’exécution s’arrête ici.',
  },
  zh: {
    name: '回答',
    description: '向用户显示前面的结果，并等待其下一条消息。其后没有节点时，运行到此结束。',
  },
  'zh-TRADITIONAL': {
    name: '回答',
    description: '向使用者顯示前面的結果，並等待其下一則訊息。其後沒有節點時，執行到此結束。',
  },
};

export const contentTexts: OptionTexts = {
  en: { label: 'Text', description: 'Left empty, the text of the step before is shown.' },
  fr: { label: 'Texte', description: 'S’il est vide, le texte de l’étape précédente est affiché.' },
  zh: { label: '文本', description: '留空时显示上一步的文本。' },
  'zh-TRADITIONAL': { label: '文字', description: '留空時顯示上一步的文字。' },
};
