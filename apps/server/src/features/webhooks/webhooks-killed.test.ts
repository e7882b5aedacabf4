import { createKillableServer, type KillableServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver, verifyReceived } from './testing/start-receiver.ts';

let receiver: Receiver;
let server: KillableServer;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await createKillableServer({
    LECTERN_COMPANY_OUTBOUND_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
  });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

test('killed before, during and after deliveries, the server loses no event', async () => {
  const client = await server.start();
  const { body } = await client.call('POST', '/company/webhook-endpoints', {
    url: receiver.url,
    events: ['member.joined'],
  });
  // The first answers never come: processes die with deliveries under way.
  receiver.answer((_, response) => {
    if (receiver.received.length > 4) response.writeHead(204).end();
  });
  const joined: string[] = [];
  const join = async (count: number) => {
    for (let n = 0; n < count; n++) {
      const username = `newcomer${joined.length}`;
      const { status } = await server.client.call('POST', '/company/users', {
        email: `${username}@example.org`,
        username,
        level: 0,
      });
      expect(status).toBe(201);
      joined.push(username);
    }
  };
  await join(8);
  await server.kill();
  const isUnderWay = async () => receiver.received.length > 0;
  await server.start();
  await join(8);
  await server.killAt({ underWay: isUnderWay });
  await join(8);
  // What a killed process had claimed is due again once its claim is over.
  const claimed = () =>
    server.query("update webhook_deliveries set next_attempt_at = now() where state = 'queued'");
  await expect
    .poll(
      async () => {
        await claimed();
        return server.count("webhook_deliveries where state = 'queued'");
      },
      { timeout: 120_000, interval: 3_000 },
    )
    .toBe(0);
  const told = new Map(
    receiver.received.map((one) => [
      one.headers['webhook-id'],
      verifyReceived(body.secret, one).data.username as string,
    ]),
  );
  expect([...told.values()].sort()).toEqual([...joined].sort());
});
