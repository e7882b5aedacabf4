import type { TableCondition, TableQuery, TableSelect } from '@lectern/contract';
import { isNumeric, type QueryColumn, type QueryTable } from '../table.ts';
import { readConditions } from './read-conditions.ts';
import { findSpokenColumn, type KnownValue, type Mark, readMarks } from './read-marks.ts';

export type { KnownValue } from './read-marks.ts';

export type RuleInput = {
  question: string;
  table: QueryTable;
  /** Values of text columns that the question names. */
  values: readonly KnownValue[];
  /** Text columns whose filled cells all differ. */
  uniqueColumns: ReadonlySet<string>;
  /** ISO 8601. */
  today: string;
};

const most = 200;
const shownColumns = 6;

/**
 * The query that a question asks of a table, by words of English, French and Chinese. Undefined unless every word of the
 * question is accounted for: a wrong figure is worse than none.
 */
export function readQuestion(input: RuleInput): TableQuery | undefined {
  const { table } = input;
  const marks = readMarks(input.question, table, input.values, input.today);
  if (!marks) return undefined;
  const conditions = readConditions(marks, table);
  if (!conditions) return undefined;
  const asked = sortMarks(marks, table);
  if (!asked) return undefined;
  const shape = shapeQuery(asked, input, conditions.where, conditions.limit);
  if (!shape) return undefined;
  const where = [
    ...conditions.where,
    ...asked.flags.map(({ key }) => ({ column: key, op: '=' as const, value: true })),
  ];
  return { tableId: table.id, match: 'all', groupBy: [], orderBy: [], limit: most, ...shape, where };
}

type Asked = {
  measures: QueryColumn[];
  entities: QueryColumn[];
  flags: QueryColumn[];
  groups: QueryColumn[];
  base: 'count' | 'sum' | 'avg' | undefined;
  extreme: Extract<Mark, { kind: 'extreme' }> | undefined;
  distinct: boolean;
  list: boolean;
  nouns: boolean;
};

function sortMarks(marks: Mark[], table: QueryTable): Asked | undefined {
  const kinds = new Set(marks.map(({ kind }) => kind));
  // "the total number of" counts.
  const bases = (['count', 'sum', 'avg'] as const).filter((kind) => kinds.has(kind));
  const named = bases.length === 2 && !kinds.has('avg') ? 'count' : bases[0];
  const allExtremes = marks.filter((mark) => mark.kind === 'extreme');
  const extreme = allExtremes[0];
  if ((bases.length > 1 && (kinds.has('avg') || bases.length > 2)) || allExtremes.length > 1)
    return undefined;
  const asked: Asked = {
    measures: [],
    entities: [],
    flags: [],
    groups: [],
    base: named,
    extreme,
    distinct: kinds.has('distinct'),
    list: kinds.has('list'),
    nouns: kinds.has('noun') || kinds.has('rows'),
  };
  for (const [at, mark] of marks.entries()) {
    // A comparison without its figure, or "each" without a column, asks for something else.
    if (mark.kind === 'compare' && !(mark.of === 'date' && mark.op === '=')) return undefined;

    if (mark.kind === 'by') {
      const next = marks[at + 1];
      if (next?.kind !== 'column' || next.used) return undefined;
      next.used = true;
      // "the top five suppliers by cost"
      if (isNumeric(next.column) && kinds.has('top') && !extreme) {
        asked.extreme = { kind: 'extreme', direction: 'desc', from: mark.from, to: mark.to };
        asked.measures.push(next.column);
      } else asked.groups.push(next.column);
    }
    if (mark.kind !== 'column' || mark.used) continue;
    const target = isNumeric(mark.column)
      ? asked.measures
      : mark.column.type === 'boolean'
        ? asked.flags
        : asked.entities;
    if (!target.includes(mark.column)) target.push(mark.column);
  }
  // "How much" asks for a figure; where none is named, for a number of rows.
  if (kinds.has('much') && !named && !extreme && asked.measures.length === 0) asked.base = 'count';
  const spoken = extreme?.of && findSpokenColumn(table, extreme.of);
  if (extreme?.of && !asked.measures.length && !asked.entities.some(({ type }) => type === 'date')) {
    if (!spoken) return undefined;
    asked.measures.push(spoken);
  }
  return asked;
}

type Shape = Pick<TableQuery, 'select'> & Partial<Pick<TableQuery, 'groupBy' | 'orderBy' | 'limit'>>;

const plain = (column: QueryColumn): TableSelect => ({ column: column.key, aggregate: null });

function shapeQuery(
  asked: Asked,
  { table, uniqueColumns }: RuleInput,
  where: TableCondition[],
  limit: number | undefined,
): Shape | undefined {
  const { base, extreme, entities, measures, groups } = asked;
  if (limit !== undefined && !extreme) return undefined;

  if (asked.flags.length > 0 && !base) return undefined;
  if (base) return shapeAggregate(asked, uniqueColumns, limit);
  if (asked.distinct) return undefined;
  if (extreme)
    return groups.length > 0 ? shapeExtremeBy(asked) : shapeExtreme(asked, table, uniqueColumns, limit);
  if (groups.length > 0) return undefined;
  const columns = [...entities, ...measures];
  if (where.length === 0) {
    // A list of all that a column holds.
    const [only] = entities;
    if (!asked.list || columns.length !== 1 || !only || only.type === 'date') return undefined;
    return { select: [plain(only)], groupBy: [only.key], orderBy: [{ ...plain(only), direction: 'asc' }] };
  }
  if (columns.length === 0)
    return asked.list && asked.nouns
      ? { select: table.columns.slice(0, shownColumns).map(plain) }
      : undefined;
  const label = findLabel(table, uniqueColumns);
  // What a comparison was about is seen next to what it let through.
  const compared = table.columns.filter(({ key }) =>
    where.some(({ column, op }) => column === key && op !== '='),
  );
  return { select: [...new Set([...(label ? [label] : []), ...columns, ...compared])].map(plain) };
}

/** Counts, totals and averages; of groups, where one is asked for. */
function shapeAggregate(
  asked: Asked,
  unique: ReadonlySet<string>,
  limit: number | undefined,
): Shape | undefined {
  const { base, extreme, measures, distinct } = asked;
  let entities = asked.entities;
  const groups = [...asked.groups];
  // The largest total of what: rows are grouped by it.
  if (extreme && groups.length === 0) {
    const [only] = entities;
    if (entities.length !== 1 || !only || extreme.of) return undefined;
    groups.push(only);
    entities = [];
  }
  const what =
    base === 'count'
      ? shapeCount(entities, measures, distinct)
      : shapeFigure(base!, measures, entities, unique);
  if (!what || groups.some(({ type }) => type === 'date')) return undefined;
  if (groups.length === 0) return { select: [what] };
  return {
    select: [...groups.map(plain), what],
    groupBy: groups.map(({ key }) => key),
    orderBy: extreme
      ? [{ ...what, direction: extreme.direction }]
      : groups.map((column) => ({ ...plain(column), direction: 'asc' as const })),
    ...(extreme ? { limit: limit ?? 1 } : {}),
  };
}

/** "How many employees" adds up a column of that name, "how many suppliers" counts those that differ. */
function shapeCount(
  entities: QueryColumn[],
  measures: QueryColumn[],
  distinct: boolean,
): TableSelect | undefined {
  if (entities.length + measures.length > 1) return undefined;
  const [measure] = measures;
  if (measure) return distinct ? undefined : { column: measure.key, aggregate: 'sum' };
  const [entity] = entities;
  if (!entity) return distinct ? undefined : { column: null, aggregate: 'count' };
  return entity.type === 'date' ? undefined : { column: entity.key, aggregate: 'count_distinct' };
}

function shapeFigure(
  aggregate: 'sum' | 'avg',
  measures: QueryColumn[],
  entities: QueryColumn[],
  unique: ReadonlySet<string>,
): TableSelect | undefined {
  const [measure] = measures;
  if (measures.length !== 1 || !measure) return undefined;
  // "the average price of products": each row is one, where none repeats.
  return entities.every(({ key }) => unique.has(key)) ? { column: measure.key, aggregate } : undefined;
}

function shapeExtremeBy({ extreme, groups, measures, entities }: Asked): Shape | undefined {
  const [measure] = measures;
  if (measures.length !== 1 || !measure || entities.length > 0 || extreme?.bare) return undefined;
  return {
    select: [
      ...groups.map(plain),
      { column: measure.key, aggregate: extreme?.direction === 'asc' ? 'min' : 'max' },
    ],
    groupBy: groups.map(({ key }) => key),
    orderBy: groups.map((column) => ({ ...plain(column), direction: 'asc' as const })),
  };
}

function shapeExtreme(
  { extreme, measures, entities: named, list, nouns }: Asked,
  table: QueryTable,
  unique: ReadonlySet<string>,
  limit: number | undefined,
): Shape | undefined {
  if (!extreme) return undefined;
  const { direction } = extreme;
  const dates = named.filter(({ type }) => type === 'date');
  const [measure] = measures.length > 0 ? measures : dates;
  const entities = named.filter((column) => column !== measure);
  if (measures.length > 1 || entities.length > 1 || (measures.length === 0 && dates.length !== 1))
    return undefined;
  if (!measure) return undefined;
  const [entity] = entities;
  const order = (item: TableSelect) => [{ ...item, direction }];
  if (entity) {
    if (unique.has(entity.key))
      return { select: [plain(entity), plain(measure)], orderBy: order(plain(measure)), limit: limit ?? 1 };
    if (extreme.bare) return undefined;
    const item: TableSelect = { column: measure.key, aggregate: direction === 'asc' ? 'min' : 'max' };
    return { select: [plain(entity), item], groupBy: [entity.key], orderBy: order(item), limit: limit ?? 1 };
  }
  const label = findLabel(table, unique);
  if ((list || nouns || extreme.of || limit !== undefined) && label && label !== measure)
    return { select: [plain(label), plain(measure)], orderBy: order(plain(measure)), limit: limit ?? 1 };
  return extreme.bare
    ? undefined
    : { select: [{ column: measure.key, aggregate: direction === 'asc' ? 'min' : 'max' }] };
}

/** The column that names a row. */
function findLabel(table: QueryTable, unique: ReadonlySet<string>): QueryColumn | undefined {
  const texts = table.columns.filter(({ type }) => type === 'text');
  return texts.find(({ key }) => unique.has(key)) ?? texts[0];
}
