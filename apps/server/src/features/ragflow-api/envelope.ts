import type { AppError, ErrorCode, Language } from '@lectern/contract';
import { z } from 'zod';
import { errorBody, type FormatError } from '../../platform/http/errors.ts';
import { ForeignRefusal } from '../../platform/http/foreign-api.ts';
import { parsePart } from '../../platform/http/validation.ts';

/** The codes of its envelope; the status of the answer is 200 whatever they say. */
const codes = {
  exception: 100,
  argument: 101,
  data: 102,
  operation: 103,
  permission: 108,
  authentication: 109,
};

function codeOf({ status, code }: AppError): number {
  if (code === 'route.not_found' || code === 'route.method_not_allowed') return 404;
  if (status === 401) return codes.authentication;
  if (status === 403) return codes.permission;
  if (status === 404 || status === 409 || status === 410) return codes.data;
  if (status === 429) return codes.operation;
  return status >= 500 ? codes.exception : codes.argument;
}

function describe(error: AppError, about: { language: Language; requestId: string }) {
  if (error instanceof ForeignRefusal) return { code: codeOf(error), message: error.text };
  const { message, details } = errorBody(error, about.language, about.requestId).error;
  const [field] = (details.fields ?? []) as { path: string; message: string }[];
  return { code: codeOf(error), message: field ? `${field.path || 'The body'} ${field.message}` : message };
}

export const formatError: FormatError = (error, about) => ({ status: 200, body: describe(error, about) });

export function formatStreamError(error: AppError, about: { language: Language; requestId: string }): string {
  return `data:${JSON.stringify({ ...describe(error, about), data: null })}\n\n`;
}

/** A successful answer. */
export const ok = (data: unknown = true) => ({ code: 0, data });

/** What RAGFlow has and Lectern does not: said plainly instead of pretended. */
export function refuse(text: string, code: ErrorCode = 'request.invalid'): never {
  throw new ForeignRefusal(code, text);
}

/** Its ids have no hyphens; ours are taken in either form. */
export const anyId = z.string().transform((text, context) => {
  const bare = text.replaceAll('-', '').toLowerCase();
  if (/^[0-9a-f]{32}$/.test(bare)) return bare.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  context.addIssue({ code: 'custom', message: 'id' });
  return z.NEVER;
});

/** Deletions name what they are of: RAGFlow takes an empty list for everything, which nobody means by accident here. */
export const idsToDelete = z.object({ ids: z.array(anyId).max(500).nullish() });

export function readIds({ ids }: z.output<typeof idsToDelete>): string[] {
  if (!ids || ids.length === 0) refuse('Name the ids: nothing is deleted by leaving them out.');
  return ids;
}

const isTrue = z
  .union([z.boolean(), z.string()])
  .transform((value) => String(value).toLowerCase() === 'true');

/** How its lists are paged and narrowed. */
export const listQuery = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  page_size: z.coerce.number().int().min(1).max(200).default(30),
  orderby: z.enum(['create_time', 'update_time']).default('create_time'),
  desc: isTrue.default(true),
  id: z.string().max(64).optional(),
  name: z.string().max(255).optional(),
};

/** The id that a list is narrowed to; one that is none finds nothing. */
export function readFilterId(id: string | undefined): string | undefined {
  if (id === undefined || id === '') return undefined;
  return anyId.safeParse(id).data ?? refuse(`There is nothing with the id ${id}.`, 'route.not_found');
}

/** The parts of a list that a page and an order leave; for lists that are short. */
export function pageOf<Item extends { createdAt: Date; updatedAt: Date }>(
  items: Item[],
  query: { page: number; page_size: number; orderby: 'create_time' | 'update_time'; desc: boolean },
): Item[] {
  const time = (item: Item) => (query.orderby === 'create_time' ? item.createdAt : item.updatedAt).getTime();
  const sorted = items.toSorted((a, b) => (query.desc ? time(b) - time(a) : time(a) - time(b)));
  return sorted.slice((query.page - 1) * query.page_size, query.page * query.page_size);
}

/** Times as it writes them: milliseconds and a date. */
export function presentTimes({ createdAt, updatedAt }: { createdAt: Date; updatedAt: Date }) {
  return {
    create_time: createdAt.getTime(),
    create_date: createdAt.toUTCString(),
    update_time: updatedAt.getTime(),
    update_date: updatedAt.toUTCString(),
  };
}

/** The body of our own call that does the same; what that one refuses is refused. */
export function readAs<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  return parsePart(schema, body, 'body') as z.output<Schema>;
}
