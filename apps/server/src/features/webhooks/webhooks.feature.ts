import { defineFeature } from '../../platform/feature.ts';
import { deliverWebhookJob } from './deliver-webhook.job.ts';
import { webhookListeners } from './listen.ts';
import { pruneWebhooks, queueDueDeliveries, tellFinishedConversations } from './maintain-webhooks.service.ts';
import { webhookRoutes } from './webhook.routes.ts';

export const webhooksFeature = defineFeature({
  routes: webhookRoutes,
  jobs: { 'webhook.deliver': deliverWebhookJob },
  maintenance: [
    { name: 'due webhooks', everyMs: 2_000, run: queueDueDeliveries },
    { name: 'finished conversations', run: (platform) => tellFinishedConversations(platform) },
    { name: 'old webhooks', everyMs: 3600_000, run: (platform) => pruneWebhooks(platform) },
  ],
  connections: webhookListeners,
});
