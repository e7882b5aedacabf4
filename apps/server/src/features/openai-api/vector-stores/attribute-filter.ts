import { type DocumentFilter, documentFilter } from '@lectern/contract';
import { z } from 'zod';
import { ForeignRefusal } from '../../../platform/http/foreign-api.ts';

const value = z.union([z.string(), z.number(), z.boolean()]);

const comparison = z.object({
  type: z.enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin']),
  key: z.string(),
  value: z.union([value, z.array(value)]),
});

/** Comparisons of attributes, or several of them. */
export const attributeFilter = z.union([
  comparison,
  z.object({ type: z.enum(['and', 'or']), filters: z.array(comparison).min(1) }),
]);

const operators = {
  eq: 'is',
  in: 'is',
  ne: 'is_not',
  nin: 'is_not',
  gte: 'at_least',
  lte: 'at_most',
} as const;

/** The same as a document filter: attributes are the metadata fields of the knowledge base, and `tag` its tags. */
export function toDocumentFilter(filter: z.output<typeof attributeFilter>): DocumentFilter {
  const isGroup = 'filters' in filter;
  const conditions = (isGroup ? filter.filters : [filter]).map(({ type, key, value: given }) => {
    if (type === 'gt' || type === 'lt')
      throw new ForeignRefusal('request.invalid', `'${type}' is not supported: use '${type}e'.`, {
        param: 'filters',
        reason: 'unsupported_parameter',
      });
    return {
      ...(key === 'tag' ? { property: 'tag' } : { property: 'field', field: key }),
      operator: operators[type],
      values: (Array.isArray(given) ? given : [given]).map(String),
    };
  });
  const read = documentFilter.safeParse({
    match: isGroup && filter.type === 'or' ? 'any' : 'all',
    conditions,
  });
  if (read.success) return read.data;
  throw new ForeignRefusal('request.invalid', 'The filter compares what cannot be compared so.', {
    param: 'filters',
  });
}
