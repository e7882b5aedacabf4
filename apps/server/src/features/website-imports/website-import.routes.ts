import {
  cancelWebsiteImport,
  createWebsiteImport,
  deleteWebsiteImport,
  getWebsiteImport,
  listWebsiteImports,
  listWebsitePages,
  previewWebsite,
  runWebsiteImport,
  updateWebsiteImport,
  type WebsiteImport,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { presentImports, presentPage } from './present-website-import.ts';
import { previewWebsiteFor } from './preview-website.service.ts';
import { listImportRows, listPageRows } from './website-import.queries.ts';
import {
  cancelImport,
  changeImport,
  createImport,
  deleteImport,
  loadImport,
  runImport,
} from './website-import.service.ts';

export function websiteImportRoutes(platform: Platform) {
  const { database } = platform;
  return [
    route(createWebsiteImport, ({ actor, params, body, language }) =>
      createImport(platform, actor, params.knowledgeBaseId, body, language),
    ),
    route(previewWebsite, ({ actor, params, body, signal }) =>
      previewWebsiteFor(platform, actor, params.knowledgeBaseId, body, signal),
    ),
    route(listWebsiteImports, ({ actor, params, query, language }) =>
      database.withActor(actor, async (tx) => {
        const base = await loadKnowledgeBase(tx, actor, 'read', params.knowledgeBaseId);
        const { rows, total } = await listImportRows(tx, base.id, query);
        return { items: await presentImports(tx, rows, { actor, base, language }), total };
      }),
    ),
    route(getWebsiteImport, ({ actor, params, language }) =>
      database.withActor(actor, async (tx) => {
        const { row, base } = await loadImport(tx, actor, 'read', params.websiteImportId);
        const [presented] = await presentImports(tx, [row], { actor, base, language });
        return presented as WebsiteImport;
      }),
    ),
    route(listWebsitePages, ({ actor, params, query }) =>
      database.withActor(actor, async (tx) => {
        const { row } = await loadImport(tx, actor, 'read', params.websiteImportId);
        const { rows, total } = await listPageRows(tx, row.id, query);
        return { items: rows.map(presentPage), total };
      }),
    ),
    route(updateWebsiteImport, ({ actor, params, body, language }) =>
      changeImport(platform, actor, params.websiteImportId, body, language),
    ),
    route(cancelWebsiteImport, ({ actor, params, language }) =>
      cancelImport(platform, actor, params.websiteImportId, language),
    ),
    route(runWebsiteImport, ({ actor, params, language }) =>
      runImport(platform, actor, params.websiteImportId, language),
    ),
    route(deleteWebsiteImport, async ({ actor, params, query, audit }) => {
      audit(await deleteImport(platform, actor, params.websiteImportId, query.documents));
    }),
  ];
}
