import {
  callFlowWebhook,
  createFlowTrigger,
  deleteFlowTrigger,
  listFlowTriggers,
  rotateFlowTriggerSecret,
  updateFlowTrigger,
} from '@lectern/contract';
import { bytesOf } from '../../../platform/http/body-bytes.ts';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Executor } from '../runs/flow-run.service.ts';
import { callWebhook } from './call-webhook.ts';
import {
  addTrigger,
  changeTrigger,
  listTriggers,
  removeTrigger,
  rotateSecret,
} from './flow-trigger.service.ts';

export function flowTriggerRoutes(platform: Platform, executor: Executor) {
  return [
    route(listFlowTriggers, ({ actor, params, language }) =>
      listTriggers(platform, actor, params.flowId, language),
    ),
    route(createFlowTrigger, ({ actor, params, body, language }) =>
      addTrigger(platform, actor, params.flowId, body, language),
    ),
    route(updateFlowTrigger, ({ actor, params, body, language }) =>
      changeTrigger(platform, actor, params.flowTriggerId, body, language),
    ),
    route(rotateFlowTriggerSecret, ({ actor, params, language }) =>
      rotateSecret(platform, actor, params.flowTriggerId, language),
    ),
    route(deleteFlowTrigger, async ({ actor, params, audit }) => {
      audit(await removeTrigger(platform, actor, params.flowTriggerId));
    }),
    route(callFlowWebhook, ({ params, query, request, language, signal }) =>
      callWebhook(
        platform,
        executor,
        {
          id: params.webhookId,
          bytes: bytesOf(request),
          timestamp: String(request.headers['lectern-timestamp'] ?? ''),
          signature: String(request.headers['lectern-signature'] ?? ''),
          wait: query.wait,
        },
        language,
        signal,
      ),
    ),
  ];
}
