import { Readable } from 'node:stream';
import {
  AppError,
  type BodyOf,
  type createTextDocument,
  type Document,
  type DocumentLabels,
  type Language,
  uploadLimits,
} from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, receiveFiles, storeOrDiscard } from '../file-storage/upload.service.ts';
import { checkFieldValues } from '../knowledge-bases/field-values.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { addDocument } from './add-document.service.ts';
import { listSameNames } from './document.queries.ts';
import { type FoundOriginal, findOriginals } from './duplicates.service.ts';
import { replaceWith } from './versions/document-versions.service.ts';

type UploadOptions = {
  parse: boolean;
  language: Language;
  labels?: DocumentLabels | undefined;
  /** A document of the same name gets the file, instead of another document beside it. */
  replacesSameName: boolean;
};

/** Uploads into a knowledge base: each file becomes a document. */
export async function uploadFiles(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  request: FastifyRequest,
  { labels, replacesSameName, ...options }: UploadOptions,
): Promise<{ documents: Document[]; refused: Refusal[]; duplicates: FoundOriginal[] }> {
  // Before a byte is stored: may the actor upload here at all, and do the fields take the values?
  await platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    checkFieldValues(base.metadataFields, labels?.fieldValues ?? {});
  });
  const { taken, refused } = await receiveFiles(
    platform,
    actor,
    request,
    options.language,
    async (upload) => {
      const [same] = replacesSameName
        ? await platform.database.withActor(actor, (tx) => listSameNames(tx, knowledgeBaseId, [upload.name]))
        : [];
      if (same) return replaceWith(platform, actor, same.id, upload, options.language);
      return addDocument(platform, actor, knowledgeBaseId, { ...upload, labels }, options);
    },
  );
  const ids = taken.map(({ id }) => id);
  const duplicates = await platform.database.withActor(actor, (tx) => findOriginals(tx, ids));
  return { documents: taken, refused, duplicates };
}

/** Stores a text as a file and adds a document for it. */
export async function addTextDocument(
  platform: Platform,
  actor: Actor,
  knowledgeBaseId: string,
  { name, title, metadata, tags, fieldValues, text, format, parse }: BodyOf<typeof createTextDocument>,
  language: Language,
): Promise<Document> {
  const bytes = Buffer.from(text);
  const { maxFileBytes } = uploadLimits;
  if (bytes.byteLength > maxFileBytes)
    throw new AppError('document.too_large', { name, maxMegabytes: maxFileBytes / 1024 / 1024 });
  await platform.database.withActor(actor, (tx) => loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId));
  const {
    key: objectKey,
    sha256,
    size: sizeBytes,
  } = await platform.objects.put(actor.companyId, Readable.from([bytes]));
  const extension = format === 'markdown' ? 'md' : 'txt';
  const fileName = name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
  const labels = { tags, fieldValues };
  const upload = { name: fileName, title, metadata, labels, objectKey, sha256, sizeBytes, format: extension };
  return storeOrDiscard(platform, actor, objectKey, () =>
    addDocument(platform, actor, knowledgeBaseId, upload, { parse, language }),
  );
}
