import type { Platform } from '../../platform/platform.ts';
import type { WebhookEndpointRow, WebhookEventRow } from './webhook.table.ts';

/** What an endpoint is sent: ids and a link, and words only where it asked for them. */
export function renderBody(
  { publicUrl }: Pick<Platform, 'publicUrl'>,
  { type, data, texts, createdAt }: WebhookEventRow,
  { includeText }: Pick<WebhookEndpointRow, 'includeText'>,
): string {
  const path = linkOf(type, data);
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    data: {
      ...data,
      ...(path === undefined ? {} : { url: publicUrl() + path }),
      ...(includeText ? texts : {}),
    },
  });
}

/** Where a person sees what the event is about. */
function linkOf(type: WebhookEventRow['type'], data: Record<string, unknown>): string | undefined {
  const [noun] = type.split('.');
  switch (noun) {
    case 'conversation':
    case 'feedback':
    case 'question':
      return `/assistant/insights?id=${data.assistant_id}`;
    case 'document':
      return `/document/${data.document_id}`;
    case 'limit':
      return '/user-setting/company';
    case 'member':
      return '/user-setting/team';
    default:
      return undefined;
  }
}
