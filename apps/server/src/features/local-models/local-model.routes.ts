import {
  cancelLocalModel,
  declineLocalModel,
  downloadLocalModel,
  importLocalModel,
  listLocalModels,
  removeLocalModel as removeLocalModelCall,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  declineOffer,
  presentInstall,
  presentLocalModels,
  removeLocalModel,
  startDownload,
  startImport,
  stopInstall,
} from './local-model.service.ts';

export function localModelRoutes(platform: Platform) {
  return [
    route(listLocalModels, ({ language }) => presentLocalModels(platform, language)),
    route(downloadLocalModel, async ({ actor, params, language, audit }) => {
      audit(params.localModelId);
      return presentInstall(await startDownload(platform, actor, params.localModelId), language);
    }),
    route(importLocalModel, async ({ actor, body, language, audit }) => {
      const row = await startImport(platform, actor, body.path);
      audit(row.model);
      return { id: row.model, install: presentInstall(row, language) };
    }),
    route(cancelLocalModel, async ({ actor, params, audit }) => {
      audit(params.localModelId);
      await stopInstall(platform, actor, params.localModelId);
    }),
    route(declineLocalModel, async ({ actor, params, audit }) => {
      audit(params.localModelId);
      await declineOffer(platform, actor, params.localModelId);
    }),
    route(removeLocalModelCall, async ({ actor, params, audit }) => {
      audit(params.localModelId);
      await removeLocalModel(platform, actor, params.localModelId);
    }),
  ];
}
