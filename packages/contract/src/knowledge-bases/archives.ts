import { z } from 'zod';
import { id, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors } from '../core/errors.ts';
import { knowledgeBaseParams } from './knowledge-bases.ts';

/** Bounds of the archives of a company; how large one may be is the installation's setting. */
export const archiveLimits = { maxEntries: 50_000, maxKept: 10, keptHours: 24 } as const;

export const archiveStates = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;
export type ArchiveState = (typeof archiveStates)[number];

/** The steps of an export (`packing`) and of an import (the others), in order. */
export const archiveStages = ['packing', 'checking', 'unpacking'] as const;
export type ArchiveStage = (typeof archiveStages)[number];

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

/** An export or import of a knowledge base. */
export const archiveTask = z.object({
  id,
  direction: z.enum(['export', 'import']),
  state: z.enum(archiveStates),
  stage: z.enum(archiveStages).nullable(),
  /** 0–100 over the whole task. */
  percent: z.number(),
  /** Of the base that is exported, or that the import made; null until that one is there. */
  knowledgeBaseId: id.nullable(),
  /** The base's name; for an import that was not opened yet, the name of its file. */
  name: z.string(),
  documentCount: z.number().int(),
  /** Bytes of the archive. */
  sizeBytes: z.number().int().nullable(),
  /** An export: whether vectors go along. An import: whether those of the archive were taken over; null until known. */
  withVectors: z.boolean().nullable(),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  /** Until then an export can be downloaded; null where there is nothing (any more). */
  expiresAt: timestamp.nullable(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type ArchiveTask = z.infer<typeof archiveTask>;

const tag = 'Archives';
const archiveParams = z.object({ archiveTaskId: id });

export const exportKnowledgeBase = defineEndpoint({
  id: 'exportKnowledgeBase',
  tag,
  summary: 'Export a knowledge base as one archive: settings, originals, chunks as they are',
  method: 'POST',
  path: '/knowledge-bases/:knowledgeBaseId/export',
  access: 'Knowledge',
  audit: true,
  params: knowledgeBaseParams,
  body: z.strictObject({
    /** Larger, but an installation with the same embedding model need not pay for them again. */
    withVectors: z.boolean().default(true),
  }),
  response: archiveTask,
  status: 202,
  errors: ['knowledge_base.not_found', 'archive.too_many'],
});

export const importKnowledgeBase = defineEndpoint({
  id: 'importKnowledgeBase',
  tag,
  summary: 'Create a knowledge base of an archive, sent as the part `file`',
  method: 'POST',
  path: '/archive-tasks',
  access: 'Knowledge',
  audit: true,
  multipart: true,
  response: archiveTask,
  status: 202,
  errors: [
    'document.no_file',
    'archive.too_many',
    'archive.too_large',
    'archive.unreadable',
    'quota.knowledge_bases_reached',
  ],
  rateLimit: 'upload',
});

export const listArchiveTasks = defineEndpoint({
  id: 'listArchiveTasks',
  tag,
  summary: 'Exports and imports of the last day, the newest first',
  method: 'GET',
  path: '/archive-tasks',
  access: 'Knowledge',
  response: z.object({
    items: z.array(archiveTask),
    /** How large an archive may be. */
    maxMegabytes: z.number().int(),
  }),
  status: 200,
});

export const getArchiveTask = defineEndpoint({
  id: 'getArchiveTask',
  tag,
  summary: 'One export or import with its progress',
  method: 'GET',
  path: '/archive-tasks/:archiveTaskId',
  access: 'Knowledge',
  params: archiveParams,
  response: archiveTask,
  status: 200,
  errors: ['archive.not_found'],
});

export const cancelArchiveTask = defineEndpoint({
  id: 'cancelArchiveTask',
  tag,
  summary: 'Cancel an export or import; nothing of it stays',
  method: 'POST',
  path: '/archive-tasks/:archiveTaskId/cancel',
  access: 'Knowledge',
  params: archiveParams,
  response: archiveTask,
  status: 202,
  errors: ['archive.not_found', 'archive.not_running'],
});

export const deleteArchiveTask = defineEndpoint({
  id: 'deleteArchiveTask',
  tag,
  summary: 'Take an ended task off the list, and an export with its archive',
  method: 'DELETE',
  path: '/archive-tasks/:archiveTaskId',
  access: 'Knowledge',
  params: archiveParams,
  responseKind: 'none',
  status: 204,
  errors: ['archive.not_found', 'archive.running'],
});

export const downloadArchive = defineEndpoint({
  id: 'downloadArchive',
  tag,
  summary: 'The archive of an export that is finished; `Range` is honoured',
  method: 'GET',
  path: '/archive-tasks/:archiveTaskId/file',
  access: 'Knowledge',
  audit: true,
  params: archiveParams,
  responseKind: 'file',
  status: 200,
  errors: [
    'archive.not_found',
    'archive.not_ready',
    'knowledge_base.not_found',
    'request.range_not_satisfiable',
  ],
});
