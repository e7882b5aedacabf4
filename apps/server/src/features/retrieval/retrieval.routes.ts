import { retrievalSettings, retrieve } from '@lectern/contract';
import { createTermMatcher } from '@lectern/text-analysis';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadKnowledgeBase, retrievalDefaultsOf } from '../knowledge-bases/knowledge-base.service.ts';
import { checkDocuments, searchBases } from './retrieval.service.ts';

export function retrievalRoutes(platform: Platform) {
  return [
    route(retrieve, async ({ actor, body, signal }) => {
      const bases = await platform.database.withActor(actor, async (tx) => {
        const loaded = [];
        for (const id of new Set(body.knowledgeBaseIds))
          loaded.push(await loadKnowledgeBase(tx, actor, 'read', id));
        if (body.documentIds) await checkDocuments(tx, loaded, body.documentIds);
        return loaded;
      });
      const settings = retrievalSettings.parse({ ...retrievalDefaultsOf(bases), ...body.settings });
      const { hits, tables, took, matchedDocuments } = await searchBases(platform, actor, {
        question: body.question,
        bases,
        documentIds: body.documentIds,
        settings,
        source: actor.via === 'api_token' ? 'api' : 'retrieval_test',
        signal,
      });
      const findMatches = createTermMatcher(body.question);
      return {
        hits: hits.map((hit) => ({ ...hit, matches: findMatches(hit.text) })),
        tableAnswers: tables.map(({ answer }) => answer),
        settings,
        matchedDocuments,
        took,
      };
    }),
  ];
}
