import type { FoundDocument, RetrievalHit } from '@lectern/contract';
import { inArray } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { documents } from '../documents/document.table.ts';

/** What files say of their own date, the most telling first. */
const dateKeys = ['date', 'modDate', 'modified', 'creationDate', 'created'];
/** Dates before are those of a clock that was never set. */
const earliest = Date.UTC(1970, 0, 2);

function findDate(metadata: Record<string, string>, createdAt: Date): string {
  for (const key of dateKeys) {
    const at = Date.parse(metadata[key] ?? '');
    if (at > earliest && at <= Date.now() + 86_400_000) return new Date(at).toISOString();
  }
  return createdAt.toISOString();
}

/** The documents of these hits, in the order of their first ones. */
export async function listFoundDocuments(tx: Tx, hits: readonly RetrievalHit[]): Promise<FoundDocument[]> {
  const byDocument = Map.groupBy(hits, ({ documentId }) => documentId);
  if (byDocument.size === 0) return [];
  const { id, name, title, format, knowledgeBaseId, metadata, createdAt } = documents;
  const rows = await tx
    .select({ id, name, title, format, knowledgeBaseId, metadata, createdAt })
    .from(documents)
    .where(inArray(id, [...byDocument.keys()]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byDocument].flatMap(([documentId, found]) => {
    const row = byId.get(documentId);
    if (!row) return [];
    const { metadata: said, createdAt: added, ...document } = row;
    return [{ ...document, date: findDate(said, added), hitCount: found.length }];
  });
}
