import {
  browseS3Connection,
  cancelS3Import,
  createS3Connection,
  deleteS3Connection,
  getS3Import,
  listS3Connections,
  listS3ImportObjects,
  listS3Imports,
  startS3Import,
  testS3Connection,
  updateS3Connection,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addConnection,
  browse,
  changeConnection,
  listConnections,
  removeConnection,
  tryConnection,
} from './s3-connection.service.ts';
import {
  beginImport,
  cancelImport,
  listImportObjects,
  listImports,
  readImport,
} from './s3-import.service.ts';

export function s3Routes(platform: Platform) {
  return [
    route(listS3Connections, async ({ actor }) => ({ items: await listConnections(platform, actor) })),
    route(createS3Connection, ({ actor, body }) => addConnection(platform, actor, body)),
    route(testS3Connection, ({ actor, body, language, signal }) =>
      tryConnection(platform, actor, body, { language, signal }),
    ),
    route(updateS3Connection, ({ actor, params, body }) =>
      changeConnection(platform, actor, params.s3ConnectionId, body),
    ),
    route(deleteS3Connection, async ({ actor, params, audit }) => {
      audit(await removeConnection(platform, actor, params.s3ConnectionId));
    }),
    route(browseS3Connection, ({ actor, params, query, signal }) =>
      browse(platform, actor, params.s3ConnectionId, query, signal),
    ),
    route(startS3Import, ({ actor, params, body, language }) =>
      beginImport(platform, actor, params.s3ConnectionId, body, language),
    ),
    route(listS3Imports, ({ actor, query, language }) => listImports(platform, actor, query, language)),
    route(getS3Import, ({ actor, params, language }) =>
      readImport(platform, actor, params.s3ImportId, language),
    ),
    route(listS3ImportObjects, ({ actor, params, query, language }) =>
      listImportObjects(platform, actor, params.s3ImportId, query, language),
    ),
    route(cancelS3Import, ({ actor, params, language }) =>
      cancelImport(platform, actor, params.s3ImportId, language),
    ),
  ];
}
