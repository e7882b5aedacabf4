import type { Language } from '../core/languages.ts';
import type { TableAggregate, TableAnswer, TableCondition, TableSelect } from './table-answers.ts';

type Words = {
  aggregates: Record<Exclude<TableAggregate, 'count'>, (column: string) => string>;
  countRows: string;
  count: (column: string) => string;
  ops: Record<Exclude<TableCondition['op'], 'is_empty'>, (column: string, value: string) => string>;
  before: (column: string, value: string) => string;
  notBefore: (column: string, value: string) => string;
  after: (column: string, value: string) => string;
  notAfter: (column: string, value: string) => string;
  earliest: (column: string) => string;
  latest: (column: string) => string;
  empty: (column: string) => string;
  filled: (column: string) => string;
  yes: string;
  no: string;
  where: (what: string, conditions: string) => string;
  all: string;
  any: string;
  list: string;
  by: (what: string, columns: string) => string;
  order: Record<'asc' | 'desc', (what: string, column: string) => string>;
  /** Of what was computed, which is named already. */
  ordered: Record<'asc' | 'desc', (what: string) => string>;
  first: (what: string, limit: number) => string;
};

const en: Words = {
  aggregates: {
    sum: (column) => `Total of ${column}`,
    avg: (column) => `Average of ${column}`,
    min: (column) => `Lowest ${column}`,
    max: (column) => `Highest ${column}`,
    count_distinct: (column) => `Number of different ${column}`,
  },
  countRows: 'Number of rows',
  count: (column) => `Number of rows with ${column}`,
  ops: {
    '=': (column, value) => `${column} is ${value}`,
    '!=': (column, value) => `${column} is not ${value}`,
    '<': (column, value) => `${column} is below ${value}`,
    '<=': (column, value) => `${column} is at most ${value}`,
    '>': (column, value) => `${column} is above ${value}`,
    '>=': (column, value) => `${column} is at least ${value}`,
    contains: (column, value) => `${column} contains ${value}`,
    in: (column, value) => `${column} is one of ${value}`,
  },
  before: (column, value) => `${column} is before ${value}`,
  notBefore: (column, value) => `${column} is ${value} or later`,
  after: (column, value) => `${column} is after ${value}`,
  notAfter: (column, value) => `${column} is ${value} or earlier`,
  earliest: (column) => `Earliest ${column}`,
  latest: (column) => `Latest ${column}`,
  empty: (column) => `${column} is empty`,
  filled: (column) => `${column} is filled`,
  yes: 'yes',
  no: 'no',
  where: (what, conditions) => `${what} where ${conditions}`,
  all: ' and ',
  any: ' or ',
  list: ', ',
  by: (what, columns) => `${what}, by ${columns}`,
  order: {
    asc: (what, column) => `${what}, lowest ${column} first`,
    desc: (what, column) => `${what}, highest ${column} first`,
  },
  ordered: { asc: (what) => `${what}, lowest first`, desc: (what) => `${what}, highest first` },
  first: (what, limit) => (limit === 1 ? `${what}, only the first` : `${what}, first ${limit}`),
};

const fr: Words = {
  aggregates: {
    sum: (column) => `Total de « ${column} »`,
    avg: (column) => `Moyenne de « ${column} »`,
    min: (column) => `Minimum de « ${column} »`,
    max: (column) => `Maximum de « ${column} »`,
    count_distinct: (column) => `Nombre de valeurs différentes de « ${column} »`,
  },
  countRows: 'Nombre de lignes',
  count: (column) => `Nombre de lignes où « ${column} » est rempli`,
  ops: {
    '=': (column, value) => `« ${column} » vaut ${value}`,
    '!=': (column, value) => `« ${column} » ne vaut pas ${value}`,
    '<': (column, value) => `« ${column} » est inférieur à ${value}`,
    '<=': (column, value) => `« ${column} » est au plus ${value}`,
    '>': (column, value) => `« ${column} » est supérieur à ${value}`,
    '>=': (column, value) => `« ${column} » est au moins ${value}`,
    contains: (column, value) => `« ${column} » contient ${value}`,
    in: (column, value) => `« ${column} » est l’une des valeurs ${value}`,
  },
  before: (column, value) => `« ${column} » est avant ${value}`,
  notBefore: (column, value) => `« ${column} » est ${value} ou après`,
  after: (column, value) => `« ${column} » est après ${value}`,
  notAfter: (column, value) => `« ${column} » est ${value} ou avant`,
  earliest: (column) => `Premier « ${column} »`,
  latest: (column) => `Dernier « ${column} »`,
  empty: (column) => `« ${column} » est vide`,
  filled: (column) => `« ${column} » est rempli`,
  yes: 'oui',
  no: 'non',
  where: (what, conditions) => `${what} où ${conditions}`,
  all: ' et ',
  any: ' ou ',
  list: ', ',
  by: (what, columns) => `${what}, par ${columns}`,
  order: {
    asc: (what, column) => `${what}, par ordre croissant (${column})`,
    desc: (what, column) => `${what}, par ordre décroissant (${column})`,
  },
  ordered: {
    asc: (what) => `${what}, par ordre croissant`,
    desc: (what) => `${what}, par ordre décroissant`,
  },
  first: (what, limit) => (limit === 1 ? `${what}, la première ligne` : `${what}, ${limit} au plus`),
};

const zh: Words = {
  aggregates: {
    sum: (column) => `“${column}”合计`,
    avg: (column) => `“${column}”平均值`,
    min: (column) => `“${column}”最小值`,
    max: (column) => `“${column}”最大值`,
    count_distinct: (column) => `“${column}”不同值的数量`,
  },
  countRows: '行数',
  count: (column) => `“${column}”不为空的行数`,
  ops: {
    '=': (column, value) => `“${column}”为${value}`,
    '!=': (column, value) => `“${column}”不为${value}`,
    '<': (column, value) => `“${column}”小于${value}`,
    '<=': (column, value) => `“${column}”不超过${value}`,
    '>': (column, value) => `“${column}”大于${value}`,
    '>=': (column, value) => `“${column}”不小于${value}`,
    contains: (column, value) => `“${column}”包含${value}`,
    in: (column, value) => `“${column}”为${value}之一`,
  },
  before: (column, value) => `“${column}”早于${value}`,
  notBefore: (column, value) => `“${column}”不早于${value}`,
  after: (column, value) => `“${column}”晚于${value}`,
  notAfter: (column, value) => `“${column}”不晚于${value}`,
  earliest: (column) => `最早的“${column}”`,
  latest: (column) => `最晚的“${column}”`,
  empty: (column) => `“${column}”为空`,
  filled: (column) => `“${column}”不为空`,
  yes: '是',
  no: '否',
  where: (what, conditions) => `${what}，条件：${conditions}`,
  all: '，且',
  any: '，或',
  list: '、',
  by: (what, columns) => `${what}，按${columns}分组`,
  order: {
    asc: (what, column) => `${what}，按${column}升序`,
    desc: (what, column) => `${what}，按${column}降序`,
  },
  ordered: { asc: (what) => `${what}，升序`, desc: (what) => `${what}，降序` },
  first: (what, limit) => (limit === 1 ? `${what}，只取第一行` : `${what}，前${limit}项`),
};

const zhTraditional: Words = {
  aggregates: {
    sum: (column) => `「${column}」合計`,
    avg: (column) => `「${column}」平均值`,
    min: (column) => `「${column}」最小值`,
    max: (column) => `「${column}」最大值`,
    count_distinct: (column) => `「${column}」不同值的數量`,
  },
  countRows: '列數',
  count: (column) => `「${column}」不為空的列數`,
  ops: {
    '=': (column, value) => `「${column}」為${value}`,
    '!=': (column, value) => `「${column}」不為${value}`,
    '<': (column, value) => `「${column}」小於${value}`,
    '<=': (column, value) => `「${column}」不超過${value}`,
    '>': (column, value) => `「${column}」大於${value}`,
    '>=': (column, value) => `「${column}」不小於${value}`,
    contains: (column, value) => `「${column}」包含${value}`,
    in: (column, value) => `「${column}」為${value}之一`,
  },
  before: (column, value) => `「${column}」早於${value}`,
  notBefore: (column, value) => `「${column}」不早於${value}`,
  after: (column, value) => `「${column}」晚於${value}`,
  notAfter: (column, value) => `「${column}」不晚於${value}`,
  earliest: (column) => `最早的「${column}」`,
  latest: (column) => `最晚的「${column}」`,
  empty: (column) => `「${column}」為空`,
  filled: (column) => `「${column}」不為空`,
  yes: '是',
  no: '否',
  where: (what, conditions) => `${what}，條件：${conditions}`,
  all: '，且',
  any: '，或',
  list: '、',
  by: (what, columns) => `${what}，按${columns}分組`,
  order: {
    asc: (what, column) => `${what}，按${column}升冪`,
    desc: (what, column) => `${what}，按${column}降冪`,
  },
  ordered: { asc: (what) => `${what}，升冪`, desc: (what) => `${what}，降冪` },
  first: (what, limit) => (limit === 1 ? `${what}，只取第一列` : `${what}，前${limit}項`),
};

const inTimeOps: Partial<Record<TableCondition['op'], 'before' | 'notBefore' | 'after' | 'notAfter'>> = {
  '<': 'before',
  '>=': 'notBefore',
  '>': 'after',
  '<=': 'notAfter',
};

const words: Record<Language, Words> = { en, fr, zh, 'zh-TRADITIONAL': zhTraditional };

/** How a query over a table was computed, as one sentence in the reader's language, without its full stop. */
export function describeTableQuery(
  { query, columns }: Pick<TableAnswer, 'query' | 'columns'>,
  language: Language,
): string {
  const say = words[language];
  const nameOf = (key: string) => columns.find((column) => column.key === key)?.name ?? key;
  const title = (item: TableSelect) => nameTableColumn(item, columns, language);
  let sentence = query.select
    .filter(({ column, aggregate }) => aggregate !== null || !query.groupBy.includes(column ?? ''))
    .map(title)
    .join(say.list);
  if (sentence === '') sentence = query.select.map(title).join(say.list);
  if (query.where.length > 0) {
    const parts = query.where.map(({ column, op, value }) => {
      if (op === 'is_empty') return (value === false ? say.filled : say.empty)(nameOf(column));
      const values = (Array.isArray(value) ? value : [value]).map((item) => formatTableValue(item, language));
      const inTime = columns.some(({ key, type }) => key === column && type === 'date') && inTimeOps[op];
      return (inTime ? say[inTime] : say.ops[op])(nameOf(column), values.join(say.list));
    });
    sentence = say.where(sentence, parts.join(query.match === 'any' ? say.any : say.all));
  }
  if (query.groupBy.length > 0) sentence = say.by(sentence, query.groupBy.map(nameOf).join(say.list));
  // The order of groups by their names is for reading alone.
  const orders = query.orderBy.filter(
    ({ column, aggregate }) => aggregate !== null || !query.groupBy.includes(column ?? ''),
  );
  for (const { direction, ...item } of orders)
    sentence =
      item.aggregate === null
        ? say.order[direction](sentence, title(item))
        : say.ordered[direction](sentence);
  return orders.length > 0 ? say.first(sentence, query.limit) : sentence;
}

/** What is above a column of the result. */
export function nameTableColumn(
  { column, aggregate }: TableSelect,
  columns: TableAnswer['columns'],
  language: Language,
): string {
  const say = words[language];
  const name = column === null ? '' : (columns.find(({ key }) => key === column)?.name ?? column);
  if (aggregate === null) return name;
  if (aggregate === 'count') return column === null ? say.countRows : say.count(name);
  const isDate = columns.some(({ key, type }) => key === column && type === 'date');
  if (isDate && aggregate === 'min') return say.earliest(name);
  if (isDate && aggregate === 'max') return say.latest(name);
  return say.aggregates[aggregate](name);
}

/**
 * A cell of the result as people read it. Only what was computed is grouped by thousands: a whole number of a cell may
 * be a year or a code.
 */
export function formatTableValue(
  value: string | number | boolean | null,
  language: Language,
  computed = false,
): string {
  const say = words[language];
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? say.yes : say.no;
  if (typeof value === 'string') return value;
  const digits =
    Math.abs(value) >= 1 || value === 0 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 };
  const locale = language === 'zh-TRADITIONAL' ? 'zh-Hant' : language;
  return new Intl.NumberFormat(locale, { ...digits, useGrouping: computed }).format(value);
}
