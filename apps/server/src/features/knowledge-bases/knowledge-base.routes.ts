import { describeChunkMethods } from '@lectern/chunking';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  getKnowledgeBase,
  getRecogniser,
  listChunkMethods,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listKnowledgeBaseRows } from './knowledge-base.queries.ts';
import {
  changeBase,
  createBase,
  deleteBase,
  presentKnowledgeBases,
  readBase,
} from './knowledge-base.service.ts';
import { describeRecogniser } from './recogniser.service.ts';

export function knowledgeBaseRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(listKnowledgeBases, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const { rows, total } = await listKnowledgeBaseRows(tx, actor, query);
        return { items: await presentKnowledgeBases(tx, actor, rows), total };
      }),
    ),
    route(createKnowledgeBase, ({ actor, body }) => createBase(platform, actor, body)),
    route(getKnowledgeBase, ({ actor, params }) => readBase(platform, actor, params.knowledgeBaseId)),
    route(updateKnowledgeBase, ({ actor, params, body }) =>
      changeBase(platform, actor, params.knowledgeBaseId, body),
    ),
    route(deleteKnowledgeBase, ({ actor, params }) => deleteBase(platform, actor, params.knowledgeBaseId)),
    route(getRecogniser, async () => ({ recogniser: await describeRecogniser(platform) })),
    route(listChunkMethods, async ({ language }) => ({ items: describeChunkMethods(language) })),
  ];
}
