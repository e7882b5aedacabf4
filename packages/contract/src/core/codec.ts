import { AppError } from './errors.ts';

/**
 * The one place where camelCase meets snake_case. Keys are converted at every depth, except inside
 * the records below, whose keys belong to the person who wrote them.
 */
const opaqueRecords = new Set([
  'metadata',
  'variables',
  'messages_by_key',
  'fieldValues',
  'field_values',
  'inputs',
  'outputs',
  'values',
]);

/** Nothing of the contract is half as deep; without an end, a body of brackets alone would exhaust the stack. */
const deepest = 64;

function convertKeys(value: unknown, convert: (key: string) => string, depth = 0): unknown {
  if (depth > deepest) throw new AppError('request.bad');
  if (Array.isArray(value)) return value.map((item) => convertKeys(item, convert, depth + 1));
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    // A plain assignment of "__proto__" would set the prototype.
    if (key === '__proto__') continue;
    result[convert(key)] = opaqueRecords.has(key) ? item : convertKeys(item, convert, depth + 1);
  }
  return result;
}

/** `topP` → `top_p`, `excelToHtml` → `excel_to_html`. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** `top_p` → `topP`. */
export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A value of the code as it goes over the wire. */
export function toWire(value: unknown): unknown {
  return convertKeys(value, snakeCase);
}

/** A value from the wire as the code reads it. Throws `request.bad` for one that is nested beyond reason. */
export function fromWire(value: unknown): unknown {
  return convertKeys(value, camelCase);
}
