import { z } from 'zod';
import { box, charRange, id } from '../core/common.ts';

/** Of a query over a table, so that none asks for more than people read. */
export const tableQueryLimits = { rows: 200, columns: 12, conditions: 12, values: 50, sources: 20 } as const;

export const tableAggregates = ['count', 'sum', 'avg', 'min', 'max', 'count_distinct'] as const;
export type TableAggregate = (typeof tableAggregates)[number];

export const tableOperators = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'in', 'is_empty'] as const;
export type TableOperator = (typeof tableOperators)[number];

const columnKey = z.string().min(1).max(100);
const scalar = z.union([z.string().max(500), z.number(), z.boolean()]);

/** A column, or an aggregate of it; `count` without a column counts rows. */
const selected = z.strictObject({
  column: columnKey.nullable().default(null),
  aggregate: z.enum(tableAggregates).nullable().default(null),
});
export type TableSelect = z.infer<typeof selected>;

/**
 * `value` is a list for `in`, and for `is_empty` whether it shall be empty. A date may be a year or a month: it is held
 * against as much of the cell.
 */
const condition = z.strictObject({
  column: columnKey,
  op: z.enum(tableOperators),
  value: z.union([scalar, z.array(scalar).min(1).max(tableQueryLimits.values)]).default(true),
});
export type TableCondition = z.infer<typeof condition>;

/** A question over the columns of one table, as data: what it says is compiled, and nothing of it is ever SQL. */
export const tableQuery = z.strictObject({
  tableId: id,
  select: z.array(selected).min(1).max(tableQueryLimits.columns),
  where: z.array(condition).max(tableQueryLimits.conditions).default([]),
  /** Whether all conditions or any of them must hold. */
  match: z.enum(['all', 'any']).default('all'),
  groupBy: z.array(columnKey).max(4).default([]),
  orderBy: z
    .array(selected.extend({ direction: z.enum(['asc', 'desc']).default('asc') }))
    .max(4)
    .default([]),
  limit: z.number().int().min(1).max(tableQueryLimits.rows).default(50),
});
export type TableQuery = z.infer<typeof tableQuery>;

export const tableColumnTypes = ['text', 'integer', 'number', 'boolean', 'date'] as const;

/** A row behind an answer, as written in its document. */
export const tableSource = z.object({
  chunkId: id,
  text: z.string(),
  headingPath: z.array(z.string()),
  page: z.number().int().nullable(),
  boxes: z.array(box),
  charRange: charRange.nullable(),
});
export type TableSource = z.infer<typeof tableSource>;

/** What a question over columns gave: how it was computed, the result, and the rows behind it. */
export const tableAnswer = z.object({
  knowledgeBaseId: id,
  documentId: id,
  documentName: z.string(),
  documentTitle: z.string().nullable(),
  tableName: z.string(),
  query: tableQuery,
  /** Those that the query names, as people call them. */
  columns: z.array(z.object({ key: z.string(), name: z.string(), type: z.enum(tableColumnTypes) })),
  /** As many cells each as the query selects. */
  rows: z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  /** There were more than the limit. */
  truncated: z.boolean(),
  /** Rows of the table that the conditions let through. */
  matchedRows: z.number().int(),
  /** The first of them; where there is none, nothing. */
  sources: z.array(tableSource),
  /** Whether rules or a model made the query. */
  madeBy: z.enum(['rules', 'model']),
});
export type TableAnswer = z.infer<typeof tableAnswer>;
