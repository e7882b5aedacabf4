import type { TableCondition } from '@lectern/contract';
import { isNumeric, type QueryColumn, type QueryTable } from '../table.ts';
import type { Mark } from './read-marks.ts';

const yearNames = /^(?:year|annee|année|an|exercice|年份|年度|年)$/i;

export type ReadConditions = {
  where: TableCondition[] /** How many are asked for. */;
  limit: number | undefined;
};

/**
 * The conditions that the marks make, which are taken off them; undefined where a figure or comparison is left that
 * belongs nowhere for sure.
 */
export function readConditions(marks: Mark[], table: QueryTable): ReadConditions | undefined {
  const where: TableCondition[] = [];
  let limit: number | undefined;
  const spent = new Set<Mark>();
  const hasExtreme = marks.some(({ kind }) => kind === 'extreme' || kind === 'top' || kind === 'first');
  for (const [at, mark] of marks.entries()) {
    if (spent.has(mark) || (mark.kind !== 'number' && mark.kind !== 'date')) continue;
    const before = marks.slice(0, at).findLast((other) => !spent.has(other) || other.kind === 'column');
    const next = marks[at + 1];
    const compare =
      next?.kind === 'compare' && next.after && next.from === mark.to + 1
        ? next
        : before?.kind === 'compare' && !before.after
          ? before
          : undefined;
    const range = before?.kind === 'between' || marks[at - 1]?.kind === 'between';
    const isYear =
      mark.kind === 'number' && Number.isInteger(mark.value) && mark.value >= 1900 && mark.value <= 2100;
    const column = findTarget(
      marks,
      at,
      table,
      mark,
      compare?.kind === 'compare' ? compare.of : undefined,
      isYear,
    );
    if (range && next && next.kind === mark.kind && column) {
      where.push(
        { column: column.key, op: '>=', value: asValue(mark, column) },
        { column: column.key, op: '<=', value: asValue(next as Mark & { kind: 'number' | 'date' }, column) },
      );
      for (const one of [mark, next, marks[at - 1]!]) spent.add(one);
      useColumn(marks, at, column);
      continue;
    }
    if (compare?.kind === 'compare' && column) {
      if (compare.of === 'date' && compare.op !== '=' && column.type !== 'date' && !isYearColumn(column))
        return undefined;
      if (compare.op === '=' && compare.of === 'date' && column.type !== 'date' && !isYearColumn(column))
        return undefined;
      where.push({ column: column.key, op: compare.op, value: asValue(mark, column) });
      spent.add(mark).add(compare);
      useColumn(marks, at, column);
      continue;
    }
    if (compare) return undefined;
    if ((mark.kind === 'date' || isYear) && column && (column.type === 'date' || isYearColumn(column))) {
      where.push({ column: column.key, op: '=', value: asValue(mark, column) });
      spent.add(mark);
      useColumn(marks, at, column);
      continue;
    }
    if (
      mark.kind === 'number' &&
      hasExtreme &&
      limit === undefined &&
      Number.isInteger(mark.value) &&
      mark.value <= 100
    ) {
      limit = mark.value;
      spent.add(mark);
      continue;
    }
    return undefined;
  }
  const isOpen = (mark: Mark, at: number) =>
    mark.kind === 'between' && mark.open && !spent.has(mark) && marks[at + 1]?.kind !== 'value';
  if (marks.some(isOpen)) return undefined;
  const equal = where.filter(({ op }) => op === '=').map(({ column }) => column);
  if (new Set(equal).size < equal.length) return undefined;
  for (let at = marks.length - 1; at >= 0; at--) if (spent.has(marks[at]!)) marks.splice(at, 1);
  const values = readValues(marks);
  return values && { where: [...values, ...where], limit };
}

function isYearColumn(column: QueryColumn): boolean {
  return (
    column.type === 'integer' && [column.name, ...column.synonyms].some((name) => yearNames.test(name.trim()))
  );
}

function asValue(mark: Mark & { kind: 'number' | 'date' }, column: QueryColumn): string | number {
  return column.type === 'date' ? String(mark.value) : Number(mark.value);
}

/** The column that a figure is held against: the nearest one named before it, else after it, else the only one. */
function findTarget(
  marks: Mark[],
  at: number,
  table: QueryTable,
  mark: Mark & { kind: 'number' | 'date' },
  of: 'date' | undefined,
  isYear: boolean,
): QueryColumn | undefined {
  const asDate = mark.kind === 'date' || (isYear && (of === 'date' || !named(marks, at, isNumeric)));
  if (!asDate) {
    const near = named(marks, at, isNumeric);
    if (near) return near;
    const numeric = table.columns.filter(isNumeric);
    return numeric.length === 1 ? numeric[0] : undefined;
  }
  const near = named(marks, at, ({ type }) => type === 'date');
  if (near) return near;
  const dates = table.columns.filter(({ type }) => type === 'date');
  if (dates.length === 1) return dates[0];
  const years = dates.length === 0 && mark.kind === 'number' ? table.columns.filter(isYearColumn) : [];
  return years.length === 1 ? years[0] : undefined;
}

function named(marks: Mark[], at: number, fits: (column: QueryColumn) => boolean): QueryColumn | undefined {
  const isColumn = (mark: Mark) => mark.kind === 'column' && fits(mark.column);
  const found = marks.slice(0, at).findLast(isColumn) ?? marks.slice(at + 1).find(isColumn);
  return found?.kind === 'column' ? found.column : undefined;
}

/** A column that is named right before a comparison is no longer asked for itself. */
function useColumn(marks: Mark[], at: number, column: QueryColumn): void {
  const own = marks.filter((mark) => mark.kind === 'column' && mark.column === column);
  const nearest = own.findLast((mark) => mark.from < marks[at]!.from) ?? own[0];
  if (nearest?.kind === 'column') nearest.used = true;
}

/** Values of one column are alternatives; of several, all must hold, and "or" between them is not sure. */
function readValues(marks: Mark[]): TableCondition[] | undefined {
  const byColumn = new Map<string, string[]>();
  for (const mark of marks) {
    if (mark.kind !== 'value') continue;
    const values = byColumn.get(mark.column.key) ?? [];
    if (!values.includes(mark.value)) byColumn.set(mark.column.key, [...values, mark.value]);
    for (const other of marks) if (other.kind === 'column' && other.column === mark.column) other.used = true;
  }
  const hasOr = marks.some(({ kind }) => kind === 'or');
  if (hasOr && (byColumn.size !== 1 || [...byColumn.values()][0]!.length < 2)) return undefined;
  return [...byColumn].map(([column, values]) =>
    values.length === 1 ? { column, op: '=', value: values[0]! } : { column, op: 'in', value: values },
  );
}
