import { hasPermission } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from './webhook.table.ts';

const runsCompany = ({ level }: Actor) => hasPermission(level, 'SettingsCompany');

export const webhookEndpointPolicy = definePolicy<WebhookEndpointRow>({
  notFound: 'webhook.not_found',
}).allow(['read', 'update', 'delete'], runsCompany);

export const webhookDeliveryPolicy = definePolicy<Pick<WebhookDeliveryRow, 'id'>>({
  notFound: 'webhook.delivery_not_found',
}).allow(['read', 'update'], runsCompany);
