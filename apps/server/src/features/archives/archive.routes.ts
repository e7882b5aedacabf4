import {
  cancelArchiveTask,
  deleteArchiveTask,
  downloadArchive,
  exportKnowledgeBase,
  getArchiveTask,
  importKnowledgeBase,
  listArchiveTasks,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  beginExport,
  beginImport,
  cancelTask,
  deleteTask,
  listTasks,
  readArchive,
  readTask,
} from './archive.service.ts';

export function archiveRoutes(platform: Platform) {
  return [
    route(exportKnowledgeBase, async ({ actor, params, body, language, audit }) => {
      const task = await beginExport(platform, actor, params.knowledgeBaseId, body, language);
      audit(task.name);
      return task;
    }),
    route(importKnowledgeBase, async ({ actor, request, language, audit }) => {
      const task = await beginImport(platform, actor, request, language);
      audit(task.name);
      return task;
    }),
    route(listArchiveTasks, ({ actor, language }) => listTasks(platform, actor, language)),
    route(getArchiveTask, ({ actor, params, language }) =>
      readTask(platform, actor, params.archiveTaskId, language),
    ),
    route(cancelArchiveTask, ({ actor, params, language }) =>
      cancelTask(platform, actor, params.archiveTaskId, language),
    ),
    route(deleteArchiveTask, ({ actor, params }) => deleteTask(platform, actor, params.archiveTaskId)),
    route(downloadArchive, async ({ actor, params, request, audit }) => {
      const file = await readArchive(platform, actor, params.archiveTaskId, request.headers.range);
      audit(file.name);
      return file;
    }),
  ];
}
