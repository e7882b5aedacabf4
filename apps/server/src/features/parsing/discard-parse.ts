import { authorizeSystem } from '../../platform/authorized.ts';
import type { SystemTx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteParseResults } from '../documents/chunks/chunk.queries.ts';
import { deleteChunksWithPictures } from '../documents/chunks/picture.service.ts';
import { lockDocument } from '../documents/document.queries.ts';
import type { DocumentRow } from '../documents/document.table.ts';
import { syncDocumentIndex } from '../indexing/index-repair.service.ts';
import type { ParseId } from './parse-progress.ts';
import { ofParse } from './parse-run.ts';
import { isCurrent } from './steps/publish-parse.ts';

/** Removes what an obsolete parse made: its chunks, and those that the index may hold already. */
export async function discardParse(
  platform: Platform,
  { knowledgeBaseId }: Pick<DocumentRow, 'knowledgeBaseId'>,
  parse: ParseId,
): Promise<void> {
  await platform.database.withCompany(parse.companyId, async (tx) => {
    const row = await lockDocument(tx, parse.documentId);
    // The same parse may have been run, and published, by another process too.
    if (row && row.activeVersion !== parse.version && !isCurrent(row, parse))
      await deleteChunksOfParse(platform, tx, parse);
  });
  await syncDocumentIndex(platform, { ...parse, knowledgeBaseId });
}

export async function deleteChunksOfParse(platform: Platform, tx: SystemTx, parse: ParseId): Promise<void> {
  await deleteChunksWithPictures(platform, tx, authorizeSystem(tx, parse), ofParse(parse));
  await deleteParseResults(tx, parse.documentId, parse);
}
