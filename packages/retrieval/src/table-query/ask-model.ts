import type { TableQuery } from '@lectern/contract';
import { type CheckedQuery, checkTableQuery } from './check-query.ts';
import type { QueryTable } from './table.ts';

const longestExample = 40;

const instructions = `You turn a question into a query over one table, or say that it is none.
Answer with one JSON object and nothing else.
If the question cannot be answered by filtering, counting, adding up, averaging or sorting rows of one of the tables, answer {"refuse": true}.
Else answer {"table": number, "select": [{"column": key or null, "aggregate": null or "count", "sum", "avg", "min", "max", "count_distinct"}], "where": [{"column": key, "op": "=", "!=", "<", "<=", ">", ">=", "contains", "in" or "is_empty", "value": value}], "match": "all" or "any", "groupBy": [key], "orderBy": [{"column": key or null, "aggregate": as in select, "direction": "asc" or "desc"}], "limit": number up to 200}.
Use only the keys listed. Dates are ISO 8601; "2024" or "2024-03" compares with the year or month. For "is_empty" the value is true or false. {"column": null, "aggregate": "count"} counts rows. Select the columns that name the rows as well as those asked for. Where a table cannot tell, refuse.`;

/** What a model is told of the tables, and the question. Tables go by number: no other can be named. */
export function writeQueryPrompt(
  question: string,
  tables: readonly QueryTable[],
  today: string,
): { system: string; prompt: string } {
  const described = tables.map((table, index) => {
    const columns = table.columns.map(({ key, name, type, synonyms, examples }) => {
      const also = synonyms.length > 0 ? `, also called ${synonyms.join(', ')}` : '';
      const such = examples.slice(0, 5).map((example) => JSON.stringify(example.slice(0, longestExample)));
      return `- ${key}: ${type}, "${name}"${also}${such.length > 0 ? `; such as ${such.join(', ')}` : ''}`;
    });
    return `Table ${index + 1}: "${table.name}" of the document "${table.documentName}", ${table.rowCount} rows\n${columns.join('\n')}`;
  });
  return {
    system: instructions,
    prompt: `${described.join('\n\n')}\n\nToday is ${today}.\nQuestion: ${question}`,
  };
}

/** What the second attempt is told besides. */
export function writeRetry(prompt: string, answer: string, problem: string): string {
  return `${prompt}\n\nYour answer was: ${answer.slice(0, 2_000)}\nIt cannot be used: ${problem}. Answer anew.`;
}

/** The query in a model's answer; `refused` where it says that the question is none. */
export function readQueryAnswer(
  answer: string,
  tables: readonly QueryTable[],
): CheckedQuery | { refused: true; problem?: undefined; query?: undefined } {
  const json = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { problem: 'it is not JSON' };
  }
  if (typeof value !== 'object' || value === null) return { problem: 'it is not a JSON object' };
  if ('refuse' in value) return { refused: true };
  const { table, ...rest } = value as { table?: unknown } & Partial<TableQuery>;
  const chosen = typeof table === 'number' ? tables[table - 1] : undefined;
  if (!chosen) return { problem: 'table: there is no table of that number' };
  return checkTableQuery({ ...rest, tableId: chosen.id }, tables);
}
