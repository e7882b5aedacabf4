import { type TableCondition, type TableQuery, type TableSelect, tableQuery } from '@lectern/contract';
import { findColumn, isNumeric, type QueryColumn, type QueryTable } from './table.ts';

export type CheckedQuery =
  | { query: TableQuery; table: QueryTable; problem?: undefined }
  | { problem: string; query?: undefined };

/**
 * Holds what claims to be a query against the tables that may be asked: columns must be theirs, and comparisons and
 * aggregates must suit the columns' types. `problem` says what is wrong, in English, for whoever wrote it.
 */
export function checkTableQuery(value: unknown, tables: readonly QueryTable[]): CheckedQuery {
  const read = tableQuery.safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    return { problem: `${issue?.path.join('.') || 'query'}: ${issue?.message}` };
  }
  const query = read.data;
  const table = tables.find(({ id }) => id === query.tableId);
  if (!table) return { problem: 'tableId: there is no such table' };
  const problem =
    query.select.map((item) => checkSelect(item, table)).find(Boolean) ??
    query.where.map((item) => checkCondition(item, table)).find(Boolean) ??
    query.groupBy.map((key) => (findColumn(table, key) ? undefined : noColumn(key))).find(Boolean) ??
    query.orderBy.map((item) => checkSelect(item, table)).find(Boolean) ??
    checkGroups(query);
  return problem === undefined
    ? { query: { ...query, where: alignValues(query, table) }, table }
    : { problem };
}

const noColumn = (key: string) => `there is no column "${key.slice(0, 60)}"`;

function checkSelect({ column: key, aggregate }: TableSelect, table: QueryTable): string | undefined {
  if (key === null) return aggregate === 'count' ? undefined : 'select: only count goes without a column';
  const column = findColumn(table, key);
  if (!column) return noColumn(key);
  if ((aggregate === 'sum' || aggregate === 'avg') && !isNumeric(column))
    return `${aggregate} needs a column of numbers; "${key}" is of type ${column.type}`;
  if ((aggregate === 'min' || aggregate === 'max') && column.type === 'boolean')
    return `${aggregate} needs a column of numbers, dates or text; "${key}" is of type boolean`;
  return undefined;
}

/** ISO 8601, or as much of it as a question gives: a year, a month, a day. */
const partialDate = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T[\d:.+Z-]{1,20})?)?)?$/;

function checkCondition({ column: key, op, value }: TableCondition, table: QueryTable): string | undefined {
  const column = findColumn(table, key);
  if (!column) return noColumn(key);
  if (op === 'is_empty')
    return typeof value === 'boolean' ? undefined : 'is_empty takes the value true or false';
  if (Array.isArray(value) !== (op === 'in')) return 'a list of values goes with in, and with nothing else';
  const values = Array.isArray(value) ? value : [value];
  if (op === 'contains' && column.type !== 'text')
    return `contains needs text; "${key}" is of type ${column.type}`;
  if (/[<>]/.test(op) && (column.type === 'text' || column.type === 'boolean'))
    return `${op} needs a column of numbers or dates; "${key}" is of type ${column.type}`;
  return values.every((one) => matchesColumnType(one, column))
    ? undefined
    : `a value for "${key}" is not of its type, which is ${column.type}`;
}

function matchesColumnType(value: string | number | boolean, column: QueryColumn): boolean {
  if (isNumeric(column)) return typeof value === 'number' && Number.isFinite(value);
  if (column.type === 'boolean') return typeof value === 'boolean';
  if (column.type === 'date') return partialDate.test(String(value));
  return typeof value !== 'boolean';
}

/** Text columns may hold what looks like a number, and a year may be given as one. */
function alignValues({ where }: TableQuery, table: QueryTable): TableCondition[] {
  return where.map((condition) => {
    const column = findColumn(table, condition.column);
    if (condition.op === 'is_empty' || !column || isNumeric(column) || column.type === 'boolean')
      return condition;
    const { value } = condition;
    return { ...condition, value: Array.isArray(value) ? value.map(String) : String(value) };
  });
}

/** Next to an aggregate are only columns that rows are grouped by, and so it is with the order. */
function checkGroups({ select, groupBy, orderBy }: TableQuery): string | undefined {
  const isGrouped = groupBy.length > 0 || select.some(({ aggregate }) => aggregate !== null);
  const strays = [...select, ...orderBy].filter(({ column, aggregate }) =>
    isGrouped ? aggregate === null && !groupBy.includes(column ?? '') : aggregate !== null,
  );
  if (strays.length === 0) return undefined;
  return isGrouped
    ? `"${strays[0]?.column}" must be in groupBy or be aggregated`
    : 'an aggregate in orderBy needs groupBy';
}
