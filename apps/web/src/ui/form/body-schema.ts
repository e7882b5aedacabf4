import type { Endpoint } from '@lectern/contract';
import i18next from 'i18next';
import type { z } from 'zod';
import { formatNumber } from '../format/formats.ts';

export type FieldLimits = { maxLength?: number; min?: number; max?: number; maxTags?: number };

/** The parts of a schema's definition that are read here, over all kinds of schemas. */
type Definition = {
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
};

function definitionOf(schema: z.ZodType): Definition {
  return schema.def as unknown as Definition;
}

/** The smaller of two limits, either of which may be missing. */
function stricter(a: FieldLimits, b: FieldLimits): FieldLimits {
  const limits = { ...a, ...b };
  for (const key of ['maxLength', 'max'] as const)
    if (a[key] !== undefined && b[key] !== undefined) limits[key] = Math.min(a[key], b[key]);
  return limits;
}

/** The limits that a schema states, through `optional`, `nullable`, `default` and `pipe`. */
function readLimits(schema: z.ZodType): FieldLimits {
  const { innerType, in: input, out, element } = definitionOf(schema);
  if (innerType) return readLimits(innerType);
  if (input && out) return stricter(readLimits(input), readLimits(out));
  const { maxLength, minValue, maxValue } = schema as unknown as Record<string, number | null | undefined>;
  if (element) {
    const check = schema.def.checks?.find((one) => 'maximum' in one._zod.def);
    return check ? { maxTags: (check._zod.def as unknown as { maximum: number }).maximum } : {};
  }
  return {
    ...(typeof maxLength === 'number' ? { maxLength } : {}),
    ...(isBound(minValue) ? { min: minValue } : {}),
    ...(isBound(maxValue) ? { max: maxValue } : {}),
  };
}

/** Zod gives whole numbers the safe range, which is no limit that a person meets. */
function isBound(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

/** The schema at a dotted path, such as `retrieval.topN` or `variables.0.key`. */
function findSchema(schema: z.ZodType, path: string): z.ZodType | undefined {
  let found: z.ZodType | undefined = schema;
  for (const key of path.split('.')) {
    while (found && definitionOf(found).innerType) found = definitionOf(found).innerType;
    if (!found) return undefined;
    const { shape, element }: Definition = definitionOf(found);
    found = shape ? shape[key] : element;
  }
  return found;
}

/** The limits of a field; none for one that the schema does not have. */
export function limitsIn(schema: z.ZodType | undefined, path: string): FieldLimits {
  const found = schema && findSchema(schema, path);
  return found ? readLimits(found) : {};
}

/** The limits of a field of the endpoint's body. */
export function limitsOf(endpoint: Endpoint, path: string): FieldLimits {
  return limitsIn(endpoint.body, path);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  );
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)?.[key], body);
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown, limits: FieldLimits): string {
  if (isEmpty(value)) return i18next.t('validation.required');
  if (issue.code === 'invalid_format' && issue.format === 'email') return i18next.t('validation.email');
  if (issue.code === 'invalid_format' && issue.format === 'url') return i18next.t('validation.url');
  if (typeof value === 'number' && limits.min !== undefined && limits.max !== undefined)
    return i18next.t('validation.between', {
      min: formatNumber(limits.min, i18next.language),
      max: formatNumber(limits.max, i18next.language),
    });
  if (issue.code === 'too_big' && typeof value === 'string')
    return i18next.t('validation.tooLong', { max: formatNumber(Number(issue.maximum), i18next.language) });
  if (issue.code === 'too_big' && Array.isArray(value))
    return i18next.t('validation.tooMany', { max: formatNumber(Number(issue.maximum), i18next.language) });
  return i18next.t('validation.invalid');
}

/** What keeps a body from being sent: one sentence for each wrong field, by its dotted path. */
export function findBodyErrors(endpoint: Endpoint, body: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const issue of endpoint.body?.safeParse(body).error?.issues ?? []) {
    const path = issue.path.join('.');
    errors[path] ??= describeIssue(issue, valueAt(body, issue.path), limitsOf(endpoint, path));
  }
  return errors;
}
