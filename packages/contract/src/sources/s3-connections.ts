import { z } from 'zod';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors } from '../core/errors.ts';

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

export const s3ImportLimits = {
  /** Objects of one import, counted over all chosen folders. */
  maxObjects: 10_000,
  maxKeys: 500,
  maxPrefixes: 100,
} as const;

export const s3ImportStatuses = ['in_progress', 'finished', 'cancelled', 'failed'] as const;
export type S3ImportStatus = (typeof s3ImportStatuses)[number];

export const s3ImportStages = ['listing', 'importing'] as const;
export type S3ImportStage = (typeof s3ImportStages)[number];

/** `unchanged`: an earlier import into the same folder has it, by its ETag; `skipped`: it cannot be taken. */
export const s3ObjectStates = ['waiting', 'imported', 'unchanged', 'skipped', 'failed'] as const;
export type S3ObjectState = (typeof s3ObjectStates)[number];

/** Where a bucket is. The letters allowed cannot lead an address elsewhere. */
const place = {
  /** Null: Amazon's own. */
  endpoint: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable()
    .default(null),
  region: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/)
    .default('us-east-1'),
  bucket: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/),
  /** Only what lies below is shown, such as `public/`. */
  prefix: z.string().max(500).default(''),
  accessKeyId: z.string().trim().min(1).max(256),
  /** The bucket's name in the path, as most servers other than Amazon's want. */
  pathStyle: z.boolean().default(true),
};

export const s3Connection = z.object({
  id,
  name: z.string(),
  endpoint: z.string().nullable(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  accessKeyId: z.string(),
  /** The last letters of the secret, to tell keys apart; the secret itself is never answered. */
  secretEnding: z.string(),
  pathStyle: z.boolean(),
  createdAt: timestamp,
});
export type S3Connection = z.infer<typeof s3Connection>;

const ofFiles = { tag: 'S3', access: 'File' } as const;
export const s3ConnectionParams = z.object({ s3ConnectionId: id });
const secretAccessKey = z.string().trim().min(1).max(512);
const unreachable = [
  's3.address_refused',
  's3.unreachable',
  's3.access_denied',
  's3.bucket_not_found',
  's3.wrong_region',
] as const;

export const listS3Connections = defineEndpoint({
  ...ofFiles,
  id: 'listS3Connections',
  summary: 'The buckets that the company imports files from',
  method: 'GET',
  path: '/s3-connections',
  scope: 'knowledge.read',
  response: z.object({ items: z.array(s3Connection) }),
  status: 200,
});

export const createS3Connection = defineEndpoint({
  ...ofFiles,
  id: 'createS3Connection',
  summary: 'Add a bucket',
  method: 'POST',
  path: '/s3-connections',
  whileImpersonating: 'refused',
  body: z.strictObject({ name, ...place, secretAccessKey }),
  response: s3Connection,
  status: 201,
  errors: ['s3.name_taken', 's3.address_refused', 's3.too_many_connections'],
});

export const updateS3Connection = defineEndpoint({
  ...ofFiles,
  id: 'updateS3Connection',
  summary: 'Change a bucket; a kept secret goes to no other address',
  method: 'PUT',
  path: '/s3-connections/:s3ConnectionId',
  whileImpersonating: 'refused',
  params: s3ConnectionParams,
  body: z.strictObject({ name, ...place, secretAccessKey: secretAccessKey.optional() }),
  response: s3Connection,
  status: 200,
  errors: ['s3.connection_not_found', 's3.name_taken', 's3.address_refused', 's3.secret_needed'],
});

export const deleteS3Connection = defineEndpoint({
  ...ofFiles,
  id: 'deleteS3Connection',
  summary: 'Forget a bucket; files imported from it stay',
  method: 'DELETE',
  path: '/s3-connections/:s3ConnectionId',
  audit: true,
  params: s3ConnectionParams,
  responseKind: 'none',
  status: 204,
  errors: ['s3.connection_not_found'],
});

export const testS3Connection = defineEndpoint({
  ...ofFiles,
  id: 'testS3Connection',
  summary: 'Try to list a bucket; with the id of a connection, what is left out is taken from it',
  method: 'POST',
  path: '/s3-connections/test',
  whileImpersonating: 'refused',
  rateLimit: 'model',
  body: z.strictObject({
    ...place,
    s3ConnectionId: id.optional(),
    secretAccessKey: secretAccessKey.optional(),
  }),
  response: z.object({ ok: z.boolean(), message: z.string().nullable() }),
  status: 200,
  errors: ['s3.connection_not_found', 's3.secret_needed'],
});

export const browseS3Connection = defineEndpoint({
  ...ofFiles,
  id: 'browseS3Connection',
  summary: 'Folders and objects of a bucket below a prefix, page by page',
  method: 'GET',
  path: '/s3-connections/:s3ConnectionId/objects',
  scope: 'knowledge.read',
  params: s3ConnectionParams,
  query: z.object({ prefix: z.string().max(1_024).default(''), cursor: z.string().max(2_048).optional() }),
  response: z.object({
    /** Ends with `/`; relative to the connection's own prefix, like keys. */
    prefixes: z.array(z.string()),
    objects: z.array(
      z.object({
        key: z.string(),
        sizeBytes: z.number().int(),
        modifiedAt: timestamp.nullable(),
        /** Why it would not be taken. */
        refusal: errorCode.nullable(),
      }),
    ),
    nextCursor: z.string().nullable(),
  }),
  status: 200,
  errors: ['s3.connection_not_found', ...unreachable],
  rateLimit: 'model',
});

export const s3Import = z.object({
  id,
  s3ConnectionId: id,
  connectionName: z.string(),
  folderId: id.nullable(),
  folderName: z.string().nullable(),
  status: z.enum(s3ImportStatuses),
  /** What the run does now; null before it starts and after it ended. */
  stage: z.enum(s3ImportStages).nullable(),
  percent: z.number().min(0).max(100),
  /** The chosen folders have been listed: the counts are final. */
  listed: z.boolean(),
  objects: z.record(z.enum(s3ObjectStates), z.number().int()),
  error: z.object({ code: errorCode, message: z.string() }).nullable(),
  ownerName: z.string(),
  createdAt: timestamp,
  finishedAt: timestamp.nullable(),
});
export type S3Import = z.infer<typeof s3Import>;
export const s3ImportParams = z.object({ s3ImportId: id });

export const startS3Import = defineEndpoint({
  ...ofFiles,
  id: 'startS3Import',
  summary: 'Import objects, and folders with all below them, into a folder of the file manager',
  method: 'POST',
  path: '/s3-connections/:s3ConnectionId/imports',
  scope: 'knowledge.write',
  params: s3ConnectionParams,
  body: z.strictObject({
    keys: z.array(z.string().min(1).max(1_024)).max(s3ImportLimits.maxKeys).default([]),
    /** Each ends with `/`; the empty one is the whole bucket. */
    prefixes: z
      .array(
        z
          .string()
          .max(1_024)
          .regex(/^$|\/$/),
      )
      .max(s3ImportLimits.maxPrefixes)
      .default([]),
    folderId: id.nullable().default(null),
  }),
  response: s3Import,
  status: 202,
  errors: ['s3.connection_not_found', 's3.nothing_chosen', 'folder.not_found'],
});

export const listS3Imports = defineEndpoint({
  ...ofFiles,
  id: 'listS3Imports',
  summary: 'Imports from buckets, newest first',
  method: 'GET',
  path: '/s3-imports',
  scope: 'knowledge.read',
  query: z.object({ ...paging }),
  response: pageOf(s3Import),
  status: 200,
});

export const getS3Import = defineEndpoint({
  ...ofFiles,
  id: 'getS3Import',
  summary: 'One import with its progress',
  method: 'GET',
  path: '/s3-imports/:s3ImportId',
  scope: 'knowledge.read',
  params: s3ImportParams,
  response: s3Import,
  status: 200,
  errors: ['s3.import_not_found'],
});

export const listS3ImportObjects = defineEndpoint({
  ...ofFiles,
  id: 'listS3ImportObjects',
  summary: 'The objects of an import and what came of each',
  method: 'GET',
  path: '/s3-imports/:s3ImportId/objects',
  scope: 'knowledge.read',
  params: s3ImportParams,
  query: z.object({ state: z.enum(s3ObjectStates).optional(), ...paging }),
  response: pageOf(
    z.object({
      key: z.string(),
      state: z.enum(s3ObjectStates),
      sizeBytes: z.number().int().nullable(),
      fileId: id.nullable(),
      reason: z.object({ code: errorCode, message: z.string() }).nullable(),
    }),
  ),
  status: 200,
  errors: ['s3.import_not_found'],
});

export const cancelS3Import = defineEndpoint({
  ...ofFiles,
  id: 'cancelS3Import',
  summary: 'Stop an import; what was imported stays',
  method: 'POST',
  path: '/s3-imports/:s3ImportId/cancel',
  scope: 'knowledge.write',
  params: s3ImportParams,
  response: s3Import,
  status: 200,
  errors: ['s3.import_not_found', 's3.import_not_running'],
});
