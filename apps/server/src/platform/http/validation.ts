import {
  AppError,
  type ErrorDetails,
  type FieldReason,
  fieldText,
  isFieldReason,
  type Language,
  snakeCase,
} from '@lectern/contract';
import type { z } from 'zod';

/** A refused field as `details.fields` holds it until the caller's language is known. */
export type FieldIssue = { path: string; code: FieldReason; values?: ErrorDetails };

/** An answer names so many fields, and cuts what it repeats of the caller's own words. */
const maxFields = 20;
const maxPathLength = 120;
const maxAllowed = 30;

/** Deeper than anything of the contract; what lies below is refused by its schema. */
const deepestText = 64;
/** More than any body of the contract holds; validating them would keep everybody else waiting. */
const maxValues = 50_000;

/** NUL, or half a surrogate pair, wherever it hides: the database refuses both, as a fault of ours. */
function findUnusable(body: unknown): FieldReason | undefined {
  let values = 0;
  const look = (value: unknown, depth: number): FieldReason | undefined => {
    if (++values > maxValues) return 'too_complex';
    if (typeof value === 'string')
      return value.includes('\u0000') || !value.isWellFormed() ? 'control_character' : undefined;
    if (value === null || typeof value !== 'object') return undefined;
    if (depth > deepestText) return 'too_complex';
    for (const [key, item] of Object.entries(value)) {
      const found = look(key, depth + 1) ?? look(item, depth + 1);
      if (found) return found;
    }
    return undefined;
  };
  return look(body, 0);
}

/** One part of a request, checked. Throws `request.invalid`, and `route.not_found` for a path that names nothing. */
export function parsePart(
  schema: z.ZodType | undefined,
  value: unknown,
  part: 'path' | 'query' | 'body',
): unknown {
  if (!schema) return undefined;
  const unusable = findUnusable(value);
  const result = unusable ? undefined : schema.safeParse(value);
  if (result?.success) return result.data;
  if (part === 'path') throw new AppError('route.not_found');
  const fields = unusable
    ? [{ path: '', code: unusable }]
    : result?.error.issues.slice(0, maxFields).flatMap((issue) => toFieldIssues(issue, value));
  throw new AppError('request.invalid', { fields: fields?.slice(0, maxFields) });
}

function toFieldIssues(issue: z.core.$ZodIssue, body: unknown): FieldIssue[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, maxFields)
      .map((key) => ({ path: wirePath([...issue.path, key]), code: 'unknown' }));
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    body,
  );
  // The alternative that came furthest says more than "none of them".
  if (issue.code === 'invalid_union') {
    const [nearest] = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a));
    if (nearest && depthOf(nearest) > 0)
      return nearest.flatMap((inner) =>
        toFieldIssues({ ...inner, path: [...issue.path, ...inner.path] }, body),
      );
  }
  return [{ path: wirePath(issue.path), ...readReason(issue, value) }];
}

function depthOf(issues: z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map(({ path }) => path.length));
}

function wirePath(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === 'string' ? snakeCase(key) : String(key)))
    .join('.')
    .slice(0, maxPathLength);
}

const types: Partial<Record<string, FieldReason>> = {
  string: 'text',
  number: 'number',
  nan: 'number',
  int: 'whole_number',
  boolean: 'boolean',
  array: 'list',
  tuple: 'list',
  object: 'object',
  record: 'object',
};

const formats: Partial<Record<string, FieldReason>> = {
  email: 'email',
  url: 'link',
  uuid: 'id',
  date: 'date',
  datetime: 'time',
};

function readReason(issue: z.core.$ZodIssue, value: unknown): Omit<FieldIssue, 'path'> {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return { code: 'required' };
  switch (issue.code) {
    case 'invalid_type':
      return { code: types[issue.expected] ?? 'invalid' };
    case 'invalid_format':
      return { code: formats[issue.format] ?? 'invalid' };
    case 'invalid_value':
      return {
        code: 'not_allowed',
        values: { allowed: issue.values.slice(0, maxAllowed).map(String).join(', ') },
      };
    case 'too_small': {
      const few = { string: 'too_short', array: 'too_few', set: 'too_few' } as const;
      const code = few[issue.origin as keyof typeof few] ?? (issue.inclusive ? 'too_small' : 'not_above');
      return { code, values: { limit: String(issue.minimum) } };
    }
    case 'too_big': {
      const many = { string: 'too_long', array: 'too_many', set: 'too_many' } as const;
      const code = many[issue.origin as keyof typeof many] ?? (issue.inclusive ? 'too_large' : 'not_below');
      return { code, values: { limit: String(issue.maximum) } };
    }
    default:
      return { code: isFieldReason(issue.message) ? issue.message : 'invalid' };
  }
}

/** `details.fields` in the caller's language. */
export function describeFields(fields: unknown, language: Language) {
  return (Array.isArray(fields) ? (fields as FieldIssue[]) : []).map(({ path, code, values }) => ({
    path,
    code,
    message: fieldText(code, language, values),
  }));
}

/** What to say of the whole: which field it is and why, unless inputs are merely missing. */
export function summariseFields(
  fields: ReturnType<typeof describeFields>,
  language: Language,
): string | undefined {
  const wrong = fields.find(({ code }) => code !== 'required');
  return wrong && `${wrong.path || 'body'} ${wrong.message}${language.startsWith('zh') ? '。' : '.'}`;
}
