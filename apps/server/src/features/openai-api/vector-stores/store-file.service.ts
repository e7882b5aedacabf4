import { AppError, type FieldValues, type Language } from '@lectern/contract';
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ForeignRefusal } from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { removeDocument } from '../../documents/document.service.ts';
import { type DocumentRow, documents } from '../../documents/document.table.ts';
import { presentDocument } from '../../documents/present-document.ts';
import { files } from '../../file-storage/file.table.ts';
import { linkSelection } from '../../files/file.service.ts';
import { loadKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { type CursorQuery, pageBy, presentPage } from '../cursor-page.ts';
import { fileIdOf, readId, writeId } from '../openai-ids.ts';

export function storeIdOf(text: string): string {
  const id = readId('vs_', text);
  if (id === undefined) throw new AppError('knowledge_base.not_found');
  return id;
}

/** Its states, as this API knows them. */
const states = {
  unstarted: 'in_progress',
  parsing: 'in_progress',
  success: 'completed',
  cancelled: 'cancelled',
  fail: 'failed',
} as const;
type State = (typeof states)[keyof typeof states];

export const stateOf = (status: DocumentRow['status']): State => states[status];

type Found = { document: DocumentRow; file: typeof files.$inferSelect };

function present(
  { document, file }: Found,
  about: { actor: Actor; base: KnowledgeBaseRow; language: Language },
) {
  const { fieldValues, error } = presentDocument({ document, file }, about);
  return {
    id: writeId('file-', file.id),
    object: 'vector_store.file',
    created_at: Math.floor(document.createdAt.getTime() / 1000),
    vector_store_id: writeId('vs_', document.knowledgeBaseId),
    status: stateOf(document.status),
    last_error: error ? { code: 'invalid_file', message: error.message } : null,
    usage_bytes: file.sizeBytes,
    attributes: fieldValues,
    // Our own fields: a document may have another name than its file.
    document_id: document.id,
    filename: document.name,
  };
}

const isAlive = isNull(documents.deletedAt);

/** The document of a file in the knowledge base; the id may be the document's own. */
async function findStoreFile(tx: Tx, baseId: string, fileId: string): Promise<Found> {
  const id = fileIdOf(fileId);
  const [found] = await tx
    .select({ document: documents, file: files })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(
      and(isAlive, eq(documents.knowledgeBaseId, baseId), or(eq(documents.fileId, id), eq(documents.id, id))),
    );
  if (!found) throw new AppError('file.not_found');
  return found;
}

type Place = { actor: Actor; language: Language };

export function listFilesOfStore(
  { database }: Platform,
  { actor, language }: Place,
  storeId: string,
  query: CursorQuery & {
    filter?: State | undefined;
    after?: string | undefined;
    before?: string | undefined;
  },
) {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'read', storeIdOf(storeId));
    const cursor = async (text: string | undefined) =>
      text === undefined ? undefined : (await findStoreFile(tx, base.id, text)).document.id;
    const page = pageBy(documents.id, query, {
      after: await cursor(query.after),
      before: await cursor(query.before),
    });
    const wanted = (Object.keys(states) as DocumentRow['status'][]).filter(
      (status) => query.filter === undefined || states[status] === query.filter,
    );
    const rows = await tx
      .select({ document: documents, file: files })
      .from(documents)
      .innerJoin(files, eq(files.id, documents.fileId))
      .where(
        and(
          isAlive,
          eq(documents.knowledgeBaseId, base.id),
          inArray(documents.status, wanted),
          ...page.where,
        ),
      )
      .orderBy(page.orderBy)
      .limit(page.limit);
    return presentPage(
      rows.map((row) => present(row, { actor, base, language })),
      query,
    );
  });
}

export function readStoreFile(
  { database }: Platform,
  { actor, language }: Place,
  storeId: string,
  fileId: string,
) {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'read', storeIdOf(storeId));
    return present(await findStoreFile(tx, base.id, fileId), { actor, base, language });
  });
}

/** Makes a document of each file, which is parsed at once. */
export async function attachFiles(
  platform: Platform,
  { actor, language }: Place,
  storeId: string,
  fileIds: readonly string[],
  fieldValues: FieldValues = {},
): Promise<void> {
  const selection = {
    fileIds: fileIds.map(fileIdOf),
    knowledgeBaseIds: [storeIdOf(storeId)],
    parse: true,
    labels: { tags: [], fieldValues },
  };
  const { refused } = await linkSelection(platform, actor, selection, language);
  const [first] = refused;
  if (first)
    throw new ForeignRefusal('document.unsupported', first.message, { param: 'file_id', reason: first.code });
}

export async function detach(
  platform: Platform,
  { actor }: Place,
  storeId: string,
  fileId: string,
): Promise<{ name: string }> {
  const { document } = await platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', storeIdOf(storeId));
    return findStoreFile(tx, base.id, fileId);
  });
  await removeDocument(platform, actor, document.id);
  return document;
}
