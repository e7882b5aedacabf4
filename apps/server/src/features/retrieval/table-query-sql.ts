import type { TableAggregate, TableCondition, TableQuery } from '@lectern/contract';
import type { QueryColumn, QueryTable } from '@lectern/retrieval';
import { type SQL, sql } from 'drizzle-orm';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';

export type CompiledQuery = {
  /** Cells as `v0`, `v1`, … in the order of the selection; one row more than the limit where there are more. */
  result: SQL;
  /** `id` of the first row chunks behind it, best first, and `matched`, how many there are. */
  sources: (limit: number) => SQL;
  /** `id` of the first row of the table, whether or not it matches. */
  firstRow: SQL;
};

/**
 * A checked query as SQL over the fields of row chunks. Names of columns, values and numbers are parameters, all of
 * them: nothing of the query or of the document becomes part of the statement.
 */
export function compileTableQuery(query: TableQuery, table: QueryTable, baseIds: string[]): CompiledQuery {
  const used = [
    ...new Set(
      [...query.select, ...query.where, ...query.orderBy]
        .map(({ column }) => column)
        .filter((column) => column !== null)
        .concat(query.groupBy),
    ),
  ];
  const columns = used.map((key) => table.columns.find((column) => column.key === key) as QueryColumn);
  const alias = (key: string) => sql.raw(`c${used.indexOf(key)}`);
  const cells = columns.map((column) => sql`, ${readCell(column)} as ${alias(column.key)}`);
  const from = sql`from (
    select ${chunks.id} as id, ${chunks.ordinal} as ordinal ${sql.join(cells)}
    from ${chunks}
    join ${documents} on ${documents.id} = ${chunks.documentId} and ${documents.activeVersion} = ${chunks.version}
      and ${documents.deletedAt} is null and ${documents.enabled}
    where ${chunks.tableId} = ${table.id} and ${chunks.kind} = 'row' and ${chunks.enabled}
      and ${chunks.knowledgeBaseId} in ${baseIds}
  ) rows`;
  const tests = query.where.map((condition) => {
    const column = columns[used.indexOf(condition.column)] as QueryColumn;
    return sql`(${writeCondition(condition, column, alias(condition.column))})`;
  });
  const where =
    tests.length === 0
      ? sql``
      : sql`where ${sql.join(tests, query.match === 'any' ? sql` or ` : sql` and `)}`;
  const item = ({ column, aggregate }: { column: string | null; aggregate: TableAggregate | null }) =>
    writeAggregate(aggregate, column === null ? undefined : alias(column));
  const isGrouped = query.groupBy.length > 0 || query.select.some(({ aggregate }) => aggregate !== null);
  const values = query.select.map((selected, index) => sql`${item(selected)} as ${sql.raw(`v${index}`)}`);
  const groups =
    query.groupBy.length === 0 ? sql`` : sql`group by ${sql.join(query.groupBy.map(alias), sql`, `)}`;
  const orders = query.orderBy.map(({ direction, ...ordered }) => writeOrder(item(ordered), direction));
  const inTable = isGrouped ? [] : [sql`ordinal`];
  const order = [...orders, ...inTable];
  const extreme = query.select.find(({ aggregate }) => aggregate === 'min' || aggregate === 'max');
  const behind = isGrouped
    ? extreme?.column
      ? [writeOrder(alias(extreme.column), extreme.aggregate === 'max' ? 'desc' : 'asc')]
      : []
    : orders;
  return {
    result: sql`select ${sql.join(values, sql`, `)} ${from} ${where} ${groups}
      ${order.length > 0 ? sql`order by ${sql.join(order, sql`, `)}` : sql``} limit ${query.limit + 1}`,
    sources: (limit) => sql`select id, count(*) over () as matched ${from} ${where}
      order by ${sql.join([...behind, sql`ordinal`], sql`, `)} limit ${limit}`,
    firstRow: sql`select id ${from} order by ordinal limit 1`,
  };
}

/** A cell that is not of its column's type counts as empty. */
function readCell({ key, type }: QueryColumn): SQL {
  const cell = sql`${chunks.fields} ->> ${key}::text`;
  const kind = sql`jsonb_typeof(${chunks.fields} -> ${key}::text)`;
  if (type === 'integer' || type === 'number')
    return sql`case when ${kind} = 'number' then (${cell})::numeric end`;
  if (type === 'boolean') return sql`case when ${kind} = 'boolean' then (${cell})::boolean end`;
  return sql`nullif(${cell}, '')`;
}

function writeCondition({ op, value }: TableCondition, column: QueryColumn, cell: SQL): SQL {
  if (op === 'is_empty') return value === false ? sql`${cell} is not null` : sql`${cell} is null`;
  if (op === 'in') {
    const tests = (Array.isArray(value) ? value : [value]).map(
      (one) => sql`(${writeCondition({ column: column.key, op: '=', value: one }, column, cell)})`,
    );
    return sql.join(tests, sql` or `);
  }
  const one = Array.isArray(value) ? (value[0] ?? '') : value;
  if (op === 'contains') return sql`position(lower(${String(one)}::text) in lower(${cell})) > 0`;
  const [left, right] = writeSides(column, cell, one);
  return op === '!=' ? sql`${left} is distinct from ${right}` : sql`${left} ${sql.raw(op)} ${right}`;
}

/** A date is compared by as much of it as the question gives; text without regard to case. */
function writeSides({ type }: QueryColumn, cell: SQL, value: string | number | boolean): [SQL, SQL] {
  if (type === 'integer' || type === 'number')
    return [cell, sql`${Number(value)}::double precision::numeric`];
  if (type === 'boolean') return [cell, sql`${value === true}::boolean`];
  const text = String(value);
  if (type === 'date')
    return [sql`left(${cell}, ${text.length}::int) collate "C"`, sql`${text}::text collate "C"`];
  return [sql`lower(btrim(${cell}))`, sql`lower(btrim(${text}::text))`];
}

function writeAggregate(aggregate: TableAggregate | null, cell: SQL | undefined): SQL {
  if (cell === undefined) return sql`count(*)`;
  switch (aggregate) {
    case null:
      return cell;
    case 'count_distinct':
      return sql`count(distinct ${cell})`;
    default:
      return sql`${sql.raw(aggregate)}(${cell})`;
  }
}

function writeOrder(value: SQL, direction: 'asc' | 'desc'): SQL {
  return sql`${value} ${sql.raw(direction)} nulls last`;
}
