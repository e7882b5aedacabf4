import type { Json } from '@lectern/contract';

export const variableTypes = ['text', 'number', 'boolean', 'list', 'object'] as const;
export type VariableType = (typeof variableTypes)[number];

/** The type that a variable begins with. */
export function typeOfValue(value: Json): VariableType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'list';
  return value !== null && typeof value === 'object' ? 'object' : 'text';
}

/** The first value of a variable whose type was changed: what it was, as far as it can be read so. */
export function convertValue(value: Json, type: VariableType): Json {
  switch (type) {
    case 'number':
      return Number(value) || 0;
    case 'boolean':
      return value === true || value === 'true';
    case 'list':
      return Array.isArray(value) ? value : value === '' || value === null ? [] : [value];
    case 'object':
      return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
    default:
      return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  }
}

/** Undefined where a text is no list or object. */
export function parseValue(text: string, type: 'list' | 'object'): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeOfValue(value) === type ? value : undefined;
  } catch {
    return undefined;
  }
}

export const keyPattern = /^[a-z][a-z0-9_]{0,63}$/;

/** A name that no variable has yet. */
export function freeKey(keys: readonly string[]): string {
  for (let number = keys.length + 1; ; number++)
    if (!keys.includes(`variable_${number}`)) return `variable_${number}`;
}
