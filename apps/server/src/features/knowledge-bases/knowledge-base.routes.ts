import { describeChunkMethods } from '@lectern/chunking';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  getKnowledgeBase,
  listChunkMethods,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listKnowledgeBaseRows } from './knowledge-base.queries.ts';
import {
  changeKnowledgeBase,
  createKnowledgeBaseFor,
  presentKnowledgeBases,
  readKnowledgeBase,
  removeKnowledgeBase,
} from './knowledge-base.service.ts';

export function knowledgeBaseRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listKnowledgeBases, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const { rows, total } = await listKnowledgeBaseRows(tx, actor, query);
        return { items: await presentKnowledgeBases(tx, actor, rows), total };
      }),
    ),
    route(createKnowledgeBase, ({ actor, body }) => createKnowledgeBaseFor(platform, actor, body)),
    route(getKnowledgeBase, ({ actor, params }) =>
      readKnowledgeBase(platform, actor, params.knowledgeBaseId),
    ),
    route(updateKnowledgeBase, ({ actor, params, body }) =>
      changeKnowledgeBase(platform, actor, params.knowledgeBaseId, body),
    ),
    route(deleteKnowledgeBase, ({ actor, params }) =>
      removeKnowledgeBase(platform, actor, params.knowledgeBaseId),
    ),
    route(listChunkMethods, async ({ language }) => ({ items: describeChunkMethods(language) })),
  ];
}
