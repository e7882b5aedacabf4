import {
  AppError,
  type BodyOf,
  type deleteFiles,
  type ErrorCode,
  errorText,
  type Language,
  type linkFiles,
  type listFiles,
  maxFolderDepth,
  type moveFiles,
  type QueryOf,
  type StoredFile,
} from '@lectern/contract';
import { acceptedExtensions, fileExtension } from '@lectern/parsing';
import { and, asc, count, eq, exists, inArray, isNull, type SQL, sql, sum } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { authorize } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { createDocumentOfFile } from '../documents/add-document.service.ts';
import { softDeleteDocument } from '../documents/document.service.ts';
import { type DocumentRow, documents } from '../documents/document.table.ts';
import { joinFields } from '../documents/document-labels.service.ts';
import { filePolicy, folderPolicy } from '../file-storage/file.policy.ts';
import {
  findFreeFileName,
  getFileRow,
  listFileRows,
  listFilesIn,
  lockFiles,
  softDeleteFiles,
  updateFileRow,
} from '../file-storage/file.queries.ts';
import { type FileRow, files } from '../file-storage/file.table.ts';
import {
  checkFolderName,
  deleteFolders,
  getFolder,
  lockFolders,
  lockTree,
  measureDepth,
  readPath,
  readSubtree,
  updateFolderRow,
} from '../file-storage/folder.queries.ts';
import { checkFieldValues, keepFitting } from '../knowledge-bases/field-values.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { isActiveKnowledgeBase, knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { followPath } from './follow-path.service.ts';
import { presentFile, presentFiles } from './present-file.ts';

type Selection = BodyOf<typeof deleteFiles>;

export function listStoredFiles({ database }: Platform, actor: Actor, query: QueryOf<typeof listFiles>) {
  return database.withActor(actor, async (tx) => {
    if (query.folderId !== undefined) await getFolder(tx, query.folderId);
    const everywhere = query.search !== undefined || query.shelf === 'base';
    const { rows, total } = await listFileRows(
      tx,
      {
        ...query,
        folderId: everywhere ? undefined : (query.folderId ?? null),
        where: query.knowledgeBaseId === undefined ? undefined : isUsedIn(tx, query.knowledgeBaseId),
      },
      query,
    );
    return { items: await presentFiles(tx, rows), total };
  });
}

/** Whether the knowledge base has a document of the file. */
function isUsedIn(tx: Tx, knowledgeBaseId: string): SQL {
  return exists(
    tx
      .select({ one: sql`1` })
      .from(documents)
      .where(
        and(
          eq(documents.fileId, files.id),
          eq(documents.knowledgeBaseId, knowledgeBaseId),
          isNull(documents.deletedAt),
        ),
      ),
  );
}

export function readFile({ database }: Platform, actor: Actor, id: string): Promise<StoredFile> {
  return database.withActor(actor, async (tx) => presentFile(tx, await getFileRow(tx, id)));
}

export function changeFileName(
  { database }: Platform,
  actor: Actor,
  id: string,
  name: string,
): Promise<StoredFile> {
  return database.withActor(actor, async (tx) => {
    const [found] = await lockFiles(tx, [id]);
    const row = authorize(filePolicy, actor, 'update', found);
    // The extension says what a file is.
    const extension = fileExtension(row.name);
    if (fileExtension(name) !== extension)
      throw new AppError('file.extension_fixed', { extension: extension === '' ? '–' : `.${extension}` });
    if (row.shelf === 'manager' && name.toLowerCase() !== row.name.toLowerCase()) {
      const free = await findFreeFileName(tx, actor.companyId, row.folderId, name);
      if (free !== name) throw new AppError('file.name_taken', { name });
    }
    await updateFileRow(tx, row, { name });
    return presentFile(tx, { ...row, name });
  });
}

/** Moves everything or, for a folder name that is taken or a circle, nothing. Files get a free name. */
export function moveSelection(
  platform: Platform,
  actor: Actor,
  { fileIds, folderIds, targetFolderId }: BodyOf<typeof moveFiles>,
): Promise<{ moved: number }> {
  return platform.database.withActor(actor, async (tx) => {
    await lockTree(tx, actor.companyId);
    const path = await readPath(tx, targetFolderId);
    const subtree = await readSubtree(tx, folderIds);
    const tops = new Set(folderIds);
    for (const id of tops) if (!subtree.some((row) => row.id === id)) throw new AppError('folder.not_found');
    if (path.some((row) => tops.has(row.id))) throw new AppError('folder.inside_itself');
    for (const id of tops) {
      const row = authorize(folderPolicy, actor, 'update', await getFolder(tx, id));
      if (path.length + measureDepth(subtree, row) > maxFolderDepth)
        throw new AppError('folder.too_deep', { depth: maxFolderDepth });
      await checkFolderName(tx, targetFolderId, row.name, id);
      await updateFolderRow(tx, row, { parentId: targetFolderId });
    }
    for (const row of await lockFiles(tx, fileIds)) {
      const there = row.shelf === 'manager' && row.folderId === targetFolderId;
      if (there) continue;
      const name = await findFreeFileName(tx, actor.companyId, targetFolderId, row.name);
      const file = authorize(filePolicy, actor, 'update', row);
      await updateFileRow(tx, file, { folderId: targetFolderId, shelf: 'manager', name });
    }
    await followPath(platform, tx, actor.companyId, { fileIds, folderIds: subtree.map(({ id }) => id) });
    return { moved: tops.size + new Set(fileIds).size };
  });
}

/** The selection with everything in its folders. */
async function gather(tx: Tx, { fileIds, folderIds }: Selection) {
  const subtree = await readSubtree(tx, folderIds);
  for (const id of folderIds)
    if (!subtree.some((row) => row.id === id)) throw new AppError('folder.not_found');
  const inFolders = await listFilesIn(
    tx,
    subtree.map((row) => row.id),
  );
  const ids = [...new Set([...fileIds, ...inFolders.map((row) => row.id)])];
  return { subtree, ids };
}

export function weigh({ database }: Platform, actor: Actor, selection: Selection) {
  return database.withActor(actor, async (tx) => {
    const { subtree, ids } = await gather(tx, selection);
    const rows = ids.length === 0 ? [] : await tx.select().from(files).where(inArray(files.id, ids));
    const alive = rows.filter((row) => row.deletedAt === null);
    if (alive.length !== ids.length) throw new AppError('file.not_found');
    const bases =
      ids.length === 0
        ? []
        : await tx
            .select({
              id: knowledgeBases.id,
              name: knowledgeBases.name,
              documents: count(),
              chunks: sum(documents.chunkCount).mapWith(Number),
            })
            .from(documents)
            .innerJoin(
              knowledgeBases,
              and(eq(knowledgeBases.id, documents.knowledgeBaseId), isActiveKnowledgeBase()),
            )
            .where(and(isNull(documents.deletedAt), inArray(documents.fileId, ids)))
            .groupBy(knowledgeBases.id, knowledgeBases.name)
            .orderBy(asc(knowledgeBases.name));
    return {
      folders: subtree.length,
      files: ids.length,
      documents: bases.reduce((total, base) => total + base.documents, 0),
      chunks: bases.reduce((total, base) => total + base.chunks, 0),
      sizeBytes: alive.reduce((total, row) => total + row.sizeBytes, 0),
      knowledgeBases: bases.map(({ chunks: _, ...base }) => base),
    };
  });
}

/** Soft-deletes files with their documents, and folders; jobs delete index, bytes and rows. */
export function deleteSelection(platform: Platform, actor: Actor, selection: Selection) {
  return platform.database.withActor(actor, async (tx) => {
    await lockTree(tx, actor.companyId);
    await lockFolders(tx, await readSubtree(tx, selection.folderIds));
    const { subtree, ids } = await gather(tx, selection);
    const rows = (await lockFiles(tx, ids)).map((row) => authorize(filePolicy, actor, 'delete', row));
    const made = await listDocumentsOf(tx, ids);
    for (const [baseId, ofBase] of Map.groupBy(made, (document) => document.knowledgeBaseId)) {
      const base = await loadKnowledgeBase(tx, actor, 'update', baseId);
      for (const document of ofBase) await softDeleteDocument(platform, tx, base, document);
    }
    await softDeleteFiles(tx, rows);
    for (const fileId of ids)
      await platform.jobs.enqueue(tx, 'file.clear', { companyId: actor.companyId, fileId });
    await deleteFolders(
      tx,
      subtree.map((row) => authorize(folderPolicy, actor, 'delete', row)),
    );
    return { files: ids.length, folders: subtree.length, documents: made.length };
  });
}

/** Locked in one order. Deleted knowledge bases clear their own documents. */
async function listDocumentsOf(tx: Tx, fileIds: string[], knowledgeBaseId?: string): Promise<DocumentRow[]> {
  if (fileIds.length === 0) return [];
  const active = tx.select({ id: knowledgeBases.id }).from(knowledgeBases).where(isActiveKnowledgeBase());
  return tx
    .select()
    .from(documents)
    .where(
      and(
        isNull(documents.deletedAt),
        inArray(documents.fileId, fileIds),
        inArray(documents.knowledgeBaseId, active),
        knowledgeBaseId === undefined ? undefined : eq(documents.knowledgeBaseId, knowledgeBaseId),
      ),
    )
    .orderBy(asc(documents.id))
    .for('update');
}

/** Makes what documents are missing; a file that cannot be read is refused by name, the others are linked. */
export function linkSelection(
  platform: Platform,
  actor: Actor,
  { fileIds, knowledgeBaseIds, parse, labels }: BodyOf<typeof linkFiles>,
  language: Language,
) {
  return platform.database.withActor(actor, async (tx) => {
    const rows = await lockFiles(tx, fileIds);
    const linked = await listDocumentsOf(tx, fileIds);
    const refused: { name: string; code: ErrorCode; message: string }[] = [];
    let made = 0;
    const extensions = acceptedExtensions();
    const bases = [];
    for (const id of new Set(knowledgeBaseIds)) bases.push(await loadKnowledgeBase(tx, actor, 'update', id));
    checkFieldValues(joinFields(bases), labels.fieldValues);
    for (const row of rows) {
      const format = fileExtension(row.name);
      if (!extensions.includes(format)) {
        const details = { name: row.name, extensions: extensions.join(', ') };
        const code = 'document.unsupported';
        refused.push({ name: row.name, code, message: errorText(code, language, details) });
        continue;
      }
      for (const base of bases) {
        const already = linked.some(
          (document) => document.fileId === row.id && document.knowledgeBaseId === base.id,
        );
        if (already) continue;
        await createDocumentOfFile(
          platform,
          tx,
          base,
          row,
          {
            name: row.name,
            format,
            labels: { ...labels, fieldValues: keepFitting(base.metadataFields, labels.fieldValues) },
          },
          { parse, ownerId: actor.accountId },
        );
        made++;
      }
    }
    return { documents: made, refused };
  });
}

export function unlink(platform: Platform, actor: Actor, fileId: string, knowledgeBaseId: string) {
  return platform.database.withActor(actor, async (tx) => {
    const [row] = (await lockFiles(tx, [fileId])) as [FileRow];
    // Without its last document such a file would be gone, which is not what was asked.
    if (row.shelf === 'base') throw new AppError('file.not_kept');
    const base = await loadKnowledgeBase(tx, actor, 'update', knowledgeBaseId);
    for (const document of await listDocumentsOf(tx, [fileId], knowledgeBaseId))
      await softDeleteDocument(platform, tx, base, document);
    return presentFile(tx, row);
  });
}
