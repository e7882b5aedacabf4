import { type ApiClient, createApiClient } from '../server/api-client.ts';
import type { TestServer } from '../server/test-server.ts';
import { type Ids, newName } from './example-call.ts';

/** A visitor of a widget, on the page of its link unless a site is named. */
export async function beginVisit(
  server: TestServer,
  publicId: string,
  visit: { site?: string | null; token?: string | null; identity?: string } = {},
): Promise<ApiClient> {
  const { status, body } = await createApiClient(server.url, publicId).call('POST', '/visitor/visits', {
    site: null,
    ...visit,
  });
  if (status !== 200) throw new Error(`The visit was refused: ${JSON.stringify(body)}`);
  return createApiClient(server.url, body.token);
}

/** A widget with a link, and what a visitor asked through it. */
export async function addWidget(
  server: TestServer,
  maker: ApiClient,
  assistantId: string,
): Promise<Partial<Ids>> {
  const settings = { name: newName(), link_enabled: true };
  const { body: widget } = await maker.call('POST', `/assistants/${assistantId}/widgets`, settings);
  const visitor = await beginVisit(server, widget.public_id);
  const { id } = (await visitor.call('POST', '/visitor/conversations')).body;
  await visitor.call('POST', `/visitor/conversations/${id}/messages`, { content: 'When does it bloom?' });
  const { messages } = (await visitor.call('GET', `/visitor/conversations/${id}`)).body;
  return { widgetId: widget.id, visitorConversationId: id, visitorMessageId: messages.at(-1).id };
}
