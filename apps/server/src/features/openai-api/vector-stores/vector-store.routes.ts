import { createKnowledgeBase, retrievalSettings, updateKnowledgeBase } from '@lectern/contract';
import { and, count, eq, inArray, isNull, sum } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import { newId, type Tx } from '../../../platform/database/database.ts';
import { ForeignRefusal, foreignRoute } from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { documents } from '../../documents/document.table.ts';
import { files } from '../../file-storage/file.table.ts';
import { visibleTo } from '../../knowledge-bases/knowledge-base.queries.ts';
import {
  changeKnowledgeBase,
  createKnowledgeBaseFor,
  loadKnowledgeBase,
  removeKnowledgeBase,
  retrievalDefaultsOf,
} from '../../knowledge-bases/knowledge-base.service.ts';
import {
  isActiveKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from '../../knowledge-bases/knowledge-base.table.ts';
import { searchBases } from '../../retrieval/retrieval.service.ts';
import { sourceOf } from '../../usage/usage.service.ts';
import { addressOf } from '../citations.ts';
import { pageBy, presentPage } from '../cursor-page.ts';
import { writeId } from '../openai-ids.ts';
import { toDocumentFilter } from './attribute-filter.ts';
import {
  attachFiles,
  detach,
  listFilesOfStore,
  readStoreFile,
  stateOf,
  storeIdOf,
} from './store-file.service.ts';
import {
  attachFile,
  createStore,
  deleteStore,
  detachFile,
  getStore,
  getStoreFile,
  listStoreFiles,
  listStores,
  searchStore,
  updateStore,
} from './vector-store.endpoints.ts';

const defaultResults = 10;

async function presentStores(tx: Tx, rows: KnowledgeBaseRow[]) {
  const ids = rows.map(({ id }) => id);
  const counts =
    ids.length === 0
      ? []
      : await tx
          .select({
            baseId: documents.knowledgeBaseId,
            status: documents.status,
            count: count(),
            bytes: sum(files.sizeBytes).mapWith(Number),
          })
          .from(documents)
          .innerJoin(files, eq(files.id, documents.fileId))
          .where(and(isNull(documents.deletedAt), inArray(documents.knowledgeBaseId, ids)))
          .groupBy(documents.knowledgeBaseId, documents.status);
  return rows.map((row) => {
    const own = counts.filter(({ baseId }) => baseId === row.id);
    const total = { in_progress: 0, completed: 0, cancelled: 0, failed: 0, total: 0 };
    for (const { status, count: found } of own) {
      total[stateOf(status)] += found;
      total.total += found;
    }
    return {
      id: writeId('vs_', row.id),
      object: 'vector_store',
      created_at: Math.floor(row.createdAt.getTime() / 1000),
      name: row.name,
      description: row.description,
      usage_bytes: own.reduce((all, { bytes }) => all + bytes, 0),
      file_counts: total,
      status: total.in_progress > 0 ? 'in_progress' : 'completed',
      expires_after: null,
      expires_at: null,
      last_active_at: Math.floor(row.updatedAt.getTime() / 1000),
      metadata: {},
    };
  });
}

async function readStore({ database }: Platform, actor: Actor, storeId: string) {
  const [store] = await database.withActor(actor, async (tx) =>
    presentStores(tx, [await loadKnowledgeBase(tx, actor, 'read', storeIdOf(storeId))]),
  );
  return store as NonNullable<typeof store>;
}

function refuseExpiry(given: unknown): void {
  if (given !== undefined && given !== null)
    throw new ForeignRefusal('request.invalid', 'Knowledge bases do not expire: leave it out.', {
      param: 'expires_after',
      reason: 'unsupported_parameter',
    });
}

/** What the contract would take; a name that it would not is refused as it would. */
function readName(schema: z.ZodType<{ name?: string | undefined }>, name: string): void {
  if (!schema.safeParse({ name }).success)
    throw new ForeignRefusal('request.invalid', 'A name has 1 to 255 characters, all of them visible.', {
      param: 'name',
    });
}

export function vectorStoreRoutes(platform: Platform) {
  const { database } = platform;
  return [
    foreignRoute(listStores, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const cursor = (text: string | undefined) => (text === undefined ? undefined : storeIdOf(text));
        const page = pageBy(knowledgeBases.id, query, {
          after: cursor(query.after),
          before: cursor(query.before),
        });
        const rows = await tx
          .select()
          .from(knowledgeBases)
          .where(and(isActiveKnowledgeBase(), visibleTo(actor), ...page.where))
          .orderBy(page.orderBy)
          .limit(page.limit);
        return presentPage(await presentStores(tx, rows), query);
      }),
    ),
    foreignRoute(createStore, async ({ actor, body, language }) => {
      refuseExpiry(body.expires_after);
      const name = body.name?.trim() || `Vector store ${newId().slice(-8)}`;
      readName(createKnowledgeBase.body, name);
      const { id } = await createKnowledgeBaseFor(platform, actor, {
        name,
        ...(body.description ? { description: body.description } : {}),
      });
      const storeId = writeId('vs_', id);
      if (body.file_ids && body.file_ids.length > 0)
        await attachFiles(platform, { actor, language }, storeId, body.file_ids);
      return readStore(platform, actor, storeId);
    }),
    foreignRoute(getStore, ({ actor, params }) => readStore(platform, actor, params.store)),
    foreignRoute(updateStore, async ({ actor, params, body }) => {
      refuseExpiry(body.expires_after);
      const name = body.name?.trim();
      if (name !== undefined) readName(updateKnowledgeBase.body, name);
      await changeKnowledgeBase(platform, actor, storeIdOf(params.store), name === undefined ? {} : { name });
      return readStore(platform, actor, params.store);
    }),
    foreignRoute(deleteStore, async ({ actor, params }) => {
      const id = storeIdOf(params.store);
      await removeKnowledgeBase(platform, actor, id);
      return { id: writeId('vs_', id), object: 'vector_store.deleted', deleted: true };
    }),
    foreignRoute(searchStore, ({ actor, params, body, signal }) =>
      search(platform, actor, params.store, body, signal),
    ),
    foreignRoute(listStoreFiles, ({ actor, params, query, language }) =>
      listFilesOfStore(platform, { actor, language }, params.store, query),
    ),
    foreignRoute(attachFile, async ({ actor, params, body, language }) => {
      await attachFiles(
        platform,
        { actor, language },
        params.store,
        [body.file_id],
        body.attributes ?? undefined,
      );
      return readStoreFile(platform, { actor, language }, params.store, body.file_id);
    }),
    foreignRoute(getStoreFile, ({ actor, params, language }) =>
      readStoreFile(platform, { actor, language }, params.store, params.file),
    ),
    foreignRoute(detachFile, async ({ actor, params, language }) => {
      await detach(platform, { actor, language }, params.store, params.file);
      return { id: params.file, object: 'vector_store.file.deleted', deleted: true };
    }),
  ];
}

type Search = z.output<typeof searchStore.body>;

async function search(
  platform: Platform,
  actor: Actor,
  storeId: string,
  { query, max_num_results: most, filters, ranking_options: ranking }: Search,
  signal: AbortSignal,
) {
  const base = await platform.database.withActor(actor, (tx) =>
    loadKnowledgeBase(tx, actor, 'read', storeIdOf(storeId)),
  );
  const settings = retrievalSettings.parse({
    ...retrievalDefaultsOf([base]),
    topN: most ?? defaultResults,
    ...(ranking?.score_threshold ? { similarityThreshold: ranking.score_threshold } : {}),
    ...(filters ? { filter: toDocumentFilter(filters) } : {}),
  });
  const queries = typeof query === 'string' ? [query] : query;
  const { hits } = await searchBases(platform, actor, {
    question: queries.join('\n'),
    bases: [base],
    settings,
    source: sourceOf(actor),
    signal,
  });
  const documentIds = hits.map(({ documentId }) => documentId);
  const found = await platform.database.withActor(actor, async (tx) =>
    tx
      .select({ id: documents.id, fileId: documents.fileId, values: documents.fieldValues })
      .from(documents)
      .where(inArray(documents.id, documentIds)),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return {
    object: 'vector_store.search_results.page',
    search_query: queries,
    data: hits.map((hit) => ({
      file_id: writeId('file-', byId.get(hit.documentId)?.fileId ?? hit.documentId),
      filename: hit.documentName,
      score: hit.score,
      attributes: byId.get(hit.documentId)?.values ?? {},
      content: [{ type: 'text', text: hit.text }],
      // Our own fields: where the passage stands.
      document_id: hit.documentId,
      chunk_id: hit.chunkId,
      page: hit.page,
      url: addressOf(platform, { ...hit, quote: hit.text, quoteRange: null, chunkRange: hit.charRange }),
    })),
    has_more: false,
    next_page: null,
  };
}
