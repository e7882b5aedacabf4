import { loadTokenCounter } from '@lectern/chunking';
import { AppError } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { onChunksChanged } from '../documents/chunks/chunks-changed.service.ts';
import { loadDocumentToChange } from '../documents/document.service.ts';
import type { DocumentRow } from '../documents/document.table.ts';
import { embedChunk, toIndex, withPath } from '../indexing/document-index.service.ts';
import { holdGeneration } from '../knowledge-bases/index-table.service.ts';
import { openEmbedding } from '../models/model.service.ts';
import { sourceOf } from '../usage/usage.service.ts';

/** Longest chunk that a person may write: what any embedding model of today takes whole. */
const maxTokens = 8_192;

/** A document whose chunks stand still: while a parse replaces them, edits would be lost without a word. */
export async function loadSettledDocument(tx: Tx, actor: Actor, id: string) {
  const loaded = await loadDocumentToChange(tx, actor, id);
  if (loaded.document.status === 'parsing') throw new AppError('document.already_parsing');
  // Where another generation of vectors came between, the base is another, too.
  const isSame = (await holdGeneration(tx, loaded.base.id)) === loaded.base.generation;
  return isSame ? loaded : loadDocumentToChange(tx, actor, id);
}

export async function countTokens(text: string): Promise<number> {
  const tokens = (await loadTokenCounter())(text);
  if (tokens > maxTokens) throw new AppError('chunk.too_long', { tokens, maxTokens });
  return tokens;
}

const checkAfterSeconds = 30;

/** In the edit's transaction: whatever becomes of this process, index and graph will say what the rows say. */
export async function followLater(platform: Platform, tx: Tx, document: DocumentRow): Promise<void> {
  const { companyId, knowledgeBaseId, id: documentId } = document;
  await onChunksChanged.run(platform, tx, document);
  await platform.jobs.enqueue(
    tx,
    'document.sync-index',
    { companyId, knowledgeBaseId, documentId },
    { startAfterSeconds: checkAfterSeconds },
  );
}

/** Embeds outside the transaction: no connection is held while a provider thinks. */
export async function embed(
  platform: Platform,
  actor: Actor,
  documentId: string,
  chunk: Parameters<typeof toIndex>[1],
) {
  const { document, base, opened } = await platform.database.withActor(actor, async (tx) => {
    const loaded = await loadSettledDocument(tx, actor, documentId);
    return {
      base: loaded.base,
      document: await withPath(tx, loaded.document),
      opened: await openEmbedding(platform, tx, loaded.base.embeddingModelId),
    };
  });
  const { prepared, usage: used } = await embedChunk(toIndex(document, chunk), {
    embeddingModel: opened.model,
    folderWeight: base.folderWeight,
  });
  const usage = {
    operationId: `embedding:${newId()}`,
    companyId: actor.companyId,
    accountId: actor.accountId,
    source: sourceOf(actor),
    modelId: opened.id,
    modelName: opened.name,
    embeddingTokens: used.promptTokens,
    estimated: used.estimated ?? false,
  };
  return { document, base, prepared, usage };
}
