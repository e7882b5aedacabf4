import type { TableAnswer } from '@lectern/contract';

/** A table that may be asked about, as a question sees it. */
export type QueryTable = {
  id: string;
  name: string;
  /** Of the document, without its ending. */
  documentName: string;
  rowCount: number;
  columns: {
    /** Its name in a query; unique in the table. */
    key: string;
    name: string;
    type: TableAnswer['columns'][number]['type'];
    synonyms: string[];
    examples: string[];
  }[];
};

export type QueryColumn = QueryTable['columns'][number];

export function isNumeric(column: QueryColumn): boolean {
  return column.type === 'integer' || column.type === 'number';
}

export function findColumn(table: QueryTable, key: string): QueryColumn | undefined {
  return table.columns.find((column) => column.key === key);
}
