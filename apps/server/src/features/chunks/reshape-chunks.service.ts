import { AppError, type BodyOf, type Chunk, type splitChunk } from '@lectern/contract';
import { inArray } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertChunk, makeRoomForChunks, updateChunkRow } from '../documents/chunks/chunk.queries.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import {
  deleteChunkRevision,
  findLastRevisions,
  insertChunkRevision,
} from '../documents/chunks/chunk-revision.queries.ts';
import type { ChunkRevisionRow, ChunkSnapshot } from '../documents/chunks/chunk-revision.table.ts';
import { deleteChunksWithPictures } from '../documents/chunks/picture.service.ts';
import { changeChunkCount } from '../documents/document.queries.ts';
import type { DocumentRow } from '../documents/document.table.ts';
import { packVector } from '../indexing/document-index.service.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import { countTokens, embed, followLater, loadSettledDocument } from './change-chunks.service.ts';
import { findNextChunk, listChunkRowsByIds } from './chunk.queries.ts';
import { mergeSnapshots, splitSnapshot, takeSnapshot } from './chunk-snapshot.ts';
import { presentChunks } from './present-chunk.ts';

type ChunkPlace = { documentId: string; chunkId: string };
type Plan = {
  from: ChunkRow[];
  to: ChunkSnapshot[];
  change: ChunkRevisionRow['change'] | { undone: string };
};
type Embedded = Awaited<ReturnType<typeof embed>>;

export function mergeWithNext(platform: Platform, actor: Actor, place: ChunkPlace): Promise<Chunk[]> {
  return replaceChunks(platform, actor, place.documentId, async (tx, document) => {
    const [first] = await listChunkRowsByIds(tx, document, [place.chunkId]);
    if (!first) throw new AppError('chunk.not_found');
    const next = await findNextChunk(tx, document, first.ordinal);
    if (!next) throw new AppError('chunk.not_mergeable');
    const merged = mergeSnapshots(takeSnapshot(first), takeSnapshot(next));
    return { from: [first, next], to: [merged], change: 'merge' };
  });
}

export function splitAt(
  platform: Platform,
  actor: Actor,
  place: ChunkPlace,
  { at }: BodyOf<typeof splitChunk>,
): Promise<Chunk[]> {
  return replaceChunks(platform, actor, place.documentId, async (tx, document) => {
    const [whole] = await listChunkRowsByIds(tx, document, [place.chunkId]);
    if (!whole) throw new AppError('chunk.not_found');
    return { from: [whole], to: splitSnapshot(takeSnapshot(whole), at, newId()), change: 'split' };
  });
}

export function undoLastChange(platform: Platform, actor: Actor, place: ChunkPlace): Promise<Chunk[]> {
  return replaceChunks(platform, actor, place.documentId, async (tx, document) => {
    const revision = (await findLastRevisions(tx, document, [place.chunkId])).get(place.chunkId);
    const [asked] = await listChunkRowsByIds(tx, document, [place.chunkId]);
    if (!asked) throw new AppError('chunk.not_found');
    if (!revision) throw new AppError('chunk.nothing_to_undo');
    const from = await listChunkRowsByIds(tx, document, revision.chunkIds);
    const last = await findLastRevisions(tx, document, revision.chunkIds);
    const isLast = revision.chunkIds.every((id) => last.get(id)?.id === revision.id);
    if (!isLast || from.length < revision.chunkIds.length) throw new AppError('chunk.changed_together');
    // What was switched off since must not come back into answers.
    const enabled = from.every((row) => row.enabled);
    const to = revision.before.map((chunk) => ({
      ...chunk,
      enabled: revision.change === 'edit' ? enabled : chunk.enabled && enabled,
    }));
    return { from, to, change: { undone: revision.id } };
  });
}

/** Puts chunks in the place of others, in one commit. Throws `chunk.changed` where they changed while a model embedded. */
async function replaceChunks(
  platform: Platform,
  actor: Actor,
  documentId: string,
  plan: (tx: Tx, document: DocumentRow) => Promise<Plan>,
): Promise<Chunk[]> {
  const { database } = platform;
  const { from, to, change } = await database.withActor(actor, async (tx) =>
    plan(tx, (await loadSettledDocument(tx, actor, documentId)).document),
  );
  const tokens = new Map<string, number>();
  const embedded = new Map<string, Embedded>();
  for (const chunk of to) {
    tokens.set(chunk.id, await countTokens(chunk.text));
    // A document's contents are its map, which nobody searches.
    if (chunk.kind !== 'contents') embedded.set(chunk.id, await embed(platform, actor, documentId, chunk));
  }
  const done = await database.withActor(actor, async (tx) => {
    const { document, base } = await loadSettledDocument(tx, actor, documentId);
    for (const { usage } of embedded.values()) await recordModelCall(tx, 'embedding', usage);
    if ([...embedded.values()].some((each) => each.base.generation !== base.generation)) return undefined;
    const now = await listChunkRowsByIds(
      tx,
      document,
      from.map(({ id }) => id),
    );
    if (!areSame(from, now)) throw new AppError('chunk.changed');
    await followLater(platform, tx, document);
    if (typeof change === 'string') await rememberChange(tx, base, { document, change, from, to });
    else await deleteChunkRevision(tx, base, change.undone);
    const rows = await writeChunks(platform, tx, { document, base, from, to, tokens, embedded });
    return { base, chunks: await presentChunks(tx, rows) };
  });
  // The knowledge base was re-embedded with another model meanwhile.
  if (!done) return replaceChunks(platform, actor, documentId, plan);
  const table = indexTable(done.base);
  const gone = listGone(from, to);
  const prepared = [...embedded.values()].map((each) => each.prepared);
  if (prepared.length > 0) await platform.index.upsertChunks(table, prepared);
  if (gone.length > 0) await platform.index.deleteChunks(table, gone);
  return done.chunks;
}

function listGone(from: readonly { id: string }[], to: readonly { id: string }[]): string[] {
  const kept = new Set(to.map(({ id }) => id));
  return from.map(({ id }) => id).filter((id) => !kept.has(id));
}

function areSame(before: readonly ChunkRow[], now: readonly ChunkRow[]): boolean {
  return JSON.stringify(before.map(takeSnapshot)) === JSON.stringify(now.map(takeSnapshot));
}

function rememberChange(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  {
    document,
    change,
    from,
    to,
  }: Pick<Plan, 'from' | 'to'> & { document: DocumentRow; change: ChunkRevisionRow['change'] },
): Promise<void> {
  return insertChunkRevision(tx, base, {
    id: newId(),
    companyId: document.companyId,
    documentId: document.id,
    version: document.activeVersion,
    change,
    chunkIds: to.map(({ id }) => id),
    before: from.map(takeSnapshot),
  });
}

type Writing = Pick<Plan, 'from' | 'to'> & {
  document: DocumentRow;
  base: Authorized<KnowledgeBaseRow, 'update'>;
  tokens: ReadonlyMap<string, number>;
  embedded: ReadonlyMap<string, Embedded>;
};

async function writeChunks(platform: Platform, tx: Tx, writing: Writing): Promise<ChunkRow[]> {
  const { document, base, from, to, tokens, embedded } = writing;
  const start = from[0]!.ordinal;
  const gone = listGone(from, to);
  await makeRoomForChunks(tx, base, document, { after: from.at(-1)!.ordinal, by: to.length - from.length });
  const existing = new Set(from.map(({ id }) => id));
  const rows: ChunkRow[] = [];
  for (const [n, chunk] of to.entries()) {
    const vector = embedded.get(chunk.id)?.prepared.vector;
    const values = {
      ...chunk,
      ordinal: start + n,
      tokens: tokens.get(chunk.id) ?? 0,
      vector: vector ? packVector(vector) : null,
    };
    const place = { companyId: document.companyId, knowledgeBaseId: base.id, documentId: document.id };
    rows.push(
      existing.has(chunk.id)
        ? await updateChunkRow(tx, base, chunk.id, values)
        : await insertChunk(tx, { ...place, ...values, version: document.activeVersion }),
    );
  }
  if (gone.length > 0) await deleteChunksWithPictures(platform, tx, base, inArray(chunks.id, gone));
  if (to.length !== from.length) await changeChunkCount(tx, base, document.id, to.length - from.length);
  return rows;
}
