import { deleteFiles, getFile, getFileContent, listFiles, uploadFilesToFolder } from '@lectern/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import {
  defineForeignEndpoint,
  ForeignRefusal,
  foreignRoute,
  rightsOf,
} from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { getFileRow } from '../../file-storage/file.queries.ts';
import { files } from '../../file-storage/file.table.ts';
import { answerBytes } from '../../file-storage/stored-bytes.service.ts';
import { deleteSelection } from '../../files/file.service.ts';
import { loadShownFile } from '../../files/file-content.service.ts';
import { uploadToFolder } from '../../files/upload-to-folder.service.ts';
import { cursorQuery, pageBy, presentPage } from '../cursor-page.ts';
import { fileIdOf, writeId } from '../openai-ids.ts';

const params = z.object({ file: z.string().max(100) });

const list = defineForeignEndpoint({
  id: 'openai.listFiles',
  method: 'GET',
  path: '/files',
  ...rightsOf(listFiles),
  query: z.object({
    ...cursorQuery,
    limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
    purpose: z.string().max(100).optional(),
  }),
  status: 200,
});
const upload = defineForeignEndpoint({
  id: 'openai.uploadFile',
  method: 'POST',
  path: '/files',
  ...rightsOf(uploadFilesToFolder),
  multipart: true,
  status: 200,
});
const get = defineForeignEndpoint({
  id: 'openai.getFile',
  method: 'GET',
  path: '/files/:file',
  ...rightsOf(getFile),
  params,
  status: 200,
});
const remove = defineForeignEndpoint({
  id: 'openai.deleteFile',
  method: 'DELETE',
  path: '/files/:file',
  ...rightsOf(deleteFiles),
  params,
  status: 200,
});
const getContent = defineForeignEndpoint({
  id: 'openai.getFileContent',
  method: 'GET',
  path: '/files/:file/content',
  ...rightsOf(getFileContent),
  params,
  responseKind: 'file',
  status: 200,
});

export const fileEndpoints = [list, upload, get, remove, getContent];

/** The one purpose that a file has here: to be searched. */
const purpose = 'assistants';

type ShownFile = { id: string; name: string; sizeBytes: number; createdAt: Date | string };

function present({ id, name, sizeBytes, createdAt }: ShownFile) {
  return {
    id: writeId('file-', id),
    object: 'file',
    bytes: sizeBytes,
    created_at: Math.floor(new Date(createdAt).getTime() / 1000),
    filename: name,
    purpose,
    status: 'processed',
  };
}

export function fileRoutes(platform: Platform) {
  const { database } = platform;
  return [
    foreignRoute(list, async ({ actor, query }) => {
      const cursor = (text: string | undefined) => (text === undefined ? undefined : fileIdOf(text));
      const page = pageBy(files.id, query, { after: cursor(query.after), before: cursor(query.before) });
      const isOurs = query.purpose === undefined || query.purpose === purpose;
      const rows = await database.withActor(actor, (tx) =>
        tx
          .select()
          .from(files)
          .where(and(isNull(files.deletedAt), eq(files.shelf, 'manager'), ...page.where))
          .orderBy(page.orderBy)
          .limit(page.limit),
      );
      return presentPage(isOurs ? rows.map(present) : [], query);
    }),
    foreignRoute(upload, async ({ actor, request, language }) => {
      const { files: taken, refused } = await uploadToFolder(platform, actor, null, request, language);
      const [file] = taken;
      if (file) return present(file);
      throw new ForeignRefusal('document.unsupported', refused[0]?.message ?? '', {
        param: 'file',
        ...(refused[0] ? { reason: refused[0].code } : {}),
      });
    }),
    foreignRoute(get, async ({ actor, params }) =>
      present(await database.withActor(actor, (tx) => getFileRow(tx, fileIdOf(params.file)))),
    ),
    foreignRoute(remove, async ({ actor, params, audit }) => {
      const id = fileIdOf(params.file);
      const { name } = await database.withActor(actor, (tx) => getFileRow(tx, id));
      audit(name);
      await deleteSelection(platform, actor, { fileIds: [id], folderIds: [] });
      return { id: writeId('file-', id), object: 'file', deleted: true };
    }),
    foreignRoute(getContent, async ({ actor, params, request }) =>
      answerBytes(
        platform,
        await loadShownFile(platform, actor, fileIdOf(params.file)),
        request.headers.range,
      ),
    ),
  ];
}
