import type { DocumentFilter, FilterCondition, MetadataField } from '@lectern/contract';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { files } from '../file-storage/file.table.ts';
import { folders } from '../file-storage/folder.table.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { documents } from './document.table.ts';

/** A filter as a condition on documents of a base with these fields: the one place that says what it means. */
export function matchesFilter(filter: DocumentFilter, fields: readonly MetadataField[]): SQL {
  const conditions = filter.conditions.map((condition) => matchesCondition(condition, fields));
  return (filter.match === 'any' ? or(...conditions) : and(...conditions)) as SQL;
}

/** Documents of the bases that a search is restricted to; undefined: all. */
export function documentScope(
  bases: readonly Pick<KnowledgeBaseRow, 'id' | 'metadataFields' | 'conversationId'>[],
  { filter, documentIds }: { filter?: DocumentFilter | null; documentIds?: readonly string[] | undefined },
): SQL | undefined {
  const named = documentIds && sql`${documents.id} = any(${sql.param([...documentIds])}::uuid[])`;
  if (!filter) return named;
  const ofBases = bases.map((base) =>
    and(
      eq(documents.knowledgeBaseId, base.id),
      // Files that came with a question have no labels, and are what it is about.
      base.conversationId === null ? matchesFilter(filter, base.metadataFields) : undefined,
    ),
  );
  return and(named, ofBases.length > 0 ? or(...ofBases) : sql`false`);
}

/** What is unknown of a document is neither: `is_not` holds where `is` does not. */
function matchesCondition(condition: FilterCondition, fields: readonly MetadataField[]): SQL {
  const { operator } = condition;
  if (operator === 'is_not') return not(matchesCondition({ ...condition, operator: 'is' }, fields));
  if (operator === 'contains_not')
    return not(matchesCondition({ ...condition, operator: 'contains' }, fields));
  if (operator === 'is_not_set') return not(matchesCondition({ ...condition, operator: 'is_set' }, fields));
  return sql`coalesce(${holds(condition, fields)}, false)`;
}

const not = (condition: SQL) => sql`not ${condition}`;

function holds(condition: FilterCondition, fields: readonly MetadataField[]): SQL {
  const { property, values } = condition;
  switch (property) {
    case 'tag':
      return holdsOfTags(condition);
    case 'name':
      return holdsOfText(sql`${documents.name}`, condition);
    case 'url':
      return holdsOfText(sql`${documents.sourceUrl}`, condition);
    case 'type':
      return sql`${documents.format} = any(${folded(values)}::text[])`;
    case 'added':
      return holdsOfDate(sql`to_char(${documents.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`, condition);
    case 'folder':
      return inArray(documents.fileId, filesBelow(values));
    case 'field':
      return holdsOfField(condition, fields);
  }
}

const folded = (values: readonly string[]) => sql.param(values.map((value) => value.toLowerCase()));

function holdsOfTags({ operator, values }: FilterCondition): SQL {
  if (operator === 'is_set') return sql`cardinality(${documents.tags}) > 0`;
  return sql`exists (select 1 from unnest(${documents.tags}) as tag where lower(tag) = any(${folded(values)}::text[]))`;
}

function holdsOfText(text: SQL, { operator, values }: FilterCondition): SQL {
  if (operator === 'is_set') return sql`${text} is not null`;
  if (operator === 'is') return sql`lower(${text}) = any(${folded(values)}::text[])`;
  if (operator === 'contains') return sql`${text} ilike any(${sql.param(values.map(likePattern))}::text[])`;
  return sql`false`;
}

/** Dates as texts of one form, which sort as dates do. */
function holdsOfDate(date: SQL, { operator, values }: FilterCondition): SQL {
  if (operator === 'is_set') return sql`${date} is not null`;
  if (operator === 'is') return sql`${date} = any(${sql.param(values)}::text[])`;
  if (operator === 'at_least') return sql`${date} collate "C" >= ${values[0]}`;
  if (operator === 'at_most') return sql`${date} collate "C" <= ${values[0]}`;
  return sql`false`;
}

function holdsOfField(condition: FilterCondition, fields: readonly MetadataField[]): SQL {
  const { operator, values, field: key } = condition;
  const field = fields.find((other) => other.key === key);
  if (!field) return sql`false`;
  const text = sql`${documents.fieldValues} ->> ${key}::text`;
  const isOfType = (type: string) => sql`jsonb_typeof(${documents.fieldValues} -> ${key}::text) = ${type}`;
  const stored = (type: string) => sql`case when ${isOfType(type)} then ${text} end`;
  switch (field.type) {
    case 'text':
      return holdsOfText(sql`(${stored('string')})`, condition);
    case 'choice':
      return holdsOfText(sql`(${stored('string')})`, condition);
    case 'date':
      return holdsOfDate(sql`(${stored('string')})`, condition);
    case 'yes_no':
      return holdsOfText(sql`(${stored('boolean')})`, condition);
    case 'number': {
      const number = sql`(${stored('number')})::numeric`;
      if (operator === 'is_set') return sql`${number} is not null`;
      const given = values.map(Number).filter(Number.isFinite);
      if (operator === 'is') return sql`${number} = any(${sql.param(given)}::numeric[])`;
      if (given[0] === undefined) return sql`false`;
      if (operator === 'at_least') return sql`${number} >= ${given[0]}::numeric`;
      if (operator === 'at_most') return sql`${number} <= ${given[0]}::numeric`;
      return sql`false`;
    }
  }
}

/** Files in these folders and in those below. */
function filesBelow(folderIds: readonly string[]): SQL {
  return sql`(
    with recursive below(id) as (
      select ${folders.id} from ${folders} where ${folders.id} = any(${sql.param(folderIds)}::uuid[])
      union
      select ${folders.id} from ${folders} join below on ${folders.parentId} = below.id
    )
    select ${files.id} from ${files} where ${files.folderId} in (select id from below))`;
}
