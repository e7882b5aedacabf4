import type { MethodTexts } from '../texts.ts';

export const presentationTexts: MethodTexts = {
  en: {
    name: 'Presentation',
    description: 'One chunk per slide, with its image, title and notes.',
    use: 'Slide decks and PDFs made from them.',
  },
  fr: {
    name: 'Présentation',
    description: 'Une diapositive par fragment, avec son image, son titre et ses notes.',
    use: 'Les diaporamas, et les PDF qui en sont tirés.',
  },
  zh: {
    name: '演示文稿',
    description: '每张幻灯片一个分块，带有图片、标题和备注。',
    use: '幻灯片，以及由其导出的 PDF。',
  },
  'zh-TRADITIONAL': {
    name: '簡報',
    description: '每張幻燈片一個分塊，帶有圖片、標題和備注。',
    use: '幻燈片，以及由其導出的 PDF。',
  },
};
