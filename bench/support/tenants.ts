import type { Client } from 'pg';

/** How much there is of each; a question makes four rows of the ledger. */
export type TenantCounts = {
  companies: number;
  accounts: number;
  questions: number;
  auditEntries: number;
  files: number;
};

/**
 * Fills an empty installation with companies of very different sizes: of a thousand, the largest has
 * a tenth of all that happens and most have next to nothing. Twelve months, oldest first, as a
 * ledger grows.
 */
export async function fillTenants(client: Client, counts: TenantCounts): Promise<void> {
  const { companies, accounts, questions, auditEntries, files } = counts;
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  // A number with this name is always the same id, of version 4 by its look.
  await run(`create function pg_temp.id_of(kind text, n bigint) returns uuid language sql immutable parallel safe
    as $$ select overlay(overlay(md5(kind || n) placing '4' from 13) placing '8' from 17)::uuid $$`);
  // The cube puts a tenth of all rows into the first of a thousand.
  await run(`create function pg_temp.skewed(n bigint) returns bigint language sql volatile
    as $$ select 1 + floor(n * power(random(), 3))::bigint $$`);
  await run('select setseed(0.25)');
  await run("select set_config('lectern.across_companies', 'on', false)");
  await run(
    `insert into packages (id, name, max_users, max_requests)
     select pg_temp.id_of('package', n), 'Package ' || n, 5 * n, 1000 * n from generate_series(1, 20) n`,
  );
  await run(
    `insert into companies (id, name, kind, package_id)
     select pg_temp.id_of('company', n), 'Company ' || n, case when n % 5 = 0 then 'personal' else 'company' end,
            pg_temp.id_of('package', 1 + n % 20)
     from generate_series(1, $1::int) n`,
    [companies],
  );
  await run(
    `insert into accounts (id, email, username, password_hash)
     select pg_temp.id_of('account', n), 'person' || n || '@example.com', 'Person ' || n, 'x'
     from generate_series(1, $1::int) n`,
    [accounts],
  );
  // One for every company first, the rest by size.
  await run(
    `insert into memberships (id, company_id, account_id, level)
     select gen_random_uuid(), pg_temp.id_of('company', case when n <= $1 then n else pg_temp.skewed($1) end),
            pg_temp.id_of('account', n), case when n <= $1 then 2 else n % 2 end
     from generate_series(1, $2::int) n`,
    [companies, accounts],
  );
  await run(
    `insert into assistants (id, company_id, owner_id, name, description, language, opener, empty_response, system_prompt,
       variables, retrieval, parameters, show_quote, conversation_memory)
     select pg_temp.id_of('assistant', n), m.company_id, m.account_id, 'Assistant ' || n, '', 'en', '', '', '',
            '[]', '{}', '{}', true, 6
     from generate_series(1, $1::int * 3) n
     join memberships m on m.account_id = pg_temp.id_of('account', 1 + (n - 1) % $1::int)`,
    [companies],
  );
  await run(
    `insert into models (id, provider_id, model_name, name, type, input_price, output_price)
     select pg_temp.id_of('model', n), 'openai-compatible', 'model-' || n, 'Model ' || n, 'chat', n, n * 3
     from generate_series(1, 8) n`,
  );
  await run(
    `insert into files (id, company_id, owner_id, name, object_key, sha256, size_bytes)
     select gen_random_uuid(), pg_temp.id_of('company', pg_temp.skewed($1)), pg_temp.id_of('account', 1), n || '.pdf', 'x/' || n, 'x', 100000
     from generate_series(1, $2::int) n`,
    [companies, files],
  );
  await fillLedger(client, companies, questions);
  await run(
    `insert into audit_log (id, at, company_id, company_name, account_id, account_name, via, action, subject, status)
     select gen_random_uuid(), now() - (365 * (1 - n::float8 / $2)) * interval '1 day', pg_temp.id_of('company', c), 'Company ' || c,
            pg_temp.id_of('account', c), 'Person ' || c, 'session', 'updateKnowledgeBase', 'Base ' || n, 200
     from (select n, pg_temp.skewed($1) as c from generate_series(1, $2::int) n) made`,
    [companies, auditEntries],
  );
  await run('vacuum analyze');
}

async function fillLedger(client: Client, companies: number, questions: number): Promise<void> {
  // Who asked whom: members of a company by number, so that small companies have few.
  await client.query(
    `create temp table asked as
     select n, company, now() - (365 * (1 - n::float8 / $2)) * interval '1 day' as at,
            floor(random() * 1e9)::bigint as chance, 1 + floor(random() * 8)::int as model
     from (select n, pg_temp.skewed($1) as company from generate_series(1, $2::int) n) made`,
    [companies, questions],
  );
  await client.query(
    `create temp table people as select company_id, account_id,
            row_number() over (partition by company_id order by account_id) - 1 as place,
            count(*) over (partition by company_id) as all_of_them from memberships`,
  );
  await client.query('create index on people (company_id, place)');
  await client.query('analyze people');
  await client.query(
    `insert into usage_records (id, company_id, account_id, assistant_id, kind, source, operation_id, model_id, model_name,
       prompt_tokens, completion_tokens, embedding_tokens, cost, duration_ms, outcome, created_at)
     select gen_random_uuid(), p.company_id, p.account_id, pg_temp.id_of('assistant', company), k.kind,
            case when chance % 7 = 0 then 'api' else 'app' end, k.kind || ':' || n,
            case k.kind when 'request' then null when 'embedding' then 'built-in/hashed-384'
                 else pg_temp.id_of('model', model)::text end,
            case k.kind when 'request' then null when 'embedding' then 'Hashed' else 'Model ' || model end,
            case k.kind when 'chat' then 500 + chance % 3000 else 0 end,
            case k.kind when 'chat' then 50 + chance % 400 else 0 end,
            case k.kind when 'embedding' then 5 + chance % 30 else 0 end,
            case k.kind when 'chat' then (500 + chance % 3000) * model * 1e-6 end,
            case k.kind when 'request' then 0 else 200 + chance % 9000 end,
            case when k.kind in ('answer', 'chat') then case when chance % 50 = 0 then 'model.timeout' else 'complete' end else 'ok' end,
            a.at + k.later * interval '1 second'
     from asked a
     cross join (values ('request', 0), ('embedding', 1), ('chat', 4), ('answer', 4)) k (kind, later)
     join lateral (select * from people p where p.company_id = pg_temp.id_of('company', a.company)
                   and p.place = a.chance % p.all_of_them) p on true
     order by a.n, k.later`,
  );
  await client.query(
    `insert into request_counters (company_id, month, requests)
     select company_id, date_trunc('month', created_at at time zone 'UTC')::date, count(*)
     from usage_records where kind = 'request' group by 1, 2`,
  );
  await client.query('drop table asked, people');
}
