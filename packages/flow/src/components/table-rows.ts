import type { Json } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';
import { textOutput } from './outputs.ts';

export const foundPorts: FlowComponent['ports'] = [
  { id: 'out', texts: { en: 'Found', fr: 'Trouvé', zh: '已找到', 'zh-TRADITIONAL': '已找到' } },
  {
    id: 'nothing',
    texts: { en: 'Nothing found', fr: 'Rien trouvé', zh: '未找到', 'zh-TRADITIONAL': '未找到' },
  },
];

/** Of components that answer with a table. */
export const rowsOutputs: FlowComponent['outputs'] = [
  textOutput,
  {
    name: 'rows',
    type: 'list',
    texts: {
      en: 'The rows, each with its values by column',
      fr: 'Les lignes, chacune avec ses valeurs par colonne',
      zh: '各行，每行按列给出值',
      'zh-TRADITIONAL': '各列資料，每筆按欄位給出值',
    },
  },
  {
    name: 'count',
    type: 'number',
    texts: {
      en: 'How many rows there are',
      fr: 'Nombre de lignes',
      zh: '行数',
      'zh-TRADITIONAL': '筆數',
    },
  },
];

export function toRows(columns: readonly string[], rows: readonly Json[][]): Json[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null])));
}

/** A table as Markdown writes it. */
export function writeTable(columns: readonly string[], rows: readonly Json[][]): string {
  if (columns.length === 0) return '';
  const line = (cells: readonly Json[]) => `| ${cells.map(writeCell).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

const writeCell = (cell: Json) =>
  cell === null
    ? ''
    : String(cell)
        .replaceAll('|', '\\|')
        .replace(/\s*\n\s*/g, ' ');
