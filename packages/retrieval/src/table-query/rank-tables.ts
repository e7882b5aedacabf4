import { analyzeDocument } from '@lectern/text-analysis';
import type { QueryTable } from './table.ts';

/** The tables that share most words with the question, in names, columns and examples; none that shares nothing. */
export function rankTables<T extends QueryTable>(question: string, tables: readonly T[], most: number): T[] {
  const wanted = new Set(analyzeDocument(question));
  return tables
    .map((table) => {
      const names = [
        table.name,
        table.documentName,
        ...table.columns.flatMap((c) => [c.name, ...c.synonyms]),
      ];
      const examples = table.columns.flatMap((column) => column.examples);
      const own = new Set(analyzeDocument(names.join('\n')));
      const cells = new Set(analyzeDocument(examples.join('\n')));
      let score = 0;
      for (const term of wanted) score += own.has(term) ? 1 : cells.has(term) ? 0.7 : 0;
      return { table, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ table }) => table);
}
