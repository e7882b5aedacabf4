import {
  AppError,
  type BodyOf,
  type bulkUpdateChunks,
  type Chunk,
  type createChunk,
  type updateChunk,
} from '@lectern/contract';
import { inArray } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertChunk, setChunksEnabled, updateChunkRow } from '../documents/chunks/chunk.queries.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import { insertChunkRevision } from '../documents/chunks/chunk-revision.queries.ts';
import { deleteChunksWithPictures } from '../documents/chunks/picture.service.ts';
import { changeChunkCount, startFirstVersion } from '../documents/document.queries.ts';
import { packVector } from '../indexing/document-index.service.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import { countTokens, embed, followLater, loadSettledDocument } from './change-chunks.service.ts';
import { findChunk, listChunksByIds, nextOrdinal } from './chunk.queries.ts';
import { takeSnapshot } from './chunk-snapshot.ts';
import { presentChunk } from './present-chunk.ts';

export async function addChunk(
  platform: Platform,
  actor: Actor,
  documentId: string,
  input: BodyOf<typeof createChunk>,
): Promise<Chunk> {
  const tokens = await countTokens(input.text);
  const id = newId();
  const { base, prepared, usage } = await embed(platform, actor, documentId, {
    id,
    kind: 'text',
    headingPath: [],
    ...input,
  });
  const row = await platform.database.withActor(actor, async (tx) => {
    const { document, base: now } = await loadSettledDocument(tx, actor, documentId);
    await recordModelCall(tx, 'embedding', usage);
    if (now.generation !== base.generation) return undefined;
    await changeChunkCount(tx, now, document.id, 1);
    await followLater(platform, tx, document);
    // A document that was never parsed gets its first version from the person.
    const version = Math.max(document.activeVersion, 1);
    if (document.activeVersion === 0) await startFirstVersion(tx, now, document.id);
    return insertChunk(tx, {
      id,
      companyId: actor.companyId,
      knowledgeBaseId: base.id,
      documentId,
      version,
      ordinal: await nextOrdinal(tx, { ...document, activeVersion: version }),
      text: input.text,
      keywords: input.keywords,
      questions: input.questions,
      tokens,
      edited: true,
      vector: packVector(prepared.vector),
    });
  });
  // The knowledge base was re-embedded with another model meanwhile.
  if (!row) return addChunk(platform, actor, documentId, input);
  await platform.index.create(indexTable(base), { dimensions: prepared.vector.length });
  await platform.index.upsertChunks(indexTable(base), [prepared]);
  return platform.database.withActor(actor, (tx) => presentChunk(tx, row));
}

export async function changeChunk(
  platform: Platform,
  actor: Actor,
  { documentId, chunkId }: { documentId: string; chunkId: string },
  input: BodyOf<typeof updateChunk>,
): Promise<Chunk> {
  const { database } = platform;
  const current = await database.withActor(actor, async (tx) => {
    const { document } = await loadSettledDocument(tx, actor, documentId);
    const row = await findChunk(tx, document, chunkId);
    if (!row) throw new AppError('chunk.not_found');
    return row;
  });
  const text = input.text ?? current.text;
  const keywords = input.keywords ?? current.keywords;
  const questions = input.questions ?? current.questions;
  const changed = { text, keywords, questions };
  const rewritten = JSON.stringify(changed) !== JSON.stringify(pickWords(current));
  if (!rewritten) {
    // The switch alone needs no model: the search leaves disabled chunks out.
    const row = await database.withActor(actor, async (tx) => {
      const { base } = await loadSettledDocument(tx, actor, documentId);
      return updateChunkRow(
        tx,
        base,
        chunkId,
        input.enabled === undefined ? { enabled: current.enabled } : { enabled: input.enabled },
      );
    });
    return database.withActor(actor, (tx) => presentChunk(tx, row));
  }
  const tokens = await countTokens(text);
  // A document's contents are its map, which nobody searches.
  if (current.kind === 'contents') return changeContents(platform, actor, current, { ...changed, tokens });
  const { base, prepared, usage } = await embed(platform, actor, documentId, { ...current, ...changed });
  const row = await database.withActor(actor, async (tx) => {
    const { document, base: now } = await loadSettledDocument(tx, actor, documentId);
    const before = await findChunk(tx, document, chunkId);
    if (!before) throw new AppError('chunk.not_found');
    await recordModelCall(tx, 'embedding', usage);
    if (now.generation !== base.generation) return undefined;
    await followLater(platform, tx, document);
    await rememberEdit(tx, now, before);
    return updateChunkRow(tx, now, chunkId, {
      ...changed,
      tokens,
      edited: true,
      vector: packVector(prepared.vector),
      ...(input.enabled === undefined ? {} : { enabled: input.enabled }),
    });
  });
  if (!row) return changeChunk(platform, actor, { documentId, chunkId }, input);
  await platform.index.upsertChunks(indexTable(base), [prepared]);
  return database.withActor(actor, (tx) => presentChunk(tx, row));
}

function pickWords({ text, keywords, questions }: ChunkRow) {
  return { text, keywords, questions };
}

function rememberEdit(tx: Tx, base: Authorized<KnowledgeBaseRow, 'update'>, row: ChunkRow): Promise<void> {
  const { id, companyId, documentId, version } = row;
  const revision = { id: newId(), companyId, documentId, version, change: 'edit' as const };
  return insertChunkRevision(tx, base, { ...revision, chunkIds: [id], before: [takeSnapshot(row)] });
}

function changeContents(
  { database }: Platform,
  actor: Actor,
  { id, documentId }: ChunkRow,
  changes: Partial<ChunkRow>,
): Promise<Chunk> {
  return database.withActor(actor, async (tx) => {
    const { document, base } = await loadSettledDocument(tx, actor, documentId);
    const before = await findChunk(tx, document, id);
    if (!before) throw new AppError('chunk.not_found');
    await rememberEdit(tx, base, before);
    return presentChunk(tx, await updateChunkRow(tx, base, id, { ...changes, edited: true }));
  });
}

/** All or nothing for the ids: one that is not of the document is a 404. */
export async function changeChunks(
  platform: Platform,
  actor: Actor,
  documentId: string,
  { action, chunkIds }: BodyOf<typeof bulkUpdateChunks>,
): Promise<{ changed: number }> {
  const wanted = [...new Set(chunkIds)];
  const { base, ids } = await platform.database.withActor(actor, async (tx) => {
    const { document, base } = await loadSettledDocument(tx, actor, documentId);
    const rows = await listChunksByIds(tx, document, wanted);
    if (rows.length !== wanted.length) throw new AppError('chunk.not_found');
    if (action === 'delete') {
      await followLater(platform, tx, document);
      await deleteChunksWithPictures(platform, tx, base, inArray(chunks.id, wanted));
      await changeChunkCount(tx, base, document.id, -wanted.length);
      return { base, ids: wanted };
    }
    const enabled = action === 'enable';
    const changing = rows.filter((row) => row.enabled !== enabled).map((row) => row.id);
    if (changing.length > 0) await setChunksEnabled(tx, base, changing, enabled);
    return { base, ids: changing };
  });
  // The rows decide what is found; the index only has to forget, now or at the next repair.
  const table = indexTable(base);
  if (action === 'delete' && (await platform.index.findState(table)))
    await platform.index.deleteChunks(table, ids);
  return { changed: ids.length };
}
