import { createHash } from 'node:crypto';
import {
  box,
  chunkKinds,
  chunkOptions,
  createKnowledgeBase,
  documentTags,
  type ErrorCode,
  enrichmentOptions,
  errors,
  fieldValues,
  name,
  progressMessage,
  readingOptions,
  timestamp,
} from '@lectern/contract';
import { z } from 'zod';
import { cleanText } from '../../platform/database/clean-text.ts';

/** Grows when an older version could no longer read what is written. */
export const formatVersion = 1;
export const formatName = 'lectern-knowledge-base';

/** Where everything lies in the archive; any other name is refused. */
export const places = {
  manifest: 'manifest.json',
  documents: 'documents.jsonl',
  chunks: (number: number) => `chunks/${number}.jsonl`,
  file: (sha256: string) => `files/${sha256}`,
  picture: (sha256: string) => `pictures/${sha256}`,
} as const;
export const placeForm =
  /^(manifest\.json|documents\.jsonl|chunks\/\d{1,7}\.jsonl|(files|pictures)\/[0-9a-f]{64})$/;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const text = (longest: number) => z.string().max(longest).transform(cleanText);
const count = z.number().int().min(0);
const uuid = z.uuid();

/** Every setting of a knowledge base is in its archive, except for what belongs to the company that exports it. */
const settings = createKnowledgeBase.body.omit({
  profile: true,
  permission: true,
  embeddingModelId: true,
  rerankModelId: true,
  folderRules: true,
});
export const archivedSettings = Object.keys(settings.shape) as (keyof typeof settings.shape)[];

export const manifest = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  product: z.string().max(64),
  createdAt: timestamp,
  knowledgeBase: settings.required({
    language: true,
    chunkMethod: true,
    chunkOptions: true,
    folderWeight: true,
  }),
  /** What its vectors were made with; null dimensions: there are none in the archive. */
  embedding: z.object({
    provider: z.string().max(64),
    model: z.string().max(255),
    dimensions: z.number().int().min(1).max(16_384).nullable(),
  }),
  documents: count,
  chunks: count,
  /** Every other entry by its name. */
  entries: z.record(z.string(), z.object({ size: count, sha256 })),
});
export type Manifest = z.output<typeof manifest>;

const table = z.object({
  id: uuid,
  name: text(1_000),
  page: z.number().int().nullable(),
  columns: z
    .array(
      z.object({
        key: z.string().regex(/^\w{1,128}$/u),
        name: text(1_000),
        type: z.enum(['text', 'integer', 'number', 'boolean', 'date']),
        synonyms: z.array(text(1_000)).max(100),
        examples: z.array(text(10_000)).max(100),
      }),
    )
    .max(20_000),
  rowCount: count,
});

export const documentRecord = z.object({
  id: uuid,
  name,
  title: text(10_000).nullable(),
  format: z.string().regex(/^[a-z0-9_-]{1,32}$/),
  pageCount: count.nullable(),
  enabled: z.boolean(),
  metadata: z.record(text(1_000), text(100_000)),
  // Archives from before documents had them.
  tags: documentTags.default([]),
  fieldValues: fieldValues.default({}),
  chunkMethod: z.string().max(64),
  chunkOptions,
  readingOptions,
  enrichmentOptions,
  // Shown as a link: nothing but the web.
  sourceUrl: z
    .url({ protocol: /^https?$/ })
    .max(8_000)
    .nullable(),
  firstPageText: text(1_000_000).nullable(),
  textSha256: sha256.nullable(),
  status: z.enum(['unstarted', 'cancelled', 'success', 'fail']),
  errorCode: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).nullable(),
  errorDetail: text(1_000).nullable(),
  messages: z.array(progressMessage).max(500),
  createdAt: timestamp,
  /** Of the original. `folders` are those of the file manager, outermost first. */
  file: z.object({ name, sha256, folders: z.array(name).max(64) }),
  pictures: z.array(sha256).max(50_000),
  tables: z.array(table).max(10_000),
  /** The entry that holds its chunks; null: it has none. */
  chunks: z.string().max(64).nullable(),
  chunkCount: count,
});
export type DocumentRecord = z.output<typeof documentRecord>;

const fieldValue = z.union([text(1_000_000), z.number(), z.boolean(), z.null()]);

export const chunkRecord = z.object({
  id: uuid,
  ordinal: count,
  kind: z.enum(chunkKinds),
  text: text(4_000_000),
  keywords: z.array(text(10_000)).max(1_000),
  questions: z.array(text(100_000)).max(1_000),
  headingPath: z.array(text(100_000)).max(1_000),
  enabled: z.boolean(),
  edited: z.boolean(),
  tokens: count,
  page: z.number().int().nullable(),
  pageEnd: z.number().int().nullable(),
  boxes: z.array(box).max(100_000),
  charStart: z.number().int().nullable(),
  charEnd: z.number().int().nullable(),
  picture: sha256.nullable(),
  tableId: uuid.nullable(),
  fields: z.record(text(1_000), fieldValue).nullable(),
  sourceChunkIds: z.array(uuid).max(100_000).nullable(),
  enrichedAt: timestamp.nullable(),
  createdAt: timestamp,
  /** Little-endian float32 as base64. */
  vector: z.base64().max(100_000).nullable(),
});
export type ChunkRecord = z.output<typeof chunkRecord>;

/**
 * The id that something of the archive has in what this task makes: the same however often the task begins again. It
 * begins like the old one, so that things of equal rank keep their order.
 */
export function idWithin(taskId: string, original: string): string {
  const hash = createHash('sha256').update(`${taskId} ${original}`).digest('hex');
  return `${original.toLowerCase().slice(0, 24)}${hash.slice(0, 12)}`;
}

/** Of the base that a task makes. */
export function baseIdOf(taskId: string): string {
  return idWithin(taskId, taskId);
}
