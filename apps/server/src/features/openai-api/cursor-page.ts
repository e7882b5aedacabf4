import { asc, desc, gt, lt, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';

/** How lists of this API are paged: after or before an item, newest first unless told otherwise. */
export const cursorQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  order: z.enum(['asc', 'desc']).default('desc'),
  after: z.string().max(100).optional(),
  before: z.string().max(100).optional(),
};
export type CursorQuery = { limit: number; order: 'asc' | 'desc' };

/** Ids grow with time: they are cursors themselves. One row more than asked for tells whether there are more. */
export function pageBy(
  column: PgColumn,
  { limit, order }: CursorQuery,
  { after, before }: { after: string | undefined; before: string | undefined },
): { where: (SQL | undefined)[]; orderBy: SQL; limit: number } {
  const [next, previous] = order === 'asc' ? [gt, lt] : [lt, gt];
  return {
    where: [after ? next(column, after) : undefined, before ? previous(column, before) : undefined],
    orderBy: order === 'asc' ? asc(column) : desc(column),
    limit: limit + 1,
  };
}

export function presentPage<Item extends { id: string }>(items: Item[], { limit }: CursorQuery) {
  const data = items.slice(0, limit);
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: items.length > limit,
  };
}
