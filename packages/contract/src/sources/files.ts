import { z } from 'zod';
import { id, name, pageOf, paging, timestamp } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { type ErrorCode, errors, unreadable } from '../core/errors.ts';
import { renderedDocument } from '../documents/document-originals.ts';
import { documentLabels, fieldErrors } from '../documents/metadata-fields.ts';
import { pdfCopy } from '../documents/pdf-copies.ts';

const errorCode = z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]);

/** Levels of folders inside one another, at most. */
export const maxFolderDepth = 16;

/**
 * Where a file is kept. `manager`: in a folder, until somebody deletes it. `base`: uploaded straight into a knowledge
 * base, it goes with its last document.
 */
export const fileShelves = ['manager', 'base'] as const;

export const folder = z.object({
  id,
  name: z.string(),
  parentId: id.nullable(),
  /** Directly inside. */
  folderCount: z.number().int(),
  fileCount: z.number().int(),
  createdAt: timestamp,
});
export type Folder = z.infer<typeof folder>;

export const storedFile = z.object({
  id,
  name: z.string(),
  /** Format id where it can be read, such as `pdf`; null for what no knowledge base takes. */
  format: z.string().nullable(),
  shelf: z.enum(fileShelves),
  folderId: id.nullable(),
  sizeBytes: z.number().int(),
  ownerName: z.string(),
  /** The documents made of it. */
  documents: z.array(z.object({ id, knowledgeBaseId: id, knowledgeBaseName: z.string() })),
  createdAt: timestamp,
});
export type StoredFile = z.infer<typeof storedFile>;

export const folderParams = z.object({ folderId: id });
export const fileParams = z.object({ fileId: id });

export const listFolders = defineEndpoint({
  id: 'listFolders',
  tag: 'Files',
  summary: 'Folders of one folder, or all that match a search; without a parent those at the top',
  method: 'GET',
  path: '/folders',
  access: 'File',
  scope: 'knowledge.read',
  query: z.object({ parentId: id.optional(), search: z.string().max(255).optional() }),
  response: z.object({
    items: z.array(folder),
    /** From the top down to the parent, itself included. */
    path: z.array(z.object({ id, name: z.string() })),
  }),
  status: 200,
  errors: ['folder.not_found'],
});

export const createFolder = defineEndpoint({
  id: 'createFolder',
  tag: 'Files',
  summary: 'Create a folder',
  method: 'POST',
  path: '/folders',
  access: 'File',
  scope: 'knowledge.write',
  body: z.strictObject({ name, parentId: id.nullable().default(null) }),
  response: folder,
  status: 201,
  errors: ['folder.not_found', 'folder.name_taken', 'folder.too_deep'],
});

export const renameFolder = defineEndpoint({
  id: 'renameFolder',
  tag: 'Files',
  summary: 'Rename a folder',
  method: 'PATCH',
  path: '/folders/:folderId',
  access: 'File',
  scope: 'knowledge.write',
  params: folderParams,
  body: z.strictObject({ name }),
  response: folder,
  status: 200,
  errors: ['folder.not_found', 'folder.name_taken'],
});

/** Files and folders that are treated together. */
const selection = {
  fileIds: z.array(id).max(500).default([]),
  folderIds: z.array(id).max(200).default([]),
};

export const moveFiles = defineEndpoint({
  id: 'moveFiles',
  tag: 'Files',
  summary: 'Move files and folders; a file uploaded into a knowledge base is thereby kept',
  method: 'POST',
  path: '/files/move',
  access: 'File',
  scope: 'knowledge.write',
  body: z.strictObject({ ...selection, targetFolderId: id.nullable() }),
  response: z.object({ moved: z.number().int() }),
  status: 200,
  errors: [
    'file.not_found',
    'folder.not_found',
    'folder.name_taken',
    'folder.inside_itself',
    'folder.too_deep',
  ],
});

export const weighDeletion = defineEndpoint({
  id: 'weighDeletion',
  tag: 'Files',
  summary: 'What deleting these would take along',
  method: 'POST',
  path: '/files/weigh-deletion',
  access: 'File',
  scope: 'knowledge.read',
  body: z.strictObject(selection),
  response: z.object({
    folders: z.number().int(),
    files: z.number().int(),
    documents: z.number().int(),
    chunks: z.number().int(),
    sizeBytes: z.number().int(),
    knowledgeBases: z.array(z.object({ id, name: z.string(), documents: z.number().int() })),
  }),
  status: 200,
  errors: ['file.not_found', 'folder.not_found'],
});

export const deleteFiles = defineEndpoint({
  id: 'deleteFiles',
  tag: 'Files',
  summary: 'Delete files and folders with all that is in them, and the documents made of them',
  method: 'POST',
  path: '/files/delete',
  access: 'File',
  scope: 'knowledge.write',
  audit: true,
  body: z.strictObject(selection),
  response: z.object({ files: z.number().int(), folders: z.number().int(), documents: z.number().int() }),
  status: 200,
  errors: ['file.not_found', 'folder.not_found'],
});

export const listFiles = defineEndpoint({
  id: 'listFiles',
  tag: 'Files',
  summary:
    'Files of a folder, of the whole tree by a search, or those uploaded straight into knowledge bases',
  method: 'GET',
  path: '/files',
  access: 'File',
  scope: 'knowledge.read',
  query: z.object({
    shelf: z.enum(fileShelves).default('manager'),
    /** Absent: the top. Not heeded with a search, nor on the shelf `base`. */
    folderId: id.optional(),
    /** Only files with a document in this base. */
    knowledgeBaseId: id.optional(),
    search: z.string().max(255).optional(),
    sort: z.enum(['name', 'created_at', 'size']).default('name'),
    direction: z.enum(['asc', 'desc']).default('asc'),
    ...paging,
  }),
  response: pageOf(storedFile),
  status: 200,
  errors: ['folder.not_found'],
});

export const uploadFilesToFolder = defineEndpoint({
  id: 'uploadFilesToFolder',
  tag: 'Files',
  summary: 'Upload files: parts named `file`, at most 10 MB each and 128 of them',
  method: 'POST',
  path: '/files',
  access: 'File',
  scope: 'knowledge.write',
  query: z.object({ folderId: id.optional() }),
  multipart: true,
  response: z.object({
    files: z.array(storedFile),
    refused: z.array(z.object({ name: z.string(), code: errorCode, message: z.string() })),
  }),
  status: 201,
  errors: [
    'folder.not_found',
    'document.no_file',
    'document.too_large',
    'document.unsupported',
    'document.empty',
    'quota.storage_reached',
  ],
  rateLimit: 'upload',
});

export const getFile = defineEndpoint({
  id: 'getFile',
  tag: 'Files',
  summary: 'One file with the documents made of it',
  method: 'GET',
  path: '/files/:fileId',
  access: 'File',
  scope: 'knowledge.read',
  params: fileParams,
  response: storedFile,
  status: 200,
  errors: ['file.not_found'],
});

export const renameFile = defineEndpoint({
  id: 'renameFile',
  tag: 'Files',
  summary: 'Rename a file; its documents keep their names',
  method: 'PATCH',
  path: '/files/:fileId',
  access: 'File',
  scope: 'knowledge.write',
  params: fileParams,
  body: z.strictObject({ name }),
  response: storedFile,
  status: 200,
  errors: ['file.not_found', 'file.name_taken', 'file.extension_fixed'],
});

export const linkFiles = defineEndpoint({
  id: 'linkFiles',
  tag: 'Files',
  summary: 'Make documents of files in knowledge bases; where a file has one already it stays as it is',
  method: 'POST',
  path: '/files/link',
  access: 'File',
  scope: 'knowledge.write',
  body: z.strictObject({
    fileIds: z.array(id).min(1).max(500),
    knowledgeBaseIds: z.array(id).min(1).max(32),
    /** Parse at once; `false` leaves the documents unstarted. */
    parse: z.boolean().default(true),
    /** Given to each new document; a value goes to those bases that declare its field. */
    labels: documentLabels.prefault({}),
  }),
  response: z.object({
    documents: z.number().int(),
    refused: z.array(z.object({ name: z.string(), code: errorCode, message: z.string() })),
  }),
  status: 200,
  errors: ['file.not_found', 'knowledge_base.not_found', 'knowledge_base.forbidden', ...fieldErrors],
});

export const unlinkFile = defineEndpoint({
  id: 'unlinkFile',
  tag: 'Files',
  summary: 'Delete the documents that a knowledge base has of a file; the file stays',
  method: 'POST',
  path: '/files/:fileId/unlink',
  access: 'File',
  scope: 'knowledge.write',
  audit: true,
  params: fileParams,
  body: z.strictObject({ knowledgeBaseId: id }),
  response: storedFile,
  status: 200,
  errors: ['file.not_found', 'file.not_kept', 'knowledge_base.not_found', 'knowledge_base.forbidden'],
});

export const getFileContent = defineEndpoint({
  id: 'getFileContent',
  tag: 'Files',
  summary: 'The bytes of a file; `Range` is honoured',
  method: 'GET',
  path: '/files/:fileId/content',
  access: 'File',
  scope: 'knowledge.read',
  params: fileParams,
  responseKind: 'file',
  status: 200,
  errors: ['file.not_found', 'request.range_not_satisfiable'],
});

export const getFilePageImage = defineEndpoint({
  id: 'getFilePageImage',
  tag: 'Files',
  summary: 'A page of a PDF or picture file as a JPEG picture',
  method: 'GET',
  path: '/files/:fileId/pages/:page/image',
  access: 'File',
  scope: 'knowledge.read',
  params: fileParams.extend({ page: z.coerce.number().int().min(1).max(10_000) }),
  query: z.object({ width: z.coerce.number().int().min(32).max(1_600).default(320) }),
  responseKind: 'file',
  status: 200,
  errors: ['file.not_found', 'document.page_not_found', ...unreadable],
});

export const getRenderedFile = defineEndpoint({
  id: 'getRenderedFile',
  tag: 'Files',
  summary: 'A file as safe HTML, for formats that a browser does not draw',
  method: 'GET',
  path: '/files/:fileId/rendered',
  access: 'File',
  scope: 'knowledge.read',
  params: fileParams,
  response: renderedDocument,
  status: 200,
  errors: ['file.not_found', 'document.not_parsed', ...unreadable],
});

export const getFilePdfCopy = defineEndpoint({
  id: 'getFilePdfCopy',
  tag: 'Files',
  summary: 'Whether an Office file can be shown as pages; the first call has its PDF copy made',
  method: 'GET',
  path: '/files/:fileId/pdf-copy',
  access: 'File',
  scope: 'knowledge.read',
  params: fileParams,
  response: pdfCopy,
  status: 200,
  errors: ['file.not_found'],
});

export const getFilePdfCopyContent = defineEndpoint({
  id: 'getFilePdfCopyContent',
  tag: 'Files',
  summary: 'The PDF copy of an Office file; `Range` is honoured',
  method: 'GET',
  path: '/files/:fileId/pdf-copy/content',
  access: 'File',
  scope: 'knowledge.read',
  params: fileParams,
  responseKind: 'file',
  status: 200,
  errors: ['file.not_found', 'document.no_pdf_copy', 'request.range_not_satisfiable'],
});
