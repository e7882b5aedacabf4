import type { MethodTexts } from '../texts.ts';

export const resumeTexts: MethodTexts = {
  en: {
    name: 'Résumé',
    description:
      'Extracts name, contact details, jobs, degrees and skills. Each job and degree becomes a chunk that names the person.',
    use: 'Applications, one person per file.',
  },
  fr: {
    name: 'CV',
    description:
      'Range nom, coordonnées, emplois, diplômes et compétences dans des champs. Chaque emploi et chaque diplôme devient un fragment qui nomme aussi la personne.',
    use: 'Les candidatures : une personne par fichier.',
  },
  zh: {
    name: '简历',
    description: '将姓名、联系方式、工作、学历和技能读入字段。每段工作和学历成为一个分块，并注明是谁。',
    use: '求职材料：每个文件一个人。',
  },
  'zh-TRADITIONAL': {
    name: '簡歷',
    description: '將姓名、聯系方式、工作、學歷和技能讀入欄位。每段工作和學歷成為一個分塊，並注明是誰。',
    use: '求職材料：每個文件一個人。',
  },
};
