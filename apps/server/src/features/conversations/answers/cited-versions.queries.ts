import type { Citation } from '@lectern/contract';
import { inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database/database.ts';
import { documents } from '../../documents/document.table.ts';

/** Citations with the file of their document: when it is replaced, they still open what was quoted. */
export async function nameVersions(tx: Tx, citations: Citation[]): Promise<Citation[]> {
  const ids = [...new Set(citations.map(({ documentId }) => documentId))];
  if (ids.length === 0) return citations;
  const rows = await tx
    .select({ id: documents.id, version: documents.activeFileVersion })
    .from(documents)
    .where(inArray(documents.id, ids));
  const versions = new Map(rows.map(({ id, version }) => [id, version]));
  return citations.map((citation) => {
    const documentVersion = versions.get(citation.documentId);
    return documentVersion === undefined ? citation : { ...citation, documentVersion };
  });
}
