import { type EnrichmentOptions, enrichmentOptions } from '@lectern/contract';
import { and, inArray } from 'drizzle-orm';
import { companyPort } from '../../../platform/company-port.ts';
import type { SystemTx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import type { DocumentWithFile } from '../../documents/document.queries.ts';
import { listDocumentsWithFiles, updateParses } from '../../documents/document-batch.queries.ts';
import { isSmallDocument } from '../../documents/request-parse.service.ts';
import { readPath } from '../../file-storage/folder.queries.ts';
import { findActiveKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { openEmbedding } from '../../models/model.service.ts';
import type { ParseId } from '../parse-progress.ts';

/** One of the small documents that are parsed together. */
export type SmallParse = {
  parse: ParseId;
  found: DocumentWithFile;
  base: KnowledgeBaseRow;
  enrichment: EnrichmentOptions;
  /** Folders of its file, `/` between them. */
  path: string;
};

/** The documents of one knowledge base, with the model that embeds them. */
export type SmallParses = {
  base: KnowledgeBaseRow;
  embedding: Awaited<ReturnType<typeof openEmbedding>>;
  parses: SmallParse[];
};

/** Takes those that are small, wanted and not begun, by knowledge base, and marks them as being read. */
export async function planParses(
  platform: Platform,
  tx: SystemTx,
  companyId: string,
  parses: ParseId[],
): Promise<SmallParses[]> {
  if ((await companyPort.get().readState(tx, companyId)) !== 'active') return [];
  const ids = parses.map(({ documentId }) => documentId);
  const found = new Map((await listDocumentsWithFiles(tx, ids)).map((row) => [row.document.id, row]));
  const begun = await tx
    .selectDistinct({ id: chunks.documentId })
    .from(chunks)
    .where(and(inArray(chunks.documentId, ids)));
  const fresh = parses.flatMap((parse) => {
    const row = found.get(parse.documentId);
    const isWanted = row?.document.status === 'parsing' && row.document.parseVersion === parse.version;
    const isBegun = begun.some(({ id }) => id === parse.documentId);
    return row && isWanted && !isBegun && isSmallDocument(row) ? [{ parse, found: row }] : [];
  });
  if (fresh.length === 0) return [];
  const begin = new Date();
  const taken = await updateParses(
    tx,
    fresh.map(({ parse }) => parse),
    { stage: 'reading', waitingReason: null, processBeginAt: begin },
  );
  const paths = new Map<string | null, string>();
  const groups: SmallParses[] = [];
  for (const [baseId, own] of Map.groupBy(fresh, ({ found }) => found.document.knowledgeBaseId)) {
    const base = await findActiveKnowledgeBase(tx, baseId);
    if (!base) continue;
    const group: SmallParses = {
      base,
      embedding: await openEmbedding(platform, tx, base.embeddingModelId),
      parses: [],
    };
    for (const { parse, found } of own) {
      if (!taken.includes(parse.documentId)) continue;
      const { folderId } = found.file;
      if (!paths.has(folderId))
        paths.set(folderId, (await readPath(tx, folderId)).map(({ name }) => name).join('/'));
      const enrichment = enrichmentOptions.parse(found.document.enrichmentOptions);
      found.document.processBeginAt = begin;
      group.parses.push({ parse, found, base, enrichment, path: paths.get(folderId) as string });
    }
    if (group.parses.length > 0) groups.push(group);
  }
  return groups;
}
