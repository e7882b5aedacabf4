import {
  deleteDocumentVersion,
  findSameNames,
  getDocumentVersionText,
  listDocumentVersions,
  replaceDocumentFile,
  restoreDocumentVersion,
} from '@lectern/contract';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import { listSameNames } from '../document.queries.ts';
import {
  readVersions,
  readVersionText,
  receiveReplacement,
  removeVersion,
  restore,
} from './document-versions.service.ts';

export function versionRoutes(platform: Platform) {
  return [
    route(replaceDocumentFile, ({ actor, params, request, language }) =>
      receiveReplacement(platform, actor, params.documentId, request, language),
    ),
    route(listDocumentVersions, ({ actor, params }) => readVersions(platform, actor, params.documentId)),
    route(getDocumentVersionText, ({ actor, params }) => readVersionText(platform, actor, params)),
    route(restoreDocumentVersion, ({ actor, params, language }) =>
      restore(platform, actor, params, language),
    ),
    route(deleteDocumentVersion, ({ actor, params }) => removeVersion(platform, actor, params)),
    route(findSameNames, ({ actor, params, query }) =>
      platform.database.withActor(actor, async (tx) => {
        const base = await loadKnowledgeBase(tx, actor, 'read', params.knowledgeBaseId);
        return { items: await listSameNames(tx, base.id, query.names ?? []) };
      }),
    ),
  ];
}
