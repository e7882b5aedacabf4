import type { DuplicateGroup } from '@lectern/contract';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { files } from '../file-storage/file.table.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { documents } from './document.table.ts';

const mostGroups = 200;

/**
 * Documents of a base that say the same. The text decides where it is known, since the same bytes read the same; a
 * document that was never parsed is known by its bytes alone.
 */
export function findDuplicates({ database }: Platform, actor: Actor, knowledgeBaseId: string) {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'read', knowledgeBaseId);
    const inBase = and(eq(documents.knowledgeBaseId, base.id), isNull(documents.deletedAt));
    const content = sql<string>`coalesce(${documents.textSha256}, (
      select other.text_sha256 from ${documents} other join ${files} its on its.id = other.file_id
      where other.knowledge_base_id = ${base.id} and other.deleted_at is null
        and its.sha256 = ${files.sha256} and other.text_sha256 is not null limit 1), ${files.sha256})`;
    const numbered = tx
      .select({
        id: documents.id,
        name: documents.name,
        format: documents.format,
        sizeBytes: files.sizeBytes,
        sha256: files.sha256,
        chunkCount: documents.chunkCount,
        enabled: documents.enabled,
        createdAt: documents.createdAt,
        content: content.as('content'),
        size: sql<number>`count(*) over (partition by ${content})::int`.as('size'),
      })
      .from(documents)
      .innerJoin(files, eq(files.id, documents.fileId))
      .where(inBase)
      .as('numbered');
    const rows = await tx
      .select()
      .from(numbered)
      .where(sql`${numbered.size} > 1`)
      .orderBy(sql`${numbered.size} desc`, asc(numbered.content), asc(numbered.createdAt), asc(numbered.id));
    const groups = [...Map.groupBy(rows, (row) => row.content).values()];
    return {
      groups: groups.slice(0, mostGroups).map(
        (members): DuplicateGroup => ({
          kind: new Set(members.map((row) => row.sha256)).size === 1 ? 'same_file' : 'same_text',
          documents: members.map(({ id, name, format, sizeBytes, chunkCount, enabled, createdAt }) => ({
            id,
            name,
            format,
            sizeBytes,
            chunkCount,
            enabled,
            createdAt: createdAt.toISOString(),
          })),
        }),
      ),
      superfluous: rows.length - groups.length,
    };
  });
}

export type FoundOriginal = { documentId: string; original: { id: string; name: string } };

/** Which of these documents have the same bytes as an older one of their base, and which that is. */
export async function findOriginals(tx: Tx, documentIds: string[]): Promise<FoundOriginal[]> {
  if (documentIds.length === 0) return [];
  const older = alias(documents, 'older');
  const olderFile = alias(files, 'older_file');
  const rows = await tx
    .selectDistinctOn([documents.id], { documentId: documents.id, id: older.id, name: older.name })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    // The same content of a company is one object.
    .innerJoin(olderFile, eq(olderFile.objectKey, files.objectKey))
    .innerJoin(
      older,
      and(
        eq(older.fileId, olderFile.id),
        eq(older.knowledgeBaseId, documents.knowledgeBaseId),
        isNull(older.deletedAt),
        sql`(${older.createdAt}, ${older.id}) < (${documents.createdAt}, ${documents.id})`,
      ),
    )
    .where(inArray(documents.id, documentIds))
    .orderBy(documents.id, asc(older.createdAt), asc(older.id));
  return rows.map(({ documentId, id, name }) => ({ documentId, original: { id, name } }));
}
