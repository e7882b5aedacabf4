import type { MethodTexts } from '../texts.ts';

export const tableTexts: MethodTexts = {
  en: {
    name: 'Table',
    description:
      'One chunk per row, with each value next to its column name. Numbers, dates and yes/no values are recognised, so questions can count and compare them.',
    use: 'Registers, price lists, inventories: sheets with a header row.',
  },
  fr: {
    name: 'Tableau',
    description:
      'Une ligne par fragment, chaque valeur à côté du nom de sa colonne. Nombres, dates et oui/non sont reconnus : les questions peuvent les compter et les comparer.',
    use: 'Registres, tarifs, inventaires : feuilles avec une ligne d’en-tête.',
  },
  zh: {
    name: '表格',
    description: '每行一个分块，每个值都带有列名。可识别数字、日期和是否值，因此可以对其计数和比较。',
    use: '登记表、价目表、清单：带表头的工作表。',
  },
  'zh-TRADITIONAL': {
    name: '表格',
    description: '每行一個分塊，每個值都帶有列名。可識別數字、日期和是否值，因此可以對其計數和比較。',
    use: '登記表、價目表、清單：帶表頭的工作表。',
  },
};
