import type { Json } from '@lectern/contract';
import { asReference } from '../graph/references.ts';
import type { Remark } from './import-report.ts';

const references = /\{\{[^{}]+\}\}/g;

/**
 * A statement with our references in it as one whose values come in as parameters: what a person says must not become
 * part of the statement.
 */
export function readStatement(text: string): {
  sql: string;
  parameters: Json[];
  remarks: (Remark | false)[];
} {
  const statements = text
    .replace(/```(?:sql)?/gi, '')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean);
  const [first = ''] = statements;
  // Written while it runs: here, only values are.
  if (asReference(first)) return { sql: '', parameters: [], remarks: ['database', 'statement'] };
  const values: string[] = [];
  const place = (reference: string): string => {
    if (!values.includes(reference)) values.push(reference);
    return `$${values.indexOf(reference) + 1}`;
  };
  const sql = first.replace(/'(?:[^']|'')*'|\{\{[^{}]+\}\}/g, (piece) =>
    piece.startsWith("'") ? writeLiteral(piece.slice(1, -1), place) : place(piece),
  );
  return {
    sql,
    parameters: values.map((value, i) => ({ id: `p${i + 1}`, value })),
    remarks: ['database', statements.length > 1 && 'first_only'],
  };
}

/** `'%{{begin.city}}%'` as `('%' || $1::text || '%')`. */
function writeLiteral(inner: string, place: (reference: string) => string): string {
  if (inner.match(references)?.length === 1 && inner.replace(references, '') === '') return place(inner);
  const parts = inner.split(/(\{\{[^{}]+\}\})/).filter(Boolean);
  if (!parts.some((part) => part.startsWith('{{'))) return `'${inner}'`;
  return `(${parts.map((part) => (part.startsWith('{{') ? `${place(part)}::text` : `'${part}'`)).join(' || ')})`;
}
