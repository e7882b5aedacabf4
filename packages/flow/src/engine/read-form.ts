import type { Json } from '@lectern/contract';
import type { FormInput } from './state.ts';

const longestText = 20_000;

/** The values of a form that was filled in, or the first field that is missing or of another type. */
export function readForm(
  fields: readonly FormInput[],
  given: Json | undefined,
):
  | { values: Record<string, Json>; wrong?: undefined }
  | { values?: undefined; wrong: FormInput | undefined } {
  if (given === undefined || given === null || typeof given !== 'object' || Array.isArray(given))
    return { wrong: fields[0] };
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = readValue(field, Object.hasOwn(given, field.key) ? (given[field.key] ?? '') : '');
    if (value === undefined) return { wrong: field };
    values[field.key] = value;
  }
  return { values };
}

/** Numbers and yes or no may come as text: a chat or a webhook knows nothing else. */
function readValue({ type, required, choices }: FormInput, value: Json): Json | undefined {
  if (type === 'boolean') return readBoolean(value);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
  if (text === undefined || text.length > longestText) return undefined;
  if (text === '') return required ? undefined : '';
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type === 'choice') return choices?.includes(text) ? text : undefined;
  return text;
}

/** A box that was not touched is not ticked. */
function readBoolean(value: Json): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' || value === '' ? false : undefined;
}
