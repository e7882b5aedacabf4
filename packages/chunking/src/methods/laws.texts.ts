import type { MethodTexts } from '../texts.ts';

export const lawsTexts: MethodTexts = {
  en: {
    name: 'Laws',
    description:
      'One chunk per article, with its title, chapter and section. Recognises French, English and Chinese numbering, even in plain text.',
    use: 'Bylaws, statutes, contracts: anything cited by article.',
  },
  fr: {
    name: 'Lois et règlements',
    description:
      'Un article par fragment, avec le titre, le chapitre et la section dont il relève. Les numérotations française, anglaise et chinoise sont reconnues, même en texte simple.',
    use: 'Règlements, lois, contrats : tout ce que l’on cite par article.',
  },
  zh: {
    name: '法规',
    description: '每条一个分块，并带有所属的编、章、节。可识别法文、英文和中文编号，即使只是普通文本。',
    use: '规章、法律、合同：凡是按条引用的文本。',
  },
  'zh-TRADITIONAL': {
    name: '法規',
    description: '每條一個分塊，並帶有所屬的編、章、節。可識別法文、英文和中文編號，即使只是普通文本。',
    use: '規章、法律、合同：凡是按條引用的文本。',
  },
};
