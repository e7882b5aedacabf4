import type { Client } from 'pg';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The one knowledge base of `fillDocuments`, and who may read it. */
export const labelledBase = { id: id(4), actor: { companyId: id(2), accountId: id(3) } };

/** Documents with tags and field values, each with a row as wide as one that was read has. */
export async function fillDocuments(client: Client, documents: number): Promise<void> {
  const { companyId, accountId } = labelledBase.actor;
  await client.query("select set_config('lectern.across_companies', 'on', false)");
  await client.query('insert into packages (id, name) values ($1, $2)', [id(1), 'Package']);
  await client.query('insert into companies (id, name, kind, package_id) values ($1, $2, $3, $4)', [
    companyId,
    'Company',
    'company',
    id(1),
  ]);
  await client.query('insert into accounts (id, email, username, password_hash) values ($1, $2, $3, $4)', [
    accountId,
    'person@example.com',
    'Person',
    'x',
  ]);
  await client.query(
    `insert into knowledge_bases (id, company_id, owner_id, name, embedding_model_id, chunk_method, chunk_options,
       reading_options, folder_weight)
     values ($1, $2, $3, 'Contracts', 'built-in', 'naive', '{}', '{}', 0)`,
    [labelledBase.id, companyId, accountId],
  );
  await client.query(
    `insert into files (id, company_id, owner_id, name, object_key, sha256, size_bytes)
     values ($1, $2, $3, 'report.pdf', 'objects/report', 'x', 1)`,
    [id(5), companyId, accountId],
  );
  await client.query(
    `insert into documents (id, company_id, knowledge_base_id, file_id, name, title, format, metadata, tags,
       field_values, chunk_method, chunk_options, reading_options, messages, status, text_sha256)
     select gen_random_uuid(), $2, $3, $4, 'Quarterly report ' || n || '.pdf', 'Report of the quarter ' || n,
       case when n % 3 = 0 then 'pdf' else 'docx' end,
       jsonb_build_object('author', 'Person ' || n % 400, 'date', '2024-02-03', 'producer', repeat('w', 60)),
       array_remove(array[
         case when n % 1000 = 0 then 'rare' end, case when n % 10 = 0 then 'Tenth' end,
         case when n % 2 = 0 then 'half' end, 'department ' || n % 40], null),
       jsonb_build_object('customer', 'Customer ' || n % 1000, 'year', 2010 + n % 10 + n % 2 * 6,
         'signed', to_char(date '2015-01-01' + (n % 3650)::int, 'YYYY-MM-DD'),
         'state', (array['draft', 'valid', 'expired'])[1 + n % 3])
         || case when n % 20 = 0 then '{}'::jsonb else jsonb_build_object('secret', n % 7 = 0) end,
       'naive',
       '{"chunkTokens": 512, "overlap": 0, "delimiter": "\\n", "tables": true}',
       '{"layout": "automatic", "ocr": "automatic", "languages": ["en", "fr"], "pictures": true}',
       (select jsonb_agg(jsonb_build_object('at', '2026-01-01T10:00:00.000Z', 'code', 'parse.step_' || m,
          'values', jsonb_build_object('seconds', m, 'chunks', n % 90, 'model', repeat(chr(97 + m), 20))))
        from generate_series(1, 9) m),
       'success', md5(n::text) || md5((n + 1)::text)
     from generate_series(1, $1::int) n`,
    [documents, companyId, labelledBase.id, id(5)],
  );
}
