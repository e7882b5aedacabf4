import type { tables as en } from '../en/tables.ts';
import type { Texts } from '../texts.ts';

export const tables: Texts<typeof en> = {
  label: '由表格「{{table}}」計算得出',
  result: '結果',
  noRows: '沒有符合條件的列。',
  truncated: '僅顯示前 {{shown}} 列。',
  how: '計算方式',
  copy: '複製為 CSV',
  copied: '已複製',
  matched_one: '表格中有 {{shown}} 列符合條件。',
  matched_other: '表格中有 {{shown}} 列符合條件。',
  byRules: '查詢由問題中的詞語直接得出。',
  byModel: '查詢由語言模型寫出，並已按欄位核對。',
  rows: '所依據的列',
  firstRows: '所依據的前幾列',
};
