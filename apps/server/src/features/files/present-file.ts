import type { StoredFile } from '@lectern/contract';
import { acceptedExtensions, fileExtension } from '@lectern/parsing';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { readOwnerNames } from '../accounts/owner-names.service.ts';
import { documents } from '../documents/document.table.ts';
import { formatOfExtension } from '../documents/document-format.service.ts';
import type { FileRow } from '../file-storage/file.table.ts';
import { isActiveKnowledgeBase, knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

export async function presentFiles(tx: Tx, rows: FileRow[]): Promise<StoredFile[]> {
  if (rows.length === 0) return [];
  const made = await tx
    .select({
      id: documents.id,
      fileId: documents.fileId,
      knowledgeBaseId: knowledgeBases.id,
      knowledgeBaseName: knowledgeBases.name,
    })
    .from(documents)
    .innerJoin(knowledgeBases, and(eq(knowledgeBases.id, documents.knowledgeBaseId), isActiveKnowledgeBase()))
    .where(
      and(
        isNull(documents.deletedAt),
        inArray(
          documents.fileId,
          rows.map((row) => row.id),
        ),
      ),
    )
    .orderBy(asc(knowledgeBases.name));
  const owners = await readOwnerNames(tx, rows);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    format: findFormat(row.name),
    shelf: row.shelf,
    folderId: row.folderId,
    sizeBytes: row.sizeBytes,
    ownerName: owners.get(row.ownerId) ?? '',
    documents: made.filter(({ fileId }) => fileId === row.id).map(({ fileId: _, ...document }) => document),
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function presentFile(tx: Tx, row: FileRow): Promise<StoredFile> {
  const [presented] = await presentFiles(tx, [row]);
  return presented as StoredFile;
}

function findFormat(name: string): string | null {
  const extension = fileExtension(name);
  return acceptedExtensions().includes(extension) ? formatOfExtension(extension) : null;
}
