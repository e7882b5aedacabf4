import type { MethodTexts } from '../texts.ts';

export const pictureTexts: MethodTexts = {
  en: {
    name: 'Picture',
    description: 'The text in the image, with the image itself. A vision model can describe it too.',
    use: 'Photos, diagrams, single scanned pages.',
  },
  fr: {
    name: 'Image',
    description:
      'Le texte trouvé sur l’image, avec l’image elle-même. Un modèle de vision la décrit en plus.',
    use: 'Photos, schémas, pages isolées numérisées.',
  },
  zh: {
    name: '图片',
    description: '图片上识别出的文字以及图片本身。视觉模型还会对其加以描述。',
    use: '照片、示意图、单页扫描件。',
  },
  'zh-TRADITIONAL': {
    name: '圖片',
    description: '圖片上識別出的文字以及圖片本身。視覺模型還會對其加以描述。',
    use: '照片、示意圖、單頁掃描件。',
  },
};
