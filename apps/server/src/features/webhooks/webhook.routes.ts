import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhookEndpoints,
  replayFailedWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addEndpoint,
  changeEndpoint,
  getDelivery,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  replayDelivery,
  replayFailed,
  rotateSecret,
  sendTest,
} from './webhook.service.ts';

export function webhookRoutes(platform: Platform) {
  return [
    route(listWebhookEndpoints, ({ actor }) => listEndpoints(platform, actor)),
    route(createWebhookEndpoint, ({ actor, body, audit }) => {
      audit(new URL(body.url).host);
      return addEndpoint(platform, actor, body);
    }),
    route(updateWebhookEndpoint, ({ actor, params, body }) =>
      changeEndpoint(platform, actor, params.webhookEndpointId, body),
    ),
    route(deleteWebhookEndpoint, async ({ actor, params, audit }) => {
      audit(new URL(await removeEndpoint(platform, actor, params.webhookEndpointId)).host);
    }),
    route(rotateWebhookSecret, ({ actor, params, body }) =>
      rotateSecret(platform, actor, params.webhookEndpointId, body.overlapHours),
    ),
    route(testWebhookEndpoint, ({ actor, params }) => sendTest(platform, actor, params.webhookEndpointId)),
    route(listWebhookDeliveries, ({ actor, params, query }) =>
      listDeliveries(platform, actor, params.webhookEndpointId, query),
    ),
    route(getWebhookDelivery, ({ actor, params }) => getDelivery(platform, actor, params.webhookDeliveryId)),
    route(replayWebhookDelivery, ({ actor, params }) =>
      replayDelivery(platform, actor, params.webhookDeliveryId),
    ),
    route(replayFailedWebhookDeliveries, ({ actor, params, body }) =>
      replayFailed(platform, actor, params.webhookEndpointId, body.since),
    ),
  ];
}
