import type { DocumentFilter, FilterCondition, MetadataField } from '@lectern/contract';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { likePattern } from '../../platform/database/like-pattern.ts';
import { files } from '../file-storage/file.table.ts';
import { folders } from '../file-storage/folder.table.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { documents } from './document.table.ts';
import { documentLabels } from './labels/document-label.table.ts';

// The one place that says what a filter means: as a condition on documents, for few of them or a page of a list, and as
// a set of documents, which a base of any size answers from indexes alone.

type BaseToFilter = Pick<KnowledgeBaseRow, 'id' | 'metadataFields' | 'conversationId'>;
type Scope = { filter?: DocumentFilter | null; documentIds?: readonly string[] | undefined };

/** A filter as a condition on documents of a base with these fields. */
export function matchesFilter(filter: DocumentFilter, fields: readonly MetadataField[]): SQL {
  const conditions = filter.conditions.map((condition) => {
    const { holds, of, negated } = readCondition(condition, fields);
    const found =
      of === 'labels'
        ? sql`exists (select 1 from ${documentLabels} where ${and(eq(documentLabels.documentId, documents.id), holds)})`
        : sql`coalesce(${holds}, false)`;
    return negated ? sql`not ${found}` : found;
  });
  return (filter.match === 'any' ? or(...conditions) : and(...conditions)) as SQL;
}

/** Documents of the bases that a search is restricted to; undefined: all. */
export function documentScope(
  bases: readonly BaseToFilter[],
  { filter, documentIds }: Scope,
): SQL | undefined {
  const named = documentIds && sql`${documents.id} = any(${sql.param([...documentIds])}::uuid[])`;
  if (!filter) return named;
  const ofBases = bases.map((base) =>
    and(
      eq(documents.knowledgeBaseId, base.id),
      isFiltered(base) ? matchesFilter(filter, base.metadataFields) : undefined,
    ),
  );
  return and(named, ofBases.length > 0 ? or(...ofBases) : sql`false`);
}

/** Files that came with a question have no labels, and are what it is about. */
const isFiltered = ({ conversationId }: BaseToFilter) => conversationId === null;

/** The documents of a base whose ids a query selects, some perhaps twice; or all others of the base. */
export type DocumentSet = { ids: SQL; others: boolean };

/** The same as `documentScope`, of one base; what is switched off or deleted may be among them. */
export function documentSet(base: BaseToFilter, scope: Scope): DocumentSet {
  const { filter, documentIds } = scope;
  const sets: DocumentSet[] = [];
  const ofBase = eq(documents.knowledgeBaseId, base.id);
  const select = (holds: SQL) =>
    sql`select ${documents.id} from ${documents} where ${and(ofBase, sql`(${holds})`)}`;
  if (documentIds)
    sets.push({
      ids: select(sql`${documents.id} = any(${sql.param([...documentIds])}::uuid[])`),
      others: false,
    });
  if (filter && isFiltered(base)) {
    const read = filter.conditions.map((condition) => readCondition(condition, base.metadataFields));
    const conditions = (filter.match === 'any' ? read : joinRanges(read)).map(({ holds, of, negated }) => {
      const labels = and(eq(documentLabels.knowledgeBaseId, base.id), holds);
      return {
        ids:
          of === 'labels'
            ? sql`select ${documentLabels.documentId} from ${documentLabels} where ${labels}`
            : select(holds),
        others: negated,
      };
    });
    sets.push(filter.match === 'any' ? unite(conditions) : intersect(conditions));
  }
  return intersect(sets);
}

/** Without the rows of the base itself: of negations alone, what they leave out is selected. */
export function intersect(sets: readonly DocumentSet[]): DocumentSet {
  const within = sets.filter(({ others }) => !others).map(({ ids }) => sql`(${ids})`);
  const without = sets.filter(({ others }) => others).map(({ ids }) => sql`(${ids})`);
  if (within.length === 0)
    return {
      ids: without.length > 0 ? sql.join(without, sql` union `) : sql`select null::uuid where false`,
      others: true,
    };
  return { ids: sql.join([sql.join(within, sql` intersect `), ...without], sql` except `), others: false };
}

/** From and to of one field as one condition, since either alone may hold for most documents. */
function joinRanges(conditions: ReadCondition[]): ReadCondition[] {
  const joined = new Map<string | number, ReadCondition>();
  conditions.forEach((condition, place) => {
    const key = condition.range ?? place;
    const other = joined.get(key);
    joined.set(key, other ? { ...other, holds: sql`${other.holds} and ${condition.holds}` } : condition);
  });
  return [...joined.values()];
}

function unite(sets: readonly DocumentSet[]): DocumentSet {
  return complement(intersect(sets.map(complement)));
}

const complement = ({ ids, others }: DocumentSet): DocumentSet => ({ ids, others: !others });

/** A condition on rows of the labels of a document or on the document itself. */
type ReadCondition = {
  holds: SQL;
  of: 'labels' | 'documents';
  negated: boolean;
  /** The field, which has one value in a document, that is compared with an end of a range. */
  range?: string | undefined;
};

/** What is unknown of a document is neither: `is_not` holds where `is` does not. */
const negations = { is_not: 'is', contains_not: 'contains', is_not_set: 'is_set' } as const;

function readCondition(condition: FilterCondition, fields: readonly MetadataField[]): ReadCondition {
  const { operator, property } = condition;
  if (operator in negations) {
    const opposite = negations[operator as keyof typeof negations];
    return { ...readCondition({ ...condition, operator: opposite }, fields), negated: true };
  }
  if (property === 'tag') return { holds: holdsOfTags(condition), of: 'labels', negated: false };
  if (property === 'field') {
    const range = operator === 'at_least' || operator === 'at_most' ? condition.field : undefined;
    return { holds: holdsOfField(condition, fields), of: 'labels', negated: false, range };
  }
  return { holds: holdsOfDocument(property, condition), of: 'documents', negated: false };
}

function holdsOfDocument(
  property: Exclude<FilterCondition['property'], 'tag' | 'field'>,
  condition: FilterCondition,
): SQL {
  const { values } = condition;
  switch (property) {
    case 'name':
      return holdsOfText(sql`lower(${documents.name})`, condition);
    case 'url':
      return holdsOfText(sql`lower(${documents.sourceUrl})`, condition);
    case 'type':
      return sql`${documents.format} = any(${folded(values)}::text[])`;
    case 'added':
      return holdsOfDate(
        sql`to_char(${documents.createdAt} at time zone 'UTC', 'YYYY-MM-DD') collate "C"`,
        condition,
      );
    case 'folder':
      return inArray(documents.fileId, filesBelow(values));
  }
}

const folded = (values: readonly string[]) => sql.param(values.map((value) => value.toLowerCase()));

/** Written out, as the partial indexes are not used for a parameter. */
const noNumber = sql`${documentLabels.number} is null`;

function holdsOfTags({ operator, values }: FilterCondition): SQL {
  const isTag = sql`${documentLabels.kind} = 'tag' and ${noNumber}`;
  if (operator === 'is_set') return isTag;
  return sql`${isTag} and ${documentLabels.field} = '' and ${documentLabels.value} = any(${folded(values)}::text[])`;
}

/** `text` is in lower case. */
function holdsOfText(text: SQL, { operator, values }: FilterCondition): SQL {
  if (operator === 'is_set') return sql`${text} is not null`;
  if (operator === 'is') return sql`${text} = any(${folded(values)}::text[])`;
  if (operator === 'contains') return sql`${text} like any(${folded(values.map(likePattern))}::text[])`;
  return sql`false`;
}

/** Dates as texts of one form, which sort as dates do. */
function holdsOfDate(date: SQL, { operator, values }: FilterCondition): SQL {
  if (operator === 'is_set') return sql`${date} is not null`;
  if (operator === 'is') return sql`${date} = any(${sql.param(values)}::text[])`;
  if (operator === 'at_least') return sql`${date} >= ${values[0]}`;
  if (operator === 'at_most') return sql`${date} <= ${values[0]}`;
  return sql`false`;
}

function holdsOfField(condition: FilterCondition, fields: readonly MetadataField[]): SQL {
  const { field: key } = condition;
  const field = fields.find((other) => other.key === key);
  if (!field) return sql`false`;
  const { value, number } = documentLabels;
  const ofKind = (kind: 'text' | 'yes_no') =>
    sql`${documentLabels.kind} = ${kind} and ${documentLabels.field} = ${field.key}`;
  // A value of another type is left from before the field was changed.
  switch (field.type) {
    case 'text':
    case 'choice':
      return sql`${ofKind('text')} and ${noNumber} and ${holdsOfText(sql`${value}`, condition)}`;
    case 'date':
      return sql`${ofKind('text')} and ${noNumber} and ${holdsOfDate(sql`${value}`, condition)}`;
    case 'yes_no':
      return sql`${ofKind('yes_no')} and ${noNumber} and ${holdsOfText(sql`${value}`, condition)}`;
    case 'number':
      // The index of numbers does not hold their kind, and needs not to.
      return sql`${documentLabels.field} = ${field.key} and ${number} is not null and ${holdsOfNumber(sql`${number}`, condition)}`;
  }
}

function holdsOfNumber(number: SQL, { operator, values }: FilterCondition): SQL {
  if (operator === 'is_set') return sql`${number} is not null`;
  const given = values.map(Number).filter(Number.isFinite);
  if (operator === 'is') return sql`${number} = any(${sql.param(given)}::float8[])`;
  if (given[0] === undefined) return sql`false`;
  if (operator === 'at_least') return sql`${number} >= ${given[0]}::float8`;
  if (operator === 'at_most') return sql`${number} <= ${given[0]}::float8`;
  return sql`false`;
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
