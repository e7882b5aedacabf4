import { sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { documents } from '../document.table.ts';
import { documentLabels } from './document-label.table.ts';

/** Writes the labels of documents anew, from their rows. The migration that made the table did the same. */
export async function indexLabels(
  tx: Tx,
  base: Authorized<KnowledgeBaseRow, 'update'>,
  documentIds: string[],
): Promise<void> {
  const ids = sql.param(documentIds);
  await tx.delete(documentLabels).where(sql`${documentLabels.documentId} = any(${ids}::uuid[])`);
  await tx.execute(sql`
    insert into ${documentLabels} (company_id, knowledge_base_id, document_id, kind, field, value, number)
    select distinct company_id, knowledge_base_id, id, 'tag', '', lower(tag), null::float8
    from ${documents}, unnest(tags) as tag
    where id = any(${ids}::uuid[]) and knowledge_base_id = ${base.id}
    union all
    select company_id, knowledge_base_id, id,
      case jsonb_typeof(entry.value) when 'number' then 'number' when 'boolean' then 'yes_no' else 'text' end,
      entry.key,
      case when jsonb_typeof(entry.value) <> 'number' then lower(entry.value #>> '{}') end,
      case when jsonb_typeof(entry.value) = 'number' then (entry.value #>> '{}')::float8 end
    from ${documents}, jsonb_each(field_values) as entry
    where id = any(${ids}::uuid[]) and knowledge_base_id = ${base.id} and jsonb_typeof(entry.value) <> 'null'`);
}
