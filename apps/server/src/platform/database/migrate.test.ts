import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@lectern/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrateDatabase, migrationsFolder } from './migrate.ts';

/** The migrations up to this one, as an installation of that time knew them. */
function migrationsUntil(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-migrations-'));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const content = JSON.parse(readFileSync(journal, 'utf8'));
  writeFileSync(journal, JSON.stringify({ ...content, entries: content.entries.slice(0, count) }));
  return folder;
}

/** Runs `work` on the database of an installation that knew this many migrations. */
async function withOldDatabase(
  count: number,
  work: (client: pg.Client, connectionString: string) => Promise<void>,
): Promise<void> {
  const folder = migrationsUntil(count);
  const database = await createTestDatabase({
    name: `version_${count}`,
    migrate: (connectionString) => migrateDatabase(connectionString, folder),
  });
  const client = new pg.Client({ connectionString: database.connectionString });
  try {
    await client.connect();
    await client.query("select set_config('lectern.across_companies', 'on', false)");
    await work(client, database.connectionString);
  } finally {
    await client.end();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
}

test('an installation without companies of many people keeps what it has', () =>
  withOldDatabase(1, async (client, connectionString) => {
    await client.query(`
      insert into packages (id, name, is_sign_up_default) values (gen_random_uuid(), 'Unlimited', true);
      insert into companies (id, name, kind, package_id) select gen_random_uuid(), 'ada', 'personal', id from packages;
      insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), 'ada@example.org', 'ada', 'x');
      insert into usage_records (id, company_id, kind, source, created_at)
        select gen_random_uuid(), id, row.kind, 'app', at::timestamptz from companies,
          (values ('request', '2026-10-31T23:59:00Z'), ('request', '2026-11-01T00:01:00Z'),
                  ('request', '2026-11-30T23:59:00Z'), ('chat', '2026-11-02T00:00:00Z')) as row (kind, at)`);
    await migrateDatabase(connectionString);
    const counters = await client.query('select month::text, requests from request_counters order by month');
    expect(counters.rows).toEqual([
      { month: '2026-10-01', requests: 1 },
      { month: '2026-11-01', requests: 2 },
    ]);
    const accounts = await client.query('select email_verified_at is not null as verified from accounts');
    expect(accounts.rows).toEqual([{ verified: true }]);
    expect((await client.query('select from usage_records')).rowCount).toBe(4);
  }));

test('a knowledge base that an import fills stays a draft', () =>
  withOldDatabase(4, async (client, connectionString) => {
    await client.query(`
      insert into packages (id, name) values (gen_random_uuid(), 'Unlimited');
      insert into companies (id, name, kind, package_id) select gen_random_uuid(), 'ada', 'personal', id from packages;
      insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), 'ada@example.org', 'ada', 'x');
      insert into knowledge_bases (id, company_id, owner_id, name, deleted_at, embedding_model_id, chunk_method,
          chunk_options, reading_options, folder_weight)
        select gen_random_uuid(), companies.id, accounts.id, state.name, at::timestamptz, 'm', 'general', '{}', '{}', 1
        from companies, accounts,
          (values ('active', null), ('deleted', '2026-11-01'), ('draft', '9999-01-01T00:00:00Z')) as state (name, at)`);
    await migrateDatabase(connectionString);
    const { rows } = await client.query(
      'select name, is_draft, deleted_at is not null as deleted from knowledge_bases order by name',
    );
    expect(rows).toEqual([
      { name: 'active', is_draft: false, deleted: false },
      { name: 'deleted', is_draft: false, deleted: true },
      { name: 'draft', is_draft: true, deleted: false },
    ]);
  }));

test('what assistants answer with becomes their first version', () =>
  withOldDatabase(17, async (client, connectionString) => {
    await client.query(`
      insert into packages (id, name) values (gen_random_uuid(), 'Unlimited');
      insert into companies (id, name, kind, package_id) select gen_random_uuid(), 'ada', 'personal', id from packages;
      insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), 'ada@example.org', 'ada', 'x');
      insert into assistants (id, company_id, owner_id, name, description, language, opener, empty_response,
          system_prompt, variables, retrieval, parameters, show_quote, conversation_memory, is_general)
        select gen_random_uuid(), companies.id, accounts.id, row.name, '', 'en', 'Hello', '', '{knowledge}', '[]',
          '{"topN":5}', '{}', true, 6, row.name = 'general'
        from companies, accounts, (values ('Clerk'), ('general')) as row (name)`);
    await migrateDatabase(connectionString);
    const { rows } = await client.query(
      'select name, number, settings from assistant_versions v join assistants a on a.id = v.assistant_id',
    );
    expect(rows).toMatchObject([
      {
        name: 'Clerk',
        number: 1,
        settings: { opener: 'Hello', retrieval: { topN: 5 }, knowledgeBaseIds: [] },
      },
    ]);
  }));

test('messages of a conversation without branches follow one another', () =>
  withOldDatabase(19, async (client, connectionString) => {
    // An answer that was asked for twice, and two messages of one moment.
    await client.query(`
      insert into packages (id, name) values (gen_random_uuid(), 'Unlimited');
      insert into companies (id, name, kind, package_id) select gen_random_uuid(), 'ada', 'personal', id from packages;
      insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), 'ada@example.org', 'ada', 'x');
      insert into assistants (id, company_id, owner_id, name, description, language, opener, empty_response,
          system_prompt, variables, retrieval, parameters, show_quote, conversation_memory)
        select gen_random_uuid(), companies.id, accounts.id, 'Clerk', '', 'en', '', '', '', '[]', '{}', '{}', true, 6
        from companies, accounts;
      insert into conversations (id, company_id, assistant_id, account_id, name)
        select ('00000000-0000-4000-8000-00000000000' || n)::uuid, assistants.company_id, assistants.id, owner_id, 'c' || n
        from assistants, generate_series(1, 2) n;
      insert into messages (id, company_id, conversation_id, role, content, status, question_id, created_at)
        select ('00000000-0000-4000-8000-0000000000' || row.id)::uuid, companies.id,
          ('00000000-0000-4000-8000-00000000000' || conversation)::uuid, role, row.id, 'complete',
          ('00000000-0000-4000-8000-0000000000' || question)::uuid, '2026-11-01T00:00:00Z'::timestamptz + minute * interval '1 minute'
        from companies, (values
          ('11', 1, 'user', null, 0), ('12', 1, 'assistant', '11', 1), ('13', 1, 'assistant', '11', 2),
          ('14', 1, 'user', null, 3), ('15', 1, 'assistant', '14', 3), ('16', 1, 'assistant', null, 4),
          ('21', 2, 'user', null, 0), ('22', 2, 'assistant', '21', 0)) as row (id, conversation, role, question, minute)`);
    await migrateDatabase(connectionString);
    const { rows } = await client.query(
      'select m.content, p.content as parent from messages m left join messages p on p.id = m.parent_id order by m.content',
    );
    expect(rows.map(({ content, parent }) => [content, parent])).toEqual([
      ['11', null],
      ['12', '11'],
      ['13', '11'],
      ['14', '13'],
      ['15', '14'],
      ['16', '15'],
      ['21', null],
      ['22', '21'],
    ]);
    const shown = await client.query('select shown_message_id from conversations');
    expect(shown.rows).toEqual([{ shown_message_id: null }, { shown_message_id: null }]);
  }));

test('tags and field values of documents are found as labels', () =>
  withOldDatabase(34, async (client, connectionString) => {
    await client.query(`
      insert into packages (id, name) values (gen_random_uuid(), 'Unlimited');
      insert into companies (id, name, kind, package_id) select gen_random_uuid(), 'ada', 'personal', id from packages;
      insert into accounts (id, email, username, password_hash) values (gen_random_uuid(), 'ada@example.org', 'ada', 'x');
      insert into knowledge_bases (id, company_id, owner_id, name, embedding_model_id, chunk_method, chunk_options,
          reading_options, folder_weight)
        select gen_random_uuid(), companies.id, accounts.id, 'Roses', 'm', 'naive', '{}', '{}', 0 from companies, accounts;
      insert into files (id, company_id, owner_id, name, object_key, sha256, size_bytes)
        select gen_random_uuid(), companies.id, accounts.id, 'a', 'a', 'a', 1 from companies, accounts;
      insert into documents (id, company_id, knowledge_base_id, file_id, name, format, chunk_method, chunk_options,
          reading_options, tags, field_values)
        select gen_random_uuid(), b.company_id, b.id, files.id, row.name, 'pdf', 'naive', '{}', '{}', tags::text[], values::jsonb
        from knowledge_bases b, files, (values
          ('labelled', '{Élan,Pruning,pruning}', '{"year": 2024, "secret": false, "customer": "Miller", "gone": null}'),
          ('plain', '{}', '{}')) as row (name, tags, values)`);
    await migrateDatabase(connectionString);
    const { rows } = await client.query(
      'select d.name, kind, field, value, number from document_labels l join documents d on d.id = l.document_id order by kind, field, value',
    );
    const label = (kind: string, field: string, value: string | null, number: number | null = null) => ({
      name: 'labelled',
      ...{ kind, field, value, number },
    });
    expect(rows).toEqual([
      label('number', 'year', null, 2024),
      label('tag', '', 'pruning'),
      label('tag', '', 'élan'),
      label('text', 'customer', 'miller'),
      label('yes_no', 'secret', 'false'),
    ]);
  }));
