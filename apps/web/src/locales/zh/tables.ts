import type { tables as en } from '../en/tables.ts';
import type { Texts } from '../texts.ts';

export const tables: Texts<typeof en> = {
  label: '由表格“{{table}}”计算得出',
  result: '结果',
  noRows: '没有符合条件的行。',
  truncated: '仅显示前 {{shown}} 行。',
  how: '计算方式',
  copy: '复制为 CSV',
  copied: '已复制',
  matched_one: '表格中有 {{shown}} 行符合条件。',
  matched_other: '表格中有 {{shown}} 行符合条件。',
  byRules: '查询由问题中的词语直接得出。',
  byModel: '查询由语言模型写出，并已按列核对。',
  rows: '所依据的行',
  firstRows: '所依据的前几行',
};
