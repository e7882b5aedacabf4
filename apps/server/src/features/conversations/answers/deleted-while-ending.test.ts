import { buildConversation, startTestServer, type TestServer } from '@lectern/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Log, silentLog } from '../../../platform/log.ts';

const faults: unknown[] = [];
let server: TestServer;
beforeAll(async () => {
  const log: Log = { ...silentLog, error: (fields) => void faults.push(fields) };
  server = await startTestServer({}, log);
});
afterAll(() => server.close());

const waiting = async () => {
  const rows = await server.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
};

test('a conversation that is deleted while its answer is being booked: neither waits for the other for ever', async () => {
  const person = await server.signUp();
  const conversation = await buildConversation(person);
  // Whoever books the end of an answer waits at this door.
  await server.query(`create function wait_at_door() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(4711); return new; end $$`);
  await server.query(`create trigger door before insert on usage_records for each row
    when (new.kind = 'answer') execute function wait_at_door()`);
  const { asked, deleted } = await server.platform.database.acrossCompanies(
    'the door is closed',
    async (tx) => {
      await tx.$client.query('select pg_advisory_xact_lock(4711)');
      const asked = person.call('POST', `/conversations/${conversation.id}/messages`, { content: 'Why?' });
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      const deleted = person.call('DELETE', `/conversations/${conversation.id}`);
      await expect.poll(waiting, { timeout: 20_000 }).toBe(2);
      return { asked, deleted };
    },
  );
  expect((await deleted).status).toBe(204);
  expect((await asked).status).toBe(200);
  expect(faults).toEqual([]);
  const booked = await server.query('select kind, outcome from usage_records order by kind');
  expect(booked.filter(({ kind }) => kind === 'answer')).toEqual([{ kind: 'answer', outcome: 'complete' }]);
});
