import type { TestServer } from '../server/test-server.ts';
import { type Ids, newName } from './example-call.ts';

/** An endpoint and one delivery to it, which nobody waits for. */
export async function addWebhook(
  server: TestServer,
  companyId: string,
  accountId: string,
): Promise<Partial<Ids>> {
  const [endpoint] = await server.query(
    `insert into webhook_endpoints (id, company_id, owner_id, url, events, sealed_secret)
     values (gen_random_uuid(), $1, $2, 'https://hooks.example/in', '{feedback.given}', $3) returning id`,
    [companyId, accountId, server.platform.secrets.encrypt('whsec_c2VjcmV0', 'nothing')],
  );
  const [event] = await server.query(
    `insert into webhook_events (id, company_id, type, data)
     values (gen_random_uuid(), $1, 'feedback.given', '{}') returning id`,
    [companyId],
  );
  const [delivery] = await server.query(
    `insert into webhook_deliveries (id, company_id, endpoint_id, event_id, state)
     values (gen_random_uuid(), $1, $2, $3, 'failed') returning id`,
    [companyId, endpoint?.id, event?.id],
  );
  return { webhookEndpointId: endpoint?.id as string, webhookDeliveryId: delivery?.id as string };
}

/** A server that nobody runs, with a tool. */
export async function addMcpServer(server: TestServer, companyId: string): Promise<Partial<Ids>> {
  const [row] = await server.query(
    `insert into mcp_servers (id, company_id, name, url, header_name, checked_at)
     values (gen_random_uuid(), $1, $2, 'http://127.0.0.1:9/mcp', 'Authorization', now()) returning id`,
    [companyId, newName()],
  );
  const [tool] = await server.query(
    `insert into mcp_tools (id, company_id, server_id, position, name, title, description, input_schema, reads_only,
       revision, use)
     values (gen_random_uuid(), $1, $2, 0, 'find', '', 'Finds', '{}', true, 'a', 'allowed') returning id`,
    [companyId, row?.id],
  );
  return { mcpServerId: row?.id as string, mcpToolId: tool?.id as string };
}
