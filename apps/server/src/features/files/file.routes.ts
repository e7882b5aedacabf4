import {
  createFolder,
  deleteFiles,
  getFile,
  getFileContent,
  getFilePageImage,
  getFilePdfCopy,
  getFilePdfCopyContent,
  getRenderedFile,
  linkFiles,
  listFiles,
  listFolders,
  moveFiles,
  renameFile,
  renameFolder,
  unlinkFile,
  uploadFilesToFolder,
  weighDeletion,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { answerBytes } from '../file-storage/stored-bytes.service.ts';
import { readPdfCopy, requestPdfCopy } from '../pdf-copies/pdf-copy.service.ts';
import {
  changeFileName,
  deleteSelection,
  linkSelection,
  listStoredFiles,
  moveSelection,
  readFile,
  unlink,
  weigh,
} from './file.service.ts';
import { loadShownFile, renderFile, renderFilePage } from './file-content.service.ts';
import { addFolder, changeFolder, listFolderRows } from './folder.service.ts';
import { uploadToFolder } from './upload-to-folder.service.ts';

export function fileRoutes(platform: Platform) {
  return [
    route(listFolders, ({ actor, query }) => listFolderRows(platform, actor, query)),
    route(createFolder, ({ actor, body }) => addFolder(platform, actor, body)),
    route(renameFolder, ({ actor, params, body }) => changeFolder(platform, actor, params.folderId, body)),
    route(listFiles, ({ actor, query }) => listStoredFiles(platform, actor, query)),
    route(uploadFilesToFolder, ({ actor, query, request, language }) =>
      uploadToFolder(platform, actor, query.folderId ?? null, request, language),
    ),
    route(getFile, ({ actor, params }) => readFile(platform, actor, params.fileId)),
    route(renameFile, ({ actor, params, body }) => changeFileName(platform, actor, params.fileId, body.name)),
    route(moveFiles, ({ actor, body }) => moveSelection(platform, actor, body)),
    route(weighDeletion, ({ actor, body }) => weigh(platform, actor, body)),
    route(deleteFiles, ({ actor, body }) => deleteSelection(platform, actor, body)),
    route(linkFiles, ({ actor, body, language }) => linkSelection(platform, actor, body, language)),
    route(unlinkFile, ({ actor, params, body }) =>
      unlink(platform, actor, params.fileId, body.knowledgeBaseId),
    ),
    route(getFileContent, async ({ actor, params, request }) =>
      answerBytes(platform, await loadShownFile(platform, actor, params.fileId), request.headers.range),
    ),
    route(getFilePdfCopy, async ({ actor, params }) =>
      requestPdfCopy(platform, await loadShownFile(platform, actor, params.fileId)),
    ),
    route(getFilePdfCopyContent, async ({ actor, params, request }) =>
      readPdfCopy(platform, await loadShownFile(platform, actor, params.fileId), request.headers.range),
    ),
    route(getFilePageImage, ({ actor, params, query, signal }) =>
      renderFilePage(platform, actor, { ...params, ...query }, signal),
    ),
    route(getRenderedFile, ({ actor, params, signal }) => renderFile(platform, actor, params.fileId, signal)),
  ];
}
