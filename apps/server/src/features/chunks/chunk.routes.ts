import {
  AppError,
  bulkUpdateChunks,
  createChunk,
  deleteChunk,
  getChunk,
  getChunkImage,
  listChunks,
  mergeChunk,
  splitChunk,
  undoChunkChange,
  updateChunk,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadDocument } from '../documents/document.service.ts';
import { findChunk, listChunkRows } from './chunk.queries.ts';
import { addChunk, changeChunk, changeChunks } from './chunk.service.ts';
import { readChunkImage } from './chunk-image.service.ts';
import { presentChunk, presentChunks } from './present-chunk.ts';
import { mergeWithNext, splitAt, undoLastChange } from './reshape-chunks.service.ts';

export function chunkRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listChunks, ({ actor, params, query }) =>
      database.withActor(actor, async (tx) => {
        const { document } = await loadDocument(tx, actor, 'read', params.documentId);
        const { rows, total } = await listChunkRows(tx, document, query);
        return { items: await presentChunks(tx, rows), total };
      }),
    ),
    route(getChunk, ({ actor, params }) =>
      database.withActor(actor, async (tx) => {
        const { document } = await loadDocument(tx, actor, 'read', params.documentId);
        const row = await findChunk(tx, document, params.chunkId);
        if (!row) throw new AppError('chunk.not_found');
        return presentChunk(tx, row);
      }),
    ),
    route(getChunkImage, ({ actor, params }) => readChunkImage(platform, actor, params)),
    route(createChunk, ({ actor, params, body }) => addChunk(platform, actor, params.documentId, body)),
    route(updateChunk, ({ actor, params, body }) => changeChunk(platform, actor, params, body)),
    route(mergeChunk, async ({ actor, params }) => ({ items: await mergeWithNext(platform, actor, params) })),
    route(splitChunk, async ({ actor, params, body }) => ({
      items: await splitAt(platform, actor, params, body),
    })),
    route(undoChunkChange, async ({ actor, params }) => ({
      items: await undoLastChange(platform, actor, params),
    })),
    route(deleteChunk, async ({ actor, params }) => {
      await changeChunks(platform, actor, params.documentId, {
        action: 'delete',
        chunkIds: [params.chunkId],
      });
    }),
    route(bulkUpdateChunks, ({ actor, params, body }) =>
      changeChunks(platform, actor, params.documentId, body),
    ),
  ];
}
